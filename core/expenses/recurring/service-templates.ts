import {
  MAX_TEMPLATES,
  nextMonth,
  type Recurrence,
  recurrenceAfter,
  recurrenceOf,
} from '../../accounting/recurring/rules.ts';
import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { firstDay, type IsoMonth } from '../../kernel/dates.ts';
import { AppError, breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { MAX_AMOUNT } from '../../kernel/money.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { categoryProblem, formatAmount } from '../rules.ts';
import {
  type ExpenseTemplate,
  type ExpenseTemplateInput,
  expenseTemplate as schema,
} from '../schema.ts';
import { askForTemplate } from '../service-limits.ts';
import { findMonthsDone, findTemplates, type TemplateRecord, templates } from './queries.ts';

function toTemplate(record: TemplateRecord, done: ReadonlySet<IsoMonth>): ExpenseTemplate {
  const recurrence = recurrenceOf(record);
  return { ...record, ...recurrence, nextMonth: nextMonth(recurrence, done) };
}

/** Recurring expenses, active ones first, with the next month of each. Amounts in cents of their currency. */
export async function listExpenseTemplates(ctx: Ctx): Promise<ExpenseTemplate[]> {
  const records = await findTemplates(ctx.db);
  const done = await findMonthsDone(
    ctx.db,
    records.map(({ id }) => id),
  );
  return records.map((record) => toTemplate(record, done.get(record.id)!));
}

type Fields = Omit<TemplateRecord, 'id' | 'createdAt' | 'createdBy' | 'version'>;

/** @throws AppError invalid for a category of another type or an amount too large; rule for months that are not possible. */
function judged(ctx: Ctx, input: ExpenseTemplateInput, before?: TemplateRecord): Fields {
  const { version, currency = before?.currency ?? 'USD', lastMonth, ...fields } = input;
  const mismatch = categoryProblem(input.expenseType, input.category);
  if (mismatch !== undefined) invalidField('category', mismatch);
  if (input.amount > MAX_AMOUNT[currency])
    invalidField(
      'amount',
      `The amount cannot be above ${formatAmount(MAX_AMOUNT[currency], currency)}.`,
    );
  const earlier = before && recurrenceOf(before);
  const wanted: Recurrence = {
    day: input.day,
    firstMonth: input.firstMonth,
    lastMonth: lastMonth === undefined ? (earlier?.lastMonth ?? null) : lastMonth,
    isActive: input.isActive ?? earlier?.isActive ?? true,
  };
  const recurrence = recurrenceAfter(earlier, wanted, ctx.today);
  if ('problem' in recurrence) {
    const { message, fields: at } = recurrence.problem;
    throw new AppError('rule', 'template.months', message, { fields: at });
  }
  const { firstMonth, isActive } = recurrence;
  return {
    ...fields,
    currency,
    firstMonth: firstDay(firstMonth),
    lastMonth: recurrence.lastMonth && firstDay(recurrence.lastMonth),
    isActive,
  };
}

async function withNext(tx: Ctx, record: TemplateRecord): Promise<ExpenseTemplate> {
  const done = await findMonthsDone(tx.db, [record.id]);
  return toTemplate(record, done.get(record.id)!);
}

function auditTemplate(
  tx: Ctx,
  action: string,
  change: { before?: ExpenseTemplate; after: ExpenseTemplate },
): Promise<void> {
  const { id, location, description } = change.after;
  const subject = { action, entity: 'expenseTemplate', entityId: id };
  return audit(tx, { ...subject, summary: `${location}: ${description}`, schema, ...change });
}

/**
 * Adds a recurring expense. The daily job makes an expense of it in each month from the first on, on its day or the last
 * day of a shorter month; months that have passed are caught up.
 * @throws AppError invalid; rule for more than 500 of them, and for months that are not possible; Waiting above the limit of
 *   expenses (decision 93).
 */
export async function createExpenseTemplate(
  ctx: Ctx,
  input: ExpenseTemplateInput,
): Promise<ExpenseTemplate> {
  return transact(ctx, async (tx) => {
    const fields = judged(tx, input);
    if ((await findTemplates(tx.db)).length >= MAX_TEMPLATES)
      breaksRule(
        'expenseTemplate.tooMany',
        `There can be at most ${MAX_TEMPLATES} recurring expenses.`,
      );
    await askForTemplate(tx, fields, input);
    const made = { createdAt: tx.now, createdBy: actorName(tx.actor) };
    const after = await withNext(tx, await templates.insert(tx.db, { ...fields, ...made }));
    await auditTemplate(tx, 'expenseTemplate.create', { after });
    return after;
  });
}

/**
 * Changes or stops a recurring expense; what it has made stays as it is. One that goes on after a stop does not make up
 * for the months of the stop, unless another first month is given.
 * @throws AppError notFound; conflict for an outdated version; invalid; rule for months that are not possible; Waiting for one
 *   that pays more, above the limit of expenses.
 */
export async function updateExpenseTemplate(
  ctx: Ctx,
  id: number,
  input: ExpenseTemplateInput,
): Promise<ExpenseTemplate> {
  return transact(ctx, async (tx) => {
    const record = (await templates.lock(tx.db, id)) ?? notFound('Recurring expense', id);
    assertVersion('recurring expense', record.version, input.version);
    const before = await withNext(tx, record);
    const changes = judged(tx, input, record);
    await askForTemplate(tx, changes, input, record);
    const after = await withNext(tx, await templates.update(tx.db, record, changes));
    await auditTemplate(tx, 'expenseTemplate.update', { before, after });
    return after;
  });
}
