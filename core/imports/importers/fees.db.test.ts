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
import { previewBilling } from '../../billing/runs/service-preview.ts';
import type { Ctx } from '../../context.ts';
import { lookupCustomer, updateCustomer } from '../../customers/service.ts';
import type { Role } from '../../identity/roles.ts';
import { isoMonth } from '../../kernel/dates.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import { previewFile } from '../preview/service.ts';
import { getImportRun } from '../runs/service-history.ts';
import type { ImportInput, ImportResult } from '../schema.ts';
import { undoRun } from '../undo/service.ts';

let app: MarkedApp;
const ctx = (role: Role = 'super_admin'): Ctx => contextOf(app, staff(role));
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await importText(
    ctx(),
    csvOf('customerId,name,email,phone,packageType,bandwidth,status', [
      'SC001,Akol Traders,akol@example.org,,Flexible Plan,5,Active',
      'SC002,Deng Hotel,deng@example.org,,Flexible Plan,8,Active',
      'SC003,Nile Clinic,,0912345603,Basic Fiber,,Active',
      'SC004,Bor School,,,Flexible Plan,4,Suspended',
    ]),
    { type: 'customers' },
  );
  await app.mark();
});
afterEach(() => app.restore());
afterAll(() => app.close());

const HEADER = 'Client,Email,Amount,Frequency,Status,Plan,Number,Next Date,Currency';
const load = (rows: readonly string[], input: Partial<ImportInput> = {}, by = ctx()) =>
  importText(by, csvOf(HEADER, rows), { type: 'fees', ...input });
const terms = async (): Promise<string[]> =>
  (
    await sql<{
      text: string;
    }>`select customer_id || ' ' || package_type || ' ' || bandwidth || ' ' ||
      (monthly_fee_cents / 100.0)::numeric(12, 2) as text from customers order by customer_id`.execute(
      app.db,
    )
  ).rows.map(({ text }) => text);
const latestRun = async () =>
  (await sql<{ id: number }>`select max(id) as id from import_runs`.execute(app.db)).rows[0]!.id;
const told = ({ warnings, errors }: ImportResult) => [...warnings, ...errors].join('\n');
const BEFORE = [
  'SC001 Flexible Plan 5 0.00',
  'SC002 Flexible Plan 8 0.00',
  'SC003 Basic Fiber 10 125.00',
  'SC004 Flexible Plan 4 0.00',
];

