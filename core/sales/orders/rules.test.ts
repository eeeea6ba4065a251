import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../kernel/money.ts';
import { type SaleStatus, saleStatuses } from '../schema.ts';
import { belowListUsd, costOfReturn, linesBelowList, paymentStatusOf, totalsOf } from './rules.ts';
import { actionsFor, problemOf, type SaleState } from './rules-actions.ts';

const state = (status: SaleStatus, more: Partial<SaleState> = {}): SaleState => ({
  ...{ orderNumber: 'SO-2026-0001', status, priceCheck: 'none' },
  lines: [{ quantity: 2, returned: 0 }],
  ...more,
});

describe('the actions of an order', () => {
  test.each<[SaleStatus, string[]]>([
    ['pending', ['edit', 'approve', 'reject', 'confirm', 'cancel']],
    ['approved', ['confirm', 'cancel']],
    ['confirmed', ['deliver', 'cancel']],
    ['delivered', ['return']],
    ['rejected', []],
    ['cancelled', []],
  ])('%s', (status, actions) => {
    expect(actionsFor(state(status), true)).toEqual(actions);
    expect(actionsFor(state(status), false)).toEqual([]);
  });

  test('wait while a price below the list does, and after it was refused', () => {
    for (const priceCheck of ['waiting', 'refused'] as const)
      expect(actionsFor(state('pending', { priceCheck }), true)).toEqual([
        ...['edit', 'reject', 'cancel'],
      ]);
    expect(actionsFor(state('pending', { priceCheck: 'accepted' }), true)).toContain('confirm');
  });

  test('end when all goods came back, and are refused in words in every status', () => {
    const lines = [{ quantity: 2, returned: 2 }];
    expect(problemOf('return', state('delivered', { lines }))).toBe(
      'All goods of SO-2026-0001 came back.',
    );
    for (const status of saleStatuses)
      for (const action of ['edit', 'deliver', 'return'] as const)
        expect(problemOf(action, state(status)) ?? 'SO-2026-0001').toMatch(/SO-2026-0001/);
  });
});

test('the cost of a line is shared out over its returns without a rest', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
      (cost, parts) => {
        const quantity = parts.reduce((sum, part) => sum + part, 0);
        const costUsd = cents(cost);
        let [returned, total] = [0, 0];
        for (const part of parts) {
          const share = costOfReturn({ costUsd, quantity, returned }, part);
          expect(share).toBeGreaterThanOrEqual(0);
          returned += part;
          total += share;
        }
        expect(total).toBe(cost);
      },
    ),
  );
});

test('totals are those of the lines, in pounds at the rate of the order', () => {
  const lines = [
    { quantity: 3, unitPriceUsd: cents(10_01), listPriceUsd: cents(12_00) },
    { quantity: 1, unitPriceUsd: cents(5_00), listPriceUsd: cents(5_00) },
  ];
  expect(totalsOf(lines, cents(400_00))).toEqual({
    totalAmountUsd: 35_03,
    totalAmountSsp: 14_012_00,
  });
  expect(linesBelowList(lines)).toHaveLength(1);
  expect(belowListUsd(lines)).toBe(5_97);
  const huge = [{ quantity: 1_000_000, unitPriceUsd: cents(300_000_000) }];
  expect(() => totalsOf(huge, cents(400_00))).toThrow('The total cannot be above $3,000,000.00.');
});

test.each([
  [null, 0, 'pending', 10, 'pending'],
  [null, 0, 'pending', 0, 'pending'],
  [null, 0, 'delivered', 0, 'paid'],
  ['pending', 0, 'confirmed', 10, 'pending'],
  ['overdue', 0, 'confirmed', 10, 'pending'],
  ['overdue', 4, 'delivered', 10, 'partial'],
  ['paid', 10, 'delivered', 10, 'paid'],
  ['cancelled', 0, 'cancelled', 10, 'pending'],
] as const)(
  'an invoice %s, paid %i, of a %s order',
  (invoiceStatus, paid, status, total, shown) => {
    const row = {
      invoiceStatus,
      invoicePaidUsd: cents(paid),
      status,
      totalAmountUsd: cents(total),
    };
    expect(paymentStatusOf(row)).toBe(shown);
  },
);
