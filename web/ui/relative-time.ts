const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;
/** A browser's clock may be this much behind the server's. */
const AHEAD_MS = 5 * MINUTE_MS;

/** The first unit that applies; months only from the second on. */
const units = [
  { from: 2 * MONTH_MS, ms: MONTH_MS, unit: 'month' },
  { from: DAY_MS, ms: DAY_MS, unit: 'day' },
  { from: HOUR_MS, ms: HOUR_MS, unit: 'hour' },
  { from: MINUTE_MS, ms: MINUTE_MS, unit: 'minute' },
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** 'just now', '5 minutes ago', '3 days ago', '2 months ago'; undefined if there is no such time, or it is yet to come. */
export function relativeTime(at: Date, now: Date): string | undefined {
  const passed = now.getTime() - at.getTime();
  if (Number.isNaN(passed) || passed < -AHEAD_MS) return undefined;
  const fitting = units.find(({ from }) => passed >= from);
  return fitting ? relative.format(-Math.floor(passed / fitting.ms), fitting.unit) : 'just now';
}
