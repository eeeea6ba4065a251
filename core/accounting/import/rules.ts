import {
  DATE_NOT_ALLOWED,
  formatDate,
  formatMonth,
  type IsoDate,
  type IsoMonth,
  isDateAllowed,
  monthOf,
} from '../../kernel/dates.ts';
import { type Cents, cents, formatUsd, ZERO } from '../../kernel/money.ts';
import { leaf } from '../chart.ts';
import { MAX_ENTRY, MIN_LINES, poundsProblem } from '../journal/rules.ts';
import {
  beforeOpeningProblem,
  isOpening,
  keptAccountProblem,
  openedByModule,
} from '../opening/rules.ts';
import type { PostingLine } from '../rules.ts';
import { inPounds, isBalanced, totalsOf } from '../rules.ts';
import type { Account } from '../schema.ts';
import type { AccountFinder } from './rules-accounts.ts';

/** As in an entry made by hand; with more rows the wrong column was probably mapped to the reference. */
export const MAX_ENTRY_ROWS = 500;
const MAX_ROWS_NAMED = 5;

/** A row of a file of journal entries, amounts in US cents. */
export interface ImportedEntryRow {
  reference: string;
  date?: IsoDate;
  account?: string;
  debit?: Cents;
  credit?: Cents;
  /** SSP cents of a line on a pound account: without sign, or below zero for a credit; 0 in a revaluation. */
  amountSsp?: Cents;
  description?: string;
}

/** One entry of the file: all rows of one reference. A single row has no `lines`. */
export interface ImportedEntry extends ImportedEntryRow {
  lines?: readonly (ImportedEntryRow & { row: number })[];
}

export type GatheredEntry =
  | { outcome: 'refused'; message: string }
  | { outcome: 'lines'; invoice: ImportedEntry };

/** 'Rows 2 and 3', 'Rows 2, 3, 5, 6, 7 …'. */
function named(numbers: readonly number[]): string {
  if (numbers.length > MAX_ROWS_NAMED)
    return `Rows ${numbers.slice(0, MAX_ROWS_NAMED).join(', ')} …`;
  return `Rows ${numbers.join(', ').replace(/, (\d+)$/, ' and $1')}`;
}

function lineProblem({ account, debit = ZERO, credit = ZERO }: ImportedEntryRow) {
  if (!account) return 'has no account';
  if (debit === 0 && credit === 0) return 'has neither a debit nor a credit';
  return debit !== 0 && credit !== 0 ? 'has a debit and a credit' : undefined;
}

/** Why the rows of one reference are no entry; the text follows 'reference: '. */
function entryProblem(
  rows: readonly ImportedEntryRow[],
  numbers: readonly number[],
): string | undefined {
  const all = `${named(numbers)} have the reference ${rows[0]!.reference}`;
  const dates = new Set(rows.map(({ date }) => date).filter((date) => date !== undefined));
  if (dates.size === 0) return `${all}, and none of them has a date.`;
  if (dates.size > 1)
    return `${all} and different dates (${[...dates].sort().slice(0, 2).join(', ')}). An entry has one date.`;
  for (const [place, row] of rows.entries()) {
    const problem = lineProblem(row);
    if (problem) return `${all}, and row ${numbers[place]} ${problem}.`;
  }
  const sum = (side: 'debit' | 'credit') =>
    rows.reduce((total, row) => total + (row[side] ?? ZERO), 0);
  const [debit, credit] = [sum('debit'), sum('credit')];
  if (Math.max(debit, credit) > MAX_ENTRY)
    return `${all}. An entry cannot be larger than ${formatUsd(MAX_ENTRY)}.`;
  if (debit !== credit)
    return `${all} and do not balance: debits ${formatUsd(debit as Cents)}, credits ${formatUsd(credit as Cents)}.`;
  return undefined;
}

/**
 * Combines the rows of one reference (two or more) to an entry, or refuses them naming the rows. The date may stand in
 * any of them; equal rows are two lines. The first description is that of the entry.
 */
export function gatherEntry(
  rows: readonly ImportedEntryRow[],
  numbers: readonly number[],
): GatheredEntry {
  const problem = entryProblem(rows, numbers);
  if (problem) return { outcome: 'refused', message: `reference: ${problem}` };
  const { reference } = rows[0]!;
  const date = rows.find((row) => row.date !== undefined)?.date;
  const description = rows.find((row) => row.description)?.description;
  const lines = rows.map((row, place) => ({ ...row, row: numbers[place]! }));
  return { outcome: 'lines', invoice: { reference, date, description, lines } };
}

/** An entry to post. */
export interface PlannedEntry {
  date: IsoDate;
  description: string;
  reference: string;
  lines: PostingLine[];
}

