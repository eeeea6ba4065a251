import { customersToSuspend } from '../../billing/disconnect/service.ts';
import { overdueBoundary } from '../../billing/rules.ts';
import type { Ctx } from '../../context.ts';
import { addDays, type IsoDate, isIsoDate } from '../../kernel/dates.ts';
import { endedEmails } from '../../reports/schedules/service-due.ts';
import * as queries from './queries-valid.ts';
import { type AutomaticName, automaticType } from './rules-types.ts';

/** What a message tells: its type, event and customer, as they were queued. */
export interface Told {
  id: number;
  recipient: string;
  type: string;
  event: string | null;
  customerId: number | null;
  /** Of its campaign. */
  recipientType: string | null;
}

/** 'invoice 12 due 2026-11-30' → invoice, 12, due, 2026-11-30. */
function eventOf(event: string | null): { id: number; what: string; date: IsoDate | undefined } {
  const [, id = '0', what = '', value = ''] = (event ?? '').split(' ');
  return { id: Number(id), what, date: isIsoDate(value) ? value : undefined };
}

const GONE = 'The customer was deleted meanwhile.';
const INACTIVE = 'The customer is Inactive meanwhile.';

/** What is read once for a group of messages. */
interface States {
  invoices: ReadonlyMap<number, queries.InvoiceState>;
  payments: ReadonlySet<number>;
  customers: ReadonlyMap<number, queries.CustomerState>;
  /** Those that have not ended. */
  alarms: ReadonlySet<number>;
  /** Whether they are resolved. */
  tickets: ReadonlyMap<number, boolean>;
  /** WiFi sessions that still run. */
  wifi: ReadonlySet<number>;
  /** Whom the rule would suspend tomorrow. */
  toSuspend: ReadonlySet<number>;
  /** Of the recipients of campaigns to overdue customers. */
  overdue: ReadonlySet<number>;
  /** Messages with an invoice that another message has e-mailed. */
  emailed: ReadonlySet<number>;
  /** E-mails of scheduled reports that are not sent any more, with the reason. */
  endedReports: ReadonlyMap<number, string>;
  today: IsoDate;
}

type Check = (told: Told, states: States) => string | undefined;

const isUnpaid: Check = ({ event }, { invoices }) => {
  const status = invoices.get(eventOf(event).id)?.status;
  if (status === 'pending' || status === 'overdue') return undefined;
  return status === 'paid' ? 'The invoice was paid meanwhile.' : 'The invoice was cancelled.';
};
/** Nobody is reminded of a disputed invoice (decision 120). */
const isReminded: Check = (told, states) =>
  states.invoices.get(eventOf(told.event).id)?.isDisputed
    ? 'The invoice is disputed.'
    : isUnpaid(told, states);
const hasStatus =
  (wanted: string, reason: string): Check =>
  ({ customerId }, { customers }) =>
    customers.get(customerId!)?.status === wanted ? undefined : reason;

/** Why a message of each type is not sent any more; undefined if what it says is still true. */
const checks: Record<AutomaticName, Check> = {
  invoice_issued: isUnpaid,
  due_soon: isReminded,
  nearing_overdue: isReminded,
  disconnect_tomorrow: ({ event, customerId }, { toSuspend, today }) => {
    if (eventOf(event).date !== addDays(today, 1)) return 'It is too late for this message.';
    return toSuspend.has(customerId!) ? undefined : 'The customer will not be disconnected.';
  },
  disconnected: hasStatus('Suspended', 'The customer was connected again meanwhile.'),
  restored: hasStatus('Active', 'The customer was disconnected again meanwhile.'),
  payment_received: ({ event }, { payments }) =>
    payments.has(eventOf(event).id) ? undefined : 'The payment was reversed.',
  promise_due: ({ event, customerId }, { customers, today }) => {
    const { promisedUntil, hasDebt } = customers.get(customerId!)!;
    if (!hasDebt) return 'Everything was paid meanwhile.';
    const { date } = eventOf(event);
    return promisedUntil === date && date >= today ? undefined : 'The promise to pay has ended.';
  },
  welcome: hasStatus('Active', 'The customer is not Active meanwhile.'),
  outage: ({ event }, { alarms }) =>
    alarms.has(eventOf(event).id) ? undefined : 'The outage has ended meanwhile.',
  outage_over: () => undefined,
  ticket_opened: ({ event }, { tickets }) =>
    tickets.get(eventOf(event).id) === false ? undefined : 'The ticket was resolved meanwhile.',
  ticket_resolved: ({ event }, { tickets }) =>
    tickets.get(eventOf(event).id) === true ? undefined : 'The ticket was opened again meanwhile.',
  wifi_receipt: ({ event }, { wifi }) =>
    wifi.has(eventOf(event).id) ? undefined : 'The WiFi session is over.',
};

