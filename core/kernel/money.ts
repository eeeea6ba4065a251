import { z } from 'zod';
import { type Currency, MAX_AMOUNT, parseCents, readCents, toNumber } from './plain/amounts.ts';
import { type Cents, formatSsp, formatUsd, toDecimal } from './plain/formats.ts';
import { valueText } from './text.ts';

export {
  addCents,
  type Currency,
  formatSspSum,
  MAX_AMOUNT,
  minCents,
  parseAmount,
  parseCents,
  scaleCents,
  scaleWithin,
  sspToUsd,
  subtractCents,
  sumOf,
  sumToSsp,
  toNumber,
  usdToSsp,
  ZERO,
} from './plain/amounts.ts';
export { type Cents, cents, formatSsp, formatUsd, MAX_CENTS, toDecimal } from './plain/formats.ts';

const ENTER_AMOUNT = 'Enter an amount such as 125 or 1,250.50.';
const UNREAD = {
  decimals: 'Enter an amount with at most two decimals.',
  large: 'This amount is too large.',
} as const;
const OTHER_CURRENCY = {
  USD: 'This amount is in South Sudanese pounds. Enter it in US dollars.',
  SSP: 'This amount is in US dollars. Enter it in South Sudanese pounds.',
} as const;

/** Wire ↔ cents: a number or text of units is decoded to cents and encoded as a number of units, or as `write` does. */
function amountCodec(
  read: (text: string) => Cents | undefined,
  refusal: (text: string) => string,
  write: (amount: Cents) => number | string = toNumber,
) {
  return z.codec(z.union([z.number(), z.string()]), z.custom<Cents>(Number.isSafeInteger), {
    decode: (input, payload) => {
      const isReadable = typeof input === 'string' || Number.isFinite(input);
      const text = isReadable ? (valueText(String(input)) ?? '') : '';
      const amount = read(text);
      if (amount !== undefined) return amount;
      payload.issues.push({ code: 'custom', message: refusal(text), input });
      return z.NEVER;
    },
    encode: (amount) => write(amount),
  });
}

function amountIn(currency: Currency, write?: (amount: Cents) => string) {
  const other = currency === 'USD' ? 'SSP' : 'USD';
  return amountCodec(
    (text) => parseCents(text, currency),
    (text) => {
      const read = readCents(text, currency);
      if (typeof read === 'string') return UNREAD[read];
      return readCents(text, other) === undefined ? ENTER_AMOUNT : OTHER_CURRENCY[currency];
    },
    write,
  );
}

/** An amount in US dollars; sent as a bare number, in either currency. */
export const money = amountIn('USD');

/** As `money`, sent as a text with two decimals, such as '5.00' (seeds/002 3, voucher bundles). */
export const moneyText = amountIn('USD', toDecimal);

const notNegative = { message: 'The amount cannot be negative.' };
const aboveZero = { message: 'Enter an amount above zero.' };
const tooLarge = { message: `The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.` };

/** As `money`, for the ledger: refuses amounts below zero. */
export const ledgerMoney = money.refine((amount) => amount >= 0, notNegative);

/** As `money`, for documents: refuses amounts below zero and above MAX_AMOUNT. */
export const moneyNotNegative = ledgerMoney.refine((amount) => amount <= MAX_AMOUNT.USD, tooLarge);

/**
 * An amount of either sign in a currency that another field names, so that it may be as large as one in pounds: the
 * largest amount in dollars is judged after its conversion.
 */
export const moneyOfAnyCurrency = money.refine(
  (amount) => Math.abs(amount) <= MAX_AMOUNT.SSP,
  UNREAD.large,
);

/** As `moneyNotNegative`, also refuses zero. */
export const moneyPositive = money
  .refine((amount) => amount > 0, aboveZero)
  .refine((amount) => amount <= MAX_AMOUNT.USD, tooLarge);

/** An amount of either sign, up to MAX_AMOUNT. */
export function amountSigned(currency: Currency) {
  const most = MAX_AMOUNT[currency];
  const format = currency === 'USD' ? formatUsd : formatSsp;
  return amountIn(currency).refine((amount) => Math.abs(amount) <= most, {
    message: `The amount cannot be above ${format(most)}.`,
  });
}

/** Pounds for one dollar. */
export const poundsPositive = amountIn('SSP').refine((amount) => amount > 0, aboveZero);

const CURRENCY_WORD = /[a-z$]/i;

/** An amount whose currency is given in another field: a text that names a currency is refused. */
export const plainPositive = amountCodec(
  (text) => (CURRENCY_WORD.test(text) ? undefined : parseCents(text)),
  (text) => {
    const read = readCents(text, 'USD') ?? readCents(text, 'SSP');
    if (read === undefined) return ENTER_AMOUNT;
    return typeof read === 'string' && !CURRENCY_WORD.test(text)
      ? UNREAD[read]
      : 'Enter the amount without a currency, which is chosen beside it.';
  },
)
  .refine((amount) => amount > 0, aboveZero)
  // Too large in either currency; the exact limit depends on the other field.
  .refine((amount) => amount <= MAX_AMOUNT.SSP, { message: UNREAD.large });
