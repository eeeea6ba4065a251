import { latinDigits } from './phone.ts';
import { searchKey } from './text.ts';

/**
 * Folding of letters, for search only. Identities, keys and comparisons use `searchKey`, which keeps every letter;
 * nothing here may decide whether two records are the same.
 */

/** Letters without a removable accent that are typed as another letter on a keyboard without them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ŋ: 'n',
  ɛ: 'e',
  ɔ: 'o',
  ɣ: 'g',
  ɓ: 'b',
  ɗ: 'd',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  '’': "'",
  '‘': "'",
  ʼ: "'",
};
/** The second spelling of two letters of Dinka and Nuer: Nyachieŋ as Nyachieng. */
const DIGRAPHS: Readonly<Record<string, string>> = { ŋ: 'ng', ɣ: 'gh' };

const NOT_ASCII = /[^\0-\x7F]/;
const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu;
const FOLDED = /[ŋɛɔɣɓɗøđłıæœß’‘ʼ]/g;
const WITH_DIGRAPH = /[ŋɣ]/g;

/** Lower case, without the accents of Latin letters. Other scripts stay unchanged. */
function withoutAccents(text: string): string {
  return searchKey(text).normalize('NFD').replace(LATIN_MARKS, '$1').normalize('NFC');
}

function plainLetters(text: string): string {
  return text.replace(FOLDED, (letter) => PLAIN_LETTERS[letter]!);
}

/** The form in which a text is searched: 'Nyachieŋ Dɛ̈ŋ' becomes 'nyachien den'. */
export function foldForSearch(text: string): string {
  return NOT_ASCII.test(text) ? plainLetters(withoutAccents(text)) : searchKey(text);
}

/** Keeps an index row below the database's limit of 2,704 bytes for any name. */
const MAX_SPELLINGS = 100;

/** The words of a text in their second spelling, 'nyachieng deng'; '' if no word has one. */
export function otherSpellings(text: string): string {
  if (!NOT_ASCII.test(text)) return '';
  const words = withoutAccents(text)
    .split(' ')
    .map((word) => plainLetters(word.replace(WITH_DIGRAPH, (letter) => DIGRAPHS[letter]!)))
    .filter((word, index, all) => all.indexOf(word) === index);
  const known = foldForSearch(text).split(' ');
  return words
    .filter((word) => !known.includes(word))
    .join(' ')
    .slice(0, MAX_SPELLINGS);
}

/** The `search_text` of a record: its folded parts without empty ones. It also sorts the list by its first part. */
export function searchTextOf(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}

const PHONE_LIKE = /^[+(]?\d[\d().\-/ ]*$/;
/** A number with fewer digits is more likely a document number or part of an address. */
const MIN_PHONE_DIGITS = 6;
const NATIONAL_DIGITS = 9;

/** '+211 (0)977 123', '00211977123' and '0977-123' as '0977123'; undefined for other texts. */
function asDialled(typed: string): string | undefined {
  const text = latinDigits(typed);
  if (!PHONE_LIKE.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  if (digits.length < MIN_PHONE_DIGITS) return undefined;
  const international = text.startsWith('+') ? /^2110?(\d*)$/ : /^002110?(\d*)$/;
  const rest = international.exec(digits)?.[1];
  if (rest !== undefined) return `0${rest}`;
  if (digits.startsWith('211') && digits.length > NATIONAL_DIGITS) return `0${digits.slice(3)}`;
  const isNational = digits.startsWith('0') || digits.length === NATIONAL_DIGITS;
  return isNational ? digits : undefined;
}

/** The words of a search are matched separately: 'deng juba' finds Deng in Juba Central. */
const MAX_WORDS = 8;

/**
 * The possible readings of a search: a text matches if it contains every word of one of them. A telephone number in any
 * form is one word, as dialled; since it may also be an id or a name, it is searched as typed too. At most 8 words
 * each; the list's schema limits `text` to 200 characters.
 */
export function searchReadings(text: string): string[][] {
  const folded = foldForSearch(text);
  const typed = folded.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const phone = asDialled(folded);
  const numbered = phone === undefined ? typed.map((word) => asDialled(word) ?? word) : [phone];
  const isSame = numbered.join(' ') === typed.join(' ');
  return isSame ? [typed] : [numbered, typed];
}
