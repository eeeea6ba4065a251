import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, sumOf, usdToSsp, ZERO } from '../../kernel/money.ts';
import { partsInPounds, secondPartInPounds } from './rules-pounds.ts';

const sum = (amounts: readonly ReturnType<typeof cents>[]) => sumOf(amounts, (amount) => amount);

test('parts of a document add up to it in pounds, and each is its amount at the rate to the cent', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 }).map(cents);
  const rate = fc.integer({ min: 1, max: 10_000_000 }).map(cents);
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), rate, (parts, at) => {
      const amountUsd = sum(parts);
      const amountSsp = usdToSsp(amountUsd, at);
      const inPounds = partsInPounds(parts, { amountUsd, amountSsp });
      expect(sum(inPounds)).toBe(amountSsp);
      const [first, second] = [parts[0]!, sum(parts.slice(1))];
      expect(secondPartInPounds(first, second, { amountUsd, amountSsp })).toBe(
        partsInPounds([first, second], { amountUsd, amountSsp })[1],
      );
      for (const [index, part] of parts.entries()) {
        expect(inPounds[index]).toBeGreaterThanOrEqual(0);
        // Below one dollar's worth the rounding of the whole counts for more than a cent of the part.
        if (amountUsd >= 100)
          expect(Math.abs(inPounds[index]! - usdToSsp(part, at))).toBeLessThanOrEqual(2);
      }
    }),
  );
});

test('a single part is the whole amount, and zero stays zero', () => {
  const whole = { amountUsd: cents(12_500), amountSsp: cents(5_000_001) };
  expect(partsInPounds([cents(12_500), ZERO], whole)).toEqual([5_000_001, 0]);
  expect(partsInPounds([ZERO, ZERO], whole)).toEqual([0, 0]);
  expect(partsInPounds([], whole)).toEqual([]);
});
