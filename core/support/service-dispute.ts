import type { DisputeInput, InvoiceDispute } from '../billing/disputes/schema.ts';
import { lockToDispute, openDispute } from '../billing/disputes/service.ts';
import { type Ctx, transact } from '../context.ts';
import { authoriseAny } from '../identity/actor.ts';
import { invalidField } from '../kernel/errors.ts';
import { createTicket } from './service.ts';

/**
 * Opens a dispute of an invoice, with a ticket of its customer, or with a new one in the same transaction (decision 120).
 * @throws AppError as `openDispute`; invalid for a ticket and a new one at once; forbidden for a ticket without the permission
 *   to open tickets.
 */
export async function disputeInvoice(
  ctx: Ctx,
  id: number,
  { makeTicket = false, ...input }: DisputeInput,
): Promise<InvoiceDispute> {
  if (!makeTicket) return openDispute(ctx, id, input);
  if (input.ticketId !== undefined)
    invalidField('ticketId', 'Choose a ticket or open a new one, not both.');
  authoriseAny(ctx.actor, ['ticket.write']);
  return transact(ctx, async (tx) => {
    const { invoice } = await lockToDispute(tx, id);
    const ticket = await createTicket(tx, {
      title: `Disputed invoice ${invoice.invoiceId}`,
      description: input.reason,
      issueType: 'billing',
      customerId: invoice.customerId,
    });
    return openDispute(tx, id, { ...input, ticketId: ticket.id });
  });
}
