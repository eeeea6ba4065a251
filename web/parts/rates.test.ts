import { cents } from '@nimule/core/kernel/money';
import { expect, test } from 'vitest';
import { formatRate } from './rates.ts';

test('formats a rate as in the specification', () => {
  expect(formatRate(cents(400_00))).toBe('1 USD = 400 SSP');
  expect(formatRate(cents(1300_50))).toBe('1 USD = 1,300.50 SSP');
});
