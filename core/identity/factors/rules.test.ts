import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  deviceInWords,
  makeRecoveryCodes,
  readTypedCode,
  secondsUntilNextTry,
  usuallyRequired,
} from './rules.ts';
import { CODE_TRIES, CODE_WINDOW_MINUTES } from './schema.ts';

test('the roles that usually need a second factor are those that move money, decide, see salaries, or are privileged', () => {
  expect(usuallyRequired).toEqual([
    ...['master_admin', 'developer', 'super_admin', 'ceo', 'admin', 'manager', 'billing'],
  ]);
});

describe('a typed code', () => {
  test.each([
    ['123456', { kind: 'app', code: '123456' }],
    [' 123 456 ', { kind: 'app', code: '123456' }],
    ['١٢٣٤٥٦', { kind: 'app', code: '123456' }],
    ['۱۲۳-۴۵۶', { kind: 'app', code: '123456' }],
    ['\u200f١٢٣٤٥٦\u200f', { kind: 'app', code: '123456' }],
    ['abcde-23456', { kind: 'recovery', code: 'abcde23456' }],
    ['ABCDE 23456', { kind: 'recovery', code: 'abcde23456' }],
  ])('%j is read', (text, expected) => {
    expect(readTypedCode(text)).toEqual(expected);
  });

  test.each([
    '',
    '12345',
    '1234567',
    '12345a',
    'abcde-2345',
    'abcde-234567',
    'abcdo-23456',
    '１２３',
  ])('%j is none', (text) => {
    expect(readTypedCode(text)).toBeUndefined();
  });

  it('is read back from every recovery code that is made', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(1_000_000)), (numbers) => {
        const codes = makeRecoveryCodes({ integer: (below) => numbers.next().value! % below });
        expect(new Set(codes).size).toBe(10);
        for (const code of codes)
          expect(readTypedCode(code)).toEqual({ kind: 'recovery', code: code.replace('-', '') });
      }),
      { numRuns: 20 },
    );
  });
});

test('five wrong codes within fifteen minutes make the next one wait until the first of them is older', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const window = CODE_WINDOW_MINUTES * 60;
  expect(secondsUntilNextTry([], now)).toBe(0);
  expect(secondsUntilNextTry([1, 2, 3, 4].map(ago), now)).toBe(0);
  expect(secondsUntilNextTry([1, 2, 3, 4, 100].map(ago), now)).toBe(window - 100);
  expect(secondsUntilNextTry([1, 2, 3, 4, window].map(ago), now)).toBe(0);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 * window }), { maxLength: 8 }), (ages) => {
      const newestFirst = ages.sort((a, b) => a - b).map(ago);
      const wait = secondsUntilNextTry(newestFirst, now);
      const later = new Date(now.getTime() + wait * 1_000);
      const recent = newestFirst.filter((at) => later.getTime() - at.getTime() < window * 1_000);
      expect(recent.length).toBeLessThan(CODE_TRIES);
    }),
  );
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130 Safari/537.36 Edg/130',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile/15E Safari/604',
    'Safari on iOS',
  ],
  ['curl/8.5.0', 'An unknown browser'],
  ['', 'An unknown browser'],
])('%j is a %s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words);
});
