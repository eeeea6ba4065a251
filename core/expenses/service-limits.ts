import { poundsFact } from '../approvals/rules-waiting.ts';
import { askAboveLimit } from '../approvals/service-second.ts';
import type { Ctx } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { startOfDay } from '../kernel/dates.ts';
import { type Cents, cents, sumOf } from '../kernel/money.ts';
import { sumRecordedSince } from './queries.ts';
import type { ExpenseRecord, NewExpense } from './rules.ts';
import type { ExpenseUpdate } from './schema.ts';

type Judged = Pick<
  NewExpense,
  'location' | 'description' | 'category' | 'amountUsd' | 'amountSsp' | 'account'
>;

/** What the actor recorded earlier on this day in a category, in US cents, without the expense `exceptId`. */
function earlierToday(tx: Ctx, category: string, exceptId = 0): Promise<Cents> {
  return sumRecordedSince(tx.db, {
    ...{ category, exceptId },
    createdBy: actorName(tx.actor),
    since: startOfDay(tx.today),
  });
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
  for (const [category, own] of byCategory) {
    const amountUsd = sumOf(own, (row) => row.amountUsd);
    const { location, description, account } = own[0]!;
    const record = rows.length === 1 ? location : `${rows.length} expenses`;
    await askAboveLimit(tx, {
      kind: 'expense',
      ...{ entity: 'expense', entityId: null, record, amountUsd },
      summary: rows.length === 1 ? `Expense: ${description}` : 'Import of expenses',
      earlierTodayUsd: await earlierToday(tx, category),
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

/** The same for an expense whose amount is raised; what is sent of it is kept without its version. @throws Waiting. */
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
    earlierTodayUsd: await earlierToday(tx, after.category, before.id),
    facts: [
      { label: 'Category', text: after.category },
      { label: 'Before', usd: cents(before.amountUsd) },
      ...poundsFact(after.amountSsp),
    ],
    reason: '',
    fields: Object.keys(sent).filter((name) => sent[name as keyof typeof sent] !== undefined),
  });
}
