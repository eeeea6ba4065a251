import type { Ctx } from '../../context.ts';
import { addDays, type IsoDate, laterDate } from '../../kernel/dates.ts';
import type { Created, ImportedChange, KeptRecord } from '../../kernel/imported.ts';
import type { Cents } from '../../kernel/money.ts';
import type { RowOutcome } from '../../kernel/outcomes.ts';
import { closedDay } from '../import/rules.ts';
import { createAccountFinder } from '../import/rules-accounts.ts';
import { mirrored, type Posting } from '../rules.ts';
import { listAccounts, lockedMonths } from '../service.ts';
import { type PostedEntry, post } from '../service-post.ts';
import { getOpening, lockOpening } from './queries.ts';
import * as queries from './queries-balances.ts';
import { type BalanceRow, isConverted } from './rules-amounts.ts';
import { type BalancesPlan, linesKey, type OpeningEntry, planOpening } from './rules-balances.ts';
import { OPENINGS } from './schema.ts';

export interface OpeningOptions {
  dryRun: boolean;
  /** The number of rows of the file that cannot be read. */
  unread: number;
  /** The rate of a day: SSP cents for a dollar; undefined without one. */
  rateOn(date: IsoDate): Promise<Cents | undefined>;
}

export interface ImportedOpening {
  created: number;
  updated: number;
  unchanged: number;
  outcomes: RowOutcome[];
  errors: BalancesPlan['errors'];
  notes: BalancesPlan['notes'];
  /** As `BalancesPlan`. */
  amounts: BalancesPlan['amounts'];
  accounts: BalancesPlan['accounts'];
  /** The entry that was posted. */
  made: Created[];
  /** The entry that it replaces. */
  changes: ImportedChange[];
}

/**
 * Posts the opening entry of a trial balance; see `planOpening` for its rules. All rows of the file are needed at once. The
 * same balances again change nothing; with others the earlier entry is reversed on its own day and a new one is posted.
 * Other imports of a trial balance and changes of the opening date wait until the transaction ends. The caller writes the
 * audit line of the whole import. Amounts in US cents. With `dryRun` it counts the same and writes nothing.
 */
export async function importOpeningBalances(
  tx: Ctx,
  rows: readonly BalanceRow[],
  { dryRun, unread, rateOn }: OpeningOptions,
): Promise<ImportedOpening> {
  const { openingDate } = await (dryRun ? getOpening(tx.db) : lockOpening(tx.db));
  const needsRate = openingDate !== null && rows.some(isConverted);
  const known = await queries.findOpeningEntry(tx.db);
  const locked = await lockedMonths(tx);
  const facts = {
    findAccount: createAccountFinder(await listAccounts(tx)),
    openingDate,
    today: tx.today,
    // A locked month does not concern what is posted already.
    lockedMonths: new Set<never>(),
    sspRate: needsRate ? await rateOn(addDays(openingDate, -1)) : undefined,
    unread,
  };
  const open = planOpening(rows, facts);
  const isPosted = known !== undefined && open.entry !== undefined && isSame(known, open.entry);
  const plan = isPosted ? open : planOpening(rows, { ...facts, lockedMonths: locked });
  const problem =
    plan.entry && known && !isPosted
      ? closedDay(known.date, { today: tx.today, lockedMonths: locked })
      : undefined;
  if (problem)
    return refused(
      plan,
      `${problem} The earlier opening entry ${known!.entryNumber} cannot be reversed.`,
    );
  const result = countsOf(rows, plan, known, isPosted);
  if (dryRun || isPosted || !plan.entry) return result;
  const reversal = known ? [reversalOf(known, known.date)] : [];
  const posted = await post(tx, [...reversal, postingOf(plan.entry)]);
  const { id, entryNumber } = posted.at(-1)!;
  return {
    ...result,
    made: [{ id, version: 1 }],
    changes: known ? [replacement(known.entryNumber, { id, entryNumber })] : [],
  };
}

function isSame(known: queries.OpeningRecord, entry: OpeningEntry): boolean {
  return known.date === entry.date && linesKey(known.lines) === linesKey(entry.lines);
}

