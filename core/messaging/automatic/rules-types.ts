import type { Fact } from '../../records/outbox.ts';
import { accountFields, type TemplateField } from '../texts/rules-templates.ts';

/** What the provider says by itself. */
export const automaticNames = [
  'invoice_issued',
  'due_soon',
  'nearing_overdue',
  'disconnect_tomorrow',
  'disconnected',
  'restored',
  'payment_received',
  'promise_due',
  'welcome',
  'outage',
  'outage_over',
  'ticket_opened',
  'ticket_resolved',
  'wifi_receipt',
] as const;
export type AutomaticName = (typeof automaticNames)[number];

/** One type of automatic message. Its texts are in rules-texts.ts, its events in queries-events.ts. */
export interface AutomaticType {
  name: AutomaticName;
  title: string;
  /** When it is sent, for the editor. */
  description: string;
  /** The fact of the outbox that it tells; null for types that a daily job finds. */
  fact: Fact | null;
  fields: readonly TemplateField[];
  /** Days before the event, for types where the company chooses them. */
  days: number | null;
  /** Those not about the account are not sent to customers who refuse news. */
  isAboutAccount: boolean;
  /** Sent in the quiet hours too. */
  isAtOnce: boolean;
  /** Also to Inactive customers: a receipt is about what they did themselves. */
  isForInactive: boolean;
}

/** Fields beyond those of the account. */
const moreFields: readonly TemplateField[] = [
  {
    name: 'company',
    meaning: 'The name of the company',
    longest: 'Nimule Networks Ltd',
    max: 60,
    isCut: true,
  },
  {
    name: 'phone',
    meaning: 'The telephone number of the company',
    longest: '+211 900 000 000',
    max: 40,
    isCut: false,
  },
  {
    name: 'howToPay',
    meaning: 'The payment instructions of the company',
    longest: 'x'.repeat(120),
    max: 400,
    isCut: true,
  },
  {
    name: 'customerId',
    meaning: 'The customer ID',
    longest: 'SC00001',
    max: 60,
    isCut: false,
  },
  {
    name: 'package',
    meaning: 'The package of the customer',
    longest: 'Enterprise Dedicated Fiber',
    max: 60,
    isCut: true,
  },
  {
    name: 'receipt',
    meaning: 'The number of the receipt',
    longest: 'RCT-2026-000001',
    max: 40,
    isCut: false,
  },
  {
    name: 'date',
    meaning: 'The date of the payment',
    longest: '30 Sep 2026',
    max: 30,
    isCut: false,
  },
  {
    name: 'node',
    meaning: 'The node of the network that is down',
    longest: 'Juba Central Tower 2',
    max: 60,
    isCut: true,
  },
  {
    name: 'ticket',
    meaning: 'The number of the support ticket',
    longest: 'TKT-00001',
    max: 40,
    isCut: false,
  },
  {
    name: 'title',
    meaning: 'The title of the support ticket',
    longest: 'No connection since this morning',
    max: 80,
    isCut: true,
  },
  {
    name: 'resolution',
    meaning: 'How the support ticket was resolved',
    longest: 'The cable to the antenna was replaced',
    max: 400,
    isCut: true,
  },
];

/** Of a visitor, who is no customer. */
const wifiFields: readonly TemplateField[] = [
  {
    name: 'code',
    meaning: 'The access code; it is filled in when the message is sent',
    longest: 'WWWW-WWWW-WWWW',
    max: 14,
    isCut: false,
  },
  {
    name: 'ends',
    meaning: 'When the session ends',
    longest: '30 Sep 2026 23:59',
    max: 30,
    isCut: false,
  },
];

/** Fields that every type has. */
const common = ['name', 'customerId', 'package', 'balance', 'company', 'phone', 'howToPay'];

function fieldsNamed(...names: string[]): TemplateField[] {
  const all = [...accountFields, ...moreFields];
  return [...common.slice(0, 1), ...names, ...common.slice(1)].map(
    (name) => all.find((field) => field.name === name)!,
  );
}

/** A visitor has neither a name nor an account. */
const ofWifi = [
  ...wifiFields,
  ...['package', 'receipt', 'amount', 'amountSsp', 'company', 'phone'].map(
    (name) => [...accountFields, ...moreFields].find((field) => field.name === name)!,
  ),
];

