import type { IsoDate } from '../kernel/dates.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../kernel/search.ts';
import { searchKey } from '../kernel/text.ts';
import type { Ticket } from './schema.ts';

/** Tickets are numbered TKT-001 (decision 7). */
export const TICKET_COUNTER = 'ticket';
export const TICKET_PREFIX = 'TKT-';
export const TICKET_WIDTH = 3;

/** A row of the table tickets. */
export interface TicketRecord
  extends Omit<
    Ticket,
    | 'customerNumber'
    | 'customerName'
    | 'customerPhone'
    | 'customerLocation'
    | 'customerAddress'
    | 'nodeName'
    | 'mergedIntoTicket'
    | 'attachments'
    | 'comments'
    | 'due'
    | 'visitDate'
  > {
  alarmId: number | null;
  visitDate: IsoDate | null;
}

/** A ticket as it is read for answers; how it is due depends on the time. */
export type ReadTicket = Omit<Ticket, 'due'>;

/** Folded title and number. The list sorts titles by it. */
export function ticketSearchText({ title, ticketId }: Pick<Ticket, 'title' | 'ticketId'>): string {
  return searchTextOf(foldForSearch(title), otherSpellings(title), searchKey(ticketId));
}

/** 'TKT-001 Router broken', for the audit log. */
export function nameOfTicket({ ticketId, title }: Pick<Ticket, 'ticketId' | 'title'>): string {
  return `${ticketId} ${title}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** '1 day 3 hours', '2 hours 5 minutes', '1 minute': the two largest units. */
export function durationInWords(from: Date, to: Date): string {
  const total = Math.max(0, to.getTime() - from.getTime());
  const count = (value: number, unit: string) =>
    value === 0 ? '' : `${value} ${unit}${value === 1 ? '' : 's'}`;
  const days = Math.floor(total / DAY);
  const hours = Math.floor((total % DAY) / HOUR);
  const minutes = Math.floor((total % HOUR) / MINUTE);
  const parts =
    days > 0
      ? [count(days, 'day'), count(hours, 'hour')]
      : [count(hours, 'hour'), count(minutes, 'minute')];
  return parts.filter(Boolean).join(' ') || 'less than a minute';
}
