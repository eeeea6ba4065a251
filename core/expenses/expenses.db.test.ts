import { fillSafe } from '@nimule/fixtures/testing/cash';
import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { untilBlocked } from '@nimule/fixtures/testing/databases/waiting';
import { balanceOf, expenseEntries, expenseInput } from '@nimule/fixtures/testing/expenses';
import { codeOf, refusal } from '@nimule/fixtures/testing/ledger';
import {
  contextOf,
  createMarkedApp,
  createTestApp,
  type MarkedApp,
  staff,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setOpeningDate } from '../accounting/opening/service.ts';
import { lockMonth, unlockMonth } from '../accounting/service.ts';
import { transact } from '../context.ts';
import { isoDate, isoMonth } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import {
  createExpense,
  deleteExpense,
  getExpense,
  lookupExpense,
  updateExpense,
} from './service.ts';
import { getExpenseStats, listExpenses } from './service-list.ts';

let marked: MarkedApp;
/** The marked one, or one of several connections. */
let app: TestApp;
const ctx = () => contextOf(app);
const create = (change: Parameters<typeof expenseInput>[0] = {}) =>
  createExpense(ctx(), expenseInput(change));
const entries = () => expenseEntries(app.db);
const october = { date: isoDate('2026-10-20') };

beforeAll(async () => {
  marked = await createMarkedApp();
  app = marked;
  await marked.mark();
});
afterEach(() => marked.restore());
afterAll(() => marked.close());

test('an expense is numbered in the year of its date and posted on its date', async () => {
  const first = await create();
  expect(first).toMatchObject({
    transactionId: 'TXN-2026-000001',
    amount: '120.00',
    amountUsd: 120_00,
    amountSsp: null,
    exchangeRate: 400_00,
    paid: 'paid',
    openUsd: 0,
    debitAccount: { code: '5110', name: 'Bandwidth Purchases' },
    creditAccount: { code: '1120' },
    payments: [],
  });
  await create({ date: isoDate('2025-12-31'), account: 'petty_cash' });
  const third = await create({ account: 'savings', currency: 'SSP', amount: cents(4_000_00) });
  expect(third).toMatchObject({ transactionId: 'TXN-2026-000002', amount: '4000.00' });
  expect(await lookupExpense(ctx(), 'txn-2026-000002')).toEqual(third);
  expect(await entries()).toEqual([
    'expense 1 r1 2026-11-20: 5110 120.00, 1120 -120.00',
    'expense 2 r1 2025-12-31: 5110 120.00, 1150 -120.00',
    'expense 3 r1 2026-11-20: 5110 10.00, 1140 -10.00',
  ]);
});

test('an expense in pounds is posted to the account in pounds at the rate of its day, which it keeps', async () => {
  const paid = await create({ currency: 'SSP', amount: cents(50_000_50), account: 'cash' });
  expect(paid).toMatchObject({ amount: '50000.50', amountUsd: 125_00, amountSsp: 50_000_50 });
  await updateRate(ctx(), { rate: cents(500_00), validFrom: isoDate('2026-11-21') });
  await updateExpense(ctx(), paid.id, { amount: cents(60_000_00) });
  await updateExpense(ctx(), paid.id, { date: isoDate('2026-11-21') });
  expect(await entries()).toEqual([
    'expense 1 r1 2026-11-20: 5110 125.00, 1160 -125.00 SSP -50000.50',
    'expense.reversal 1 r1 2026-11-20: 5110 -125.00, 1160 125.00 SSP 50000.50',
    'expense 1 r2 2026-11-20: 5110 150.00, 1160 -150.00 SSP -60000.00',
    'expense.reversal 1 r2 2026-11-20: 5110 -150.00, 1160 150.00 SSP 60000.00',
    'expense 1 r3 2026-11-21: 5110 120.00, 1160 -120.00 SSP -60000.00',
  ]);
});

