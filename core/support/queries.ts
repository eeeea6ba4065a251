import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSearchedCustomer } from '../customers/fragments.ts';
import { rowsOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { matchesSearch } from '../database/like.ts';
import {
  allOf,
  type DetailedList,
  findDetailed,
  type Sorts,
  streamDetailed,
} from '../database/list.ts';
import { byKey } from '../database/look-up.ts';
import { defineRecord } from '../database/record.ts';
import { addDays, startOfDay } from '../kernel/dates.ts';
import type { Page } from '../kernel/paging.ts';
import { type ReadTicket, type TicketRecord, ticketSearchText } from './rules.ts';
import type { Ticket, TicketFilter } from './schema.ts';

export const tickets = defineRecord<'tickets', TicketRecord>(
  'tickets',
  {
    id: 'id bigint',
    ticketId: 'ticket_id text',
    customerId: 'customer_id bigint',
    nodeId: 'node_id bigint',
    alarmId: 'alarm_id bigint',
    outageId: 'outage_id bigint',
    mergedIntoId: 'merged_into_id bigint',
    title: 'title text',
    description: 'description text',
    issueType: 'issue_type text',
    priority: 'priority text',
    status: 'status text',
    assignedTo: 'assigned_to bigint',
    assignedName: 'assigned_name text',
    resolution: 'resolution text',
    firstResponseAt: 'first_response_at timestamptz',
    resolvedAt: 'resolved_at timestamptz',
    closedAt: 'closed_at timestamptz',
    responseDueAt: 'response_due_at timestamptz',
    resolutionDueAt: 'resolution_due_at timestamptz',
    visitDate: 'visit_date date',
    visitPlace: 'visit_place text',
    arrivedAt: 'arrived_at timestamptz',
    completedAt: 'completed_at timestamptz',
    workDone: 'work_done text',
    partsUsed: 'parts_used text',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
    version: 'version int',
  },
  { derived: { search_text: ['text', ticketSearchText] } },
);

/** As in the predicates of the partial indexes. */
export const isUnresolved = sql<SqlBool>`t.status in ('open', 'assigned', 'in_progress')`;

/** The next target of a ticket `t` that is not met, as `nextDueAt` of the rules. */
export const nextDue = sql<Date | null>`(case when ${isUnresolved} then
  case when t.first_response_at is null then least(t.response_due_at, t.resolution_due_at) else t.resolution_due_at end end)`;

type SortColumn =
  NonNullable<TicketFilter['sort']> extends infer S ? (S extends `-${string}` ? never : S) : never;

/** Numbers and creation times sort by `id`, which is assigned in that order. */
const sorts: Sorts<SortColumn & string> = {
  keys: {
    ticketId: 't.id',
    createdAt: 't.id',
    title: 't.search_text',
    customerName: 'c.search_text',
    priority: sql`array_position(array['low', 'medium', 'high', 'critical'], t.priority)`,
    status: sql`array_position(array['open', 'assigned', 'in_progress', 'resolved', 'closed'], t.status)`,
    assignedName: sql`nullif(lower(t.assigned_name), '')`,
    due: nextDue,
    visitDate: 't.visit_date',
  },
  unique: 't.id',
  first: { column: 'createdAt', descending: true },
  nullable: ['customerName', 'assignedName', 'due', 'visitDate'],
  complete: ['ticketId', 'createdAt'],
};

/** Who asks and when. */
export interface Asked {
  /** Null for the shell. */
  userId: number | null;
  now: Date;
  /** What is due up to then is due soon. */
  soon: Date;
}

/** Tickets whose title or number, or whose customer, contains the words of a search. */
function idsFound(q: string): RawBuilder<unknown> {
  return sql`(select s.id from tickets s where ${matchesSearch(sql`s.search_text`, q)}
    union select o.id from customers k cross join lateral ${byKey('tickets', 'customer_id', 'k.id')} o
      where ${isSearchedCustomer('k', q)})`;
}

function conditionsOf(filter: TicketFilter, { userId, now, soon }: Asked): RawBuilder<SqlBool>[] {
  const { status = 'all', priority, issueType, assignedTo, customerId, nodeId, due } = filter;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (status === 'unresolved') conditions.push(isUnresolved);
  else if (status !== 'all') conditions.push(sql`t.status = ${status}`);
  if (priority === 'urgent') conditions.push(sql`t.priority in ('high', 'critical')`);
  else if (priority) conditions.push(sql`t.priority = ${priority}`);
  if (issueType) conditions.push(sql`t.issue_type = ${issueType}`);
  if (assignedTo === 'nobody') conditions.push(sql`t.assigned_to is null`);
  else if (assignedTo) {
    conditions.push(sql`t.assigned_to = ${assignedTo === 'me' ? userId : assignedTo}`);
  }
  if (customerId !== undefined) conditions.push(sql`t.customer_id = ${customerId}`);
  if (nodeId !== undefined) conditions.push(sql`t.node_id = ${nodeId}`);
  if (due === 'overdue') conditions.push(isUnresolved, sql`${nextDue} < ${now}`);
  if (due === 'soon') conditions.push(isUnresolved, sql`${nextDue} between ${now} and ${soon}`);
  if (filter.answered === 'no') conditions.push(isUnresolved, sql`t.first_response_at is null`);
  if (filter.merged === 'no') conditions.push(sql`t.merged_into_id is null`);
  if (filter.from) conditions.push(sql`t.created_at >= ${startOfDay(filter.from)}`);
  if (filter.to) conditions.push(sql`t.created_at < ${startOfDay(addDays(filter.to, 1))}`);
  if (filter.visitDate) conditions.push(sql`t.visit_date = ${filter.visitDate}::date`);
  if (filter.visitUntil) conditions.push(sql`t.visit_date <= ${filter.visitUntil}::date`);
  if (filter.visits) conditions.push(sql`t.visit_date is not null`);
  if (filter.visits === 'planned') conditions.push(isUnresolved, sql`t.completed_at is null`);
  if (filter.q) conditions.push(sql`t.id in ${idsFound(filter.q)}`);
  return conditions;
}

/** Tickets `t` that match the filter; with their customers `c` if they are sorted by them. */
function found(db: Db, filter: TicketFilter, asked: Asked) {
  const all = db.selectFrom('tickets as t').where(allOf(conditionsOf(filter, asked)));
  if (!filter.sort?.endsWith('customerName')) return all;
  return all.leftJoin('customers as c', 'c.id', 't.customer_id') as unknown as typeof all;
}

/** The columns of a ticket `t` that are answered, with a place for `due`, and the look-ups that they need. */
const columns = sql<ReadTicket>`${tickets.listText('t')}, coalesce(t.outage_id, t.alarm_id) as "outageId",
  coalesce(c.customer_id, '') as "customerNumber", coalesce(c.name, '') as "customerName", coalesce(c.phone, '') as "customerPhone",
  c.location as "customerLocation", coalesce(c.address, '') as "customerAddress", coalesce(n.name, '') as "nodeName",
  coalesce(m.ticket_id, '') as "mergedIntoTicket", null as due,
  (select count(*) from attachments a where a.entity = 'ticket' and a.entity_id = t.id)::int as attachments,
  (select count(*) from ticket_comments k where k.ticket_id = t.id)::int as comments`;
/** For one ticket or a page of them, whose number the planner knows. */
const joins = sql`left join customers c on c.id = t.customer_id left join network_nodes n on n.id = t.node_id
  left join tickets m on m.id = t.merged_into_id`;
/** For the many of an export. */
const lookUps = sql`left join lateral ${byKey('customers', 'id', 't.customer_id')} c on true
  left join lateral ${byKey('network_nodes', 'id', 't.node_id')} n on true
  left join lateral ${byKey('tickets', 'id', 't.merged_into_id')} m on true`;

const list: DetailedList<ReadTicket, SortColumn & string> = {
  table: 'tickets',
  alias: 't',
  columns: columns,
  joins,
  lookUps,
  sorts,
};

/** One page of the filtered list, newest first by default. */
export function findTickets(db: Db, filter: TicketFilter, asked: Asked): Promise<Page<ReadTicket>> {
  return findDetailed(db, list, found(db, filter, asked).selectAll('t'), filter);
}

/** How many tickets match the filter. */
export async function countTickets(db: Db, filter: TicketFilter, asked: Asked): Promise<number> {
  const { number } = await found(db, filter, asked)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow();
  return number;
}

/** The whole filtered, sorted list, `size` tickets at a time. */
export function streamTickets(
  db: Db,
  filter: TicketFilter,
  asked: Asked,
  size: number,
): AsyncGenerator<ReadTicket[]> {
  return streamDetailed(db, list, found(db, filter, asked).selectAll('t'), {
    sort: filter.sort,
    size,
  });
}

export async function getTicket(db: Db, id: number): Promise<ReadTicket | undefined> {
  const { rows } =
    await sql<ReadTicket>`select ${columns} from ${byKey('tickets', 'id', sql`${id}`)} t
    ${joins}`.execute(db);
  return rows[0];
}

export async function findTicketNumbered(db: Db, ticketId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('tickets')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  return row?.id;
}

/** Notes the first answer to a ticket, unless there was one. The version stays, so that open forms stay valid. */
export async function noteFirstResponse(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ first_response_at: at, updated_at: at })
    .where('id', '=', id)
    .where('first_response_at', 'is', null)
    .execute();
}

