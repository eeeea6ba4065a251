import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents, sumOf } from '../../kernel/money.ts';
import {
  moneyUsdOf,
  poundsLeft,
  type Refunded,
  refundableOf,
  refundParts,
  refundRefusal,
} from './rules.ts';

const dollars = (id: number, unallocatedUsd: number): Refunded => ({
  ...{ id, currency: 'USD', amountUsd: cents(100), amountSsp: cents(40_000) },
  ...{ unallocatedUsd: cents(unallocatedUsd), refundedSsp: cents(0) },
});
/** Paid at 400 pounds for a dollar. */
const pounds = (id: number, amountUsd: number, unallocatedUsd = amountUsd): Refunded => ({
  ...{ id, currency: 'SSP', amountUsd: cents(amountUsd), amountSsp: cents(amountUsd * 400) },
  ...{ unallocatedUsd: cents(unallocatedUsd), refundedSsp: cents(0) },
});
const credits = [dollars(1, 30), pounds(2, 50), dollars(3, 20)];

test('what can be paid out is counted by the currency that was paid', () => {
  expect(refundableOf(credits)).toEqual({ usd: 50, ssp: 20_000 });
  expect(refundableOf([])).toEqual({ usd: 0, ssp: 0 });
});

describe('a refund is taken from the oldest payments in its currency', () => {
  test.each<[number, 'USD' | 'SSP', [number, number, number][]]>([
    [15, 'USD', [[1, 15, 0]]],
    [
      45,
      'USD',
      [
        [1, 30, 0],
        [3, 15, 0],
      ],
    ],
    [8_000, 'SSP', [[2, 20, 8_000]]],
    // Less than a cent takes one, all pounds take all cents.
    [1, 'SSP', [[2, 1, 1]]],
    [20_000, 'SSP', [[2, 50, 20_000]]],
  ])('%i of %s', (amount, currency, expected) => {
    expect(
      refundParts(cents(amount), currency, credits).map((part) => [
        part.paymentId,
        part.amountUsd,
        part.amountSsp,
      ]),
    ).toEqual(expected);
  });
});

describe('a refusal', () => {
  const refusal = (
    amount: number,
    currency: 'USD' | 'SSP',
    [usd, ssp, granted]: [number, number, number],
  ) =>
    refundRefusal(
      'Juba Tea House',
      { amount: cents(amount), currency },
      { refundable: { usd: cents(usd), ssp: cents(ssp) }, grantedUsd: cents(granted) },
    );

  test('is none up to what was paid in the currency', () => {
    expect(refusal(50_00, 'USD', [50_00, 1, 1])).toBeUndefined();
    expect(refusal(40_000_00, 'SSP', [1, 40_000_00, 1])).toBeUndefined();
  });

  test('names both currencies where the other one was paid', () => {
    expect(refusal(100_00, 'USD', [0, 40_000_00, 0])).toEqual({
      code: 'refund.currency',
      message:
        'Money goes back in the currency in which it was paid. Juba Tea House can get back nothing in dollars, and SSP 40,000 in pounds.',
    });
    expect(refusal(40_000_00, 'SSP', [70_00, 4_000_00, 0])?.message).toMatch(
      /can get back only SSP 4,000 in pounds, and \$70\.00 in dollars\.$/,
    );
  });

  test('says that credit was granted', () => {
    expect(refusal(2_00, 'USD', [0, 0, 5_00])?.message).toBe(
      'Of the credit of Juba Tea House nothing can be paid out: credit that was granted is used for invoices.',
    );
    expect(refusal(1, 'SSP', [0, 0, 0])).toEqual({
      code: 'refund.amount',
      message: 'Juba Tea House has nothing in credit.',
    });
  });
});

test('pounds of a refund are worth what they are on its day, at least a cent', () => {
  const refund = { amountUsd: cents(100_00), amountSsp: cents(40_000_00) };
  expect(moneyUsdOf(refund, 'USD', cents(1_300_00))).toBe(100_00);
  expect(moneyUsdOf(refund, 'SSP', cents(1_300_00))).toBe(30_77);
  expect(moneyUsdOf({ ...refund, amountSsp: cents(1) }, 'SSP', cents(1_300_00))).toBe(1);
});

