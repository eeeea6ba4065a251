import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { noteFirstResponse } from '../queries.ts';
import type { CommentInput, TicketComment } from '../schema.ts';
import { assertNotMerged, getTicketRecord, lockTicket } from '../service-record.ts';
import * as queries from './queries.ts';

/** Comments that a page shows; older ones of a longer discussion are left out. */
const MAX_COMMENTS = 1000;

/**
 * The comments on a ticket and on those that were merged into it, oldest first, at most the last thousand.
 * @throws AppError notFound.
 */
export async function listComments(ctx: Ctx, id: number): Promise<TicketComment[]> {
  await getTicketRecord(ctx, id);
  return queries.findComments(ctx.db, id, MAX_COMMENTS);
}

/**
 * Comments on a ticket, internally unless `isInternal` is false. The first comment for the customer is the first response.
 * @throws AppError notFound; rule for a merged ticket.
 */
export async function commentOn(
  ctx: Ctx,
  id: number,
  { body, isInternal = true }: CommentInput,
): Promise<TicketComment> {
  return transact(ctx, async (tx) => {
    const ticket = await lockTicket(tx, id, undefined);
    assertNotMerged(ticket);
    if (!isInternal && tx.actor.kind !== 'system') await noteFirstResponse(tx.db, id, tx.now);
    const comment = { ticketId: id, isInternal, body, at: tx.now, by: actorName(tx.actor) };
    return queries.insertComment(tx.db, comment);
  });
}
