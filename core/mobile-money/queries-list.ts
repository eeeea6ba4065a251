import { type SqlBool, sql } from 'kysely';
import { isSearchedCustomer } from '../customers/fragments.ts';
import type { Db } from '../database/connect.ts';
import { beginningWith } from '../database/like.ts';
import { type DetailedList, findDetailed, type Sorts } from '../database/list.ts';
import { byKey } from '../database/look-up.ts';
import { type IsoDate, startOfDay } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Page } from '../kernel/paging.ts';
import { parsePhone } from '../kernel/phone.ts';
import { intents } from './queries.ts';
import { type Intent, openStatuses } from './rules.ts';
import type { RequestFilter } from './schema.ts';

/** A request with the customer and the document of its sale. */
export interface IntentRow extends Intent {
  customerNumber: string;
  customerName: string;
  documentNumber: string;
}

type RequestSort = 'createdAt' | 'amountUsd' | 'phone';

const sorts: Sorts<RequestSort> = {
  keys: { createdAt: 'r.created_at', amountUsd: 'r.usd_cents', phone: 'r.phone' },
  unique: 'r.id',
  first: { column: 'createdAt', descending: true },
};

const list: DetailedList<IntentRow, RequestSort> = {
  table: 'payment_intents',
  alias: 'r',
  columns: sql<IntentRow>`${intents.listText('r')}, coalesce(c.customer_id, '') as "customerNumber",
    coalesce(c.name, '') as "customerName", coalesce(p.receipt_number, s.sale_number, '') as "documentNumber"`,
  joins: sql`
    left join lateral ${byKey('customers', 'id', 'r.customer_id')} c on true
    left join lateral ${byKey('payments', 'id', 'r.payment_id')} p on true
    left join lateral ${byKey('wifi_sessions', 'intent_id', 'r.id')} s on true`,
  sorts,
};

const DAY_MS = 86_400_000;
const failures = ['failed', 'expired', 'review'] as const;

/** One page of requests, newest first by default; searched by number, reference, transaction and customer. */
export function findIntents(db: Db, filter: RequestFilter): Promise<Page<IntentRow>> {
  const { status = 'all', purpose = 'all', customerId, from, to, q } = filter;
  let found = db.selectFrom('payment_intents as r').selectAll('r');
  if (status === 'open') found = found.where('r.status', 'in', [...openStatuses]);
  else if (status === 'failures') found = found.where('r.status', 'in', [...failures]);
  else if (status !== 'all') found = found.where('r.status', '=', status);
  if (purpose !== 'all') found = found.where('r.purpose', '=', purpose);
  if (customerId !== undefined) found = found.where('r.customer_id', '=', customerId);
  if (from) found = found.where('r.created_at', '>=', startOfDay(from));
  if (to) found = found.where('r.created_at', '<', new Date(startOfDay(to).getTime() + DAY_MS));
  if (q) found = found.where(sql<SqlBool>`r.id in (${matches(q)})`);
  return findDetailed(db, list, found, filter);
}

function matches(q: string) {
  return sql`
    select id from payment_intents where phone = ${parsePhone(q) ?? q}
    union all
    select id from payment_intents where reference like ${beginningWith(q.toLowerCase())}
    union all
    select id from payment_intents where driver in ('simulated', 'momo') and provider_transaction_id = ${q}
    union all
    select f.id from customers fc join payment_intents f on f.customer_id = fc.id
    where ${isSearchedCustomer('fc', q)}`;
}

export async function getIntentRow(db: Db, id: number): Promise<IntentRow | undefined> {
  const { rows } = await sql<IntentRow>`
    select ${list.columns} from ${byKey('payment_intents', 'id', sql`${id}`)} r ${list.joins}`.execute(
    db,
  );
  return rows[0];
}

export interface EventRow {
  id: number;
  kind: string;
  at: Date;
  body: string;
}

const MAX_EVENTS = 200;

/** The latest events of a request, oldest first. */
export async function findEvents(db: Db, intentId: number): Promise<EventRow[]> {
  const rows = await db
    .selectFrom('payment_events')
    .select(['id', 'kind', 'at', 'body'])
    .where('intent_id', '=', intentId)
    .orderBy('id', 'desc')
    .limit(MAX_EVENTS)
    .execute();
  return rows.reverse();
}

export interface RefundRow {
  amount: Cents;
  date: IsoDate;
  reference: string;
  reason: string;
  createdBy: string;
}

export async function getRefundOf(db: Db, intentId: number): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select amount_cents as amount, refunded_on as date, reference, reason, created_by as "createdBy"
    from payment_refunds where intent_id = ${intentId}`.execute(db);
  return rows[0];
}
