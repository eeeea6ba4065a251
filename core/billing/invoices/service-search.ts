import type { Ctx } from '../../context.ts';
import { displayStatus } from '../rules.ts';
import * as queries from './queries-search.ts';

/** At most `limit` invoices by their number or a payment's reference, with the status of today (decision 2). */
export async function searchInvoices(ctx: Ctx, q: string, limit: number) {
  const rows = await queries.searchInvoices(ctx.db, q, limit);
  return rows.map((row) => ({ ...row, status: displayStatus(row, ctx.today) }));
}

/** At most `limit` receipts and credits by their number or the payment's reference. */
export function searchReceipts(ctx: Ctx, q: string, limit: number) {
  return queries.searchReceipts(ctx.db, q, limit);
}
