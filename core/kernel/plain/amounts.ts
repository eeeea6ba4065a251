import { valueText } from '../plain-text.ts';
import { type Cents, cents, formatSsp, MAX_CENTS } from './formats.ts';

// Computing with money and reading it, without the schema library.

export const ZERO = 0 as Cents;

export function addCents(...amounts: readonly Cents[]): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
}

export function sumOf<T>(items: Iterable<T>, amountOf: (item: T) => Cents): Cents {
  let total = 0;
  for (const item of items) total += amountOf(item);
  return cents(total);
}

export function subtractCents(a: Cents, b: Cents): Cents {
  return cents(a - b);
}

export function minCents(a: Cents, b: Cents): Cents {
  return a < b ? a : b;
}

/** amount × numerator / denominator in integers, rounded half away from zero. */
export function scaleCents(amount: Cents, numerator: number, denominator: number): Cents {
  return cents(scaled(amount, numerator, denominator));
}

/**
 * As `scaleCents`, for amounts and rates that a file says: MAX_CENTS where the result would be larger, so that the limit of a
 * document refuses it.
 */
export function scaleWithin(amount: Cents, numerator: number, denominator: number): Cents {
  const exact = scaled(amount, numerator, denominator);
  return cents(Math.max(-MAX_CENTS, Math.min(MAX_CENTS, exact)));
}

function scaled(amount: Cents, numerator: number, denominator: number): number {
  if (denominator === 0) throw new RangeError('division by zero');
  const small = amount * numerator;
  // Usual amounts are exact as plain numbers, which take a fraction of the time.
  if (
    Number.isSafeInteger(small) &&
    Number.isSafeInteger(amount) &&
    Number.isSafeInteger(numerator) &&
    Number.isSafeInteger(denominator)
  ) {
    const [whole, by] = [Math.abs(small), Math.abs(denominator)];
    const rest = whole % by;
    const rounded = (whole - rest) / by + (rest >= by - rest ? 1 : 0);
    return rounded !== 0 && small < 0 !== denominator < 0 ? -rounded : rounded;
  }
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const negative = product < 0n !== divisor < 0n;
  const top = product < 0n ? -product : product;
  const bottom = divisor < 0n ? -divisor : divisor;
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return Number(negative ? -rounded : rounded);
}

/** Converts US cents to SSP cents at a rate (SSP cents for one dollar). */
export function usdToSsp(usd: Cents, rate: Cents): Cents {
  return scaleCents(usd, rate, 100);
}

/**
 * As `usdToSsp`, for a sum that is only shown, such as a balance: null above MAX_CENTS. A single document never exceeds
 * it (MAX_AMOUNT), but a few hundred of the largest at the highest rate do.
 */
export function sumToSsp(usd: Cents, rate: Cents): Cents | null {
  const ssp = scaled(usd, rate, 100);
  return Math.abs(ssp) <= MAX_CENTS ? cents(ssp) : null;
}

/** Converts SSP cents to US cents at a rate (SSP cents for one dollar). */
export function sspToUsd(ssp: Cents, rate: Cents): Cents {
  return scaleCents(ssp, 100, rate);
}

/** Currency words that may stand before or after an amount. */
const CURRENCY_WORDS = {
  USD: { before: /^([+-]?)\s*(?:US\$|\$|USD)\s*/i, after: /(?:USD|US\$|\$)$/i },
  SSP: { before: /^([+-]?)\s*SSP\s*/i, after: /SSP$/i },
} as const;
export type Currency = keyof typeof CURRENCY_WORDS;

/**
 * The largest amount of one document; a larger one is taken for a typing error. The sum of a few such amounts at any
 * valid rate, and everything computed from it, stays far below MAX_CENTS.
 */
export const MAX_AMOUNT: Record<Currency, Cents> = {
  USD: 300_000_000 as Cents,
  SSP: 1_000_000_000_000 as Cents,
};

function withoutWords(text: string, currency: Currency): string {
  const { before, after } = CURRENCY_WORDS[currency];
  return text.replace(before, '$1').replace(after, '').trimEnd();
}

const MONEY_TEXT = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/;

/** Decimals after the cents that can be ignored: a spreadsheet stores 61.15 as 61.150000000000006. */
const FLOAT_NOISE = /^(?:0*|0{4}\d*|9{4}\d*)$/;

/** As `parseCents`; says what is wrong with an amount that is one, and undefined for anything else. */
export function readCents(
  input: string,
  currency: Currency,
): Cents | 'decimals' | 'large' | undefined {
  const text = valueText(input);
  const match = text === undefined ? null : MONEY_TEXT.exec(withoutWords(text, currency));
  if (!match) return undefined;
  const whole = (match[2] ?? '').replaceAll(',', '');
  const fraction = match[3] ?? '';
  if (whole === '' && fraction === '') return undefined;
  if (whole.replace(/^0+/, '').length > 14) return 'large';
  const rest = fraction.slice(2);
  if (!FLOAT_NOISE.test(rest)) return 'decimals';
  let amount = Number(whole || '0') * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  if (rest.startsWith('9')) amount += 1;
  if (amount > MAX_CENTS) return 'large';
  return cents(match[1] === '-' ? -amount : amount);
}

/**
 * Parses an amount as a person types it: '1,234.5', '$12', 'USD 12.00', '-3'. Returns undefined for anything else,
 * including an amount in the other currency and fractions of a cent, which would be lost silently (seeds/000 5, step
 * 0.01). Only floating-point noise after the cents is rounded away.
 */
export function parseCents(input: string, currency: Currency = 'USD'): Cents | undefined {
  const amount = readCents(input, currency);
  return typeof amount === 'string' ? undefined : amount;
}

/** As parseCents, up to MAX_AMOUNT: an amount that can be converted at any rate. */
export function parseAmount(input: string, currency: Currency = 'USD'): Cents | undefined {
  const amount = parseCents(input, currency);
  return amount !== undefined && Math.abs(amount) <= MAX_AMOUNT[currency] ? amount : undefined;
}

/** The amount in whole units as a JSON number: 123450 → 1234.5. */
export function toNumber(amount: Cents): number {
  return amount / 100;
}

/** As `formatSsp`; 'SSP –' where `sumToSsp` returns null. */
export function formatSspSum(amount: Cents | null): string {
  return amount === null ? 'SSP –' : formatSsp(amount);
}
