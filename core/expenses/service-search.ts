import type { Ctx } from '../context.ts';
import * as queries from './queries-search.ts';
import { toExpense } from './rules.ts';
import type { Expense } from './schema.ts';

/** At most `limit` expenses by number, vendor, description, reference or notes; the one of that number first. */
export async function searchExpenses(
  ctx: Ctx,
  q: string,
  limit: number,
): Promise<Omit<Expense, 'attachments'>[]> {
  const rows = await queries.searchExpenses(ctx.db, q, q.trim().toUpperCase(), limit);
  return rows.map((row) => toExpense({ ...row, attachments: 0 }));
}
