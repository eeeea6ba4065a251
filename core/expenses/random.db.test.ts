import { balanceOf, expenseInput } from '@nimule/fixtures/testing/expenses';
import { expectStatementsTie } from '@nimule/fixtures/testing/financial';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockMonth, unlockMonth } from '../accounting/service.ts';
import { addDays, addMonths, isoDate, isoMonth, monthOf } from '../kernel/dates.ts';
import { isAppError } from '../kernel/errors.ts';
import { cents } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import { checkBooks } from '../reports/checks/service.ts';
import { payExpense, reverseExpensePayment } from './payments/service.ts';
import { createExpense, deleteExpense, getExpense, updateExpense } from './service.ts';

// Random expenses, changes, payments and their reversals, with months that are locked and rates that change.

let app: TestApp;
let today = isoDate('2025-11-03');
const ctx = () => contextOf(app);

beforeAll(async () => {
  app = await createTestApp(`${today}T08:00:00Z`);
});
afterAll(() => app.close());

const step = fc.record({
  kind: fc.constantFrom(
    ...(['day', 'rate', 'lock', 'unlock', 'delete', 'reverse', 'reverse'] as const),
    ...(['create', 'create', 'create', 'create', 'create', 'pay', 'pay', 'pay', 'pay'] as const),
    ...(['change', 'change', 'change'] as const),
  ),
  daysAgo: fc.integer({ min: 0, max: 50 }),
  amount: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 5_000_000 })),
  currency: fc.constantFrom('USD' as const, 'SSP' as const),
  type: fc.constantFrom(
    { expenseType: 'cost_of_sales', category: 'bandwidth_cost' } as const,
    { expenseType: 'operating_expense', category: 'rent' } as const,
    { expenseType: 'non_operating_expense', category: 'tax' } as const,
  ),
  account: fc.constantFrom('checking', 'savings', 'cash', 'credit_card', 'petty_cash' as const),
  isOnAccount: fc.boolean(),
  /** Whether all that is open is paid, or only the amount is changed. */
  isWhole: fc.boolean(),
  /** Which of the last expenses. */
  back: fc.integer({ min: 0, max: 12 }),
  rate: fc.integer({ min: 200_00, max: 900_00 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function apply({ kind, daysAgo, amount: size, ...one }: Step): Promise<unknown> {
  const date = addDays(today, -daysAgo);
  const [amount, { currency, account, isWhole }] = [cents(size), one];
  const booked = one.isOnAccount ? 'accounts_payable' : account;
  const { rows } = await sql<{
    id: number;
  }>`select coalesce(max(id), 0) as id from expenses`.execute(app.db);
  const id = Math.max(1, Number(rows[0]!.id) - one.back);
  switch (kind) {
    case 'day':
      today = addDays(today, 1 + (daysAgo % 12));
      return app.time.set(`${today}T08:00:00Z`);
    case 'rate':
      return updateRate(ctx(), { rate: cents(one.rate), validFrom: today });
    case 'lock':
      return lockMonth(ctx(), monthOf(date));
    case 'unlock':
      return unlockMonth(ctx(), monthOf(date));
    case 'create':
      return createExpense(
        ctx(),
        expenseInput({ ...one.type, date, amount, currency, account: booked }),
      );
    case 'change':
      return updateExpense(
        ctx(),
        id,
        isWhole ? { amount } : { ...one.type, date, currency, account: booked },
      );
    case 'delete':
      return deleteExpense(ctx(), id);
    case 'pay':
      return payExpense(ctx(), id, { account, currency, ...(isWhole ? {} : { amount }) });
    case 'reverse': {
      const paymentId = (await getExpense(ctx(), id)).payments.at(-1)?.id;
      return paymentId && reverseExpensePayment(ctx(), { id, paymentId }, 'Bounced');
    }
  }
}

const months = Array.from({ length: 16 }, (_, n) => addMonths(isoMonth('2025-09'), n));

async function unlockAll(): Promise<void> {
  for (const month of months) await unlockMonth(ctx(), month).catch(() => {});
}

async function expectSound(): Promise<void> {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
}

test('whatever is recorded, changed and paid, the books are sound, and payables end at zero', async () => {
  const done = new Map<string, number>();
  for (const [index, one] of fc.sample(step, 240).entries()) {
    // A locked month refuses nearly every step until it is unlocked: each quarter of the run starts without one.
    if (index % 60 === 0) await unlockAll();
    try {
      await apply(one);
      done.set(one.kind, (done.get(one.kind) ?? 0) + 1);
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
    if (index % 60 === 59) await expectSound();
  }
  expect([...done.keys()]).toEqual(expect.arrayContaining(['create', 'change', 'pay', 'lock']));
  await unlockAll();
  const { rows } = await sql<{ id: number }>`select id from expenses
    where deleted_at is null and account = 'accounts_payable' and settled_cents < amount_cents`.execute(
    app.db,
  );
  for (const [index, { id }] of rows.entries())
    await payExpense(ctx(), id, {
      account: 'checking',
      currency: index % 2 === 0 ? 'USD' : 'SSP',
    });
  for (const code of ['2110', '2140'])
    expect(await balanceOf(app.db, code)).toEqual({ usd: 0, ssp: 0 });
  await expectSound();
  await expectStatementsTie(ctx(), months);
});
