import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Cents,
  cents,
  formatSsp,
  formatSspSum,
  formatUsd,
  MAX_AMOUNT,
  MAX_CENTS,
  money,
  moneyNotNegative,
  moneyPositive,
  parseAmount,
  parseCents,
  plainPositive,
  poundsPositive,
  scaleCents,
  sspToUsd,
  sumToSsp,
  toDecimal,
  usdToSsp,
} from './money.ts';

const amounts = fc
  .integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
  .map((value) => cents(value));

describe('reading amounts', () => {
  test.each([
    ['1.5000', 150],
    ['61.150000000000006', 6115],
    ['8.299999999999999', 830],
    ['0.9999999', 100],
    ['-1234567.1000000001', -123_456_710],
    ['29.85', 2985],
    ['1,234.5', 123_450],
    ['$12', 1200],
    ['-$12', -1200],
    ['USD 7.1', 710],
    [' .5 ', 50],
    ['5.', 500],
    ['-0', 0],
  ])('%j is %i cents', (text, expected) => {
    expect(parseCents(text)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '.',
    '-',
    'abc',
    '1.2.3',
    '1e5',
    '12,34',
    '0x10',
    'NaN',
    'Infinity',
    '99999999999999',
    '1 2',
    '1.005',
    '1.004',
    '-1.005',
    '0.994999',
    '0.00001',
    '١٢',
  ])('%j is refused', (text) => {
    expect(parseCents(text)).toBeUndefined();
  });

  test('written amounts are read back', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseCents(toDecimal(amount))).toBe(amount);
        expect(z.decode(money, z.encode(money, amount))).toBe(amount);
        expect(parseCents(formatUsd(amount))).toBe(amount);
      }),
    );
  });

  test('no text throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const amount = parseCents(text);
        expect(amount === undefined || Number.isSafeInteger(amount)).toBe(true);
      }),
    );
  });

  test('fractions of a cent are refused with a message', () => {
    for (const schema of [money, moneyNotNegative, moneyPositive, poundsPositive, plainPositive]) {
      for (const input of [0.001, '10.005', 1.005, '1,250.505']) {
        expect(z.safeDecode(schema, input).error?.issues[0]?.message).toBe(
          'Enter an amount with at most two decimals.',
        );
      }
      expect(z.decode(schema, 0.1 + 0.2)).toBe(30);
    }
  });

  test('numbers without a plain decimal form are refused', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e300]) {
      expect(z.safeDecode(money, value).success).toBe(false);
    }
  });
});

describe('ratios', () => {
  test('round half away from zero', () => {
    expect(scaleCents(cents(5), 1, 2)).toBe(3);
    expect(scaleCents(cents(-5), 1, 2)).toBe(-3);
    expect(scaleCents(cents(4), 1, 3)).toBe(1);
  });

  test('agree with exact arithmetic', () => {
    const factor = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(amounts, factor, factor, (amount, top, bottom) => {
        if (Math.abs(amount * top) / bottom > MAX_CENTS) return;
        const scaled = BigInt(scaleCents(amount, top, bottom));
        const error = scaled * BigInt(bottom) - BigInt(amount) * BigInt(top);
        expect((error < 0n ? -error : error) * 2n <= BigInt(bottom)).toBe(true);
      }),
    );
  });

  test('a sum too large for pounds is null, never an error', () => {
    const [usd, rate] = [cents(140 * MAX_AMOUNT.USD), cents(10_000_000)];
    expect(sumToSsp(cents(100 * MAX_AMOUNT.USD), rate)).toBe(3_000_000_000_000_000);
    expect(sumToSsp(usd, rate)).toBeNull();
    expect(sumToSsp(cents(-usd), rate)).toBeNull();
    expect([formatSspSum(sumToSsp(usd, rate)), formatSspSum(cents(100))]).toEqual([
      'SSP –',
      'SSP 1',
    ]);
  });

  test('dollars converted to pounds and back stay the same at a rate of at least one', () => {
    const rate = fc.integer({ min: 100, max: 10_000_000 }).map((value) => value as Cents);
    const small = fc.integer({ min: 0, max: 100_000_000 }).map((value) => value as Cents);
    fc.assert(
      fc.property(small, rate, (usd, atRate) => {
        expect(sspToUsd(usdToSsp(usd, atRate), atRate)).toBe(usd);
      }),
    );
  });
});

test('amounts are shown as people write them', () => {
  expect(formatUsd(cents(31_698_575))).toBe('$316,985.75');
  expect(formatUsd(cents(-5))).toBe('-$0.05');
  expect(formatSsp(cents(5_000_000))).toBe('SSP 50,000');
  expect(formatSsp(cents(5_000_050))).toBe('SSP 50,000.50');
});

test('a fraction of a cent never becomes money', () => {
  for (const value of [0.5, Number.NaN, MAX_CENTS + 1])
    expect(() => cents(value)).toThrow(RangeError);
});

describe('currencies', () => {
  test('an amount in the other currency is refused with a message, never read as a bare number', () => {
    expect(parseCents('SSP 50,000')).toBeUndefined();
    expect(parseCents('7 ssp', 'SSP')).toBe(700);
    expect(parseCents('$7', 'SSP')).toBeUndefined();
    const told = (schema: z.ZodType, input: unknown) =>
      z.safeDecode(schema, input as never).error?.issues[0]?.message;
    expect(told(moneyPositive, '50,000 SSP')).toMatch(/in South Sudanese pounds/);
    expect(told(poundsPositive, '$400')).toMatch(/in US dollars/);
    for (const text of ['$125', '125 SSP', 'USD 1']) {
      expect(told(plainPositive, text)).toMatch(/without a currency/);
    }
    expect(z.decode(plainPositive, '1,250.50' as never)).toBe(125_050);
    expect(z.decode(plainPositive, 12 as never)).toBe(1200);
    expect(told(plainPositive, '99999999999')).toBe('This amount is too large.');
  });

  test('the largest amount of a document can be converted at any valid rate', () => {
    const rate = cents(10_000_000);
    expect(usdToSsp(cents(3 * MAX_AMOUNT.USD), rate)).toBeLessThanOrEqual(1e14);
    expect(sspToUsd(MAX_AMOUNT.SSP, cents(1))).toBeLessThanOrEqual(1e14);
    for (const schema of [moneyPositive, moneyNotNegative]) {
      expect(z.decode(schema, '3000000' as never)).toBe(MAX_AMOUNT.USD);
      expect(z.safeDecode(schema, '3000000.01' as never).success).toBe(false);
    }
    expect(parseAmount('3,000,000.01')).toBeUndefined();
  });
});
