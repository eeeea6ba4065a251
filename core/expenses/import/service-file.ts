import { inSafe } from '../../accounting/cash/rules.ts';
import { openDay } from '../../accounting/opening/rules-calendar.ts';
import { readCalendar } from '../../accounting/opening/service-calendar.ts';
import { listAccounts } from '../../accounting/service.ts';
import { post, postedEntryIds } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { Created, KeptRecord } from '../../kernel/imported.ts';
import { acceptedRows, countRow, emptyResults, type RowMessage } from '../../kernel/outcomes.ts';
import { ratesOn } from '../../rates/service-current.ts';
import { EXPENSE, expenseReversed } from '../postings.ts';
import * as queries from '../queries.ts';
import { type ExpenseRecord, type NewExpense, openOf, ownAmount } from '../rules.ts';
import { insertExpenses } from '../service-record.ts';
import { findRecorded, lockExpenses, lockImports } from './queries.ts';
import { type BillFinding, billKeyOf, createBills, findingOf } from './rules-bills.ts';
import {
  type ExpenseFileFacts,
  type PlannedExpense,
  planExpense,
  recordedByKey,
} from './rules-file.ts';
import type { ImportedExpense } from './schema-file.ts';

export interface ExpenseFileOptions {
  dryRun: boolean;
  /** Numbers the rows of the whole file that have one key, from 1. */
  ordinalOf(row: object, key: string): number;
  bills: ReadonlyMap<string, BillFinding>;
}

type Unread = Partial<ImportedExpense>;

interface PlannedRow extends PlannedExpense {
  index: number;
}

/** What the books hold of the rows of a batch, by their indexes. */
export interface HeldExpenses {
  held: ReadonlyMap<number, ExpenseRecord>;
}

/** What the rows of a batch are judged by; `isHeld` keeps the months as they are until the end of the transaction. */
async function factsOf(
  tx: Ctx,
  rows: readonly ImportedExpense[],
  isHeld: boolean,
): Promise<ExpenseFileFacts> {
  const dates = [...new Set(rows.map(({ date }) => date))];
  return {
    calendar: await readCalendar(tx, { isHeld }),
    rates: await ratesOn(tx, 'standard', dates),
    accounts: await listAccounts(tx),
  };
}

/**
 * Compares the bills of a file with the totals that it says of them, before anything is written: what is told of each, by
 * `billKeyOf`. Amounts are in cents of the file's currencies.
 */
export async function surveyBills(
  ctx: Ctx,
  batches: AsyncIterable<{ accepted: readonly ImportedExpense[]; others: readonly Unread[] }>,
): Promise<ReadonlyMap<string, BillFinding>> {
  const bills = createBills();
  for await (const { accepted, others } of batches) {
    const facts = await factsOf(ctx, accepted, false);
    for (const row of accepted) bills.add(row, !('problem' in planExpense(row, facts)));
    for (const row of others) bills.add(row, false);
  }
  return bills.findings();
}

/**
 * Records the expenses and bills of a file in a constant number of statements. The n-th of equal rows (date, vendor, amount,
 * category) is known if n equal expenses are recorded, so that the same file again adds nothing, whatever was changed of them
 * since. Without an account they are on account (decision 76). A bill of which the file says another total than is booked is
 * told, by `bills` (`surveyBills`). The caller writes the audit line; with `dryRun` it counts the same and writes nothing.
 */
export async function importExpenseFile(
  tx: Ctx,
  rows: readonly ImportedExpense[],
  { dryRun, ordinalOf, bills }: ExpenseFileOptions,
) {
  const result = {
    ...emptyResults(rows.length),
    held: new Map<number, ExpenseRecord>(),
  };
  const { held } = result;
  if (!dryRun) await lockImports(tx.db);
  const dates = [...new Set(rows.map(({ date }) => date))];
  const facts = await factsOf(tx, rows, !dryRun);
  const fates = rows.map((row) => {
    const plan = planExpense(row, facts);
    const finding = findingOf(row, bills);
    return 'problem' in plan || !finding?.isRefusal ? plan : { problem: finding.message };
  });
  const planned: PlannedRow[] = acceptedRows(fates, result);
  // Of rows in other batches too, also while nothing with this key is recorded.
  const places = new Map(
    planned.map(({ index, key }) => [index, ordinalOf(rows[index]!, key)] as const),
  );
  const counts = new Map<string, number>();
  for (const { index, key } of planned)
    counts.set(key, Math.max(counts.get(key) ?? 0, places.get(index)!));
  const found = await findRecorded(tx.db, dates, [...counts.keys()]);
  const recorded = recordedByKey(found, counts);
  const fresh = planned.filter(({ index, key }) => {
    const known = recorded.get(key)?.[places.get(index)! - 1];
    if (known) held.set(index, known);
    return known === undefined;
  });
  for (const { index, row, notes } of planned) {
    const known = held.get(index);
    countRow(result, index, known ? 'unchanged' : 'created');
    const told = known ? paidSince(row, known) : notes;
    for (const message of told) result.notes.push({ index, message });
  }
  result.notes.push(...billNotes(rows, planned, bills));
  if (dryRun || fresh.length === 0) return result;
  const added = await insertExpenses(
    tx,
    fresh.map(({ row }) => row),
    fresh.map(({ key }) => key),
  );
  await post(tx, added.postings.map(inSafe));
  for (const [place, { index }] of fresh.entries()) held.set(index, added.recorded[place]!);
  result.made = added.recorded.map(({ id, version }) => ({ id, version }));
  return result;
}

