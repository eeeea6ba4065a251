import {
  addDays,
  BUSINESS_TIME_ZONE,
  dateInJuba,
  isoDate,
  mondayOf,
  monthOf,
} from '../kernel/dates.ts';

/** When a job runs, in Juba's local time. Its periods, cron expression and description follow from it. */
export type Schedule =
  | { every: 'month'; day: number; at: string }
  /** `weekday` from 1 (Monday) to 7. */
  | { every: 'week'; weekday: number; at: string }
  | { every: 'day'; at: string }
  | { every: 'minutes'; minutes: 1 | 5 | 10 | 15 | 30 | 60 };

const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: BUSINESS_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** '2026-11-21 06:00' in Juba's local time; such texts sort by time. */
function localTime(instant: Date): string {
  return `${dateInJuba(instant)} ${wallClock.format(instant)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/**
 * The period of a run: 'YYYY-MM' for a monthly job, the Monday for a weekly one, 'YYYY-MM-DD' for a daily one, and the
 * start of the interval, 'YYYY-MM-DD HH:MM', for one that runs every few minutes. The periods of a job sort by time.
 */
export function periodOf(schedule: Schedule, now: Date): string {
  const today = dateInJuba(now);
  switch (schedule.every) {
    case 'month':
      return monthOf(today);
    case 'week':
      return mondayOf(today);
    case 'day':
      return today;
    case 'minutes': {
      const [hour, minute] = wallClock.format(now).split(':');
      return `${today} ${hour}:${twoDigits(Number(minute) - (Number(minute) % schedule.minutes))}`;
    }
  }
}

/** The local time at which the job runs in the current period. */
function tickOf(schedule: Schedule, now: Date): string {
  const period = periodOf(schedule, now);
  switch (schedule.every) {
    case 'month':
      return `${period}-${twoDigits(schedule.day)} ${schedule.at}`;
    case 'week':
      return `${addDays(isoDate(period), schedule.weekday - 1)} ${schedule.at}`;
    case 'day':
      return `${period} ${schedule.at}`;
    case 'minutes':
      return period;
  }
}

/** Five fields, in the time zone Africa/Juba. */
export function cronExpression(schedule: Schedule): string {
  if (schedule.every === 'minutes')
    return schedule.minutes === 60 ? '0 * * * *' : `*/${schedule.minutes} * * * *`;
  const [hour, minute] = schedule.at.split(':').map(Number);
  const day = schedule.every === 'month' ? schedule.day : '*';
  const weekday = schedule.every === 'week' ? schedule.weekday % 7 : '*';
  return `${minute} ${hour} ${day} * ${weekday}`;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function scheduleInWords(schedule: Schedule): string {
  switch (schedule.every) {
    case 'month':
      return `Day ${schedule.day} of the month at ${schedule.at}`;
    case 'week':
      return `Every ${WEEKDAYS[schedule.weekday - 1]} at ${schedule.at}`;
    case 'day':
      return `Every day at ${schedule.at}`;
    case 'minutes':
      return schedule.minutes === 1 ? 'Every minute' : `Every ${schedule.minutes} minutes`;
  }
}

/** A claim expires when its process has not renewed it for this long. */
export const LEASE_MINUTES = 5;
export const RENEW_SECONDS = 60;
/** A failed run is retried only after this time, so that a lasting fault does not fill the log. */
const RETRY_MINUTES = 60;

export interface RunState {
  status: 'running' | 'done' | 'failed';
  leaseUntil: Date;
  finishedAt: Date | null;
}

export function isInterrupted(run: RunState, now: Date): boolean {
  return run.status === 'running' && run.leaseUntil <= now;
}

/**
 * Whether the scheduler should run the job now, given the state of the current period. Only the current period is
 * caught up (decision 4), and only if its time was after the creation of the database: a company that starts in
 * mid-month is not billed automatically for imported customers.
 */
export function isDue(
  schedule: Schedule,
  run: RunState | undefined,
  now: Date,
  installedAt: Date,
): boolean {
  const tick = tickOf(schedule, now);
  if (localTime(now) < tick) return false;
  if (!run) return localTime(installedAt) <= tick;
  if (run.status === 'running') return isInterrupted(run, now);
  if (run.status === 'done') return false;
  return now.getTime() - (run.finishedAt?.getTime() ?? 0) >= RETRY_MINUTES * 60_000;
}
