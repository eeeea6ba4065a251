import type { WaitingItem } from '@nimule/core/reports/approvals/schema';
import type { NumberedKind, RecordKind } from '@nimule/core/reports/kinds/schema';
import { recordPath } from '../../app/paths.ts';

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

/** The kinds of records that open by their id. */
const recordKindOf: Readonly<Partial<Record<Kind, Exclude<RecordKind, NumberedKind>>>> = {
  supplier_bill: 'supplierBill',
  stock_count: 'stockCount',
  price_below_list: 'salesOrder',
  requisition: 'requisition',
  purchase_order: 'purchaseOrder',
  leave_request: 'leaveRequest',
  payroll: 'payroll',
  payroll_batch: 'payrollBatch',
};

/** The page of the record; undefined for kinds without one. */
export function waitingPath({ kind, entityId }: WaitingItem): string | undefined {
  const record = recordKindOf[kind];
  return entityId === null || record === undefined ? undefined : recordPath(record, entityId);
}
