import { addDays, formatDate, type IsoDate, type IsoMonth } from '../../kernel/dates.ts';
import { type Cents, cents, formatUsd, MAX_CENTS, sspToUsd, ZERO } from '../../kernel/money.ts';
import { leaf } from '../chart.ts';
import { closedDay } from '../import/rules.ts';
import type { AccountFinder } from '../import/rules-accounts.ts';
import { MAX_ENTRY } from '../journal/rules.ts';
import { credit, debit, type PostingLine } from '../rules.ts';
import type { Account } from '../schema.ts';
import { openedByModule } from './rules.ts';
import {
  type Amount,
  amountOf,
  amountProblem,
  type BalanceRow,
  isConverted,
  poundsOf,
} from './rules-amounts.ts';

export interface BalanceFacts {
  findAccount: AccountFinder;
  openingDate: IsoDate | null;
  today: IsoDate;
  lockedMonths: ReadonlySet<IsoMonth>;
  /** SSP cents for a dollar on the day before the opening date; undefined without one. */
  sspRate: Cents | undefined;
  /** The number of rows of the file that cannot be read. */
  unread: number;
}

export interface OpeningEntry {
  date: IsoDate;
  lines: PostingLine[];
}

export interface BalancesPlan {
  /** Undefined if nothing is posted. */
  entry: OpeningEntry | undefined;
  /** Of each row the balance in US cents, debits positive; undefined if it could not be read. */
  amounts: (Cents | undefined)[];
  /** Of each row the pounds on a pound account, SSP cents, debits positive; undefined on other accounts. */
  pounds: (Cents | undefined)[];
  /** Of each row the account; undefined if there is none. */
  accounts: (Account | undefined)[];
  errors: { index: number; message: string }[];
  notes: { index: number; message: string }[];
}

/** The description of the line with the result of revenue and expenses. */
const RESULT = 'Result before the opening date';

const NO_OPENING_DATE =
  'Set the opening date of the books first, with isp books set-opening-date or under Settings. The trial balance is that of the day before it.';

function inDollars({ usd, ssp }: Amount, rate: Cents | undefined): Cents {
  return cents(usd + (ssp === 0 || rate === undefined ? 0 : sspToUsd(cents(ssp), rate)));
}

function sumOf(amounts: readonly Amount[], rate: Cents | undefined): Cents {
  const usd = amounts.reduce((sum, one) => sum + one.usd, 0);
  const ssp = amounts.reduce((sum, one) => sum + one.ssp, 0);
  return inDollars({ usd, ssp }, rate);
}

function isNaturalCredit({ type }: Account): boolean {
  return type !== 'ASSET' && type !== 'EXPENSE';
}

function earns({ type }: Account): boolean {
  return type === 'REVENUE' || type === 'EXPENSE';
}

function findAccount(row: BalanceRow, { findAccount: find }: BalanceFacts) {
  const { account, accountName } = row;
  const found = account ? find(account) : find(accountName ?? '');
  if ('account' in found || !account || !accountName) return found;
  const named = find(accountName);
  return 'account' in named ? named : found;
}

/** Why nothing of the file can be posted, whatever its rows; undefined if it can. */
function dayProblem({ openingDate, today, lockedMonths }: BalanceFacts): string | undefined {
  if (openingDate === null) return NO_OPENING_DATE;
  const date = addDays(openingDate, -1);
  const closed = closedDay(date, { today, lockedMonths });
  return closed && `${closed} The opening entry is dated ${formatDate(date)}.`;
}

const TOO_LARGE = `An entry cannot be larger than ${formatUsd(MAX_ENTRY)}.`;

/**
 * Whether the amounts of a file are more than any entry that balances has in debit, credit and balance, or more pounds than
 * can be added.
 */
