import { type Location, locations, townOf } from '../../company/schema-places.ts';
import { FLEXIBLE_PLAN, fixedPackage, packageNames } from '../../customers/schema-packages.ts';
import { type Cents, cents, usdToSsp } from '../../kernel/money.ts';
import { gbpsOf, percentOf, uptimeOf } from '../../network/nodes/rules.ts';
import type { NodeStatus, NodeType, Technology } from '../../network/schema.ts';
import type {
  BandwidthAllocation,
  NetworkStats,
  NodeLoad,
  PlaceFigures,
  RegionCoverage,
} from './schema.ts';

/** A node that is not retired, with its measurements of the last 30 days. */
export interface NodeRow {
  id: number;
  name: string;
  location: Location;
  type: NodeType;
  technologies: Technology[];
  status: NodeStatus;
  capacityKbps: number;
  usageKbps: number;
  /** Thousandths of a percent. */
  typedUptime: number | null;
  parentId: number | null;
  /** Has an address and is to be polled, whether polling is on or not. */
  isPolled: boolean;
  samples: number;
  up: number;
}

export interface CustomerGroup<K> {
  key: K;
  customers: number;
  /** Not Inactive. */
  connected: number;
  active: number;
  /** Of the Active ones. */
  mbps: number;
}

export interface LocationGroup extends CustomerGroup<Location> {
  /** Monthly fees of the Active ones. */
  feesUsd: Cents;
}

const KBPS_PER_MBPS = 1000;

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function rounded(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.round(value * factor) / factor;
}

/** Percent of a whole with one decimal; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? rounded((part * 100) / whole, 1) : 0;
}

/** The average of the known uptimes in percent, each node weighted equally, rounded down; null without one. */
export function averageUptime(nodes: readonly NodeRow[]): number | null {
  const known = nodes
    .map((node) => uptimeOf(node, node.typedUptime))
    .filter((uptime) => uptime !== null);
  if (known.length === 0) return null;
  const thousandths = sum(known, (uptime) => Math.round(uptime * 1000));
  return percentOf(Math.floor(thousandths / known.length));
}

/** The cards of the Network Management tab (seeds/000 2), over the nodes that are not retired. */
export function statsOf(
  nodes: readonly NodeRow[],
  monitoring: Pick<NetworkStats, 'openAlarms' | 'isPolling'>,
): NetworkStats {
  const capacity = sum(nodes, (node) => node.capacityKbps);
  const usage = sum(nodes, (node) => node.usageKbps);
  const inStatus = (status: NodeStatus) => nodes.filter((node) => node.status === status).length;
  return {
    totalCapacity: gbpsOf(capacity),
    currentUsage: gbpsOf(usage),
    utilization: shareOf(usage, capacity),
    averageUptime: averageUptime(nodes),
    nodes: nodes.length,
    operational: inStatus('operational'),
    maintenance: inStatus('maintenance'),
    offline: inStatus('offline'),
    ...monitoring,
  };
}

/** The figures of a place from its nodes and the groups of its customers. */
export function figuresOf(
  nodes: readonly NodeRow[],
  groups: readonly CustomerGroup<unknown>[],
): PlaceFigures {
  return {
    nodes: nodes.length,
    operational: nodes.filter(({ status }) => status === 'operational').length,
    towers: nodes.filter(({ type }) => type === 'tower').length,
    customers: sum(groups, ({ customers }) => customers),
    activeCustomers: sum(groups, ({ active }) => active),
    soldMbps: sum(groups, ({ mbps }) => mbps),
    capacity: gbpsOf(sum(nodes, (node) => node.capacityKbps)),
    currentUsage: gbpsOf(sum(nodes, (node) => node.usageKbps)),
    uptime: averageUptime(nodes),
  };
}

/** The regions that the specification shows (seeds/000 9); it gives no figures for them. */
const SAMPLE_REGIONS: readonly Location[] = ['Juba Central', 'Wau', 'Bentiu', 'Malakal'];

