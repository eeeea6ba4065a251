/** Figures of messages, in wire form. */
export const messageFigures = {
  sentThisMonth: 1240,
  deliveredPercent: 96.5,
  failedThisMonth: 31,
  queued: 2,
  unknown: 1,
  mail: 'smtp',
  partsThisMonth: 1400,
  costThisMonthUsd: '49.00',
  byType: [{ title: 'Campaign', count: 1200 }],
  gateway: 'smpp',
  waits: null,
  emailWaits: null,
};

/** A campaign under way, in wire form. */
export function aCampaign(changes: Record<string, unknown> = {}) {
  return {
    id: 5,
    campaignId: 'CMP-2026-000005',
    channel: 'sms',
    message: 'Dear {name}, we work on the network on Sunday.',
    recipientType: 'juba_customers',
    isNews: false,
    recipients: 4,
    leftOut: 1,
    queued: 2,
    sent: 1,
    written: 0,
    delivered: 0,
    failed: 1,
    unknown: 0,
    cancelled: 0,
    status: 'sending',
    createdAt: '2026-11-21T08:00:00.000Z',
    createdBy: 'Grace Akol',
    finishedAt: null,
    ...changes,
  };
}

/** A delivered message of a campaign, in wire form. */
export function aMessage(changes: Record<string, unknown> = {}) {
  return {
    id: 11,
    campaignId: 5,
    type: 'campaign',
    title: 'Campaign',
    channel: 'sms',
    customerId: 3,
    name: 'Juba Tea House',
    recipient: '+211920000001',
    subject: '',
    text: 'Dear Juba Tea House, we work on the network on Sunday.',
    parts: 1,
    status: 'delivered',
    attempts: 1,
    error: '',
    queuedAt: '2026-11-21T08:00:00.000Z',
    nextAt: null,
    sentAt: '2026-11-21T08:00:05.000Z',
    settledAt: '2026-11-21T08:00:09.000Z',
    ...changes,
  };
}

/** A template, in wire form. */
export function aTemplate(changes: Record<string, unknown> = {}) {
  return {
    id: 2,
    name: 'Reminder',
    text: 'Dear {name}, your balance is {balance}.',
    updatedAt: '2026-11-01T08:00:00.000Z',
    updatedBy: 'Grace Akol',
    version: 3,
    ...changes,
  };
}

/** A preview for two customers, in wire form. */
export function aPreview(changes: Record<string, unknown> = {}) {
  return {
    recipients: 2,
    first: [
      {
        customerId: 3,
        customerNumber: 'SC003',
        name: 'Juba Tea House',
        phone: '+211920000001',
        text: 'Dear Juba Tea House, hello.',
      },
    ],
    leftOut: [{ reason: 'No telephone number', count: 7, names: ['Achol Deng'] }],
    parts: { encoding: 'gsm', characters: 18, parts: 1, unusual: [] },
    totalParts: 2,
    costUsd: '0.07',
    problem: null,
    waits: null,
    ...changes,
  };
}

/** Settings of messages, in wire form. */
export const messageSettingsSample = {
  quietFrom: '20:00',
  quietUntil: '07:00',
  perHour: 0,
  pricePerPart: '0.035',
  isStopped: false,
};
