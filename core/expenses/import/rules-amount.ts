import { amountEvidence, type Reading, readAmount } from '../../kernel/amounts-typed.ts';
import { type Cents, type Currency, parseCents, ZERO } from '../../kernel/money.ts';
import { latinDigits } from '../../kernel/phone.ts';
import { valueText } from '../../kernel/text.ts';

/** Digits before the dot of the largest amount that is read. */
const MAX_DIGITS = 14;
const TOO_LARGE = 'This amount is too large.';
const TOO_EXACT = 'Enter an amount with at most two decimals.';

export interface PastedAmount {
  /** Zero where the text could not be read. */
  amount: Cents;
  /** Whether a minus sign or brackets were dropped. */
  isMinus: boolean;
  /**
   * 'plain' as in 1,250.50; 'notation' for another notation of which there is no doubt, as 1.250,50; 'guess' for a number
   * among words, or with an exponent, whose last digits may be lost.
   */
  written: 'plain' | 'notation' | 'guess';
}

const DASHES = /[\u2010-\u2015\u2212\uFE63\uFF0D]/g;
const LEADING = /^[\s(-]+/;
const CURRENCY = { before: /^(?:US\$|\$|USD|SSP|£)/i, after: /(?:US\$|\$|USD|SSP|£)$/i };
const PLAIN = /^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?$/;
const EXPONENT = /^(\d{1,15})(?:[.,](\d{1,15}))?e\+?(\d{1,2})$/i;
const NUMBERS = /\d(?:[\d.,]*\d)?/g;

/** The text of an amount with the digits and the minus sign of a keyboard. */
function typed(raw: string): string {
  return latinDigits(valueText(raw) ?? '')
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', ',')
    .replace(DASHES, '-');
}

const isTrailing = (sign: string) => sign === ')' || sign === '-' || sign.trim() === '';

/** Without signs, brackets and blanks at both ends. */
function withoutEnds(text: string): string {
  const begun = text.replace(LEADING, '');
  let end = begun.length;
  while (end > 0 && isTrailing(begun[end - 1]!)) end -= 1;
  return begun.slice(0, end);
}

/** Without sign, brackets and the words of a currency around it. */
function bareAmount(text: string): string {
  const inside = withoutEnds(text);
  return withoutEnds(inside.replace(CURRENCY.before, '').replace(CURRENCY.after, ''));
}

/** How 1.234 is read: as most other amounts of the list are written, by default with a decimal point. */
export function readingOf(amounts: readonly (string | number)[]): Reading {
  let balance = 0;
  for (const raw of amounts) {
    const evidence = typeof raw === 'string' ? amountEvidence(bareAmount(typed(raw))) : undefined;
    if (evidence === 'other') balance += 1;
    else if (evidence === 'usual') balance -= 1;
  }
  return balance > 0 ? 'other' : 'usual';
}

function ofExponent(bare: string): string | undefined {
  const match = EXPONENT.exec(bare);
  if (!match) return undefined;
  const number = Number(`${match[1]}.${match[2] ?? '0'}e${match[3]}`);
  return Number.isSafeInteger(number) ? String(number) : undefined;
}

/** The only number of a text with other words; undefined where there is none, or several. */
function onlyNumber(bare: string): string | undefined {
  const numbers = bare.match(NUMBERS) ?? [];
  return numbers.length === 1 ? numbers[0] : undefined;
}

/**
 * The amount of a pasted line in a currency, read as files are read (decision 76): the sign is dropped and told, a decimal
 * comma is one, and what no amount can be told from is 0, so that the line is not recorded with a wrong one.
 */
export function readPastedAmount(
  raw: string | number,
  currency: Currency,
  reading: Reading,
): PastedAmount | { problem: string } {
  const text = typed(String(raw));
  const isMinus = /[-()]/.test(text);
  const bare = bareAmount(text);
  if (typeof raw === 'number' && Math.abs(raw) >= 10 ** MAX_DIGITS) return { problem: TOO_LARGE };
  const unread: PastedAmount = { amount: ZERO, isMinus, written: 'guess' };
  const of = (number: string, written: PastedAmount['written']) => {
    const amount = parseCents(number, currency);
    return amount === undefined || amount < 0 ? undefined : { amount, isMinus, written };
  };
  if (!/\d/.test(bare)) return unread;
  const isEitherWay = amountEvidence(bare) === 'either' && reading === 'other';
  if (PLAIN.test(bare) && !isEitherWay) {
    const [whole = '', decimals = ''] = bare.replaceAll(',', '').split('.');
    if (whole.replace(/^0+/, '').length > MAX_DIGITS) return { problem: TOO_LARGE };
    return of(bare, 'plain') ?? (decimals.length > 2 ? { problem: TOO_EXACT } : unread);
  }
  const number = of(readAmount(bare, reading), 'notation');
  if (number) return number;
  const guess = ofExponent(bare) ?? onlyNumber(bare);
  return (guess && of(readAmount(guess, reading), 'guess')) || unread;
}
