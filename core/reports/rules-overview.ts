import { shareOf } from './network/rules-figures.ts';
import type { NetworkStats, RegionCoverage } from './network/schema.ts';
import { type DashboardStats, SAMPLE_UTILIZATION } from './schema.ts';

const MBPS_PER_GBPS = 1000;

interface Regions {
  regions: DashboardStats['regions'];
  total: number;
  active: number;
  soldMbps: number;
}

/** The regional list, those with most customers first, and the sums of all (seeds/000 2, decision 19). */
export function regionsOf(coverage: readonly RegionCoverage[]): Regions {
  const sum = (of: (region: RegionCoverage) => number) =>
    coverage.reduce((total, region) => total + of(region), 0);
  const total = sum(({ customers }) => customers);
  return {
    regions: coverage
      .map((region) => ({
        location: region.location,
        town: region.town,
        customers: region.customers,
        active: region.activeCustomers,
        share: shareOf(region.customers, total),
        bandwidthMbps: region.soldMbps,
        nodes: region.nodes,
        operational: region.operational,
        uptime: region.uptime,
        isSample: region.isSample,
      }))
      .sort(
        (one, other) =>
          other.customers - one.customers || Number(other.isSample) - Number(one.isSample),
      ),
    total,
    active: sum(({ activeCustomers }) => activeCustomers),
    soldMbps: sum(({ soldMbps }) => soldMbps),
  };
}

/**
 * Total bandwidth, current usage and utilization in Gbps (seeds/000 2). Without nodes the total is the bandwidth bought, or
 * sold where no purchase is entered (decision 10), and the usage is the sample of the specification (decision 19).
 */
export function dashboardNetworkOf(
  stats: NetworkStats,
  boughtMbps: number | null,
  soldMbps: number,
): DashboardStats['network'] {
  const { nodes, operational, isPolling } = stats;
  if (nodes > 0)
    return {
      totalBandwidth: stats.totalCapacity,
      currentUsage: stats.currentUsage,
      utilization: stats.utilization,
      basis: 'nodes',
      ...{ nodes, operational, isPolling, isTotalSample: false, isUsageSample: false },
    };
  const totalMbps = boughtMbps ?? soldMbps;
  return {
    totalBandwidth: totalMbps / MBPS_PER_GBPS,
    currentUsage: (totalMbps * SAMPLE_UTILIZATION) / 100 / MBPS_PER_GBPS,
    utilization: SAMPLE_UTILIZATION,
    basis: boughtMbps === null ? 'sold' : 'bought',
    ...{ nodes, operational, isPolling, isTotalSample: boughtMbps === null, isUsageSample: true },
  };
}
