import { balanceOf, expenseEntries, expenseInput } from '@nimule/fixtures/testing/expenses';
import { codeOf, refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockMonth } from '../../accounting/service.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { createExpense, deleteExpense, getExpense, updateExpense } from '../service.ts';
import { payExpense, reverseExpensePayment } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app);
const owe = (change: Parameters<typeof expenseInput>[0] = {}) =>
  createExpense(ctx(), expenseInput({ account: 'accounts_payable', ...change }));
const inPounds = { currency: 'SSP', amount: cents(40_000_00) } as const;
const since = async (count: number) => (await expenseEntries(app.db)).slice(count);

beforeAll(async () => {
  app = await createTestApp();
  await updateRate(ctx(), { rate: cents(500_00), validFrom: isoDate('2026-11-21') });
});
afterAll(() => app.close());

test('an expense in pounds is paid in parts, with the differences in exchange', async () => {
  const { id } = await owe(inPounds);
  expect((await getExpense(ctx(), id)).creditAccount.code).toBe('2140');
  const first = await payExpense(ctx(), id, { amount: cents(10_000_00), account: 'cash' });
  expect(first).toMatchObject({ paid: 'part', openUsd: 75_00, openSsp: 30_000_00 });
  await payExpense(ctx(), id, { amount: cents(20_00), currency: 'USD', account: 'checking' });
  await updateRate(ctx(), { rate: cents(200_00), validFrom: isoDate('2026-11-21') });
  const whole = await payExpense(ctx(), id, { account: 'savings', reference: 'T 7', version: 3 });
  expect(whole).toMatchObject({ paid: 'paid', openUsd: 0, openSsp: 0, version: 4 });
  expect(whole.payments.at(-1)).toMatchObject({ amountSsp: 20_000_00, reference: 'T 7' });
  expect(await getExpense(ctx(), id)).toEqual(whole);
  expect(await since(0)).toEqual([
    'expense 1 r1 2026-11-20: 5110 100.00, 2140 -100.00 SSP -40000.00',
    'expense.payment 1 r1 2026-11-21: 2140 25.00 SSP 10000.00, 1160 -20.00 SSP -10000.00, 4520 -5.00',
    'expense.payment 2 r1 2026-11-21: 2140 25.00 SSP 10000.00, 1120 -20.00, 4520 -5.00',
    'expense.payment 3 r1 2026-11-21: 2140 50.00 SSP 20000.00, 1140 -100.00, 5620 50.00',
  ]);
  expect(await balanceOf(app.db, '2140')).toEqual({ usd: 0, ssp: 0 });
  expect(await codeOf(payExpense(ctx(), id, { account: 'cash' }))).toBe('expense.paid');
});

test('a reversed payment opens the expense again, once', async () => {
  const before = (await since(0)).length;
  const { id } = await owe();
  const { payments } = await payExpense(ctx(), id, { account: 'credit_card' });
  const paymentId = payments[0]!.id;
  const reverse = () => reverseExpensePayment(ctx(), { id, paymentId }, 'Card refused');
  const both = await Promise.allSettled([reverse(), reverse()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await codeOf(reverse())).toBe('expense.paymentReversed');
  expect(await codeOf(reverseExpensePayment(ctx(), { id: 1, paymentId }, 'x'))).toBe(
    'payment.notFound',
  );
  expect(await getExpense(ctx(), id)).toMatchObject({
    paid: 'unpaid',
    openUsd: 120_00,
    payments: [{ reversedOn: '2026-11-21', reversalReason: 'Card refused' }],
  });
  expect(await since(before)).toEqual([
    `expense ${id} r1 2026-11-20: 5110 120.00, 2110 -120.00`,
    `expense.payment ${paymentId} r1 2026-11-21: 2110 120.00, 2120 -120.00`,
    `expense.payment.reversal ${paymentId} r1 2026-11-21: 2110 -120.00, 2120 120.00`,
  ]);
});

test('what is paid keeps the money of the expense; its texts can change', async () => {
  const { id } = await owe();
  const paid = await payExpense(ctx(), id, { amount: cents(20_00), account: 'cash' });
  const { code, message } = await refusal(updateExpense(ctx(), id, { amount: cents(130_00) }));
  expect([code, message]).toEqual([
    'expense.hasPayments',
    `${paid.transactionId} has payments. Its date, amount, currency, category and account cannot change. Reverse its payments first.`,
  ]);
  expect(await codeOf(deleteExpense(ctx(), id))).toBe('expense.hasPayments');
  expect(await updateExpense(ctx(), id, { notes: 'Half in May', location: 'Other' })).toMatchObject(
    { notes: 'Half in May', location: 'Other', openUsd: 100_00 },
  );
  await reverseExpensePayment(ctx(), { id, paymentId: paid.payments[0]!.id }, 'Wrong');
  await deleteExpense(ctx(), id);
});

test('what cannot be paid is refused at its field', async () => {
  const { id } = await owe({ date: isoDate('2026-10-20') });
  const refused = async (input: Partial<Parameters<typeof payExpense>[2]>) => {
    const { code, fields } = await refusal(payExpense(ctx(), id, { account: 'cash', ...input }));
    return [code, ...Object.keys(fields ?? {})];
  };
  expect(await refused({ amount: cents(120_01) })).toEqual(['input.invalid', 'amount']);
  expect(await refused({ paymentDate: isoDate('2026-11-22') })).toEqual([
    'input.invalid',
    'paymentDate',
  ]);
  expect(await refused({ paymentDate: isoDate('2026-10-19') })).toEqual([
    'input.invalid',
    'paymentDate',
  ]);
  expect(await refused({ version: 9 })).toEqual(['expense.stale']);
  await lockMonth(ctx(), isoMonth('2026-10'));
  expect(await refused({ paymentDate: isoDate('2026-10-25') })).toEqual([
    'month.locked',
    'paymentDate',
  ]);
  const atOnce = await createExpense(ctx(), expenseInput());
  expect(await codeOf(payExpense(ctx(), atOnce.id, { account: 'cash' }))).toBe(
    'expense.notOnAccount',
  );
});

test('two payments of the whole at once pay it once', async () => {
  const { id } = await owe();
  const pay = () => payExpense(ctx(), id, { account: 'cash' });
  const both = await Promise.allSettled([pay(), pay()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await getExpense(ctx(), id)).payments).toHaveLength(1);
});

test('the reference of another payment from the account is asked about, and of two at once (decision 66)', async () => {
  const sent = { account: 'checking', amount: cents(1_00) } as const;
  const { id } = await createExpense(ctx(), expenseInput({ account: 'accounts_payable' }));
  const paid = await createExpense(
    ctx(),
    expenseInput({ account: 'checking', location: 'Juba Power', reference: 'TT 100' }),
  );
  const question = {
    ...{ kind: 'conflict', code: 'payment.referenceUsed' },
    message: `The payment of ${paid.transactionId} to Juba Power, 20 Nov 2026, has the reference tt100 too. Is this other money?`,
  };
  await expect(payExpense(ctx(), id, { ...sent, reference: 'tt100' })).rejects.toMatchObject(
    question,
  );
  await payExpense(ctx(), id, { ...sent, reference: 'tt100', sameReference: true });
  // Blank ones, and those of another account, are not asked about.
  for (const other of [{}, { reference: ' ' }, { account: 'savings', reference: 'TT100' } as const])
    await payExpense(ctx(), id, { ...sent, ...other });
  const both = await Promise.allSettled(
    [1, 2].map(() => payExpense(ctx(), id, { ...sent, reference: 'TT 200' })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