test('what cannot be recorded is refused at its field', async () => {
  const refused = async (change: Parameters<typeof create>[0]) => {
    const { code, message, fields } = await refusal(create(change));
    return [code, message, Object.keys(fields ?? {})];
  };
  expect(await refused({ date: isoDate('2026-11-22') })).toEqual([
    'input.invalid',
    'An expense cannot be dated in the future.',
    ['date'],
  ]);
  expect(await refused({ date: isoDate('1999-12-31') })).toEqual([
    'input.invalid',
    'The date must lie between 2000 and a year from today.',
    ['date'],
  ]);
  expect(await refused({ category: 'rent' })).toEqual([
    'input.invalid',
    'The category rent does not belong to cost of sales. Choose one of: bandwidth cost, equipment cost, installation.',
    ['category'],
  ]);
  expect(await refused({ currency: 'SSP', amount: cents(100) })).toEqual([
    'input.invalid',
    "The amount is less than one US cent at that day's rate.",
    ['amount'],
  ]);
  expect(await refused({ amount: cents(300_000_001) })).toEqual([
    'input.invalid',
    'The amount cannot be above $3,000,000.00.',
    ['amount'],
  ]);
  await lockMonth(ctx(), isoMonth('2026-10'));
  expect(await refused(october)).toEqual([
    'month.locked',
    'October 2026 is locked. Choose a date in an open month or unlock it.',
    ['date'],
  ]);
  expect(await entries()).toEqual([]);
  // A refused one takes no number.
  expect((await create()).transactionId).toBe('TXN-2026-000001');
});

test('a change of money reverses and posts anew; texts and no change post nothing', async () => {
  const { id } = await create();
  await updateExpense(ctx(), id, expenseInput());
  const named = await updateExpense(ctx(), id, {
    location: 'Juba Networks Ltd',
    description: 'Transit',
    reference: 'R-1',
    notes: 'Two\nlines',
    version: 1,
  });
  expect(named).toMatchObject({ location: 'Juba Networks Ltd', notes: 'Two\nlines', version: 2 });
  expect(await entries()).toHaveLength(1);
  await updateExpense(ctx(), id, {
    expenseType: 'operating_expense',
    category: 'rent',
    account: 'credit_card',
    amount: cents(99_99),
  });
  expect((await entries()).slice(1)).toEqual([
    'expense.reversal 1 r1 2026-11-20: 5110 -120.00, 1120 120.00',
    'expense 1 r2 2026-11-20: 5910 99.99, 2120 -99.99',
  ]);
  expect(await codeOf(updateExpense(ctx(), id, { amount: cents(1), version: 2 }))).toBe(
    'expense.stale',
  );
  expect((await refusal(updateExpense(ctx(), id, { category: 'tax' }))).fields).toHaveProperty(
    'category',
  );
});

test('a correction in a locked month is posted today, and reversed where it stands', async () => {
  const { id } = await create(october);
  await lockMonth(ctx(), isoMonth('2026-10'));
  await updateExpense(ctx(), id, { amount: cents(130_00) });
  await unlockMonth(ctx(), isoMonth('2026-10'));
  await updateExpense(ctx(), id, { amount: cents(140_00) });
  await lockMonth(ctx(), isoMonth('2026-10'));
  await deleteExpense(ctx(), id);
  expect(await entries()).toEqual([
    'expense 1 r1 2026-10-20: 5110 120.00, 1120 -120.00',
    'expense.reversal 1 r1 2026-11-21: 5110 -120.00, 1120 120.00',
    'expense 1 r2 2026-11-21: 5110 130.00, 1120 -130.00',
    'expense.reversal 1 r2 2026-11-21: 5110 -130.00, 1120 130.00',
    'expense 1 r3 2026-10-20: 5110 140.00, 1120 -140.00',
    'expense.reversal 1 r3 2026-11-21: 5110 -140.00, 1120 140.00',
  ]);
  const other = await create();
  expect(await codeOf(updateExpense(ctx(), other.id, october))).toBe('month.locked');
});

test('a deleted expense is hidden, and its number stays taken', async () => {
  const { id } = await create();
  expect(await deleteExpense(ctx(), id)).toMatchObject({ transactionId: 'TXN-2026-000001' });
  expect(await codeOf(getExpense(ctx(), id))).toBe('expense.notFound');
  expect(await codeOf(deleteExpense(ctx(), id))).toBe('expense.notFound');
  expect(await codeOf(updateExpense(ctx(), id, { notes: 'x' }))).toBe('expense.notFound');
  expect(await codeOf(lookupExpense(ctx(), 'TXN-2026-000001'))).toBe('expense.notFound');
  expect((await listExpenses(ctx(), { total: true })).total).toBe(0);
  expect((await create()).transactionId).toBe('TXN-2026-000002');
});

