import type { Ctx } from '../../context.ts';
import { startOfDay } from '../../kernel/dates.ts';
import type { RefusalReason, UnusableReason, UnusableReport } from '../schema-sessions.ts';
import * as queries from './queries-health.ts';

export interface AccessMetrics {
  routers: readonly queries.RouterHealth[];
  /** Since midnight (Juba). */
  refusals: readonly { reason: RefusalReason; count: number }[];
  unusable: readonly { reason: UnusableReason; count: number }[];
}

/** What a monitor needs to know: sessions and orders by router, refused sign-ins and unusable reports of today. */
export async function findAccessMetrics(ctx: Ctx): Promise<AccessMetrics> {
  const [routers, refusals, unusable] = await Promise.all([
    queries.findRouterHealth(ctx.db),
    queries.countRefusals(ctx.db, startOfDay(ctx.today)),
    queries.countUnusable(ctx.db, ctx.today),
  ]);
  return { routers, refusals, unusable };
}

const MOST_UNUSABLE = 200;

/** The newest reports of routers that could not be stored, by day (Juba), router and reason. */
export function listUnusable(ctx: Ctx): Promise<UnusableReport[]> {
  return queries.findUnusable(ctx.db, MOST_UNUSABLE);
}
