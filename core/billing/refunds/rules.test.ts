import { expect, test } from 'vitest';
import { cents } from '../../kernel/money.ts';
import { refundParts } from './rules.ts';

const credits = [
  { id: 1, kind: 'payment', unallocatedUsd: cents(30) },
  { id: 2, kind: 'credit_note', unallocatedUsd: cents(20) },
  { id: 3, kind: 'credit', unallocatedUsd: cents(50) },
] as const;

test.each([
  [15, [[2, 15]]],
  [
    45,
    [
      [2, 20],
      [1, 25],
    ],
  ],
  [
    100,
    [
      [2, 20],
      [1, 30],
      [3, 50],
    ],
  ],
])('%i cents are taken from credit notes first, then from the oldest', (amount, expected) => {
  const parts = refundParts(cents(amount), credits);
  expect(parts.map(({ paymentId, amountUsd }) => [paymentId, amountUsd])).toEqual(expected);
});
