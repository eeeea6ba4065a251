import { type Ctx, transact } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { breaksRule, invalidField, notFound } from '../kernel/errors.ts';
import { assertVersion } from '../kernel/versions.ts';
import { audit } from '../records/audit.ts';
import { insertComment, moveMerged } from './comments/queries.ts';
import { tickets } from './queries.ts';
import { nameOfTicket } from './rules.ts';
import type { TicketDetail } from './schema.ts';
import { getTicket } from './service-list.ts';
import { auditTicket } from './service-record.ts';

interface Merge {
  /** The ticket that stays. */
  intoId: number;
  /** Of the double. */
  version?: number | undefined;
}

/**
 * Merges a double into another ticket and answers the one that stays, which shows the comments and files of both. The
 * double is closed with a resolution that names the other; an earlier resolution is kept as a comment. Tickets that were
 * merged into the double follow it, so that a merged ticket always names one that was not merged, and there are no
 * circles. Merging the same two again changes nothing.
 * @throws AppError notFound; conflict for an outdated version; invalid for the same ticket; rule if one was merged already.
 */
export async function mergeTicket(
  ctx: Ctx,
  id: number,
  { intoId, version }: Merge,
): Promise<TicketDetail> {
  if (id === intoId) invalidField('intoId', 'Choose another ticket: this is the same one.');
  return transact(ctx, async (tx) => {
    const locked = await tickets.lockMany(tx.db, [id, intoId]);
    const double = locked.find((ticket) => ticket.id === id) ?? notFound('Ticket', id);
    const into = locked.find((ticket) => ticket.id === intoId);
    if (!into) invalidField('intoId', 'This ticket does not exist.');
    if (double.mergedIntoId === intoId) return getTicket(tx, intoId);
    assertVersion('ticket', double.version, version);
    for (const { ticketId, mergedIntoId } of [double, into])
      if (mergedIntoId !== null)
        breaksRule('ticket.merged', `${ticketId} was already merged into another ticket.`);
    if (double.resolution !== '')
      await insertComment(tx.db, {
        ticketId: id,
        isInternal: true,
        body: `The resolution of ${double.ticketId} was: ${double.resolution}`,
        at: tx.now,
        by: actorName(tx.actor),
      });
    await moveMerged(tx.db, id, intoId);
    const changes = {
      status: 'closed' as const,
      mergedIntoId: intoId,
      resolution: `Merged into ${into.ticketId}`,
      resolvedAt: double.resolvedAt ?? tx.now,
      closedAt: double.closedAt ?? tx.now,
    };
    const after = await tickets.update(tx.db, double, changes, { updated_at: tx.now });
    await auditTicket(tx, { action: 'ticket.merge', before: double, after });
    await audit(tx, {
      action: 'ticket.merge',
      entity: 'ticket',
      entityId: intoId,
      summary: `${nameOfTicket(into)}: ${double.ticketId} was merged into it`,
      facts: { merged: double.ticketId },
    });
    return getTicket(tx, intoId);
  });
}
