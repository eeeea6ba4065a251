import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents, sspToUsd, sumOf, usdToSsp } from '../../kernel/money.ts';
import {
  exchangeableOf,
  exchangedParts,
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
    exchangeable = 0,
  ) =>
    refundRefusal(
      'Juba Tea House',
      { amount: cents(amount), currency },
      {
        refundable: { usd: cents(usd), ssp: cents(ssp) },
        exchangeable: cents(exchangeable),
        grantedUsd: cents(granted),
      },
    );

  test('is none up to what was paid in the currency', () => {
    expect(refusal(50_00, 'USD', [50_00, 1, 1])).toBeUndefined();
    expect(refusal(40_000_00, 'SSP', [1, 40_000_00, 1])).toBeUndefined();
  });

  test('is none up to what the other currency is worth, and names both above it', () => {
    expect(refusal(30_77, 'USD', [0, 40_000_00, 0], 30_77)).toBeUndefined();
    expect(refusal(30_78, 'USD', [0, 40_000_00, 0], 30_77)).toBe(
      "Juba Tea House paid in the other currency and can get back nothing in dollars, and SSP 40,000 in pounds; with another person's approval up to $30.77 in dollars at today's rate.",
    );
    expect(refusal(95_000_01, 'SSP', [70_00, 4_000_00, 0], 91_000_00)).toMatch(
      /^Juba Tea House paid in both currencies and can get back only SSP 4,000 in pounds, and \$70\.00 in dollars; .* up to SSP 95,000 in pounds at today's rate\.$/,
    );
  });

  test('says that credit was granted', () => {
    expect(refusal(2_00, 'USD', [0, 0, 5_00])).toBe(
      'Of the credit of Juba Tea House nothing can be paid out: credit that was granted is used for invoices.',
    );
    expect(refusal(1, 'SSP', [0, 0, 0])).toBe('Juba Tea House has nothing in credit.');
  });
});

test('pounds of a refund are worth what they are on its day, at least a cent', () => {
  expect(moneyUsdOf(cents(100_00), 'USD', cents(1_300_00))).toBe(100_00);
  expect(moneyUsdOf(cents(40_000_00), 'SSP', cents(1_300_00))).toBe(30_77);
  expect(moneyUsdOf(cents(1), 'SSP', cents(1_300_00))).toBe(1);
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
  );
});

describe('money in the other currency', () => {
  const [weak, same, strong] = [cents(1_300_00), cents(400_00), cents(200_00)];
  const paid = [dollars(1, 30_00), pounds(2, 50_00)];

  test('is worth what it is today, and never more than the credit', () => {
    expect(exchangeableOf('SSP', paid, weak)).toBe(39_000_00);
    expect(exchangeableOf('USD', paid, weak)).toBe(15_38);
    expect(exchangeableOf('USD', paid, same)).toBe(50_00);
    expect(exchangeableOf('USD', paid, strong)).toBe(50_00);
  });

  test.each<[number, 'USD' | 'SSP', number, [number, number, number][]]>([
    [15_38, 'USD', weak, [[1, 15_38, 0]]],
    // What was paid in the currency goes first; all pounds take all credit.
    [
      45_38,
      'USD',
      weak,
      [
        [1, 30_00, 0],
        [2, 50_00, 20_000_00],
      ],
    ],
    [
      30_01,
      'USD',
      weak,
      [
        [1, 30_00, 0],
        // For the pounds of a cent, 3.25 cents were credited; the credit that is taken up is rounded up.
        [2, 4, 13_00],
      ],
    ],
    [
      20_013_00,
      'SSP',
      weak,
      [
        [2, 50_00, 20_000_00],
        [1, 1, 13_00],
      ],
    ],
    [
      59_000_00,
      'SSP',
      weak,
      [
        [2, 50_00, 20_000_00],
        [1, 30_00, 39_000_00],
      ],
    ],
  ])('%i of %s at %i', (amount, currency, rate, expected) => {
    const parts = exchangedParts(cents(amount), currency, paid, cents(rate));
    expect(parts.map((part) => [part.paymentId, part.amountUsd, part.amountSsp])).toEqual(expected);
  });

  test('pays no more than credit and pounds are worth, whatever the rates', () => {
    fc.assert(
      fc.property(
        fc.array(payment, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 500_000_00 }),
        fc.constantFrom('USD' as const, 'SSP' as const),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (made, rate, currency, share) => {
          const payments = made.map((one, index) => ({
            ...one,
            id: index,
            currency: index % 2 === 0 ? one.currency : ('USD' as const),
          }));
          const of = refundableOf(payments);
          const own = currency === 'SSP' ? of.ssp : of.usd;
          const most = own + exchangeableOf(currency, payments, cents(rate));
          fc.pre(Number.isSafeInteger(most * 100));
          const amount = cents(Math.floor(most * share));
          const parts = exchangedParts(amount, currency, payments, cents(rate));
          let worth = 0;
          for (const { paymentId, amountUsd, amountSsp } of parts) {
            const from = payments[paymentId]!;
            expect(amountUsd).toBeGreaterThan(0);
            expect(amountUsd).toBeLessThanOrEqual(from.unallocatedUsd);
            if (from.currency === 'SSP') expect(amountSsp).toBeLessThanOrEqual(poundsLeft(from));
            if (currency === 'SSP') worth += amountSsp;
            else if (from.currency === 'USD') worth += amountUsd;
            else worth += Math.min(amountUsd, sspToUsd(amountSsp, cents(rate)));
            if (currency === 'SSP' && from.currency === 'USD')
              expect(amountSsp).toBeLessThanOrEqual(usdToSsp(amountUsd, cents(rate)));
          }
          expect(worth).toBeGreaterThanOrEqual(amount);
        },
      ),
    );
  });
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