/** What is told of bills, at the first row of each. */
function billNotes(
  rows: readonly ImportedExpense[],
  planned: readonly PlannedRow[],
  bills: ReadonlyMap<string, BillFinding>,
): RowMessage[] {
  const told = new Set<string>();
  return planned.flatMap(({ index }) => {
    const row = rows[index]!;
    const key = billKeyOf(row);
    const finding = findingOf(row, bills);
    if (!finding || (key !== undefined && told.has(key))) return [];
    if (key !== undefined) told.add(key);
    return [{ index, message: finding.message, cell: finding.cell }];
  });
}

/** What is told of a known expense on account that the file says to be paid: an import pays nothing. */
function paidSince({ account }: NewExpense, known: ExpenseRecord): string[] {
  if (known.account !== 'accounts_payable' || account === 'accounts_payable') return [];
  return openOf(known).openUsd === 0
    ? []
    : [
        'account: The file says that it is paid; it is on account here and stays so. Record its payment in Expense Management.',
      ];
}

/** What the books hold of the rows of a written batch; amounts in cents of their currency. */
export function expensesInBooks(
  rows: readonly ImportedExpense[],
  { held }: HeldExpenses,
): (BookValues | undefined)[] {
  return rows.map((_, index) => {
    const record = held.get(index);
    if (!record) return undefined;
    const amount = ownAmount(record);
    const { account, currency } = record;
    const isOwed = account === 'accounts_payable' && currency === 'USD';
    return {
      values: {
        expenses: 1,
        [currency === 'USD' ? 'amount' : 'amountSsp']: amount,
        ...(isOwed && { onAccount: amount }),
      },
    };
  });
}

/**
 * Deletes the expenses that an import recorded, each with the reversal of its posting on its own day, or today where that month
 * is locked. Those that were changed, deleted or paid since stay.
 */
export async function removeImportedExpenses(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ removed: number; kept: KeptRecord[] }> {
  if (created.length === 0) return { removed: 0, kept: [] };
  const versions = new Map(created.map(({ id, version }) => [id, version]));
  const found = await lockExpenses(tx.db, [...versions.keys()]);
  const reasons = new Map(found.map((one) => [one.id, keptReason(one, versions.get(one.id)!)]));
  const gone = found.filter(({ id }) => reasons.get(id) === undefined);
  const calendar = await readCalendar(tx);
  const entries = await postedEntryIds(
    tx,
    EXPENSE,
    gone.map(({ id }) => id),
  );
  await queries.expenses.updateMany(
    tx.db,
    gone.map((one) => ({ ...one, deletedAt: tx.now, deletedBy: actorName(tx.actor) })),
    ['deletedAt', 'deletedBy'],
    { updated_at: ['timestamptz', () => tx.now] },
  );
  await post(
    tx,
    gone.map((one) =>
      inSafe(expenseReversed(one, openDay(one.date, calendar), entries.get(one.id)!)),
    ),
  );
  return {
    removed: gone.length,
    kept: found.flatMap(({ id, transactionId }): KeptRecord[] => {
      const reason = reasons.get(id);
      return reason ? [{ entity: 'expense', entityId: id, label: transactionId, reason }] : [];
    }),
  };
}

function keptReason(one: ExpenseRecord, version: number): string | undefined {
  if (one.deletedAt !== null) return 'It was deleted before.';
  if (one.settledUsd > 0) return 'It has payments.';
  return one.version === version ? undefined : 'It was changed since.';
}
