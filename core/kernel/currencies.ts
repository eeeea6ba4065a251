import { z } from 'zod';
import { type Cents, cents, MAX_AMOUNT, scaleWithin } from './money.ts';
import { oneLine, searchKey } from './text.ts';

/**
 * Currencies of amounts in files, as a column names them (decision 103). A currency is written 'USD', 'SSP', or with the
 * rate that a person has given for it, 'KES at 129.50': units of the currency for one US dollar.
 */

const DOLLARS: ReadonlySet<string> = new Set(
  ['USD', 'US$', '$', 'US Dollar', 'US Dollars', 'Dollar', 'Dollars'].map((name) =>
    searchKey(name),
  ),
);
const POUNDS: ReadonlySet<string> = new Set(
  [
    'SSP',
    'SS£',
    'Pound',
    'Pounds',
    'South Sudanese Pound',
    'South Sudanese Pounds',
    'South Sudan Pound',
    'South Sudan Pounds',
  ].map((name) => searchKey(name)),
);

const MAX_NAME = 40;
const MAX_RATE_TEXT = 20;
const RATE = /^(\d{1,9})(?:\.(\d{1,6}))?$/;
const WITH_RATE = / at ([\d.,]{1,20})$/i;
const MILLION = 1_000_000;

/** A rate as a person types it, in millionths of a unit for one dollar; undefined for anything else than 0.000001 to 999,999,999. */
export function parseRate(text: string): number | undefined {
  const plain = text.trim().replaceAll(',', '');
  const match = plain.length > MAX_RATE_TEXT ? null : RATE.exec(plain);
  if (!match) return undefined;
  const rate = Number(match[1]) * MILLION + Number((match[2] ?? '').padEnd(6, '0'));
  return rate > 0 ? rate : undefined;
}

/** '129.50' of 129500000. */
function rateText(rate: number): string {
  const whole = Math.floor(rate / MILLION);
  const digits = String(rate % MILLION).padStart(6, '0');
  let end = digits.length;
  while (end > 2 && digits[end - 1] === '0') end -= 1;
  return `${whole}.${digits.slice(0, end)}`;
}

/** The text of a cell that says a currency, with the rate that replaces it: 'KES' and '129.5' → 'KES at 129.5'. */
export function withRate(currency: string, rate: string): string {
  return parseRate(rate) === undefined ? rate : `${currency.trim()} at ${rate.trim()}`;
}

function nameOf(text: string): string {
  const name = oneLine(text).slice(0, MAX_NAME);
  return name.length === 3 ? name.toUpperCase() : name;
}

/** The stored text of a currency, or the problem in the user's words. */
function readCurrency(input: string): { text: string } | { problem: string } {
  const text = input.trim().slice(0, 2 * MAX_NAME + MAX_RATE_TEXT);
  const found = WITH_RATE.exec(text);
  const name = found ? text.slice(0, found.index) : text;
  const key = searchKey(name);
  if (DOLLARS.has(key)) return { text: 'USD' };
  const rate = found ? parseRate(found[1]!) : undefined;
  if (POUNDS.has(key)) {
    return found
      ? {
          problem: 'Pounds are converted at the official rate of their day; no other can be given.',
        }
      : { text: 'SSP' };
  }
  return rate === undefined
    ? {
        problem: `${nameOf(name)} is neither US dollars nor South Sudanese pounds. Give a rate for it, or leave these rows out.`,
      }
    : { text: `${nameOf(name)} at ${rateText(rate)}` };
}

/** The currency of a row; the text of any other than dollars and pounds needs a rate. */
export const currencyText = z.codec(z.string(), z.string(), {
  decode: (input, payload) => {
    const read = readCurrency(input);
    if ('text' in read) return read.text;
    payload.issues.push({ code: 'custom', message: read.problem, input });
    return z.NEVER;
  },
  encode: (text) => text,
});

/** Whether a row's amounts are in US dollars: it says so, or nothing. */
export function isInDollars(currency: string | undefined): boolean {
  return currency === undefined || currency === 'USD';
}

/** The name of a row's currency without its rate: 'KES'. */
export function currencyName(currency: string | undefined): string {
  if (currency === undefined) return 'USD';
  return nameOf(currency.replace(WITH_RATE, ''));
}

/** '13,000.00', also for currencies that have no sign here. */
export function plainAmount(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const whole = BigInt(digits.slice(0, -2)).toLocaleString('en-US');
  return `${amount < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`;
}

/** An amount of another currency, and what it is in dollars. */
export interface Converted {
  amountUsd: Cents;
  /** 'KES 13,000.00', without sign. */
  said: string;
  /** 'KES 13,000.00 at 129.50', for the document. */
  note: string;
}

/**
 * Converts an amount at the rate that its currency carries, rounded half away from zero; undefined for dollars and pounds.
 * What would be above MAX_CENTS is MAX_CENTS, which every document refuses.
 */
export function atGivenRate(amount: Cents, currency: string | undefined): Converted | undefined {
  const found = currency === undefined ? null : WITH_RATE.exec(currency);
  const rate = found ? parseRate(found[1]!) : undefined;
  if (rate === undefined) return undefined;
  const said = `${currencyName(currency)} ${plainAmount(cents(Math.abs(amount)))}`;
  const amountUsd = scaleWithin(amount, MILLION, rate);
  return { amountUsd, said, note: `${said} at ${rateText(rate)}` };
}

/** An amount of a row in dollars, for a total; undefined for pounds, and for what is more than a document may be. */
export function dollarsOf(amount: Cents, currency: string | undefined): Cents | undefined {
  const dollars = isInDollars(currency) ? amount : atGivenRate(amount, currency)?.amountUsd;
  return dollars === undefined || Math.abs(dollars) > MAX_AMOUNT.USD ? undefined : dollars;
}
