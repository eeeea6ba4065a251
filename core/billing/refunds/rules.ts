import { isPoundAccount, leaf } from '../../accounting/chart.ts';
import { credit, debit, inPounds, type Posting } from '../../accounting/rules.ts';
import { type Cents, formatUsd, minCents, subtractCents } from '../../kernel/money.ts';
import type { Payment, PaymentKind } from '../payments/schema.ts';
import type { Refund } from './schema.ts';

/** What a refund takes of a payment or a credit, in US cents. */
export interface RefundPart {
  paymentId: number;
  amountUsd: Cents;
}

/** Credit of these kinds is the customer's money. What the company granted is used for invoices, and never paid out. */
export const refundableKinds: readonly PaymentKind[] = [
  'payment',
  'credit_note',
  'opening',
  'before_opening',
];

type Credit = Pick<Payment, 'id' | 'kind' | 'unallocatedUsd'>;

/**
 * Divides a refund among the customer's credits, given oldest first: credit notes first, then the others. The credits
 * must hold at least the amount.
 */
export function refundParts(amountUsd: Cents, credits: readonly Credit[]): RefundPart[] {
  const isNote = ({ kind }: Credit) => kind === 'credit_note';
  const inOrder = [...credits.filter(isNote), ...credits.filter((one) => !isNote(one))];
  let left = amountUsd;
  const parts: RefundPart[] = [];
  for (const { id, unallocatedUsd } of inOrder) {
    const taken = minCents(left, unallocatedUsd);
    if (taken <= 0) continue;
    parts.push({ paymentId: id, amountUsd: taken });
    left = subtractCents(left, taken);
  }
  return parts;
}

/** Why an amount above `availableUsd` is not paid out; US cents. */
export function refundProblem(
  name: string,
  { availableUsd, creditUsd }: { availableUsd: Cents; creditUsd: Cents },
): string {
  const most = availableUsd > 0 ? `only ${formatUsd(availableUsd)}` : 'nothing';
  if (availableUsd === creditUsd) return `${name} has ${most} in credit.`;
  return `Of the credit of ${name} ${most} can be paid out: credit that was granted is used for invoices.`;
}

/** The customer's credit against the money that is paid out. */
export function refundPaid(refund: Omit<Refund, 'parts'> & { moneyAccount: string }): Posting {
  const { moneyAccount, amountUsd, amountSsp, customerId, refundNumber } = refund;
  const money = credit(moneyAccount, amountUsd);
  return {
    date: refund.date,
    description: `Refund ${refundNumber}, ${refund.customerName}`,
    reference: refundNumber,
    source: 'refund',
    sourceId: refund.id,
    revision: 1,
    lines: [
      debit(leaf.customerCredit, amountUsd, customerId),
      isPoundAccount(moneyAccount) ? inPounds(money, amountSsp) : money,
    ],
  };
}
