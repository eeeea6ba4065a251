import { z } from 'zod';

// Controls that no person types on purpose and that break files and terminals; tab and line ends stay. With them go
// those that turn the direction of writing: they make a name look like another one.
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Most texts: printable ASCII without a blank at either end, which nothing below changes. */
const PLAIN = /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/;

/**
 * More marks on one letter than any script writes (30, the limit of Unicode's stream-safe text format). NFC sorts the
 * marks of a letter, in a time that grows with the square of their number: half a megabyte of them took minutes.
 */
const MAX_MARKS = 30;
const MARKS = /\p{M}+/gu;

function withoutPiledMarks(text: string): string {
  return text.replace(MARKS, (marks) =>
    marks.length > MAX_MARKS ? [...marks].slice(0, MAX_MARKS).join('') : marks,
  );
}

/**
 * NFC, CRLF to LF, no controls (also of direction), no lone surrogates, at most 30 marks on a letter, trimmed: how every text
 * enters the product. Its time grows with the length of the text alone.
 */
export function normaliseText(input: string): string {
  if (PLAIN.test(input)) return input;
  // Controls go first: without them a letter may meet its accent, and a CR its LF.
  const text = input
    .toWellFormed()
    .replace(CONTROLS, '')
    .replace(/\r\n?|\u0085/g, '\n');
  // Before and after, since NFC takes some marks apart into two.
  return withoutPiledMarks(withoutPiledMarks(text).normalize('NFC')).trim();
}

/** Longest text that is read as an amount, a number, a date, a telephone number, a choice, or as yes or no. */
const MAX_VALUE_LENGTH = 100;

/**
 * The text without the blanks around it, or undefined where it is too long for an amount, a number, a date, a telephone
 * number, a choice, or yes or no. Whatever reads one of these asks here before it tries a pattern.
 */
export function valueText(input: string): string | undefined {
  const text = input.trim();
  return text.length <= MAX_VALUE_LENGTH ? text : undefined;
}

/** Blanks, and letters that show nothing: joiners, fillers, selectors, the empty Braille cell. */
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** What a reader sees of a text, without the blanks between: '' for a name of invisible letters. */
export function visiblePart(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** What ends a line or jumps across it, in a text file or in some reader of one. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** As `normaliseText`, with a space for line breaks and tabs: a name of two lines breaks tables, and files read by line. */
export function oneLine(input: string): string {
  return PLAIN.test(input) ? input : normaliseText(input.replace(BREAKS, ' '));
}

/** The form in which texts are compared and searched: normalised and lower-cased. */
export function searchKey(...parts: readonly string[]): string {
  return parts
    .map((part) => normaliseText(part).toLowerCase())
    .filter(Boolean)
    .join(' ');
}

/** How much longer than allowed a text may arrive, for the blanks and controls that are taken away. */
const roomFor = (max: number) => 4 * max + 1000;
/**
 * A copy that does not keep alive the long text it was cut from: for a text that outlives, in a map, the file it came
 * from.
 */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

/** Letters and digits of a text alone: 'Customer ID', 'customer_id' and 'customerID' are one header. */
export function headerKey(header: string): string {
  return searchKey(header).replace(/[^\p{L}\p{N}]+/gu, '');
}

const textOf = (normalise: (input: string) => string, min: number, max: number, label: string) =>
  z.codec(z.union([z.string(), z.number()]), z.string(), {
    decode: (input, payload) => {
      const text = String(input);
      const value = text.length > roomFor(max) ? undefined : normalise(text);
      if (value === undefined || (value.length > max && [...value].length > max)) {
        payload.issues.push({
          code: 'custom',
          message: `${label} can have at most ${max} characters.`,
          input,
        });
        return z.NEVER;
      }
      if (value.length < min) {
        payload.issues.push({ code: 'custom', message: `${label} is required.`, input });
        return z.NEVER;
      }
      if (min > 0 && !PLAIN.test(value) && visiblePart(value) === '') {
        const message = `${label} needs at least one letter that can be seen.`;
        payload.issues.push({ code: 'custom', message, input });
        return z.NEVER;
      }
      return value;
    },
    encode: (value) => value,
  });

/** A required text of one line and at most `max` characters; `label` names it in messages. */
export function requiredText(label: string, max = 200) {
  return textOf(oneLine, 1, max, label);
}

/** A text of one line that may be empty. */
export function optionalText(label: string, max = 500) {
  return textOf(oneLine, 0, max, label);
}

/** As `requiredText`, of lines that stay apart: a reason. */
export function requiredLines(label: string, max = 500) {
  return textOf(normaliseText, 1, max, label);
}

/** As `optionalText`, of lines that stay apart: notes. */
export function optionalLines(label: string, max = 500) {
  return textOf(normaliseText, 0, max, label);
}

/** A whole number that may come as text ('50', ' 50 ', 50). */
export function wholeNumber(label: string, min = 0, max = 1_000_000_000) {
  return z.codec(z.union([z.number(), z.string()]), z.number(), {
    decode: (input, payload) => {
      const text = valueText(String(input)) ?? '';
      const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (!Number.isSafeInteger(value) || value < min || value > max) {
        payload.issues.push({
          code: 'custom',
          message: `${label} must be a whole number from ${min} to ${max}.`,
          input,
        });
        return z.NEVER;
      }
      return value;
    },
    encode: (value) => value,
  });
}

const YES = ['true', '1', 'yes', 'y', 'on'];
const NO = ['false', '0', 'no', 'n', 'off', ''];

/** true/false as a boolean or as text. */
export const yesNo = z.codec(z.union([z.boolean(), z.string()]), z.boolean(), {
  decode: (input, payload) => {
    if (typeof input === 'boolean') return input;
    const text = valueText(input)?.toLowerCase();
    if (text !== undefined && YES.includes(text)) return true;
    if (text !== undefined && NO.includes(text)) return false;
    payload.issues.push({ code: 'custom', message: 'Answer yes or no.', input });
    return z.NEVER;
  },
  encode: (value) => value,
});

/** A record's number in a path or a body, 1 and up. */
export const recordId = wholeNumber('The id', 1, 999_999_999_999_999);
