import { type Ctx, transact } from '../../context.ts';
import { type IsoMonth, laterDate } from '../../kernel/dates.ts';
import { AppError, breaksRule, conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import { formatUsd } from '../../kernel/money.ts';
import { limitOf, type Page } from '../../kernel/paging.ts';
import { audit } from '../../records/audit.ts';
import { throughSafe } from '../cash/rules.ts';
import { keptLinesProblem, openingProblem } from '../opening/rules.ts';
import {
  authoriseSource,
  PRIVATE_MONTH,
  PRIVATE_SOURCES,
  privateMonthMatches,
  privateMonthOf,
  privateMonthOfNumber,
  seesPrivateEntries,
} from '../private/rules.ts';
import { privateMonthEntry } from '../private/service.ts';
import { findAccounts } from '../queries.ts';
import { findPostedLines } from '../queries-post.ts';
import { mirrored, type Posting } from '../rules.ts';
import {
  type JournalEntry,
  type JournalEntryDetail,
  type JournalEntryInput,
  type JournalFilter,
  journalEntryDetail,
  type ReverseInput,
} from '../schema.ts';
import { post } from '../service-post.ts';
import * as queries from './queries.ts';
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
} from './rules.ts';

/** Stored entries are always balanced; the database enforces it. */
export function toEntry(record: queries.EntryRecord): JournalEntry {
  const { totalDebit: totalCredit } = record;
  return { ...record, totalCredit, isBalanced: true, status: entryStatus(record) };
}

/**
 * A month's journal, newest first, searched by number, description and reference (decision 11), and filtered by account,
 * party and source. Without pay.read, the entries of payroll are one, the last of the month (decision 44).
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
  const month = periodOf(filter, ctx.today);
  const seesPrivate = seesPrivateEntries(ctx.actor);
  const ofMonth = seesPrivate ? undefined : await foundMonthEntry(ctx, month, filter);
  if (ofMonth) return pageWithMonthEntry(ctx, month, filter, ofMonth);
  const page = await queries.findEntries(ctx.db, month, filter, seesPrivate);
  return { rows: page.rows.map(toEntry), total: page.total };
}

/** The private entries of a month as one, if the filter of the list finds it; it has no party. */
async function foundMonthEntry(
  ctx: Ctx,
  month: IsoMonth,
  { q, source, accountCode, customerId, supplierId, employeeId }: JournalFilter,
): Promise<JournalEntry | undefined> {
  if ((customerId ?? supplierId ?? employeeId) !== undefined) return undefined;
  if ((source && source !== PRIVATE_MONTH) || !privateMonthMatches(month, q)) return undefined;
  const found = await privateMonthEntry(ctx, month);
  if (!found) return undefined;
  const { lines, ...entry } = found;
  const isOnAccount = !accountCode || lines.some((line) => line.accountCode === accountCode);
  return isOnAccount ? entry : undefined;
}

/** One page of the entries that are not private, with the entry of the month in its place. */
async function pageWithMonthEntry(
  ctx: Ctx,
  month: IsoMonth,
  filter: JournalFilter,
  ofMonth: JournalEntry,
): Promise<Page<JournalEntry>> {
  const { limit, offset } = limitOf(filter);
  const place = await queries.countBeforeMonthEntry(ctx.db, month, filter, ofMonth.totalDebit);
  const isOnPage = place >= offset && place < offset + limit;
  const part = {
    limit: isOnPage ? limit - 1 : limit,
    offset: place < offset ? offset - 1 : offset,
  };
  const records = await queries.findSharedEntries(ctx.db, month, filter, part);
  const rows = records.map(toEntry);
  if (isOnPage) rows.splice(place - offset, 0, ofMonth);
  if (!filter.total) return { rows };
  return { rows, total: 1 + (await queries.countSharedEntries(ctx.db, month, filter)) };
}

/**
 * One entry with its lines, or the entries of payroll of a month as one.
 * @throws AppError notFound; forbidden for an entry of payroll without pay.read (decision 44).
 */
export async function getJournalEntry(ctx: Ctx, id: number): Promise<JournalEntryDetail> {
  const month = privateMonthOf(id);
  if (month) return (await privateMonthEntry(ctx, month)) ?? notFound('Entry', id);
  return getSingleEntry(ctx, id);
}

/** One entry with its lines, none that stands for a month. Errors as `getJournalEntry`. */
export async function getSingleEntry(ctx: Ctx, id: number): Promise<JournalEntryDetail> {
  return withLines(ctx, await singleEntry(ctx, id));
}

async function singleEntry(ctx: Ctx, id: number): Promise<queries.EntryRecord> {
  if (privateMonthOf(id)) authoriseSource(ctx.actor, PRIVATE_SOURCES);
  const record = (await queries.getEntry(ctx.db, id)) ?? notFound('Entry', id);
  authoriseSource(ctx.actor, record.source);
  return record;
}

/** Refuses an entry whose papers the actor may not see. Errors as `getJournalEntry`. */
export async function authoriseEntry(ctx: Ctx, id: number): Promise<void> {
  await singleEntry(ctx, id);
}

/**
 * An entry, locked until the end of the transaction, for changes of what is attached to it; and whether its month is
 * locked, which stays so until then. @throws AppError notFound; forbidden for an entry of payroll without pay.read.
 */
export async function lockJournalEntry(
  tx: Ctx,
  id: number,
): Promise<{ entry: JournalEntry; isMonthLocked: boolean }> {
  const locked = await queries.lockEntry(tx.db, id);
  const record = await singleEntry(tx, id);
  if (!locked) notFound('Entry', id);
  return { entry: toEntry(record), isMonthLocked: locked.isMonthLocked };
}

/** One entry by its number, `JE-2026-000007`, or `PAYROLL-2026-11`, ignoring case. Errors as `getJournalEntry`. */
export async function lookupJournalEntry(ctx: Ctx, entryId: string): Promise<JournalEntryDetail> {
  const number = entryId.toUpperCase();
  const month = privateMonthOfNumber(number);
  if (month) return (await privateMonthEntry(ctx, month)) ?? notFound('Entry', entryId);
  const record = await queries.getEntryByNumber(ctx.db, number);
  if (!record) notFound('Entry', entryId);
  authoriseSource(ctx.actor, record.source);
  return withLines(ctx, record);
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
 * @throws AppError as `getJournalEntry`; conflict if already reversed; rule for an entry of a document, a reversal,
 *   lines on accounts that modules keep, a date before the entry's or out of range, and a locked month.
 */
export async function reverseJournalEntry(
  ctx: Ctx,
  id: number,
  input: ReverseInput,
): Promise<JournalEntryDetail> {
  return transact(ctx, async (tx) => {
    const entry = await getSingleEntry(tx, id);
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

/** Posts an entry that belongs to no document, with its line of the audit log; its cash is the safe's. Errors as `post`. */
export async function postByHand(
  tx: Ctx,
  action: string,
  posting: Posting,
): Promise<JournalEntryDetail> {
  const [posted] = await post(tx, [throughSafe(posting)]);
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
