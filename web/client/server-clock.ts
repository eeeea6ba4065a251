/** A smaller difference is that of the way of the answer. */
const TOLERANCE_MS = 5000;

let aheadMs = 0;

/** The time by the server's clock, in milliseconds, since clocks of telephones are often wrong. */
export function serverNow(): number {
  return Date.now() - aheadMs;
}

/** Takes the time from an answer of the server. */
export function readClock(response: Response): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  // The header has whole seconds.
  const ahead = Date.now() - date - 500;
  aheadMs = Math.abs(ahead) > TOLERANCE_MS ? ahead : 0;
}
