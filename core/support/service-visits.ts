import { type Ctx, transact } from '../context.ts';
import { breaksRule } from '../kernel/errors.ts';
import type { TicketRecord } from './rules.ts';
import { isPossible, statusWords } from './rules-actions.ts';
import type { CompleteInput, TicketDetail } from './schema.ts';
import { resolved, started } from './service.ts';
import { getTicket } from './service-list.ts';
import { assertNotMerged, changeTicket, lockTicket } from './service-record.ts';

function assertUnresolved(ticket: TicketRecord): void {
  assertNotMerged(ticket);
  const { ticketId, status } = ticket;
  if (!isPossible('resolve', ticket))
    breaksRule('ticket.notPossible', `${ticketId} is ${statusWords[status]}: there is no visit.`);
}

/** The first arrival; a visit that was not planned is one of today, and work begins. */
async function arrival(tx: Ctx, before: TicketRecord): Promise<Partial<TicketRecord>> {
  const visit = { arrivedAt: before.arrivedAt ?? tx.now, visitDate: before.visitDate ?? tx.today };
  return isPossible('start', before) ? { ...visit, ...(await started(tx, before)) } : visit;
}

/**
 * Arrives at the place of a visit, which starts the work on the ticket; a second arrival changes nothing.
 * @throws AppError notFound; conflict for an outdated version; rule for a ticket that is resolved or closed.
 */
export async function arrive(
  ctx: Ctx,
  id: number,
  { version }: { version?: number | undefined },
): Promise<TicketDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockTicket(tx, id, version);
    assertUnresolved(before);
    if (before.arrivedAt === null)
      await changeTicket(tx, 'ticket.arrive', before, await arrival(tx, before));
    return getTicket(tx, id);
  });
}

/**
 * Completes a visit with what was done and used, and resolves the ticket with it if that is wanted. Without an arrival
 * it is now.
 * @throws AppError notFound; conflict for an outdated version; rule for a visit that is completed, or a ticket that is
 *   resolved or closed.
 */
export async function complete(
  ctx: Ctx,
  id: number,
  { workDone, partsUsed = '', resolve = false, version }: CompleteInput,
): Promise<TicketDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockTicket(tx, id, version);
    assertUnresolved(before);
    if (before.completedAt !== null)
      breaksRule(
        'ticket.visitCompleted',
        `The visit of ${before.ticketId} is already completed. Plan another one with a new date.`,
      );
    const visit = { ...(await arrival(tx, before)), completedAt: tx.now, workDone, partsUsed };
    const outcome = resolve ? resolved(tx, before, workDone) : {};
    await changeTicket(tx, 'ticket.complete', before, { ...visit, ...outcome });
    return getTicket(tx, id);
  });
}