/** The ticket that an alarm opened, locked. */
export async function lockTicketOfAlarm(
  db: Db,
  alarmId: number,
): Promise<TicketRecord | undefined> {
  return db
    .selectFrom('tickets')
    .select(tickets.list())
    .where('alarm_id', '=', alarmId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type FoundTicket = Pick<
  Ticket,
  'id' | 'ticketId' | 'title' | 'customerName' | 'priority' | 'status'
>;

/** Tickets whose title or number matches: the one with the number `exact` first, then unresolved ones, then the newest. */
export async function searchTickets(
  db: Db,
  q: string,
  exact: string,
  limit: number,
): Promise<FoundTicket[]> {
  const { rows } = await sql<FoundTicket>`
    select t.id, t.ticket_id as "ticketId", t.title, coalesce(c.name, '') as "customerName", t.priority, t.status
    from (select * from tickets where ${matchesSearch(sql`search_text`, q)} or ticket_id = ${exact} offset 0) t
    left join lateral ${byKey('customers', 'id', 't.customer_id')} c on true
    order by t.ticket_id <> ${exact}, not (${isUnresolved}), t.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Updates the search texts of the next tickets by key that differ from the rule's result. Returns the last id read;
 * undefined at the end.
 */
export async function refreshSearchTexts(
  db: Db,
  afterId: number,
  limit: number,
): Promise<number | undefined> {
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'ticket_id as ticketId', 'title', 'search_text as before'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
  const changed = rows.filter((row) => ticketSearchText(row) !== row.before);
  if (changed.length > 0)
    await sql`update tickets t set search_text = n.search_text from (${rowsOf(changed, {
      id: ['bigint', ({ id }) => id],
      search_text: ['text', ticketSearchText],
    })}) as n where t.id = n.id`.execute(db);
  return rows.at(-1)?.id;
}
