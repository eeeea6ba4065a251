import { AppError, breaksRule, invalidField } from '../../kernel/errors.ts';
import {
  type NetworkSettings,
  type NodeInput,
  type NodeStatus,
  type NodeUpdate,
  type SnmpInput,
  type Technology,
  technologies,
} from '../schema.ts';

const KBPS_PER_GBPS = 1_000_000;
const PER_PERCENT = 1000;

/** Gbps in whole kbps. */
export function kbpsOf(gbps: number): number {
  return Math.round(gbps * KBPS_PER_GBPS);
}

/** Whole kbps in Gbps. */
export function gbpsOf(kbps: number): number {
  return kbps / KBPS_PER_GBPS;
}

/** Percent in whole thousandths of a percent. */
export function thousandthsOf(percent: number): number {
  return Math.round(percent * PER_PERCENT);
}

export function percentOf(thousandths: number): number {
  return thousandths / PER_PERCENT;
}

/**
 * Uptime in percent: the share of the measurements in which the node answered, rounded down to thousandths, so that 100
 * means always; without measurements the typed uptime in thousandths, else null.
 */
export function uptimeOf(
  measured: { samples: number; up: number },
  typedThousandths: number | null,
): number | null {
  if (measured.samples > 0)
    return percentOf(Math.floor((measured.up * 100 * PER_PERCENT) / measured.samples));
  return typedThousandths === null ? null : percentOf(typedThousandths);
}

/** Of a node in operation maintenance, of any other operational (seeds/000 4). */
export function toggled(status: NodeStatus): Exclude<NodeStatus, 'offline'> {
  return status === 'operational' ? 'maintenance' : 'operational';
}

interface Toggled {
  name: string;
  status: NodeStatus;
  isMeasured: boolean;
  isRetired: boolean;
}

/**
 * Checks the status that a user wants a node to have: the present one, the one that the toggle leads to, or offline for a
 * node that is not measured.
 * @throws AppError rule for any other status, and for a retired node.
 */
export function assertStatus(node: Toggled, wanted: NodeStatus): void {
  const { name, status, isMeasured, isRetired } = node;
  if (wanted === status) return;
  if (isRetired) breaksRule('node.retired', `${name} is retired. Bring it back first.`);
  if (wanted === toggled(status) || (wanted === 'offline' && !isMeasured)) return;
  if (wanted === 'offline')
    breaksRule(
      'node.measured',
      `${name} is measured: it becomes offline by itself when it does not answer.`,
    );
  breaksRule('node.toggle', `${name} is offline. It can only be made operational.`);
}

/**
 * Whether a new parent would put a node below itself. `parents` has the parent of each node; it may contain circles.
 */
export function makesCircle(
  parents: ReadonlyMap<number, number | null>,
  id: number,
  parentId: number,
): boolean {
  const seen = new Set<number>();
  let current: number | null | undefined = parentId;
  while (typeof current === 'number' && !seen.has(current)) {
    if (current === id) return true;
    seen.add(current);
    current = parents.get(current);
  }
  return false;
}

/** The thresholds of a node: its own, else those of the settings. */
export function thresholdsOf<K extends 'maxUtilisation' | 'maxLatencyMs' | 'maxLoss'>(
  node: Record<K, number | null>,
  settings: Pick<NetworkSettings, K>,
  names: readonly K[],
): Record<K, number> {
  return Object.fromEntries(names.map((name) => [name, node[name] ?? settings[name]])) as Record<
    K,
    number
  >;
}

/** The fields of a node that users enter, as they are stored. */
export interface NodeFields {
  name: string;
  location: NodeInput['location'];
  type: NodeInput['type'];
  technologies: Technology[];
  capacityKbps: number;
  usageKbps: number;
  typedUptime: number | null;
  parentId: number | null;
  notes: string;
  address: string;
  isPolled: boolean;
  snmpPort: number;
  maxUtilisation: number | null;
  maxLatencyMs: number | null;
  maxLoss: number | null;
}

const SNMP_PORT = 161;

