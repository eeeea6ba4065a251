import {
  amountEvidence,
  type Evidence,
  ONE_POINT_GROUP,
  type Reading,
  readAmount,
} from '../../kernel/amounts-typed.ts';
import { addDays, dateText, type IsoDate, isIsoDate, isoDate } from '../../kernel/dates.ts';
import { valueText } from '../../kernel/text.ts';
import type { ImportField } from '../fields/rules.ts';
import { choiceKey, nearestChoice } from './rules-similar.ts';

const NUMERIC_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;
const NAMED_MONTH = /^(?:(\d{1,2})[ -]([a-z]+)\.?|([a-z]+)\.? (\d{1,2})),?[ -](\d{4}|\d{2})$/i;
const TIME_OF_DAY = /[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date of a text such as '21/11/2026 00:00'; an ISO instant is kept, since its date depends on the zone. */
function withoutTime(text: string): string {
  return text.trim().replace(TIME_OF_DAY, '');
}

function dateEvidence(text: string): Evidence {
  const match = NUMERIC_DATE.exec(withoutTime(text));
  if (!match) return undefined;
  const [first, second] = [Number(match[1]), Number(match[3])];
  if (first === second) return undefined;
  if (first > 12) return second > 12 ? undefined : 'usual';
  return second > 12 ? 'other' : 'either';
}

function assemble(year: string, month: string | number, day: string): IsoDate | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDate(text) ? text : undefined;
}

/** The year of '31-Jan-26', as Excel writes it; two digits from 70 are years of the last century. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) < 70 ? `20${year}` : `19${year}`;
}

const SERIAL = /^\d{5}(?:\.\d{1,10})?$/;
/** 1 January 1970 and 31 December 2099 as spreadsheets count days. */
const SERIALS = { first: 25_569, last: 73_050 };
const SERIAL_EPOCH = isoDate('1970-01-01');

/** The day of a number by which a spreadsheet stores a date, where the cell has lost its format; of 1970 to 2099. */
export function serialDate(text: string): IsoDate | undefined {
  const number = text.trim();
  if (number.length > 16 || !SERIAL.test(number)) return undefined;
  const days = Math.floor(Number(number));
  return days < SERIALS.first || days > SERIALS.last
    ? undefined
    : addDays(SERIAL_EPOCH, days - SERIALS.first);
}

/** Parses a date in a notation of spreadsheets, or returns undefined. A year has four digits, or two after a named month. */
export function readDate(text: string, reading: Reading): IsoDate | undefined {
  const day = withoutTime(text);
  if (isIsoDate(day)) return day;
  const numeric = NUMERIC_DATE.exec(day);
  if (numeric) {
    const [, first, , second, year] = numeric;
    return reading === 'usual'
      ? assemble(year!, second!, first!)
      : assemble(year!, first!, second!);
  }
  const yearFirst = YEAR_FIRST.exec(day);
  if (yearFirst) return assemble(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!);
  const named = NAMED_MONTH.exec(day);
  if (named) {
    const name = (named[2] ?? named[3]!).toLowerCase();
    const month = name.length >= 3 ? MONTHS.indexOf(name.slice(0, 3)) + 1 : 0;
    return month === 0 ? undefined : assemble(fullYear(named[5]!), month, named[1] ?? named[4]!);
  }
  const serial = serialDate(text);
  if (serial) return serial;
  const result = dateText.safeDecode(text);
  return result.success ? result.data : undefined;
}

const SIDE = /^(.*\d\)?) *\(?(cr|dr)\.?\)?$/i;

/** As `readAmount`, with the sign of CR or DR behind it where the field knows them. */
function readSidedAmount({ sides }: ImportField, text: string, reading: Reading): string {
  const match = sides && SIDE.exec(text.trim());
  const sign = match && sides?.[match[2]!.toLowerCase() as 'cr' | 'dr'];
  if (!sign) return readAmount(text, reading);
  const amount = readAmount(match[1]!, reading);
  // '(35.00) CR' is one credit, not its opposite.
  return sign > 0 || amount.startsWith('-') ? amount : `-${amount}`;
}

const UNIT = /mb(?:ps|\/s|it\/s)$/i;

function withoutUnit(text: string): string {
  return text.trim().replace(UNIT, '').trimEnd();
}

/** For a whole number: '1.000' is a thousand if points separate thousands, else one. */
function wholeEvidence(text: string): Evidence {
  const number = withoutUnit(text);
  if (!ONE_POINT_GROUP.test(number)) return amountEvidence(number);
  return number.endsWith('.000') ? 'either' : 'other';
}

/** '1,000', '50.0' and '50 Mbps' as whole numbers; in the other reading, '1.000' and '50,0'. */
export function readWhole(text: string, reading: Reading): string {
  const number = withoutUnit(text);
  return (reading === 'other' ? readAmount(number, reading) : number)
    .replace(
      /^(\d{1,3})((?:,\d{3})+)(?=\.0*$|$)/,
      (_, head: string, rest: string) => head + rest.replaceAll(',', ''),
    )
    .replace(/^(\d+)\.0*$/, '$1');
}

export function readChoice(
  text: string,
  { choices = [], synonyms = {} }: Pick<ImportField, 'choices' | 'synonyms'>,
): string | undefined {
  const key = choiceKey(text);
  const choice = choices.find((candidate) => choiceKey(candidate) === key);
  if (choice !== undefined) return choice;
  const synonym = Object.keys(synonyms).find((candidate) => choiceKey(candidate) === key);
  return synonym === undefined ? undefined : synonyms[synonym];
}

