import { expect, test } from 'vitest';
import { vouchersIn } from './voucher-entries.tsx';

test('a sale of vouchers that was found opens in its drawer', () => {
  const sale = { id: 12, batchNumber: 'VB-2026-000012', bundleName: 'Weekly 2 GB', quantity: 3 };
  const found = { ...sale, customerName: 'Juba Tea House' };
  expect(vouchersIn({ vouchers: [found] })).toMatchObject([
    {
      group: 'Vouchers',
      label: 'VB-2026-000012',
      detail: '3 × Weekly 2 GB · Juba Tea House',
      to: '/voucher-management?view=all&show=sales&batch=12',
    },
  ]);
  expect(vouchersIn({ vouchers: null })).toEqual([]);
});
