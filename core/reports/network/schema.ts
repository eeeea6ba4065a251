import { z } from 'zod';
import { locations } from '../../company/schema-places.ts';
import { money } from '../../kernel/money.ts';
import { recordId } from '../../kernel/text.ts';

const isSample = z.boolean();

/** seeds/000 2: the four cards and the performance panel of the Network Management tab; Gbps and percent. */
export const networkStats = z.object({
  totalCapacity: z.number(),
  currentUsage: z.number(),
  utilization: z.number(),
  /** Of nodes whose uptime is known, weighted equally; null without one. */
  averageUptime: z.number().nullable(),
  nodes: z.number(),
  operational: z.number(),
  maintenance: z.number(),
  offline: z.number(),
  openAlarms: z.number(),
  isPolling: z.boolean(),
});
export type NetworkStats = z.output<typeof networkStats>;

/** What stands in a place and who is connected there. */
export const placeFigures = z.object({
  nodes: z.number(),
  operational: z.number(),
  towers: z.number(),
  customers: z.number(),
  activeCustomers: z.number(),
  soldMbps: z.number(),
  capacity: z.number(),
  currentUsage: z.number(),
  /** Uptime of its nodes in percent. */
  uptime: z.number().nullable(),
});
export type PlaceFigures = z.output<typeof placeFigures>;

/** The figures of a location (decision 19). */
export const regionCoverage = placeFigures.extend({
  location: z.enum(locations),
  town: z.string(),
  isSample,
});
export type RegionCoverage = z.output<typeof regionCoverage>;

/** What the Active customers of a package have bought; prices in pounds at the rate of today. */
export const bandwidthAllocation = z.object({
  packageType: z.string(),
  customers: z.number(),
  mbps: z.number(),
  /** Percent of all sold Mbps. */
  share: z.number(),
  priceUsd: money.nullable(),
  priceSsp: money.nullable(),
  isSample,
});
export type BandwidthAllocation = z.output<typeof bandwidthAllocation>;

/** What depends on a node: its customers and those of the nodes below it. */
export const nodeLoad = z.object({
  nodeId: recordId,
  customers: z.number(),
  activeCustomers: z.number(),
  soldMbps: z.number(),
  customersBelow: z.number(),
  /** Sold Mbps, nodes below included, for each Mbps of capacity; null without a capacity. */
  oversubscription: z.number().nullable(),
});
export type NodeLoad = z.output<typeof nodeLoad>;

/** seeds/000 7: suggestions as text; each also by itself, with the node that it is about. */
export const optimization = z.object({
  suggestions: z.string(),
  advice: z
    .object({
      kind: z.enum([
        'capacity',
        'growth',
        'oversubscription',
        'uptime',
        'single_point',
        'spread',
        'monitoring',
      ]),
      urgency: z.enum(['now', 'soon', 'later']),
      nodeId: recordId.nullable(),
      text: z.string(),
    })
    .array(),
});
export type Optimization = z.output<typeof optimization>;
