import { type Calendar, dateProblem } from '../../accounting/opening/rules-calendar.ts';
import type { Reading } from '../../kernel/amounts-typed.ts';
import { type IsoDate, isIsoDate } from '../../kernel/dates.ts';
import { type Cents, type Currency, cents } from '../../kernel/money.ts';
import { searchKey, visiblePart } from '../../kernel/text.ts';
import {
  bookedAmounts,
  categoryProblem,
  formatAmount,
  ledgerAccounts,
  type NewExpense,
} from '../rules.ts';
import { isoOfDayFirst } from '../rules-paste.ts';
import {
  accounts,
  type Category,
  categories,
  type ExpenseAccount,
  type ExpenseType,
  expenseCurrencies,
  expenseTypes,
  type ImportLine,
  type ImportMark,
  type ImportVerdict,
  MAX_VENDOR,
} from '../schema.ts';
import { type PastedAmount, readPastedAmount } from './rules-amount.ts';

const MAX_DESCRIPTION = 500;

/** What a line is judged by. */
export interface ImportFacts {
  calendar: Calendar;
  /** SSP cents for one dollar by date. */
  rates: ReadonlyMap<IsoDate, Cents>;
  /** Codes of the accounts that can be posted to. */
  postable: ReadonlySet<string>;
  /** How 1.234 is read (`readingOf`). */
  reading: Reading;
  /** Of lines that name none. */
  account: ExpenseAccount;
  currency: Currency;
}

/** A line that can be recorded, or the reason why it cannot; with what is shown of it. */
export type JudgedLine = { date: IsoDate | null; location: string; description: string } & (
  | { problem: string }
  | ({ row: NewExpense } & Pick<PastedAmount, 'isMinus' | 'written'>)
  | { isZero: true }
);

function oneOf<T extends string>(all: readonly T[], text: string): T | undefined {
  return all.find((name) => name === text.toLowerCase());
}

/** The date of a line, as yyyy-mm-dd or dd/mm/yyyy; undefined if it is no real date. */
export function dateOfLine({ date }: Pick<ImportLine, 'date'>): IsoDate | undefined {
  const text = isoOfDayFirst(date) ?? date;
  return isIsoDate(text) ? text : undefined;
}

const tooLong = (text: string, max: number) => text.length > max && [...text].length > max;

interface Named {
  expenseType: ExpenseType;
  category: Category;
  currency: Currency;
  account: ExpenseAccount;
}

/** Type, category, currency and account by their names; without them those of a bandwidth cost, and of all lines. */
function named(line: ImportLine, facts: ImportFacts): Named | { problem: string } {
  const category = oneOf(categories, line.category || 'bandwidth_cost');
  if (!category) return { problem: `There is no category ${line.category}.` };
  const fitting = expenseTypes.find((type) => categoryProblem(type, category) === undefined)!;
  const expenseType = oneOf(expenseTypes, line.expenseType || fitting);
  if (!expenseType) return { problem: `There is no type ${line.expenseType}.` };
  const mismatch = categoryProblem(expenseType, category);
  if (mismatch !== undefined) return { problem: mismatch };
  const currency = expenseCurrencies.find(
    (name) => name === (line.currency || facts.currency).toUpperCase(),
  );
  if (!currency) return { problem: `There is no currency ${line.currency}. Use USD or SSP.` };
  const account = oneOf(accounts, line.account || facts.account);
  if (!account) return { problem: `There is no payment account ${line.account}.` };
  return { expenseType, category, currency, account };
}

/** Judges one line on its own; whether it is recorded already is judged with the others (`markLines`). */
export function judgeLine(line: ImportLine, facts: ImportFacts): JudgedLine {
  const { location = '', description = `Bandwidth cost - ${location}` } = line;
  const date = dateOfLine(line);
  const shown = { date: date ?? null, location, description };
  const refused = (problem: string): JudgedLine => ({ ...shown, problem });
  if (date === undefined) return refused('The date is not a real date.');
  const onDate = dateProblem('An expense', date, facts.calendar);
  if (onDate) return refused(onDate.message);
  if (visiblePart(location) === '') return refused('The vendor is required.');
  if (tooLong(location, MAX_VENDOR))
    return refused(`The vendor can have at most ${MAX_VENDOR} characters.`);
  if (visiblePart(description) === '') return refused('The description is required.');
  if (tooLong(description, MAX_DESCRIPTION))
    return refused(`The description can have at most ${MAX_DESCRIPTION} characters.`);
  const names = named(line, facts);
  if ('problem' in names) return refused(names.problem);
  const other = names.currency === 'USD' ? /ssp|£/i : /usd|\$/i;
  if (other.test(String(line.amount)))
    return refused(`The amount names another currency than ${names.currency}.`);
  const read = readPastedAmount(line.amount, names.currency, facts.reading);
  if ('problem' in read) return refused(read.problem);
  if (read.amount === 0) return { ...shown, isZero: true };
  const exchangeRate = facts.rates.get(date);
  if (exchangeRate === undefined) return refused('No exchange rate is known for this date.');
  const booked = bookedAmounts(read.amount, names.currency, exchangeRate);
  if ('problem' in booked) return refused(booked.problem);
  const closed = Object.values(ledgerAccounts(names)).find((code) => !facts.postable.has(code));
  if (closed !== undefined) return refused(`Account ${closed} cannot be posted to.`);
  const texts = { date, location, description, reference: '', notes: '' };
  const { isMinus, written } = read;
  return { ...shown, isMinus, written, row: { ...texts, ...names, ...booked, exchangeRate } };
}