function refused({ amounts, accounts }: BalancesPlan, message: string): ImportedOpening {
  return {
    created: 0,
    updated: 0,
    unchanged: 0,
    outcomes: amounts.map(() => 'refused'),
    errors: amounts.map((_, index) => ({ index, message })),
    notes: [],
    amounts,
    accounts,
    made: [],
    changes: [],
  };
}

/** The fate of each row: a balance that was posted before is unchanged, another one of the account is updated. */
function countsOf(
  rows: readonly BalanceRow[],
  { accounts, amounts, pounds, entry, errors, notes }: BalancesPlan,
  known: queries.OpeningRecord | undefined,
  isPosted: boolean,
): ImportedOpening {
  const wrong = new Set(errors.map(({ index }) => index));
  const before = new Map<string, string[]>();
  const balanceOf = (amount: number, ssp: number | undefined) => `${amount} ${ssp ?? ''}`;
  for (const { account, debit, credit, ssp } of known?.lines ?? [])
    before.set(account, [...(before.get(account) ?? []), balanceOf(debit - credit, ssp)]);
  const outcomes = rows.map((_, index): RowOutcome => {
    if (wrong.has(index)) return 'refused';
    if (isPosted) return 'unchanged';
    const { code = '', type } = accounts[index] ?? {};
    const amount = amounts[index] ?? 0;
    const posted = before.get(code) ?? [];
    // Revenue and expenses are part of the result, of which no row is told apart.
    const isResult = type === 'REVENUE' || type === 'EXPENSE';
    const isKept =
      amount === 0 ? posted.length === 0 : posted.includes(balanceOf(amount, pounds[index]));
    if (isKept && (amount === 0 || known?.date === entry?.date)) return 'unchanged';
    return known && (isResult || posted.length > 0) ? 'updated' : 'created';
  });
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    outcomes,
    errors,
    notes: isPosted ? [] : notes,
    amounts,
    accounts,
    made: [],
    changes: [],
  };
}

function replacement(before: string, { id, entryNumber }: PostedEntry): ImportedChange {
  const fields = [{ field: 'entry', before, after: entryNumber }];
  return { index: 0, entity: 'entry', entityId: id, label: entryNumber, fields };
}

function postingOf({ date, lines }: OpeningEntry): Posting {
  return {
    date,
    description: 'Opening balances',
    reference: 'Trial balance',
    source: OPENINGS,
    revision: 1,
    lines,
    cash: 'safe',
  };
}

function reversalOf(
  { id, entryNumber, sourceId, lines }: queries.OpeningRecord,
  date: IsoDate,
): Posting {
  return {
    date,
    description: `Reversal of ${entryNumber}: opening balances`,
    reference: 'Trial balance',
    source: OPENINGS,
    sourceId,
    revision: 2,
    lines: mirrored(lines),
    reversalOf: id,
    cash: 'safe',
  };
}

/**
 * Reverses opening entries of imports on their own day, or today if that month is locked. Those that were reversed before,
 * or that a later import has replaced, stay as they are and are told.
 */
export async function undoOpeningBalances(
  tx: Ctx,
  ids: readonly number[],
): Promise<{ reversed: number; kept: KeptRecord[] }> {
  if (ids.length === 0) return { reversed: 0, kept: [] };
  await lockOpening(tx.db);
  const entries = await queries.findOpeningEntries(tx.db, ids);
  const locked = await lockedMonths(tx);
  const dayOf = (date: IsoDate) =>
    closedDay(date, { today: tx.today, lockedMonths: locked }) ? laterDate(tx.today, date) : date;
  await post(
    tx,
    entries.map((entry) => reversalOf(entry, dayOf(entry.date))),
  );
  const open = new Set(entries.map(({ id }) => id));
  const others = await queries.findEntryNumbers(
    tx.db,
    ids.filter((id) => !open.has(id)),
  );
  const kept = others.map(({ id, entryNumber }): KeptRecord => {
    const reason = 'It was reversed before, or a later trial balance has replaced it.';
    return { entity: 'entry', entityId: id, label: entryNumber, reason };
  });
  return { reversed: entries.length, kept };
}
