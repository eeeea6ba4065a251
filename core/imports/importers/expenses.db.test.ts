import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setOpeningDate } from '../../accounting/opening/service.ts';
import { trialBalance } from '../../accounting/service.ts';
import { transact } from '../../context.ts';
import { importExpenseFile } from '../../expenses/import/service-file.ts';
import { payExpense } from '../../expenses/payments/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { createOrdinals } from '../rules-records.ts';
import { getImportRun } from '../runs/service-history.ts';
import type { ImportInput } from '../schema.ts';
import { importFile } from '../service.ts';
import { undoRun } from '../undo/service.ts';

let app: MarkedApp;
let folder: string;
const ctx = () => contextOf(app, staff('super_admin'));
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-expense-file-'));
  await app.mark();
});
afterEach(() => app.restore());
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(text: string, input: Partial<ImportInput> = {}, by = ctx()) {
  const path = join(folder, 'upload');
  await writeFile(path, text);
  return importFile(by, { filename: 'file.csv', path, size: 1 }, { type: 'expenses', ...input });
}
const stored = async () =>
  (
    await sql<
      Record<string, unknown>
    >`select expense_date as date, location, category, account, amount_cents::int as usd,
      ssp_cents::int as ssp from expenses where deleted_at is null order by id`.execute(app.db)
  ).rows;
const balanceOf = async (code: string) => {
  const { accounts } = await trialBalance(ctx(), { month: 11, year: 2026 });
  const found = accounts.find((one) => one.code === code);
  return found ? found.debit - found.credit : 0;
};
const FILE = `Date,Vendor,Category,Amount,Notes
02/11/2026,Nile Fuel,Diesel,200.00,generator
03/11/2026,Juba Net,Bandwidth,"1,000.00",transit
03/11/2026,Juba Net,Bandwidth,"1,000.00",transit
04/11/2026,Juba Net,Bandwidth,-5.00,refund
05/11/2026,,Rent,10,
06/11/2027,Late,Rent,10,
`;
const VALUES = { value: JSON.stringify({ 'category.Diesel': 'utilities' }) };

it('records the expenses of a file once, on account unless it says how they were paid', async () => {
  const first = await load(FILE, VALUES);
  expect([first.recordsCreated, first.recordsFailed]).toEqual([3, 3]);
  expect(first.errors.join('\n')).toContain('An expense is above zero');
  expect(first.errors.join('\n')).toContain('location: The vendor is required.');
  expect(first.warnings.join('\n')).toContain('recorded on account');
  expect(await stored()).toEqual([
    {
      ...{ date: '2026-11-02', location: 'Nile Fuel', category: 'utilities' },
      ...{ account: 'accounts_payable', usd: 200_00, ssp: null },
    },
    ...[1, 2].map(() => ({
      ...{ date: '2026-11-03', location: 'Juba Net', category: 'bandwidth_cost' },
      ...{ account: 'accounts_payable', usd: 1000_00, ssp: null },
    })),
  ]);
  const again = await load(FILE, VALUES);
  expect([again.recordsCreated, again.recordsUnchanged]).toEqual([0, 3]);
  const third = FILE.replace(
    '04/11/2026,Juba Net,Bandwidth,-5.00',
    '03/11/2026,Juba Net,Bandwidth,1000',
  );
  expect((await load(third, VALUES)).recordsCreated).toBe(1);
  expect((await checkBooks(ctx())).isSound).toBe(true);
});

it('books pounds at the rate of the day, and what was paid from where it was paid', async () => {
  const text = 'Date,Vendor,Category,SSP,Paid From\n2026-11-02,Shop,Rent,40000,Bank\n';
  expect((await load(text)).errors).toEqual([]);
  expect(await stored()).toMatchObject([{ account: 'checking', usd: 100_00, ssp: 40_000_00 }]);
});