describe('recurring invoices', () => {
  const FILE = [
    'Akol Traders,,50.00,Monthly,Active,,R1,2026-12-01,',
    ',akol@example.org,25.50,every month,Active,,R2,2026-12-01,',
    'Unknown Name,deng@example.org,300.00,Quarterly,Active,,R3,2027-02-01,USD',
    'Nile Clinic,,125.00,monthly,Active,,R4,,',
    'Bor School,,40.00,monthly,suspended,,R5,,',
    'Deng Hotel,,10.00,monthly,Paused,,R6,,',
    'Deng Hotel,,10.00,monthly,Draft,,R7,,',
  ];

  it('become monthly fees, added and divided, and the same file changes nothing', async () => {
    const first = await load(FILE);
    expect([first.recordsCreated, first.recordsUpdated, first.recordsUnchanged]).toEqual([0, 4, 1]);
    expect(first.errors).toEqual([]);
    expect(await terms()).toEqual([
      'SC001 Flexible Plan 5 75.50',
      'SC002 Flexible Plan 8 100.00',
      // The fee is that already, and the package stays.
      'SC003 Basic Fiber 10 125.00',
      'SC004 Flexible Plan 4 40.00',
    ]);
    const lines = told(first);
    expect(lines).toContain('Rows 7, 8: left out, because they are not active there.');
    expect(lines).toContain('their fees are added: SC001');
    expect(lines).toContain('are divided by them: Unknown Name: 300.00 for 3 months');
    expect(lines).toContain('comes after the next monthly run');
    expect(lines).toContain('The customer is Suspended here; the fee is set, and is not billed');
    expect(lines).toContain('It is suspended there');
    expect(lines).toContain('SC002 has the e-mail deng@example.org');
    const second = await load(FILE);
    expect([second.recordsUpdated, second.recordsUnchanged, second.errors]).toEqual([0, 5, []]);
  });

  it('are what the preview says, and what the monthly run bills', async () => {
    const before = await previewOf(FILE);
    const billed = before.totals.find(({ key }) => key === 'billed');
    expect(billed).toMatchObject({ file: '300.50', refused: '0.00' });
    expect(before.counts).toMatchObject({ changed: 4, same: 1, new: 0, refused: 0, leftOut: 2 });
    const grid = before.rows.map(({ row, cells }) => [
      row,
      cells.find(({ field }) => field === 'amountUsd')?.before,
    ]);
    // Beside a part of a fee, or an amount of several months, there is no present value to compare.
    expect(grid.filter(([, fee]) => fee !== null)).toEqual([[6, '0.00']]);
    await load(FILE);
    const run = await getImportRun(ctx(), await latestRun());
    expect(run.reconciliation).toMatchObject([
      { key: 'fees', file: '4', books: '4', unexplained: '0' },
      { key: 'monthlyFees', file: '340.50', books: '340.50', unexplained: '0.00' },
      { key: 'billed', file: '300.50', books: '300.50', unexplained: '0.00' },
    ]);
    expect(await previewBilling(ctx(), isoMonth('2026-12'))).toMatchObject({
      ...{ invoicesGenerated: 3, totalRevenue: 300_50 },
    });
  });

  it('that are no monthly fee refuse all rows of their customer, in words', async () => {
    const result = await load([
      'Akol Traders,,50.00,monthly,Active,,R1,,',
      'Akol Traders,,5.00,weekly,Active,,R2,,',
      'Deng Hotel,,100.00,every 3 months,Active,,R3,,',
      'Nile Clinic,,80.00,once,Active,,R4,,',
      'Bor School,,80.00,now and then,Active,,R5,,',
      'Nobody Here,,80.00,monthly,Active,,R6,,',
    ]);
    expect([result.recordsUpdated, result.recordsFailed]).toEqual([0, 6]);
    expect(await terms()).toEqual(BEFORE);
    const lines = told(result);
    expect(lines).toContain('It is invoiced weekly, which is no number of months');
    expect(lines).toContain('100.00 for 3 months is no whole number of cents a month');
    expect(lines).toContain('It is invoiced once');
    expect(lines).toContain('"now and then" is unknown');
    expect(lines).toContain('There is no customer named Nobody Here.');
  });

  it('with one number count once if they repeat their total, and are refused if they differ', async () => {
    const result = await load([
      'Akol Traders,,75.00,monthly,Active,,R1,,',
      'Akol Traders,,75.00,monthly,Active,,R1,,',
      'Deng Hotel,,60.00,monthly,Active,,R2,,',
      'Deng Hotel,,15.00,monthly,Active,,R2,,',
    ]);
    expect([result.recordsUpdated, result.recordsFailed]).toEqual([1, 2]);
    expect((await terms()).slice(0, 2)).toEqual(['SC001 Flexible Plan 5 75.00', BEFORE[1]]);
    expect(told(result)).toContain('its amount is counted once: Akol Traders');
    expect(told(result)).toContain('have the number R2 and different amounts');
  });

  it('get a fixed package only where the file names it with exactly its fee', async () => {
    const result = await load([
      'Akol Traders,,125.00,monthly,Active,Basic Fiber 10Mbps,R1,,',
      'Deng Hotel,,130.00,monthly,Active,Basic Fiber,R2,,',
      'Nile Clinic,,99.00,monthly,Active,Home 10,R3,,',
    ]);
    expect((await terms()).slice(0, 3)).toEqual([
      'SC001 Basic Fiber 10 125.00',
      'SC002 Flexible Plan 8 130.00',
      'SC003 Flexible Plan 10 99.00',
    ]);
    expect(told(result)).toContain(
      'The fee of Basic Fiber is $125.00 and that of the file another',
    );
    expect(told(result)).toContain('not that of the package Basic Fiber');
  });

  it('in pounds count at the rate of the day, and others at the rate that is given', async () => {
    const rows = [
      'Akol Traders,,20000.00,monthly,Active,,R1,,SSP',
      'Akol Traders,,10.00,monthly,Active,,R2,,USD',
      'Deng Hotel,,38850.00,every 3 months,Active,,R3,,KES',
    ];
    const refused = await load(rows);
    expect([refused.recordsUpdated, refused.recordsFailed]).toEqual([1, 1]);
    expect(told(refused)).toContain('KES is neither US dollars nor South Sudanese pounds');
    expect(told(refused)).toContain('at the official rate of the day of the import');
    const given = { value: JSON.stringify({ 'currency.KES': '129.50' }) };
    const result = await load(rows, given);
    expect(result.errors).toEqual([]);
    expect((await terms()).slice(0, 2)).toEqual([
      'SC001 Flexible Plan 5 60.00',
      'SC002 Flexible Plan 8 100.00',
    ]);
    expect((await load(rows, given)).recordsUnchanged).toBe(2);
  });

  it('without a frequency are asked about once', async () => {
    const text = csvOf('Client,Amount', ['Akol Traders,50.00']);
    const asked = await importText(ctx(), text, { type: 'fees' });
    expect(told(asked)).toContain('frequency: Say how often it is invoiced');
    const set = JSON.stringify({ frequency: 'monthly' });
    expect(await importText(ctx(), text, { type: 'fees', set })).toMatchObject({
      recordsUpdated: 1,
    });
  });

  it('need the right to change customers, and write one line of the audit log', async () => {
    await expect(load(FILE, {}, ctx('technician'))).rejects.toMatchObject({ kind: 'forbidden' });
    await load(FILE, {}, ctx('support'));
    const { rows } =
      await sql`select action, summary from audit_log where action = 'fee.import'`.execute(app.db);
    expect(rows).toEqual([
      { action: 'fee.import', summary: 'file.csv: 0 created, 4 updated, 1 unchanged, 0 refused' },
    ]);
  });

  it('far apart in a large file are not added in silence', async () => {
    const others = Array.from({ length: 5100 }, (_, n) => `X${n}`);
    await importText(
      ctx(),
      csvOf(
        'customerId,name,packageType',
        others.map((id) => `${id},Name ${id},Flexible Plan`),
      ),
      { type: 'customers' },
    );
    const rows = [
      'Akol Traders,,50.00,monthly,Active,,A1,,',
      ...others.map((id) => `Name ${id},,30.00,monthly,Active,,${id},,`),
      ',akol@example.org,20.00,monthly,Active,,A2,,',
      'akol TRADERS,,5.00,monthly,Active,,A3,,',
    ];
    const result = await load(rows);
    // Rows with the same texts are one record wherever they are, and fall with those that name the customer otherwise.
    expect([result.recordsUpdated, result.recordsFailed]).toEqual([5100, 3]);
    expect(told(result)).toContain('Write them alike, so that they are added');
    expect((await terms())[0]).toBe(BEFORE[0]);
    expect((await load(rows)).recordsUpdated).toBe(0);
  });
});

