import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, cents, sumOf } from '../../kernel/money.ts';
import type { InvoiceStatus } from '../invoices/schema.ts';
import {
  allocate,
  allocateCredit,
  allocationOrder,
  excessAllocations,
  settledStatus,
} from './rules-settlement.ts';

const amounts = fc.integer({ min: 1, max: 10_000_000 }).map((value) => value as Cents);

describe('allocation', () => {
  const open = fc
    .array(amounts, { maxLength: 12 })
    .map((list) => list.map((amount, index) => ({ id: index + 1, openUsd: amount })));

  test('loses no cent and never pays more than is open', () => {
    fc.assert(
      fc.property(amounts, open, (available, invoices) => {
        const { allocations, rest } = allocate(available, invoices);
        expect(sumOf(allocations, (a) => a.amountUsd) + rest).toBe(available);
        for (const { invoiceId, amountUsd } of allocations) {
          expect(amountUsd).toBeGreaterThan(0);
          expect(amountUsd).toBeLessThanOrEqual(invoices[invoiceId - 1]!.openUsd);
        }
        if (rest > 0) expect(allocations).toHaveLength(invoices.length);
      }),
    );
  });

  test('credits and debts never both remain', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 8 }), open, (credits, invoices) => {
        const uses = allocateCredit(
          credits.map((unallocatedUsd, index) => ({ id: index + 1, unallocatedUsd })),
          invoices,
        );
        const used = sumOf(uses, (use) => use.amountUsd);
        const credit = sumOf(credits, (amount) => amount);
        const debt = sumOf(invoices, (invoice) => invoice.openUsd);
        expect(used).toBe(Math.min(credit, debt));
      }),
    );
  });

  test('the excess over an amount leaves that amount, of the oldest payments', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 8 }), amounts, (paid, keep) => {
        const settled = paid.map((amountUsd, index) => ({ paymentId: index + 1, amountUsd }));
        const beyond = excessAllocations(settled, keep);
        const total = sumOf(paid, (amount) => amount);
        expect(total - sumOf(beyond, ({ amountUsd }) => amountUsd)).toBe(Math.min(total, keep));
        // All of them but the first are taken back whole.
        expect(beyond.slice(1)).toEqual(
          beyond.length > 0 ? settled.slice(settled.length - beyond.length + 1) : [],
        );
        expect(beyond.every(({ amountUsd }) => amountUsd > 0)).toBe(true);
      }),
    );
  });

  test('chosen invoices first, then the oldest', () => {
    const list = [
      { id: 1, dueDate: '2026-03-15' as IsoDate },
      { id: 2, dueDate: '2026-01-15' as IsoDate },
      { id: 3, dueDate: '2026-02-15' as IsoDate },
    ];
    expect(allocationOrder(list).map(({ id }) => id)).toEqual([2, 3, 1]);
    expect(allocationOrder(list, [1]).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

test('the paid amount decides the status; a hand-set overdue stays until paid', () => {
  const after = (status: InvoiceStatus, paid: number) =>
    settledStatus({ status, amountUsd: cents(100), paidUsd: cents(paid) });
  expect(after('overdue', 100)).toBe('paid');
  expect(after('overdue', 99)).toBe('overdue');
  expect(after('paid', 0)).toBe('pending');
  expect(after('cancelled', 0)).toBe('cancelled');
});
