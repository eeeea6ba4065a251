import { localPhone } from '@nimule/core/kernel/phone';
import type {
  Campaign,
  Message,
  MessageStatus,
  RecipientType,
} from '@nimule/core/messaging/schema';
import { humanize } from '../../ui/tags.tsx';

/** What became of a message that no server took. */
export const WRITTEN = 'Written to the outbox, not sent';

export const recipientLabels: Record<RecipientType, string> = {
  all_customers: 'All customers',
  overdue_payments: 'Customers with overdue payments',
  juba_customers: 'Customers in Juba',
  wau_customers: 'Customers in Wau',
  bentiu_customers: 'Customers in Bentiu',
  custom_list: 'A list of numbers',
};

export const channelLabels = { sms: 'SMS', email: 'E-mail' } as const;
export const contactLabels = { sms: 'SMS', email: 'E-mail', both: 'SMS and e-mail' } as const;

/** Whom a campaign is sent to, in words. */
export function recipientsOf({ recipientType }: Pick<Campaign, 'recipientType'>): string {
  return recipientType === 'invoices' ? 'Invoices of a month' : recipientLabels[recipientType];
}

/** A claimed message counts as queued: nothing of it has been sent. */
export function shownStatus(status: MessageStatus): MessageStatus {
  return status === 'claimed' ? 'queued' : status;
}

/** The state of a message or an e-mail in words. */
export function statusText(status: string): string {
  return status === 'written' ? WRITTEN : humanize(status);
}

/** Whether a campaign is being sent. */
export function isUnderWay({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'queued' || status === 'sending';
}

/** How long the receipts of a campaign are waited for on the screen; most come within seconds. */
const RECEIPTS_MS = 10 * 60_000;

/** Whether the counts of a campaign change by themselves: it is being sent, or receipts may still come. */
export function isChanging(campaign: Campaign): boolean {
  const { channel, status, sent, delivered, finishedAt } = campaign;
  if (isUnderWay(campaign)) return true;
  const isRecent = finishedAt !== null && Date.now() - finishedAt.getTime() < RECEIPTS_MS;
  return status === 'done' && channel === 'sms' && delivered < sent && isRecent;
}

/** Who gets a message: a name, otherwise the number or the address. */
export function nameOfRecipient({ name, recipient }: Pick<Message, 'name' | 'recipient'>): string {
  return name || localPhone(recipient);
}
