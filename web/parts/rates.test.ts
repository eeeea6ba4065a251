import { cents } from '@nimule/core/kernel/money';
import { expect, test } from 'vitest';
import { rateInWords } from './rates.ts';

test('a rate is told as the specification writes it', () => {
  expect(rateInWords(cents(400_00))).toBe('1 USD = 400 SSP');
  expect(rateInWords(cents(1300_50))).toBe('1 USD = 1,300.50 SSP');
});
