import { LONG_DISPUTE_DAYS } from '../billing/disputes/schema.ts';
import { counted } from '../kernel/counted.ts';
import { type Cents, formatUsd, sumOf, ZERO } from '../kernel/money.ts';
import type { Unusual } from '../reports/unusual/schema.ts';
import { type AttentionItem, type AttentionKind, attentionKinds } from './schema.ts';

type Draft = Omit<AttentionItem, 'kind' | 'amountUsd' | 'link'> &
  Partial<Pick<AttentionItem, 'amountUsd' | 'link'>>;

/** The word that fits the number. */
const verb = (count: number, one: string, many: string) => (count === 1 ? one : many);

function item(kind: AttentionKind, draft: Draft): AttentionItem {
  return { amountUsd: null, link: null, ...draft, kind };
}

const at = (
  to: NonNullable<AttentionItem['link']>['to'],
  query: Record<string, string> = {},
): AttentionItem['link'] => ({ to, query });

export function backupItem(alert: string): AttentionItem {
  return item('backup', { title: alert, count: 1, severity: 'danger', link: at('backups') });
}

export function pauseItem(filename: string): AttentionItem {
  const title = `Jobs and messages are paused since ${filename} was restored. Resume them when the data are right.`;
  return item('paused', { title, count: 1, severity: 'danger', link: at('backups') });
}

/** The newest of what is unusual that the list names; the rest are counted. */
const UNUSUAL = 10;

/** `found`: the newest first. */
export function unusualItems(found: readonly Unusual[]): AttentionItem[] {
  const named = found
    .slice(0, UNUSUAL)
    .map(({ text, link }) =>
      item('unusual', { title: `Unusual: ${text}`, count: 1, severity: 'warning', link }),
    );
  const rest = found.length - named.length;
  if (rest === 0) return named;
  const title = `${counted(rest, 'more unusual thing')} happened in the last days.`;
  const link = at('users', { view: 'audit' });
  return [...named, item('unusual', { title, count: rest, severity: 'warning', link })];
}

/** `failed`: titles of jobs. No page of the portal shows them: `isp jobs` does. */
export function jobsItem(failed: readonly string[]): AttentionItem[] {
  if (failed.length === 0) return [];
  const title = `${counted(failed.length, 'scheduled job')} failed: ${failed.join(', ')}.`;
  return [item('jobs', { title, count: failed.length, severity: 'danger' })];
}

interface BillingState {
  monthName: string;
  unbilled: number;
  /** The last run of the month failed or was abandoned. */
  hasFailed: boolean;
}

export function billingItem({ monthName, unbilled, hasFailed }: BillingState): AttentionItem[] {
  if (unbilled === 0) return [];
  const rest = `${counted(unbilled, 'customer')} ${verb(unbilled, 'has', 'have')} no invoice`;
  const title = hasFailed
    ? `The billing of ${monthName} did not finish: ${rest}.`
    : `The billing of ${monthName} is due: ${rest}.`;
  const severity = hasFailed ? 'danger' : 'warning';
  return [
    item('billing', {
      title,
      count: unbilled,
      severity,
      link: at('billing', { view: 'automation' }),
    }),
  ];
}

export function disconnectionsItem(customers: number, owed: Cents): AttentionItem[] {
  if (customers === 0) return [];
  const title = `${counted(customers, 'customer')} will be disconnected tomorrow, who ${verb(customers, 'owes', 'owe')} ${formatUsd(owed)} on invoices 15 or more days past due.`;
  return [
    item('disconnections', {
      ...{ title, count: customers, amountUsd: owed, severity: 'warning' },
      link: at('billing', { view: 'disconnect' }),
    }),
  ];
}

/** `count`: invoices disputed for more than `LONG_DISPUTE_DAYS` days. */
export function disputesItem(count: number): AttentionItem[] {
  if (count === 0) return [];
  const title = `${counted(count, 'invoice')} ${verb(count, 'has', 'have')} been disputed for more than ${LONG_DISPUTE_DAYS} days: decide.`;
  const link = at('billing', { view: 'invoices', status: 'disputed' });
  return [item('disputes', { title, count, severity: 'warning', link })];
}

