/** Failures older than this no longer count, so nothing is ever locked for good (issue: Identity). */
export const THROTTLE_WINDOW_MINUTES = 15;

/** How many failures go by without a wait, and the waits that follow: the first doubles up to the longest. */
export interface Throttle {
  free: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}

/** The account's limit over all addresses does not apply to an address from which the owner signed in within these days. */
export const OWNERS_ADDRESS_DAYS = 90;
/** The limit of an address does not apply where any user signed in from it within these days. */
export const KNOWN_ADDRESS_DAYS = 30;

/**
 * - accountFromAddress: somebody guesses one account's password. Strict, and without exception.
 * - address: somebody tries many names. It does not apply to an address from which a user signed in lately: an office
 *   behind one router, where wrong names would lock out colleagues.
 * - knownAddress: the limit of such an office. 300 failures over all names, then waits of a minute at most, since each
 *   try costs the server the hashing of a password. At each account the first limit leaves about ten tries in a quarter
 *   of an hour, where an unknown address has about 35 for all accounts together.
 * - account: somebody guesses from many addresses. Lenient, since a stranger could keep the owner out, and it does not
 *   apply to addresses from which the owner signed in.
 *
 * Whether an address is known does not depend on the names that are tried, so that answers show nothing about names.
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
  // Past 20 doublings every wait is the longest; the bound keeps the power a number.
  const doublings = Math.min(failures - throttle.free - 1, 20);
  return Math.min(throttle.firstWaitSeconds * 2 ** doublings, throttle.longestWaitSeconds);
}

/** Whole seconds that are left of the wait: 0 when another try may be made. */
export function secondsToWait(throttle: Throttle, failures: Failures, now: Date): number {
  const wait = waitAfter(throttle, failures.count);
  if (wait === 0 || !failures.last) return 0;
  // Another process's clock may be ahead: a failure "in the future" counts as one of just now.
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
/** A customer of any provider has a whole /64: its addresses are one place. */
const GROUPS_OF_A_NETWORK = 4;

/**
 * The place that an address stands for: an IPv4 address itself, also when written as IPv6, and an IPv6
 * address by its /64 network. Anything else stands for itself.
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
