import type { CounterSale, SalesOrder } from '@nimule/core/sales/schema';
import type { ReactNode } from 'react';
import { printReceipt, savePdf } from '../../../parts/documents.tsx';
import { Inline } from '../../../ui/layout.tsx';
import { Label, StatusTag } from '../../../ui/tags.tsx';

export type SaleKey = Pick<SalesOrder, 'id' | 'orderNumber'>;

/** The prefix of the list's parameters in the URL: the inventory has others. */
export const SALES = 'so-';

const paymentLabels: Readonly<Record<SalesOrder['paymentStatus'], string>> = {
  pending: 'Payment pending',
  partial: 'Partly paid',
  paid: 'Paid',
};

export function PaymentTag({ status }: { status: SalesOrder['paymentStatus'] }) {
  return <StatusTag status={status} label={paymentLabels[status]} />;
}

/** The badges of an order (seeds/002 4); `more` after them. */
export function SaleTags({ sale, more }: { sale: SalesOrder; more?: ReactNode }) {
  const { status, paymentStatus, priceCheck, isCounterSale, totalAmountUsd } = sale;
  const isGivenUp = status === 'rejected' || status === 'cancelled';
  return (
    <Inline>
      <StatusTag status={status} />
      {!isGivenUp && totalAmountUsd > 0 && <PaymentTag status={paymentStatus} />}
      {!isGivenUp && priceCheck === 'waiting' && (
        <StatusTag status="late" label="Price waits for acceptance" />
      )}
      {!isGivenUp && priceCheck === 'refused' && (
        <StatusTag status="rejected" label="Price refused" />
      )}
      {isCounterSale && <Label>Counter sale</Label>}
      {more}
    </Inline>
  );
}

/** The invoice; of an order that has none yet the pro forma. */
export function saveSaleInvoice({ id, orderNumber }: SaleKey): void {
  savePdf('salesInvoicePdf', { params: { id } }, `invoice-${orderNumber}.pdf`);
}

export function saveDeliveryNote({ id, orderNumber }: SaleKey): void {
  savePdf('deliveryNotePdf', { params: { id } }, `delivery-note-${orderNumber}.pdf`);
}

export function printPayment(payment: NonNullable<CounterSale['payment']>): void {
  printReceipt(payment);
}
