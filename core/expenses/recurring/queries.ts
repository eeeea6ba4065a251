import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import { type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import type { ExpenseTemplate } from '../schema.ts';

/** A row of the table expense_templates; months by their first day. */
export interface TemplateRecord
  extends Omit<ExpenseTemplate, 'firstMonth' | 'lastMonth' | 'nextMonth'> {
  firstMonth: IsoDate;
  lastMonth: IsoDate | null;
}

export const templates = defineRecord<'expense_templates', TemplateRecord>('expense_templates', {
  id: 'id bigint',
  description: 'description text',
  location: 'location text',
  expenseType: 'expense_type text',
  category: 'category text',
  currency: 'currency text',
  amount: 'amount_cents bigint',
  account: 'account text',
  day: 'day int',
  firstMonth: 'first_month date',
  lastMonth: 'last_month date',
  isActive: 'is_active boolean',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  version: 'version int',
});

/** All templates, active ones first, in the order of their names. */
export function findTemplates(db: Db): Promise<TemplateRecord[]> {
  return db
    .selectFrom('expense_templates')
    .select(templates.list())
    .orderBy('is_active', 'desc')
    .orderBy(sql`lower(location), lower(description), id`)
    .execute();
}

/** The months of templates that have an expense, also a deleted one, by template id. */
export async function findMonthsDone(
  db: Db,
  templateIds: readonly number[],
): Promise<Map<number, Set<IsoMonth>>> {
  const { rows } = await sql<{ id: number; month: IsoDate }>`
    select template_id as id, template_month as month from expenses
    where template_id = any(${arrayOf('bigint', templateIds)})`.execute(db);
  const done = new Map<number, Set<IsoMonth>>(templateIds.map((id) => [id, new Set()]));
  for (const { id, month } of rows) done.get(id)!.add(monthOf(month));
  return done;
}
