import type { Ctx } from '../../context.ts';
import { addDays, type IsoDate, startOfDay } from '../../kernel/dates.ts';
import { uptimeSince } from '../../network/nodes/service.ts';
import { currentRate } from '../../rates/service-current.ts';
import * as queries from './queries.ts';
import {
  allocationsOf,
  averageUptime,
  coverageOf,
  loadsOf,
  type NodeRow,
  statsOf,
} from './rules-figures.ts';
import { optimizationOf } from './rules-optimization.ts';
import type {
  BandwidthAllocation,
  NetworkStats,
  NodeLoad,
  Optimization,
  RegionCoverage,
} from './schema.ts';

/** The nodes that are not retired, with their measurements: of the last 30 days unless a time is given. */
export async function findNodes(
  ctx: Ctx,
  { since, until }: { since: Date; until?: Date } = { since: uptimeSince(ctx) },
): Promise<NodeRow[]> {
  return measured(await queries.findNodes(ctx.db), await queries.findUptimes(ctx.db, since, until));
}

function measured(
  nodes: readonly Omit<NodeRow, 'samples' | 'up'>[],
  uptimes: readonly { nodeId: number; samples: number; up: number }[],
): NodeRow[] {
  const byNode = new Map(uptimes.map((row) => [row.nodeId, row]));
  return nodes.map((node) => {
    const { samples = 0, up = 0 } = byNode.get(node.id) ?? {};
    return { ...node, samples, up };
  });
}

/** The cards of the Network Management tab (seeds/000 2): Gbps and percent, retired nodes left out. */
export async function getNetworkStats(ctx: Ctx): Promise<NetworkStats> {
  return statsOf(await findNodes(ctx), await queries.getMonitoring(ctx.db));
}

/** The average uptime of the nodes in percent over a range, as the cards compute it; null while none is known. */
export async function getUptimeBetween(
  ctx: Ctx,
  { startDate, endDate }: { startDate: IsoDate; endDate: IsoDate },
): Promise<number | null> {
  const [since, until] = [startOfDay(startDate), startOfDay(addDays(endDate, 1))];
  return averageUptime(await findNodes(ctx, { since, until }));
}

/** What the overview shows of the network. */
export interface NetworkOverview {
  stats: NetworkStats;
  coverage: RegionCoverage[];
  /** The average uptime over each of the ranges, as `getUptimeBetween`. */
  uptimes: (number | null)[];
}

/** The cards, the coverage and the uptime of some ranges, with the nodes read once. */
export async function getNetworkOverview(
  ctx: Ctx,
  ranges: readonly { startDate: IsoDate; endDate: IsoDate }[],
): Promise<NetworkOverview> {
  const nodes = await queries.findNodes(ctx.db);
  const over = async (since: Date, until?: Date) =>
    measured(nodes, nodes.length > 0 ? await queries.findUptimes(ctx.db, since, until) : []);
  const rows = await over(uptimeSince(ctx));
  const uptimes: (number | null)[] = [];
  for (const { startDate, endDate } of ranges)
    uptimes.push(averageUptime(await over(startOfDay(startDate), startOfDay(addDays(endDate, 1)))));
  return {
    stats: statsOf(rows, await queries.getMonitoring(ctx.db)),
    coverage: coverageOf(rows, await queries.findCustomersByLocation(ctx.db)),
    uptimes,
  };
}

/** Nodes and customers of all ten locations (seeds/000 2, decision 19). */
export async function getCoverage(ctx: Ctx): Promise<RegionCoverage[]> {
  return coverageOf(await findNodes(ctx), await queries.findCustomersByLocation(ctx.db));
}

/**
 * What the Active customers of each package have bought, with prices at the standard rate of today (seeds/000 2,
 * decision 19).
 */
export async function getBandwidth(ctx: Ctx): Promise<BandwidthAllocation[]> {
  const customers = await queries.findCustomersByPackage(ctx.db);
  const rate = customers.length > 0 ? await currentRate(ctx, 'standard', ctx.today) : null;
  return allocationsOf(customers, rate);
}

/** What depends on each node that is not retired. */
export async function getLoads(ctx: Ctx): Promise<NodeLoad[]> {
  return loadsOf(await findNodes(ctx), await queries.findCustomersByNode(ctx.db));
}

/** The days of the trend: eight weeks before today. */
const TREND_DAYS = 56;

/** Suggestions computed from nodes, customers and measurements (seeds/000 7). Read-only. */
export async function optimizeNetwork(ctx: Ctx): Promise<Optimization> {
  const nodes = await findNodes(ctx);
  const customers = await queries.findCustomersByNode(ctx.db);
  const since = startOfDay(addDays(ctx.today, -TREND_DAYS));
  const { isPolling } = await queries.getMonitoring(ctx.db);
  return optimizationOf({
    nodes,
    loads: loadsOf(nodes, customers),
    peaks: await queries.findDailyPeaks(ctx.db, since, startOfDay(ctx.today)),
    today: TREND_DAYS,
    isPolling,
    withoutNode: customers.find(({ key }) => key === null)?.active ?? 0,
  });
}