function isBeyondEntry(rows: readonly BalanceRow[]): boolean {
  const size = (...amounts: readonly (Cents | undefined)[]) =>
    amounts.reduce<number>((sum, amount = ZERO) => sum + Math.abs(amount), 0);
  const [usd, ssp] = rows.reduce(
    ([dollars, pounds], { debit: left, credit: right, balance, ...row }) => [
      dollars + size(left, right, balance),
      pounds + size(row.debitSsp, row.creditSsp, row.balanceSsp),
    ],
    [0, 0] as [number, number],
  );
  return usd > 4 * MAX_ENTRY || ssp > MAX_CENTS;
}

function unbalanced(amounts: readonly Cents[]): string {
  const debits = cents(amounts.reduce((sum, one) => sum + Math.max(one, 0), 0));
  const credits = cents(amounts.reduce((sum, one) => sum + Math.max(-one, 0), 0));
  const difference = cents(Math.abs(debits - credits));
  return `The trial balance does not balance: debits ${formatUsd(debits)}, credits ${formatUsd(credits)}, difference ${formatUsd(difference)}. Is a row missing?`;
}

const USUAL_SIDES =
  'balance: The balances add up to zero if each is on the usual side of its account, so positive ones were read as debits of assets and expenses and as credits of the others.';

/** The balances, with the column balance read in the way in which they add up to zero. */
function balancesOf(
  rows: readonly BalanceRow[],
  accounts: readonly Account[],
  rate: Cents | undefined,
): { amounts: Cents[]; note?: string; problem?: string } {
  const signed = rows.map((row) => amountOf(row, 1));
  const asCents = (list: readonly Amount[]) => list.map((one) => inDollars(one, rate));
  if (sumOf(signed, rate) === 0) return { amounts: asCents(signed) };
  const usual = rows.map((row, index) => amountOf(row, isNaturalCredit(accounts[index]!) ? -1 : 1));
  if (sumOf(usual, rate) === 0) return { amounts: asCents(usual), note: USUAL_SIDES };
  return { amounts: asCents(signed), problem: unbalanced(asCents(signed)) };
}

function lineOf(account: string, amount: Cents, description: string, pounds?: Cents): PostingLine {
  const line =
    amount > 0
      ? debit(account, amount, undefined, description)
      : credit(account, cents(-amount), undefined, description);
  return pounds === undefined ? line : { ...line, ssp: pounds };
}

/**
 * The opening entry of a trial balance (decision 45), dated the day before the opening date. Rows of accounts that modules
 * open are refused, and what they hold stays on Opening Balances, until the imports of those modules post against it: it
 * is zero when all have been imported. Revenue and expenses before the opening date were earned in the former books; their
 * result goes to Retained Earnings. Nothing is posted if another row cannot be taken or the file does not balance.
 */