/** Of a campaign to customers with overdue payments. */
const isReminder = ({ type, recipientType }: Told) =>
  type === 'campaign' && recipientType === 'overdue_payments';

/** The daily list of tickets. */
const DIGEST = 'digest';
const REPORT = 'report';

const idsOf = (told: readonly Told[], word: string) =>
  told.flatMap(({ event }) => (event?.startsWith(`${word} `) ? [eventOf(event).id] : []));

/**
 * Which of these messages say what is no longer true, by id with the reason: they are not sent. A customer who is gone
 * or Inactive gets no automatic message (but the receipt of a payment); invoices that were paid or cancelled, payments
 * that were reversed, promises that ended, disconnections that will not happen, outages that are over and tickets whose
 * status changed are not told, nor WiFi sessions that are over, and a campaign to customers with overdue payments does not remind those who have paid
 * meanwhile. Invoices that a user e-mails (type 'invoices') must not be cancelled, nor e-mailed by another message since. A daily list of
 * tickets is sent on its day alone, a scheduled report while its schedule is not stopped and has this recipient.
 */
export async function findOutdated(
  ctx: Ctx,
  messages: readonly Told[],
): Promise<Map<number, string>> {
  const told = messages.filter(
    (one) =>
      automaticType(one.type) || ['invoices', DIGEST, REPORT].includes(one.type) || isReminder(one),
  );
  if (told.length === 0) return new Map();
  const customerIds = told.flatMap(({ customerId }) => customerId ?? []);
  const invoices = await queries.findInvoices(ctx.db, idsOf(told, 'invoice'));
  const payments = await queries.findRecordedPayments(ctx.db, idsOf(told, 'payment'));
  const customers = await queries.findCustomers(ctx.db, customerIds);
  const alarms = await queries.findOpenAlarms(ctx.db, idsOf(told, 'alarm'));
  const tickets = await queries.findTickets(ctx.db, idsOf(told, 'ticket'));
  const wifi = await queries.findActiveWifi(ctx.db, idsOf(told, 'wifi'), ctx.now);
  const warned = told.flatMap(({ type, customerId }) =>
    type === 'disconnect_tomorrow' && customerId !== null ? [customerId] : [],
  );
  const toSuspend =
    warned.length === 0 ? [] : await customersToSuspend(ctx, addDays(ctx.today, 1), warned);
  const reminded = told.filter(isReminder).flatMap(({ customerId }) => customerId ?? []);
  const overdue = await queries.findOverdue(ctx.db, reminded, overdueBoundary(ctx.today));
  const emails = told.flatMap(({ id, type }) => (type === 'invoices' ? [id] : []));
  const emailed = await queries.findEmailedSince(ctx.db, emails);
  const states: States = {
    invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
    payments: new Set(payments.map(({ id }) => id)),
    customers: new Map(customers.map((customer) => [customer.id, customer])),
    alarms: new Set(alarms.map(({ id }) => id)),
    tickets: new Map(tickets.map(({ id, isResolved }) => [id, isResolved])),
    wifi: new Set(wifi.map(({ id }) => id)),
    toSuspend: new Set(toSuspend),
    overdue: new Set(overdue.map(({ id }) => id)),
    emailed: new Set(emailed.map(({ id }) => id)),
    endedReports: await endedEmails(
      ctx,
      told.flatMap(({ id, type, event, recipient }) =>
        type === REPORT ? [{ id, recipient, schedule: eventOf(event).id }] : [],
      ),
    ),
    today: ctx.today,
  };
  return new Map(
    told.flatMap((one) => {
      const reason = reasonOf(one, states);
      return reason === undefined ? [] : [[one.id, reason]];
    }),
  );
}

function reasonOf(told: Told, states: States): string | undefined {
  if (told.type === 'invoices') {
    const status = states.invoices.get(eventOf(told.event).id)?.status;
    if (status === undefined || status === 'cancelled') return 'The invoice was cancelled.';
    return states.emailed.has(told.id) ? 'The invoice was e-mailed meanwhile.' : undefined;
  }
  if (told.type === DIGEST)
    return eventOf(told.event).date === states.today ? undefined : 'The list is of another day.';
  if (told.type === REPORT) return states.endedReports.get(told.id);
  if (isReminder(told))
    return states.overdue.has(told.customerId ?? 0) ? undefined : 'Nothing is overdue any more.';
  // Of a visitor, who is no customer.
  if (told.type === 'wifi_receipt') return checks.wifi_receipt(told, states);
  const customer = states.customers.get(told.customerId ?? 0);
  if (!customer) return GONE;
  if (customer.status === 'Inactive' && !automaticType(told.type)?.isForInactive) return INACTIVE;
  return checks[told.type as AutomaticName](told, states);
}
