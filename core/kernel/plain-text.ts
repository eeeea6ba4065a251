// What needs no schema library, which takes longer to load than a small file to read: the threads that read files load
// this alone.

// Control characters that nobody types on purpose and that break files and terminals, except tabs and line ends; and
// direction marks, which can disguise a name.
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Most texts: printable ASCII without outer spaces, which needs no normalisation. */
export const PLAIN = /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/;

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

/** A copy that does not keep the long text alive that it was cut from, for use as a long-lived map key. */
export function detachedCopy(text: string): string {
  return ` ${text}`.slice(1);
}

/** The letters and digits of a text: 'Customer ID', 'customer_id' and 'customerID' are one header. */
export function headerKey(header: string): string {
  return searchKey(header).replace(/[^\p{L}\p{N}]+/gu, '');
}