export function planOpening(rows: readonly BalanceRow[], facts: BalanceFacts): BalancesPlan {
  const errors: BalancesPlan['errors'] = [];
  const notes: BalancesPlan['notes'] = [];
  const found = rows.map((row) => findAccount(row, facts));
  const accounts = found.map((one) => ('account' in one ? one.account : undefined));
  const unknown = rows.map(() => undefined);
  const nothing = (
    amounts: BalancesPlan['amounts'],
    pounds: BalancesPlan['pounds'] = unknown,
  ): BalancesPlan => ({
    entry: undefined,
    amounts,
    pounds,
    accounts,
    errors: errors.sort((a, b) => a.index - b.index),
    notes,
  });
  const refuseAll = (message: string) => {
    const refused = new Set(errors.map(({ index }) => index));
    for (const index of rows.keys()) if (!refused.has(index)) errors.push({ index, message });
  };

  const closed = dayProblem(facts);
  if (closed) {
    refuseAll(closed);
    return nothing(unknown);
  }
  if (isBeyondEntry(rows)) {
    refuseAll(TOO_LARGE);
    return nothing(unknown);
  }
  const date = addDays(facts.openingDate!, -1);
  for (const [index, one] of found.entries()) {
    const needsRate = facts.sspRate === undefined && isConverted(rows[index]!);
    const unclear = 'account' in one ? amountProblem(rows[index]!, one.account) : undefined;
    if ('problem' in one) {
      const hint = 'Import the chart of accounts first, or replace it by an account of the books.';
      errors.push({ index, message: `account: ${one.problem} ${hint}` });
    } else if (unclear) errors.push({ index, message: unclear });
    else if (needsRate)
      errors.push({ index, message: `There is no exchange rate of ${formatDate(date)} for SSP.` });
  }
  const others = facts.unread + errors.length;
  if (others > 0) {
    refuseAll(
      `${others === 1 ? 'Another row' : `${others} other rows`} of the trial balance cannot be taken, so nothing of it is posted.`,
    );
    return nothing(unknown);
  }

  const { amounts, note, problem } = balancesOf(rows, accounts as Account[], facts.sspRate);
  const isTooLarge = amounts.reduce((sum, one) => sum + Math.abs(one), 0) > 2 * MAX_ENTRY;
  if (problem || isTooLarge) {
    refuseAll(problem ?? TOO_LARGE);
    return nothing(amounts);
  }
  if (note) notes.push({ index: 0, message: note });
  const pounds = rows.map((row, index) => poundsOf(row, accounts[index]!, amounts[index]!));
  const lines: PostingLine[] = [];
  let result = 0;
  for (const [index, amount] of amounts.entries()) {
    const account = accounts[index]!;
    if (amount === 0) continue;
    const opened = openedByModule(account.code);
    if (opened) errors.push({ index, message: `account: ${opened}` });
    else if (earns(account)) {
      result += amount;
      notes.push({ index, message: resultNote(facts.openingDate!) });
    } else lines.push(lineOf(account.code, amount, '', pounds[index]));
  }
  if (result !== 0) lines.push(lineOf(leaf.retainedEarnings, cents(result), RESULT));
  const rest = lines.reduce((sum, line) => sum + line.debit - line.credit, 0);
  if (rest !== 0)
    lines.push(
      lineOf(leaf.openingBalances, cents(-rest), 'Opened by the imports of other records'),
    );
  const plan = nothing(amounts, pounds);
  return lines.length < 2 ? plan : { ...plan, entry: { date, lines } };
}

/**
 * Of each row what an opening entry holds of it, in US cents, debits positive: its line, or for revenue and expenses its
 * part of the result, if the entry's result is that of the rows.
 */
export function postedAmounts(
  { amounts, accounts }: Pick<BalancesPlan, 'amounts' | 'accounts'>,
  lines: readonly Pick<PostingLine, 'account' | 'debit' | 'credit' | 'description'>[],
): number[] {
  const left = new Map<string, number[]>();
  let result = 0;
  for (const { account, debit: added, credit: taken, description } of lines) {
    if (description === RESULT) result += added - taken;
    else left.set(account, [...(left.get(account) ?? []), added - taken]);
  }
  const earned = amounts.reduce<number>((sum, amount = ZERO, index) => {
    const account = accounts[index];
    return account && earns(account) ? sum + amount : sum;
  }, 0);
  return amounts.map((amount = ZERO, index) => {
    const account = accounts[index];
    if (!account) return 0;
    if (earns(account)) return earned === result ? amount : 0;
    const own = left.get(account.code) ?? [];
    const place = own.indexOf(amount);
    return place < 0 ? (amount === 0 ? 0 : (own.shift() ?? 0)) : own.splice(place, 1)[0]!;
  });
}

function resultNote(openingDate: IsoDate): string {
  return `account: Revenue and expenses begin on ${formatDate(openingDate)}; the result of earlier days went to ${leaf.retainedEarnings} Retained Earnings.`;
}

/** The lines of an entry as texts, in any order of the same lines the same. */
export function linesKey(
  lines: readonly Pick<PostingLine, 'account' | 'debit' | 'credit' | 'ssp'>[],
): string {
  return lines
    .map(
      ({ account, debit: left, credit: right, ssp = '' }) => `${account} ${left} ${right} ${ssp}`,
    )
    .sort()
    .join('\n');
}
