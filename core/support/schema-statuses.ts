/** seeds/000 4. */
export const ticketStatuses = ['open', 'assigned', 'in_progress', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
export const unresolvedStatuses = ['open', 'assigned', 'in_progress'] as const;