const payment = fc
  .record({
    amountUsd: fc.integer({ min: 1, max: 500_000_00 }),
    rate: fc.integer({ min: 1, max: 500_000_00 }),
    used: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(
    ({ amountUsd, rate, used }): Refunded => ({
      ...{ id: 1, currency: 'SSP', amountUsd: cents(amountUsd), refundedSsp: cents(0) },
      amountSsp: cents(Math.max(1, Math.round((amountUsd * rate) / 100))),
      unallocatedUsd: cents(amountUsd - Math.floor(amountUsd * used)),
    }),
  );

test('however pounds are paid back and credit moves, no more goes back than was paid', () => {
  fc.assert(
    fc.property(
      payment,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      fc.array(fc.nat({ max: 50 }), { minLength: 12, maxLength: 12 }),
      (first, shares, released) => {
        let paid = first;
        let refundedUsd = 0;
        for (const [index, share] of shares.entries()) {
          const all = poundsLeft(paid);
          const wanted = cents(Math.floor(all * share));
          const parts = refundParts(wanted, 'SSP', [paid]);
          expect(sumOf(parts, ({ amountSsp }) => amountSsp)).toBe(wanted);
          const usd = sumOf(parts, ({ amountUsd }) => amountUsd);
          expect(usd).toBeLessThanOrEqual(paid.unallocatedUsd);
          refundedUsd += usd;
          const most = paid.amountUsd - refundedUsd;
          paid = {
            ...paid,
            refundedSsp: cents(paid.refundedSsp + wanted),
            unallocatedUsd: Math.min(most, paid.unallocatedUsd - usd + released[index]!) as Cents,
          };
        }
        expect(paid.refundedSsp).toBeLessThanOrEqual(paid.amountSsp);
      },
    ),
    { seed: 65 },
  );
});

test('however small the refunds in pounds, they give back what belongs to what was left, and no more', () => {
  fc.assert(
    fc.property(
      payment,
      fc.array(fc.integer({ min: 1, max: 2_000_00 }), { minLength: 1, maxLength: 40 }),
      (first, amounts) => {
        const due = poundsLeft(first);
        let paid = first;
        let returned = 0;
        // The amounts again and again, as somebody would who tries, and what is left at the end.
        for (const amount of [...amounts, ...amounts, ...amounts, due]) {
          const wanted = cents(Math.min(amount, poundsLeft(paid)));
          const [part] = refundParts(wanted, 'SSP', [paid]);
          if (!part) break;
          returned += part.amountSsp;
          paid = {
            ...paid,
            refundedSsp: cents(paid.refundedSsp + part.amountSsp),
            unallocatedUsd: cents(paid.unallocatedUsd - part.amountUsd),
          };
        }
        // The last piastre is rounded.
        expect(returned).toBeLessThanOrEqual(due + 1);
        expect(poundsLeft(paid)).toBeLessThanOrEqual(1);
      },
    ),
    { seed: 15 },
  );
});

test('SSP 2,000 that are left of 4,000 are SSP 2,000 in parts of SSP 5.99 too', () => {
  let paid: Refunded = { ...pounds(1, 1000, 500), amountSsp: cents(400_000) };
  let returned = 0;
  for (let left = poundsLeft(paid); left > 0; left = poundsLeft(paid)) {
    const [part] = refundParts(cents(Math.min(599, left)), 'SSP', [paid]);
    returned += part!.amountSsp;
    paid = {
      ...paid,
      refundedSsp: cents(paid.refundedSsp + part!.amountSsp),
      unallocatedUsd: cents(paid.unallocatedUsd - part!.amountUsd),
    };
  }
  expect(returned).toBeLessThanOrEqual(200_000);
  expect(returned).toBeGreaterThan(140_000);
});
