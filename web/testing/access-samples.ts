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
  keepSessionsDays: 90,
  makesAccounts: false,
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
