import { isPostable } from '../../accounting/journal/rules.ts';
import { type Calendar, dateProblem } from '../../accounting/opening/rules-calendar.ts';
import type { Account } from '../../accounting/schema.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { visiblePart } from '../../kernel/text.ts';
import { bookedAmounts, categoryProblem, ledgerAccounts, type NewExpense } from '../rules.ts';
import { expenseTypes } from '../schema.ts';
import type { ImportedExpense } from './schema-file.ts';

/** What the rows of a file are judged by. */
export interface ExpenseFileFacts {
  calendar: Calendar;
  /** SSP cents for one dollar by date. */
  rates: ReadonlyMap<IsoDate, Cents>;
  accounts: readonly Account[];
}

/** The account of expenses whose file does not say how they were paid (decision 76). */
const DEFAULT_ACCOUNT = 'accounts_payable';

/** The first of the texts that has something to see. */
function firstOf(...texts: (string | undefined)[]): string {
  return texts.find((text) => visiblePart(text ?? '') !== '') ?? '';
}

/**
 * The expense that a row of a file is, or why it is refused, with the name of the field. A row has one amount above zero, in
 * dollars or in pounds, which are booked at the standard rate of its date.
 */
export function planExpense(
  row: ImportedExpense,
  { calendar, rates, accounts }: ExpenseFileFacts,
): NewExpense | { problem: string } {
  const { date, category, amountUsd, amountSsp, account = DEFAULT_ACCOUNT } = row;
  const onDate = dateProblem('An expense', date, calendar);
  if (onDate) return { problem: `date: ${onDate.message}` };
  if (category === undefined)
    return { problem: 'category: Say what the expense is for: map a column, or set one category.' };
  const given = [amountUsd, amountSsp].filter((amount) => amount !== undefined && amount !== 0);
  if (given.length !== 1)
    return {
      problem:
        given.length === 0
          ? 'amountUsd: The row has no amount.'
          : 'amountUsd: The row has an amount in dollars and one in pounds.',
    };
  const [amount] = given as [Cents];
  if (amount < 0)
    return {
      problem:
        'amountUsd: An expense is above zero. A refund of a supplier is entered as a journal entry; change the sign of the column if all of it is below zero.',
    };
  const currency = amountUsd ? 'USD' : 'SSP';
  const exchangeRate = rates.get(date);
  if (exchangeRate === undefined)
    return { problem: 'date: No exchange rate is known for this date.' };
  const booked = bookedAmounts(amount, currency, exchangeRate);
  if ('problem' in booked) return { problem: `amountUsd: ${booked.problem}` };
  const location = firstOf(row.location, row.description);
  const description = firstOf(row.description, row.notes?.split('\n')[0]?.slice(0, 500), location);
  if (location === '') return { problem: 'location: The vendor is required.' };
  const expenseType = expenseTypes.find((type) => categoryProblem(type, category) === undefined)!;
  const names = { expenseType, category, account, currency } as const;
  const closed = Object.values(ledgerAccounts(names)).find(
    (code) => !accounts.some((one) => one.code === code && isPostable(one)),
  );
  if (closed !== undefined) return { problem: `account: Account ${closed} cannot be posted to.` };
  const texts = { reference: row.reference ?? '', notes: row.notes ?? '' };
  return { date, location, description, ...names, ...booked, exchangeRate, ...texts };
}
