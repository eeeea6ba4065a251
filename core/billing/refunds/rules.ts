import { isPoundAccount, leaf } from '../../accounting/chart.ts';
import { credit, debit, inPounds, type Posting } from '../../accounting/rules.ts';
import {
  addCents,
  type Cents,
  cents,
  formatSsp,
  formatUsd,
  minCents,
  scaleCents,
  sspToUsd,
  subtractCents,
  ZERO,
} from '../../kernel/money.ts';
import type { Currency, Payment, PaymentKind } from '../payments/schema.ts';
import type { Refund, Refundable } from './schema.ts';

/** What a refund takes of a payment: US cents, and of a payment in pounds the piastres that it gives back. */
export interface RefundPart {
  paymentId: number;
  amountUsd: Cents;
  amountSsp: Cents;
}

/**
 * Credit of these kinds is the customer's money. What the company granted is used for invoices and never paid out; a
 * credit note gives what had paid its goods back to the payments and grants themselves (decision 64).
 */
export const refundableKinds: readonly PaymentKind[] = ['payment', 'opening', 'before_opening'];

/** A payment with credit left. */
export type Refunded = Pick<
  Payment,
  'id' | 'currency' | 'amountUsd' | 'amountSsp' | 'unallocatedUsd'
> & {
  /** Piastres that earlier refunds gave back of it. */
  refundedSsp: Cents;
};

/**
 * The piastres that belong to what is left of a payment in pounds: its share of the pounds that were paid, and never more
 * than refunds have left of them.
 */
export function poundsLeft(payment: Refunded): Cents {
  const { amountUsd, amountSsp, unallocatedUsd, refundedSsp } = payment;
  const used = scaleCents(amountSsp, subtractCents(amountUsd, unallocatedUsd), amountUsd);
  const share = subtractCents(amountSsp, used);
  const left = subtractCents(amountSsp, refundedSsp);
  return left < 0 ? ZERO : minCents(share, left);
}

/** What can be paid out of payments: dollars of those in dollars, pounds of those in pounds (decision 65). */
export function refundableOf(payments: readonly Refunded[]): Refundable {
  let usd = ZERO;
  let ssp = ZERO;
  for (const payment of payments) {
    if (payment.currency === 'SSP') ssp = addCents(ssp, poundsLeft(payment));
    else usd = addCents(usd, payment.unallocatedUsd);
  }
  return { usd, ssp };
}

/**
 * US cents of a payment for a part of its pounds: all that is left for all of them, otherwise their share, rounded up. Rounded
 * down, many small refunds would give back more pounds than belong to what is left.
 */
function centsFor({ amountUsd, amountSsp, unallocatedUsd }: Refunded, pounds: Cents, left: Cents) {
  if (pounds === left) return unallocatedUsd;
  const share = (BigInt(amountUsd) * BigInt(pounds) + BigInt(amountSsp) - 1n) / BigInt(amountSsp);
  return minCents(cents(Number(share)), unallocatedUsd);
}

/**
 * Divides a refund among the payments in its currency, given oldest first. `amount` is in US cents or piastres, at most
 * what `refundableOf` answers; pounds take of a payment what they were credited with on its own day.
 */
export function refundParts(
  amount: Cents,
  currency: Currency,
  payments: readonly Refunded[],
): RefundPart[] {
  let left = amount;
  const parts: RefundPart[] = [];
  for (const payment of payments) {
    if (payment.currency !== currency) continue;
    const own = currency === 'SSP' ? poundsLeft(payment) : payment.unallocatedUsd;
    const taken = minCents(left, own);
    if (taken <= 0) continue;
    const amountUsd = currency === 'SSP' ? centsFor(payment, taken, own) : taken;
    parts.push({
      paymentId: payment.id,
      amountUsd,
      amountSsp: currency === 'SSP' ? taken : ZERO,
    });
    left = subtractCents(left, taken);
  }
  return parts;
}

export interface RefundRefusal {
  code: 'refund.amount' | 'refund.currency';
  message: string;
}

const inCurrency = (amount: Cents, currency: Currency) =>
  currency === 'SSP' ? formatSsp(amount) : formatUsd(amount);

/**
 * Why an amount, in its currency, is not paid out to a customer; undefined where it is. Only what was paid in the currency
 * goes back, in that currency (decision 65). `grantedUsd` is the credit that the company granted.
 */
export function refundRefusal(
  name: string,
  { amount, currency }: { amount: Cents; currency: Currency },
  { refundable, grantedUsd }: { refundable: Refundable; grantedUsd: Cents },
): RefundRefusal | undefined {
  const inPounds = currency === 'SSP';
  const own = inPounds ? refundable.ssp : refundable.usd;
  if (amount <= own) return undefined;
  const most = own > 0 ? `only ${inCurrency(own, currency)}` : 'nothing';
  const other = inPounds ? refundable.usd : refundable.ssp;
  if (other > 0) {
    const rest = inPounds ? `${formatUsd(other)} in dollars` : `${formatSsp(other)} in pounds`;
    const message = `Money goes back in the currency in which it was paid. ${name} can get back ${most} in ${inPounds ? 'pounds' : 'dollars'}, and ${rest}.`;
    return { code: 'refund.currency', message };
  }
  const message =
    grantedUsd > 0
      ? `Of the credit of ${name} ${most} can be paid out: credit that was granted is used for invoices.`
      : `${name} has ${most} in credit.`;
  return { code: 'refund.amount', message };
}

/**
 * US cents of the money that a refund pays: pounds at the rate of its day, at least one cent. What the books credited the
 * customer with on the day of the payment may differ by the change of the rate.
 */
export function moneyUsdOf(
  { amountUsd, amountSsp }: { amountUsd: Cents; amountSsp: Cents },
  currency: Currency,
  exchangeRate: Cents,
): Cents {
  if (currency === 'USD') return amountUsd;
  return cents(Math.max(1, sspToUsd(amountSsp, exchangeRate)));
}

/** The customer's credit against the money that is paid out; a change of the rate is an exchange gain or loss. */
export function refundPaid(
  refund: Omit<Refund, 'parts'> & { moneyAccount: string; moneyUsd: Cents },
): Posting {
  const { moneyAccount, amountUsd, moneyUsd, amountSsp, customerId, refundNumber } = refund;
  const money = credit(moneyAccount, moneyUsd);
  const lines = [
    debit(leaf.customerCredit, amountUsd, customerId),
    isPoundAccount(moneyAccount) ? inPounds(money, amountSsp) : money,
  ];
  if (moneyUsd > amountUsd)
    lines.push(debit(leaf.exchangeLoss, subtractCents(moneyUsd, amountUsd)));
  if (moneyUsd < amountUsd)
    lines.push(credit(leaf.exchangeGain, subtractCents(amountUsd, moneyUsd)));
  return {
    date: refund.date,
    description: `Refund ${refundNumber}, ${refund.customerName}`,
    reference: refundNumber,
    source: 'refund',
    sourceId: refund.id,
    revision: 1,
    lines,
  };
}
