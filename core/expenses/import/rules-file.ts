import { isPostable } from '../../accounting/journal/rules.ts';
import { type Calendar, dateProblem } from '../../accounting/opening/rules-calendar.ts';
import type { Account } from '../../accounting/schema.ts';
import { atGivenRate, currencyName, isInDollars, plainAmount } from '../../kernel/currencies.ts';
import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { Cents, Currency } from '../../kernel/money.ts';
import { visiblePart } from '../../kernel/text.ts';
import {
  bookedAmounts,
  categoryProblem,
  type ExpenseRecord,
  ledgerAccounts,
  type NewExpense,
} from '../rules.ts';
import { type ExpenseAccount, expenseTypes, MAX_VENDOR } from '../schema.ts';
import { keyOf } from './rules.ts';
import type { ImportedExpense } from './schema-file.ts';

/** What the rows of a file are judged by. */
export interface ExpenseFileFacts {
  calendar: Calendar;
  /** SSP cents for one dollar by date. */
  rates: ReadonlyMap<IsoDate, Cents>;
  accounts: readonly Account[];
}

/** The account of expenses whose file does not say how they were paid (decision 76). */
const ON_ACCOUNT: ExpenseAccount = 'accounts_payable';

const NO_AMOUNT = 'amountUsd: The row has no amount.';
const TWO_AMOUNTS = 'amountUsd: The row has an amount in dollars and one in pounds.';
const TOO_SMALL = 'amountUsd: At that rate the amount is less than one US cent.';
const REFUND =
  'amountUsd: An expense is above zero. A refund of a supplier is entered as a journal entry; change the sign of the column if all of it is below zero.';
const REFUND_KIND =
  'kind: This is a refund or credit of a supplier, and no expense. Enter it as a journal entry.';
const POUNDS_TWICE =
  'currency: The amount is in a column of pounds, and the row says another currency.';

const SAYS = {
  onAccount:
    'account: The file does not say how it was paid; it is recorded on account, to be paid.',
  notPaid: 'account: It is not paid yet, so it is recorded on account, to be paid.',
  dueDate: 'dueDate: An expense has no due date here; that of the file is kept in its notes.',
  noVendor:
    'location: The file says no vendor; the description stands in its place, the beginning of a long one.',
  pounds: 'currency: The amounts are in pounds, and booked at the standard rate of their dates.',
} as const;

/** The first of the texts that has something to see. */
function firstOf(...texts: (string | undefined)[]): string {
  return texts.find((text) => visiblePart(text ?? '') !== '') ?? '';
}

/** What stands for the vendor of a row that names none, in the length of a vendor. */
function asVendor(description: string | undefined): string | undefined {
  return description && [...description].slice(0, MAX_VENDOR).join('').trim();
}

interface OwnAmount {
  currency: Currency;
  /** In cents of the currency. */
  amount: Cents;
  /** What the file says in another currency, 'KES 13,000.00', and for the notes 'KES 13,000.00 at 129.50'. */
  foreign?: { said: string; origin: string };
  told?: string;
}

/** The one amount of a row, above zero, in dollars or pounds; that of another currency at the rate given for it. */
function amountOf({
  amountUsd,
  amountSsp,
  currency,
}: ImportedExpense): OwnAmount | { problem: string } {
  const given = [amountUsd, amountSsp].filter((amount) => amount !== undefined && amount !== 0);
  if (given.length !== 1) return { problem: given.length === 0 ? NO_AMOUNT : TWO_AMOUNTS };
  const [amount] = given as [Cents];
  if (amount < 0) return { problem: REFUND };
  if (amountSsp) {
    return currency === undefined || currency === 'SSP'
      ? { currency: 'SSP', amount }
      : { problem: POUNDS_TWICE };
  }
  if (isInDollars(currency)) return { currency: 'USD', amount };
  if (currency === 'SSP') return { currency: 'SSP', amount, told: SAYS.pounds };
  const converted = atGivenRate(amount, currency);
  const name = currencyName(currency);
  if (!converted) return { problem: `currency: No rate is given for ${name}.` };
  const { amountUsd: dollars, said, note } = converted;
  if (dollars === 0) return { problem: TOO_SMALL };
  const told = `currency: The amounts are in ${name} and were converted at ${note.slice(note.lastIndexOf(' ') + 1)} for one dollar.`;
  return { currency: 'USD', amount: dollars, foreign: { said, origin: note }, told };
}

/** Whether a row is paid, by its status and by what is open of it; undefined if it says neither. */
function paidState(
  row: ImportedExpense,
): { state: ImportedExpense['status'] } | { problem: string } {
  const { status, kind, openAmount } = row;
  const amount = row.amountSsp || row.amountUsd || 0;
  if (openAmount === undefined) {
    // Among expenses, a bill is one that is not paid yet.
    const said = status ?? (kind === 'bill' ? 'unpaid' : kind === 'expense' ? 'paid' : undefined);
    return said === 'partial' ? partlyPaid(row) : { state: said };
  }
  if (openAmount < 0 || openAmount > amount)
    return {
      problem: `openAmount: ${plainAmount(openAmount)} cannot be open of ${plainAmount(amount as Cents)}.`,
    };
  const state = openAmount === 0 ? 'paid' : openAmount === amount ? 'unpaid' : 'partial';
  if (status !== undefined && status !== state)
    return {
      problem: `status: The row says ${status}, and ${plainAmount(openAmount)} of ${plainAmount(amount as Cents)} are open.`,
    };
  return state === 'partial' ? partlyPaid(row) : { state };
}

function partlyPaid({ openAmount }: ImportedExpense): { problem: string } {
  const open = openAmount === undefined ? '' : `, with ${plainAmount(openAmount)} open`;
  return {
    problem: `status: It is partly paid${open}. Enter it in Expense Management, on account, and record what was paid of it.`,
  };
}

