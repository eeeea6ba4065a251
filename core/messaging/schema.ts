import { z } from 'zod';
import { instant, monthText } from '../kernel/dates.ts';
import { pagingQuery } from '../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredLines,
  requiredText,
  wholeNumber,
  yesNo,
} from '../kernel/text.ts';
import { ignoring } from '../kernel/unknown-keys.ts';

/** seeds/000 5 and 9. */
export const SMS_LENGTH = 160;
/** A text for one customer, a template, or the SMS of an automatic message. */
export const MAX_TEXT = 1000;

/** seeds/000 3. `single` is one customer's page or a test. */
export const recipientTypes = [
  'all_customers',
  'overdue_payments',
  'juba_customers',
  'wau_customers',
  'bentiu_customers',
  'custom_list',
] as const;
export type RecipientType = (typeof recipientTypes)[number];

export const channels = ['sms', 'email'] as const;
export type Channel = (typeof channels)[number];

/**
 * queued → claimed (a process has taken it; nothing is sent) → sending (it may have been sent) → sent → delivered or
 * failed. 'written': to the outbox and not sent, since no gateway is connected. 'unknown': the answer of the gateway was lost, and a person decides.
 */
export const messageStatuses = [
  'queued',
  'claimed',
  'sending',
  'sent',
  'written',
  'delivered',
  'failed',
  'unknown',
  'cancelled',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

const campaignStatuses = ['queued', 'sending', 'stopped', 'done', 'cancelled'] as const;

/** Maximum number of telephone numbers of a pasted or uploaded list. */
export const MAX_LIST = 20_000;

const smsText = requiredText('The message', MAX_TEXT);

/** Who gets a message: a type of recipients, for custom_list with the pasted lines. */
const recipients = {
  recipientType: z.enum(recipientTypes),
  /** One number a line, or separated by commas; a name may stand before or behind it. */
  list: optionalLines('The list', MAX_LIST * 60).optional(),
  /** About offers and news: customers who refuse them are left out. */
  isNews: yesNo.optional(),
};

/** A count of recipients that a client sends is ignored (decision 28). */
export const sendInput = ignoring(
  z.object({
    ...recipients,
    message: requiredText('The message', SMS_LENGTH),
  }),
  ['recipients'],
);
export type SendInput = z.output<typeof sendInput>;

export const previewInput = z.object({
  ...recipients,
  message: optionalText('The message', SMS_LENGTH),
});

/** How a text is sent as SMS. */
export const textParts = z.object({
  encoding: z.enum(['gsm', 'ucs2']),
  characters: z.number(),
  parts: z.number(),
  /** The first characters that need UCS-2: 'the curly quote ’ at 12'. */
  unusual: z.array(z.string()),
});

const previewedRecipient = z.object({
  customerId: recordId.nullable(),
  customerNumber: z.string(),
  name: z.string(),
  phone: z.string(),
  text: z.string(),
});

/** Who gets no message, and why, with the first names. */
const leftOut = z.object({ reason: z.string(), count: z.number(), names: z.array(z.string()) });

export const sendPreview = z.object({
  recipients: z.number(),
  first: z.array(previewedRecipient),
  leftOut: leftOut.array(),
  parts: textParts,
  /** Parts of all messages, as filled. */
  totalParts: z.number(),
  /** In USD as text; null without a price for a part. */
  costUsd: z.string().nullable(),
  /** Problems of the text, such as an unknown field. */
  problem: z.string().nullable(),
  /** Why sending waits: quiet hours, a pause after a restore, no gateway. */
  waits: z.string().nullable(),
});
export type SendPreview = z.output<typeof sendPreview>;

/** seeds/000 3 and 7: a message or campaign of the history. */
export const campaign = z.object({
  id: recordId,
  campaignId: z.string(),
  channel: z.enum(channels),
  message: z.string(),
  recipientType: z.enum([...recipientTypes, 'invoices']),
  isNews: z.boolean(),
  recipients: z.number(),
  leftOut: z.number(),
  queued: z.number(),
  /** Accepted by the gateway, delivered ones included. */
  sent: z.number(),
  /** Written to the outbox and not sent. */
  written: z.number(),
  delivered: z.number(),
  failed: z.number(),
  unknown: z.number(),
  cancelled: z.number(),
  status: z.enum(campaignStatuses),
  createdAt: instant,
  createdBy: z.string(),
  finishedAt: instant.nullable(),
});
export type Campaign = z.output<typeof campaign>;

export const campaignFilter = pagingQuery(['createdAt']).extend({
  status: z.enum(campaignStatuses).optional(),
});
export type CampaignFilter = z.output<typeof campaignFilter>;

export const message = z.object({
  id: recordId,
  campaignId: recordId.nullable(),
  type: z.string(),
  /** The title of the type for people. */
  title: z.string(),
  channel: z.enum(channels),
  customerId: recordId.nullable(),
  name: z.string(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  parts: z.number(),
  status: z.enum(messageStatuses),
  attempts: z.number(),
  error: z.string(),
  queuedAt: instant,
  /** The next attempt of a queued one. */
  nextAt: instant.nullable(),
  sentAt: instant.nullable(),
  settledAt: instant.nullable(),
});
export type Message = z.output<typeof message>;

export const messageFilter = pagingQuery(['queuedAt']).extend({
  campaign: recordId.optional(),
  customer: recordId.optional(),
  status: z.enum(messageStatuses).optional(),
  channel: z.enum(channels).optional(),
});
export type MessageFilter = z.output<typeof messageFilter>;

/** One message to one customer, from the customer's page. */
export const singleInput = z.object({
  customerId: recordId,
  channel: z.enum(channels),
  subject: optionalText('The subject', 200).optional(),
  message: requiredLines('The message', MAX_TEXT),
});

/** The four cards and the panel (chosen by us: docs/messages.md). */
export const messageStats = z.object({
  sentThisMonth: z.number(),
  deliveredPercent: z.number().nullable(),
  failedThisMonth: z.number(),
  queued: z.number(),
  unknown: z.number(),
  partsThisMonth: z.number(),
  costThisMonthUsd: z.string().nullable(),
  byType: z.array(z.object({ title: z.string(), count: z.number() })),
  gateway: z.enum(['smpp', 'http', 'outbox']),
  /** Why SMS wait at the moment; null if they are sent. */
  waits: z.string().nullable(),
  /** Why e-mails wait at the moment; null if they are sent. */
  emailWaits: z.string().nullable(),
  mail: z.enum(['smtp', 'outbox']),
});

/** What a provider says by itself; the texts and rules of each are in rules-types.ts. */
export const messageType = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  fields: z.array(z.string()),
  isOn: z.boolean(),
  bySms: z.boolean(),
  byEmail: z.boolean(),
  smsText: z.string(),
  emailSubject: z.string(),
  emailText: z.string(),
  /** Days ahead, for types that have them. */
  days: z.number().nullable(),
  switchedOnAt: instant.nullable(),
  version: z.number(),
});
export type MessageType = z.output<typeof messageType>;

