import type { PaymentRequest, RequestStatus } from '@nimule/core/mobile-money/schema';
import { type Cents, type Currency, formatSsp, formatUsd } from '@nimule/core/kernel/money';
import { StatusTag, WarningTag } from '../../ui/tags.tsx';

export const requestStatusLabels: Readonly<Record<RequestStatus, string>> = {
  created: 'Being sent',
  sending: 'Being sent',
  requested: 'Waits for the payer',
  failed: 'Failed',
  expired: 'Expired',
  review: 'In review',
  paid: 'Paid',
  refunded: 'Refunded',
};

const OPEN: readonly RequestStatus[] = ['created', 'sending', 'requested'];

/** Whether the answer of the payer is still awaited. */
export function isOpen({ status }: Pick<PaymentRequest, 'status'>): boolean {
  return OPEN.includes(status);
}

export function RequestStatusTag({ status }: Pick<PaymentRequest, 'status'>) {
  return <StatusTag status={status} label={requestStatusLabels[status]} />;
}

/** Marks what the simulated driver did: no money moved (decision 35). */
export function SimulatedTag() {
  return <WarningTag reason="Payments are simulated: no money moved.">Simulated</WarningTag>;
}

/** '$15.00', 'SSP 6,000'. */
export function amountText(currency: Currency, amount: Cents): string {
  return currency === 'SSP' ? formatSsp(amount) : formatUsd(amount);
}
