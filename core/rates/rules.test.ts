import { expect, test } from 'vitest';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { rateOn } from './rules.ts';

const rate = (id: number, validFrom: string, pounds: number, purpose: 'standard' | 'voucher') => ({
  id,
  validFrom: isoDate(validFrom),
  rate: cents(pounds * 100),
  purpose,
});
const rates = [
  rate(3, '2026-12-01', 410, 'standard'),
  rate(2, '2000-01-01', 1300, 'voucher'),
  rate(1, '2000-01-01', 400, 'standard'),
];

test('a document of a day gets the newest rate that is valid by then', () => {
  expect(rateOn(rates, 'standard', isoDate('2026-11-30'))).toBe(400_00);
  expect(rateOn(rates, 'standard', isoDate('2026-12-01'))).toBe(410_00);
  expect(rateOn(rates, 'voucher', isoDate('2026-12-01'))).toBe(1300_00);
});

test('before the first rate there is none', () => {
  expect(rateOn(rates, 'standard', isoDate('1999-12-31'))).toBeUndefined();
});

test('of two for one day the later entered applies, in whatever order they are listed', () => {
  const both = [...rates, rate(4, '2026-12-01', 420, 'standard')];
  for (const listed of [both, both.toReversed()])
    expect(rateOn(listed, 'standard', isoDate('2026-12-05'))).toBe(420_00);
});