/** Characters that a shell does not change between double quotes. */
const PLAIN_VALUE = /^[\p{L}\p{M}\p{N} .,:;/()&#%+*?@_-]+$/u;
const PLACEHOLDERS = {
  choice: 'CHOICE',
  amount: 'AMOUNT',
  whole: 'NUMBER',
  date: 'DATE',
  text: 'TEXT',
} as const;

/**
 * The option that replaces all cells of this text: by a choice, or by a number or date instead of a word. Empty for a
 * text that a shell would change.
 */
export function replacementOption(field: ImportField, text: string): string {
  const value = text.trim();
  if (field.kind === 'text' || value === '' || value.length > MAX_QUOTED) return '';
  if (!PLAIN_VALUE.test(value) || (field.kind !== 'choice' && /\d/.test(value))) return '';
  const wanted = field.kind === 'choice' ? nearestChoice(value, field) : undefined;
  return ` Mend it with --value "${field.name}.${value}=${wanted ?? PLACEHOLDERS[field.kind]}".`;
}

/** The result of a failed formula in its cell, in a spreadsheet or in a .csv saved from one. */
const SHEET_ERROR =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA)$/;

/** Whether cells of a field can be read in two ways. */
export function isAmbiguous({ kind }: ImportField): boolean {
  return kind === 'date' || kind === 'amount' || kind === 'whole';
}

/** What a cell says about its column's notation; undefined if there is only one. */
export function evidenceOf(field: ImportField, text: string): Evidence {
  if (field.kind === 'text' || valueText(text) === undefined) return undefined;
  if (field.kind === 'date') return dateEvidence(text);
  if (field.kind === 'amount') return amountEvidence(text);
  if (field.kind === 'whole') return wholeEvidence(text);
  return undefined;
}

const MAX_QUOTED = 40;
/** Enough for MAX_QUOTED characters and the spaces between them. */
const MAX_QUOTED_INPUT = 500;

/** A cell in a message: on one line, and truncated if long. */
export function quoted(text: string): string {
  const letters = [...text.trim().slice(0, MAX_QUOTED_INPUT).replace(/\s+/g, ' ')];
  return letters.length > MAX_QUOTED
    ? `${letters.slice(0, MAX_QUOTED - 1).join('')}…`
    : letters.join('');
}

/** The schema's message for an amount or a whole number, with the value: 'Enter an amount above zero; it says 0.' */
export function withValue(field: ImportField, message: string, text: string): string {
  if (field.kind !== 'amount' && field.kind !== 'whole') return message;
  return `${message.replace(/\.$/, '')}; it says ${quoted(text)}.`;
}

/** The result for a cell that is too long for its kind; the schema refuses amounts and numbers. */
function longCell(field: ImportField, text: string): { text: string } | { problem: string } {
  if (field.kind === 'date') return { problem: noDate(text) };
  if (field.kind === 'choice') return { problem: unknownChoice(field, text) };
  return { text };
}

function noDate(text: string): string {
  return `${quoted(text)} is no date; enter one such as 2026-11-21.`;
}

function unknownChoice({ choices = [] }: ImportField, text: string): string {
  return `"${quoted(text)}" is unknown. Choose one of: ${choices.join(', ')}.`;
}

/** The text for the schema, or the problem of the cell. */
export function readCell(
  field: ImportField,
  text: string,
  reading: Reading,
): { text: string } | { problem: string } {
  const value = valueText(text);
  // In a text field it could replace a known customer's name.
  if (value !== undefined && SHEET_ERROR.test(value))
    return { problem: `The sheet has an error here: ${value}.` };
  // No pattern is matched against a long cell: the schema refuses it.
  if (value === undefined) return field.kind === 'text' ? { text } : longCell(field, text);
  if (field.kind === 'amount') return { text: readSidedAmount(field, text, reading) };
  if (field.kind === 'whole') return { text: readWhole(text, reading) };
  if (field.kind === 'date') {
    const date = readDate(text, reading);
    if (date) return { text: date };
    return readDate(text, reading === 'usual' ? 'other' : 'usual')
      ? {
          problem: `${text.trim()} has the ${reading === 'usual' ? 'month' : 'day'} first, unlike the other dates of its column.`,
        }
      : { problem: noDate(text) };
  }
  if (field.kind === 'choice') {
    const choice = readChoice(text, field);
    return choice === undefined ? { problem: unknownChoice(field, text) } : { text: choice };
  }
  return { text };
}

/** The warning about a number in a column of dates; it may be the wrong column. */
export function serialWarning({ name }: ImportField, text: string): string {
  return `${name}: ${text.trim()} is a number; it and others like it were read as the days that a spreadsheet counts (${serialDate(text)}).`;
}

/** The warning if nothing in the column decides how to read a cell. */
export function readingWarning(field: ImportField, text: string, reading: Reading): string {
  const ways = {
    date: `with the ${reading === 'usual' ? 'day' : 'month'} first`,
    number: `with a decimal ${reading === 'usual' ? 'point' : 'comma'}`,
  };
  const cell = readCell(field, text, reading);
  const read = 'text' in cell ? ` (${cell.text})` : '';
  const way = field.kind === 'date' ? ways.date : ways.number;
  return `${field.name}: ${text.trim()} can be read in two ways; it and the others were read ${way}${read}.`;
}
