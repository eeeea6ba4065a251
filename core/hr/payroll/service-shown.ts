import { showPrivate, showReversals } from '../../accounting/private/service.ts';
import type { Ctx } from '../../context.ts';
import { type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { payrollApproved, sources } from './postings.ts';
import * as queries from './queries-shown.ts';
import type { PayrollRecord, PostedPay } from './rules-record.ts';
import {
  areManyBehindEach,
  areReversalsShown,
  isPaymentShown,
  isRemittanceShown,
} from './rules-shown.ts';
import type { RemittanceKind } from './schema-payments.ts';
import { withNames } from './service-record.ts';

/**
 * Before payrolls are posted by one approval: shows them to those who may not see pay, in sums, or none (decision 67). Answers
 * the number of their group, which the approval writes; null if they are not shown.
 */
export async function showApproval(
  tx: Ctx,
  payrolls: readonly PostedPay[],
): Promise<number | null> {
  const postings = payrolls.flatMap((payroll) =>
    payrollApproved(payroll).map(({ lines }) => ({ employeeId: payroll.employeeId, lines })),
  );
  if (!areManyBehindEach(postings)) return null;
  const ids = payrolls.filter((payroll) => payrollApproved(payroll).length > 0).map(({ id }) => id);
  await queries.lockGroups(tx.db);
  await showPrivate(tx, sources.approval, ids);
  return queries.nextGroup(tx.db);
}

/** After a payroll was reversed: shows the reversals of its approval once the last one of it may be shown. */
export async function showPayrollReversals(
  tx: Ctx,
  { batchId, approvedAt }: Pick<PayrollRecord, 'batchId' | 'approvedAt'>,
): Promise<void> {
  if (batchId === null || approvedAt === null) return;
  // Of the last two that are reversed at once, the second sees the first.
  await queries.lockGroups(tx.db);
  const found = await queries.findApprovedWith(tx.db, { batchId, approvedAt });
  const payrolls = await withNames(tx, found);
  const postings = payrolls.flatMap((payroll) =>
    payrollApproved(payroll).map(({ lines }) => ({
      ...{ id: payroll.id, employeeId: payroll.employeeId, lines },
      month: payroll.reversedOn === null ? undefined : monthOf(payroll.reversedOn),
    })),
  );
  if (!areReversalsShown(postings)) return;
  await showReversals(
    tx,
    sources.approval,
    postings.map(({ id }) => id),
  );
}

/** Before a payment of locked payrolls is posted: shows it, or not. */
export async function showPayment(
  tx: Ctx,
  paymentId: number,
  payrollIds: readonly number[],
): Promise<void> {
  await queries.lockGroups(tx.db);
  if (!isPaymentShown(await queries.findGroupParts(tx.db, payrollIds))) return;
  await queries.makeGroups(tx.db, payrollIds);
  await showPrivate(tx, sources.payment, [paymentId]);
}

/** Before a remittance is posted: shows it, or not. */
export async function showRemittance(
  tx: Ctx,
  id: number,
  { kind, month }: { kind: RemittanceKind; month: IsoMonth },
): Promise<void> {
  const reversals = `${sources.approval}.reversal`;
  if (isRemittanceShown(await queries.countDeducted(tx.db, { kind, month, reversals })))
    await showPrivate(tx, sources.remittance, [id]);
}
