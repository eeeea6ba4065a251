import { monthsDue, recurrenceOf } from '../accounting/recurring/rules.ts';
import { poundsFact } from '../approvals/rules-waiting.ts';
import { askAboveLimit } from '../approvals/service-second.ts';
import type { Ctx } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { startOfDay } from '../kernel/dates.ts';
import {
  addCents,
  type Cents,
  cents,
  minCents,
  scaleCents,
  sspToUsd,
  subtractCents,
  sumOf,
  ZERO,
} from '../kernel/money.ts';
import { currentRate } from '../rates/service-current.ts';
import { sumRecordedOn } from './queries.ts';
import { findMonthsDone, findTemplates, type TemplateRecord } from './recurring/queries.ts';
import { costsMore } from './recurring/rules.ts';
import { type ExpenseRecord, formatAmount, type NewExpense } from './rules.ts';
import type { Category, ExpenseTemplateInput, ExpenseUpdate } from './schema.ts';

type Judged = Pick<
  NewExpense,
  'location' | 'description' | 'category' | 'amountUsd' | 'amountSsp' | 'account'
>;

/** US cents of a template's month, pounds at a rate. */
const monthUsd = (
  { amount, currency }: Pick<TemplateRecord, 'amount' | 'currency'>,
  rate: Cents,
) => (currency === 'SSP' ? sspToUsd(amount, rate) : amount);

/** What the actor recorded or raised earlier on this day in a category, in US cents, without the expense `exceptId`. */
function recordedToday(tx: Ctx, category: string, exceptId = 0): Promise<Cents> {
  return sumRecordedOn(tx.db, { category, exceptId, by: actorName(tx.actor), day: tx.today });
}

/** What is kept of a raise of an expense, or of its move to another category or account (decision 99). */
export function raised(
  { actor, today }: Ctx,
  before: ExpenseRecord,
  after: Pick<ExpenseRecord, 'amountUsd' | 'category' | 'account' | 'currency'>,
): Pick<ExpenseRecord, 'raisedUsd' | 'raisedOn' | 'raisedBy'> {
  const raisedBy = actorName(actor);
  const isSameDay = before.raisedOn === today && before.raisedBy === raisedBy;
  const earlier = isSameDay ? before.raisedUsd : ZERO;
  const by = isMoved(before, after)
    ? after.amountUsd
    : addCents(earlier, subtractCents(after.amountUsd, before.amountUsd));
  return { raisedUsd: minCents(by, after.amountUsd), raisedOn: today, raisedBy };
}

/** Whether a change lets the money count elsewhere: in another category, from another account or in another currency. */
export function isMoved(
  before: Pick<ExpenseRecord, 'category' | 'account' | 'currency'>,
  after: Pick<ExpenseRecord, 'category' | 'account' | 'currency'>,
): boolean {
  return (['category', 'account', 'currency'] as const).some(
    (name) => after[name] !== before[name],
  );
}

/** The same with a month of the recurring expenses that the actor added on this day: the daily job records them. */
async function earlierToday(tx: Ctx, category: string, exceptId = 0): Promise<Cents> {
  const rate = await currentRate(tx, 'standard', tx.today);
  const since = startOfDay(tx.today);
  const added = (await findTemplates(tx.db)).filter(
    (one) =>
      one.isActive &&
      one.category === category &&
      one.createdBy === actorName(tx.actor) &&
      one.createdAt >= since,
  );
  const recurring = sumOf(added, (one) => monthUsd(one, rate));
  return addCents(recurring, await recordedToday(tx, category, exceptId));
}

/**
 * Asks for a second person where the expenses that one person records on one day in one category are above the limit
 * (decision 68): vendor and description are free texts, by which they could be divided. Several at once wait together.
 * @throws Waiting.
 */
