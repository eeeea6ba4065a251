import { type RawBuilder, sql } from 'kysely';
import { nearingBoundary, overdueBoundary } from '../../billing/rules.ts';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { poundsToday } from '../../rates/fragments.ts';
import { RESTORED } from './queries-types.ts';
import type { AutomaticName } from './rules-types.ts';

/** A fact of the outbox about an entity. */
export interface FactOf {
  id: number;
  entityId: number;
}

/** What the events of a type are found by. */
export interface EventQuery {
  /** For types that tell a fact. */
  facts: readonly FactOf[];
  /** For types that a daily job finds: events whose first day is before `start` are not told. */
  start: IsoDate;
  today: IsoDate;
  days: number;
  /** For disconnect_tomorrow. */
  customers: readonly number[];
}

type Events = (query: EventQuery) => RawBuilder<unknown>;

const open = sql`(i.amount_cents - i.paid_cents)::bigint`;

/** Columns k, event, customer_id, fields, attachment of invoices `i`; in pounds what settles them today. */
function invoiceColumns(event: RawBuilder<unknown>, today: IsoDate): RawBuilder<unknown> {
  return sql`i.id as k, ${event} as event, i.customer_id,
    jsonb_build_object('invoice', i.invoice_number, 'amount', ${open},
      'amountSsp', ${poundsToday(open, today)}, 'dueDate', i.due_date) as fields,
    null::jsonb as attachment`;
}

/** After a dispute an invoice counts as due on the day of the decision at the earliest (decision 120). */
const countedDue = sql`greatest(i.due_date, i.counted_due_date)`;
const eventOfDueDate = sql`'invoice ' || i.id || ' due ' || ${countedDue}`;

/** Whether a due date makes an invoice nearly overdue today, since `start`. */
function nears(due: RawBuilder<unknown>, start: IsoDate, today: IsoDate): RawBuilder<unknown> {
  return sql`(${due} <= ${nearingBoundary(today)}::date and ${due} > ${overdueBoundary(today)}::date
    and ${due} >= ${nearingBoundary(start)}::date)`;
}

function idsOf(facts: readonly FactOf[]): RawBuilder<unknown> {
  return arrayOf(
    'bigint',
    facts.map(({ entityId }) => entityId),
  );
}

/** Customers `c` of facts in a status, the latest fact of each an event of its own. */
function statusEvents(
  facts: readonly FactOf[],
  status: string,
  fields: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = rowsOf(facts, {
    id: ['bigint', (fact) => fact.id],
    customer: ['bigint', (fact) => fact.entityId],
  });
  return sql`select f.id as k, 'customer ' || c.id || ' fact ' || f.id as event, c.id as customer_id, ${fields} as fields,
    null::jsonb as attachment
    from (select customer, max(id) as id from (${rows}) each_fact group by customer) f join customers c on c.id = f.customer where c.status = ${status}`;
}

const noFields = sql`'{}'::jsonb`;

/** Outages of facts, and the customers `c` of their nodes and of the nodes behind them, each an event of its own. */
function outageEvents(
  facts: readonly FactOf[],
  ofAlarm: RawBuilder<unknown>,
  ofCustomer = sql`true`,
): RawBuilder<unknown> {
  return sql`with recursive affected (alarm, node) as (
      select a.id, a.node_id from network_alarms a
      where a.id = any(${idsOf(facts)}) and a.kind = 'down' and ${ofAlarm}
      union select f.alarm, n.id
      from affected f cross join lateral ${byKey('network_nodes', 'parent_id', 'f.node')} n)
    select f.alarm as k, 'alarm ' || f.alarm || ' customer ' || c.id as event, c.id as customer_id,
      jsonb_build_object('node', n.name) as fields, null::jsonb as attachment
    from affected f join network_alarms a on a.id = f.alarm join network_nodes n on n.id = a.node_id
      cross join lateral ${byKey('customers', 'node_id', 'f.node')} c
    where ${ofCustomer}`;
}

/** If outages are announced, the customer was told of this one: other messages were cancelled or will be. */
const toldOfOutage = sql`(not exists (select from message_types y where y.type = 'outage' and y.is_on)
  or exists (select from messages m where m.type = 'outage' and m.event = 'alarm ' || f.alarm || ' customer ' || c.id
    and m.status not in ('queued', 'cancelled', 'failed')))`;

/** An alarm `a` of restored data: when it really ended is not known, and the customers may have been told since. */
const isRestored = sql`exists (select from settings s where s.name = ${RESTORED} and s.updated_at >= a.raised_at)`;

