import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createExpense, updateExpense } from '../../expenses/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import type { ImportInput } from '../schema.ts';
import { undoRun } from '../undo/service.ts';

let app: MarkedApp;
const ctx = () => contextOf(app, staff('super_admin'));
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await app.mark();
});
afterEach(() => app.restore());
afterAll(() => app.close());

const HEADER = 'Date,Vendor,Description,Category,Amount,Currency,Notes';
const load = (rows: readonly string[], rate = '129.50', input: Partial<ImportInput> = {}) =>
  importText(ctx(), csvOf(HEADER, rows), {
    type: 'expenses',
    ...{ value: JSON.stringify({ 'currency.KES': rate }) },
    ...input,
  });
const stored = async () =>
  (
    await sql<{ id: number; version: number; location: string; key: string }>`
      select id, version, location, import_key as key from expenses where deleted_at is null order by id`.execute(
      app.db,
    )
  ).rows;
const FILE = [
  '2026-11-02,Nairobi Net,transit,rent,12950.00,KES,as agreed',
  '2026-11-03,Shop,paper,rent,5.00,USD,',
  '2026-11-03,Shop,paper,rent,5.00,USD,',
];

describe('an expense of a file', () => {
  for (const [what, updates] of [
    ['notes', { notes: 'paid by the landlord' }],
    ['vendor', { location: 'Nairobi Network Ltd' }],
    ['amount', { amount: cents(101_00) }],
    ['date and category', { date: isoDate('2026-11-09'), category: 'utilities' }],
  ] as const)
    it(`is known again after its ${what} changed, at any rate`, async () => {
      await load(FILE);
      const before = await stored();
      for (const { id, version } of before.slice(0, 2))
        await updateExpense(ctx(), id, { ...updates, version });
      const again = await load(FILE, '130');
      expect([again.recordsCreated, again.recordsUnchanged, again.errors]).toEqual([0, 3, []]);
      expect((await stored()).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    });

  it('is known where it was corrected here and in the file', async () => {
    await load(FILE);
    const [, shop] = await stored();
    await updateExpense(ctx(), shop!.id, { amount: cents(6_00), version: shop!.version });
    const corrected = FILE.map((row, n) => (n === 1 ? row.replace('5.00', '6.00') : row));
    const again = await load(corrected);
    expect([again.recordsCreated, again.recordsUnchanged]).toEqual([0, 3]);
  });

  it('is known where it was entered by hand before', async () => {
    await createExpense(ctx(), {
      ...{ date: isoDate('2026-11-03'), location: 'SHOP', description: 'paper' },
      ...{ expenseType: 'operating_expense', category: 'rent', account: 'checking' },
      ...{ amount: cents(5_00) },
    });
    expect((await load(FILE)).recordsCreated).toBe(2);
  });

  it('is free again after the undo, and only then', async () => {
    await load(FILE);
    await undoRun(ctx(), 1, { wait: true });
    expect((await load(FILE)).recordsCreated).toBe(3);
    expect((await load(FILE)).recordsCreated).toBe(0);
    expect((await checkBooks(ctx())).isSound).toBe(true);
  });

  it('without a vendor has the beginning of the description, which the form can save', async () => {
    const long = 'x'.repeat(450);
    const result = await load([`2026-11-02,,${long},rent,5.00,,`]);
    expect(result.warnings.join()).toContain('the beginning of a long one');
    const [one] = await stored();
    expect(one!.location).toBe('x'.repeat(200));
    await updateExpense(ctx(), one!.id, { location: one!.location, version: one!.version });
    expect((await load([`2026-11-02,,${long},rent,5.00,,`])).recordsUnchanged).toBe(1);
  });

  it('of any vendor has a key that fits its index', async () => {
    const vendor = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(vendor, async (text) => {
        const name = `"V${text.replaceAll('"', '""')}"`;
        const rows = [`2026-11-02,${name},x,rent,5.00,,`];
        const [first, second] = [await load(rows), await load(rows)];
        expect([first.recordsFailed, second.recordsCreated]).toEqual([first.recordsFailed, 0]);
        expect(first.recordsCreated + first.recordsUnchanged + first.recordsFailed).toBe(1);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the bills of a file', () => {
  const ZOHO =
    'Bill Date,Due Date,Bill Number,Vendor Name,Account,Item Name,Item Total,Tax Amount,Total,Bill Status,Currency Code';
  const line = (bill: string, item: string, amount: string, total: string, account = 'rent') =>
    `2026-11-02,2026-12-02,${bill},Juba Net,${account},${item},${amount},9.00,${total},Open,USD`;
  const bills = (rows: readonly string[], input: Partial<ImportInput> = {}) =>
    importText(ctx(), csvOf(ZOHO, rows), { type: 'expenses', ...input });

  it('are compared with the totals that it says of them, each told by its number', async () => {
    const rows = [
      line('B1', 'a', '100.00', '150.00'),
      line('B1', 'b', '50.00', '150.00'),
      line('B2', 'a', '100.00', '118.00'),
      line('B3', 'a', '60.00', '90.00'),
      line('B3', 'b', '30.00', '90.00', 'unknown'),
    ];
    for (const dryRun of [true, false]) {
      const result = await bills(rows, { dryRun });
      expect([result.recordsCreated, result.recordsFailed]).toEqual([4, 1]);
      const told = result.warnings.filter((text) => text.includes('not the total'));
      expect(told.length).toBe(1);
      expect(told[0]).toContain('B2 100.00 of 118.00, B3 60.00 of 90.00');
      expect(told[0]).not.toContain('B1');
    }
    // What is known counts as booked.
    const again = await bills(rows);
    expect(again.recordsUnchanged).toBe(4);
    expect(again.warnings.join()).toContain('B3 60.00 of 90.00.');
  });

  it('are compared in the currency of the file', async () => {
    const rows = [line('B1', 'a', '400000.00', '400000.00').replace('USD', 'SSP')];
    const more = line('B2', 'a', '400000.00', '480000.00').replace('USD', 'SSP');
    expect((await bills(rows)).warnings.join()).not.toContain('not the total');
    expect((await bills([more])).warnings.join()).toContain('B2 400,000.00 of 480,000.00');
  });

  it('are refused where each row says the total of all of them', async () => {
    const rows = [line('B1', 'a', '90.00', '90.00'), line('B1', 'b', '90.00', '90.00')];
    const result = await bills(rows);
    expect([result.recordsCreated, result.recordsFailed]).toEqual([0, 2]);
    expect(result.errors.join()).toContain('each says the total of 90.00 as its amount');
  });

  it('with tax or a discount and no total are told', async () => {
    const text = csvOf('Date,Vendor,Category,Amount,Tax Amount,Reference', [
      '2026-11-02,Juba Net,rent,100.00,18.00,B7',
      '2026-11-02,Juba Net,rent,50.00,0.00,B8',
      '2026-11-02,Juba Net,rent,20.00,2.00,',
    ]);
    const { warnings } = await importText(ctx(), text, { type: 'expenses' });
    expect(warnings.join('\n')).toContain(
      'what is booked are the amounts: B7 18.00, Juba Net 2.00.',
    );
  });

  it('of Xero are compared as well', async () => {
    const text = csvOf(
      'ContactName,InvoiceNumber,InvoiceDate,DueDate,Total,Description,Quantity,UnitAmount,LineAmount,AccountCode,TaxAmount,Currency,Status',
      [
        'Juba Net,X1,2026-11-02,2026-12-02,118.00,fibre,1,100.00,100.00,5210,18.00,USD,Awaiting Payment',
      ],
    );
    const { warnings, recordsCreated } = await importText(
      ctx(),
      text,
      { type: 'general' },
      { filename: 'bills.csv' },
    );
    expect(recordsCreated).toBe(1);
    expect(warnings.join('\n')).toContain('X1 100.00 of 118.00');
  });
});
