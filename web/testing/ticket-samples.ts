/** A ticket of a customer with its details, in wire form. */
export function aTicket(changes: Record<string, unknown> = {}) {
  return {
    id: 12,
    ticketId: 'TKT-012',
    customerId: 3,
    customerNumber: 'SC003',
    customerName: 'Juba Tea House',
    customerPhone: '+211920000001',
    customerLocation: 'Juba Central',
    customerAddress: 'Airport Road',
    nodeId: 4,
    nodeName: 'Juba North',
    title: 'No connection since the storm',
    description: 'The light of the router is red.',
    issueType: 'connection',
    priority: 'high',
    status: 'open',
    assignedTo: null,
    assignedName: '',
    resolution: '',
    firstResponseAt: null,
    resolvedAt: null,
    closedAt: null,
    responseDueAt: '2026-11-21T09:00:00.000Z',
    resolutionDueAt: '2026-11-21T16:00:00.000Z',
    due: 'overdue',
    visitDate: null,
    visitPlace: '',
    arrivedAt: null,
    completedAt: null,
    workDone: '',
    partsUsed: '',
    outageId: null,
    mergedIntoId: null,
    mergedIntoTicket: '',
    attachments: 0,
    comments: 0,
    createdAt: '2026-11-21T08:00:00.000Z',
    createdBy: 'Grace Akol',
    version: 3,
    customer: {
      status: 'Active',
      packageType: 'Standard Fiber',
      bandwidth: 50,
      balanceUsd: 125,
      email: 'tea@example.net',
      accessType: 'fibre',
      ipAddress: '10.1.2.3',
      macAddress: '',
      deviceSerial: '',
      port: '',
    },
    node: { status: 'operational', isReachable: true, latencyMs: 12.4, since: null },
    outage: null,
    actions: ['assign', 'start', 'resolve'],
    merged: [],
    disputes: [],
    ...changes,
  };
}

/** A comment, in wire form. */
export function aComment(changes: Record<string, unknown> = {}) {
  return {
    id: 5,
    isInternal: true,
    body: 'The cable at the mast is broken.',
    createdAt: '2026-11-21T08:30:00.000Z',
    createdBy: 'Achol Deng',
    ...changes,
  };
}

/** A photo of a ticket, in wire form. */
export function anAttachment(changes: Record<string, unknown> = {}) {
  return {
    id: 8,
    fileName: 'router.jpg',
    contentType: 'image/jpeg',
    size: 420_000,
    createdAt: '2026-11-21T08:40:00.000Z',
    createdBy: 'Achol Deng',
    ...changes,
  };
}

export const ticketFigures = {
  open: 7,
  inProgress: 2,
  urgent: 3,
  overdue: 1,
  resolvedThisWeek: 4,
  averageHours: 60,
  mine: 2,
};

const target = { responseMinutes: 240, resolutionMinutes: 1440, hours: 'working' };

/** Settings of support, in wire form. */
export const supportSettingsSample = {
  targets: {
    low: { ...target, responseMinutes: null },
    medium: target,
    high: target,
    critical: { responseMinutes: 30, resolutionMinutes: 240, hours: 'calendar' },
  },
  workDays: [1, 2, 3, 4, 5],
  workFrom: '08:00',
  workTo: '17:00',
  isDigestOn: true,
};
