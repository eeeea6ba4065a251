import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { matchesSearch } from '../database/like.ts';
import { expenses } from './queries.ts';
import type { ExpenseRecord } from './rules.ts';

/** Expenses whose texts or number match: the one with the number `exact` first, then the newest. */
export async function searchExpenses(
  db: Db,
  q: string,
  exact: string,
  limit: number,
): Promise<ExpenseRecord[]> {
  const order = sql`e.transaction_id <> ${exact}, e.expense_date desc, e.id desc`;
  const matches = sql`select * from expenses
    where deleted_at is null and ${matchesSearch(sql`search_text`, q)} offset 0`;
  const { rows } = await sql<ExpenseRecord>`select ${expenses.listText('e')}
    from (select * from (${matches}) e order by ${order} limit ${limit}) e order by ${order}`.execute(
    db,
  );
  return rows;
}
