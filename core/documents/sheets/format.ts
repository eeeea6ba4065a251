/** How a format shows a number: all but the first make it a date or time instead of an amount. */
export type NumberShape = 'number' | 'date' | 'datetime' | 'time' | 'elapsed';

/** The properties of a number format (ECMA-376 part 1, 18.8.31) that decide what a number means. */
export interface NumberFormat {
  shape: NumberShape;
  /** The currency shown next to the number, as a person would type it: before it ('SSP ') or after it (' kr'). */
  before: string;
  after: string;
  /** For a format of zeros, which shows 7 as 00007 or C-0007: its text, with a null for each digit. */
  digits: readonly (string | null)[] | undefined;
}

const PLAIN: NumberFormat = { shape: 'number', before: '', after: '', digits: undefined };

/** Excel allows 255 characters. */
const MAX_FORMAT = 1_024;
/** A file has a few dozen formats. */
const MAX_REMEMBERED = 5_000;

const remembered = new Map<string, NumberFormat>();

/** Parses a number format: its text if the file has one, else its built-in number. */
export function numberFormat(text: string | undefined, id = 0): NumberFormat {
  if (text === undefined) return { ...PLAIN, shape: builtInShape(id) };
  const known = remembered.get(text);
  if (known) return known;
  const format = readFormat(text.slice(0, MAX_FORMAT));
  if (remembered.size < MAX_REMEMBERED) remembered.set(text, format);
  return format;
}

/** Built-in formats, which have no text in the file (ECMA-376 part 1, 18.8.30). */
function builtInShape(id: number): NumberShape {
  if (id === 22) return 'datetime';
  if (id === 46) return 'elapsed';
  if ((id >= 18 && id <= 21) || id === 45 || id === 47 || id === 32 || id === 33) return 'time';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  return 'number';
}

function readFormat(text: string): NumberFormat {
  const sections = sectionsOf(text);
  const shape = shapeOf(codesOf(sections[0]!));
  if (shape !== 'number') return { ...PLAIN, shape };
  // Another currency takes precedence over a dollar in another section.
  const currencies = sections.slice(0, NUMERIC_SECTIONS).flatMap((one) => currencyOf(one) ?? []);
  const currency = currencies.find(({ before }) => before !== '$') ?? currencies[0];
  if (currency) return { ...PLAIN, ...currency };
  return { ...PLAIN, digits: digitsOf(sections[0]!) };
}

/** The fourth section is for texts. */
const NUMERIC_SECTIONS = 3;

/** A part of a format: literal text, or the code of digits, dates and the like. */
type Piece = { literal: string; isSymbol: boolean } | { code: string };
type Section = Piece[];

const ELAPSED = new Set('hms');

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [[]];
  const add = (piece: Piece) => sections.at(-1)!.push(piece);
  const addLiteral = (literal: string, isSymbol = false) => add({ literal, isSymbol });
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at]!;
    if (one === ';') sections.push([]);
    else if (one === '"') {
      const end = endOf(text, '"', at + 1);
      addLiteral(text.slice(at + 1, end));
      at = end;
    } else if (one === '\\') {
      at += 1;
      addLiteral(text[at] ?? '');
    } else if (one === '_' || one === '*') {
      at += 1;
    } else if (one === '[') {
      const end = endOf(text, ']', at + 1);
      const inside = text.slice(at + 1, end).toLowerCase();
      if (inside.startsWith('$')) addLiteral(symbolOf(text.slice(at + 2, end)), true);
      else if (ELAPSED.has(inside[0]!) && inside === inside[0]!.repeat(inside.length)) {
        add({ code: `[${inside}]` });
      }
      at = end;
    } else if (/\p{Sc}/u.test(one)) addLiteral(one);
    else add({ code: one.toLowerCase() });
  }
  return sections;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length : end;
}

/** The text shown for '[$SSP-409]', without the language number; empty for '[$-409]'. */
function symbolOf(inside: string): string {
  const dash = inside.lastIndexOf('-');
  return dash === -1 ? inside : inside.slice(0, dash);
}

function codesOf(section: Section): string {
  return section.map((piece) => ('code' in piece ? piece.code : '')).join('');
}

function shapeOf(codes: string): NumberShape {
  if (codes.includes('general') || codes.includes('standard')) return 'number';
  if (codes.includes('[')) return 'elapsed';
  const time = /[hs]/.test(codes);
  const date = /[yd]|mmm/.test(codes) || (codes.includes('m') && !time);
  if (date) return time ? 'datetime' : 'date';
  return time ? 'time' : 'number';
}

