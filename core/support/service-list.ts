import type { z } from 'zod';
import { openBalance } from '../billing/accounts/service.ts';
import type { Ctx } from '../context.ts';
import { documentNumber } from '../database/counters.ts';
import { type Column, exportFile } from '../documents/sheets/write.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { addDays, dateInJuba, startOfDay } from '../kernel/dates.ts';
import { notFound } from '../kernel/errors.ts';
import type { Page } from '../kernel/paging.ts';
import { localPhone } from '../kernel/phone.ts';
import { findMerged } from './comments/queries.ts';
import * as queries from './queries.ts';
import * as context from './queries-context.ts';
import * as stats from './queries-stats.ts';
import { type ReadTicket, TICKET_PREFIX, TICKET_WIDTH } from './rules.ts';
import { actionsFor } from './rules-actions.ts';
import { dueState, nextDueAt, soonUntil, weekdayOf } from './rules-targets.ts';
import type { Ticket, TicketDetail, TicketFilter, TicketStats, ticketExport } from './schema.ts';
import { workerOf } from './service-record.ts';
import { storedSettings } from './service-settings.ts';

async function askedBy(ctx: Ctx): Promise<queries.Asked> {
  const settings = await storedSettings.read(ctx.db);
  return { userId: workerOf(ctx).userId, now: ctx.now, soon: soonUntil(ctx.now, settings) };
}

/**
 * Completes the row in place: copying the wide rows of a page costs as much as encoding them. The row has a place for `due`:
 * where a field is added, each row of the driver becomes a dictionary, which takes three times as long to read.
 */
function toTicket(row: ReadTicket, { now, soon }: queries.Asked): Ticket {
  const ticket = row as Ticket;
  ticket.due = dueState(row, now, soon);
  return ticket;
}

/**
 * Tickets, newest first by default; the total is counted only on request. The working hours, which say what is due soon,
 * are read only if a ticket of the page has a target to come or the filter asks for it: most pages need none.
 */
export async function listTickets(ctx: Ctx, filter: TicketFilter): Promise<Page<Ticket>> {
  const { now } = ctx;
  const isAskedForSoon = filter.due === 'soon';
  let asked = isAskedForSoon
    ? await askedBy(ctx)
    : { userId: workerOf(ctx).userId, now, soon: now };
  const { rows, ...page } = await queries.findTickets(ctx.db, filter, asked);
  const isToCome = (row: ReadTicket) => (nextDueAt(row) ?? now) > now;
  if (!isAskedForSoon && rows.some(isToCome)) asked = await askedBy(ctx);
  return { ...page, rows: rows.map((row) => toTicket(row, asked)) };
}

/** How many tickets match the filter. */
export async function countTickets(ctx: Ctx, filter: TicketFilter): Promise<number> {
  return queries.countTickets(ctx.db, filter, await askedBy(ctx));
}

/** Tickets read at a time by an export. */
const BATCH = 2000;

const columns: readonly Column<Ticket>[] = [
  { header: 'ticketId', kind: 'text', value: (row) => row.ticketId, width: 12 },
  { header: 'title', kind: 'text', value: (row) => row.title, width: 40 },
  { header: 'customerId', kind: 'text', value: (row) => row.customerNumber, width: 14 },
  { header: 'customerName', kind: 'text', value: (row) => row.customerName, width: 32 },
  { header: 'phone', kind: 'text', value: (row) => localPhone(row.customerPhone), width: 16 },
  { header: 'location', kind: 'text', value: (row) => row.customerLocation ?? '', width: 18 },
  { header: 'node', kind: 'text', value: (row) => row.nodeName, width: 24 },
  { header: 'issueType', kind: 'text', value: (row) => row.issueType, width: 12 },
  { header: 'priority', kind: 'text', value: (row) => row.priority, width: 10 },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 12 },
  { header: 'assignedTo', kind: 'text', value: (row) => row.assignedName, width: 24 },
  { header: 'due', kind: 'text', value: (row) => row.due, width: 10 },
  { header: 'createdOn', kind: 'date', value: (row) => dateInJuba(row.createdAt) },
  { header: 'createdBy', kind: 'text', value: (row) => row.createdBy, width: 24 },
  {
    header: 'resolvedOn',
    kind: 'date',
    value: (row) => (row.resolvedAt ? dateInJuba(row.resolvedAt) : null),
  },
  { header: 'resolution', kind: 'text', value: (row) => row.resolution, width: 40 },
  { header: 'visitDate', kind: 'date', value: (row) => row.visitDate },
  { header: 'visitPlace', kind: 'text', value: (row) => row.visitPlace, width: 32 },
  { header: 'workDone', kind: 'text', value: (row) => row.workDone, width: 40 },
  { header: 'partsUsed', kind: 'text', value: (row) => row.partsUsed, width: 32 },
  { header: 'description', kind: 'text', value: (row) => row.description, width: 60 },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20). */
