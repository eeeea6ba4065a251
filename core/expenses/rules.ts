import { type IsoDate, monthOf } from '../kernel/dates.ts';
import {
  type Cents,
  type Currency,
  formatSsp,
  formatUsd,
  MAX_AMOUNT,
  sspToUsd,
  subtractCents,
  toDecimal,
} from '../kernel/money.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../kernel/search.ts';
import { searchKey } from '../kernel/text.ts';
import { creditAccounts, debitAccounts } from './rules-accounts.ts';
import type { Category, Expense, ExpenseAccount, ExpenseType } from './schema.ts';
import { categoriesOf } from './schema.ts';

/** A row of the table expenses. Amounts in cents, `amountSsp` null for an expense in dollars. */
export interface ExpenseRecord
  extends Omit<
    Expense,
    'amount' | 'paid' | 'openUsd' | 'openSsp' | 'templateMonth' | 'attachments'
  > {
  debitAccount: string;
  creditAccount: string;
  /** Postings so far. */
  revision: number;
  settledUsd: Cents;
  settledSsp: Cents;
  /** By how much, who raised it last has raised it on the day of the last raise, US cents. */
  raisedUsd: Cents;
  raisedOn: IsoDate | null;
  raisedBy: string;
  /** The first day of the month. */
  templateMonth: IsoDate | null;
  deletedAt: Date | null;
  deletedBy: string;
}

/** An expense to record; amounts and rate are those of its date. */
export type NewExpense = Pick<
  ExpenseRecord,
  | 'date'
  | 'location'
  | 'description'
  | 'expenseType'
  | 'category'
  | 'currency'
  | 'account'
  | 'amountUsd'
  | 'amountSsp'
  | 'exchangeRate'
  | 'reference'
  | 'notes'
> &
  Partial<Pick<ExpenseRecord, 'templateId' | 'templateMonth'>>;

/** An expense as it is read for answers. */
export type ReadExpense = ExpenseRecord & Pick<Expense, 'attachments'>;

/** The amount in its own currency. */
export function ownAmount({
  amountUsd,
  amountSsp,
}: Pick<ExpenseRecord, 'amountUsd' | 'amountSsp'>): Cents {
  return amountSsp ?? amountUsd;
}

/** What of an expense on account is not paid yet; nothing of others. */
export function openOf({
  account,
  amountUsd,
  amountSsp,
  settledUsd,
  settledSsp,
}: Pick<ExpenseRecord, 'account' | 'amountUsd' | 'amountSsp' | 'settledUsd' | 'settledSsp'>): Pick<
  Expense,
  'openUsd' | 'openSsp'
> {
  const isOnAccount = account === 'accounts_payable';
  const rest = (amount: Cents, settled: Cents) =>
    subtractCents(amount, isOnAccount ? settled : amount);
  return {
    openUsd: rest(amountUsd, settledUsd),
    openSsp: amountSsp === null ? null : rest(amountSsp, settledSsp),
  };
}

function paidOf(record: ExpenseRecord): Expense['paid'] {
  if (openOf(record).openUsd === 0) return 'paid';
  return record.settledUsd === 0 ? 'unpaid' : 'part';
}

/** An expense as the API answers it. */
export function toExpense(record: ReadExpense): Expense {
  const { debitAccount, creditAccount, revision, settledUsd, settledSsp, ...rest } = record;
  const { deletedAt, deletedBy, templateMonth, raisedUsd, raisedOn, raisedBy, ...fields } = rest;
  return {
    ...fields,
    amount: toDecimal(ownAmount(record)),
    paid: paidOf(record),
    ...openOf(record),
    templateMonth: templateMonth && monthOf(templateMonth),
  };
}

/** Folded vendor, by which the list sorts, description, reference, notes and number. */
export function expenseSearchText({
  location,
  description,
  reference,
  notes,
  transactionId,
}: Pick<
  ExpenseRecord,
  'location' | 'description' | 'reference' | 'notes' | 'transactionId'
>): string {
  const texts = [location, description, reference, notes];
  return searchTextOf(
    ...texts.map(foldForSearch),
    otherSpellings(texts.join(' ')),
    searchKey(transactionId),
  );
}

/** 'TXN-2026-000001 Juba Networks', for the audit log. */
export function nameOfExpense({
  transactionId,
  location,
}: Pick<Expense, 'transactionId' | 'location'>): string {
  return `${transactionId} ${location}`;
}

export function formatAmount(amount: Cents, currency: Currency): string {
  return currency === 'USD' ? formatUsd(amount) : formatSsp(amount);
}

/** Why a category is refused with a type; undefined if it belongs to it (seeds/001 3). */
export function categoryProblem(type: ExpenseType, category: Category): string | undefined {
  const fitting: readonly string[] = categoriesOf[type];
  if (fitting.includes(category)) return undefined;
  const words = (name: string) => name.replaceAll('_', ' ');
  return `The category ${words(category)} does not belong to ${words(type)}. Choose one of: ${fitting.map(words).join(', ')}.`;
}

export type BookedAmounts = Pick<ExpenseRecord, 'amountUsd' | 'amountSsp'>;

/** The amounts that are booked of an amount in its currency, at a rate (SSP cents for one dollar); or the problem. */
export function bookedAmounts(
  amount: Cents,
  currency: Currency,
  rate: Cents,
): BookedAmounts | { problem: string } {
  if (amount > MAX_AMOUNT[currency])
    return {
      problem: `The amount cannot be above ${formatAmount(MAX_AMOUNT[currency], currency)}.`,
    };
  if (currency === 'USD') return { amountUsd: amount, amountSsp: null };
  const amountUsd = sspToUsd(amount, rate);
  if (amountUsd <= 0) return { problem: "The amount is less than one US cent at that day's rate." };
  if (amountUsd > MAX_AMOUNT.USD)
    return { problem: `The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.` };
  return { amountUsd, amountSsp: amount };
}

/** The ledger accounts that an expense is posted to. */
export function ledgerAccounts({
  category,
  account,
  currency,
}: {
  category: Category;
  account: ExpenseAccount;
  currency: Currency;
}): Pick<ExpenseRecord, 'debitAccount' | 'creditAccount'> {
  return {
    debitAccount: debitAccounts[category],
    creditAccount: creditAccounts[currency][account],
  };
}

const moneyFields = [
  'date',
  'expenseType',
  'category',
  'currency',
  'account',
  'amountUsd',
  'amountSsp',
] as const;

/** Whether a change is one of money, which is posted anew; vendor, description, reference and notes are texts. */
export function isMoneyChange(before: ExpenseRecord, after: ExpenseRecord): boolean {
  return moneyFields.some((name) => before[name] !== after[name]);
}
