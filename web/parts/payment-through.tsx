import { type Payment, paymentAccountLabels } from '@nimule/core/billing/payments/schema';
import { TwoLines } from '../ui/layout.tsx';

/** What it was paid through: 'Bank', 'Mobile money, in SSP', 'Credit granted'. */
export function paidThrough({ account, currency }: Pick<Payment, 'account' | 'currency'>): string {
  if (!account) return 'Credit granted';
  return currency === 'SSP'
    ? `${paymentAccountLabels[account]}, in SSP`
    : paymentAccountLabels[account];
}

/** The same as a cell, with the reference beneath. */
export function PaymentThrough({ payment }: { payment: Payment }) {
  return <TwoLines quiet={payment.reference}>{paidThrough(payment)}</TwoLines>;
}
