import { BUSINESS_TIME_ZONE, dateInJuba } from '../kernel/dates.ts';

/** When a job runs, by the wall clock in Juba. The period, the cron expression and the words follow from it. */
export type Schedule = { every: 'month'; day: number; at: string } | { every: 'day'; at: string };

const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: BUSINESS_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** 'YYYY-MM' for a monthly job, 'YYYY-MM-DD' for a daily one: what a run is claimed for. */
export function periodOf(schedule: Schedule, now: Date): string {
  const today = dateInJuba(now);
  return schedule.every === 'month' ? today.slice(0, 7) : today;
}

/** Has this period's time come? Only the current period is ever asked about, so a missed one stays missed (decision 4). */
export function hasCome(schedule: Schedule, now: Date): boolean {
  const time = wallClock.format(now);
  if (schedule.every === 'day') return time >= schedule.at;
  const day = Number(dateInJuba(now).slice(8, 10));
  return day > schedule.day || (day === schedule.day && time >= schedule.at);
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

/** Should the scheduler run the job now, given how it stands in the current period? */
export function isDue(schedule: Schedule, run: RunState | undefined, now: Date): boolean {
  if (!hasCome(schedule, now)) return false;
  if (!run) return true;
  if (run.status === 'running') return isInterrupted(run, now);
  if (run.status === 'done') return false;
  return now.getTime() - (run.finishedAt?.getTime() ?? 0) >= RETRY_MINUTES * 60_000;
}
