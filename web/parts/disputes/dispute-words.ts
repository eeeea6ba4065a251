import type { InvoiceDispute } from '@nimule/core/billing/disputes/schema';

const labels = {
  upheld: 'Upheld',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  paid: 'Paid in full',
} as const;

/** 'Open', 'Upheld', 'Paid in full'. */
export function outcomeLabel(outcome: InvoiceDispute['outcome']): string {
  return outcome ? labels[outcome] : 'Open';
}
