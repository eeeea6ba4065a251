import type { Ctx } from '../../context.ts';
import { currentRate } from '../../rates/service-current.ts';
import { findCustomersByLocation } from '../network/queries.ts';
import { findNodes } from '../network/service.ts';
import { coverageReportOf } from './rules.ts';
import type { CoverageReport } from './schema.ts';

/**
 * The regional coverage page (seeds/002 2, decisions 19, 22 and 39): coverage and technologies in percent, capacity in
 * Gbps, amounts in US cents and, at today's standard rate, in SSP cents.
 */
export async function getRegionalCoverage(ctx: Ctx): Promise<CoverageReport> {
  return coverageReportOf({
    nodes: await findNodes(ctx),
    customers: await findCustomersByLocation(ctx.db),
    rate: await currentRate(ctx, 'standard', ctx.today),
  });
}
