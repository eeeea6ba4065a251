import { gsmCodes, type SmsAlphabet, splitSms } from '../../kernel/sms-text.ts';

/** The default alphabet of the gateway (SMPP 3.4, 5.2.19), and UCS-2. */
const DEFAULT_CODING = 0;
const UCS2_CODING = 8;
/** Tells that the message begins with a header. */
const ESM_HEADER = 0x40;

export interface EncodedPart {
  dataCoding: number;
  esmClass: number;
  /** With the header of a part of several, at most 166 octets. */
  octets: Buffer;
}

/** GSM characters, one septet in each octet (not packed). */
function gsmOctets(text: string): Buffer {
  return Buffer.from([...text].flatMap((character) => gsmCodes(character)!));
}

function ucs2Octets(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** Concatenation with a reference of 8 bits: 3GPP TS 23.040, 9.2.3.24.1. */
function headerOf(reference: number, count: number, number: number): Buffer {
  return Buffer.from([5, 0, 3, reference, count, number]);
}

/**
 * The parts of a text for submit_sm.
 * @param alphabet what the gateway's default alphabet is.
 * @param reference the same for all parts of a message, 0 to 255, another for the next one to the same recipient.
 */
export function encodeParts(text: string, alphabet: SmsAlphabet, reference: number): EncodedPart[] {
  const { encoding, parts } = splitSms(text, alphabet);
  return parts.map((part, index) => {
    const isJoined = parts.length > 1;
    const header = isJoined ? headerOf(reference, parts.length, index + 1) : Buffer.alloc(0);
    const gsm = alphabet === 'latin1' ? Buffer.from(part, 'latin1') : undefined;
    const octets = encoding === 'ucs2' ? ucs2Octets(part) : (gsm ?? gsmOctets(part));
    return {
      dataCoding: encoding === 'ucs2' ? UCS2_CODING : DEFAULT_CODING,
      esmClass: isJoined ? ESM_HEADER : 0,
      octets: Buffer.concat([header, octets]),
    };
  });
}
