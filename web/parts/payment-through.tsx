import { type Payment, paymentAccountLabel } from '@nimule/core/billing/payments/schema';
import { TwoLines } from '../ui/layout.tsx';

/** 'Bank', 'Mobile money, in SSP', 'Credit granted'. */
export function paidThrough({ account, currency }: Pick<Payment, 'account' | 'currency'>): string {
  const label = paymentAccountLabel(account);
  return account && currency === 'SSP' ? `${label}, in SSP` : label;
}

/** Table cell with account and reference. */
export function PaymentThrough({ payment }: { payment: Payment }) {
  return <TwoLines quiet={payment.reference}>{paidThrough(payment)}</TwoLines>;
}
