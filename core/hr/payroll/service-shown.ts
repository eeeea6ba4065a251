import { showPrivate } from '../../accounting/private/service.ts';
import type { Ctx } from '../../context.ts';
import type { IsoMonth } from '../../kernel/dates.ts';
import { payrollApproved, sources } from './postings.ts';
import * as queries from './queries-shown.ts';
import type { PostedPay } from './rules-record.ts';
import { areManyBehindEach, isPaymentShown, isRemittanceShown } from './rules-shown.ts';
import type { RemittanceKind } from './schema-payments.ts';

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
  if (isRemittanceShown(await queries.countDeducted(tx.db, kind, month)))
    await showPrivate(tx, sources.remittance, [id]);
}
