import { valueText } from './plain-text.ts';

/** South Sudanese telephone numbers, stored as '+211' and nine digits. Pure text, so that the WiFi page reads it too. */

/** seeds/002 5. */
export const PHONE_MESSAGE = 'Please enter a valid South Sudan phone number';

const ZEROS = { arabic: 0x660, persian: 0x6f0, wide: 0xff10 };
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g;

/** Arabic, Persian and full-width digits as those of a telephone's keys. */
export function latinDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const code = digit.charCodeAt(0);
    const { arabic, persian, wide } = ZEROS;
    return String(code - (code >= wide ? wide : code >= persian ? persian : arabic));
  });
}

// Direction marks come with numbers that are copied from Arabic texts.
const IGNORED = /[\s\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const HYPHENS = /[\u2010-\u2015\u2212\uFE63\uFF0D]/g;
/** What a spreadsheet adds to a number, 211977123456.0, or the end of a sentence. */
const DECIMALS = /^(\+?\d{1,20})\.0{0,10}$/;
/** Between groups of two digits and more. Points only behind a prefix: 10.10.100.12 is an address of a network. */
const HYPHENATED = /(\d)-(?=\d\d)/g;
const POINTED = /(\d)\.(?=\d\d)/g;
/** Nine digits with 0 before them, or with the country code, which 0 may follow. */
const NUMBER = /^(?:(?:\+|00)?2110?|0)?(\d{9})$/;

/** The digits of a number with its prefix, without what people and programs write between and around them. */
function digitsOf(input: string): string {
  const text = latinDigits(valueText(input) ?? '')
    .replace(IGNORED, '')
    .replace(/^tel:/i, '')
    .replaceAll('\uFF0B', '+')
    .replace(HYPHENS, '-')
    .replace(DECIMALS, '$1')
    .replace(/[()]/g, '')
    .replace(HYPHENATED, '$1');
  return /^[+0]/.test(text) ? text.replace(POINTED, '$1') : text;
}

/**
 * A South Sudanese number in its stored form, '+211' and nine digits; undefined for anything else. Accepts what the
 * specification's rule does (seeds/002 5: an optional +211 or 0, then nine digits, spaces ignored) and the other
 * spellings of the same number: 211977123456, 00211977123456, +211 (0)977-123-456, 211977123456.0, and Arabic, Persian
 * and full-width digits (decision 75).
 */
export function parsePhone(input: string): string | undefined {
  const match = NUMBER.exec(digitsOf(input));
  return match ? `+211${match[1]}` : undefined;
}

/** Whether a text has the country code 211, so that it can be no number of another country. */
const INTERNATIONAL = /^(?:\+|00)?2110?\d{9}$/;

/**
 * A telephone number of somebody who may be abroad: a South Sudanese one with the country code in its stored form,
 * any other text as it is, with digits of a telephone's keys (decision 75).
 */
export function contactNumber(text: string): string {
  const digits = digitsOf(text);
  return INTERNATIONAL.test(digits) ? parsePhone(digits)! : latinDigits(text);
}

/** As dialled inside the country: '0977123456'. Any other text stays unchanged. */
export function dialled(phone: string): string {
  return /^\+211\d{9}$/.test(phone) ? `0${phone.slice(4)}` : phone;
}

/**
 * As people write it: '0977 123 456'; any other text stays unchanged. In a spreadsheet the '+' of the stored form would
 * start a formula.
 */
export function localPhone(phone: string): string {
  return phone.replace(/^\+211(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');
}