async function previewOf(rows: readonly string[]) {
  const { mkdtemp, rm, writeFile } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const { tmpdir } = await import('node:os');
  const folder = await mkdtemp(join(tmpdir(), 'nimule-fees-'));
  const path = join(folder, 'upload');
  await writeFile(path, csvOf(HEADER, rows));
  const preview = await previewFile(
    ctx(),
    { path, filename: 'file.csv' },
    { type: 'fees', show: 'all' },
  );
  await rm(folder, { recursive: true, force: true });
  return preview;
}

describe('the undo of fees', () => {
  const FILE = [
    'Akol Traders,,50.00,monthly,Active,,R1,,',
    'Deng Hotel,,60.00,monthly,Active,,R2,,',
    'Nile Clinic,,99.00,monthly,Active,,R3,,',
  ];

  it('gives fee and package back, but where they were changed since', async () => {
    await load(FILE);
    const run = await latestRun();
    const akol = await lookupCustomer(ctx(), 'SC001');
    const updates = { monthlyFeeUsd: cents(51_00) };
    await updateCustomer(ctx(), akol.id, { updates, version: akol.version });
    const deng = await lookupCustomer(ctx(), 'SC002');
    await updateCustomer(ctx(), deng.id, {
      updates: { phone: '0912345677' },
      version: deng.version,
    });
    expect((await getImportRun(ctx(), run)).mayUndo).toBe(true);
    await undoRun(ctx(), run, { wait: true });
    expect(await terms()).toEqual(['SC001 Flexible Plan 5 51.00', ...BEFORE.slice(1)]);
    expect((await getImportRun(ctx(), run)).undo).toMatchObject({
      ...{ status: 'done', removed: 0, reversed: 2, kept: 1 },
    });
    // The same file again sets them again.
    expect(await load(FILE)).toMatchObject({ recordsUpdated: 3 });
  });

  it('leaves the customers as their own import made them, so that its undo removes them', async () => {
    const customers = await latestRun();
    await load(FILE);
    const fees = await latestRun();
    await undoRun(ctx(), fees, { wait: true });
    await undoRun(ctx(), customers, { wait: true });
    expect(await terms()).toEqual([]);
  });

  it('does not hide what was changed by hand between the two', async () => {
    const customers = await latestRun();
    const akol = await lookupCustomer(ctx(), 'SC001');
    await updateCustomer(ctx(), akol.id, {
      updates: { phone: '0912345677' },
      version: akol.version,
    });
    await load(FILE);
    await undoRun(ctx(), await latestRun(), { wait: true });
    await undoRun(ctx(), customers, { wait: true });
    expect(await terms()).toEqual([BEFORE[0]]);
  });

  it('in the order of the imports keeps what a later one has set', async () => {
    await load(FILE);
    const first = await latestRun();
    await load(['Akol Traders,,70.00,monthly,Active,,R1,,']);
    await undoRun(ctx(), first, { wait: true });
    expect(await terms()).toEqual(['SC001 Flexible Plan 5 70.00', ...BEFORE.slice(1)]);
  });

  it('needs the right to change customers', async () => {
    await load(FILE);
    await expect(undoRun(ctx('technician'), await latestRun())).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});

it('of any files, the sum of the fees in the books is that of the accepted rows', async () => {
  const row = fc.record({
    name: fc.constantFrom('Akol Traders', 'Deng Hotel', 'Nile Clinic', 'Bor School', 'Nobody'),
    amount: fc.integer({ min: 0, max: 90_000 }),
    frequency: fc.constantFrom('monthly', 'every 3 months', 'yearly', 'weekly'),
    status: fc.constantFrom('active', 'paused', 'suspended'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      await sql`update customers set monthly_fee_cents = 1, package_type = 'Flexible Plan'`.execute(
        app.db,
      );
      await load(
        rows.map(({ name, amount, frequency, status }, n) =>
          [name, '', toDecimal(cents(amount)), frequency, status, '', `N${n}`, '', ''].join(','),
        ),
      );
      const run = await getImportRun(ctx(), await latestRun());
      const fees = run.reconciliation?.find(({ key }) => key === 'monthlyFees');
      expect(fees?.unexplained ?? '0.00').toBe('0.00');
      const months = { monthly: 1, 'every 3 months': 3, yearly: 12, weekly: 0 } as const;
      const expected = new Map<string, number>();
      const broken = new Set<string>(['Nobody']);
      for (const { name, amount, frequency, status } of rows) {
        if (status === 'paused') continue;
        if (months[frequency] === 0 || amount % months[frequency] !== 0) broken.add(name);
        expected.set(name, (expected.get(name) ?? 0) + amount / (months[frequency] || 1));
      }
      const { rows: held } = await sql<{ name: string; fee: number }>`
        select name, monthly_fee_cents::int as fee from customers order by id`.execute(app.db);
      for (const { name, fee } of held)
        expect([name, fee]).toEqual([name, broken.has(name) ? 1 : (expected.get(name) ?? 1)]);
    }),
    { numRuns: 12 },
  );
});
