import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, subtractCents, ZERO } from '../../kernel/money.ts';
import { openOfMonth, settledBy } from './rules.ts';

const positive = fc.integer({ min: 1, max: 10_000_000_00 }).map(cents);

test('payments in pounds settle a month exactly, whatever their number and the rates of their days', () => {
  fc.assert(
    fc.property(
      ...[positive, fc.integer({ min: 20_00, max: 5_000_00 }).map(cents)],
      fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), positive), { maxLength: 8 }),
      (bookedUsd, bookedRate, parts) => {
        const bookedSsp = cents(Math.round((bookedUsd * bookedRate) / 100));
        let settledUsd = ZERO;
        for (const [share, rate] of parts) {
          const open = openOfMonth({ bookedUsd, bookedSsp, settledUsd });
          const amount = cents(Math.ceil((open.openSsp * share) / 100));
          const settled = settledBy({ amount, currency: 'SSP' }, open, rate);
          expect(settled).toBeLessThanOrEqual(open.openUsd);
          settledUsd = addCents(settledUsd, settled);
        }
        const { openUsd, openSsp } = openOfMonth({ bookedUsd, bookedSsp, settledUsd });
        expect(openUsd).toBe(subtractCents(bookedUsd, settledUsd));
        expect(
          settledBy({ amount: openSsp, currency: 'SSP' }, { openUsd, openSsp }, cents(1)),
        ).toBe(openUsd);
      },
    ),
  );
});

test('the declared rest after a part that was rounded settles the month, at any rate', () => {
  const [bookedUsd, bookedSsp] = [cents(20_00), cents(8_000_00)];
  const pay = (amount: number, settledUsd: number, rate: number) =>
    settledBy(
      { amount: cents(amount), currency: 'SSP' },
      openOfMonth({ bookedUsd, bookedSsp, settledUsd: cents(settledUsd) }),
      cents(rate),
    );
  expect(pay(3_334_00, 0, 350_00)).toBe(8_34);
  for (const rate of [1_00, 350_00, 1_300_00]) expect(pay(4_666_00, 8_34, rate)).toBe(11_66);
});

test('what exceeds the pounds of a month settles at the rate of the day', () => {
  const open = { openUsd: cents(20_00), openSsp: cents(8_000_00) };
  const pay = (amount: number, rate: number) =>
    settledBy({ amount: cents(amount), currency: 'SSP' }, open, cents(rate));
  expect(pay(8_000_00, 1_300_00)).toBe(20_00);
  expect(pay(8_000_00, 350_00)).toBe(20_00);
  expect(pay(2_000_00, 350_00)).toBe(5_00);
  expect(pay(8_350_00, 350_00)).toBe(21_00);
  expect(settledBy({ amount: cents(7_00), currency: 'USD' }, open, cents(350_00))).toBe(7_00);
});
