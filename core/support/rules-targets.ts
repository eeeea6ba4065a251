import { addDays, dateInJuba, dayNumber, type IsoDate, startOfDay } from '../kernel/dates.ts';
import type { Priority, SupportSettings, Ticket } from './schema.ts';

/** Days and hours in which targets of the kind 'working' are counted. */
export type WorkingTime = Pick<SupportSettings, 'workDays' | 'workFrom' | 'workTo'>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WEEK_DAYS = 7;

/** Until somebody changes them. Minutes; critical tickets are counted around the clock. */
export const defaultSettings: SupportSettings = {
  targets: {
    low: { responseMinutes: 480, resolutionMinutes: 2880, hours: 'working' },
    medium: { responseMinutes: 240, resolutionMinutes: 1440, hours: 'working' },
    high: { responseMinutes: 60, resolutionMinutes: 480, hours: 'working' },
    critical: { responseMinutes: 30, resolutionMinutes: 240, hours: 'calendar' },
  },
  workDays: [1, 2, 3, 4, 5],
  workFrom: '08:00',
  workTo: '17:00',
  isDigestOn: true,
};

/** '08:30' → 510. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** From 1 (Monday) to 7; 1970-01-01 was a Thursday. */
export function weekdayOf(date: IsoDate): number {
  return ((dayNumber(date) + 3) % WEEK_DAYS) + 1;
}

/** The working hours of a day as instants; undefined on other days. */
function hoursOf(date: IsoDate, time: WorkingTime): { opens: number; closes: number } | undefined {
  if (!time.workDays.includes(weekdayOf(date))) return undefined;
  const midnight = startOfDay(date).getTime();
  return {
    opens: midnight + minutesOf(time.workFrom) * MINUTE,
    closes: midnight + minutesOf(time.workTo) * MINUTE,
  };
}

/**
 * The instant at which `minutes` of working time after `start` have passed, in Juba: counted from the opening of the next
 * working day if `start` lies outside the working hours. The working hours must not be empty.
 */
export function addWorkingMinutes(start: Date, minutes: number, time: WorkingTime): Date {
  const aDay = (minutesOf(time.workTo) - minutesOf(time.workFrom)) * MINUTE;
  const aWeek = aDay * new Set(time.workDays).size;
  if (aWeek <= 0) throw new RangeError('no working hours');
  let rest = minutes * MINUTE;
  // Whole weeks at once, but something remains, so that the result is not moved past a closing time.
  const weeks = Math.max(0, Math.ceil(rest / aWeek) - 1);
  rest -= weeks * aWeek;
  let from = start.getTime() + weeks * WEEK_DAYS * DAY;
  for (let date = dateInJuba(new Date(from)); ; date = addDays(date, 1)) {
    const hours = hoursOf(date, time);
    if (!hours) continue;
    const begin = Math.max(from, hours.opens);
    if (begin >= hours.closes) continue;
    if (begin + rest <= hours.closes) return new Date(begin + rest);
    rest -= hours.closes - begin;
    from = hours.closes;
  }
}

interface DueInstants {
  responseDueAt: Date | null;
  resolutionDueAt: Date | null;
}

/** When a ticket of this priority that was opened at `start` is due; null without a target. */
export function dueInstants(
  start: Date,
  priority: Priority,
  settings: SupportSettings,
): DueInstants {
  const { responseMinutes, resolutionMinutes, hours } = settings.targets[priority];
  const after = (minutes: number | null) => {
    if (minutes === null) return null;
    if (hours === 'calendar') return new Date(start.getTime() + minutes * MINUTE);
    return addWorkingMinutes(start, minutes, settings);
  };
  return { responseDueAt: after(responseMinutes), resolutionDueAt: after(resolutionMinutes) };
}

/** Working minutes before a target in which a ticket is marked as due soon. */
const SOON_MINUTES = 120;

/** What is due up to this instant is due soon. */
export function soonUntil(now: Date, settings: WorkingTime): Date {
  return addWorkingMinutes(now, SOON_MINUTES, settings);
}

type DueFields = Pick<Ticket, 'status' | 'firstResponseAt' | 'responseDueAt' | 'resolutionDueAt'>;

/** The next target of a ticket that is not met: the first response, then the resolution; null if there is none. */
export function nextDueAt(ticket: DueFields): Date | null {
  if (ticket.status === 'resolved' || ticket.status === 'closed') return null;
  const { responseDueAt, resolutionDueAt } = ticket;
  if (ticket.firstResponseAt !== null || responseDueAt === null) return resolutionDueAt;
  return resolutionDueAt !== null && resolutionDueAt < responseDueAt
    ? resolutionDueAt
    : responseDueAt;
}

/** How a ticket is marked. */
export function dueState(ticket: DueFields, now: Date, soon: Date): Ticket['due'] {
  const next = nextDueAt(ticket);
  if (next === null) return 'none';
  if (next < now) return 'overdue';
  return next <= soon ? 'soon' : 'later';
}
