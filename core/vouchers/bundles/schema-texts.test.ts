import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAllowance, readSpeed, readValidity } from './schema-texts.ts';

it.each([
  ['30', 30],
  ['30 Days', 30],
  ['1 day', 1],
  ['2 weeks', 14],
  ['4w2d', 30],
  ['24 Hrs', 1],
  ['48h', 2],
  ['1d 00:00:00', 1],
  ['24:00:00', 1],
  ['3 Months', 90],
  ['1 year', 365],
])('%s is a validity of %s days', (text, days) => {
  expect(readValidity(text)).toEqual({ days, isOfMonths: /month/i.test(text) });
});

it.each(['1 Hrs', '90 Mins', '36h', '1d 12:00:00', '00:30:00', '30 minutes'])(
  '%s is no whole number of days',
  (text) => {
    expect(readValidity(text)).toEqual({
      problem: expect.stringContaining('Vouchers are valid for whole days'),
    });
  },
);

it.each(['', 'unlimited', '0 days', '99999 days', '1 Period', 'x', '1.5 days', '-1 day', 'day'])(
  '"%s" is no validity',
  (text) => {
    expect(readValidity(text)).toHaveProperty('problem');
  },
);

it.each([
  ['5 GB', 5120],
  ['1.5GB', 1536],
  ['500', 500],
  ['500 MB', 500],
  ['Unlimited', 0],
  ['0 MB', 0],
  ['NULL MB', 0],
  ['1T', 1024 * 1024],
])('%s is %s MB', (text, megabytes) => {
  expect(readAllowance(text)).toBe(megabytes);
});

it.each(['1 KB', 'much', '-5 GB', '1.1234 GB', '0.3 MB', '999999999 GB'])(
  '%s is no allowance',
  (text) => {
    expect(readAllowance(text)).toHaveProperty('problem');
  },
);

it.each([
  ['10', 10],
  ['10 Mbps', 10],
  ['5M/10M', 10],
  ['512k/2M', 2],
  ['1G', 1000],
  ['2048k', null],
  ['512k', null],
  ['2.5M', null],
  ['5M/10M 6M/12M', 10],
])('%s is a speed of %s', (text, mbps) => {
  expect(readSpeed(text)).toBe(mbps);
});

it.each(['fast', '1M/2M/3M', '/', '10M/'])('%s is no speed', (text) => {
  expect(readSpeed(text)).toHaveProperty('problem');
});

it('any text is read or refused in words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      for (const read of [readValidity, readAllowance, readSpeed]) {
        const found: unknown = read(text);
        const isRefused = typeof found === 'object' && found !== null && 'problem' in found;
        if (isRefused) continue;
        const value = typeof found === 'object' && found ? (found as { days: number }).days : found;
        expect(value === null || Number.isInteger(value)).toBe(true);
      }
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3650 }), (days) => {
      for (const text of [`${days}`, `${days} days`, `${days}d`, `${days * 24}h`])
        expect(readValidity(text)).toMatchObject({ days });
    }),
  );
});
