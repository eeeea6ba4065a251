import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as codes from './codes.ts';

const code = fc
  .array(fc.nat({ max: codes.CODE_ALPHABET.length - 1 }), { minLength: 12, maxLength: 12 })
  .map((places) => places.map((place) => codes.CODE_ALPHABET[place]).join(''));

describe('codes', () => {
  test('have twelve characters without look-alikes, from the random source alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (numbers) => {
        let next = 0;
        const made = codes.makeCode((below) => {
          expect(below).toBe(31);
          next += 1;
          return numbers[next - 1]! % below;
        });
        expect(next).toBe(12);
        expect(made).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);
        expect(codes.typedCode(made)).toBe(made);
      }),
    );
  });

  test('are read in any case, with blanks and hyphens', () => {
    fc.assert(
      fc.property(code, fc.constantFrom(' ', '-', '–', '\t', ' - '), (given, between) => {
        expect(codes.typedCode(codes.shownCode(given))).toBe(given);
        const typed = [given.slice(0, 4), given.slice(4, 8), given.slice(8)].join(between);
        expect(codes.typedCode(` ${typed.toLowerCase()} `)).toBe(given);
        expect(codes.typedCode(given.slice(1))).toBeUndefined();
        expect(codes.typedCode(`${given}A`)).toBeUndefined();
        expect(codes.typedCode(`0${given.slice(1)}`)).toBeUndefined();
      }),
    );
  });

  test('any text is a code or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const read = codes.typedCode(text);
        expect(read === undefined || codes.typedCode(read) === read).toBe(true);
      }),
    );
    expect(codes.typedCode(' '.repeat(1_000_000))).toBeUndefined();
  });
});