const PAID_FROM_WHERE =
  'account: It is paid. Say from which account: map a column, or set one account for all rows.';

/** The account of a row with what is told of it. */
function accountOf(
  row: ImportedExpense,
): { account: ExpenseAccount; told: string[] } | { problem: string } {
  const paid = paidState(row);
  if ('problem' in paid) return paid;
  const { account } = row;
  if (paid.state === 'unpaid') {
    const isOther = account !== undefined && account !== ON_ACCOUNT;
    return { account: ON_ACCOUNT, told: isOther ? [SAYS.notPaid] : [] };
  }
  if (paid.state === 'paid')
    return account === undefined || account === ON_ACCOUNT
      ? { problem: PAID_FROM_WHERE }
      : { account, told: [] };
  return { account: account ?? ON_ACCOUNT, told: account === undefined ? [SAYS.onAccount] : [] };
}

export interface PlannedExpense {
  row: NewExpense;
  /** What makes it the same expense when the file comes again; see `importKeyOf`. */
  key: string;
  notes: string[];
}

/**
 * The expense that a row of a file is with what is told of it, or why it is refused, with the name of the field. A row has
 * one amount above zero; pounds are booked at the standard rate of its date, other currencies at the rate that is given.
 */
export function planExpense(
  row: ImportedExpense,
  { calendar, rates, accounts }: ExpenseFileFacts,
): PlannedExpense | { problem: string } {
  const { date, category, dueDate } = row;
  if (row.kind === 'refund') return { problem: REFUND_KIND };
  const paid = accountOf(row);
  const onDate = dateProblem('An expense', date, calendar);
  if (onDate) {
    const isOwed =
      onDate.code === 'entry.beforeOpening' && 'account' in paid && paid.account === ON_ACCOUNT;
    const owed = isOwed
      ? ' What is still owed of it is part of 2110 Trade Payables in the opening trial balance.'
      : '';
    return { problem: `date: ${onDate.message}${owed}` };
  }
  if (category === undefined)
    return { problem: 'category: Say what the expense is for: map a column, or set one category.' };
  const own = amountOf(row);
  if ('problem' in own) return own;
  if ('problem' in paid) return paid;
  const { currency, foreign } = own;
  const { account } = paid;
  const exchangeRate = rates.get(date);
  if (exchangeRate === undefined)
    return { problem: 'date: No exchange rate is known for this date.' };
  const booked = bookedAmounts(own.amount, currency, exchangeRate);
  if ('problem' in booked) return { problem: `amountUsd: ${booked.problem}` };
  const location = firstOf(row.location, asVendor(row.description));
  const description = firstOf(row.description, row.notes?.split('\n')[0]?.slice(0, 500), location);
  if (location === '') return { problem: 'location: The vendor is required.' };
  const expenseType = expenseTypes.find((type) => categoryProblem(type, category) === undefined)!;
  const names = { expenseType, category, account, currency } as const;
  const closed = Object.values(ledgerAccounts(names)).find(
    (code) => !accounts.some((one) => one.code === code && isPostable(one)),
  );
  if (closed !== undefined) return { problem: `account: Account ${closed} cannot be posted to.` };
  const due = dueDate !== undefined && account === ON_ACCOUNT ? `Due ${formatDate(dueDate)}` : '';
  const notes = [row.notes, due, foreign?.origin].filter(Boolean).join('\n');
  const texts = { reference: row.reference ?? '', notes };
  const planned = { date, location, description, ...names, ...booked, exchangeRate, ...texts };
  const told = [
    ...(own.told === undefined ? [] : [own.told]),
    ...paid.told,
    ...(due === '' ? [] : [SAYS.dueDate]),
    ...(firstOf(row.location) === '' ? [SAYS.noVendor] : []),
  ];
  return { row: planned, key: importKeyOf(planned, foreign?.said), notes: told };
}

/**
 * What a file says of an expense, kept beside it: the same row of another file is the same expense, whatever was changed of
 * it since. One that a file says in another currency is known by that amount, at any rate (decision 116).
 */
function importKeyOf(expense: NewExpense, said?: string): string {
  return said === undefined ? keyOf(expense) : `${keyOf({ ...expense, ...ANY })}|${said}`;
}

/** The amount of an expense that is known by its amount in another currency. */
const ANY = { amountUsd: 0 as Cents, amountSsp: null };

/** An expense with the key that the file gave it; '' for one that was entered by hand. */
export type RecordedExpense = ExpenseRecord & { importKey: string };

/**
 * The recorded expenses by the keys of the rows that they are: the one that their file gave them, else what they are now, so
 * that an expense entered by hand, or corrected here and in the file, is known too. `counts` are the rows of each key.
 */
export function recordedByKey(
  recorded: readonly RecordedExpense[],
  counts: ReadonlyMap<string, number>,
): Map<string, RecordedExpense[]> {
  const given = groupedBy(recorded, ({ importKey }) => importKey);
  const byKey = new Map<string, RecordedExpense[]>();
  const others: RecordedExpense[] = [];
  for (const [key, all] of given) {
    const rows = key === '' ? 0 : (counts.get(key) ?? 0);
    // Of equal rows that have become fewer, those are left that were changed here.
    const isChanged = (one: RecordedExpense) => Number(keyOf(one) !== key);
    const inOrder = [...all].sort((a, b) => isChanged(a) - isChanged(b) || a.id - b.id);
    if (rows > 0) byKey.set(key, inOrder.slice(0, rows));
    others.push(...inOrder.slice(rows));
  }
  for (const one of others) byKey.set(keyOf(one), [...(byKey.get(keyOf(one)) ?? []), one]);
  return byKey;
}
