import type { Ctx } from '../../context.ts';
import { displayStatus } from '../rules.ts';
import * as queries from './queries-search.ts';

/** At most `limit` invoices by number or payment reference, with today's displayed status (decision 2). */
export async function searchInvoices(ctx: Ctx, q: string, limit: number) {
  const rows = await queries.searchInvoices(ctx.db, q, limit);
  return rows.map((row) => ({ ...row, status: displayStatus(row, ctx.today) }));
}

/** At most `limit` receipts and credits by number or payment reference. */
export function searchReceipts(ctx: Ctx, q: string, limit: number) {
  return queries.searchReceipts(ctx.db, q, limit);
}
