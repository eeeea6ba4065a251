import { automaticType, automaticTypes } from './automatic/rules-types.ts';
import type { Channel, MessageStatus } from './schema.ts';

/**
 * The states of a message: queued → claimed (a process has taken it, nothing is sent) → sending (from here on it may have
 * been sent) → sent → delivered or failed; written: to the outbox, since no gateway is connected, and not sent (decision 84); unknown: the answer of the gateway was lost. Campaigns count them.
 */
export const counters = [
  'queued',
  'sent',
  'written',
  'delivered',
  'failed',
  'unknown',
  'cancelled',
] as const;
export type Counter = (typeof counters)[number];

/** The states in which a message still has to be sent. */
export const openStatuses = ['queued', 'claimed', 'sending'] as const satisfies MessageStatus[];

export function isOpenStatus(status: MessageStatus): boolean {
  return openStatuses.some((open) => open === status);
}

/** What is kept of one part of a message that a gateway accepted; '' until a receipt says more (rules-receipts). */
export type PartStatus = '' | 'delivered' | 'failed';

/** The states in which a person may have a message sent again. */
export const againStatuses = ['failed', 'unknown', 'written'] as const satisfies MessageStatus[];

export function maySendAgain(status: MessageStatus): boolean {
  return againStatuses.some((one) => one === status);
}

/** Types of messages that are sent in the quiet hours too: a person or the customer waits for them. */
export const typesAtOnce: readonly string[] = [
  'single',
  'test',
  'report',
  'seal',
  ...automaticTypes.filter(({ isAtOnce }) => isAtOnce).map(({ name }) => name),
];

/** The consumer of the facts that automatic messages are about. */
export const CONSUMER = 'messages';
/** Of what users are told of their own accounts. */
export const SECURITY_CONSUMER = 'security';

/** For the reason of messages whose sender was ended between hand-over and answer. */
export const LOST_ANSWER =
  'The program was ended before the gateway had answered: the message may have been sent.';
/** For messages that were still to be sent in a backup that was restored. */
export const RESTORED = 'In the restored data; may have been sent since the backup';

const titles: Record<string, string> = {
  campaign: 'Campaign',
  single: 'Message',
  test: 'Test message',
  voucher: 'Voucher codes',
  invoices: 'Invoice by e-mail',
  digest: 'Daily list of tickets',
  security: 'Sign-in and second factor',
  report: 'Report by e-mail',
  seal: 'Seal of the audit log',
};

/** The name of a type of message for people. */
export function titleOfType(type: string): string {
  return titles[type] ?? automaticType(type)?.title ?? type;
}

/** The numbers of campaigns: SMS-2026-000001, and EML-2026-000001 for those by e-mail. */
export const CAMPAIGN_NUMBERS: Readonly<Record<Channel, { counter: string; prefix: string }>> = {
  sms: { counter: 'campaign', prefix: 'SMS' },
  email: { counter: 'emailCampaign', prefix: 'EML' },
};
