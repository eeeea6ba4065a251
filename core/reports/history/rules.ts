import { paymentAccountLabels } from '../../billing/payments/schema.ts';
import { formatDate, formatMonth, isIsoDate, isIsoMonth } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd, MAX_CENTS } from '../../kernel/money.ts';
import { localPhone } from '../../kernel/phone.ts';
import { actionInHistory, fieldsOf, type HistoryEntity } from '../kinds/rules.ts';
import {
  afterMark,
  type Format,
  type HistoryEvent,
  recordOf,
  withReason,
} from '../kinds/rules-kind.ts';
import type { HistoryChange } from './schema.ts';

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
  for (const [name, [field, format]] of Object.entries(fieldsOf(entity))) {
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
  const text = actionInHistory(event.action);
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
