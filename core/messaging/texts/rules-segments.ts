import {
  PART_SIZES,
  type SmsAlphabet,
  type SmsEncoding,
  septetsOf,
  splitSms,
} from '../../kernel/sms-text.ts';
import { normaliseText, oneLine } from '../../kernel/text.ts';

export interface ForeignCharacter {
  character: string;
  /** Where it stands, in characters from 1. */
  at: number;
  /** For the user: 'the curly quote ’'. */
  label: string;
}

export interface SmsSize {
  encoding: SmsEncoding;
  /** Used septets or UTF-16 units. */
  units: number;
  parts: number;
  /** Units of one part at this number of parts. */
  perPart: number;
  /** Units that still fit into the last part. */
  left: number;
  /** The first character that makes the text UCS-2. */
  because: ForeignCharacter | undefined;
}

/** A typed text as it is kept, for counters: normalised and trimmed, on one line unless line breaks are kept (schema.ts). */
export function keptText(text: string, hasLines: boolean): string {
  return hasLines ? normaliseText(text) : oneLine(text);
}

/** The size of a text as SMS, for counters and costs. */
export function smsSize(text: string, alphabet: SmsAlphabet = 'gsm'): SmsSize {
  const { encoding, units, parts } = splitSms(text, alphabet);
  const { single, joined } = PART_SIZES[encoding];
  const perPart = parts.length === 1 ? single : joined;
  const last = splitSms(parts.at(-1)!, alphabet);
  // A last part of GSM characters alone counts its UTF-16 units, as the whole text is sent in UCS-2.
  const used = encoding === 'ucs2' ? parts.at(-1)!.length : last.units;
  return {
    encoding,
    units,
    parts: parts.length,
    perPart,
    left: perPart - used,
    because: foreignCharacters(text, 1, alphabet)[0],
  };
}

/** Words for characters that word processors and phones put into a text unasked. */
const LABELS: readonly [characters: string, label: string][] = [
  ['‘’‚‛“”„‟', 'the curly quote'],
  ['«»‹›', 'the angle quote'],
  ['′″', 'the prime'],
  ['´`', 'the accent'],
  ['‐‑‒–—―−', 'the dash'],
  ['…', 'the ellipsis'],
  ['•·', 'the bullet'],
];
const BLANKS = /^[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]$/u;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const ARABIC = /^\p{Script=Arabic}$/u;
const EMOJI = /^\p{Extended_Pictographic}$/u;

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

function labelOf(character: string): string {
  const label = LABELS.find(([characters]) => characters.includes(character))?.[1];
  if (label) return `${label} ${character}`;
  if (character === '\t') return 'the tab';
  if (character === '\u00A0' || character === '\u202F') return 'the non-breaking blank';
  if (BLANKS.test(character)) return `the special blank ${codeOf(character)}`;
  if (INVISIBLE.test(character)) return `the invisible character ${codeOf(character)}`;
  if (ARABIC.test(character)) return `the Arabic letter ${character}`;
  if (EMOJI.test(character)) return `the picture ${character}`;
  return `the character ${character}`;
}

/** The first characters of a text that are not in the GSM alphabet, at most `limit`. */
export function foreignCharacters(
  text: string,
  limit = 10,
  alphabet: SmsAlphabet = 'gsm',
): ForeignCharacter[] {
  const found: ForeignCharacter[] = [];
  let at = 0;
  for (const character of text) {
    if (found.length >= limit) break;
    at += 1;
    if (septetsOf(character, alphabet) === undefined)
      found.push({ character, at, label: labelOf(character) });
  }
  return found;
}

/** 'the curly quote ’ at 12', for the sentence that explains why a text needs UCS-2. */
export function foreignText({ label, at }: ForeignCharacter): string {
  return `${label} at ${at}`;
}

const SUBSTITUTES: readonly [characters: string, substitute: string][] = [
  ['‘’‚‛‹›′´`', "'"],
  ['“”„‟«»″', '"'],
  ['‐‑‒–—―−', '-'],
  ['…', '...'],
  ['•·', '-'],
];
const substitutes = new Map(
  SUBSTITUTES.flatMap(([characters, substitute]) =>
    [...characters].map((character) => [character, substitute] as const),
  ),
);

function substituteOf(character: string): string {
  const substitute = substitutes.get(character);
  if (substitute !== undefined) return substitute;
  if (BLANKS.test(character)) return ' ';
  return INVISIBLE.test(character) ? '' : character;
}

/**
 * The text with plain quotes, dashes, dots and blanks, if that makes it fit the GSM alphabet; undefined if it fits
 * already or still does not (Arabic). An offer for the user: it is never applied without being asked for.
 */
export function plainTextOffer(text: string, alphabet: SmsAlphabet = 'gsm'): string | undefined {
  let offer = '';
  for (const character of text)
    offer += septetsOf(character, alphabet) === undefined ? substituteOf(character) : character;
  if (offer === text || splitSms(offer, alphabet).encoding !== 'gsm') return undefined;
  return offer;
}
