/** Value of `view` that opens the New Ticket dialog over the list of tickets. */
const NEW = 'new';
const VIEW = 'view';
/** Query parameter: the customer of the new ticket (SC003). */
const TICKET_FOR = 'ticket-for';

/** Customer ID of the New Ticket dialog in the URL, '' if there is none; undefined if the dialog is closed. */
export function newTicketIn(params: URLSearchParams): string | undefined {
  return params.get(VIEW) === NEW ? (params.get(TICKET_FOR) ?? '') : undefined;
}

/** The query with the New Ticket dialog open or closed. */
export function withNewTicket(params: URLSearchParams, isOpen: boolean): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(TICKET_FOR);
  if (isOpen) next.set(VIEW, NEW);
  else next.delete(VIEW);
  return next;
}