/** Why nothing can be posted on this day, for a field of a file; undefined if it can. */
export function closedDay(
  date: IsoDate,
  { today, lockedMonths }: { today: IsoDate; lockedMonths: ReadonlySet<IsoMonth> },
): string | undefined {
  if (!isDateAllowed(date, today)) return `date: ${DATE_NOT_ALLOWED}`;
  const month = monthOf(date);
  return lockedMonths.has(month)
    ? `date: ${formatMonth(month)} is locked in the books.`
    : undefined;
}

interface PlannedLine {
  /** The row of the file. */
  row: number;
  account: Account;
  line: PostingLine;
}

/** The pounds of a row without sign; undefined on a dollar account, where a 0 is as empty. */
function poundsOf(
  { debit = ZERO, amountSsp }: ImportedEntryRow,
  account: Account,
): Cents | undefined | { problem: string } {
  const ssp = amountSsp === 0 && account.currency === 'USD' ? undefined : amountSsp;
  const problem = poundsProblem({ ssp }, account);
  if (problem) return { problem };
  if (ssp !== undefined && ssp < 0 && debit > 0)
    return { problem: 'The pounds of a debit cannot be below zero.' };
  return ssp === undefined ? undefined : cents(Math.abs(ssp));
}

/** The lines of an entry with their accounts, or the first problem naming its row. */
function linesOf(
  rows: NonNullable<ImportedEntry['lines']>,
  findAccount: AccountFinder,
): { lines: PlannedLine[] } | { problem: string } {
  const lines: PlannedLine[] = [];
  for (const given of rows) {
    const { row, account: text = '', debit = ZERO, credit = ZERO, description = '' } = given;
    const found = findAccount(text);
    if ('problem' in found) return { problem: `account: Row ${row}: ${found.problem}` };
    const { account } = found;
    const line = { account: account.code, debit, credit, description };
    const pounds = poundsOf(given, account);
    if (pounds !== undefined && typeof pounds !== 'number')
      return { problem: `amountSsp: Row ${row}: ${pounds.problem}` };
    lines.push({
      row,
      account,
      line: pounds === undefined ? line : inPounds(line, pounds),
    });
  }
  const opens = isOpening(lines.map(({ line }) => line));
  for (const { row, account } of lines) {
    const problem = opens ? openedByModule(account.code) : keptAccountProblem(account);
    if (problem) return { problem: `account: Row ${row}: ${problem}` };
  }
  return { lines };
}

/** The entry to post for the rows of one reference, or why they are refused; see `closedDay` for its date. */
export function planEntry(
  { reference, date, description, lines: rows }: ImportedEntry,
  findAccount: AccountFinder,
): { entry: PlannedEntry; lines: PlannedLine[] } | { problem: string } {
  if (!rows || rows.length < MIN_LINES || date === undefined)
    return {
      problem: `reference: ${reference} stands in this row alone. An entry needs at least 2 rows with its reference, which balance.`,
    };
  const found = linesOf(rows, findAccount);
  if ('problem' in found) return found;
  const lines = found.lines.map(({ line }) => line);
  // Checked when the rows were gathered; the books never depend on that alone.
  if (!isBalanced(totalsOf(lines))) return { problem: `reference: ${reference} does not balance.` };
  const entry = { date, description: description || `Entry ${reference}`, reference, lines };
  return { entry, lines: found.lines };
}

/**
 * Why an entry cannot be dated before the opening date (decision 45): only openings can, without revenue and expenses.
 * Undefined if it can, and on other days.
 */
export function entryBeforeOpening(
  { entry, lines }: { entry: PlannedEntry; lines: readonly PlannedLine[] },
  openingDate: IsoDate | null,
): string | undefined {
  const problem = beforeOpeningProblem(entry.date, openingDate);
  if (!problem) return undefined;
  if (!isOpening(entry.lines))
    return `date: ${problem} Only an entry with a line on ${leaf.openingBalances} can be dated before it.`;
  const earning = lines.find(({ account: { type } }) => type === 'REVENUE' || type === 'EXPENSE');
  if (!earning) return undefined;
  const { row, account } = earning;
  return `account: Row ${row}: Revenue and expenses begin on ${formatDate(openingDate!)}, and ${account.code} ${account.name} is one of their accounts.`;
}

/** What an entry posts, in any order of its lines, to compare it with an earlier import. Descriptions do not count. */
export function contentOf({ date, lines }: PlannedEntry): string {
  const parts = lines.map(({ account, debit, credit, ssp }) =>
    [account, debit, credit, ...(ssp === undefined ? [] : [ssp])].join(' '),
  );
  return [date, ...parts.sort()].join('\n');
}
