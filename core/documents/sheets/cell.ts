import { type NumberFormat, type NumberShape, shownNumber } from './format.ts';

const SECONDS_PER_DAY = 86_400;
const LAST_SERIAL = 2_958_465; // 9999-12-31
const DAYS_1900_TO_1904 = 1_462;
/** Excel treats 1900 as a leap year: its day 60 does not exist, and earlier days are off by one. */
const FALSE_LEAP_DAY = 60;
const DAY_ZERO = Date.UTC(1899, 11, 30);

const PLAIN_INTEGER = /^(0|-?[1-9]\d*)$/;
const SHORT_DECIMAL = /^-?(0|[1-9]\d{0,11})\.\d{0,2}[1-9]$/;

/**
 * A number as a person would type it. `raw` is the file's text for it: '29.850000000000001' becomes 29.85. Uses fifteen
 * digits, the precision of spreadsheets; a longer integer is left unchanged, since it is an identifier, not an amount.
 */
function numberText(raw: string): string | undefined {
  if (PLAIN_INTEGER.test(raw) || SHORT_DECIMAL.test(raw)) return raw;
  const value = Number(raw);
  if (!Number.isFinite(value) || raw.trim() === '') return undefined;
  return decimalText(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));
}

function decimalText(value: number): string {
  const text = String(value === 0 ? 0 : value);
  const [mantissa, exponent] = text.split('e');
  if (exponent === undefined || mantissa === undefined) return text;
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : `${digits.padEnd(point, '0').slice(0, point)}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
  return negative ? `-${plain}` : plain;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function clockText(seconds: number): string {
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

function dayText(day: number): string {
  return new Date(DAY_ZERO + day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10);
}

/**
 * Converts a serial number to the date that a spreadsheet shows, to the second; undefined where it shows none (before
 * its calendar, after the year 9999, 1900-02-29). A time that the format hides is left out.
 */
function serialText(
  serial: number,
  shape: Exclude<NumberShape, 'number'>,
  is1904: boolean,
): string | undefined {
  if (!Number.isFinite(serial) || serial < 0) return undefined;
  const total = Math.round(serial * SECONDS_PER_DAY);
  const days = Math.floor(total / SECONDS_PER_DAY);
  const seconds = total % SECONDS_PER_DAY;
  if (shape === 'elapsed' || (shape === 'time' && days === 0)) return clockText(total);
  const day = days + (is1904 ? DAYS_1900_TO_1904 : 0);
  if (day > LAST_SERIAL || day < 1 || day === FALSE_LEAP_DAY) return undefined;
  const date = dayText(day < FALSE_LEAP_DAY ? day + 1 : day);
  return shape === 'date' || seconds === 0 ? date : `${date} ${clockText(seconds)}`;
}

/** A numeric cell as an amount or an instant, depending on its format. Undefined when `raw` is not a number. */
export function numericCell(
  raw: string,
  format: NumberFormat,
  is1904: boolean,
): string | undefined {
  const moment =
    format.shape === 'number' ? undefined : serialText(Number(raw), format.shape, is1904);
  if (moment !== undefined) return moment;
  const text = numberText(raw);
  return text === undefined ? undefined : shownNumber(text, format);
}

/** An ISO 8601 cell (type 'd'): '2026-01-05T00:00:00Z' becomes '2026-01-05'. Other text stays unchanged. */
export function isoCell(raw: string): string {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?)?$/.exec(raw);
  if (!parts) return raw;
  return parts[2] === undefined || parts[2] === '00:00:00' ? parts[1]! : `${parts[1]} ${parts[2]}`;
}
