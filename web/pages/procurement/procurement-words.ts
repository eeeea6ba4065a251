import { addDays, type IsoDate } from '@nimule/core/kernel/dates';
import { type Cents, formatSsp, formatUsd, sumToSsp, ZERO } from '@nimule/core/kernel/money';
import type { ShownBillState } from '@nimule/core/procurement/bills/schema';
import type { OrderStatus, PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import type { SupplierPayment } from '@nimule/core/procurement/payments/schema';
import type { RequisitionStatus } from '@nimule/core/procurement/requisitions/schema';
import type { PaymentTerms } from '@nimule/core/procurement/suppliers/schema';
import { numberText } from '../../ui/counted.ts';

export const termsLabels: Readonly<Record<PaymentTerms, string>> = {
  'NET 15': 'NET 15',
  'NET 30': 'NET 30',
  'NET 45': 'NET 45',
  'NET 60': 'NET 60',
  COD: 'Cash on Delivery',
};

/** The day on which a bill is due by the supplier's terms. */
export function dueDateOf(billDate: IsoDate, terms: PaymentTerms): IsoDate {
  return terms === 'COD' ? billDate : addDays(billDate, Number(terms.slice('NET '.length)));
}

export const payingLabels: Readonly<Record<SupplierPayment['account'], string>> = {
  checking: 'Checking',
  savings: 'Savings',
  cash: 'Cash',
  credit_card: 'Credit card',
  petty_cash: 'Petty cash',
};

export const billStateLabels: Readonly<Record<ShownBillState | 'posted', string>> = {
  open: 'Open',
  part: 'Part paid',
  paid: 'Paid',
  overdue: 'Overdue',
  held: 'Held',
  posted: 'Posted',
  refused: 'Refused',
  cancelled: 'Cancelled',
};

/** The names of the colours of `StatusTag`. */
export const billStateTags: Readonly<Record<ShownBillState, string>> = {
  open: 'open',
  part: 'partial',
  paid: 'paid',
  overdue: 'overdue',
  held: 'late',
  refused: 'rejected',
  cancelled: 'cancelled',
};

type OrderAmount = Pick<PurchaseOrder, 'totalAmount' | 'totalUsd' | 'currency' | 'exchangeRate'>;

/** The total of a document in pounds at its own rate. */
export function poundsOf(document: OrderAmount): Cents | null {
  const { totalAmount, totalUsd, currency, exchangeRate } = document;
  return currency === 'SSP' ? totalAmount : sumToSsp(totalUsd, exchangeRate);
}

/** 'SSP 40,000 ($100.00)', '$100.00'. */
export function totalText({ totalAmount, totalUsd, currency }: OrderAmount): string {
  if (currency === 'USD') return formatUsd(totalUsd);
  return `${formatSsp(totalAmount)} (${formatUsd(totalUsd)})`;
}

/** '$4,999.00 more than REQ-2026-0001, approved for $1.00'. */
export function excessText({
  excessUsd,
  requisitionNumber,
  requisitionUsd,
}: Pick<PurchaseOrder, 'excessUsd' | 'requisitionNumber' | 'requisitionUsd'>): string {
  const approved = formatUsd(requisitionUsd ?? ZERO);
  return `${formatUsd(excessUsd)} more than ${requisitionNumber}, approved for ${approved}`;
}

/** The order of the statuses of the specification (seeds/002 4). */
export const editStatuses: readonly OrderStatus[] = [
  'pending',
  'approved',
  'received',
  'cancelled',
];

export const decidedLabels: Partial<Readonly<Record<RequisitionStatus, string>>> = {
  approved: 'Approved by',
  ordered: 'Approved by',
  received: 'Approved by',
  rejected: 'Rejected by',
};

/** What is open of a quantity: 'open 3 of 5'. */
export function progressText({
  quantity,
  receivedQuantity,
}: {
  quantity: number;
  receivedQuantity: number;
}): string {
  return `${numberText(receivedQuantity)} of ${numberText(quantity)}`;
}
