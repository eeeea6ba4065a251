// What is shown of amounts and dates, without the schema library, which is larger than a light page of the browser.

/**
 * Money is an integer number of cents, of a US dollar or of a South Sudanese pound (the field's name says which).
 * Below the ceiling of 4e15 cents every amount, and its product with a ratio rounded through BigInt, is exact, and a
 * double of dollars still resolves one cent. The database stores amounts up to 1e14 cents; computed amounts, such as
 * a sum in pounds, may be larger.
 */
export type Cents = number & { readonly __unit: 'cents' };

export const MAX_CENTS = 4_000_000_000_000_000;

/** Brands an integer as cents. @throws RangeError for a fraction or an amount above MAX_CENTS (a bug, never input). */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || Math.abs(value) > MAX_CENTS) {
    throw new RangeError(`not an amount in cents: ${value}`);
  }
  return (value === 0 ? 0 : value) as Cents;
}

/** '1234.50': the exact decimal text, for exports and the wire. */
export function toDecimal(amount: Cents): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** '$1,234.50', '-$3.00'. */
export function formatUsd(amount: Cents): string {
  const text = toDecimal(amount < 0 ? cents(-amount) : amount);
  const [whole, fraction] = text.split('.');
  return `${amount < 0 ? '-' : ''}$${grouped.format(BigInt(whole!))}.${fraction}`;
}

/** 'SSP 493,800': cents are shown only where there are some. */
export function formatSsp(amount: Cents): string {
  const text = toDecimal(amount < 0 ? cents(-amount) : amount);
  const [whole, fraction] = text.split('.');
  const tail = fraction === '00' ? '' : `.${fraction}`;
  return `${amount < 0 ? '-' : ''}SSP ${grouped.format(BigInt(whole!))}${tail}`;
}

/** A business date, 'YYYY-MM-DD', in Africa/Juba. Sorts as text. */
export type IsoDate = string & { readonly __unit: 'date' };

export const BUSINESS_TIME_ZONE = 'Africa/Juba';

const juba = new Intl.DateTimeFormat('en-CA', {
  timeZone: BUSINESS_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const jubaClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: BUSINESS_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export const MONTH_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];

const QUARTER_HOUR = 15 * 60_000;
let latest: { quarter: number; date: IsoDate } | undefined;

/** The business date of an instant. */
export function dateInJuba(instant: Date): IsoDate {
  const quarter = Math.floor(instant.getTime() / QUARTER_HOUR);
  // Most calls are about now. Since 1931 days of Juba begin with a quarter of an hour, whatever its offset was.
  if (latest?.quarter === quarter) return latest.date;
  const date = juba.format(instant) as IsoDate;
  if (quarter >= 0) latest = { quarter, date };
  return date;
}

/** '21 Nov 2026'. */
export function formatDate(date: IsoDate): string {
  return `${Number(date.slice(8, 10))} ${MONTH_NAMES[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** '14:05', in Juba. */
export function timeInJuba(instant: Date): string {
  return jubaClock.format(instant);
}

/** '21 Nov 2026, 14:05', in Juba. */
export function formatInstant(instant: Date): string {
  return `${formatDate(dateInJuba(instant))}, ${timeInJuba(instant)}`;
}