/** Tickets `t` of facts that have a customer, the latest fact of each. */
function ticketEvents(
  facts: readonly FactOf[],
  event: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = rowsOf(facts, {
    id: ['bigint', (fact) => fact.id],
    ticket: ['bigint', (fact) => fact.entityId],
  });
  return sql`select f.id as k, ${event} as event, t.customer_id,
      jsonb_build_object('ticket', t.ticket_id, 'title', t.title, 'resolution', t.resolution) as fields, null::jsonb as attachment
    from (select ticket, max(id) as id from (${rows}) each_fact group by ticket) f join tickets t on t.id = f.ticket
    where t.customer_id is not null and t.merged_into_id is null and ${where}`;
}

/**
 * The events of each type, as columns k (their order), event (its name, unique for the type), customer_id, fields and
 * attachment. Those that are no longer true are not among them.
 */
const eventsOf: Record<Exclude<AutomaticName, 'wifi_receipt'>, Events> = {
  invoice_issued: ({ facts, today }) => sql`
    select e.k, e.event, e.customer_id, e.fields, jsonb_build_object('invoice', e.k) as attachment
    from (select ${invoiceColumns(sql`'invoice ' || i.id`, today)} from invoices i
      where i.id = any(${idsOf(facts)}) and i.status in ('pending', 'overdue')) e`,
  due_soon: ({ start, today, days }) => sql`
    select ${invoiceColumns(eventOfDueDate, today)} from invoices i
    where i.status = 'pending' and i.disputed_since is null and i.due_date between ${today}::date and ${addDays(today, days)}::date
      and greatest(i.due_date - ${days}::int, i.bill_date + 1) between ${start}::date and ${today}::date`,
  nearing_overdue: ({ start, today }) => sql`
    select ${invoiceColumns(eventOfDueDate, today)} from invoices i
    where i.status = 'pending' and i.disputed_since is null
      and (i.counted_due_date is null and ${nears(sql`i.due_date`, start, today)}
        or i.counted_due_date is not null and ${nears(countedDue, start, today)})`,
  disconnect_tomorrow: ({ start, today, customers }) => sql`
    select c.id as k, 'customer ' || c.id || ' on ' || ${addDays(today, 1)}::date as event, c.id as customer_id,
      jsonb_build_object('invoice', o.invoice_number, 'amount', o.open, 'amountSsp', ${poundsToday(sql`o.open`, today)}, 'dueDate', o.due_date) as fields,
      null::jsonb as attachment
    from customers c cross join lateral (
      select sum(${open})::bigint as open, min(i.due_date) as due_date,
        (array_agg(i.invoice_number order by i.due_date, i.id))[1] as invoice_number
      from invoices i where i.customer_id = c.id and i.status in ('pending', 'overdue')
        and i.disputed_since is null and ${countedDue} <= ${overdueBoundary(addDays(today, 1))}::date) o
    where c.id = any(${arrayOf('bigint', customers)}) and o.open > 0 and ${today}::date >= ${start}::date`,
  disconnected: ({ facts }) =>
    statusEvents(
      facts,
      'Suspended',
      sql`jsonb_build_object('reason', case when c.suspended_by_rule then 'payment is overdue' else 'please contact our office' end)`,
    ),
  restored: ({ facts }) => statusEvents(facts, 'Active', noFields),
  payment_received: ({ facts }) => sql`
    select p.id as k, 'payment ' || p.id as event, p.customer_id,
      jsonb_build_object('receipt', p.receipt_number, 'amount', p.amount_cents::bigint, 'amountSsp', p.ssp_cents::bigint,
        'date', p.payment_date) as fields,
      jsonb_build_object('receipt', p.id) as attachment
    from payments p
    where p.id = any(${idsOf(facts)}) and p.status = 'recorded' and p.kind in ('payment', 'before_opening')`,
  promise_due: ({ start, today, days }) => sql`
    select c.id as k, 'customer ' || c.id || ' promise ' || c.do_not_disconnect_until as event, c.id as customer_id,
      jsonb_build_object('dueDate', c.do_not_disconnect_until) as fields, null::jsonb as attachment
    from customers c
    where c.do_not_disconnect_until between ${today}::date and ${addDays(today, days)}::date
      and c.do_not_disconnect_until - ${days}::int >= ${start}::date
      and exists (select from invoices i where i.customer_id = c.id and i.status in ('pending', 'overdue'))`,
  welcome: ({ facts }) => sql`
    select c.id as k, 'customer ' || c.id as event, c.id as customer_id, ${noFields} as fields, null::jsonb as attachment
    from customers c where c.id = any(${idsOf(facts)}) and c.status = 'Active'`,
  outage: ({ facts }) => outageEvents(facts, sql`a.ended_at is null`),
  outage_over: ({ facts }) =>
    outageEvents(facts, sql`a.end_reason = 'recovered' and not ${isRestored}`, toldOfOutage),
  ticket_opened: ({ facts }) =>
    ticketEvents(facts, sql`'ticket ' || t.id`, sql`t.status not in ('resolved', 'closed')`),
  ticket_resolved: ({ facts }) =>
    ticketEvents(
      facts,
      sql`'ticket ' || t.id || ' fact ' || f.id`,
      sql`t.status in ('resolved', 'closed')`,
    ),
};

