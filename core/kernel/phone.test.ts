import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactNumber, localPhone, parsePhone } from './phone.ts';
import { searchReadings } from './search.ts';

/** libphonenumber's view of 52 inputs; the file quotes them as JSON, to show line ends and invisible characters. */
const cases = readFileSync(new URL('../../fixtures/files/phone-cases.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => /^("(?:[^"\\]|\\.)*"),(true|false),("(?:[^"\\]|\\.)*"),(.*)$/.exec(line)!)
  .map(([, given, accepted, stored, verdicts]) => {
    const [, isValid, , e164] = verdicts!.split(',');
    return {
      given: JSON.parse(given!) as string,
      bySpecification: accepted === 'true' ? (JSON.parse(stored!) as string) : undefined,
      byLibrary: isValid === 'true' ? e164 : undefined,
    };
  });

/** A second number is lost with the extension, so a form does not take it. */
const WITH_MORE = ['0977123456 ext 5'];

test.each(cases)('$given is read as by the specification, and by libphonenumber', (one) => {
  const { given, bySpecification, byLibrary } = one;
  const expected = WITH_MORE.includes(given) ? undefined : (bySpecification ?? byLibrary);
  expect(parsePhone(given)).toBe(expected);
});

const digits = fc.integer({ min: 0, max: 999_999_999 }).map((n) => String(n).padStart(9, '0'));
const scripts = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９'];
const prefixes = [
  '',
  '0',
  '211',
  '+211',
  '00211',
  '+211 (0)',
  '+2110',
  '00211 (0)',
  '(0)',
  'tel:+211',
];
const gaps = [
  ['', ''],
  [' ', ' '],
  ['\u00a0', '\t'],
  ['-', '-'],
  ['–', '-'],
];
const spelling = fc.record({
  digits,
  prefix: fc.constantFrom(...prefixes),
  script: fc.constantFrom(...scripts),
  gap: fc.constantFrom(...gaps),
  around: fc.constantFrom(['', ''], [' ', '\n'], ['\u202a', '\u202c'], ['\u200e', '']),
  end: fc.constantFrom('', '.0', '.00'),
});

test('all spellings of a number give one stored number', () => {
  fc.assert(
    fc.property(spelling, ({ digits: number, prefix, script, gap, around, end }) => {
      const groups = [number.slice(0, 3), number.slice(3, 6), number.slice(6)];
      const isPlain = gap[0] === '' && !/[(:]/.test(prefix);
      const typed = `${prefix}${groups[0]}${gap[0]}${groups[1]}${gap[1]}${groups[2]}${isPlain ? end : ''}`;
      const written = typed.replace(/\d/g, (digit) => script[Number(digit)]!);
      expect([written, parsePhone(around[0] + written + around[1])]).toEqual([
        written,
        `+211${number}`,
      ]);
    }),
  );
});

test('a stored number and its shown form are read as themselves', () => {
  fc.assert(
    fc.property(digits, (number) => {
      const stored = `+211${number}`;
      expect(parsePhone(stored)).toBe(stored);
      expect(parsePhone(localPhone(stored))).toBe(stored);
      expect(contactNumber(stored)).toBe(stored);
    }),
  );
});

test.each([
  '2.11977E+11',
  '10.10.100.12',
  '211.100.100.123',
  '97712345.5',
  '9771234-56-7-',
  '0977123456/0922123456',
  '0977123456 0922123456',
  '00977123456',
  '0211977123456',
  '+0977123456',
  '++211977123456',
  '+256772123456',
  '2119771234567',
  `0977123456${' '.repeat(5)}x`,
  '9'.repeat(2000),
])('%s is no number', (text) => {
  expect(parsePhone(text)).toBeUndefined();
});

test('a supplier abroad keeps the number as it was typed', () => {
  expect(
    [
      '+211 (0)977-123-456',
      '211977123456.0',
      '٠٠٢١١٩٧٧١٢٣٤٥٦',
      '0977 123 456',
      '+256 772 123 456',
      '٠٧٧٢١٢٣٤٥٦',
      'Ask for Deng',
    ].map(contactNumber),
  ).toEqual([
    '+211977123456',
    '+211977123456',
    '+211977123456',
    '0977 123 456',
    '+256 772 123 456',
    '0772123456',
    'Ask for Deng',
  ]);
});

test.each([['+211 (0)977 123'], ['002110977123'], ['٠٩٧٧١٢٣'], ['۰۹۷۷ ۱۲۳']])(
  'a search for %s finds what is stored as dialled',
  (typed) => {
    expect(searchReadings(typed)[0]).toEqual(['0977123']);
  },
);