export async function exportTickets(
  ctx: Ctx,
  query: z.output<typeof ticketExport>,
): Promise<FileAnswer> {
  const asked = await askedBy(ctx);
  const { format = 'xlsx' } = query;
  const file = { name: `tickets-${ctx.today}`, sheetName: 'Tickets', format };
  async function* rows() {
    for await (const batch of queries.streamTickets(ctx.db, query, asked, BATCH))
      yield batch.map((row) => toTicket(row, asked));
  }
  return exportFile(file, columns, rows());
}

const AVERAGE_DAYS = 30;

/**
 * The four cards (seeds/000 2, decision 42 for urgent): open tickets are those that are open or assigned; urgent and
 * overdue ones are among the unresolved. The week begins on Monday in Juba; `averageHours` is of the last 30 days.
 */
export async function getTicketStats(ctx: Ctx): Promise<TicketStats> {
  const unresolved = await stats.countUnresolved(ctx.db, workerOf(ctx).userId, ctx.now);
  const monday = startOfDay(addDays(ctx.today, 1 - weekdayOf(ctx.today)));
  const month = startOfDay(addDays(ctx.today, -AVERAGE_DAYS));
  const { resolvedThisWeek, averageHours } = await stats.countResolved(ctx.db, monday, month);
  return {
    ...unresolved,
    resolvedThisWeek,
    averageHours: averageHours === null ? null : Math.round(averageHours * 10) / 10,
  };
}

/**
 * A ticket with its customer and balance (US cents, credits deducted), node, outage, merged tickets, and what the caller
 * may do now. @throws AppError notFound.
 */
export async function getTicket(ctx: Ctx, id: number): Promise<TicketDetail> {
  const row = (await queries.getTicket(ctx.db, id)) ?? notFound('Ticket', id);
  const asked = await askedBy(ctx);
  return {
    ...toTicket(row, asked),
    customer: await customerOf(ctx, row),
    node: row.nodeId === null ? null : ((await context.getNodeContext(ctx.db, row.nodeId)) ?? null),
    outage: await outageOf(ctx, row),
    actions: actionsFor(row, workerOf(ctx)),
    merged: await findMerged(ctx.db, id),
    disputes: await context.findDisputes(ctx.db, id),
  };
}

async function customerOf(ctx: Ctx, { customerId }: ReadTicket): Promise<TicketDetail['customer']> {
  const customer = customerId && (await context.getCustomerContext(ctx.db, customerId));
  if (!customer) return null;
  return { ...customer, balanceUsd: await openBalance(ctx, customerId) };
}

async function outageOf(ctx: Ctx, { outageId }: ReadTicket): Promise<TicketDetail['outage']> {
  if (outageId === null) return null;
  const [alarm] = await context.findAlarms(ctx.db, [outageId], { lock: false });
  if (!alarm) return null;
  const { id, nodeName, kind, raisedAt, endedAt } = alarm;
  const affected = await context.findAffected(ctx.db, alarm.nodeId, 0);
  return { id, nodeName, kind, raisedAt, endedAt, affectedCustomers: affected.count };
}

const TYPED_NUMBER = /^(?:tkt)?[- ]*(\d{1,9})$/i;
const MAX_NUMBER = 20;

/** 'tkt-1' and '1' are TKT-001. */
function numberMeant(text: string): string {
  const typed = text.trim().slice(0, MAX_NUMBER);
  const digits = TYPED_NUMBER.exec(typed)?.[1];
  return digits === undefined
    ? typed.toUpperCase()
    : documentNumber(TICKET_PREFIX, Number(digits), TICKET_WIDTH);
}

/** The id of a ticket by its number, `TKT-001`, in any case, or by the digits alone. @throws AppError notFound. */
async function idOfTicket(ctx: Ctx, ticketId: string): Promise<number> {
  const id = await queries.findTicketNumbered(ctx.db, numberMeant(ticketId));
  return id ?? notFound('Ticket', ticketId);
}

/** A ticket by its number. @throws AppError notFound. */
export async function lookupTicket(ctx: Ctx, ticketId: string): Promise<TicketDetail> {
  return getTicket(ctx, await idOfTicket(ctx, ticketId));
}

/** At most `limit` tickets whose title or number matches; the one of that number first, also by the digits alone. */
export function searchTickets(ctx: Ctx, q: string, limit: number): Promise<queries.FoundTicket[]> {
  return queries.searchTickets(ctx.db, q, numberMeant(q), limit);
}
