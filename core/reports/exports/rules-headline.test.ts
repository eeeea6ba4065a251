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
const financialSummary = {
  ...{ totalRevenue: cents(1_000_00), totalRevenueSsp: null, revenueGrowth: 4.2 },
  ...{ totalExpenses: cents(1_250_00), totalExpensesSsp: null },
  ...{ netProfit: cents(-250_00), netProfitSsp: null, profitMargin: -25 },
};

it('shows figures of the report, and bars in proportion to the largest', () => {
  const { cards, charts } = headlineOf(report({ financialSummary }));
  expect(cards).toEqual([
    { label: 'Total revenue', value: '$1,000.00', note: '+4.2% on the period before' },
    { label: 'Total expenses', value: '$1,250.00', note: '' },
    { label: 'Net profit', value: '-$250.00', note: '-25% of the revenue' },
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
  );
  expect(cards.map(({ label, value }) => [label, value])).toEqual([
    ['Total spend', '$0.00'],
    ['Employees', '7'],
  ]);
  expect(charts).toEqual([]);
});
