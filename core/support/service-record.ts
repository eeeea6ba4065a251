import type { Ctx } from '../context.ts';
import { documentNumber, takeNumbers } from '../database/counters.ts';
import { actorName, can } from '../identity/actor.ts';
import { breaksRule, notFound } from '../kernel/errors.ts';
import { assertVersion } from '../kernel/versions.ts';
import { audit } from '../records/audit.ts';
import { writeOutbox } from '../records/outbox.ts';
import { tickets } from './queries.ts';
import {
  nameOfTicket,
  TICKET_COUNTER,
  TICKET_PREFIX,
  TICKET_WIDTH,
  type TicketRecord,
} from './rules.ts';
import type { Worker } from './rules-actions.ts';
import { ticket as schema } from './schema.ts';

/** The user who acts; the shell and jobs may assign, but take no ticket themselves. */
export function workerOf({ actor }: Ctx): Worker {
  const userId = actor.kind === 'staff' ? actor.userId : null;
  return { userId, mayAssign: can(actor, 'ticket.assign') };
}

/** The time of a first response by a person; a job's is none. */
export function responseOf(ctx: Ctx, { firstResponseAt }: TicketRecord): Date | null {
  return firstResponseAt ?? (ctx.actor.kind === 'system' ? null : ctx.now);
}

/** A ticket's row without a lock. @throws AppError notFound. */
export async function getTicketRecord(ctx: Ctx, id: number): Promise<TicketRecord> {
  return (await tickets.get(ctx.db, id)) ?? notFound('Ticket', id);
}

/** Locks a ticket. @throws AppError notFound; conflict for an outdated version. */
export async function lockTicket(
  tx: Ctx,
  id: number,
  version: number | undefined,
): Promise<TicketRecord> {
  const ticket = (await tickets.lock(tx.db, id)) ?? notFound('Ticket', id);
  assertVersion('ticket', ticket.version, version);
  return ticket;
}

/** @throws AppError rule ticket.merged. */
export function assertNotMerged({ ticketId, mergedIntoId }: TicketRecord): void {
  if (mergedIntoId !== null)
    breaksRule('ticket.merged', `${ticketId} was merged into another ticket, which goes on.`);
}

interface Line {
  /** 'ticket.update'. */
  action: string;
  before?: TicketRecord;
  after?: TicketRecord;
  note?: string;
}

export function auditTicket(tx: Ctx, { action, before, after, note = '' }: Line): Promise<void> {
  const ticket = (after ?? before)!;
  const change = { ...(before ? { before } : {}), ...(after ? { after } : {}) };
  const summary = `${nameOfTicket(ticket)}${note}`;
  return audit(tx, { action, entity: 'ticket', entityId: ticket.id, summary, schema, ...change });
}

/** Writes the changes of a locked ticket with their line of the audit log; answers it as it is then. */
export async function changeTicket(
  tx: Ctx,
  action: string,
  before: TicketRecord,
  changes: Partial<TicketRecord>,
): Promise<TicketRecord> {
  const after = await tickets.update(tx.db, before, changes, { updated_at: tx.now });
  await auditTicket(tx, { action, before, after });
  if (after.status === 'resolved' && before.status !== 'resolved')
    await writeOutbox(tx, 'ticket.resolved', [after.id]);
  return after;
}

export type NewTicket = Omit<
  TicketRecord,
  'id' | 'ticketId' | 'version' | 'createdAt' | 'createdBy'
>;

/** Inserts a ticket with the next number, which is released if the transaction fails (decision 7). */
export async function insertTicket(tx: Ctx, fields: NewTicket): Promise<TicketRecord> {
  const number = await takeNumbers(tx.db, TICKET_COUNTER);
  const ticketId = documentNumber(TICKET_PREFIX, number, TICKET_WIDTH);
  const after = await tickets.insert(
    tx.db,
    { ...fields, ticketId, createdAt: tx.now, createdBy: actorName(tx.actor) },
    { updated_at: ['timestamptz', () => tx.now] },
  );
  await auditTicket(tx, { action: 'ticket.create', after });
  await writeOutbox(tx, 'ticket.created', [after.id]);
  return after;
}

/** What a ticket has before anybody works on it. */
export const untouched = {
  alarmId: null,
  outageId: null,
  mergedIntoId: null,
  assignedTo: null,
  assignedName: '',
  resolution: '',
  firstResponseAt: null,
  resolvedAt: null,
  closedAt: null,
  visitDate: null,
  visitPlace: '',
  arrivedAt: null,
  completedAt: null,
  workDone: '',
  partsUsed: '',
} as const satisfies Partial<TicketRecord>;
