import type { NetworkNode, NodeStatus } from '../schema.ts';
import { gbpsOf, type NodeFields, percentOf, uptimeOf } from './rules.ts';

/** A row of the table network_nodes. `snmpSecret` is encrypted; it is neither answered nor audited. */
export interface NodeRecord extends NodeFields {
  id: number;
  status: NodeStatus;
  retiredAt: Date | null;
  lastMaintenance: Date | null;
  snmpVersion: NetworkNode['snmpVersion'];
  snmpSecret: string;
  createdAt: Date;
  version: number;
}

/** A node with what is known of it elsewhere: `samples` and `up` of the last 30 days. */
export interface ListedRow extends NodeRecord {
  parentName: string;
  latencyUs: number | null;
  lossPercent: number | null;
  isReachable: boolean | null;
  polledAt: Date | null;
  snmpError: string;
  samples: number;
  up: number;
  openAlarms: number;
  isPolling: boolean;
}

/** Whether a node is measured: it has an address, is polled and not retired, and polling is on. */
export function isMeasured(
  node: Pick<NodeRecord, 'address' | 'isPolled' | 'retiredAt'>,
  isPolling: boolean,
): boolean {
  return isPolling && node.isPolled && node.address !== '' && node.retiredAt === null;
}

/** What the log keeps of a node: what users enter, without credentials. */
export function toLogged(row: NodeRecord, parentName: string): Partial<NetworkNode> {
  return {
    name: row.name,
    location: row.location,
    type: row.type,
    technologies: row.technologies,
    status: row.status,
    isRetired: row.retiredAt !== null,
    capacity: gbpsOf(row.capacityKbps),
    currentUsage: gbpsOf(row.usageKbps),
    uptime: row.typedUptime === null ? null : percentOf(row.typedUptime),
    lastMaintenance: row.lastMaintenance,
    parentName,
    notes: row.notes,
    address: row.address,
    isPolled: row.isPolled,
    snmpVersion: row.snmpVersion,
    snmpPort: row.snmpPort,
    maxUtilisation: row.maxUtilisation,
    maxLatencyMs: row.maxLatencyMs,
    maxLoss: row.maxLoss,
  };
}

/** The node as the API answers it, in Gbps and percent. */
export function toNode(row: ListedRow): NetworkNode {
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    type: row.type,
    technologies: row.technologies,
    status: row.status,
    isRetired: row.retiredAt !== null,
    capacity: gbpsOf(row.capacityKbps),
    currentUsage: gbpsOf(row.usageKbps),
    uptime: uptimeOf(row, row.typedUptime),
    isMeasured: isMeasured(row, row.isPolling),
    lastMaintenance: row.lastMaintenance,
    parentId: row.parentId,
    parentName: row.parentName,
    notes: row.notes,
    address: row.address,
    isPolled: row.isPolled,
    snmpVersion: row.snmpVersion,
    snmpPort: row.snmpPort,
    maxUtilisation: row.maxUtilisation,
    maxLatencyMs: row.maxLatencyMs,
    maxLoss: row.maxLoss,
    latencyMs: row.latencyUs === null ? null : row.latencyUs / 1000,
    lossPercent: row.lossPercent,
    isReachable: row.isReachable,
    polledAt: row.polledAt,
    snmpError: row.snmpError,
    openAlarms: row.openAlarms,
    version: row.version,
  };
}
