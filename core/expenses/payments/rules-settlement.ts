import {
  addCents,
  type Cents,
  type Currency,
  cents,
  minCents,
  scaleCents,
  sspToUsd,
  subtractCents,
  usdToSsp,
  ZERO,
} from '../../kernel/money.ts';
import { type ExpenseRecord, formatAmount, openOf } from '../rules.ts';
import type { ExpensePayment } from '../schema.ts';

/** A row of the table expense_payments. */
export interface PaymentRecord extends ExpensePayment {
  /** The ledger account of the money. */
  creditAccount: string;
  reversedAt: Date | null;
}

type Payable = Pick<
  ExpenseRecord,
  'account' | 'amountUsd' | 'amountSsp' | 'settledUsd' | 'settledSsp'
>;

/** The money of a payment, and what it settles of the booked amount. */
export type Settlement = Pick<
  PaymentRecord,
  'amountUsd' | 'amountSsp' | 'settledUsd' | 'settledSsp'
>;

const CENT = cents(1);
const TOO_SMALL = "The amount is less than one US cent at that day's rate.";
const atLeastOne = (amount: Cents) => (amount > 0 ? amount : CENT);

/**
 * The amount that pays what is open of an expense, in a currency at the rate of the day (SSP cents for one dollar). At
 * least one cent, so that a rest of pounds worth less than a US cent can be paid.
 */
export function amountDue(payable: Payable, currency: Currency, rate: Cents): Cents {
  const { openUsd, openSsp } = openOf(payable);
  if (openSsp === null) return currency === 'USD' ? openUsd : atLeastOne(usdToSsp(openUsd, rate));
  return currency === 'SSP' ? openSsp : atLeastOne(sspToUsd(openSsp, rate));
}

/**
 * What a payment settles of an expense on account; without an amount, all that is open. An expense in pounds is settled
 * by pounds, and in dollars by the same part of its booked amount; the payment of the rest settles exactly what is left
 * in both, so that the payable ends at zero.
 */
export function settlementOf(
  payable: Payable,
  payment: { amount?: Cents | undefined; currency: Currency },
  rate: Cents,
): Settlement | { problem: string } {
  const { currency } = payment;
  const due = amountDue(payable, currency, rate);
  const amount = payment.amount ?? due;
  if (amount > due)
    return {
      problem: `Only ${formatAmount(due, currency)} is open at that day's rate. A payment cannot be above it.`,
    };
  const isWhole = amount === due;
  const { openUsd, openSsp } = openOf(payable);
  const valueUsd = currency === 'USD' ? amount : sspToUsd(amount, rate);
  const amountSsp = currency === 'SSP' ? amount : null;
  if (openSsp === null) {
    const amountUsd = isWhole ? openUsd : minCents(valueUsd, openUsd);
    if (amountUsd <= 0) return { problem: TOO_SMALL };
    return { amountUsd, amountSsp, settledUsd: amountUsd, settledSsp: ZERO };
  }
  if (isWhole) {
    const amountUsd = atLeastOne(valueUsd);
    return { amountUsd, amountSsp, settledUsd: openUsd, settledSsp: openSsp };
  }
  if (valueUsd <= 0) return { problem: TOO_SMALL };
  if (openUsd <= CENT || openSsp <= CENT)
    return {
      problem: `What is open, ${formatAmount(due, currency)}, can only be paid as a whole.`,
    };
  const pounds = amountSsp ?? usdToSsp(amount, rate);
  const settledSsp = minCents(atLeastOne(pounds), subtractCents(openSsp, CENT));
  const until = addCents(payable.settledSsp, settledSsp);
  const share = scaleCents(payable.amountUsd, until, payable.amountSsp!) - payable.settledUsd;
  const settledUsd = cents(Math.max(1, Math.min(share, openUsd - 1)));
  return { amountUsd: valueUsd, amountSsp, settledUsd, settledSsp };
}
