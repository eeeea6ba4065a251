import type { Ctx } from '../context.ts';
import { currentRate } from '../rates/service-current.ts';
import { getFigures } from './queries-overview.ts';
import { toOverview, yearBefore } from './rules-overview.ts';
import type { HrOverview } from './schema.ts';

/**
 * The figures of the Overview tab (seeds/001 2): employees who are not terminated, monthly salaries of the active ones in US
 * cents and at today's standard rate, what waits, and the turnover of twelve months (decision 19).
 */
export async function hrOverview(ctx: Ctx): Promise<Required<HrOverview>> {
  const figures = await getFigures(ctx.db, yearBefore(ctx.today), ctx.today);
  return toOverview(figures, await currentRate(ctx, 'standard', ctx.today), ctx.today);
}