export async function askForExpenses(tx: Ctx, rows: readonly Judged[]): Promise<void> {
  const byCategory = new Map<string, Judged[]>();
  for (const row of rows)
    byCategory.set(row.category, [...(byCategory.get(row.category) ?? []), row]);
  // In one order, so that two imports do not wait for one another.
  for (const category of [...byCategory.keys()].sort()) {
    const own = byCategory.get(category)!;
    const amountUsd = sumOf(own, (row) => row.amountUsd);
    const { location, description, account } = own[0]!;
    const record = rows.length === 1 ? location : `${rows.length} expenses`;
    await askAboveLimit(tx, {
      kind: 'expense',
      ...{ entity: 'expense', entityId: null, record, amountUsd },
      summary: rows.length === 1 ? `Expense: ${description}` : 'Import of expenses',
      ...{ countedBy: category, earlierTodayUsd: () => earlierToday(tx, category) },
      facts: [
        { label: 'Category', text: category },
        { label: 'Paid from', text: account },
        ...(rows.length === 1
          ? poundsFact(own[0]!.amountSsp)
          : [{ label: 'All of them', usd: sumOf(rows, (row) => row.amountUsd) }]),
      ],
      reason: '',
    });
  }
}

/** The same for an expense that is raised or moved (`isMoved`); what is sent of it is kept without its version. @throws Waiting. */
export async function askForChange(
  tx: Ctx,
  before: ExpenseRecord,
  after: Judged,
  { version, ...sent }: ExpenseUpdate,
): Promise<void> {
  await askAboveLimit(tx, {
    kind: 'expense',
    ...{ entity: 'expense', entityId: before.id, record: before.transactionId },
    summary: `Change of ${before.transactionId}: ${after.description}`,
    amountUsd: after.amountUsd,
    countedBy: after.category,
    earlierTodayUsd: () => earlierToday(tx, after.category, before.id),
    facts: [
      { label: 'Category', text: after.category },
      { label: 'Before', usd: cents(before.amountUsd) },
      ...poundsFact(after.amountSsp),
    ],
    reason: '',
    fields: Object.keys(sent).filter((name) => sent[name as keyof typeof sent] !== undefined),
  });
}

/** What the other active recurring expenses of a category make in a month, and what the actor recorded today. US cents. */
async function recurringUsd(tx: Ctx, category: Category, id: number, rate: Cents): Promise<Cents> {
  const others = (await findTemplates(tx.db)).filter(
    (one) => one.isActive && one.category === category && one.id !== id,
  );
  return addCents(
    sumOf(others, (one) => monthUsd(one, rate)),
    await recordedToday(tx, category),
  );
}

/**
 * Asks for a second person where a recurring expense is added or changed so that it pays more, earlier, longer or somebody
 * else, and the recurring expenses of its category make more in a month than the limit of expenses (decision 93). The job
 * records each month without asking again. Months that are due already count all. `before` is the expense that is changed.
 * @throws Waiting.
 */
export async function askForTemplate(
  tx: Ctx,
  after: Omit<TemplateRecord, 'id' | 'createdAt' | 'createdBy' | 'version'>,
  sent: ExpenseTemplateInput,
  before?: TemplateRecord,
): Promise<void> {
  if (!costsMore(after, before)) return;
  const { location, description, category, amount, currency, account } = after;
  const rate = await currentRate(tx, 'standard', tx.today);
  const done = before
    ? (await findMonthsDone(tx.db, [before.id])).get(before.id)!
    : new Set<never>();
  const due = monthsDue(recurrenceOf(after), tx.today, done).length;
  await askAboveLimit(tx, {
    kind: 'expense',
    ...{ entity: 'expenseTemplate', entityId: before?.id ?? null, record: location },
    summary: `${before ? 'Change of the recurring' : 'Recurring'} expense: ${description}`,
    amountUsd: scaleCents(monthUsd(after, rate), Math.max(1, due), 1),
    countedBy: category,
    earlierTodayUsd: () => recurringUsd(tx, category, before?.id ?? 0, rate),
    earlierLabel: 'Other recurring expenses of the category, and expenses of today',
    facts: [
      { label: 'Category', text: category },
      { label: 'Paid from', text: account },
      { label: 'Each month', text: formatAmount(amount, currency) },
      ...(due > 1 ? [{ label: 'Months that are due already', text: String(due) }] : []),
    ],
    reason: '',
    fields: Object.keys(sent).filter(
      (name) => name !== 'version' && sent[name as keyof typeof sent] !== undefined,
    ),
  });
}
