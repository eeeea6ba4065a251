import { describe, expect, it } from 'vitest';
import { cents } from '../../kernel/money.ts';
import { amountOf, inUsd } from './rules-amount.ts';

describe('the amount of a line', () => {
  it('comes from the one column that is not empty or zero', () => {
    expect(amountOf({ amountUsd: cents(-500) })).toEqual({ currency: 'USD', amount: -500 });
    expect(amountOf({ moneyInSsp: cents(500), moneyOutSsp: cents(0) })).toEqual({
      currency: 'SSP',
      amount: 500,
    });
  });

  it('is below zero for money out, with or without a minus in the file', () => {
    for (const amount of [700, -700])
      expect(amountOf({ moneyOutUsd: cents(amount) })).toEqual({ currency: 'USD', amount: -700 });
  });

  it('is refused when there is none, several, or negative money in', () => {
    expect(amountOf({ moneyInUsd: cents(0) })).toMatchObject({
      problem: expect.stringContaining('The row has no amount'),
    });
    expect(amountOf({ moneyInUsd: cents(1), moneyOutUsd: cents(1) })).toEqual({
      problem:
        'moneyInUsd: The row has several amounts: moneyInUsd and moneyOutUsd. Give one of them.',
    });
    expect(amountOf({ moneyInSsp: cents(-1) })).toEqual({
      problem: 'moneyInSsp: Money in cannot be below zero.',
    });
  });

  it('in pounds needs the rate of its day, in dollars none', () => {
    expect(inUsd({ currency: 'USD', amount: cents(-5) }, undefined)).toEqual({ amountUsd: -5 });
    expect(inUsd({ currency: 'SSP', amount: cents(-130_000) }, cents(130_000))).toEqual({
      amountUsd: -100,
    });
    expect(inUsd({ currency: 'SSP', amount: cents(1) }, undefined)).toEqual({
      problem: 'amountSsp: No exchange rate is known for this day.',
    });
    expect(inUsd({ currency: 'SSP', amount: cents(1_000_000_000_000) }, cents(100))).toMatchObject({
      problem: expect.stringContaining('cannot be above'),
    });
  });
});
