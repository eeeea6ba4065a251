import { BUSINESS_TIME_ZONE, dateInJuba } from '../kernel/dates.ts';

/** When a job runs, by the wall clock in Juba. The period, the cron expression and the words follow from it. */
export type Schedule = { every: 'month'; day: number; at: string } | { every: 'day'; at: string };

const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: BUSINESS_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** '2026-11-21 06:00', by the wall clock in Juba; such texts sort by time. */
function localTime(instant: Date): string {
  return `${dateInJuba(instant)} ${wallClock.format(instant)}`;
}

/** 'YYYY-MM' for a monthly job, 'YYYY-MM-DD' for a daily one: what a run is claimed for. */
export function periodOf(schedule: Schedule, now: Date): string {
  const today = dateInJuba(now);
  return schedule.every === 'month' ? today.slice(0, 7) : today;
}

/** The local time at which the job runs in the current period. */
function tickOf(schedule: Schedule, now: Date): string {
  const period = periodOf(schedule, now);
  if (schedule.every === 'day') return `${period} ${schedule.at}`;
  return `${period}-${String(schedule.day).padStart(2, '0')} ${schedule.at}`;
}

/** Five fields, for Africa/Juba. */
export function cronExpression(schedule: Schedule): string {
  const [hour, minute] = schedule.at.split(':').map(Number);
  return `${minute} ${hour} ${schedule.every === 'month' ? schedule.day : '*'} * *`;
}

export function scheduleInWords(schedule: Schedule): string {
  return schedule.every === 'month'
    ? `Day ${schedule.day} of the month at ${schedule.at}`
    : `Every day at ${schedule.at}`;
}

/** A claim is lost when its process has not renewed it for this long. */
export const LEASE_MINUTES = 5;
export const RENEW_SECONDS = 60;
/** A failed run is tried again by itself only after this long, so that a lasting fault does not fill the log. */
export const RETRY_MINUTES = 60;

export interface RunState {
  status: 'running' | 'done' | 'failed';
  leaseUntil: Date;
  finishedAt: Date | null;
}

export function isInterrupted(run: RunState, now: Date): boolean {
  return run.status === 'running' && run.leaseUntil <= now;
}

/**
 * Should the scheduler run the job now, given how it stands in the current period? Only this period is ever
 * caught up (decision 4), and only where its time came while the database existed: a company that begins in
 * mid-month is not billed unasked for what it has just imported.
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
