/** Failures older than this no longer count, so nothing is locked permanently. */
export const THROTTLE_WINDOW_MINUTES = 15;

/** Number of failures without a wait; after them the wait starts at the first and doubles up to the longest. */
export interface Throttle {
  free: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}

/** The account's limit over all addresses does not apply to addresses where the owner signed in within these days. */
export const OWNERS_ADDRESS_DAYS = 90;
/** The limit of an address does not apply if any user signed in from it within these days. */
export const KNOWN_ADDRESS_DAYS = 30;

/**
 * - accountFromAddress: guesses at one account's password. Strict, without exceptions.
 * - address: attempts with many names. Does not apply to addresses with a recent sign-in, such as an office behind one
 *   router, where wrong names would lock out colleagues.
 * - knownAddress: the limit of such addresses: 300 failures over all names, then waits of a minute at most, because each
 *   attempt makes the server hash a password. Per account, accountFromAddress allows about ten attempts in 15 minutes,
 *   while an unknown address has about 35 for all accounts together.
 * - account: guesses from many addresses. Lenient, because otherwise a stranger could lock out the owner; does not apply
 *   to addresses from which the owner signed in.
 *
 * Whether an address is known does not depend on the names tried, so that answers reveal nothing about names.
 */
export const throttles = {
  accountFromAddress: { free: 5, firstWaitSeconds: 15, longestWaitSeconds: 15 * 60 },
  address: { free: 30, firstWaitSeconds: 15, longestWaitSeconds: 15 * 60 },
  knownAddress: { free: 300, firstWaitSeconds: 15, longestWaitSeconds: 60 },
  account: { free: 50, firstWaitSeconds: 15, longestWaitSeconds: 60 },
} as const satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof throttles;

/** The failures within the window that one throttle counts. */
export interface Failures {
  count: number;
  last: Date | null;
}

/** Seconds to wait after so many failures. */
export function waitAfter(throttle: Throttle, failures: number): number {
  if (failures <= throttle.free) return 0;
  // After 20 doublings the wait is always the longest; the limit avoids overflow.
  const doublings = Math.min(failures - throttle.free - 1, 20);
  return Math.min(throttle.firstWaitSeconds * 2 ** doublings, throttle.longestWaitSeconds);
}

/** Remaining wait in whole seconds; 0 if another attempt is allowed. */
export function secondsToWait(throttle: Throttle, failures: Failures, now: Date): number {
  const wait = waitAfter(throttle, failures.count);
  if (wait === 0 || !failures.last) return 0;
  // The clock of another process may be ahead: a failure in the future counts as just now.
  const passed = Math.max(0, (now.getTime() - failures.last.getTime()) / 1000);
  return Math.max(0, Math.ceil(wait - passed));
}

/** 'N seconds' or 'N minutes', for the message. */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

const GROUPS = 8;
/** Providers assign a whole /64 per customer, so its addresses count as one. */
const GROUPS_OF_A_NETWORK = 4;

/**
 * The key under which an address is counted: an IPv4 address, also if written as IPv6, or the /64 network of
 * an IPv6 address. Other texts are returned as they are.
 */
export function addressKey(ip: string): string {
  const address = ip.trim().toLowerCase().split('%')[0] ?? '';
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!/^[0-9a-f:]+$/.test(address) || !address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  if (groups.length !== GROUPS) return address;
  const network = groups
    .slice(0, GROUPS_OF_A_NETWORK)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
