import type { ApprovalKind } from '../../approvals/schema.ts';
import type { Permission } from '../../identity/permissions.ts';
import type { May } from '../../kernel/guarded.ts';
import type { WaitingKind } from './schema.ts';

/**
 * Who may read the records of each kind. The list of what waits shows a kind to nobody else: every signed-in user may call
 * it.
 */
export const waitingReaders: Record<WaitingKind, Permission> = {
  supplier_bill: 'procurement.read',
  stock_count: 'stock.read',
  price_below_list: 'procurement.read',
  supplier_payment: 'procurement.read',
  expense: 'expense.read',
  customer_refund: 'payment.read',
  credit_grant: 'payment.read',
  account_reset: 'user.manage',
  requisition: 'procurement.read',
  purchase_order: 'procurement.read',
  leave_request: 'hr.read',
  // They show amounts (decision 16).
  employee_advance: 'pay.read',
  pay_change: 'pay.read',
  payroll: 'pay.read',
  payroll_batch: 'pay.read',
};

/** Those of the kinds whose records the caller may read. */
export function readableKinds<K extends WaitingKind | ApprovalKind>(
  kinds: readonly K[],
  may: May,
  readers: Readonly<Record<WaitingKind, Permission>> = waitingReaders,
): K[] {
  return kinds.filter((kind) => may(readers[kind]));
}
