import { isPoundAccount, leaf } from '../../accounting/chart.ts';
import {
  credit,
  debit,
  exchangeDifference,
  inPounds,
  type Posting,
} from '../../accounting/rules.ts';
import {
  addCents,
  type Cents,
  cents,
  formatSsp,
  formatUsd,
  MAX_AMOUNT,
  minCents,
  scaleCents,
  sspToUsd,
  subtractCents,
  sumOf,
  usdToSsp,
  ZERO,
} from '../../kernel/money.ts';
import type { Currency, Payment, PaymentKind } from '../payments/schema.ts';
import type { Refund, Refundable } from './schema.ts';

/** What a refund takes of a payment: US cents of credit, and of a payment in pounds the piastres that it gives back. */
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

/**
 * What a payment is worth in the other currency today: dollars at the rate of the day; pounds as many as were paid at that
 * rate, and never more than the credit that is left, so that nobody gains by the change of the rate (decision 93).
 */
function worthInOther(payment: Refunded, rate: Cents): Cents {
  const { currency, unallocatedUsd } = payment;
  return currency === 'SSP'
    ? minCents(sspToUsd(poundsLeft(payment), rate), unallocatedUsd)
    : minCents(usdToSsp(unallocatedUsd, rate), MAX_AMOUNT.SSP);
}

/** What payments in the other currency are worth in `currency` today, in US cents or piastres. */
export function exchangeableOf(
  currency: Currency,
  payments: readonly Refunded[],
  rate: Cents,
): Cents {
  const others = payments.filter((payment) => payment.currency !== currency);
  return sumOf(others, (payment) => worthInOther(payment, rate));
}

/** The converted amount, one more where rounding made it worth less than `wanted`. */
function atLeast(wanted: Cents, converted: Cents, worth: (amount: Cents) => Cents): Cents {
  const amount = cents(Math.max(1, converted));
  return worth(amount) >= wanted ? amount : cents(amount + 1);
}

/** The part of a payment for an amount in the other currency, at most `worthInOther`. */
function exchangedPart(payment: Refunded, amount: Cents, rate: Cents): RefundPart {
  const { id: paymentId, unallocatedUsd } = payment;
  if (payment.currency === 'USD') {
    const dollars = atLeast(amount, sspToUsd(amount, rate), (usd) => usdToSsp(usd, rate));
    return { paymentId, amountUsd: minCents(dollars, unallocatedUsd), amountSsp: amount };
  }
  const left = poundsLeft(payment);
  const isAll = amount === worthInOther(payment, rate);
  const pounds = isAll
    ? left
    : minCents(
        left,
        atLeast(amount, usdToSsp(amount, rate), (ssp) => sspToUsd(ssp, rate)),
      );
  const credit = cents(Math.max(amount, centsFor(payment, pounds, left)));
  return { paymentId, amountUsd: minCents(credit, unallocatedUsd), amountSsp: pounds };
}

/**
 * As `refundParts`, with what is missing taken of payments in the other currency, oldest first, at the rate of the day
 * (decision 93). `amountSsp` of such a part is the pounds that a payment in pounds gives up, or those that are paid of one in
 * dollars. `amount` is at most what `refundableOf` and `exchangeableOf` answer together.
 */
export function exchangedParts(
  amount: Cents,
  currency: Currency,
  payments: readonly Refunded[],
  rate: Cents,
): RefundPart[] {
  const { usd, ssp } = refundableOf(payments);
  const own = currency === 'SSP' ? ssp : usd;
  const parts = refundParts(minCents(amount, own), currency, payments);
  let left = subtractCents(amount, minCents(amount, own));
  for (const payment of payments) {
    if (payment.currency === currency) continue;
    const taken = minCents(left, worthInOther(payment, rate));
    if (taken <= 0) continue;
    parts.push(exchangedPart(payment, taken, rate));
    left = subtractCents(left, taken);
  }
  return parts;
}

const inCurrency = (amount: Cents, currency: Currency) =>
  currency === 'SSP' ? formatSsp(amount) : formatUsd(amount);

interface Payable {
  refundable: Refundable;
  /** What was paid in the other currency, in the wanted one at the rate of the day (decision 93). */
  exchangeable: Cents;
  /** Credit that the company granted. */
  grantedUsd: Cents;
}

/** Why an amount, in its currency, cannot be paid out to a customer at all; undefined where it can. */
export function refundRefusal(
  name: string,
  { amount, currency }: { amount: Cents; currency: Currency },
  { refundable, exchangeable, grantedUsd }: Payable,
): string | undefined {
  const isPounds = currency === 'SSP';
  const own = isPounds ? refundable.ssp : refundable.usd;
  if (amount <= own + exchangeable) return undefined;
  const most = own > 0 ? `only ${inCurrency(own, currency)}` : 'nothing';
  if (exchangeable > 0) {
    const other = isPounds ? refundable.usd : refundable.ssp;
    const rest = isPounds ? `${formatUsd(other)} in dollars` : `${formatSsp(other)} in pounds`;
    const all = inCurrency(cents(own + exchangeable), currency);
    return `${name} paid in ${most === 'nothing' ? 'the other currency' : 'both currencies'} and can get back ${most} in ${isPounds ? 'pounds' : 'dollars'}, and ${rest}; with another person's approval up to ${all} in ${isPounds ? 'pounds' : 'dollars'} at today's rate.`;
  }
  return grantedUsd > 0
    ? `Of the credit of ${name} ${most} can be paid out: credit that was granted is used for invoices.`
    : `${name} has ${most} in credit.`;
}

/** US cents of an amount in its currency, that a refund pays: pounds at the rate of its day, at least one cent. */
export function moneyUsdOf(amount: Cents, currency: Currency, exchangeRate: Cents): Cents {
  if (currency === 'USD') return amount;
  return cents(Math.max(1, sspToUsd(amount, exchangeRate)));
}

/** The customer's credit against the money that is paid out; a change of the rate is an exchange gain or loss. */
export function refundPaid(refund: Omit<Refund, 'parts'> & { moneyAccount: string }): Posting {
  const { moneyAccount, amountUsd, moneyUsd, amountSsp, customerId, refundNumber } = refund;
  const money = credit(moneyAccount, moneyUsd);
  const lines = [
    debit(leaf.customerCredit, amountUsd, customerId),
    isPoundAccount(moneyAccount) ? inPounds(money, amountSsp) : money,
    ...exchangeDifference(subtractCents(moneyUsd, amountUsd)),
  ];
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
