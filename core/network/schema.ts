import { z } from 'zod';
import { locations } from '../company/schema-places.ts';
import { instant } from '../kernel/dates.ts';
import { hostAddress } from '../kernel/net-addresses.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  valueText,
  wholeNumber,
  yesNo,
} from '../kernel/text.ts';
import { ignoring } from '../kernel/unknown-keys.ts';

/** seeds/000 4. */
export const nodeStatuses = ['operational', 'maintenance', 'offline'] as const;
export type NodeStatus = (typeof nodeStatuses)[number];

/** What a node is. A tower is what the coverage page counts as one. */
export const nodeTypes = [
  'tower',
  'core',
  'pop',
  'router',
  'switch',
  'olt',
  'access_point',
  'gateway',
] as const;
export type NodeType = (typeof nodeTypes)[number];

export const technologies = ['4G', 'fiber', 'microwave'] as const;
export type Technology = (typeof technologies)[number];

const snmpVersions = ['none', 'v2c', 'v3'] as const;

const MAX_GBPS = 100_000;

/** Traffic in Gbps with up to six decimals, stored in kbps. @see nodes/rules.ts, kbpsOf. */
const gbps = z.number().min(0).max(MAX_GBPS);

/**
 * A number that may be sent as text with at most six decimals: 2.5, '2.5' or '2,5'. Numbers are rounded to six decimals.
 */
function decimal(label: string, max: number, unit: string) {
  return z.codec(z.union([z.number(), z.string()]), z.number(), {
    decode: (input, payload) => {
      const text = typeof input === 'number' ? undefined : (valueText(input) ?? '');
      const isNumber = text === undefined || /^\d{1,6}(?:[.,]\d{1,6})?$/.test(text);
      const value = isNumber ? Number(text?.replace(',', '.') ?? input) : Number.NaN;
      if (value >= 0 && value <= max) return Math.round(value * 1e6) / 1e6;
      const message = `${label} must be a number from 0 to ${max} ${unit}, with at most six decimals.`;
      payload.issues.push({ code: 'custom', message, input });
      return z.NEVER;
    },
    encode: (value) => value,
  });
}

/** Gbps as a person types it. */
const typedCapacity = decimal('The capacity', MAX_GBPS, 'Gbps');
const typedUsage = decimal('The usage', MAX_GBPS, 'Gbps');
const typedUptime = decimal('The uptime', 100, 'percent');

/** seeds/000 3: name, location, type, status, capacity and currentUsage (Gbps), uptime (%), lastMaintenance. */
export const node = z.object({
  id: recordId,
  name: z.string(),
  location: z.enum(locations),
  type: z.enum(nodeTypes),
  technologies: z.enum(technologies).array(),
  status: z.enum(nodeStatuses),
  isRetired: z.boolean(),
  /** Gbps. */
  capacity: gbps,
  currentUsage: gbps,
  /** Percent of the last 30 days; null if it is neither measured nor typed. */
  uptime: z.number().nullable(),
  /** False if usage and uptime were typed by hand. */
  isMeasured: z.boolean(),
  lastMaintenance: instant.nullable(),
  parentId: recordId.nullable(),
  parentName: z.string(),
  notes: z.string(),
  address: z.string(),
  isPolled: z.boolean(),
  snmpVersion: z.enum(snmpVersions),
  snmpPort: z.number(),
  maxUtilisation: z.number().nullable(),
  maxLatencyMs: z.number().nullable(),
  maxLoss: z.number().nullable(),
  /** The last measurement; null before the first. */
  latencyMs: z.number().nullable(),
  lossPercent: z.number().nullable(),
  isReachable: z.boolean().nullable(),
  polledAt: instant.nullable(),
  snmpError: z.string(),
  openAlarms: z.number(),
  version: z.number(),
});
export type NetworkNode = z.output<typeof node>;

const threshold = (label: string, max: number) => wholeNumber(label, 1, max).nullable().optional();

/** Credentials are written and never answered: without `snmp` the stored ones stay. */
export const snmpInput = z.discriminatedUnion(
  'version',
  [
    z.object({ version: z.literal('none') }),
    z.object({ version: z.literal('v2c'), community: requiredText('The community', 100) }),
    z.object({
      version: z.literal('v3'),
      user: requiredText('The user', 64),
      authProtocol: z.enum(['none', 'sha', 'sha256', 'sha512', 'md5']),
      authKey: optionalText('The authentication key', 128).optional(),
      privProtocol: z.enum(['none', 'aes', 'aes256b', 'des']),
      privKey: optionalText('The privacy key', 128).optional(),
    }),
  ],
  { error: 'Choose the SNMP version: none, v2c or v3.' },
);
export type SnmpInput = z.output<typeof snmpInput>;

export const nodeInput = z.object({
  name: requiredText('The name', 100),
  location: z.enum(locations),
  type: z.enum(nodeTypes),
  technologies: z.enum(technologies).array().max(3).optional(),
  capacity: typedCapacity,
  currentUsage: typedUsage.optional(),
  uptime: typedUptime.nullable().optional(),
  parentId: recordId.nullable().optional(),
  notes: optionalLines('The notes', 2000).optional(),
  address: hostAddress.optional(),
  isPolled: yesNo.optional(),
  snmpPort: wholeNumber('The SNMP port', 1, 65_535).optional(),
  snmp: snmpInput.optional(),
  maxUtilisation: threshold('The utilisation', 100),
  maxLatencyMs: threshold('The latency', 60_000),
  maxLoss: threshold('The loss', 100),
});
export type NodeInput = z.output<typeof nodeInput>;

