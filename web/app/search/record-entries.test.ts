import { isoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { expect, test } from 'vitest';
import { entriesOf } from './record-entries.tsx';

test('a sales order that was found opens in its drawer', () => {
  const sale = { id: 9, orderNumber: 'SO-2026-0009', customerName: 'Juba Tea House' };
  const found = { ...sale, status: 'confirmed' as const, totalAmountUsd: cents(15_000) };
  expect(entriesOf('salesOrder', { sales: [found] })).toMatchObject([
    { group: 'Sales orders', label: 'SO-2026-0009', to: '/equipment?view=sales&sale=9' },
  ]);
  expect(entriesOf('salesOrder', { sales: null })).toEqual([]);
});

test('a sale of vouchers that was found opens in its drawer', () => {
  const sale = { id: 12, batchNumber: 'VB-2026-000012', bundleName: 'Weekly 2 GB', quantity: 3 };
  const found = { ...sale, customerName: 'Juba Tea House' };
  expect(entriesOf('voucherBatch', { vouchers: [found] })).toMatchObject([
    {
      group: 'Vouchers',
      label: 'VB-2026-000012',
      detail: '3 × Weekly 2 GB · Juba Tea House',
      to: '/voucher-management?view=all&show=sales&batch=12',
    },
  ]);
  expect(entriesOf('voucherBatch', { vouchers: null })).toEqual([]);
});

test('an expense that was found opens by its number', () => {
  const found = {
    id: 5,
    transactionId: 'TXN-2026-000005',
    description: 'Fuel',
    location: 'Nile Petrol',
    date: isoDate('2026-11-20'),
    amountUsd: cents(4_000),
    amountSsp: null,
    paid: 'paid' as const,
  };
  expect(entriesOf('expense', { expenses: [found as never] })).toMatchObject([
    { id: 'expense 5', label: 'Fuel', to: '/expense-management?expense=TXN-2026-000005' },
  ]);
});