test('two who change the same expense at once post one correction each, or one is told to reload', async () => {
  const { id } = await create();
  await Promise.all([5, 6].map((amount) => updateExpense(ctx(), id, { amount: cents(amount) })));
  const stale = await Promise.allSettled(
    [7, 8].map((amount) => updateExpense(ctx(), id, { amount: cents(amount), version: 3 })),
  );
  expect(stale.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const deleted = await Promise.allSettled([deleteExpense(ctx(), id), deleteExpense(ctx(), id)]);
  expect(deleted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await balanceOf(app.db, '5110')).toEqual({ usd: 0, ssp: 0 });
  expect(await entries()).toHaveLength(8);
});

test('the list is searched, filtered and sorted, and the cards sum dollars of both currencies', async () => {
  await create({ notes: 'Paid late', reference: 'INV 77' });
  await create({ location: 'Dɛ̈ŋ Motors', category: 'equipment_cost', amount: cents(5_00) });
  await create({ currency: 'SSP', amount: cents(40_000_00), account: 'accounts_payable' });
  await create({ date: isoDate('2025-11-20'), amount: cents(1_00) });
  await deleteExpense(ctx(), (await create({ amount: cents(9_999_00) })).id);
  const numbers = async (filter: Parameters<typeof listExpenses>[1]) =>
    (await listExpenses(ctx(), filter)).rows.map(({ id }) => id);
  expect(await numbers({})).toEqual([3, 2, 1, 4]);
  expect(await numbers({ q: 'late' })).toEqual([1]);
  expect(await numbers({ q: 'inv 77' })).toEqual([1]);
  expect(await numbers({ q: 'den motors' })).toEqual([2]);
  expect(await numbers({ q: 'txn-2026-000003' })).toEqual([3]);
  expect(await numbers({ category: 'equipment_cost' })).toEqual([2]);
  expect(await numbers({ paid: 'open' })).toEqual([3]);
  expect(await numbers({ paid: 'paid', sort: 'amountUsd' })).toEqual([4, 2, 1]);
  expect(await numbers({ currency: 'SSP', account: 'all' })).toEqual([3]);
  expect(await numbers({ month: isoMonth('2025-11') })).toEqual([4]);
  expect(await numbers({ from: isoDate('2026-01-01'), sort: '-location' })).toEqual([3, 1, 2]);
  expect(await getExpenseStats(ctx())).toEqual({
    totalUsd: 226_00,
    count: 4,
    thisMonthUsd: 225_00,
    bandwidthUsd: 221_00,
    unpaidUsd: 100_00,
    unpaidCount: 1,
  });
});

test('a change of texts keeps the accounts that the expense is posted to', async () => {
  const { id } = await create();
  await asOwner(app, `update expenses set debit_account = '5940' where id = ${id}`);
  const changed = await updateExpense(ctx(), id, { notes: 'Paid late' });
  expect(changed.debitAccount.code).toBe('5940');
});

describe('at once', () => {
  beforeEach(async () => {
    app = await createTestApp();
  });
  afterEach(async () => {
    await app.close();
    app = marked;
  });

  test('a user cannot take more from petty cash than it holds, and pays an edited expense from what comes back', async () => {
    await fillSafe(app, { usd: 100_00, ssp: 5_000_00, petty: true });
    const clerk = contextOf(app, staff('billing'));
    const refused = { kind: 'rule', code: 'petty.short' };
    const make = (amount: number, currency: 'USD' | 'SSP' = 'USD') =>
      createExpense(
        clerk,
        expenseInput({ account: 'petty_cash', amount: cents(amount), currency }),
      );
    const results = await Promise.allSettled([make(60_00), make(60_00)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(make(40_01)).rejects.toMatchObject(refused);
    await expect(make(5_000_01, 'SSP')).rejects.toMatchObject(refused);
    await make(5_000_00, 'SSP');
    const { rows } = await sql<{ id: number }>`select min(id) as id from expenses`.execute(app.db);
    const { id } = rows[0]!;
    await expect(updateExpense(clerk, id, { amount: cents(100_01) })).rejects.toMatchObject(
      refused,
    );
    expect(await updateExpense(clerk, id, { amount: cents(100_00) })).toMatchObject({
      amountUsd: 100_00,
    });
    // The shell records what has happened already.
    await create({ account: 'petty_cash' });
  });

  test('the opening date waits for an expense that is being recorded, and stays before it', async () => {
    let moving: Promise<string | undefined> | undefined;
    await transact(ctx(), async (tx) => {
      await createExpense(tx, expenseInput(october));
      moving = codeOf(setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') }));
      await untilBlocked(app);
    });
    expect(await moving).toBe('openingDate.posted');
  });
});
