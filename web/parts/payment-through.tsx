import { type Payment, paymentAccountLabels } from '@nimule/core/billing/payments/schema';
import { TwoLines } from '../ui/layout.tsx';

/** 'Bank', 'Mobile money, in SSP', 'Credit granted'. */
export function paidThrough({ account, currency }: Pick<Payment, 'account' | 'currency'>): string {
  if (!account) return 'Credit granted';
  return currency === 'SSP'
    ? `${paymentAccountLabels[account]}, in SSP`
    : paymentAccountLabels[account];
}

/** Table cell with account and reference. */
export function PaymentThrough({ payment }: { payment: Payment }) {
  return <TwoLines quiet={payment.reference}>{paidThrough(payment)}</TwoLines>;
}
