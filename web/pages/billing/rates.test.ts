import { currencyRate } from '@nimule/core/billing/schema-rates';
import { isoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { someRates } from '../../testing/samples.ts';
import { rateInWords, rateOn } from './rates.ts';

const rates = z.decode(z.array(currencyRate), someRates as never);

test('a document of a day gets the newest rate that is valid by then', () => {
  expect(rateOn(rates, 'standard', isoDate('2026-11-30'))).toBe(400_00);
  expect(rateOn(rates, 'standard', isoDate('2026-12-01'))).toBe(410_00);
  expect(rateOn(rates, 'voucher', isoDate('2026-12-01'))).toBe(1300_00);
});

test('before the first rate there is none', () => {
  expect(rateOn(rates, 'standard', isoDate('1999-12-31'))).toBeUndefined();
});

test('a rate is told as the specification writes it', () => {
  expect(rateInWords(cents(400_00))).toBe('1 USD = 400 SSP');
  expect(rateInWords(cents(1300_50))).toBe('1 USD = 1,300.50 SSP');
});
