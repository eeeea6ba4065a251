import { z } from 'zod';

// Control characters that nobody types on purpose and that break files and terminals, except tabs and line ends; and
// direction marks, which can disguise a name.
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Most texts: printable ASCII without outer spaces, which needs no normalisation. */
const PLAIN = /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/;

/**
 * The maximum number of marks on one letter (Unicode's stream-safe text format; no script needs more). NFC sorts the
 * marks of a letter in quadratic time: half a megabyte of them took minutes.
 */
const MAX_MARKS = 30;
const MARKS = /\p{M}+/gu;

function withoutPiledMarks(text: string): string {
  return text.replace(MARKS, (marks) =>
    marks.length > MAX_MARKS ? [...marks].slice(0, MAX_MARKS).join('') : marks,
  );
}

/**
 * Normalises every text that enters the product: NFC, CRLF to LF, no control or direction characters, no lone
 * surrogates, at most 30 marks on a letter, trimmed. Runs in linear time.
 */
export function normaliseText(input: string): string {
  if (PLAIN.test(input)) return input;
  // Controls first: removing them can bring a letter and its accent, or CR and LF, together.
  const text = input
    .toWellFormed()
    .replace(CONTROLS, '')
    .replace(/\r\n?|\u0085/g, '\n');
  // Before and after, because NFC decomposes some marks into two.
  return withoutPiledMarks(withoutPiledMarks(text).normalize('NFC')).trim();
}

/** Maximum length of an amount, number, date, telephone number, choice, or yes or no. */
const MAX_VALUE_LENGTH = 100;

/**
 * The trimmed text, or undefined if it is too long for an amount, number, date, telephone number, choice, or yes or no.
 * Call it before matching such a value against a pattern.
 */
export function valueText(input: string): string | undefined {
  const text = input.trim();
  return text.length <= MAX_VALUE_LENGTH ? text : undefined;
}

/** White space and invisible letters: joiners, fillers, selectors, the empty Braille cell. */
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The visible characters of a text: '' for a name of invisible letters. */
export function visiblePart(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Characters that end a line, or that some programs treat so. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** As `normaliseText`, with a space for line breaks and tabs, which would break tables and line-based files. */
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

/** Accepted length before normalisation, which removes spaces and control characters. */
const roomFor = (max: number) => 4 * max + 1000;
/** A copy that does not keep the long text alive that it was cut from, for use as a long-lived map key. */
export function detachedCopy(text: string): string {
  return ` ${text}`.slice(1);
}

/** The letters and digits of a text: 'Customer ID', 'customer_id' and 'customerID' are one header. */
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

/** A required single-line text of at most `max` characters; `label` names it in messages. */
export function requiredText(label: string, max = 200) {
  return textOf(oneLine, 1, max, label);
}

/** A single-line text that may be empty. */
export function optionalText(label: string, max = 500) {
  return textOf(oneLine, 0, max, label);
}

/** As `requiredText`, with line breaks: a reason. */
export function requiredLines(label: string, max = 500) {
  return textOf(normaliseText, 1, max, label);
}

/** As `optionalText`, with line breaks: notes. */
export function optionalLines(label: string, max = 500) {
  return textOf(normaliseText, 0, max, label);
}

/** An integer that may be sent as text ('50', ' 50 ', 50). */
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

/** The version of a record that a change is based on; a stale one is refused. */
export const recordVersion = wholeNumber('The version', 1).optional();

const YES = ['true', '1', 'yes', 'y', 'on'];
const NO = ['false', '0', 'no', 'n', 'off', ''];

/** A boolean, or a text that stands for one. */
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

/** The id of a record in a path or a body, from 1. */
export const recordId = wholeNumber('The id', 1, 999_999_999_999_999);

/** The parameters of an address such as `/api/customers/:id`. */
export const idParams = z.object({ id: recordId });