interface Waiting {
  kind: string;
  amountUsd: Cents | null;
}

/** Supplier bills that are held by themselves; the rest together. */
export function approvalItems(waiting: readonly Waiting[]): AttentionItem[] {
  const isBill = ({ kind }: Waiting) => kind === 'supplier_bill';
  const bills = waiting.filter(isBill);
  const others = waiting.filter((one) => !isBill(one));
  const sum = (all: readonly Waiting[]) => sumOf(all, ({ amountUsd }) => amountUsd ?? ZERO);
  const items: AttentionItem[] = [];
  if (bills.length > 0) {
    const total = sum(bills);
    const title = `${counted(bills.length, 'supplier bill')} of ${formatUsd(total)} ${verb(bills.length, 'is', 'are')} held and ${verb(bills.length, 'waits', 'wait')} for your decision.`;
    items.push(
      item('heldBills', {
        ...{ title, count: bills.length, amountUsd: total, severity: 'warning' },
        link: at('approvals'),
      }),
    );
  }
  if (others.length > 0) {
    const title = `${counted(others.length, 'request')} ${verb(others.length, 'waits', 'wait')} for your decision.`;
    const total = sum(others);
    items.push(
      item('approvals', {
        ...{ title, count: others.length, amountUsd: total > 0 ? total : null, severity: 'info' },
        link: at('approvals'),
      }),
    );
  }
  return items;
}

export function overdueTickets(count: number): AttentionItem[] {
  if (count === 0) return [];
  const title = `${counted(count, 'support ticket')} ${verb(count, 'is', 'are')} past ${verb(count, 'its', 'their')} due time.`;
  const link = at('support', { status: 'unresolved', due: 'overdue' });
  return [item('ticketsOverdue', { title, count, severity: 'danger', link })];
}

export function unassignedTickets(count: number): AttentionItem[] {
  if (count === 0) return [];
  const title = `${counted(count, 'urgent support ticket')} ${verb(count, 'has', 'have')} nobody assigned.`;
  const link = at('support', { status: 'unresolved', priority: 'urgent', assignedTo: 'nobody' });
  return [item('ticketsUnassigned', { title, count, severity: 'warning', link })];
}

export function dueTickets(count: number): AttentionItem[] {
  if (count === 0) return [];
  const title = `${counted(count, 'support ticket')} ${verb(count, 'is', 'are')} due within two working hours.`;
  const link = at('support', { status: 'unresolved', due: 'soon' });
  return [item('ticketsDue', { title, count, severity: 'info', link })];
}

export function paymentsItem(count: number): AttentionItem[] {
  if (count === 0) return [];
  const title = `${counted(count, 'mobile money payment')} ${verb(count, 'needs', 'need')} a decision: accept or give back.`;
  const link = at('vouchers', { view: 'wifi', part: 'payments', 'requests-status': 'review' });
  return [item('payments', { title, count, severity: 'warning', link })];
}

export function messagesItem(failed: number, unknown: number): AttentionItem[] {
  if (failed + unknown === 0) return [];
  const parts = [
    failed > 0 ? `${counted(failed, 'message')} failed in the last seven days` : '',
    unknown > 0
      ? `of ${counted(unknown, 'message')} it is not known whether ${verb(unknown, 'it was', 'they were')} sent`
      : '',
  ].filter(Boolean);
  const text = parts.join(', and ');
  const title = `${text[0]!.toUpperCase()}${text.slice(1)}.`;
  const status = failed > 0 ? 'failed' : 'unknown';
  return [
    item('messages', {
      ...{ title, count: failed + unknown, severity: 'warning' },
      link: at('sms', { view: 'messages', 'message-status': status }),
    }),
  ];
}

const urgency = { danger: 0, warning: 1, info: 2 } as const;

/** The most severe first, then in the order of the kinds. */
export function inOrder(items: readonly AttentionItem[]): AttentionItem[] {
  return [...items].sort(
    (one, other) =>
      urgency[one.severity] - urgency[other.severity] ||
      attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind),
  );
}
