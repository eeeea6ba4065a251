import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { markupPointsOf, sellingPrice, stockLabelOf, valueProblem } from './rules.ts';
import {
  availableOf,
  changeProblem,
  EMPTY_LEVEL,
  type Level,
  levelAfter,
  valueOfChange,
} from './rules-moves.ts';
import { equipmentInput } from './schema.ts';

const day = isoDate('2026-11-21');

describe('prices', () => {
  test.each([
    [10_000, 25, 12_500],
    [1, 50, 2],
    [1, 49, 1],
    [3_333, 33.33, 4_444],
    [999, 0, 999],
    [300_000_000, 10_000, 30_300_000_000],
    // 0.29 × 100 is 28.999… in doubles.
    [10_000, 0.29, 10_029],
  ])('%i cents at %f%% sell for %i', (cost, markup, price) => {
    expect(sellingPrice(cents(cost), markupPointsOf(markup))).toBe(price);
  });

  test('a markup has at most two decimals', () => {
    const input = { name: 'x', unitCostUsd: 1, quantityInStock: 0 };
    for (const markupPercentage of ['25', 25, ' 12.5 ', 0, 10_000])
      expect(z.decode(equipmentInput, { ...input, markupPercentage })).toBeTruthy();
    for (const markupPercentage of ['1.234', -1, '10000.01', '', 'x', 1e300])
      expect(() => z.decode(equipmentInput, { ...input, markupPercentage } as never)).toThrow();
  });
});

test('labels follow the quantity', () => {
  expect(stockLabelOf(0, 0)).toBe('out');
  expect(stockLabelOf(5, 5)).toBe('low');
  expect(stockLabelOf(6, 5)).toBe('in');
});

test('the value of what comes at once is bounded', () => {
  expect(valueProblem(1_000_000, cents(300))).toBeUndefined();
  expect(valueProblem(1_000_000, cents(301))).toBe(
    'What comes into stock at once cannot be worth more than $3,000,000.00.',
  );
});

describe('changes of a level', () => {
  const level: Level = { onHand: 3, reserved: 1, value: cents(100), lastDate: day };
  const change = (quantity: number, reserved = 0) => ({ date: day, quantity, reserved });

  test('units leave at the average, and the last takes the rest', () => {
    expect(valueOfChange(level, change(-1))).toBe(-33);
    expect(valueOfChange(level, change(-2))).toBe(-67);
    expect(valueOfChange(level, change(-3))).toBe(-100);
    expect(valueOfChange(level, change(0, 1))).toBe(0);
  });

  test('problems are named', () => {
    const message = (...args: [number, number?]) =>
      changeProblem('EQ-001', level, change(...args))?.message;
    expect(message(-3)).toBe('Insufficient stock! Available: 2');
    expect(message(-2)).toBeUndefined();
    expect(message(-3, -1)).toBeUndefined();
    expect(message(0, 3)).toBe('Insufficient stock! Available: 2');
    expect(message(0, -2)).toBe('EQ-001 has only 1 reserved units.');
    const before = { ...change(1), date: isoDate('2026-11-20') };
    expect(changeProblem('EQ-001', level, before)?.message).toBe(
      'EQ-001 has a move of 21 Nov 2026. Choose that day or a later one.',
    );
  });

  test('any sequence keeps value and units at zero together and never below', () => {
    const step = fc.record({
      quantity: fc.integer({ min: -20, max: 20 }),
      valueUsd: fc.integer({ min: 0, max: 1_000_000 }).map(cents),
      reserved: fc.integer({ min: -5, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = EMPTY_LEVEL;
        for (const one of steps) {
          const made = { ...one, date: day };
          if (changeProblem('EQ-001', now, made)) continue;
          now = levelAfter(now, made, valueOfChange(now, made));
          expect(now.value).toBeGreaterThanOrEqual(0);
          expect(now.onHand > 0 || now.value === 0).toBe(true);
          expect(now.reserved).toBeGreaterThanOrEqual(0);
          expect(availableOf(now)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
