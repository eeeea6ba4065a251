import type { Ticket } from '@nimule/core/support/schema';
import { call } from '../../../client/call.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';

/** seeds/000 8. */
export const UPDATE_FAILURE = 'Failed to update support ticket.';

/** Reads the current version of a ticket, for forms that another user's change has made stale. */
export function readTicket({ id }: { id: number }) {
  return call('getTicket', { params: { id } });
}

export function toastUpdated({ ticketId }: Pick<Ticket, 'ticketId'>, text: string): void {
  toast('Ticket Updated', `${ticketId} ${text}`);
}
