import { leaf } from '../../accounting/chart.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import {
  type Cents,
  cents,
  minCents,
  scaleCents,
  sspToUsd,
  subtractCents,
  usdToSsp,
} from '../../kernel/money.ts';
import type { orderCurrencies } from '../orders/schema.ts';
import type { PayingAccount, SupplierPayment } from './schema.ts';

type Currency = (typeof orderCurrencies)[number];

/** A row of the table supplier_payments. Amounts in cents of the payment's currency, those named Usd in US cents. */
export type PaymentRecord = Omit<SupplierPayment, 'supplierName'> & {
  creditAccount: string;
  reversedAt: Date | null;
  reversedBy: string;
};

/**
 * The ledger account of the money by currency (decision 33). Savings and credit card are kept in dollars: pounds paid from
 * them are posted in dollars at the rate of the day.
 */
export const moneyAccounts: Record<Currency, Record<PayingAccount, string>> = {
  USD: {
    checking: leaf.bankMain,
    savings: leaf.bankSavings,
    cash: leaf.cashOnHand,
    credit_card: leaf.creditCard,
    petty_cash: leaf.pettyCash,
  },
  SSP: {
    checking: leaf.bankSsp,
    savings: leaf.bankSavings,
    cash: leaf.cashOnHandSsp,
    credit_card: leaf.creditCard,
    petty_cash: leaf.pettyCashSsp,
  },
};

/** What is left of a payment: cents of its currency, and US cents at its rate. */
export interface Left {
  currency: Currency;
  exchangeRate: Cents;
  amount: Cents;
  usd: Cents;
}

/** What is open of a bill: cents of its currency, and US cents as booked. Both are zero together. */
export interface Open {
  currency: Currency;
  amount: Cents;
  usd: Cents;
}

/** What an allocation takes of a payment and settles of a bill. */
export interface Settled {
  paidAmount: Cents;
  paidUsd: Cents;
  settledAmount: Cents;
  settledUsd: Cents;
}

/** The US cents of a part of an amount: all of them of all of it, and at least one stays with the rest. */
function shareOf(usd: Cents, part: Cents, whole: Cents): Cents {
  if (part === whole) return usd;
  return cents(Math.min(scaleCents(usd, part, whole), usd - 1));
}

/** The amounts in both currencies that change hands, before their booked US cents are known. */
function exchanged(left: Left, open: Open): { paid: Cents; settled: Cents } {
  if (left.currency === open.currency) {
    const amount = minCents(left.amount, open.amount);
    return { paid: amount, settled: amount };
  }
  if (open.currency === 'USD') {
    const settled = minCents(left.usd, open.amount);
    if (settled === left.usd) return { paid: left.amount, settled };
    const share = scaleCents(left.amount, settled, left.usd);
    return { paid: cents(Math.min(share, left.amount - 1)), settled };
  }
  const cost = cents(Math.max(1, sspToUsd(open.amount, left.exchangeRate)));
  if (cost <= left.amount) return { paid: cost, settled: open.amount };
  const settled = minCents(open.amount, usdToSsp(left.amount, left.exchangeRate));
  return { paid: left.amount, settled };
}

/**
 * Settles a bill from what is left of a payment, at the payment's rate where the currencies differ. Both amounts of payment
 * and bill end at zero together, so that nothing remains in dollars or in pounds alone.
 * @returns undefined where nothing can be settled: nothing left, nothing open, or less than one US cent.
 */
export function settle(left: Left, open: Open): Settled | undefined {
  if (left.usd <= 0 || open.usd <= 0) return undefined;
  const { paid, settled } = exchanged(left, open);
  if (paid <= 0 || settled <= 0) return undefined;
  const isPaidByUsd = left.currency === 'SSP' && open.currency === 'USD';
  const paidUsd = isPaidByUsd ? settled : shareOf(left.usd, paid, left.amount);
  const settledUsd = shareOf(open.usd, settled, open.amount);
  if (paidUsd <= 0 || settledUsd <= 0) return undefined;
  return { paidAmount: paid, paidUsd, settledAmount: settled, settledUsd };
}

/** Settles bills in the given order; what is left stays an advance. */
export function settleAll<B extends Open>(
  payment: Left,
  bills: readonly B[],
): { parts: (Settled & { bill: B })[]; left: Left } {
  let left = payment;
  const parts: (Settled & { bill: B })[] = [];
  for (const bill of bills) {
    const part = settle(left, bill);
    if (!part) continue;
    parts.push({ bill, ...part });
    left = {
      ...left,
      amount: subtractCents(left.amount, part.paidAmount),
      usd: subtractCents(left.usd, part.paidUsd),
    };
  }
  return { parts, left };
}

/** A settled part with the day from which it stands in the books. */
export interface DatedPart extends Settled {
  currency: Currency;
  on: IsoDate;
}
