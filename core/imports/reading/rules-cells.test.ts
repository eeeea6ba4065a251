import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount } from '../../kernel/amounts-typed.ts';
import { addDays, isoDate } from '../../kernel/dates.ts';
import { cents, parseCents, toDecimal } from '../../kernel/money.ts';
import type { ImportField } from '../fields/rules.ts';
import { importers } from '../importers/service.ts';
import { evidenceOf, readCell, readChoice, readDate, readWhole, withValue } from './rules-cells.ts';
import { createColumnDetector } from './rules-columns.ts';

function field(name: string): ImportField {
  return importers.customers.table.fields.find((candidate) => candidate.name === name)!;
}
const dateField = field('serviceStartDate');
const amountField = field('monthlyFeeUsd');

describe('dates', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21 00:00:00', '2026-11-21'],
    ['2026-11-21T23:30:00', '2026-11-21'],
    // 22:30 UTC is the next day in Juba.
    ['2026-11-21T22:30:00Z', '2026-11-22'],
    // A server in Nairobi writes its own day; in UTC the evening is the next day in Juba.
    ['2026-11-01T00:00:00+0300', '2026-11-01'],
    ['2026-11-01T23:30:00-05:00', '2026-11-01'],
    ['2026-11-21T22:30:00+0000', '2026-11-22'],
    ['2026/11/21', '2026-11-21'],
    ['2026/1/5', '2026-01-05'],
    ['21/11/2026', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
    ['5-1-2026', '2026-01-05'],
    [' 21/11/2026 14:05 ', '2026-11-21'],
    ['3/4/2026 1:05 PM', '2026-04-03'],
    ['21 Nov 2026', '2026-11-21'],
    ['21-Nov-2026', '2026-11-21'],
    ['21 November 2026', '2026-11-21'],
    ['Nov 21, 2026', '2026-11-21'],
    ['Sept 1, 2026', '2026-09-01'],
    ['29/02/2024', '2024-02-29'],
    ['31-Jan-26', '2026-01-31'],
    ['1 Dec 98', '1998-12-01'],
    ['Jan 31, 26', '2026-01-31'],
    // Stored by a spreadsheet, without a format.
    ['46347', '2026-11-21'],
    ['46347.75', '2026-11-21'],
  ])('%s is %s', (text, date) => {
    expect(readDate(text, 'usual')).toBe(date);
  });

  it.each([
    '29/02/2026',
    '31/04/2026',
    '00/01/2026',
    '21/11/26',
    '21/11',
    '2026',
    '20261121',
    '25568',
    '73051',
    '-46347',
    '30-Feb-26',
    'soon',
    '21 Ju 2026',
    '1/2-2026',
  ])('%s is none', (text) => {
    expect(readDate(text, 'usual')).toBeUndefined();
  });

  it('are read back from every notation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000 }),
        fc.constantFrom('/', '.', '-'),
        (days, mark) => {
          const date = addDays(isoDate('1950-01-01'), days);
          const [year, month, day] = date.split('-').map(Number);
          expect(readDate(`${day}${mark}${month}${mark}${year}`, 'usual')).toBe(date);
          expect(readDate(`${month}${mark}${day}${mark}${year}`, 'other')).toBe(date);
          const told = evidenceOf(dateField, `${day}${mark}${month}${mark}${year}`);
          expect(told).toBe(day! > 12 ? 'usual' : day === month ? undefined : 'either');
        },
      ),
    );
  });

  it('reports which order is wrong', () => {
    expect(readCell(dateField, '11/21/2026', 'usual')).toEqual({
      problem: '11/21/2026 has the month first, unlike the other dates of its column.',
    });
    expect(readCell(dateField, 'soon', 'usual')).toEqual({
      problem: 'soon is no date; enter one such as 2026-11-21.',
    });
  });
});

