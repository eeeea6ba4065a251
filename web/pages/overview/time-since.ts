import { DAY_MS, relativeTime } from '../../ui/relative-time.ts';

/** '5 minutes ago' within a day; undefined after that, or if the browser's clock is behind the server's. */
export function timeSince(at: Date, now: Date): string | undefined {
  const passed = now.getTime() - at.getTime();
  return passed < 0 || passed >= DAY_MS ? undefined : relativeTime(at, now);
}
