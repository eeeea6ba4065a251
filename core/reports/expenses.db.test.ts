import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { expenseInput } from '@nimule/fixtures/testing/expenses';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { importExpenses } from '../expenses/import/service.ts';
import { payExpense, reverseExpensePayment } from '../expenses/payments/service.ts';
import { createExpense, deleteExpense, updateExpense } from '../expenses/service.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import { listAuditLog } from './audit/service.ts';
import { checkBooks, expenseChecks } from './checks/service.ts';
import { getHistory } from './history/service.ts';
import { getDashboardStats } from './service.ts';

let app: TestApp;
let ctx: Ctx;

// 1: 120.00 by bank, changed once. 2: SSP 40,000 on account, half of it paid at another rate, and a payment reversed.
// 3: deleted. 4: 50.00 on account, paid in pounds.
beforeAll(async () => {
  app = await createMarkedApp();
  ctx = contextOf(app);
  await createExpense(ctx, expenseInput());
  await updateExpense(ctx, 1, { amount: cents(130_00) });
  const onAccount = { account: 'accounts_payable' } as const;
  await createExpense(
    ctx,
    expenseInput({ ...onAccount, currency: 'SSP', amount: cents(40_000_00) }),
  );
  await updateRate(ctx, { rate: cents(500_00), validFrom: isoDate('2026-11-21') });
  await payExpense(ctx, 2, { amount: cents(20_000_00), account: 'cash' });
  const { payments } = await payExpense(ctx, 2, { account: 'checking' });
  await reverseExpensePayment(ctx, { id: 2, paymentId: payments[1]!.id }, 'Bounced');
  await createExpense(ctx, expenseInput());
  await deleteExpense(ctx, 3);
  await createExpense(ctx, expenseInput({ ...onAccount, amount: cents(50_00) }));
  await payExpense(ctx, 4, { account: 'petty_cash', currency: 'SSP' });
});
afterAll(() => app.close());

const [inLedger, revisions, payments, once, settled, open, numbers] = expenseChecks.map(
  ({ name }) => name,
) as [string, string, string, string, string, string, string];

const after = (...damage: string[]) =>
  unsoundAfter(app, damage, async (db) => (await checkBooks({ ...ctx, db })).checks, [
    'journal_lines',
    'journal_entries',
  ]);

test('sound books have no violations', async () => {
  expect(await after()).toEqual({});
});

test('an expense whose amount, account or pounds differ from its posting is named', async () => {
  expect(await after('update expenses set amount_cents = 13001 where id = 1')).toEqual({
    [inLedger]:
      'TXN-2026-000001 on 1120: amount -130.01 and SSP 0.00, posted -130.00 and SSP 0.00; TXN-2026-000001 on 5110: amount 130.01 and SSP 0.00, posted 130.00 and SSP 0.00',
  });
  expect(await after("update expenses set debit_account = '5910' where id = 1")).toMatchObject({
    [inLedger]: expect.stringContaining('on 5910: amount 130.00'),
  });
  expect(await after('update expenses set ssp_cents = 4000001 where id = 2')).toEqual({
    [inLedger]:
      'TXN-2026-000002 on 2140: amount -100.00 and SSP -40000.01, posted -100.00 and SSP -40000.00',
    [open]: 'TXN-2026-000002 on 2140: open 50.00 and SSP 20000.01, owed 50.00 and SSP 20000.00',
  });
});

test('an expense that was deleted or changed without its posting is named', async () => {
  expect(await after('update expenses set deleted_at = null where id = 3')).toMatchObject({
    [inLedger]: expect.stringContaining('TXN-2026-000003 on 5110'),
    [revisions]: 'TXN-2026-000003: revision 1, 1 posted, 1 reversed',
  });
  expect(await after('update expenses set revision = 3 where id = 1')).toEqual({
    [revisions]: 'TXN-2026-000001: revision 3, 2 posted, 1 reversed',
  });
});

test('a payment that is not what is posted or settled is named', async () => {
  expect(await after('update expense_payments set amount_cents = 4001 where id = 1')).toEqual({
    [payments]:
      'TXN-2026-000002, payment id 1 on 1160: paid 40.01 and SSP 20000.00, posted 40.00 and SSP 20000.00',
  });
  expect(
    await after(
      "update expense_payments set reversed_on = '2026-11-21', reversed_at = now() where id = 1",
    ),
  ).toEqual({
    [payments]:
      'TXN-2026-000002, payment id 1 on 1160: paid 0.00 and SSP 0.00, posted 40.00 and SSP 20000.00',
    [once]: 'TXN-2026-000002, payment id 1: 1 posted, 0 reversed',
    [settled]: 'TXN-2026-000002: settled 50.00 and SSP 20000.00, payments 0.00 and SSP 0.00',
  });
  expect(await after('update expenses set settled_cents = 4999 where id = 4')).toEqual({
    [settled]: 'TXN-2026-000004: settled 49.99 and SSP 0.00, payments 50.00 and SSP 0.00',
    [open]: 'TXN-2026-000004 on 2110: open 0.01 and SSP 0.00, owed 0.00 and SSP 0.00',
  });
});

test('a reversed payment without its entries, and entries without their payment, are named', async () => {
  const of = 'source_id = 2 and source';
  expect(
    await after(
      `delete from journal_lines where entry_id in (select id from journal_entries where ${of} like 'expense.payment%')`,
      `delete from journal_entries where ${of} like 'expense.payment%'`,
    ),
  ).toMatchObject({ [once]: 'TXN-2026-000002, payment id 2: 0 posted, 0 reversed' });
  expect(await after('delete from expense_payments where id = 2')).toMatchObject({
    [once]: 'Payment id 2: 1 posted, 1 reversed',
  });
});

test('a gap in the numbers is named', async () => {
  expect(
    await after("update expenses set transaction_id = 'TXN-2026-000009' where id = 4"),
  ).toMatchObject({ [numbers]: expect.stringContaining('TXN-2026: nothing between 3 and 9') });
});

test('the history, the overview and the audit log show expenses', async () => {
  const { rows } = await getHistory(ctx, 'expense', 2, {});
  expect(rows.map(({ what }) => what)).toEqual([
    'Payment of SSP 20,000 reversed, Bounced',
    'SSP 20,000 paid',
    'SSP 20,000 paid',
    'Recorded',
  ]);
  expect(rows[2]!.changes).toEqual([
    { field: 'Not paid yet', before: '$100.00', after: '$50.00' },
    { field: 'Not paid yet, in pounds', before: 'SSP 40,000', after: 'SSP 20,000' },
  ]);
  await importExpenses(ctx, { expenses: [{ date: '2026-11-19', location: 'Wau', amount: '7' }] });
  const [imported] = (await getHistory(ctx, 'expense', 5, {})).rows;
  expect(imported).toMatchObject({ what: 'Recorded by an import', who: 'test (shell)' });
  const log = await listAuditLog(ctx, { entityId: 'txn-2026-000003' });
  expect(log.rows.map(({ action }) => action)).toEqual(['expense.delete', 'expense.create']);
  const { activities } = await getDashboardStats(ctx);
  expect(activities[0]).toMatchObject({ action: 'expense.import' });
});
