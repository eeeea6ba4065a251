import { inSafe } from '../../accounting/cash/rules.ts';
import { dateProblem } from '../../accounting/opening/rules-calendar.ts';
import { readCalendar } from '../../accounting/opening/service-calendar.ts';
import { dateIn, monthsDue, namedMonths, recurrenceOf } from '../../accounting/recurring/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { firstDay, formatMonth, type IsoMonth } from '../../kernel/dates.ts';
import { isAppError } from '../../kernel/errors.ts';
import { ratesOn } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { bookedAmounts, type NewExpense } from '../rules.ts';
import { insertExpenses } from '../service-record.ts';
import { findMonthsDone, findTemplates, type TemplateRecord, templates } from './queries.ts';

interface Made {
  made: number;
  /** Months that could not be recorded, with the reason; they are tried again the next day. */
  waiting: string[];
}

/** The expense of one month. @throws nothing; a reason as text if it cannot be recorded now. */
function expenseOf(
  {
    id,
    location,
    description,
    expenseType,
    category,
    currency,
    account,
    amount,
    day,
  }: TemplateRecord,
  month: IsoMonth,
  rates: ReadonlyMap<string, NewExpense['exchangeRate']>,
): NewExpense | string {
  const date = dateIn(month, day);
  const exchangeRate = rates.get(date);
  if (exchangeRate === undefined) return 'no exchange rate is known.';
  const booked = bookedAmounts(amount, currency, exchangeRate);
  if ('problem' in booked) return booked.problem;
  return {
    ...{ date, location, description, expenseType, category, currency, account },
    ...{ ...booked, exchangeRate, reference: '', notes: '' },
    ...{ templateId: id, templateMonth: firstDay(month) },
  };
}

/** Makes the expenses that are due of one template, in one transaction; a second process waits and finds them made. */
async function makeDue(tx: Ctx, id: number): Promise<Made> {
  const template = (await templates.lock(tx.db, id))!;
  const done = (await findMonthsDone(tx.db, [id])).get(id)!;
  const due = monthsDue(recurrenceOf(template), tx.today, done);
  const calendar = await readCalendar(tx);
  const dates = due.map((month) => dateIn(month, template.day));
  const rates = await ratesOn(tx, 'standard', dates);
  const rows: NewExpense[] = [];
  const waiting: string[] = [];
  for (const [index, month] of due.entries()) {
    const problem = dateProblem('An expense', dates[index]!, calendar)?.message;
    const row = problem ?? expenseOf(template, month, rates);
    if (typeof row === 'string')
      waiting.push(`${template.location}, ${formatMonth(month)}: ${row}`);
    else rows.push(row);
  }
  const { recorded, postings } = await insertExpenses(tx, rows);
  if (recorded.length > 0)
    await audit(tx, {
      action: 'expense.recurring',
      entity: 'expenseTemplate',
      entityId: id,
      summary: `${template.location}: ${recorded.map(({ transactionId }) => transactionId).join(', ')}`,
      facts: { recorded: recorded.length },
    });
  await post(tx, postings.map(inSafe));
  return { made: recorded.length, waiting };
}

/**
 * Makes one expense for each recurring one and month that is due, also of months that were missed. A month that is
 * locked, and one that cannot be posted for another reason, is told in the answer and tried again on the next day.
 * Running it twice, at once or after a kill makes the same expenses once. An expense that was deleted is not made again.
 */
export async function makeRecurringExpenses(ctx: Ctx): Promise<string> {
  let made = 0;
  const waiting: string[] = [];
  for (const { id, location, isActive } of await findTemplates(ctx.db)) {
    if (!isActive) continue;
    try {
      const result = await transact(ctx, (tx) => makeDue(tx, id));
      made += result.made;
      waiting.push(...result.waiting);
    } catch (error) {
      // One template that cannot be posted must not hold up the others.
      if (!isAppError(error)) throw error;
      waiting.push(`${location}: ${error.message}`);
    }
  }
  const told = waiting.length > 0 ? `; ${waiting.length} waiting: ${namedMonths(waiting)}` : '';
  return `${made} expense${made === 1 ? '' : 's'}${told}`;
}
