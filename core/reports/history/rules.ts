import { paymentAccountLabels } from '../../billing/payments/schema.ts';
import { formatDate, formatMonth, isIsoDate, isIsoMonth } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd, MAX_CENTS } from '../../kernel/money.ts';
import { localPhone } from '../../kernel/phone.ts';
import { customerFields, invoiceFields, paymentFields, ticketFields } from './rules-customers.ts';
import { expenseFields, expenseWords } from './rules-expenses.ts';
import { employeeFields, payrollFields, peopleWords } from './rules-people.ts';
import {
  equipmentFields,
  orderFields,
  procurementWords,
  requisitionFields,
  supplierFields,
} from './rules-procurement.ts';
import { saleFields, saleWords } from './rules-sales.ts';
import type { HistoryChange } from './schema.ts';

export type HistoryEntity =
  | 'customer'
  | 'employee'
  | 'equipment'
  | 'expense'
  | 'invoice'
  | 'payment'
  | 'payroll'
  | 'purchaseOrder'
  | 'requisition'
  | 'supplier'
  | 'salesOrder'
  | 'ticket';

/** A line of the audit log, or an event derived from other tables. */
export interface HistoryEvent {
  actorKind: string;
  actorName: string;
  action: string;
  summary: string;
  before: unknown;
  after: unknown;
  /** 1: amounts in cents; 2: fields as in the API. */
  format: 1 | 2;
}

type Format =
  | 'text'
  | 'word'
  | 'usd'
  | 'ssp'
  | 'date'
  | 'month'
  | 'mbps'
  | 'phone'
  | 'account'
  | 'settled';

export type Fields = Readonly<Record<string, readonly [label: string, format: Format]>>;

/**
 * What of a record the history shows, in its order, and how. What is not named here is not shown: ids, versions, what follows from other fields, and anything that a
 * later version may add to the log.
 */
const fieldsOf: Record<HistoryEntity, Fields> = {
  employee: employeeFields,
  expense: expenseFields,
  payroll: payrollFields,
  purchaseOrder: orderFields,
  requisition: requisitionFields,
  supplier: supplierFields,
  equipment: equipmentFields,
  salesOrder: saleFields,
  customer: customerFields,
  invoice: invoiceFields,
  payment: paymentFields,
  ticket: ticketFields,
};

/** Most invoices of a receipt that are listed. */
const NAMED_INVOICES = 20;