const DOLLARS = new Set(['$', 'US$', '$US', 'USD', 'USD$', '$USD', 'DOLLAR', 'DOLLARS']);
/** Names of currencies in use next to their codes, in South Sudan and its neighbours. */
const CURRENCY_NAMES = [
  ...['POUND', 'POUNDS', 'STERLING', 'EURO', 'EUROS', 'SHILLING', 'SHILLINGS', 'SH', 'SHS'],
  ...['KSH', 'KSHS', 'USH', 'USHS', 'UGSH', 'TSH', 'TSHS', 'BIRR', 'BR', 'DINAR', 'DINARS'],
  ...['FRANC', 'FRANCS', 'FR', 'RAND', 'RIYAL', 'RIYALS', 'DIRHAM', 'DIRHAMS', 'YUAN', 'KR', 'LE'],
];
const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), 'SSP', ...CURRENCY_NAMES]);

/** The currency that a section shows next to the number: '$' for the dollar, else the text shown. */
function currencyOf(section: Section): Pick<NumberFormat, 'before' | 'after'> | undefined {
  const first = section.findIndex((piece) => 'code' in piece && /[0#?g]/.test(piece.code));
  const at = first === -1 ? section.length : first;
  const before = shownText(section.slice(0, at));
  const after = shownText(section.slice(at));
  const words = [...wordsOf(before.text), ...wordsOf(after.text)];
  const symbols = [...before.symbols, ...after.symbols].flatMap(wordsOf);
  const named = words.filter((word) => CURRENCIES.has(word) || /\p{Sc}/u.test(word));
  const found = [...symbols, ...named];
  if (!found.some((word) => !DOLLARS.has(word))) {
    const dollars = found.length > 0 || words.some((word) => DOLLARS.has(word));
    return dollars ? { before: '$', after: '' } : undefined;
  }
  return {
    before: /\p{L}$/u.test(before.text) ? `${before.text} ` : before.text,
    after: /^\p{L}/u.test(after.text) ? ` ${after.text}` : after.text,
  };
}

/** Some programs show unquoted letters in a number's code as text: EUR 0.00. */
const CODE_WORDS = new Set(['e', 'general', 'standard']);

/** The literal texts of a section, without surrounding brackets, signs and spaces. */
function shownText(pieces: Section): { text: string; symbols: string[] } {
  let text = '';
  let letters = '';
  const symbols: string[] = [];
  const flush = () => {
    if (!CODE_WORDS.has(letters)) text += letters.toUpperCase();
    letters = '';
  };
  for (const piece of pieces) {
    if ('code' in piece) {
      if (/[a-z]/.test(piece.code)) letters += piece.code;
      else {
        flush();
        text += ' ';
      }
      continue;
    }
    flush();
    text += piece.literal;
    if (piece.isSymbol) symbols.push(piece.literal);
  }
  flush();
  const words = text.replace(/[()+-]/g, ' ').split(/\s/);
  return { text: words.filter(Boolean).join(' '), symbols };
}

/** Runs of letters and currency signs, in capitals: 'K.Sh. per month' gives KSH, PER and MONTH. */
function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll('.', '')
      .toUpperCase()
      .match(/[\p{L}\p{Sc}]+/gu) ?? []
  );
}

/** Characters that a format of zeros shows without quoting. */
const BARE = new Set(' -()+');

/** The text of a format that shows an identifier: zero padding, or letters before a number. */
function digitsOf(section: Section): NumberFormat['digits'] {
  const digits: (string | null)[] = [];
  let zeros = 0;
  for (const piece of section) {
    if ('literal' in piece) digits.push(piece.literal);
    else if (piece.code === '0') {
      zeros += 1;
      digits.push(null);
    } else if (BARE.has(piece.code)) digits.push(piece.code);
    else if (piece.code !== '#' || zeros > 0) return undefined;
  }
  const prefix = digits.slice(0, digits.indexOf(null)).join('');
  return zeros > 1 || (zeros === 1 && /\p{L}/u.test(prefix)) ? digits : undefined;
}

/** Formats a number, given in plain digits: with its currency, or zero-padded. */
export function shownNumber(text: string, format: NumberFormat): string {
  const { before, after, digits } = format;
  const sign = text.startsWith('-') ? '-' : '';
  const number = sign === '' ? text : text.slice(1);
  if (digits === undefined) {
    return before === '' && after === '' ? text : `${sign}${before}${number}${after}`;
  }
  // A fraction is an amount and is not rounded to the format.
  if (number.includes('.')) return text;
  let left = number;
  let shown = '';
  const first = digits.indexOf(null);
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    const piece = digits[at]!;
    if (piece !== null) shown = piece + shown;
    else if (at === first) shown = (left || '0') + shown;
    else {
      shown = (left.at(-1) ?? '0') + shown;
      left = left.slice(0, -1);
    }
  }
  return sign + shown;
}
