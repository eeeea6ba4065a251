import { type Payment, paymentAccountLabel } from '@nimule/core/billing/payments/schema';
import { TwoLines } from '../ui/layout.tsx';

/** 'Bank', 'Mobile money, in SSP', 'Credit granted', 'Credit note'. */
export function paidThrough(payment: Pick<Payment, 'account' | 'kind' | 'currency'>): string {
  const label = paymentAccountLabel(payment);
  return payment.account && payment.currency === 'SSP' ? `${label}, in SSP` : label;
}

/** Table cell with account and reference. */
export function PaymentThrough({ payment }: { payment: Payment }) {
  return <TwoLines quiet={payment.reference}>{paidThrough(payment)}</TwoLines>;
}