/** The fields that an input contains; missing ones are left out. */
export function changedFields(input: Partial<NodeInput> | NodeUpdate): Partial<NodeFields> {
  const fields: { [K in keyof NodeFields]: NodeFields[K] | undefined } = {
    name: input.name,
    location: input.location,
    type: input.type,
    technologies: input.technologies && technologies.filter((t) => input.technologies!.includes(t)),
    capacityKbps: input.capacity === undefined ? undefined : kbpsOf(input.capacity),
    usageKbps: input.currentUsage === undefined ? undefined : kbpsOf(input.currentUsage),
    typedUptime: typeof input.uptime === 'number' ? thousandthsOf(input.uptime) : input.uptime,
    parentId: input.parentId,
    notes: input.notes,
    address: input.address,
    isPolled: input.isPolled,
    snmpPort: input.snmpPort,
    maxUtilisation: input.maxUtilisation,
    maxLatencyMs: input.maxLatencyMs,
    maxLoss: input.maxLoss,
  };
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Partial<NodeFields>;
}

/** The fields of a new node; it has no address, parent, uptime and thresholds of its own unless they are given. */
export function newNode(input: NodeInput): NodeFields {
  return {
    name: input.name,
    location: input.location,
    type: input.type,
    technologies: [],
    capacityKbps: kbpsOf(input.capacity),
    usageKbps: 0,
    typedUptime: null,
    parentId: null,
    notes: '',
    address: '',
    isPolled: true,
    snmpPort: SNMP_PORT,
    maxUtilisation: null,
    maxLatencyMs: null,
    maxLoss: null,
    ...changedFields(input),
  };
}

/** The minimum length of an SNMP v3 key (RFC 3414). */
const MIN_KEY = 8;

/**
 * Checks that SNMP v3 keys are given where a protocol uses them.
 * @throws AppError invalid, field `snmp.authKey`, `snmp.privKey` or `snmp.privProtocol`.
 */
export function assertSnmp(snmp: SnmpInput): void {
  if (snmp.version !== 'v3') return;
  const { authProtocol, authKey = '', privProtocol, privKey = '' } = snmp;
  if (authProtocol !== 'none' && authKey.length < MIN_KEY)
    invalidField('snmp.authKey', `The authentication key needs at least ${MIN_KEY} characters.`);
  if (privProtocol === 'none') return;
  if (authProtocol === 'none')
    invalidField('snmp.privProtocol', 'Privacy is possible only with authentication.');
  if (privKey.length < MIN_KEY)
    invalidField('snmp.privKey', `The privacy key needs at least ${MIN_KEY} characters.`);
}

/**
 * Why a node may not get another address, if so: whoever may change nodes would send the stored credentials, which nobody
 * can read, to a machine of his own. They are typed again with the new address.
 */
export function addressProblem(
  before: { address: string; snmpVersion: string },
  { address, snmp }: Pick<NodeUpdate, 'address' | 'snmp'>,
): string | undefined {
  const isSent = address !== undefined && address !== '' && address !== before.address;
  if (!isSent || before.snmpVersion === 'none' || snmp) return undefined;
  return 'The stored SNMP credentials are for the present address only. Enter them again with another address.';
}

/** What the credentials of a node are encrypted for. */
export function secretPurpose(nodeId: number): string {
  return `node.snmp:${nodeId}`;
}

const referenceWords: Record<string, string> = {
  customers: 'customers',
  network_nodes: 'other nodes',
  network_alarms: 'alarms',
  tickets: 'support tickets',
};

/** The records that name a node in words, by the tables: 'customers and support tickets'. */
export function namedIn(tables: readonly string[]): string {
  const known = Object.keys(referenceWords).filter((table) => tables.includes(table));
  const words = known.map((table) => referenceWords[table]!);
  if (known.length < tables.length) words.push('other records');
  const last = words.pop()!;
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}

/** @throws AppError invalid, field `parentId`. */
export function refuseParent(message: string): never {
  throw new AppError('invalid', 'node.parent', message, { fields: { parentId: message } });
}
