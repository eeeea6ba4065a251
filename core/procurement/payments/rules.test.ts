import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, sspToUsd } from '../../kernel/money.ts';
import { type Left, type Open, settle, settleAll } from './rules.ts';

const currency = fc.constantFrom('USD', 'SSP' as const);
const rate = fc
  .oneof(fc.integer({ min: 100_00, max: 5_000_00 }), fc.integer({ min: 1, max: 300 }))
  .map(cents);
const amount = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 1e9 }));

const left: fc.Arbitrary<Left> = fc
  .record({ currency, exchangeRate: rate, amount: amount.map(cents) })
  .map((one) => {
    const usd = one.currency === 'USD' ? one.amount : sspToUsd(one.amount, one.exchangeRate);
    return usd > 0 ? { ...one, usd } : { ...one, usd: cents(1), amount: one.exchangeRate };
  });
const open: fc.Arbitrary<Open> = fc
  .record({ currency, exchangeRate: rate, amount: amount.map(cents) })
  .map(({ exchangeRate, ...one }) => {
    const usd = one.currency === 'USD' ? one.amount : sspToUsd(one.amount, exchangeRate);
    return usd > 0 ? { ...one, usd } : { ...one, usd: cents(1), amount: exchangeRate };
  });

describe('settling', () => {
  test('takes nothing that is not there, and both amounts end at zero together', () => {
    fc.assert(
      fc.property(left, fc.array(open, { maxLength: 6 }), (payment, bills) => {
        const { parts, left: rest } = settleAll(payment, bills);
        expect(rest.amount).toBeGreaterThanOrEqual(0);
        expect(rest.usd).toBeGreaterThanOrEqual(0);
        expect(rest.amount === 0).toBe(rest.usd === 0);
        for (const { bill, paidAmount, paidUsd, settledAmount, settledUsd } of parts) {
          for (const part of [paidAmount, paidUsd, settledAmount, settledUsd])
            expect(part).toBeGreaterThan(0);
          expect(settledAmount).toBeLessThanOrEqual(bill.amount);
          expect(settledAmount === bill.amount).toBe(settledUsd === bill.usd);
          // In one currency nothing is lost.
          if (bill.currency === payment.currency) expect(paidAmount).toBe(settledAmount);
          if (bill.currency === 'USD') expect(paidUsd).toBe(settledUsd);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('pounds for pounds are exact, and the rate shows in dollars alone', () => {
    const bill: Open = { currency: 'SSP', amount: cents(400_000_00), usd: cents(1000_00) };
    const payment: Left = {
      currency: 'SSP',
      exchangeRate: cents(500_00),
      amount: cents(100_000_00),
      usd: cents(200_00),
    };
    expect(settle(payment, bill)).toEqual({
      paidAmount: 100_000_00,
      paidUsd: 200_00,
      settledAmount: 100_000_00,
      settledUsd: 250_00,
    });
  });

  test('dollars settle pounds at the rate of the payment', () => {
    const bill: Open = { currency: 'SSP', amount: cents(400_000_00), usd: cents(1000_00) };
    const dollars = { currency: 'USD', exchangeRate: cents(500_00) } as const;
    expect(settle({ ...dollars, amount: cents(900_00), usd: cents(900_00) }, bill)).toEqual({
      paidAmount: 800_00,
      paidUsd: 800_00,
      settledAmount: 400_000_00,
      settledUsd: 1000_00,
    });
    expect(settle({ ...dollars, amount: cents(80_00), usd: cents(80_00) }, bill)).toMatchObject({
      settledAmount: 40_000_00,
      settledUsd: 100_00,
    });
  });
});