export const typeParams = z.object({ type: z.string().max(60) });
export const messageTypeUpdate = z.object({
  isOn: yesNo.optional(),
  bySms: yesNo.optional(),
  byEmail: yesNo.optional(),
  smsText: requiredText('The SMS', MAX_TEXT).optional(),
  emailSubject: requiredText('The subject', 200).optional(),
  emailText: optionalLines('The e-mail', 5000).optional(),
  days: wholeNumber('The days', 0, 60).optional(),
  // 0 of a message that nobody has changed yet.
  version: wholeNumber('The version').optional(),
});
export type MessageTypeUpdate = z.output<typeof messageTypeUpdate>;

/** Texts of a type, saved or not yet, filled for a customer. */
export const typePreviewInput = messageTypeUpdate
  .pick({ smsText: true, emailSubject: true, emailText: true })
  .extend({ customerId: recordId.optional() });
export const typePreview = z.object({
  customer: z.string(),
  sms: z.string(),
  parts: textParts,
  subject: z.string(),
  email: z.string(),
});

export const template = z.object({
  id: recordId,
  name: z.string(),
  text: z.string(),
  updatedAt: instant,
  updatedBy: z.string(),
  version: z.number(),
});
export type Template = z.output<typeof template>;
export const templateInput = z.object({
  name: requiredText('The name', 80),
  text: smsText,
});
export const templateUpdate = templateInput.partial().extend({ version: recordVersion });
export const templateFilter = pagingQuery(['name']);

/** Juba's local time, 'HH:MM'. */
function clockTime(message: string) {
  return requiredText('The time', 5).refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), {
    message,
  });
}

const PRICE = /^\d{1,4}(?:\.\d{1,4})?$/;
/** Whether a text is a price in USD with up to four decimals. */
export function isPrice(text: string): boolean {
  return text.length <= 12 && PRICE.test(text);
}

export const messageSettings = z.object({
  /** Equal times mean that there are no quiet hours. */
  quietFrom: clockTime('Enter a time such as 20:00.'),
  quietUntil: clockTime('Enter a time such as 07:00.'),
  /** Messages an hour at most; 0 for no limit but the gateway's. */
  perHour: wholeNumber('The limit', 0, 1_000_000),
  /** USD a part, with up to four decimals, as text; '' if unknown. */
  pricePerPart: optionalText('The price', 12).refine((text) => text === '' || isPrice(text), {
    message: 'Enter a price in US dollars such as 0.035.',
  }),
  isStopped: yesNo,
});
export type MessageSettings = z.output<typeof messageSettings>;

export const invoiceEmailsInput = z.object({ month: monthText });
export const invoiceEmails = campaign.extend({ leftOutBecause: leftOut.array() });
export type InvoiceEmails = z.output<typeof invoiceEmails>;
/** Who would be e-mailed, and who is left out. */
export const invoiceEmailsPreview = z.object({
  recipients: z.number(),
  leftOut: leftOut.array(),
});
export type InvoiceEmailsPreview = z.output<typeof invoiceEmailsPreview>;
export const done = z.object({ message: z.string() });
export type MessageStats = z.output<typeof messageStats>;
export type TemplateInput = z.output<typeof templateInput>;
export type TemplateUpdate = z.output<typeof templateUpdate>;
export type TemplateFilter = z.output<typeof templateFilter>;
export type PreviewInput = z.output<typeof previewInput>;
export type SingleInput = z.output<typeof singleInput>;
export type TextParts = z.output<typeof textParts>;
export type TypePreviewInput = z.output<typeof typePreviewInput>;
export type TypePreview = z.output<typeof typePreview>;
