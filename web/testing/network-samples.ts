/** A measured tower, in wire form. */
export function aNode(changes: Record<string, unknown> = {}) {
  return {
    id: 4,
    name: 'Juba Tower 1',
    location: 'Juba Central',
    type: 'tower',
    technologies: ['4G', 'microwave'],
    status: 'operational',
    isRetired: false,
    capacity: 2.5,
    currentUsage: 1,
    uptime: 99.87,
    isMeasured: true,
    lastMaintenance: '2026-11-20T08:00:00.000Z',
    parentId: 1,
    parentName: 'Juba Core',
    notes: '',
    address: '10.0.0.4',
    isPolled: true,
    snmpVersion: 'v2c',
    snmpPort: 161,
    maxUtilisation: null,
    maxLatencyMs: 150,
    maxLoss: null,
    latencyMs: 12.4,
    lossPercent: 0,
    isReachable: true,
    polledAt: '2026-11-21T08:00:00.000Z',
    snmpError: '',
    openAlarms: 0,
    version: 3,
    ...changes,
  };
}

/** Figures of ten nodes, in wire form. */
export function someNetworkStats(changes: Record<string, unknown> = {}) {
  return {
    totalCapacity: 10,
    currentUsage: 4.25,
    utilization: 42.5,
    averageUptime: 99.2,
    nodes: 10,
    operational: 8,
    maintenance: 1,
    offline: 1,
    openAlarms: 2,
    isPolling: true,
    ...changes,
  };
}

/** Coverage of a location, in wire form. */
export function aRegion(changes: Record<string, unknown> = {}) {
  return {
    location: 'Juba Central',
    town: 'Juba',
    nodes: 2,
    operational: 1,
    towers: 1,
    customers: 19,
    activeCustomers: 16,
    soldMbps: 1440,
    capacity: 5,
    currentUsage: 2,
    uptime: 99.8,
    isSample: false,
    ...changes,
  };
}

/** Load of the tower, in wire form. */
export function aLoad(changes: Record<string, unknown> = {}) {
  return {
    nodeId: 4,
    customers: 12,
    activeCustomers: 10,
    soldMbps: 640,
    customersBelow: 30,
    oversubscription: 1.6,
    ...changes,
  };
}

/** An open alarm, in wire form. */
export function anAlarm(changes: Record<string, unknown> = {}) {
  return {
    id: 9,
    nodeId: 4,
    nodeName: 'Juba Tower 1',
    location: 'Juba Central',
    kind: 'latency',
    beganAt: '2026-11-21T07:55:00.000Z',
    raisedAt: '2026-11-21T08:00:00.000Z',
    endedAt: null,
    endReason: '',
    value: 240,
    threshold: 150,
    ...changes,
  };
}

export const networkSettingsSample = {
  isPolling: false,
  pings: 3,
  timeoutMs: 1000,
  badSamples: 3,
  goodSamples: 2,
  maxUtilisation: 80,
  maxLatencyMs: 200,
  maxLoss: 20,
  keepSamplesDays: 14,
  keepHoursDays: 400,
};
