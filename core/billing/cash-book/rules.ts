import { dollarAccountBeside, poundAccountBeside } from '../../accounting/chart.ts';
import type { AccountFinder } from '../../accounting/import/rules-accounts.ts';
import {
  beforeOpeningProblem,
  isBeforeOpening,
  keptAccountProblem,
} from '../../accounting/opening/rules.ts';
import type { Account } from '../../accounting/schema.ts';
import { DATE_NOT_ALLOWED, formatDate, type IsoDate, isDateAllowed } from '../../kernel/dates.ts';
import { type Cents, cents, usdToSsp } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { cashAccountNamed, cashAccounts } from '../payments/rules-accounts.ts';
import {
  type Currency,
  type PaymentAccount,
  paymentAccountLabels,
  paymentAccounts,
} from '../payments/schema.ts';
import { amountOf, type CashAmount, type CashAmounts, inUsd } from './rules-amount.ts';

/** A line of a cash book or bank file; missing values are undefined. */
export interface CashLine extends CashAmounts {
  date: IsoDate;
  reference?: string;
  description?: string;
  /** The cash, bank or mobile-money account that the line belongs to: a code, a name or a payment account. */
  account?: string;
  /** The displayed id, such as SC003. */
  customerId?: string;
  customerName?: string;
  /** The account against which a line without a customer is posted. */
  counterAccount?: string;
  /** The invoice that a payment is for. */
  invoiceNumber?: string;
}

export type CustomerFinder = (line: CashLine) => { id: number } | { problem: string } | undefined;

export interface CashFacts {
  today: IsoDate;
  /** The opening date of the books; null if none is set. */
  openingDate: IsoDate | null;
  rates: ReadonlyMap<IsoDate, Cents>;
  findAccount: AccountFinder;
  /** Undefined for a line without a customer. */
  findCustomer: CustomerFinder;
  /** Permissions of the importing user: an import may do no more than single calls (decision 16). */
  mayRecordPayments: boolean;
  mayPostEntries: boolean;
}

interface PlannedLine extends CashAmount {
  date: IsoDate;
  reference: string;
  description: string;
  /** The code of the cash account. */
  account: string;
  /** It is a pound account, on which the pounds are posted too. */
  inPounds: boolean;
  amountUsd: Cents;
}

/** A line that can be posted. */
export type PlannedCash = PlannedLine &
  (
    | {
        kind: 'payment';
        customerId: number;
        /** As a payment recorded by hand: money from before the opening date is in no cash account (decision 45). */
        paymentKind: 'payment' | 'before_opening';
        paymentAccount: PaymentAccount;
        exchangeRate: Cents;
        /** The invoice that it settles first. */
        invoiceId?: number;
      }
    | {
        kind: 'entry';
        counterAccount: Account;
        /** SSP cents for pound accounts, without sign; null if no rate of the day is known. */
        pounds: Cents | null;
      }
  );

const CASH_KINDS = 'a cash, bank or mobile-money account';

/** The account of a line; the pound account beside a dollar account for a line in pounds (decision 33). */
function cashAccountOf(
  { account }: CashLine,
  currency: Currency,
  { findAccount }: CashFacts,
): { account: Account } | { problem: string } {
  if (!account)
    return {
      problem:
        'account: Say to which account the line belongs: map account to a column, or set it for the whole file.',
    };
  const named = paymentAccounts.find((one) =>
    [searchKey(paymentAccountLabels[one]), one].includes(searchKey(account)),
  );
  const given = findAccount(named ? cashAccounts[currency][named] : account);
  if ('problem' in given) return { problem: `account: ${given.problem}` };
  const beside = currency === 'SSP' ? poundAccountBeside(given.account.code) : undefined;
  const found = beside && given.account.isCash ? findAccount(beside) : given;
  if ('problem' in found) return { problem: `account: ${found.problem}` };
  const { code, name, isCash } = found.account;
  if (!isCash) return { problem: `account: ${code} ${name} is not ${CASH_KINDS}.` };
  return found.account.currency === 'SSP' && currency === 'USD'
    ? { problem: `account: ${code} ${name} is kept in pounds, and the row is in dollars.` }
    : found;
}

function paymentAccountOf({ code, name }: Account): PaymentAccount | { problem: string } {
  const known = cashAccountNamed(code);
  if (known) return known.account;
  const codes = Object.values(cashAccounts)
    .flatMap((ones) => paymentAccounts.map((one) => ones[one]))
    .join(', ');
  return {
    problem: `account: Payments of customers are received on ${codes}, not on ${code} ${name}.`,
  };
}

