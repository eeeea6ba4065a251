/** '2 days 03:04:05', '1:04:05', '4:05' of milliseconds; never below zero. */
export function timeLeftText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${two(minutes)}:${two(seconds % 60)}`;
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${two(hours)}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

const FIRST_WAITS = [1500, 2000, 2000, 3000, 3000, 5000, 5000];
const LATER_WAIT = 10_000;
const MAX_WAIT = 60_000;

/** Milliseconds before the status is asked for again, for the n-th time from 0. */
export function pollWait(turn: number): number {
  return FIRST_WAITS[turn] ?? LATER_WAIT;
}

/** Milliseconds before the n-th try without an answer: doubled each time, up to a minute. */
export function retryWait(turn: number): number {
  return Math.min(MAX_WAIT, 2000 * 2 ** Math.min(turn, 10));
}

/** '2 GB', '500 MB', 'Unlimited' for 0. */
export function dataText(megabytes: number): string {
  if (megabytes === 0) return 'Unlimited';
  return megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes} MB`;
}
