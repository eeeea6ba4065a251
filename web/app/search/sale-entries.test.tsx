import { cents } from '@nimule/core/kernel/money';
import { expect, test } from 'vitest';
import { salesIn } from './sale-entries.tsx';

test('a sales order that was found opens in its drawer', () => {
  const sale = { id: 9, orderNumber: 'SO-2026-0009', customerName: 'Juba Tea House' };
  const found = { ...sale, status: 'confirmed' as const, totalAmountUsd: cents(15_000) };
  expect(salesIn({ sales: [found] })).toMatchObject([
    { group: 'Sales orders', label: 'SO-2026-0009', to: '/equipment?view=sales&sale=9' },
  ]);
  expect(salesIn({ sales: null })).toEqual([]);
});
