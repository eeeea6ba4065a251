import { expect, test } from 'vitest';
import { isoDate } from '../kernel/dates.ts';
import { cents, ZERO } from '../kernel/money.ts';
import { billingInsight, type InsightFacts } from './rules-insight.ts';

const november: InsightFacts = {
  today: isoDate('2026-11-21'),
  revenue: cents(1_050_00),
  previousRevenue: cents(1_000_00),
  received: cents(600_00),
  outstanding: cents(800_00),
  overdue: cents(200_00),
  openInvoices: 8,
  overdueInvoices: 1,
  nearingInvoices: 2,
  places: [
    { location: 'Wau', overdue: cents(150_00) },
    { location: 'Bor', overdue: cents(50_00) },
  ],
  grossProfit: cents(50_00),
  profitMargin: 4.8,
  bandwidthCosts: cents(1_000_00),
};

test('tells of revenue, collection, debts and margin', () => {
  expect(billingInsight(november).split('\n')).toEqual([
    'November 2026, as of 21 Nov 2026.',
    'Revenue: $1,050.00. Up 5% from $1,000.00 in the month before.',
    'Collected this month: $600.00.',
    'Outstanding: $800.00 on 8 invoices.',
    'Overdue: $200.00 on 1 invoice, 25% of what is outstanding.',
    'Most of it: Wau $150.00, Bor $50.00.',
    'Call first: 2 invoices will be overdue within five days.',
    'Gross profit: $50.00, 4.8% of revenue, after $1,000.00 for bandwidth.',
  ]);
});

test('leaves out what is zero', () => {
  const quiet = billingInsight({
    ...november,
    revenue: cents(900_00),
    outstanding: ZERO,
    overdue: ZERO,
    openInvoices: 0,
    overdueInvoices: 0,
    nearingInvoices: 0,
    places: [],
  });
  expect(quiet).toContain('Down 10% from $1,000.00');
  expect(quiet).toContain('Outstanding: nothing. Every invoice is settled.');
  expect(quiet).not.toMatch(/Overdue|Most of it|Call first/);
  expect(billingInsight({ ...november, previousRevenue: ZERO })).toContain(
    'Nothing was booked in the month before.',
  );
});
