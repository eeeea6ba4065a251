/** Longer texts are no durations, allowances or speeds; checked before a pattern is matched. */
export const MAX_TEXT = 60;

const HOURS_OF_DAY = 24;
/** A month of vouchers, as in the hint of the form (seeds/002 2). */
const DAYS_OF_MONTH = 30;
const MAX_DAYS = 3650;

/** Hours of each unit of time. */
const HOURS: Readonly<Record<string, number>> = {
  h: 1,
  hr: 1,
  hrs: 1,
  hour: 1,
  hours: 1,
  d: HOURS_OF_DAY,
  day: HOURS_OF_DAY,
  days: HOURS_OF_DAY,
  w: 7 * HOURS_OF_DAY,
  week: 7 * HOURS_OF_DAY,
  weeks: 7 * HOURS_OF_DAY,
  month: DAYS_OF_MONTH * HOURS_OF_DAY,
  months: DAYS_OF_MONTH * HOURS_OF_DAY,
  y: 365 * HOURS_OF_DAY,
  year: 365 * HOURS_OF_DAY,
  years: 365 * HOURS_OF_DAY,
};
const PART = /(\d{1,6})\s*([a-z]{1,10})/g;
const CLOCK = /(\d{1,4}):(\d{2}):(\d{2})$/;

/** How long a voucher of a bundle is valid. */
export interface Validity {
  days: number;
  /** A month was read as 30 days. */
  isOfMonths: boolean;
}

/**
 * A validity as plans write it: '30 Days', '1 Months', '4w2d', '1d 00:00:00', or a number of days. Vouchers are valid for
 * whole days, so that hours are read only as multiples of 24.
 */
export function readValidity(text: string): Validity | { problem: string } {
  const unread = {
    problem: `"${text}" is no validity: write days, such as 30 or 4 weeks.`,
  };
  const key = text.toLowerCase();
  if (/^\d{1,6}$/.test(key)) return inDays(Number(key) * HOURS_OF_DAY, false, text);
  const clock = CLOCK.exec(key);
  if (clock && (clock[2] !== '00' || clock[3] !== '00')) return partOfDay(text);
  let hours = clock ? Number(clock[1]) : 0;
  let isOfMonths = false;
  const rest = clock ? key.slice(0, clock.index) : key;
  const left = rest.replace(PART, (_, count: string, unit: string) => {
    if (unit.startsWith('month')) isOfMonths = true;
    hours += Number(count) * (HOURS[unit] ?? Number.NaN);
    return '';
  });
  if (left.trim() !== '') return unread;
  if (Number.isNaN(hours))
    return /\d\s*(?:m|mins?|minutes?|s|seconds?)\b/.test(key) ? partOfDay(text) : unread;
  return inDays(hours, isOfMonths, text);
}

function partOfDay(text: string): { problem: string } {
  return {
    problem: `Vouchers are valid for whole days, and ${text} is none. Say how many days it is here.`,
  };
}

function inDays(hours: number, isOfMonths: boolean, text: string): Validity | { problem: string } {
  const days = hours / HOURS_OF_DAY;
  if (days > 0 && !Number.isInteger(days)) return partOfDay(text);
  return days >= 1 && days <= MAX_DAYS
    ? { days, isOfMonths }
    : { problem: `The validity must be from 1 to ${MAX_DAYS} days; it says ${text}.` };
}

const DATA = /^(\d{1,9})(?:\.(\d{1,3}))?\s*(kb|mb|mib|m|gb|gib|g|tb|tib|t)?$/;
const MB: Readonly<Record<string, number>> = {
  mb: 1,
  mib: 1,
  m: 1,
  gb: 1024,
  gib: 1024,
  g: 1024,
  tb: 1024 * 1024,
  tib: 1024 * 1024,
  t: 1024 * 1024,
};
const MAX_MB = 100_000_000;
const NO_LIMIT: ReadonlySet<string> = new Set([
  ...['unlimited', 'none', 'null', '-', '0', '0 mb', '0 gb', 'null mb', 'null gb', 'mb', 'gb'],
]);

/** An allowance in MB as plans write it: '5 GB', '500 MB', '500'; 0 for 'unlimited'. */
export function readAllowance(text: string): number | { problem: string } {
  const key = text.toLowerCase();
  if (NO_LIMIT.has(key)) return 0;
  const match = DATA.exec(key);
  const unit = match?.[3] ?? 'mb';
  const size = MB[unit];
  if (!match || size === undefined)
    return { problem: `"${text}" is no amount of data: write MB, or such as 5 GB.` };
  const thousandths = Number((match[2] ?? '').padEnd(3, '0'));
  const megabytes = Math.round((Number(match[1]) * 1000 + thousandths) * size) / 1000;
  if (!Number.isInteger(megabytes) || megabytes > MAX_MB)
    return { problem: `The data must be a whole number of MB up to ${MAX_MB}; it says ${text}.` };
  return megabytes;
}

const RATE = /^(\d{1,6})(?:\.(\d))?\s*(k|m|g|kbps|mbps|gbps|kbit\/s|mbit\/s|mb\/s)?$/;

/** Kilobits of a rate; undefined for any other text. */
function kilobits(text: string): number | undefined {
  const match = RATE.exec(text.trim());
  if (!match) return undefined;
  const tenths = Number(match[1]) * 10 + Number(match[2] ?? '0');
  const unit = (match[3] ?? 'm')[0]!;
  return (tenths * (unit === 'k' ? 1 : unit === 'g' ? 1_000_000 : 1000)) / 10;
}

/**
 * The download speed in Mbps as plans write it: '10', '10 Mbps', or '5M/10M' (upload, then download, as routers of MikroTik).
 * Null where it is no whole number of Mbps, which is told and left out.
 */
export function readSpeed(text: string): number | null | { problem: string } {
  const rates = text.toLowerCase().split(' ')[0]!.includes('/')
    ? text.toLowerCase().split(' ')[0]!.split('/')
    : [text.toLowerCase()];
  const speeds = rates.map(kilobits);
  const down = speeds.at(-1);
  if (rates.length > 2 || down === undefined || speeds.includes(undefined))
    return { problem: `"${text}" is no speed: write Mbps, or such as 5M/10M.` };
  return down > 0 && down % 1000 === 0 && down <= 100_000_000 ? down / 1000 : null;
}