it('is reconciled with the books and undone without a trace, but for what was paid since', async () => {
  await load(FILE, VALUES);
  const run = await getImportRun(ctx(), 1);
  expect(run.reconciliation).toMatchObject([
    { key: 'expenses', file: '6', books: '3', refused: '3', unexplained: '0' },
    { key: 'amount', file: '2215.00', books: '2200.00', refused: '15.00', unexplained: '0.00' },
    { key: 'onAccount', file: '2215.00', books: '2200.00', refused: '15.00', unexplained: '0.00' },
  ]);
  const { rows } = await sql<{ id: number }>`select id from expenses order by id`.execute(app.db);
  await payExpense(ctx(), rows[0]!.id, {
    paymentDate: isoDate('2026-11-21'),
    account: 'checking',
  } as never);
  await undoRun(ctx(), 1, { wait: true });
  expect((await getImportRun(ctx(), 1)).undo).toMatchObject({
    status: 'done',
    reversed: 2,
    kept: 1,
  });
  expect(await stored()).toMatchObject([{ location: 'Nile Fuel' }]);
  expect(await balanceOf('5110')).toBe(0);
  expect((await load(FILE, VALUES)).recordsCreated).toBe(2);
  expect((await checkBooks(ctx())).isSound).toBe(true);
});

it('needs a category, and the right to post entries', async () => {
  await expect(load('Date,Vendor,Amount\n2026-11-02,Shop,5\n')).resolves.toMatchObject({
    recordsFailed: 1,
    errors: [expect.stringContaining('category: Say what the expense is for')],
  });
  const support = contextOf(app, staff('support'));
  await expect(load(FILE, VALUES, support)).rejects.toMatchObject({ kind: 'forbidden' });
});

const BILLS = 'Bill Number,Bill Date,Supplier,Due Date,Total,Open Balance,Status,Category,Currency';
const bills = (...rows: string[]) => `${BILLS}\n${rows.join('\n')}\n`;
const notesOf = async () =>
  (await sql<{ notes: string }>`select notes from expenses order by id`.execute(app.db)).rows.map(
    ({ notes }) => notes,
  );

it('tells paid bills from unpaid ones, and refuses those that are partly paid', async () => {
  const text = bills(
    'B1,2026-11-02,Juba Net,2026-12-02,900.00,900.00,Open,Bandwidth,',
    'B2,2026-11-03,Juba Net,2026-12-03,100.00,0.00,Paid,Bandwidth,',
    'B3,2026-11-03,Juba Net,2026-12-03,70.00,30.00,Partially Paid,Bandwidth,',
    'B4,2026-11-03,Juba Net,2026-12-03,80.00,80.00,Paid,Bandwidth,',
    'B5,2026-11-03,Juba Net,2026-12-03,50.00,,Void,Bandwidth,',
    'B6,2026-10-03,Juba Net,2026-12-03,50.00,50.00,Open,Bandwidth,',
  );
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  const asked = await load(text, { dryRun: true });
  expect(asked.errors.join('\n')).toContain('It is paid. Say from which account');
  const result = await load(text, { set: JSON.stringify({ account: 'checking' }) });
  expect([result.recordsCreated, result.recordsFailed]).toEqual([2, 3]);
  const told = [...result.warnings, ...result.errors].join('\n');
  expect(told).toContain('It is not paid yet, so it is recorded on account');
  expect(told).toContain('An expense has no due date here');
  expect(told).toContain('It is partly paid, with 30.00 open');
  expect(told).toContain('The row says paid, and 80.00 of 80.00 are open');
  expect(told).toContain('Row 6: left out, because drafts and cancelled bills are no expenses');
  expect(told).toContain('part of 2110 Trade Payables in the opening trial balance');
  expect((await stored()).map(({ account, usd }) => [account, usd])).toEqual([
    ['accounts_payable', 900_00],
    ['checking', 100_00],
  ]);
  expect(await notesOf()).toEqual(['Due 2 Dec 2026', '']);
  // The bill is paid in the former system since: an import pays nothing, and says so.
  const later = text.replace('900.00,900.00,Open', '900.00,0.00,Paid');
  const again = await load(later, { set: JSON.stringify({ account: 'checking' }) });
  expect([again.recordsCreated, again.recordsUnchanged]).toEqual([0, 2]);
  expect(again.warnings.join('\n')).toContain('it is on account here and stays so');
  const { reconciliation } = await getImportRun(ctx(), 1);
  expect(reconciliation?.find(({ key }) => key === 'onAccount')).toMatchObject({
    books: '900.00',
    unexplained: '0.00',
  });
  expect((await checkBooks(ctx())).isSound).toBe(true);
});