/** Queues the receipts of WiFi sessions, each once, to the phone that paid. Returns how many were queued. */
async function insertWifiReceipts(
  db: Db,
  { bySms, smsText, at, by }: Texts,
  ids: RawBuilder<unknown>,
): Promise<number> {
  if (!bySms) return 0;
  const { numAffectedRows = 0n } = await sql`
    insert into messages (type, event, channel, recipient, text, fields, status, next_at, queued_at, created_by)
    select 'wifi_receipt', 'wifi ' || w.id, 'sms', w.phone, ${smsText}::text,
      jsonb_build_object('code', jsonb_build_object('secret', 'wifi', 'id', w.id), 'package', w.package_name,
        'receipt', w.sale_number, 'amount', w.usd_cents::bigint,
        'amountSsp', case w.currency when 'SSP' then w.amount_cents else round(w.usd_cents * w.rate_cents / 100.0) end::bigint,
        'ends', to_char(w.expires_at at time zone 'Africa/Juba', 'FMDD Mon YYYY HH24:MI')),
      'queued', ${at}::timestamptz, ${at}::timestamptz, ${by}::text
    from wifi_sessions w where w.id = any(${ids}) order by w.id
    on conflict (type, event, channel) where event is not null do nothing`.execute(db);
  return Number(numAffectedRows);
}

/** What a customer `c` owes in all. */
const balance = sql`(select coalesce(sum(${open}), 0)::bigint from invoices i
  where i.customer_id = c.id and i.status in ('pending', 'overdue'))`;

interface Texts {
  name: AutomaticName;
  bySms: boolean;
  byEmail: boolean;
  smsText: string;
  emailSubject: string;
  emailText: string;
  isAboutAccount: boolean;
  isForInactive: boolean;
  at: Date;
  by: string;
}

/**
 * Queues the messages of a type's events, each once for each channel, in one statement. A customer gets them as chosen;
 * without the address of that way, or where the type does not allow it, by the other one. Inactive customers get only types for
 * them.
 * Returns how many were queued.
 */
export async function insertAutomatic(db: Db, texts: Texts, query: EventQuery): Promise<number> {
  const { name, at, by } = texts;
  // Of visitors, who are no customers.
  if (name === 'wifi_receipt') return insertWifiReceipts(db, texts, idsOf(query.facts));
  const news = texts.isAboutAccount ? sql`` : sql`and not c.refuses_news`;
  const { numAffectedRows = 0n } = await sql`
    insert into messages (type, event, channel, customer_id, recipient, name, subject, text, fields, attachment, status, next_at, queued_at, created_by)
    select ${name}::text, e.event, w.channel, c.id, w.recipient, c.name, w.subject, w.text,
      e.fields || jsonb_build_object('balance', ${balance}, 'customerId', c.customer_id, 'package', c.package_type),
      case when w.channel = 'email' then e.attachment end, 'queued', ${at}::timestamptz, ${at}::timestamptz, ${by}::text
    from (${eventsOf[name](query)}) e
    join customers c on c.id = e.customer_id
    cross join lateral (select
      ${texts.bySms}::boolean and c.phone ~ '^\\+211[0-9]{9}$' as has_sms, ${texts.byEmail}::boolean and c.email <> '' as has_email) h
    cross join lateral (
      select 'sms' as channel, c.phone as recipient, '' as subject, ${texts.smsText}::text as text
        where h.has_sms and (c.contact_by <> 'email' or not h.has_email)
      union all select 'email', c.email, ${texts.emailSubject}::text, ${texts.emailText}::text
        where h.has_email and (c.contact_by <> 'sms' or not h.has_sms)) w
    where (${texts.isForInactive}::boolean or c.status <> 'Inactive') ${news}
    order by e.k
    on conflict (type, event, channel) where event is not null do nothing`.execute(db);
  return Number(numAffectedRows);
}