/**
 * Nodes and customers of all ten locations. Without any node and customer the four regions of the specification are
 * marked as sample (decision 19).
 */
export function coverageOf(
  nodes: readonly NodeRow[],
  customers: readonly CustomerGroup<Location>[],
): RegionCoverage[] {
  const isEmpty = nodes.length === 0 && customers.length === 0;
  return locations.map((location) => ({
    location,
    town: townOf[location],
    ...figuresOf(
      nodes.filter((node) => node.location === location),
      customers.filter(({ key }) => key === location),
    ),
    isSample: isEmpty && SAMPLE_REGIONS.includes(location),
  }));
}

/** seeds/000 2: the prices that the table shows. */
const SAMPLE_PRICES: Readonly<Record<string, Cents>> = {
  'Basic Fiber': cents(5_000_000),
  'Standard Fiber': cents(18_000_000),
  'Business Fiber': cents(34_000_000),
  'Enterprise Fiber': cents(128_000_000),
};

/**
 * What the Active customers of each package have bought, with the package's price in US cents and at `rate` in SSP
 * cents. Without any customer the specification's four packages and prices (decision 19). The Flexible Plan has no one
 * price, and is left out while nobody has it.
 */
export function allocationsOf(
  customers: readonly CustomerGroup<string>[],
  rate: Cents | null,
): BandwidthAllocation[] {
  const isSample = customers.length === 0;
  const total = sum(customers, ({ mbps }) => mbps);
  return packageNames.flatMap((packageType): BandwidthAllocation[] => {
    const group = customers.find(({ key }) => key === packageType);
    if (packageType === FLEXIBLE_PLAN && !group?.active) return [];
    const priceUsd = fixedPackage(packageType)?.monthlyFee ?? null;
    const priceSsp = priceUsd === null || rate === null ? null : usdToSsp(priceUsd, rate);
    return [
      {
        packageType,
        customers: group?.active ?? 0,
        mbps: group?.mbps ?? 0,
        share: shareOf(group?.mbps ?? 0, total),
        priceUsd,
        priceSsp: isSample ? (SAMPLE_PRICES[packageType] ?? null) : priceSsp,
        isSample,
      },
    ];
  });
}

/** Each node's ancestors, nearest first; a circle in the data ends the list. */
export function ancestorsOf(
  nodes: readonly Pick<NodeRow, 'id' | 'parentId'>[],
): Map<number, number[]> {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  return new Map(
    nodes.map(({ id }) => {
      const above: number[] = [];
      let current = parents.get(id);
      while (typeof current === 'number' && current !== id && !above.includes(current)) {
        above.push(current);
        current = parents.get(current);
      }
      return [id, above];
    }),
  );
}

/**
 * The load of each node: its own customers, the customers of all nodes below it, and the Mbps sold to both for each Mbps
 * of capacity.
 */
export function loadsOf(
  nodes: readonly NodeRow[],
  customers: readonly CustomerGroup<number | null>[],
): NodeLoad[] {
  const own = new Map(customers.map((group) => [group.key, group]));
  const below = new Map<number, { connected: number; mbps: number }>();
  for (const [id, ancestors] of ancestorsOf(nodes)) {
    const group = own.get(id);
    if (!group) continue;
    for (const ancestor of ancestors) {
      const so = below.get(ancestor) ?? { connected: 0, mbps: 0 };
      below.set(ancestor, {
        connected: so.connected + group.connected,
        mbps: so.mbps + group.mbps,
      });
    }
  }
  return nodes.map(({ id, capacityKbps }) => {
    const group = own.get(id);
    const under = below.get(id);
    const sold = (group?.mbps ?? 0) + (under?.mbps ?? 0);
    return {
      nodeId: id,
      customers: group?.connected ?? 0,
      activeCustomers: group?.active ?? 0,
      soldMbps: group?.mbps ?? 0,
      customersBelow: under?.connected ?? 0,
      oversubscription: capacityKbps > 0 ? rounded((sold * KBPS_PER_MBPS) / capacityKbps, 2) : null,
    };
  });
}
