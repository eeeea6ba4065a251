import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate, fromDayNumber, isoDate } from './dates.ts';
import { readTypedDate } from './dates-typed.ts';

const today = isoDate('2026-11-22');

test.each([
  ['21 Nov 2026', '2026-11-21'],
  ['21 november 2026', '2026-11-21'],
  ['21nov', '2026-11-21'],
  ['21st Nov, 2026', '2026-11-21'],
  ['1 Sept 2025', '2025-09-01'],
  ['21/11/2026', '2026-11-21'],
  ['03/04/2026', '2026-04-03'],
  ['3.4.26', '2026-04-03'],
  ['21-11', '2026-11-21'],
  ['21 11', '2026-11-21'],
  ['5', '2026-11-05'],
  ['2026-11-21', '2026-11-21'],
  [' Today ', '2026-11-22'],
  ['yesterday', '2026-11-21'],
  ['tomorrow', '2026-11-23'],
])('%s is read as %s', (text, date) => {
  expect(readTypedDate(text, today)).toBe(date);
});

test.each([
  '11/21/2026',
  '31/02/2026',
  '31 Nov',
  '32',
  'Nov 21 2026',
  'ma 5',
  '5 ju',
  '21/11/026',
  '',
  'soon',
  'constructor',
  `1${' '.repeat(1000)}1`,
])('%s is no date', (text) => {
  expect(readTypedDate(text, today)).toBeUndefined();
});

test('every date is parsed back from its displayed form', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
      const date = fromDayNumber(days);
      expect(readTypedDate(formatDate(date), today)).toBe(date);
      const [year, month, day] = date.split('-');
      expect(readTypedDate(`${day}/${month}/${year}`, today)).toBe(date);
    }),
  );
});
