import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { sumCents } from '../database/list.ts';
import { byKey } from '../database/look-up.ts';
import { defineRecord } from '../database/record.ts';
import { type IsoDate, startOfDay } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { type ExpenseRecord, expenseSearchText, type ReadExpense } from './rules.ts';

export const expenses = defineRecord<'expenses', ExpenseRecord>(
  'expenses',
  {
    id: 'id bigint',
    transactionId: 'transaction_id text',
    date: 'expense_date date',
    location: 'location text',
    description: 'description text',
    expenseType: 'expense_type text',
    category: 'category text',
    currency: 'currency text',
    account: 'account text',
    amountUsd: 'amount_cents bigint',
    amountSsp: 'ssp_cents bigint',
    exchangeRate: 'rate_cents bigint',
    reference: 'reference text',
    notes: 'notes text',
    debitAccount: 'debit_account text',
    creditAccount: 'credit_account text',
    revision: 'revision int',
    settledUsd: 'settled_cents bigint',
    settledSsp: 'settled_ssp_cents bigint',
    raisedOn: 'raised_on date',
    raisedBy: 'raised_by text',
    raisedUsd: 'raised_cents bigint',
    templateId: 'template_id bigint',
    templateMonth: 'template_month date',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
    deletedAt: 'deleted_at timestamptz',
    deletedBy: 'deleted_by text',
    version: 'version int',
  },
  { derived: { search_text: ['text', expenseSearchText] } },
);

/** The columns of an expense `e` that are answered. */
export const expenseColumns = sql<ReadExpense>`${expenses.listText('e')},
  (select count(*) from attachments a where a.entity = 'expense' and a.entity_id = e.id)::int as attachments`;

/** An expense that is not deleted. */
export async function getExpense(db: Db, id: number): Promise<ReadExpense | undefined> {
  const { rows } = await sql<ReadExpense>`select ${expenseColumns}
    from ${byKey('expenses', 'id', sql`${id}`)} e where e.deleted_at is null`.execute(db);
  return rows[0];
}

export async function findExpenseNumbered(
  db: Db,
  transactionId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('expenses')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row?.id;
}

/**
 * What a person recorded on a day in a category, and by how much they raised other expenses on it, US cents; deleted
 * expenses left out.
 */
export async function sumRecordedOn(
  db: Db,
  { category, by, day, exceptId }: { category: string; by: string; day: IsoDate; exceptId: number },
): Promise<Cents> {
  const isRecorded = sql<boolean>`created_by = ${by} and created_at >= ${startOfDay(day)}`;
  const { sum } = await db
    .selectFrom('expenses')
    .select(
      sumCents(sql`case when ${isRecorded} then amount_cents else raised_cents end`).as('sum'),
    )
    .where(sql<boolean>`(${isRecorded} or raised_by = ${by} and raised_on = ${day})`)
    .where('category', '=', category)
    .where('id', '<>', exceptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return sum;
}
