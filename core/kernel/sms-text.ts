/**
 * How a text travels as SMS (3GPP TS 23.038 alphabets, TS 23.040 concatenation): in the GSM 7-bit alphabet if every
 * character is in it, otherwise in UCS-2, which has less than half the room.
 */

/** The GSM 7-bit default alphabet; the index is the code. Code 27 is the escape to the extension table. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const GSM_ESCAPE = 27;

const basicCodes = new Map([...BASIC].map((character, code) => [character, code]));
basicCodes.delete('\u001B');

/** Characters of the extension table, which are sent as the escape and a code. */
const extensionCodes = new Map([
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
]);

/**
 * The characters that a gateway takes without UCS-2: `gsm`, the GSM alphabet; `latin1`, those of it that Latin-1 has
 * too, for a gateway whose default alphabet is Latin-1 and which itself converts to GSM (no €, no Greek letters).
 */
export type SmsAlphabet = 'gsm' | 'latin1';

export type SmsEncoding = 'gsm' | 'ucs2';

/** What a gateway reports: `pending` is on its way; `unknown` means that the gateway does not know. */
export type ReceiptStatus = 'pending' | 'delivered' | 'failed' | 'expired' | 'unknown';

/** Septets of one part in GSM, and UTF-16 units of one part in UCS-2; fewer when a part carries its number. */
export const PART_SIZES = {
  gsm: { single: 160, joined: 153 },
  ucs2: { single: 70, joined: 67 },
} as const;

const LAST_LATIN1 = 0xff;

/** The codes of a character in the GSM alphabet: one, or the escape and one; undefined if it has none. */
export function gsmCodes(character: string): readonly number[] | undefined {
  const basic = basicCodes.get(character);
  if (basic !== undefined) return [basic];
  const extension = extensionCodes.get(character);
  return extension === undefined ? undefined : [GSM_ESCAPE, extension];
}

/** The septets of a character, 1 or 2; undefined if it needs UCS-2. */
export function septetsOf(character: string, alphabet: SmsAlphabet = 'gsm'): number | undefined {
  if (alphabet === 'latin1' && character.codePointAt(0)! > LAST_LATIN1) return undefined;
  if (basicCodes.has(character)) return 1;
  return extensionCodes.has(character) ? 2 : undefined;
}

/** Whether the text can be sent without UCS-2. */
export function smsEncoding(text: string, alphabet: SmsAlphabet = 'gsm'): SmsEncoding {
  for (const character of text) if (septetsOf(character, alphabet) === undefined) return 'ucs2';
  return 'gsm';
}

/** The texts of the parts; neither a surrogate pair nor an escape and its code is divided between two. */
function partsOf(text: string, room: number, unitsOf: (character: string) => number): string[] {
  const parts: string[] = [];
  let start = 0;
  let end = 0;
  let used = 0;
  for (const character of text) {
    const units = unitsOf(character);
    if (used + units > room) {
      parts.push(text.slice(start, end));
      start = end;
      used = 0;
    }
    used += units;
    end += character.length;
  }
  return [...parts, text.slice(start)];
}

export interface SmsParts {
  encoding: SmsEncoding;
  /** Septets in GSM, UTF-16 units in UCS-2, of the whole text. */
  units: number;
  /** At least one; joined they give the text. */
  parts: string[];
}

/** The parts in which a text is sent. One part has 160 septets or 70 units, each of several 153 or 67. */
export function splitSms(text: string, alphabet: SmsAlphabet = 'gsm'): SmsParts {
  const encoding = smsEncoding(text, alphabet);
  const unitsOf = (character: string) =>
    encoding === 'gsm' ? septetsOf(character)! : character.length;
  let units = 0;
  for (const character of text) units += unitsOf(character);
  const { single, joined } = PART_SIZES[encoding];
  return { encoding, units, parts: units <= single ? [text] : partsOf(text, joined, unitsOf) };
}
