import { entryInput } from '@nimule/fixtures/testing/ledger';
import {
  contextOf,
  createMarkedApp,
  createTestApp,
  type MarkedApp,
  staff,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { createJournalEntry } from '../journal/service.ts';
import { listAccounts } from '../service.ts';
import type { AccountRow } from './rules-node.ts';
import { importAccounts, removeImportedAccounts } from './service.ts';

let marked: MarkedApp;
/** The marked one, or one of several connections. */
let app: TestApp;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  marked = await createMarkedApp('2026-11-21T08:00:00Z');
  app = marked;
  await marked.mark();
});
afterEach(() => marked.restore());
afterAll(() => marked.close());

const importRows = (rows: AccountRow[], dryRun = false) =>
  transact(ctx(), (tx) => importAccounts(tx, rows, { dryRun }));

async function placed(...codes: string[]) {
  const accounts = await listAccounts(ctx());
  return accounts
    .filter(({ code }) => codes.includes(code))
    .map(({ code, type, parentCode, level, isCash }) => [code, type, parentCode, level, isCash]);
}

const chart: AccountRow[] = [
  { code: '6110', name: 'Fuel', type: 'Expense', parent: '6100' },
  { code: '6100', name: 'Vehicles', type: 'Expense', parent: '5000' },
  { code: '1165', name: 'KCB Bank', type: 'Bank' },
  { code: '300', name: 'Furniture', type: 'Fixed Assets' },
  { name: 'Insurance', type: 'Expenses' },
  { name: 'Insurance:Vehicles', type: 'Expenses' },
];

describe('importAccounts', () => {
  it('writes a chart once, in any order of its rows, and counts the same without writing', async () => {
    const before = await listAccounts(ctx());
    const preview = await importRows(chart, true);
    expect(await listAccounts(ctx())).toEqual(before);

    const made = await importRows(chart);
    expect({ ...made, made: [] }).toEqual(preview);
    // With the group Other Assets.
    expect(made.made).toHaveLength(7);
    expect(made).toMatchObject({ created: 6, updated: 0, unchanged: 0, errors: [] });
    expect(await placed('6100', '6110', '1165', '300', '1900')).toEqual([
      ['1165', 'ASSET', '1100', 2, true],
      ['1900', 'ASSET', '1000', 1, false],
      ['300', 'ASSET', '1900', 2, false],
      ['6100', 'EXPENSE', '5000', 1, false],
      ['6110', 'EXPENSE', '6100', 2, false],
    ]);
    const again = await importRows(chart);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 6, changes: [], notes: [] });
  });

  it('can be posted to, and keeps the type of accounts with entries', async () => {
    await importRows(chart);
    await createJournalEntry(
      ctx(),
      entryInput('2026-11-20', [
        ['6110', 500, 0],
        ['1165', 0, 500],
      ]),
    );
    const moved = await importRows([{ code: '6110', type: 'Income' }]);
    expect(moved.errors).toEqual([
      { index: 0, message: 'type: 6110 Fuel has entries, so it stays EXPENSE.' },
    ]);
    const renamed = await importRows([{ code: '6110', name: 'Diesel' }]);
    expect(renamed).toMatchObject({
      updated: 1,
      notes: [
        { index: 0, message: 'name: 6110 is Fuel and has entries; it is renamed to Diesel.' },
      ],
      changes: [
        {
          index: 0,
          label: '6110 Diesel',
          fields: [{ field: 'name', before: 'Fuel', after: 'Diesel' }],
        },
      ],
    });
  });

  it('writes what an account means, and changes it while the account has no entries', async () => {
    const file: AccountRow[] = [
      { code: '1165', name: 'Stanbic', type: 'Bank', currency: 'SSP' },
      { code: '5960', name: 'Fines', type: 'Expense', expenseClass: 'non_operating' },
    ];
    await importRows(file);
    const meant = async (code: string) => {
      const found = (await listAccounts(ctx())).find((one) => one.code === code)!;
      return [found.type, found.isCash, found.currency, found.cashFlow, found.expenseClass];
    };
    expect(await meant('1165')).toEqual(['ASSET', true, 'SSP', 'operating', null]);
    expect(await meant('5960')).toEqual(['EXPENSE', false, 'USD', 'operating', 'non_operating']);
    const changed = await importRows([
      { code: '1165', currency: 'USD', type: 'Expense' },
      { code: '5960', expenseClass: 'operating', cashFlow: 'investing' },
    ]);
    expect(changed).toMatchObject({ updated: 2, errors: [] });
    expect(changed.changes.find(({ label }) => label === '5960 Fines')?.fields).toEqual([
      { field: 'cashFlow', before: 'operating', after: 'investing' },
      { field: 'expenseClass', before: 'non_operating', after: 'operating' },
    ]);
    expect(await meant('1165')).toEqual(['EXPENSE', false, 'USD', 'operating', 'operating']);
    expect(await meant('5960')).toEqual(['EXPENSE', false, 'USD', 'investing', 'operating']);
  });
});

describe('removeImportedAccounts', () => {
  it('keeps accounts with entries and those above them', async () => {
    const { made } = await importRows(chart);
    await createJournalEntry(
      ctx(),
      entryInput('2026-11-20', [
        ['6110', 500, 0],
        ['1120', 0, 500],
      ]),
    );
    const ids = made.map(({ id }) => id);
    const undo = () => transact(ctx(), (tx) => removeImportedAccounts(tx, ids));
    const { removed, kept } = await undo();
    expect(removed).toBe(5);
    expect(kept).toEqual([
      {
        entity: 'account',
        entityId: expect.any(Number),
        label: '6100 Vehicles',
        reason: 'Accounts below it stay.',
      },
      {
        entity: 'account',
        entityId: expect.any(Number),
        label: '6110 Fuel',
        reason: 'It has entries.',
      },
    ]);
    expect((await undo()).removed).toBe(0);
  });
});

describe('importAccounts from several connections', () => {
  beforeAll(async () => {
    app = await createTestApp('2026-11-21T08:00:00Z');
  });
  afterAll(async () => {
    await app.close();
    app = marked;
  });

  it('two at once write each account once', async () => {
    const [a, b] = await Promise.all([importRows(chart), importRows(chart)]);
    expect([a!.created + b!.created, a!.unchanged + b!.unchanged]).toEqual([6, 6]);
  });
});