describe('a value that is refused', () => {
  it('is shown on one line, and truncated if long', () => {
    const problemOf = (text: string) => readCell(dateField, text, 'usual');
    const tail = 'is no date; enter one such as 2026-11-21.';
    expect(problemOf(' 31/02/2026 ')).toEqual({ problem: `31/02/2026 ${tail}` });
    expect(problemOf('next\n week')).toEqual({ problem: `next week ${tail}` });
    expect(problemOf('x'.repeat(40))).toEqual({ problem: `${'x'.repeat(40)} ${tail}` });
    expect(problemOf('🙂'.repeat(41))).toEqual({ problem: `${'🙂'.repeat(39)}… ${tail}` });
  });

  it('is shown for amounts and whole numbers only', () => {
    expect(withValue(amountField, 'The amount cannot be negative.', ' -5 ')).toBe(
      'The amount cannot be negative; it says -5.',
    );
    expect(withValue(field('bandwidth'), 'Too much.', '1e9')).toBe('Too much; it says 1e9.');
    expect(withValue(field('phone'), 'No number.', '1')).toBe('No number.');
  });
});

describe('amounts', () => {
  it.each([
    ['29.85', '29.85'],
    ['1,234.50', '1,234.50'],
    ['29,85', '29.85'],
    ['1.234,50', '1234.50'],
    ['1 234,5', '1234.5'],
    ['1 234', '1234'],
    ['1\u00a0234\u00a0567.25', '1234567.25'],
    ['1.234.567', '1234567'],
    ['$1.234,50', '$1234.50'],
    ['-3,5 USD', '-3.5 USD'],
    ['1,234', '1,234'],
    ['1,234,567', '1,234,567'],
    ['(1,234.50)', '-1,234.50'],
    ['( $20 )', '-$20'],
    ['(1.234,50)', '-1234.50'],
    ['USD 1,200.00', 'USD 1,200.00'],
    ['USD 1.200,00', 'USD 1200.00'],
    ['(35.00)', '-35.00'],
  ])('%s is %s whatever the column is like', (text, amount) => {
    expect(readAmount(text, 'usual')).toBe(amount);
    expect(readAmount(text, 'other')).toBe(amount);
  });

  it('reads 1.234 by the notation of the column', () => {
    expect(readAmount('1.234', 'usual')).toBe('1.234');
    expect(readAmount('1.234', 'other')).toBe('1234');
    expect(evidenceOf(amountField, '1.234')).toBe('either');
  });

  it('reads every amount back from both notations', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (value) => {
        const plain = toDecimal(cents(value));
        const [whole, fraction] = plain.split('.');
        const groups = (mark: string) => whole!.replace(/(?<=\d)(?=(?:\d{3})+$)/g, mark);
        for (const text of [plain, `${groups(',')}.${fraction}`]) {
          expect(parseCents(readAmount(text, 'usual'))).toBe(value);
        }
        for (const text of [
          `${whole},${fraction}`,
          `${groups('.')},${fraction}`,
          `${groups(' ')},${fraction}`,
        ]) {
          expect(parseCents(readAmount(text, 'usual'))).toBe(value);
          expect(evidenceOf(amountField, text)).toBe('other');
        }
      }),
    );
  });
});

describe('whole numbers and choices', () => {
  it.each([
    ['50', '50'],
    ['50 Mbps', '50'],
    ['50Mb/s', '50'],
    ['50.0', '50'],
    ['1,000', '1000'],
    ['1,000.00', '1000'],
    ['12.5', '12.5'],
    ['1,00', '1,00'],
  ])('%s reads %s', (text, number) => {
    expect(readWhole(text, 'usual')).toBe(number);
  });

  it.each([
    ['1.000', '1000'],
    ['1.000 Mbps', '1000'],
    ['50,0', '50'],
    ['1.000.000', '1000000'],
    ['50', '50'],
  ])('%s reads %s where the comma is decimal', (text, number) => {
    expect(readWhole(text, 'other')).toBe(number);
  });

  it('accepts a choice in any case and spacing', () => {
    expect(readChoice('juba central', field('location'))).toBe('Juba Central');
    expect(readChoice('JUBA_CENTRAL ', field('location'))).toBe('Juba Central');
    expect(readChoice('Jubba', field('location'))).toBeUndefined();
    const accounts = importers.billing.table.fields.find(({ name }) => name === 'paymentAccount')!;
    expect(readChoice('Mobile Money', accounts)).toBe('mobile_money');
  });
});

