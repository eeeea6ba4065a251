import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  gsmCodes,
  PART_SIZES,
  type SmsAlphabet,
  septetsOf,
  smsEncoding,
  splitSms,
} from '../../kernel/sms-text.ts';
import { foreignCharacters, foreignText, plainTextOffer, smsSize } from './rules-segments.ts';

const GSM = [
  ...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà\f^{}\\[~]|€',
];
const gsmText = (maxLength = 700) =>
  fc.array(fc.constantFrom(...GSM), { maxLength }).map((characters) => characters.join(''));
const anyText = fc.string({ unit: 'grapheme', maxLength: 400 });
const alphabets = fc.constantFrom<SmsAlphabet>('gsm', 'latin1');
const septets = (text: string) => [...text].reduce((sum, one) => sum + septetsOf(one)!, 0);

describe('the alphabet', () => {
  it('has the codes of 3GPP TS 23.038', () => {
    expect(gsmCodes('@')).toEqual([0]);
    expect(gsmCodes('A')).toEqual([0x41]);
    expect(gsmCodes(' ')).toEqual([0x20]);
    expect(gsmCodes('¡')).toEqual([0x40]);
    expect(gsmCodes('§')).toEqual([0x5f]);
    expect(gsmCodes('à')).toEqual([0x7f]);
    expect(gsmCodes('_')).toEqual([0x11]);
    expect(gsmCodes('€')).toEqual([0x1b, 0x65]);
    expect(gsmCodes('\u001B')).toBeUndefined();
    expect(gsmCodes('ç')).toBeUndefined();
    expect(gsmCodes('ع')).toBeUndefined();
  });

  it('has no character twice', () => {
    const codes = GSM.map((character) => gsmCodes(character)!.join());
    expect(new Set(codes).size).toBe(GSM.length);
  });

  it('is smaller where the gateway expects Latin-1', () => {
    expect(smsEncoding('Amount: 5 £ [net]', 'latin1')).toBe('gsm');
    for (const text of ['5 €', 'ΔΩ']) {
      expect(smsEncoding(text)).toBe('gsm');
      expect(smsEncoding(text, 'latin1')).toBe('ucs2');
    }
  });
});

describe('parts', () => {
  test.each([
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // An extension character does not straddle two parts: 152 + 2 > 153.
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['ع'.repeat(70), 1],
    ['ع'.repeat(71), 2],
    ['ع'.repeat(134), 2],
    ['ع'.repeat(135), 3],
    // A surrogate pair does not either: 66 + 2 > 67.
    [`${'ع'.repeat(66)}😀${'ع'.repeat(66)}`, 3],
  ])('%j: %i', (text, parts) => {
    expect(splitSms(text).parts).toHaveLength(parts);
  });

  test('joined they give the text, fit, and divide no pair', () => {
    fc.assert(
      fc.property(fc.oneof(gsmText(), anyText), alphabets, (text, alphabet) => {
        const { encoding, parts, units } = splitSms(text, alphabet);
        expect(parts.join('')).toBe(text);
        const { single, joined } = PART_SIZES[encoding];
        const sizes = parts.map((part) => (encoding === 'gsm' ? septets(part) : part.length));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(units);
        for (const size of sizes)
          expect(size).toBeLessThanOrEqual(parts.length > 1 ? joined : single);
        // A part is left unfilled only by a pair that did not fit.
        for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(joined - 1);
        for (const part of parts) expect(part.isWellFormed()).toBe(text.isWellFormed());
        if (parts.length > 1) for (const part of parts) expect(part).not.toBe('');
      }),
    );
  });

  test('a text of the GSM alphabet is sent in it', () => {
    fc.assert(fc.property(gsmText(), (text) => splitSms(text).encoding === 'gsm'));
  });

  test('one more character never takes fewer parts within an encoding', () => {
    fc.assert(
      fc.property(gsmText(), fc.constantFrom(...GSM), (text, more) => {
        expect(splitSms(text + more).parts.length).toBeGreaterThanOrEqual(
          splitSms(text).parts.length,
        );
      }),
    );
  });
});

describe('the counter', () => {
  it('counts what is used and left', () => {
    expect(smsSize('')).toMatchObject({ encoding: 'gsm', units: 0, parts: 1, left: 160 });
    expect(smsSize('a'.repeat(161))).toMatchObject({ parts: 2, perPart: 153, left: 145 });
    expect(smsSize('Don’t')).toMatchObject({ encoding: 'ucs2', units: 5, parts: 1, left: 65 });
    expect(smsSize(`’${'a'.repeat(70)}`)).toMatchObject({ parts: 2, perPart: 67, left: 63 });
    expect(smsSize(`’${'{'.repeat(70)}`)).toMatchObject({ parts: 2, perPart: 67, left: 63 });
  });

  test('what is left fits', () => {
    fc.assert(
      fc.property(fc.oneof(gsmText(), anyText), (text) => {
        const { left, parts } = smsSize(text);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(smsSize(`${text}${'a'.repeat(left)}`).parts).toBe(parts);
        expect(smsSize(`${text}${'a'.repeat(left + 1)}`).parts).toBe(parts + 1);
      }),
    );
  });

  it('names the character that needs UCS-2', () => {
    const because = (text: string) => foreignText(smsSize(text).because!);
    expect(because('Your bill isn’t paid')).toBe('the curly quote ’ at 14');
    expect(because('😀 and – more')).toBe('the picture 😀 at 1');
    expect(because('10\u00A0USD')).toBe('the non-breaking blank at 3');
    expect(because('a\u200Bb')).toBe('the invisible character U+200B at 2');
    expect(because('مرحبا')).toBe('the Arabic letter م at 1');
    expect(because('garçon')).toBe('the character ç at 4');
    expect(smsSize('plain {text}').because).toBeUndefined();
    expect(foreignCharacters('“a” – “b”', 3).map(({ at }) => at)).toEqual([1, 3, 5]);
  });
});

describe('the offer of a plain text', () => {
  it('replaces what a word processor put in', () => {
    expect(plainTextOffer('“Don’t” – wait…\u00A0ok')).toBe('"Don\'t" - wait... ok');
    expect(plainTextOffer('zero\u200Bwidth\tand • dot')).toBe('zerowidth and - dot');
  });

  it('is not made where it changes or helps nothing', () => {
    expect(plainTextOffer('plain')).toBeUndefined();
    expect(plainTextOffer('مرحبا – أهلا')).toBeUndefined();
    expect(plainTextOffer('garçon – ici')).toBeUndefined();
  });

  test('an offer is in the GSM alphabet and is not offered again', () => {
    fc.assert(
      fc.property(anyText, alphabets, (text, alphabet) => {
        const offer = plainTextOffer(text, alphabet);
        if (offer === undefined) return;
        expect(smsEncoding(offer, alphabet)).toBe('gsm');
        expect(plainTextOffer(offer, alphabet)).toBeUndefined();
      }),
    );
  });
});
