import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { firstDay, formatMonth, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { AppError, breaksRule, isAppError, notFound } from '../../kernel/errors.ts';
import { cents, parseCents, toDecimal, ZERO } from '../../kernel/money.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { accountsProblem, linesOf, linesProblem, type Problem } from '../journal/rules.ts';
import { postByHand } from '../journal/service.ts';
import {
  type JournalTemplate,
  type JournalTemplateInput,
  journalTemplate,
} from '../ledger/schema.ts';
import { keptLinesProblem, openingProblem } from '../opening/rules.ts';
import { findAccounts } from '../queries.ts';
import { inPounds, type PostingLine } from '../rules.ts';
import { lockedMonths } from '../service.ts';
import * as queries from './queries.ts';
import {
  dateIn,
  MAX_TEMPLATES,
  monthsDue,
  namedMonths,
  nextMonth,
  RECURRING,
  type Recurrence,
  recurrenceAfter,
  recurrenceOf,
  revisionOf,
} from './rules.ts';

type Stored = queries.TemplateRecord;

/** All recurring entries with the next month of each, those in use first. */
export async function listJournalTemplates(ctx: Ctx): Promise<JournalTemplate[]> {
  const done = await queries.findDoneMonths(ctx.db);
  const records = await queries.findTemplates(ctx.db);
  return records.map((record) => toTemplate(record, doneOf(done, record.id)));
}

function doneOf(done: Awaited<ReturnType<typeof queries.findDoneMonths>>, id: number) {
  return new Set(done.get(id)?.map(monthOf));
}

function toTemplate(record: Stored, done: ReadonlySet<IsoMonth>): JournalTemplate {
  const { lines, ...fields } = record;
  const recurrence = recurrenceOf(record);
  return {
    ...fields,
    ...recurrence,
    entries: lines.map((line) => ({
      accountCode: line.accountCode,
      debitAmount: amountOf(line.debitAmount),
      creditAmount: amountOf(line.creditAmount),
      sspAmount: line.sspAmount === null ? null : amountOf(line.sspAmount),
      description: line.description,
    })),
    nextMonth: nextMonth(recurrence, done),
  };
}

function amountOf(text: string) {
  return parseCents(text) ?? ZERO;
}

/** The stored form of lines. */
function toStored(line: PostingLine): queries.StoredLine {
  return {
    accountCode: line.account,
    debitAmount: toDecimal(line.debit),
    creditAmount: toDecimal(line.credit),
    sspAmount: line.ssp === undefined ? null : toDecimal(cents(Math.abs(line.ssp))),
    description: line.description ?? '',
  };
}

function fromStored(stored: queries.StoredLine): PostingLine {
  const line = {
    account: stored.accountCode,
    debit: amountOf(stored.debitAmount),
    credit: amountOf(stored.creditAmount),
    description: stored.description,
  };
  return stored.sspAmount === null ? line : inPounds(line, amountOf(stored.sspAmount));
}

/**
 * Adds an entry that is posted each month, on `day` or the last day of a shorter month, by the daily job; months from the
 * first on that have passed are caught up.
 * @throws AppError rule for lines that could not be posted, a first month more than a year from now, a last month before
 *   the first, or more than 500 of them.
 */
export async function createJournalTemplate(
  ctx: Ctx,
  input: JournalTemplateInput,
): Promise<JournalTemplate> {
  return transact(ctx, async (tx) => {
    const fields = await fieldsOf(tx, input);
    if ((await queries.findTemplates(tx.db)).length >= MAX_TEMPLATES)
      breaksRule('template.tooMany', `There can be at most ${MAX_TEMPLATES} recurring entries.`);
    const made = { createdAt: tx.now, createdBy: actorName(tx.actor) };
    const record = await queries.templates.insert(tx.db, { ...fields, ...made });
    const after = toTemplate(record, new Set());
    await auditTemplate(tx, 'journalTemplate.create', { after });
    return after;
  });
}

/**
 * Changes a recurring entry; entries that were posted stay. One that is stopped (`isActive` false) and goes on later does
 * not make up for the months in between, unless a new first month is given.
 * @throws AppError notFound; conflict for an outdated version; rule as `createJournalTemplate`.
 */
export async function updateJournalTemplate(
  ctx: Ctx,
  id: number,
  input: JournalTemplateInput,
): Promise<JournalTemplate> {
  return transact(ctx, async (tx) => {
    const before = (await queries.templates.lock(tx.db, id)) ?? notFound('Recurring entry', id);
    assertVersion('recurring entry', before.version, input.version);
    const fields = await fieldsOf(tx, input, before);
    const record = await queries.templates.update(tx.db, before, fields);
    const done = doneOf(await queries.findDoneMonths(tx.db), id);
    const after = toTemplate(record, done);
    await auditTemplate(tx, 'journalTemplate.update', { before: toTemplate(before, done), after });
    return after;
  });
}

async function fieldsOf(
  tx: Ctx,
  input: JournalTemplateInput,
  before?: Stored,
): Promise<Omit<Stored, 'id' | 'createdAt' | 'createdBy' | 'version'>> {
  const lines = linesOf(input.entries);
  refuse(linesProblem(lines) ?? openingProblem(lines) ?? keptLinesProblem(lines));
  const wanted: Recurrence = {
    day: input.day,
    firstMonth: input.firstMonth,
    lastMonth: input.lastMonth ?? null,
    isActive: input.isActive ?? before?.isActive ?? true,
  };
  // One with an account that was deactivated can still be stopped.
  if (wanted.isActive) refuse(accountsProblem(lines, await findAccounts(tx.db)));
  const recurrence = recurrenceAfter(before && recurrenceOf(before), wanted, tx.today);
  if ('problem' in recurrence) return refuse({ code: 'template.months', ...recurrence.problem });
  return {
    description: input.description,
    reference: input.reference ?? '',
    lines: lines.map(toStored),
    day: input.day,
    firstMonth: firstDay(recurrence.firstMonth),
    lastMonth: recurrence.lastMonth === null ? null : firstDay(recurrence.lastMonth),
    isActive: recurrence.isActive,
  };
}

function refuse(problem: Problem): never;
function refuse(problem: Problem | undefined): void;
function refuse(problem: Problem | undefined): void {
  if (problem)
    throw new AppError('rule', problem.code, problem.message, { fields: problem.fields });
}

function auditTemplate(
  tx: Ctx,
  action: string,
  change: { before?: JournalTemplate; after: JournalTemplate },
): Promise<void> {
  const { id, description: summary } = change.after;
  const schema = journalTemplate;
  return audit(tx, { action, entity: 'journalTemplate', entityId: id, summary, schema, ...change });
}

/**
 * Posts the recurring entries that are due, missed months too, each in its own transaction, so that running it twice, at
 * once, or after it was killed posts each month once. A month that is locked, or an entry that is refused, is left for
 * later and named in the answer; nothing is posted in another month instead. Answers '' where nothing is due.
 */
export async function postRecurring(ctx: Ctx): Promise<string> {
  const done = await queries.findDoneMonths(ctx.db);
  const locked = await lockedMonths(ctx);
  let posted = 0;
  const left: string[] = [];
  for (const record of await queries.findTemplates(ctx.db)) {
    for (const month of monthsDue(recurrenceOf(record), ctx.today, doneOf(done, record.id))) {
      const why = locked.has(month)
        ? 'the month is locked'
        : await postMonth(ctx, record.id, month);
      if (why === undefined) posted += 1;
      else if (why !== '') left.push(`${record.description}, ${formatMonth(month)}: ${why}`);
    }
  }
  if (posted === 0 && left.length === 0) return '';
  const entries = `${posted} ${posted === 1 ? 'entry' : 'entries'} posted`;
  return left.length === 0 ? entries : `${entries}; not posted: ${namedMonths(left)}`;
}

/** Posts a template's entry of a month; answers why it was refused, '' if another run has posted it or it was stopped. */
async function postMonth(ctx: Ctx, id: number, month: IsoMonth): Promise<string | undefined> {
  try {
    return await transact(ctx, async (tx) => {
      const template = await queries.templates.lock(tx.db, id);
      if (!template?.isActive || (await queries.isMonthDone(tx.db, id, firstDay(month)))) return '';
      const lines = template.lines.map(fromStored);
      refuse(keptLinesProblem(lines) ?? accountsProblem(lines, await findAccounts(tx.db)));
      const entry = await postByHand(tx, 'journal.post', {
        date: dateIn(month, template.day),
        description: template.description,
        reference: template.reference,
        source: RECURRING,
        sourceId: id,
        revision: revisionOf(month),
        lines,
      });
      const row = { templateId: id, month: firstDay(month), entryId: entry.id };
      await queries.insertDoneMonth(tx.db, row);
      return undefined;
    });
  } catch (error) {
    if (isAppError(error) && error.kind === 'rule') return error.message.replace(/\.$/, '');
    throw error;
  }
}
