import { type TicketStatus, unresolvedStatuses } from '@nimule/core/support/schema-statuses';
import type { Ticket } from '@nimule/core/support/schema';

export function isUnresolved({ status }: { status: TicketStatus }): boolean {
  return (unresolvedStatuses as readonly TicketStatus[]).includes(status);
}

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** '45 min', '3 h 20 min', '2 d 4 h'; rounded down, at least a minute. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  const [units, rest] =
    minutes >= DAY
      ? [`${Math.floor(minutes / DAY)} d`, `${Math.floor((minutes % DAY) / HOUR)} h`]
      : minutes >= HOUR
        ? [`${Math.floor(minutes / HOUR)} h`, `${minutes % HOUR} min`]
        : [`${minutes} min`, '0'];
  return rest.startsWith('0') ? units : `${units} ${rest}`;
}

/** The same without days: '24 h', '1 h 30 min'. */
export function hoursAndMinutes(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

export interface Due {
  what: 'Response' | 'Resolution';
  at: Date;
  isOverdue: boolean;
  /** 'in 25 min', 'overdue by 2 h'. */
  when: string;
}

type Targeted = Pick<Ticket, 'status' | 'firstResponseAt' | 'responseDueAt' | 'resolutionDueAt'>;

/** The next target that is not met; undefined if there is none. */
export function dueOf(ticket: Targeted, now: Date): Due | undefined {
  if (!isUnresolved(ticket)) return undefined;
  const { firstResponseAt, responseDueAt, resolutionDueAt } = ticket;
  const response = firstResponseAt === null ? responseDueAt : null;
  const isResponse = response !== null && (!resolutionDueAt || response <= resolutionDueAt);
  const what = isResponse ? 'Response' : 'Resolution';
  const at = isResponse ? response : resolutionDueAt;
  if (!at) return undefined;
  const left = at.getTime() - now.getTime();
  const isOverdue = left < 0;
  const when = isOverdue ? `overdue by ${durationText(-left)}` : `in ${durationText(left)}`;
  return { what, at, isOverdue, when };
}

/** Hours as '3.5 h', or in days from two on: '2.1 days'. */
export function hoursText(hours: number): string {
  const days = hours / 24;
  return days >= 2 ? `${Number(days.toFixed(1))} days` : `${Number(hours.toFixed(1))} h`;
}

const MAPS = 'https://www.google.com/maps/search/?api=1&query=';

/** Where a visit goes: its place, else the customer's address and location. */
export function placeOf(
  ticket: Pick<Ticket, 'visitPlace' | 'customerAddress' | 'customerLocation'>,
): string {
  return (
    ticket.visitPlace ||
    [ticket.customerAddress, ticket.customerLocation].filter(Boolean).join(', ')
  );
}

/** Link that opens a place in the maps of the phone. */
export function mapsLink(place: string): string {
  return `${MAPS}${encodeURIComponent(`${place}, South Sudan`)}`;
}