const ofInvoice = fieldsNamed('invoice', 'amount', 'amountSsp', 'dueDate');
const plain = {
  fact: null,
  days: null,
  isAboutAccount: true,
  isAtOnce: false,
  isForInactive: false,
} as const;

/** All types, in the order of the page. A module that joins adds a row here, its texts and its events. */
export const automaticTypes: readonly AutomaticType[] = [
  {
    ...plain,
    name: 'invoice_issued',
    title: 'Invoice issued',
    description:
      'After an invoice is made, by the monthly run or by hand; the e-mail has it as PDF. Not for imported invoices, nor for one that is paid at once from credit.',
    fact: 'invoice.issued',
    fields: ofInvoice,
  },
  {
    ...plain,
    name: 'due_soon',
    title: 'Payment due soon',
    description: 'Some days before an unpaid invoice is due, at 09:00.',
    fields: ofInvoice,
    days: 3,
  },
  {
    ...plain,
    name: 'nearing_overdue',
    title: 'Nearing overdue',
    description: 'When an unpaid invoice is 10 days past due, at 09:00.',
    fields: ofInvoice,
  },
  {
    ...plain,
    name: 'disconnect_tomorrow',
    title: 'Disconnection tomorrow',
    description:
      "The day before the 15-day rule disconnects a customer, at 09:00, by tomorrow's list.",
    fields: ofInvoice,
  },
  {
    ...plain,
    name: 'disconnected',
    title: 'Disconnected',
    description: 'After a customer was suspended, by the 15-day rule or by hand.',
    fact: 'customer.suspended',
    fields: fieldsNamed('reason'),
  },
  {
    ...plain,
    name: 'restored',
    title: 'Connected again',
    description:
      'After a suspended customer was connected again, by a payment or by hand. At any hour.',
    fact: 'customer.restored',
    fields: fieldsNamed(),
    isAtOnce: true,
  },
  {
    ...plain,
    name: 'payment_received',
    title: 'Payment received',
    description:
      'After a payment is recorded, to Inactive customers too; the e-mail has the receipt as PDF. At any hour. Not for imported payments and credits.',
    fact: 'payment.recorded',
    fields: fieldsNamed('amount', 'amountSsp', 'receipt', 'date'),
    isAtOnce: true,
    isForInactive: true,
  },
  {
    ...plain,
    name: 'promise_due',
    title: 'Promise to pay is due',
    description: 'Some days before the last day of a promise to pay, at 09:00.',
    fields: fieldsNamed('dueDate'),
    days: 1,
  },
  {
    ...plain,
    name: 'welcome',
    title: 'Welcome',
    description: 'After a customer is added in the form; not for imported customers.',
    fact: 'customer.created',
    fields: fieldsNamed(),
  },
  {
    ...plain,
    name: 'outage',
    title: 'Outage',
    description:
      'After a node of the network was found down, to its customers and those of the nodes behind it; once for an outage, and not for one that has ended before the message is sent.',
    fact: 'alarm.raised',
    fields: fieldsNamed('node'),
  },
  {
    ...plain,
    name: 'outage_over',
    title: 'Outage is over',
    description:
      'After an outage has ended, to the same customers; if outages are announced, only to those who were told of it.',
    fact: 'alarm.ended',
    fields: fieldsNamed('node'),
  },
  {
    ...plain,
    name: 'ticket_opened',
    title: 'Support ticket opened',
    description: 'After a support ticket of a customer is opened. At any hour.',
    fact: 'ticket.created',
    fields: fieldsNamed('ticket', 'title'),
    isAtOnce: true,
  },
  {
    ...plain,
    name: 'ticket_resolved',
    title: 'Support ticket resolved',
    description: 'After a support ticket of a customer is resolved; not for merged tickets.',
    fact: 'ticket.resolved',
    fields: fieldsNamed('ticket', 'title', 'resolution'),
  },
  {
    ...plain,
    name: 'wifi_receipt',
    title: 'Receipt of WiFi',
    description:
      'After a visitor has paid for WiFi, by SMS to the phone that paid, with the access code. At any hour.',
    fact: 'wifi.sold',
    fields: ofWifi,
    isAtOnce: true,
  },
];

/** The type of this name; undefined for messages that are not automatic. */
export function automaticType(name: string): AutomaticType | undefined {
  return automaticTypes.find((type) => type.name === name);
}