/**
 * seeds/000 7: {status, lastMaintenance} is the toggle: the status is the wanted one, judged by the rule of the toggle;
 * lastMaintenance is not read, since it is always now (decision 28). Other fields edit the node.
 */
export const nodeUpdate = ignoring(
  nodeInput.partial().extend({
    status: z.enum(nodeStatuses).optional(),
    isRetired: yesNo.optional(),
    version: recordVersion,
  }),
  ['lastMaintenance'],
);
export type NodeUpdate = z.output<typeof nodeUpdate>;

export const nodeFilter = pagingQuery([
  'name',
  'location',
  'type',
  'status',
  'capacity',
  'currentUsage',
  'lastMaintenance',
]).extend({
  status: z.enum([...nodeStatuses, 'retired', 'all']).optional(),
  location: z.enum(locations).optional(),
  type: z.enum(nodeTypes).optional(),
  /** The nodes directly below this one. */
  parentId: recordId.optional(),
});
export type NodeFilter = z.output<typeof nodeFilter>;

export const nodeExport = nodeFilter.extend({ format: z.enum(exportFormats).optional() });

/** What a deletion did: removed, or retired because customers or tickets name the node. */
export const removal = z.object({ removed: z.boolean(), message: z.string() });

export const networkInterface = z.object({
  id: recordId,
  name: z.string(),
  alias: z.string(),
  speedMbps: z.number().nullable(),
  isUp: z.boolean(),
  isCounted: z.boolean(),
  inMbps: z.number().nullable(),
  outMbps: z.number().nullable(),
  readAt: instant,
});
export type NetworkInterface = z.output<typeof networkInterface>;

/** The interfaces whose traffic is the usage of the node. */
export const countedInput = z.object({ counted: recordId.array().max(1000) });

export const alarmKinds = ['down', 'utilisation', 'latency', 'loss'] as const;
export type AlarmKind = (typeof alarmKinds)[number];

export const alarm = z.object({
  id: recordId,
  nodeId: recordId,
  nodeName: z.string(),
  location: z.enum(locations),
  kind: z.enum(alarmKinds),
  beganAt: instant,
  raisedAt: instant,
  endedAt: instant.nullable(),
  endReason: z.string(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
});
export type Alarm = z.output<typeof alarm>;

export const alarmFilter = pagingQuery(['raisedAt', 'nodeName', 'kind']).extend({
  nodeId: recordId.optional(),
  kind: z.enum(alarmKinds).optional(),
  state: z.enum(['open', 'ended']).optional(),
});
export type AlarmFilter = z.output<typeof alarmFilter>;

export const seriesSpans = ['day', 'week', 'month', 'year'] as const;
export type SeriesSpan = (typeof seriesSpans)[number];
export const seriesQuery = z.object({ span: z.enum(seriesSpans).optional() });

/** At most 400 points; each is the middle of `seconds`. Null where nothing was measured. */
export const series = z.object({
  span: z.enum(seriesSpans),
  /** Length of a point. */
  seconds: z.number(),
  points: z
    .object({
      at: instant,
      upPercent: z.number().nullable(),
      latencyMs: z.number().nullable(),
      lossPercent: z.number().nullable(),
      inMbps: z.number().nullable(),
      outMbps: z.number().nullable(),
      inMaxMbps: z.number().nullable(),
      outMaxMbps: z.number().nullable(),
    })
    .array(),
});
export type Series = z.output<typeof series>;

/** What a measurement of one node found, without storing it. */
export const probe = z.object({
  isReachable: z.boolean(),
  latencyMs: z.number().nullable(),
  lossPercent: z.number(),
  snmp: z.enum(['unused', 'answered', 'failed']),
  /** In words for the user. */
  message: z.string(),
  interfaces: z
    .object({
      name: z.string(),
      alias: z.string(),
      speedMbps: z.number().nullable(),
      isUp: z.boolean(),
    })
    .array(),
});
export type Probe = z.output<typeof probe>;

/** The row of `settings` that holds the network settings. */
export const NETWORK_SETTINGS = 'network';

/** Polling is off until somebody switches it on. */
export const networkSettings = z.object({
  isPolling: yesNo,
  /** Echo requests to a node in each poll. */
  pings: wholeNumber('The number of pings', 1, 10),
  timeoutMs: wholeNumber('The time to wait for an answer', 100, 5000),
  /** Bad measurements in a row that raise an alarm, and good ones that end it. */
  badSamples: wholeNumber('The bad measurements', 1, 60),
  goodSamples: wholeNumber('The good measurements', 1, 60),
  maxUtilisation: wholeNumber('The utilisation', 1, 100),
  maxLatencyMs: wholeNumber('The latency', 1, 60_000),
  maxLoss: wholeNumber('The loss', 1, 100),
  keepSamplesDays: wholeNumber('The days of samples', 1, 90),
  keepHoursDays: wholeNumber('The days of hourly values', 32, 1000),
});
export type NetworkSettings = z.output<typeof networkSettings>;

export const pollResult = z.object({
  nodes: z.number(),
  reachable: z.number(),
  unreachable: z.number(),
  snmpFailed: z.number(),
  alarmsRaised: z.number(),
  alarmsEnded: z.number(),
  seconds: z.number(),
});
export type PollResult = z.output<typeof pollResult>;
