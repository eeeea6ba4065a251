import type { WaitingItem } from '@nimule/core/reports/approvals/schema';
import { paths } from '../../app/paths.ts';

type Kind = WaitingItem['kind'];

export const kindLabels: Readonly<Record<Kind, string>> = {
  supplier_bill: 'Supplier bill',
  stock_count: 'Stock count',
  price_below_list: 'Price below list',
  supplier_payment: 'Payment without a bill',
  expense: 'Expense',
  employee_advance: 'Advance',
  customer_refund: 'Refund',
  credit_grant: 'Granted credit',
  pay_change: 'Change of pay',
  requisition: 'Requisition',
  purchase_order: 'Purchase order',
  leave_request: 'Leave request',
  payroll: 'Payroll',
  payroll_batch: 'Month of payroll',
};

const recordPaths: Readonly<Partial<Record<Kind, (id: number) => string>>> = {
  supplier_bill: paths.supplierBill,
  stock_count: paths.stockCount,
  price_below_list: paths.sale,
  requisition: paths.requisition,
  purchase_order: paths.purchaseOrder,
  leave_request: paths.leave,
  payroll: paths.payroll,
  payroll_batch: paths.payrollBatch,
};

/** The page of the record; undefined for kinds without one. */
export function recordPath({ kind, entityId }: WaitingItem): string | undefined {
  return entityId === null ? undefined : recordPaths[kind]?.(entityId);
}