describe('the result of a failed formula', () => {
  it.each([
    '#N/A',
    '#REF!',
    '#VALUE!',
    '#DIV/0!',
    '#NAME?',
    '#NUM!',
    '#NULL!',
    '#SPILL!',
    '#CALC!',
    ' #N/A ',
  ])('%s is no value of any field', (text) => {
    for (const { table } of Object.values(importers)) {
      const { fields } = table;
      for (const candidate of fields) {
        expect(readCell(candidate, text, 'usual')).toEqual({
          problem: `The sheet has an error here: ${text.trim()}.`,
        });
      }
    }
  });

  it.each(['N/A', '#1 Hardware', 'Shop #N/A', '#N/A #N/A', '#n'])('%s is a text', (text) => {
    expect(readCell(field('name'), text, 'usual')).toEqual({ text });
  });
});

describe('a column', () => {
  function judged(name: string, texts: readonly string[], decimalComma = false) {
    const detector = createColumnDetector([{ field: field(name) }], decimalComma);
    for (const text of texts) detector.see([text]);
    return { reading: detector.readings()[0], warnings: detector.warnings() };
  }

  it('of whole numbers follows its file, and warns if a thousand may be a one', () => {
    const doubt = (way: string, read: string) => [
      `bandwidth: 1.000 can be read in two ways; it and the others were read with a decimal ${way} (${read}).`,
    ];
    expect(judged('bandwidth', ['20', '1.000'])).toEqual({
      reading: 'usual',
      warnings: doubt('point', '1'),
    });
    expect(judged('bandwidth', ['20', '1.000'], true)).toEqual({
      reading: 'other',
      warnings: doubt('comma', '1000'),
    });
    expect(judged('bandwidth', ['1.500', '1.000'])).toEqual({ reading: 'other', warnings: [] });
    expect(judged('bandwidth', ['20.0', '1.000'])).toEqual({ reading: 'usual', warnings: [] });
    expect(judged('bandwidth', ['20', '1,000'])).toEqual({ reading: 'usual', warnings: [] });
  });

  it('is decided by the cells that can be read in only one way', () => {
    expect(judged('serviceStartDate', ['03/04/2026', '04/25/2026'])).toEqual({
      reading: 'other',
      warnings: [],
    });
    expect(judged('serviceStartDate', ['03/04/2026', '25/04/2026'])).toEqual({
      reading: 'usual',
      warnings: [],
    });
    expect(judged('monthlyFeeUsd', ['1.234', '12,50']).reading).toBe('other');
    expect(judged('monthlyFeeUsd', ['1.234', '12.50']).reading).toBe('usual');
  });

  it('is day first with a warning if nothing decides', () => {
    const { reading, warnings } = judged('serviceStartDate', ['03/04/2026', '05/04/2026']);
    expect(reading).toBe('usual');
    expect(warnings).toEqual([
      'serviceStartDate: 03/04/2026 can be read in two ways; it and the others were read with the day first (2026-04-03).',
    ]);
  });

  it('follows the majority with a warning if the cells contradict each other', () => {
    const texts = ['03/04/2026', '25/04/2026', '04/25/2026', '04/26/2026'];
    expect(judged('serviceStartDate', texts).reading).toBe('other');
    expect(judged('serviceStartDate', texts).warnings).toHaveLength(1);
  });

  it('uses the file reader’s guess about decimal commas unless a cell contradicts it', () => {
    expect(judged('monthlyFeeUsd', ['1.234'], true).reading).toBe('other');
    expect(judged('monthlyFeeUsd', ['1.234', '5.5'], true).reading).toBe('usual');
    expect(judged('serviceStartDate', ['03/04/2026'], true).reading).toBe('usual');
  });

  it('of dates that are only numbers is told', () => {
    expect(judged('serviceStartDate', ['21/11/2026', '46347', '46348']).warnings).toEqual([
      'serviceStartDate: 46347 is a number; it and others like it were read as the days that a spreadsheet counts (2026-11-21).',
    ]);
    expect(judged('monthlyFeeUsd', ['46347']).warnings).toEqual([]);
  });

  it('of ISO dates is unambiguous', () => {
    expect(judged('serviceStartDate', ['2026-01-02', '', '03/03/2026'])).toEqual({
      reading: 'usual',
      warnings: [],
    });
  });
});