/** What makes two expenses equal: date, vendor in any case, amount, currency and category. */
export function keyOf({
  date,
  location,
  amountUsd,
  amountSsp,
  currency,
  category,
}: Pick<
  NewExpense,
  'date' | 'location' | 'amountUsd' | 'amountSsp' | 'currency' | 'category'
>): string {
  return [date, currency, amountSsp ?? amountUsd, category, searchKey(location)].join('|');
}

export interface MarkedLine {
  verdict: ImportVerdict;
  /** What is recorded; undefined for a line that is left out or refused. */
  row: NewExpense | undefined;
}

/** Characters of an amount in a message. */
const MAX_SHOWN = 40;

const ZERO_AMOUNT =
  'The amount is 0 or could not be read. An expense is above zero: correct the amount.';

/**
 * Marks the lines in their order. The n-th of equal lines is known only if n equal expenses are recorded, so that the
 * same lines twice add nothing and lines that were added to a paste are new. `recorded` are the numbers of the recorded
 * expenses by `keyOf`. A marked line is recorded only if it is chosen, a line of zero never.
 */
export function markLines(
  lines: readonly ImportLine[],
  judged: readonly JudgedLine[],
  recorded: ReadonlyMap<string, readonly string[]>,
): MarkedLine[] {
  const seen = new Map<string, number>();
  return judged.map((one, index) => {
    const { date, location, description } = one;
    const of = (mark: ImportMark, problem: string, more: Partial<ImportVerdict> = {}) => ({
      ...{ line: index + 1, mark, problem, knownAs: null, date, location, description },
      ...{ amountUsd: null, ...more },
    });
    if ('problem' in one) return { verdict: of('refused', one.problem), row: undefined };
    if ('isZero' in one)
      return { verdict: of('zero', ZERO_AMOUNT, { amountUsd: cents(0) }), row: undefined };
    const { row, isMinus, written } = one;
    const isDoubtful = isMinus || written === 'guess';
    const { amountUsd } = row;
    const isChosen = lines[index]!.isChosen === true;
    const key = keyOf(row);
    const nth = seen.get(key) ?? 0;
    // A line that is left out for its amount is not one of the equal expenses.
    if (!isDoubtful || isChosen) seen.set(key, nth + 1);
    const knownAs = recorded.get(key)?.[nth] ?? null;
    const chosen = isChosen ? row : undefined;
    if (knownAs !== null) {
      const problem = `Already recorded as ${knownAs}. Choose the line to record it again.`;
      return { verdict: of('known', problem, { knownAs, amountUsd }), row: chosen };
    }
    const amount = formatAmount(row.amountSsp ?? amountUsd, row.currency);
    if (isMinus) {
      const problem = `The amount has a minus or brackets, which are dropped. Choose the line to record ${amount}.`;
      return { verdict: of('minus', problem, { amountUsd }), row: chosen };
    }
    const text = String(lines[index]!.amount).slice(0, MAX_SHOWN);
    if (written === 'guess') {
      const problem = `The amount "${text}" is not plain. Choose the line to record ${amount}.`;
      return { verdict: of('unclear', problem, { amountUsd }), row: chosen };
    }
    if (written === 'notation')
      return { verdict: of('read', `"${text}" was read as ${amount}.`, { amountUsd }), row };
    return { verdict: of('new', '', { amountUsd }), row };
  });
}

/** Where an expense was booked, in the words of `importMessage`. */
const BOOKED: Readonly<Record<ExpenseAccount, string>> = {
  checking: 'as paid from checking',
  savings: 'as paid from savings',
  cash: 'as paid in cash',
  credit_card: 'as paid by credit card',
  petty_cash: 'as paid from petty cash',
  accounts_payable: 'on account',
};

/**
 * '12 expenses recorded on account, 3 left out, 1 refused.' Says how they were booked, since the call of the specification
 * names no account (decision 76); not where the lines differ.
 */
export function importMessage(
  booked: readonly Pick<NewExpense, 'account'>[],
  leftOut: number,
  refused: number,
): string {
  const names = new Set(booked.map(({ account }) => account));
  const [account] = names.size === 1 ? names : [];
  const how = account === undefined ? '' : ` ${BOOKED[account]}`;
  const recorded = booked.length;
  return `${recorded} expense${recorded === 1 ? '' : 's'} recorded${how}, ${leftOut} left out, ${refused} refused.`;
}
