import { defineAttachments } from '../attachments/service-kit.ts';
import { findMerged } from './comments/queries.ts';
import { nameOfTicket } from './rules.ts';
import { assertNotMerged, getTicketRecord, lockTicket } from './service-record.ts';

/** The files of a ticket, shown and deleted together with those of tickets that were merged into it. */
export const files = defineAttachments({
  entity: 'ticket',
  noun: 'ticket',
  assertReadable: getTicketRecord,
  async lock(tx, id) {
    const ticket = await lockTicket(tx, id, undefined);
    assertNotMerged(ticket);
    return ticket;
  },
  // A photo may arrive long after it was taken: it belongs to the ticket that goes on, to which the sender could add it too.
  async lockForNew(tx, id) {
    const { mergedIntoId } = await getTicketRecord(tx, id);
    const ticket = await lockTicket(tx, mergedIntoId ?? id, undefined);
    // Merged between the two statements: the same request again finds the one that goes on.
    assertNotMerged(ticket);
    return ticket;
  },
  idsWith: async ({ db }, id) => [id, ...(await findMerged(db, id)).map((merged) => merged.id)],
  summary: (ticket, fileName) => `${nameOfTicket(ticket)}: ${fileName}`,
});
