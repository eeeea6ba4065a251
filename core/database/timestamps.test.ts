import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readTimestamp } from './timestamps.ts';

const TIMESTAMPTZ = 1184;
const readByDriver = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

const two = (number: number) => String(number).padStart(2, '0');
const offset = fc.oneof(
  fc.constant('+00'),
  fc.tuple(fc.constantFrom('+', '-'), fc.nat(14)).map(([sign, hours]) => sign + two(hours)),
  fc
    .tuple(fc.constantFrom('+', '-'), fc.nat(14), fc.constantFrom(15, 30, 45))
    .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${minutes}`),
);
const second = fc
  .integer({ min: Date.UTC(1000, 0) / 1000, max: Date.UTC(9999, 11, 31) / 1000 })
  .map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '));
// Of whole milliseconds, since the driver multiplies the fraction as a double.
const fraction = fc.oneof(
  fc.constant(''),
  fc
    .integer({ min: 1, max: 999 })
    .map((ms) => `.${String(ms).padStart(3, '0')}`.replace(/0+$/, '')),
);

test('reads what PostgreSQL writes, as the driver does', () => {
  fc.assert(
    fc.property(second, fraction, offset, (begin, part, zone) => {
      const text = `${begin}${part}${zone}`;
      expect(readTimestamp(text)).toEqual(readByDriver(text));
    }),
  );
});

test.each([
  ['2026-11-01 00:05:00.123999+02', '2026-10-31T22:05:00.123Z'],
  ['2026-11-01 00:05:00.000001+02', '2026-10-31T22:05:00.000Z'],
  ['2024-02-29 23:59:59.9-03:30', '2024-03-01T03:29:59.900Z'],
])('%s is %s, without what is below a millisecond', (text, expected) => {
  expect(readTimestamp(text).toISOString()).toBe(expected);
});

// Years before 100, of five digits and before Christ, infinity, and offsets with seconds, as of Juba before 1931.
test.each([
  '0044-03-15 12:00:00+00',
  '0144-03-15 12:00:00+00 BC',
  '12345-01-01 00:00:00+02',
  'infinity',
  '-infinity',
  '1900-01-01 00:00:00+02:06:28',
])('leaves %s to the driver', (text) => {
  expect(readTimestamp(text)).toEqual(readByDriver(text));
});
