import { z } from 'zod';

/**
 * Money is an integer number of cents, of a US dollar or of a South Sudanese pound (the name of the
 * field says which). The ceiling is 1e14 cents: below it every figure, and the product of a figure
 * and a ratio rounded through BigInt, is exact, and one cent still shows in a double of dollars.
 */
export type Cents = number & { readonly __unit: 'cents' };

export const MAX_CENTS = 100_000_000_000_000;

export const ZERO = 0 as Cents;

/** Brands an integer as cents. Throws RangeError for a fraction or a figure past MAX_CENTS: a bug, never input. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || Math.abs(value) > MAX_CENTS) {
    throw new RangeError(`not an amount in cents: ${value}`);
  }
  return (value === 0 ? 0 : value) as Cents;
}

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
  if (denominator === 0) throw new RangeError('division by zero');
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const negative = product < 0n !== divisor < 0n;
  const top = product < 0n ? -product : product;
  const bottom = divisor < 0n ? -divisor : divisor;
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return cents(Number(negative ? -rounded : rounded));
}

/** US cents at a rate (SSP cents for one dollar) in SSP cents. */
export function usdToSsp(usd: Cents, rate: Cents): Cents {
  return scaleCents(usd, rate, 100);
}

/** SSP cents at a rate (SSP cents for one dollar) in US cents. */
export function sspToUsd(ssp: Cents, rate: Cents): Cents {
  return scaleCents(ssp, 100, rate);
}

const MONEY_TEXT = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/;

/**
 * Reads an amount as a person types it: '1,234.5', '$12', 'USD 12.00', '-3', '1.005' (→ 1.01: the text
 * is rounded half away from zero, never a binary fraction). Answers undefined for anything else.
 */
export function parseCents(input: string): Cents | undefined {
  const text = input
    .trim()
    .replace(/^([+-]?)\s*(?:US\$|\$|USD|SSP)\s*/i, '$1')
    .replace(/\s*(?:USD|SSP)$/i, '');
  const match = MONEY_TEXT.exec(text);
  if (!match) return undefined;
  const whole = (match[2] ?? '').replaceAll(',', '');
  const fraction = match[3] ?? '';
  if (whole === '' && fraction === '') return undefined;
  if (whole.replace(/^0+/, '').length > 13) return undefined;
  let amount = Number(whole || '0') * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  if ((fraction[2] ?? '0') >= '5') amount += 1;
  if (amount > MAX_CENTS) return undefined;
  return cents(match[1] === '-' ? -amount : amount);
}

/** '1234.50': the exact decimal text, for exports and for decimal strings on the wire. */
export function toDecimal(amount: Cents): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The amount in whole units as a JSON number: 123450 → 1234.5. */
export function toNumber(amount: Cents): number {
  return amount / 100;
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** '$1,234.50', '-$3.00'. */
export function formatUsd(amount: Cents): string {
  const text = toDecimal(amount < 0 ? cents(-amount) : amount);
  const [whole, fraction] = text.split('.');
  return `${amount < 0 ? '-' : ''}$${grouped.format(BigInt(whole!))}.${fraction}`;
}

/** 'SSP 493,800': pounds are shown without cents unless there are some. */
export function formatSsp(amount: Cents): string {
  const text = toDecimal(amount < 0 ? cents(-amount) : amount);
  const [whole, fraction] = text.split('.');
  const tail = fraction === '00' ? '' : `.${fraction}`;
  return `${amount < 0 ? '-' : ''}SSP ${grouped.format(BigInt(whole!))}${tail}`;
}

/** Wire ↔ cents: a number or a text of units in, cents inside, a number of units out. */
export const money = z.codec(
  z.union([z.number(), z.string()]),
  z.custom<Cents>(Number.isSafeInteger),
  {
    decode: (input, payload) => {
      const amount =
        Number.isFinite(input) || typeof input === 'string' ? parseCents(String(input)) : undefined;
      if (amount === undefined) {
        payload.issues.push({
          code: 'custom',
          message: 'Enter an amount such as 125 or 1,250.50.',
          input,
        });
        return z.NEVER;
      }
      return amount;
    },
    encode: (amount) => toNumber(amount),
  },
);

/** As `money`, refusing amounts below zero. */
export const moneyNotNegative = money.refine((amount) => amount >= 0, {
  message: 'The amount cannot be negative.',
});

/** As `money`, refusing zero and below. */
export const moneyPositive = money.refine((amount) => amount > 0, {
  message: 'Enter an amount above zero.',
});
