import { throughSafe } from '../../accounting/cash/service.ts';
import { assertDateOpen, readCalendar } from '../../accounting/opening/service-calendar.ts';
import { shownTo, showReversal } from '../../accounting/private/service.ts';
import { cashAccounts } from '../../accounting/rules-money.ts';
import { post, postedEntryId } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { type Numbering, takeYearlyNumbers } from '../../database/counters.ts';
import { actorName, can } from '../../identity/actor.ts';
import { monthOf } from '../../kernel/dates.ts';
import { breaksRule, conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import { sumOf } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { reversalOfPosting, salariesPaid, sources } from '../payroll/postings.ts';
import { payrolls as payrollRecords } from '../payroll/queries.ts';
import {
  MOST_PAYROLLS,
  type PayrollDue,
  type PayrollPayment,
  type PayrollPaymentFilter,
  type PayrollPaymentInput,
  type Reversal,
  payrollPayment as schema,
} from '../payroll/schema-payments.ts';
import { reversalDay } from '../payroll/service-reverse.ts';
import { showPayment } from '../payroll/service-shown.ts';
import { PAY } from '../schema.ts';
import * as queries from './queries.ts';
import { amountIn, type PaymentRecord, withAmounts } from './rules.ts';

/** PYP-2026-0001, by the year of the payment date. */
const PAYMENTS: Numbering = { counter: 'payrollPayment', prefix: 'PYP', width: 4 };

/** Payments with their amounts, without those that the caller may not see (decision 67). */
async function answersOf(ctx: Ctx, records: readonly PaymentRecord[]): Promise<PayrollPayment[]> {
  const ids = records.map(({ id }) => id);
  const shown = await shownTo(ctx, sources.payment, ids);
  return records.map(({ moneyAccount, reversedAt, ...payment }) =>
    withAmounts(payment, shown.has(payment.id)),
  );
}

/**
 * Approved payrolls to be paid, by month and way of payment; their sums only with pay.read, since each approval and payment
 * changes them by what it is of (decision 67).
 */
export async function listPayrollDue(ctx: Ctx): Promise<PayrollDue[]> {
  const may = can(ctx.actor, PAY);
  return (await queries.sumDue(ctx.db)).map(({ month, payBy, payrolls, netUsd }) => ({
    month: monthOf(month),
    ...{ payBy, payrolls, netUsd: may ? netUsd : null },
  }));
}

/** Payments of salaries, newest first by default; amounts as `answersOf`. */
export async function listPayrollPayments(
  ctx: Ctx,
  filter: PayrollPaymentFilter,
): Promise<Page<PayrollPayment>> {
  const { rows, ...page } = await queries.findPayments(ctx.db, filter);
  return { rows: await answersOf(ctx, rows), ...page };
}

/** The ids of the payrolls that an input names. @throws AppError invalid, or rule when there are none or too many. */
async function payrollsMeant(tx: Ctx, input: PayrollPaymentInput): Promise<number[]> {
  const { month, batchId, payrollIds, payBy } = input;
  if (month === undefined && batchId === undefined && payrollIds === undefined)
    invalidField('month', 'Choose a month, a batch or payrolls.');
  const wanted = { month, batchId, payrollIds, payBy };
  const ids = await queries.findDueIds(tx.db, wanted, MOST_PAYROLLS + 1);
  const chosen = new Set(payrollIds ?? []);
  if (payrollIds && ids.length < chosen.size)
    breaksRule('payroll.notDue', 'Not all of the chosen payrolls are approved and unpaid.');
  if (ids.length === 0)
    breaksRule('payroll.nothingDue', 'There are no approved payrolls to be paid.');
  if (ids.length > MOST_PAYROLLS)
    breaksRule('payroll.tooMany', 'Pay at most 2,000 payrolls at once: choose a month or a batch.');
  return ids;
}

/**
 * Pays the net pay of approved payrolls in one payment: 2330 of each payslip against the money, in dollars, or in pounds at
 * the rate of the day, which it keeps.
 * @throws AppError invalid for a day to come, or when no payrolls are named; conflict when there are more or fewer than the
 *   caller has seen; rule when there is nothing to pay, a chosen
 *   payroll is not approved, and for a locked month.
 */
export async function createPayrollPayment(
  ctx: Ctx,
  input: PayrollPaymentInput,
): Promise<PayrollPayment> {
  return transact(ctx, async (tx) => {
    const { account, currency = 'USD', paymentDate = tx.today } = input;
    assertDateOpen('paymentDate', 'A payment', paymentDate, await readCalendar(tx));
    const exchangeRate = await currentRate(tx, 'standard', paymentDate);
    const locked = await payrollRecords.lockMany(tx.db, await payrollsMeant(tx, input));
    const due = locked.filter(({ status }) => status === 'approved');
    if (due.length === 0 || (input.payrollIds && due.length < locked.length))
      breaksRule('payroll.notDue', 'Somebody else has paid or reversed these payrolls.');
    if (input.payrolls !== undefined && input.payrolls !== due.length)
      conflicts(
        'payroll.dueChanged',
        `There are ${due.length} payrolls to be paid now, not ${input.payrolls}. Look at them again before you pay.`,
      );
    const lines = due.map(({ id, employeeId, netPay }) => ({
      payrollId: id,
      employeeId,
      amountUsd: netPay,
      amount: amountIn(currency, netPay, exchangeRate),
    }));
    const [paymentNumber] = await takeYearlyNumbers(tx.db, PAYMENTS, [paymentDate]);
    const payment = await queries.payments.insert(tx.db, {
      paymentNumber: paymentNumber!,
      ...{ paymentDate, account, currency, exchangeRate },
      moneyAccount: cashAccounts[currency][account],
      amountUsd: sumOf(lines, ({ amountUsd }) => amountUsd),
      amount: sumOf(lines, ({ amount }) => amount),
      payrolls: lines.length,
      reference: input.reference ?? '',
      notes: input.notes ?? '',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    await queries.insertLines(tx.db, payment.id, lines);
    await payrollRecords.updateMany(
      tx.db,
      due.map((one) => ({ ...one, status: 'paid' as const, paidOn: paymentDate })),
      ['status', 'paidOn'],
      { updated_at: ['timestamptz', () => tx.now] },
    );
    await auditPayment(tx, 'payrollPayment.create', { after: payment });
    await showPayment(
      tx,
      payment.id,
      due.map(({ id }) => id),
    );
    const [answer] = await answersOf(tx, [payment]);
    await post(tx, [await throughSafe(tx, salariesPaid(payment, lines))]);
    return answer!;
  });
}

/**
 * Reverses a payment of salaries with a mirrored entry: its payrolls are to be paid again.
 * @throws AppError notFound; invalid for a day before the payment; rule if it is reversed already, and for a locked month.
 */
export async function reversePayrollPayment(
  ctx: Ctx,
  id: number,
  { reason, date }: Reversal,
): Promise<PayrollPayment> {
  return transact(ctx, async (tx) => {
    const ids = await queries.findPaidIds(tx.db, id);
    const paid = await payrollRecords.lockMany(tx.db, ids);
    const before = (await queries.payments.lock(tx.db, id)) ?? notFound('Payment of salaries', id);
    if (before.reversedOn !== null)
      breaksRule('payrollPayment.reversed', `${before.paymentNumber} is already reversed.`);
    const day = reversalDay(tx, date, before.paymentDate);
    assertDateOpen('date', 'A reversal', day, await readCalendar(tx));
    const after = await queries.payments.update(tx.db, before, {
      reversedOn: day,
      reversedAt: tx.now,
      reversedBy: actorName(tx.actor),
      reversalReason: reason,
    });
    await queries.reverseLines(tx.db, id);
    await payrollRecords.updateMany(
      tx.db,
      paid.map((one) => ({ ...one, status: 'approved' as const, paidOn: null })),
      ['status', 'paidOn'],
      { updated_at: ['timestamptz', () => tx.now] },
    );
    await auditPayment(tx, 'payrollPayment.reverse', { before, after });
    const posted = salariesPaid(
      before,
      paid.map(({ employeeId, netPay }) => ({ employeeId, amountUsd: netPay })),
    );
    await showReversal(tx, posted.source, id);
    const [answer] = await answersOf(tx, [after]);
    const entryId = await postedEntryId(tx, posted.source, id, 1);
    await post(tx, [await throughSafe(tx, reversalOfPosting(posted, day, entryId))]);
    return answer!;
  });
}

/** A line of the audit log. Its summary names no amounts and no typed reason, which may tell them. */
function auditPayment(
  tx: Ctx,
  action: string,
  change: { before?: PaymentRecord; after: PaymentRecord },
): Promise<void> {
  const { id, paymentNumber, payrolls } = change.after;
  const summary = `${paymentNumber}, ${payrolls} payrolls`;
  return audit(tx, { action, entity: 'payrollPayment', entityId: id, summary, schema, ...change });
}