function counterAccountOf(
  { counterAccount }: CashLine,
  cash: Account,
  { findAccount }: CashFacts,
): { account: Account } | { problem: string } {
  if (!counterAccount)
    return { problem: 'counterAccount: A line without a customer needs the account it is for.' };
  const found = findAccount(counterAccount);
  if ('problem' in found) return { problem: `counterAccount: ${found.problem}` };
  const kept = keptAccountProblem(found.account);
  if (kept) return { problem: `counterAccount: ${kept} Name the customer instead.` };
  return found.account.code === cash.code
    ? { problem: 'counterAccount: This is the account of the line itself.' }
    : found;
}

/**
 * What to post for a line (decision 27): money in with a customer is a payment, any other line an entry between its
 * account and the counter account, or why it is refused. Before the opening date only payments are posted, against
 * Opening Balances (decision 45). Locked months are not considered: they concern only lines that are not posted yet.
 */
export function planCash(line: CashLine, facts: CashFacts): PlannedCash | { problem: string } {
  const { date } = line;
  if (date > facts.today) return { problem: 'date: A line cannot be dated in the future.' };
  if (!isDateAllowed(date, facts.today)) return { problem: `date: ${DATE_NOT_ALLOWED}` };
  const amount = amountOf(line);
  if ('problem' in amount) return amount;
  const rate = facts.rates.get(date);
  const usd = inUsd(amount, rate);
  if ('problem' in usd) return usd;
  const cash = cashAccountOf(line, amount.currency, facts);
  if ('problem' in cash) return cash;
  const customer = facts.findCustomer(line);
  if (customer && 'problem' in customer) return customer;
  const planned = {
    ...amount,
    ...usd,
    date,
    reference: line.reference ?? '',
    description: line.description ?? '',
    account: cash.account.code,
    inPounds: cash.account.currency === 'SSP',
  };
  if (!customer) {
    if (!facts.mayPostEntries)
      return {
        problem: 'customerId: Your role may not post entries, and this row has no customer.',
      };
    const early = beforeOpeningProblem(date, facts.openingDate);
    if (early) return { problem: `date: ${early}` };
    const counter = counterAccountOf(line, cash.account, facts);
    if ('problem' in counter) return counter;
    const pounds = poundsOf(amount, usd.amountUsd, rate);
    if (pounds === null && counter.account.currency === 'SSP')
      return { problem: `date: No exchange rate is known for ${formatDate(date)}.` };
    return { ...planned, kind: 'entry', counterAccount: counter.account, pounds };
  }
  if (!facts.mayRecordPayments)
    return {
      problem: 'customerId: Your role may not record payments, and this row has a customer.',
    };
  if (usd.amountUsd < 0)
    return {
      problem:
        'customerId: Money paid out to a customer is not a payment of theirs. Reverse their receipt in the portal, or leave the customer out and name a counterAccount.',
    };
  const paymentAccount = paymentAccountOf(cash.account);
  if (typeof paymentAccount === 'object') return paymentAccount;
  if (rate === undefined)
    return { problem: `date: No exchange rate is known for ${formatDate(date)}.` };
  return {
    ...planned,
    kind: 'payment',
    customerId: customer.id,
    paymentKind: isBeforeOpening(date, facts.openingDate) ? 'before_opening' : 'payment',
    paymentAccount,
    exchangeRate: rate,
  };
}

function poundsOf(
  { currency, amount }: CashAmount,
  amountUsd: Cents,
  rate: Cents | undefined,
): Cents | null {
  if (currency === 'SSP') return cents(Math.abs(amount));
  return rate === undefined ? null : usdToSsp(cents(Math.abs(amountUsd)), rate);
}

/** For whom or for which account the line is: a posted line is not posted again for another one. */
export function subjectOf(plan: PlannedCash): string {
  return plan.kind === 'payment'
    ? `customer ${plan.customerId}`
    : `account ${plan.counterAccount.code}`;
}

/**
 * What identifies a line in its file: date, account, amount and its reference; without one its description, by which equal
 * lines are then numbered. For whom it is does not belong to it, so that the same file with another mapping is not posted
 * a second time.
 */
export function cashKeyOf(plan: PlannedCash): (string | number)[] {
  const { date, account, currency, reference, description, foreign } = plan;
  // The amount as the file says it: another rate for its currency does not make it another line.
  const amount = foreign ? `${plan.amountUsd < 0 ? '-' : ''}${foreign.said}` : plan.amount;
  // The dollar account, as before pounds had accounts of their own: a line that was posted then is the same line.
  const common = [date, dollarAccountBeside(account) ?? account, currency, amount];
  return reference === ''
    ? [...common, 'description', searchKey(description)]
    : [...common, 'reference', searchKey(reference)];
}
