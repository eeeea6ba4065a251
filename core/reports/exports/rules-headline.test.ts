import { expect, it } from 'vitest';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import type { Report } from '../comprehensive/schema.ts';
import { headlineOf } from './rules-headline.ts';

const range = { startDate: isoDate('2026-01-01'), endDate: isoDate('2026-06-30') };
const before = { startDate: isoDate('2025-07-01'), endDate: isoDate('2025-12-31') };
const report = (sections: Partial<Report>): Report => ({
  ...{ type: 'comprehensive', dateRange: range, previousRange: before, hidden: [] },
  ...{ generatedAt: new Date(0), exchangeRate: cents(400_00) },
  ...sections,
});
const parts = { before: {}, charts: [], tables: [] };
const financialSummary = {
  ...{ totalRevenue: cents(1_000_00), totalRevenueSsp: null, revenueGrowth: 4.2 },
  ...{ totalExpenses: cents(1_250_00), totalExpensesSsp: null },
  ...{ netProfit: cents(-250_00), netProfitSsp: null, profitMargin: -25 },
};
const earlier = {
  ...financialSummary,
  ...{ totalRevenue: cents(800_00), totalExpenses: cents(0), netProfit: cents(800_00) },
};

it('shows figures of the report against the period before, and bars in proportion to the largest', () => {
  const { cards, charts } = headlineOf(report({ financialSummary }), {
    ...parts,
    before: { financialSummary: earlier },
  });
  expect(cards).toEqual([
    { label: 'Total revenue', value: '$1,000.00', note: '+25%, $800.00 before' },
    { label: 'Total expenses', value: '$1,250.00', note: '$0.00 before' },
    { label: 'Net profit', value: '-$250.00', note: '-131.3%, $800.00 before' },
  ]);
  expect(charts.map(({ bars }) => bars)).toEqual([
    [
      { label: 'Revenue', text: '$1,000.00', share: 0.8, isNegative: false },
      { label: 'Expenses', text: '$1,250.00', share: 1, isNegative: false },
      { label: 'Net profit', text: '-$250.00', share: 0.2, isNegative: true },
    ],
  ]);
});

it('leaves out sections and pay that the caller does not see, and charts of nothing', () => {
  const hrAnalysis = {
    ...{ totalEmployees: 7, totalPayroll: null, totalPayrollSsp: null },
    ...{ averageSalary: null, averageSalarySsp: null, attendanceRate: null },
  };
  const nothing = { totalSpend: cents(0), totalSpendSsp: null, totalOrders: 0, topSuppliers: [] };
  const { cards, charts } = headlineOf(
    report({ financialSummary: null, hrAnalysis, procurementAnalysis: nothing }),
    parts,
  );
  expect(cards.map(({ label, value }) => [label, value])).toEqual([
    ['Approved orders', '$0.00'],
    ['Employees', '7'],
  ]);
  expect(charts).toEqual([]);
});
