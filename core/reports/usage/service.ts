import { analyseProfit } from '../../billing/profit/service.ts';
import type { Ctx } from '../../context.ts';
import type { IsoMonth } from '../../kernel/dates.ts';
import { sumPackageUsage } from './queries.ts';
import { packageUsageOf } from './rules.ts';
import type { PackageUsageReport } from './schema.ts';

/**
 * What customers used in a month by package, in bytes, what they were billed for a GB of it, and what the bandwidth of the
 * profit analysis costs for a GB; US cents. Sources: decisions 10 and 131.
 * @throws AppError rule without an exchange rate.
 */
export async function reportPackageUsage(ctx: Ctx, month: IsoMonth): Promise<PackageUsageReport> {
  const { bandwidthCosts } = await analyseProfit(ctx, month);
  return packageUsageOf(month, await sumPackageUsage(ctx.db, month), bandwidthCosts);
}
