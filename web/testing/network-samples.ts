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

/** A router of the company, in wire form. */
export function aRouter(changes: Record<string, unknown> = {}) {
  return {
    id: 2,
    name: 'Bor',
    kind: 'mikrotik',
    nodeId: 4,
    nodeName: 'Juba Tower 1',
    address: '10.1.1.1',
    nasIdentifier: '',
    coaAddress: '',
    coaPort: 3799,
    loginAddress: '',
    everybodyUntil: null,
    sessions: 3,
    lastAt: '2026-11-21T08:00:00.000Z',
    createdAt: '2026-11-01T08:00:00.000Z',
    version: 1,
    ...changes,
  };
}

/** An account of the customer of `aCustomer`, in wire form. */
export function anAccessAccount(changes: Record<string, unknown> = {}) {
  return {
    id: 5,
    customerId: 3,
    customerNumber: 'SC003',
    customerName: 'Juba Tea House',
    kind: 'pppoe',
    username: 'sc003',
    fixedIp: '',
    pool: '',
    sessionsAtOnce: 1,
    isBlocked: false,
    notes: '',
    access: 'on',
    reason: '',
    downloadKbps: 50_000,
    uploadKbps: 25_000,
    sessions: 0,
    uploadBytes: 200_000_000,
    downloadBytes: 1_100_000_000,
    isReduced: false,
    createdAt: '2026-11-01T08:00:00.000Z',
    version: 2,
    ...changes,
  };
}

const ofSession = {
  id: 31,
  accountId: 5,
  username: 'sc003',
  kind: 'pppoe',
  customerId: 3,
  customerNumber: 'SC003',
  customerName: 'Juba Tea House',
  routerId: 2,
  routerName: 'Bor',
  startedAt: '2026-11-21T05:00:00.000Z',
  device: 'AA:BB:CC:DD:EE:FF',
  ip: '10.20.0.7',
  ipv6Prefix: '',
  delegatedPrefix: '',
  seconds: 11_100,
  uploadBytes: 20_000_000,
  downloadBytes: 1_500_000_000,
};

/** Somebody who is online, in wire form. */
export function aSession(changes: Record<string, unknown> = {}) {
  return {
    ...ofSession,
    lastAt: '2026-11-21T08:05:00.000Z',
    access: 'on',
    reason: '',
    isAsDecided: true,
    ...changes,
  };
}

/** An ended session, in wire form. */
export function aClosedSession(changes: Record<string, unknown> = {}) {
  return { ...ofSession, endedAt: '2026-11-21T08:05:00.000Z', cause: 'Lost-Carrier', ...changes };
}

/** Refused sign-ins of an hour, in wire form. */
export function aRefusal(changes: Record<string, unknown> = {}) {
  return {
    id: 41,
    hour: '2026-11-21T08:00:00.000Z',
    lastAt: '2026-11-21T08:40:00.000Z',
    accountId: 5,
    username: 'sc003',
    customerId: 3,
    customerNumber: 'SC003',
    customerName: 'Juba Tea House',
    routerId: 2,
    routerName: 'Bor',
    device: 'AA:BB:CC:DD:EE:FF',
    reason: 'password',
    count: 4,
    ...changes,
  };
}

/** 'Observe only', in wire form. */
export const accessSettingsSample = {
  enforced: false,
  everybodyUntil: null,
  suspended: 'garden',
  gardenList: 'nimule-garden',
  interimSeconds: 300,
  accountForNewCustomers: 'none',
  keepSessionsDays: 90,
};

/** Sums of 1,204 sessions, in wire form. */
export const someSessionSums = {
  sessions: 1204,
  asDecided: 1202,
  downloadKbps: 24_080_000,
  uploadKbps: 12_040_000,
  routers: [
    { id: 2, name: 'Bor', sessions: 1000, waiting: 2 },
    { id: 3, name: 'Wau', sessions: 204, waiting: 0 },
  ],
};
