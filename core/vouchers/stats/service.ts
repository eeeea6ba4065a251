import type { Ctx } from '../../context.ts';
import type { SellerFilter, VoucherSeller, VoucherStats } from '../schema.ts';
import * as queries from './queries.ts';

/** The figures of vouchers as they are now (seeds/002 3); amounts in US cents. */
export function getVoucherStats(ctx: Ctx): Promise<VoucherStats> {
  return queries.getStats(ctx.db, ctx.now);
}

/** Sales of vouchers by who sold them in a range of days, the most money first. */
export function listVoucherSellers(ctx: Ctx, filter: SellerFilter): Promise<VoucherSeller[]> {
  return queries.findSellers(ctx.db, filter, ctx.now);
}