/** An amount of the log in cents; undefined if it is not a valid amount. */
function centsOf(value: unknown, format: HistoryEvent['format']): Cents | undefined {
  if (typeof value !== 'number') return undefined;
  const amount = format === 1 ? value : Math.round(value * 100);
  return Number.isSafeInteger(amount) && Math.abs(amount) <= MAX_CENTS
    ? (amount as Cents)
    : undefined;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function inWords(value: string): string {
  const text = value.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function settledInWords(value: unknown, kept: HistoryEvent['format']): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const named = value.slice(0, NAMED_INVOICES).map((item) => {
    const { invoiceNumber, amountUsd } = recordOf(item);
    const amount = centsOf(amountUsd, kept);
    return amount === undefined
      ? String(invoiceNumber ?? '')
      : `${invoiceNumber} ${formatUsd(amount)}`;
  });
  const more = value.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** The displayed text of a logged value; null if empty. Values that do not match the format are not changed. */
export function valueInWords(
  value: unknown,
  format: Format,
  kept: HistoryEvent['format'],
): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (format === 'settled') return settledInWords(value, kept);
  if (typeof value === 'number') {
    const amount = centsOf(value, kept);
    if (format === 'usd' && amount !== undefined) return formatUsd(amount);
    if (format === 'ssp' && amount !== undefined) return formatSsp(amount);
    return format === 'mbps' ? `${value} Mbps` : String(value);
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return null;
  if (format === 'date' && isIsoDate(value)) return formatDate(value);
  if (format === 'month' && isIsoMonth(value)) return formatMonth(value);
  if (format === 'phone') return localPhone(value);
  if (format === 'account')
    return Object.hasOwn(paymentAccountLabels, value)
      ? paymentAccountLabels[value as keyof typeof paymentAccountLabels]
      : value;
  return format === 'word' ? inWords(value) : value;
}

/** The changed fields of a record; for a new record the fields that are not empty. */
export function changesOf(
  entity: HistoryEntity,
  { before, after, format: kept }: Pick<HistoryEvent, 'before' | 'after' | 'format'>,
): HistoryChange[] {
  const earlier = recordOf(before);
  const later = recordOf(after);
  const isNew = before === null || before === undefined;
  const changes: HistoryChange[] = [];
  for (const [name, [field, format]] of Object.entries(fieldsOf[entity])) {
    if (!(name in later) || (isNew && (later[name] === 0 || later[name] === false))) continue;
    const change = {
      field,
      before: valueInWords(earlier[name], format, kept),
      after: valueInWords(later[name], format, kept),
    };
    if (change.before !== change.after) changes.push(change);
  }
  return changes;
}

/** The text after the first occurrence of `mark`; summaries begin with the record. */
function afterMark(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length).trim();
}

function withReason(words: string, reason: string): string {
  return reason ? `${words}: ${reason}` : words;
}

function customerUpdateInWords({ before, after }: HistoryEvent): string {
  const names = Object.keys(recordOf(after)).filter((name) => name !== 'suspendedByRule');
  if (names.length !== 1 || names[0] !== 'status') return 'Details changed';
  const { status } = recordOf(after);
  if (status === 'Suspended') return 'Suspended by hand';
  const isBack = status === 'Active' && recordOf(before).status === 'Suspended';
  return isBack ? 'Restored by hand' : `Set ${status} by hand`;
}

/** The date of a promise in a logged record; undefined if only the reason was changed. */
function promisedUntil(record: Record<string, unknown>): unknown {
  return 'doNotDisconnectUntil' in record ? record.doNotDisconnectUntil : record.until;
}

function promiseInWords({ before, after }: HistoryEvent): string {
  const until = promisedUntil(recordOf(after));
  if (until === null) return 'Promise to pay taken back';
  const isNew = until !== undefined && !promisedUntil(recordOf(before));
  const words = isNew ? 'Promise to pay recorded' : 'Promise to pay changed';
  return recordOf(after).status === 'Active' ? `${words}, service restored` : words;
}

function paymentStatusInWords({ before, after }: HistoryEvent): string {
  const { status } = recordOf(after);
  return status === recordOf(before).status
    ? 'Payment details changed'
    : `Payment status set to ${status}`;
}

function statusByRuleInWords({ after }: HistoryEvent): string {
  return recordOf(after).status === 'Suspended'
    ? 'Suspended by the 15-day rule'
    : 'Restored by the 15-day rule';
}

const words: Record<string, string | ((event: HistoryEvent) => string)> = {
  'customer.create': 'Added',
  'customer.imported': 'Added by an import',
  'customer.update': customerUpdateInWords,
  'customer.deactivate': 'Deleted: made Inactive, the record is kept',
  'customer.promise': promiseInWords,
  'customer.restore': 'Restored by the 15-day rule: nothing overdue is open any more',
  'customer.statusByRule': statusByRuleInWords,
  'customer.statusByImport': 'Status changed by an import',
  'customer.statusBefore': 'Suspended; the day is worked out from older records',
  'invoice.create': 'Made by hand',
  'invoice.made': 'Made by the monthly run',
  'invoice.imported': 'Imported',
  'invoice.update': 'Corrected',
  'invoice.cancel': 'Cancelled',
  'invoice.paymentStatus': paymentStatusInWords,
  'invoice.email': ({ summary }) => `E-mailed to ${afterMark(summary, ' to ')}`,
  'payment.record': 'Recorded',
  'payment.made': 'Recorded',
  'credit.grant': 'Credit granted',
  'creditNote.issue': 'Credit note issued',
  'ticket.create': 'Opened',
  'ticket.update': 'Changed',
  'ticket.assign': ({ after }) => {
    const { assignedName } = recordOf(after);
    // Work on it was stopped; it stays with who has it.
    if (assignedName === undefined) return 'Work stopped';
    return assignedName ? `Assigned to ${assignedName}` : 'Assigned to nobody';
  },
  'ticket.start': 'Work started',
  'ticket.resolve': 'Resolved',
  'ticket.reopen': 'Opened again',
  'ticket.close': 'Closed',
  'ticket.arrive': 'Arrived for the visit',
  'ticket.complete': 'Visit completed',
  'ticket.merge': ({ after, summary }) =>
    recordOf(after).status === undefined && recordOf(after).merged !== undefined
      ? `${recordOf(after).merged} was merged into this ticket`
      : withReason('Merged', String(recordOf(after).resolution ?? summary)),
  'ticket.attach': 'File attached',
  'ticket.detach': ({ before }) => `File deleted: ${recordOf(before).fileName}`,
  'payment.reverse': ({ summary }) => withReason('Reversed', afterMark(summary, ':')),
  ...expenseWords,
  ...peopleWords,
  ...procurementWords,
  ...saleWords,
};

/** The text for a payment in the history of an invoice. */
function paymentOfInvoice({ action, summary, after, format }: HistoryEvent): string {
  const { receiptId, amountUsd } = recordOf(after);
  // `after` has only changed fields; the receipt number is at the start of the summary.
  if (action === 'payment.reverse')
    return withReason(`Receipt ${summary.split(':', 1)[0]} reversed`, afterMark(summary, ':'));
  const cents = centsOf(amountUsd, format);
  const amount = cents === undefined ? '' : ` of ${formatUsd(cents)}`;
  const what = action === 'credit.grant' ? 'Credit' : 'Payment';
  return `${what} ${receiptId}${amount} recorded`;
}

const entityOf = (action: string): string =>
  action.startsWith('credit.') ? 'payment' : action.slice(0, Math.max(0, action.indexOf('.')));

/** Text and changes of a line in the history of a record. */
export function eventInWords(
  about: HistoryEntity,
  event: HistoryEvent,
): { what: string; changes: HistoryChange[] } {
  const entity = entityOf(event.action);
  if (about === 'invoice' && entity === 'payment')
    return { what: paymentOfInvoice(event), changes: [] };
  const text = Object.hasOwn(words, event.action) ? words[event.action] : undefined;
  const what = typeof text === 'function' ? text(event) : text;
  return {
    // For an unknown action: the logged summary.
    what: what ?? (event.summary || inWords(event.action)),
    changes: changesOf(about, event),
  };
}

const jobNames: Record<string, string> = {
  'billing.disconnect': 'Auto-disconnect, daily',
  'billing.monthly': 'Monthly billing',
  'expenses.recurring': 'Recurring expenses',
  'support.alarms': 'Monitoring',
};

/** The displayed actor: a user's name, a job, or 'Not known'. */
export function whoInWords({
  actorKind,
  actorName,
}: Pick<HistoryEvent, 'actorKind' | 'actorName'>): string {
  if (actorName === '') return 'Not known';
  return (actorKind === 'system' ? jobNames[actorName] : undefined) ?? actorName;
}
