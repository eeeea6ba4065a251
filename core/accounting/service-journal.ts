import { type Ctx, transact } from '../context.ts';
import { laterDate } from '../kernel/dates.ts';
import { AppError, breaksRule, conflicts, invalidField, notFound } from '../kernel/errors.ts';
import { formatUsd } from '../kernel/money.ts';
import type { Page } from '../kernel/paging.ts';
import { audit } from '../records/audit.ts';
import { keptLinesProblem, openingProblem } from './opening/rules.ts';
import { findAccounts } from './queries.ts';
import * as queries from './queries-journal.ts';
import { findPostedLines } from './queries-post.ts';
import { mirrored, type Posting } from './rules.ts';
import {
  accountsProblem,
  dateProblem,
  entryStatus,
  linesOf,
  linesProblem,
  MANUAL,
  type Problem,
  periodOf,
  reversalProblem,
  reversalRevision,
} from './rules-journal.ts';
import {
  type JournalEntry,
  type JournalEntryDetail,
  type JournalEntryInput,
  type JournalFilter,
  journalEntryDetail,
  type ReverseInput,
} from './schema.ts';
import { post } from './service-post.ts';

/** Stored entries are always balanced; the database enforces it. */
export function toEntry(record: queries.EntryRecord): JournalEntry {
  const { totalDebit: totalCredit } = record;
  return { ...record, totalCredit, isBalanced: true, status: entryStatus(record) };
}

/**
 * A month's journal, newest first, searched by number, description and reference (decision 11), and filtered by account,
 * party and source.
 * @throws AppError notFound for an unknown account, instead of an empty list; invalid for several parties.
 */
export async function listJournalEntries(
  ctx: Ctx,
  filter: JournalFilter,
): Promise<Page<JournalEntry>> {
  const { accountCode } = filter;
  const parties = [filter.customerId, filter.supplierId, filter.employeeId];
  if (parties.filter((id) => id !== undefined).length > 1)
    invalidField('supplierId', 'Choose a customer, a supplier or an employee, not several.');
  if (accountCode && !(await findAccounts(ctx.db)).some(({ code }) => code === accountCode)) {
    notFound('Account', accountCode);
  }
  const page = await queries.findEntries(ctx.db, periodOf(filter, ctx.today), filter);
  return { rows: page.rows.map(toEntry), total: page.total };
}

/** One entry with its lines. @throws AppError notFound. */
export async function getJournalEntry(ctx: Ctx, id: number): Promise<JournalEntryDetail> {
  return withLines(ctx, (await queries.getEntry(ctx.db, id)) ?? notFound('Entry', id));
}

/**
 * An entry, locked until the end of the transaction, for changes of what is attached to it; and whether its month is
 * locked, which stays so until then. @throws AppError notFound.
 */
export async function lockJournalEntry(
  tx: Ctx,
  id: number,
): Promise<{ entry: JournalEntry; isMonthLocked: boolean }> {
  const locked = await queries.lockEntry(tx.db, id);
  if (!locked) notFound('Entry', id);
  const record = (await queries.getEntry(tx.db, id))!;
  return { entry: toEntry(record), isMonthLocked: locked.isMonthLocked };
}

/** One entry by its number, `JE-2026-000007`, ignoring case. @throws AppError notFound. */
export async function lookupJournalEntry(ctx: Ctx, entryId: string): Promise<JournalEntryDetail> {
  const record = await queries.getEntryByNumber(ctx.db, entryId.toUpperCase());
  return withLines(ctx, record ?? notFound('Entry', entryId));
}

async function withLines(ctx: Ctx, record: queries.EntryRecord): Promise<JournalEntryDetail> {
  return { ...toEntry(record), lines: await queries.findLines(ctx.db, record.id) };
}

/**
 * Posts a manual entry (seeds/001 5). Totals in the call are ignored (decision 28).
 * @throws AppError rule for invalid lines (seeds/001 5), for an opening of an account that a module opens (decision 45), lines on
 *   accounts that modules keep, a date out of range, a locked month, or revenue and expenses before the opening date.
 */
export async function createJournalEntry(
  ctx: Ctx,
  input: JournalEntryInput,
): Promise<JournalEntryDetail> {
  const lines = linesOf(input.entries);
  refuse(linesProblem(lines));
  refuse(openingProblem(lines));
  refuse(keptLinesProblem(lines));
  refuse(dateProblem(input.date, ctx.today));
  return transact(ctx, async (tx) => {
    refuse(accountsProblem(lines, await findAccounts(tx.db)));
    return postByHand(tx, 'journal.post', {
      date: input.date,
      description: input.description,
      reference: input.reference ?? '',
      source: MANUAL,
      revision: 1,
      lines,
    });
  });
}

/**
 * Reverses a manual, recurring or imported entry, once: debits and credits swapped, dated today (or the date of the entry if it is
 * in the future) unless a date is given.
 * @throws AppError notFound; conflict if already reversed; rule for an entry of a document, a reversal,
 *   lines on accounts that modules keep, a date before the entry's or out of range, and a locked month.
 */
export async function reverseJournalEntry(
  ctx: Ctx,
  id: number,
  input: ReverseInput,
): Promise<JournalEntryDetail> {
  return transact(ctx, async (tx) => {
    const entry = await getJournalEntry(tx, id);
    refuse(reversalProblem(entry));
    refuse(keptLinesProblem(entry.lines.map(({ accountCode }) => ({ account: accountCode }))));
    if (entry.reversedBy !== null) {
      conflicts(
        'entry.reversed',
        `${entry.entryId} has already been reversed by ${entry.reversedBy}.`,
      );
    }
    const date = input.date ?? laterDate(tx.today, entry.entryDate);
    refuse(dateProblem(date, tx.today));
    if (date < entry.entryDate) {
      const message = `A reversal cannot be dated before its entry, which is of ${entry.entryDate}.`;
      breaksRule('entry.reversalDate', message, { date: message });
    }
    return postByHand(tx, 'journal.reverse', {
      date,
      description: `Reversal of ${entry.entryId}: ${input.reason}`,
      reference: entry.reference,
      source: entry.source,
      sourceId: entry.sourceId,
      revision: reversalRevision(entry),
      lines: mirrored((await findPostedLines(tx.db, [id])).get(id) ?? []),
      reversalOf: entry.id,
    });
  });
}

/** Posts an entry that belongs to no document, with its line of the audit log. Errors as `post`. */
export async function postByHand(
  tx: Ctx,
  action: string,
  posting: Posting,
): Promise<JournalEntryDetail> {
  const [posted] = await post(tx, [posting]);
  const entry = await getJournalEntry(tx, posted!.id);
  await audit(tx, {
    action,
    entity: 'entry',
    entityId: entry.id,
    summary: `${entry.entryId} ${entry.description}, ${formatUsd(entry.totalDebit)}`,
    schema: journalEntryDetail,
    after: entry,
  });
  return entry;
}

function refuse(problem: Problem | undefined): void {
  if (problem) {
    throw new AppError('rule', problem.code, problem.message, { fields: problem.fields });
  }
}