it('reads the currency of each row, and knows an expense again at another rate', async () => {
  const text = bills(
    'B1,2026-11-02,Juba Net,,40000.00,,,Rent,SSP',
    'B2,2026-11-02,Nairobi Net,,12950.00,,,Bandwidth,KES',
  );
  const refused = await load(text, { dryRun: true });
  expect(refused.errors.join('\n')).toContain('KES is neither US dollars nor');
  const at = (rate: string) => ({ value: JSON.stringify({ 'currency.KES': rate }) });
  const result = await load(text, at('129.50'));
  expect(result.errors).toEqual([]);
  expect((await stored()).map(({ usd, ssp }) => [usd, ssp])).toEqual([
    [100_00, 40_000_00],
    [100_00, null],
  ]);
  expect(await notesOf()).toEqual(['', 'KES 12,950.00 at 129.50']);
  expect((await load(text, at('130'))).recordsUnchanged).toBe(2);
  const { reconciliation } = await getImportRun(ctx(), 1);
  for (const { unexplained } of reconciliation ?? []) expect(Number(unexplained)).toBe(0);
});

it('asks about a list whose amounts are mostly below zero, as those of a statement', async () => {
  const text =
    'Date,Payee,Category,Amount\n2026-11-02,Shop,Rent,-5\n2026-11-03,Pay,Rent,900\n2026-11-03,Shop,Rent,-6\n';
  await expect(load(text, { type: 'general' })).rejects.toThrow('Most amounts are below zero');
  const turned = await load(text.replace('2026-11-03,Pay,Rent,900\n', ''), {
    map: JSON.stringify({ amountUsd: '-Amount' }),
  });
  expect(turned.recordsCreated).toBe(2);
});

it('records equal rows of two batches, and the second time none', async () => {
  const row = {
    date: isoDate('2026-11-03'),
    location: 'Juba Net',
    category: 'bandwidth_cost' as const,
    amountUsd: cents(100_00),
    account: 'cash' as const,
  };
  const made = async () => {
    const ordinalOf = createOrdinals();
    const numbers: number[] = [];
    for (const batch of [[row], [{ ...row }]])
      numbers.push(
        (
          await transact(ctx(), (tx) =>
            importExpenseFile(tx, batch, { dryRun: false, ordinalOf, bills: new Map() }),
          )
        ).created,
      );
    return numbers;
  };
  expect(await made()).toEqual([1, 1]);
  expect(await made()).toEqual([0, 0]);
});

it('takes a bill among expenses for unpaid, whatever account is set, and refuses what rounds to nothing', async () => {
  const file = `Date,Type,Vendor,Category,Amount,Currency
02/11/2026,Bill,Nile Fuel,Diesel,200.00,USD
03/11/2026,Expense,Juba Net,Diesel,10.00,USD
04/11/2026,Expense,Juba Net,Diesel,0.50,KES
`;
  const result = await load(file, {
    map: JSON.stringify({ kind: 'Type' }),
    set: JSON.stringify({ account: 'cash' }),
    value: JSON.stringify({ 'category.Diesel': 'utilities', 'currency.KES': '129.50' }),
  });
  expect((await stored()).map(({ account, usd }) => [account, usd])).toEqual([
    ['accounts_payable', 200_00],
    ['cash', 10_00],
  ]);
  expect(result.errors.join()).toContain('less than one US cent');
});
