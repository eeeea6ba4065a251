import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  type IsoDate,
  isoDate,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import {
  billingAnalysisOf,
  customerMetricsOf,
  financialSummaryOf,
  hrAnalysisOf,
  percentOf,
  sectionsOf,
} from './rules.ts';
import { partsOf, privateMonthsOf, rangeOf } from './rules-range.ts';
import { sectionNames } from './schema.ts';

const TODAY = isoDate('2026-11-21');
const day = fc.integer({ min: 0, max: 3650 }).map((n) => addDays(isoDate('2018-01-01'), n));
const range = fc
  .tuple(day, fc.integer({ min: 0, max: 900 }))
  .map(([startDate, days]) => ({ startDate, endDate: addDays(startDate, days) }));

describe('the range of a report', () => {
  it('is from 1 January of the current year to today', () => {
    expect(rangeOf({}, TODAY)).toEqual({ startDate: '2026-01-01', endDate: '2026-11-21' });
    expect(rangeOf({ endDate: isoDate('2025-05-02') }, TODAY)).toEqual({
      startDate: '2025-01-01',
      endDate: '2025-05-02',
    });
    const tomorrow = addDays(TODAY, 1);
    expect(rangeOf({ startDate: tomorrow }, TODAY)).toEqual({
      startDate: tomorrow,
      endDate: tomorrow,
    });
  });

  it.each([
    ['2026-05-02', '2026-05-01', 'endDate', /before the first/],
    ['2016-05-02', '2026-05-02', 'endDate', /at most 10 years/],
    ['1999-12-31', '2001-05-02', 'startDate', /between 2000/],
    ['2026-12-31', '2027-11-22', 'endDate', /between 2000/],
  ])('is refused from %s to %s', (startDate, endDate, field, message) => {
    const wanted = { startDate: isoDate(startDate), endDate: isoDate(endDate) };
    expect(rangeOf(wanted, TODAY)).toEqual({ field, message: expect.stringMatching(message) });
  });

  it('may be of one day and of ten years', () => {
    for (const [startDate, endDate] of [
      ['2026-05-02', '2026-05-02'],
      ['2016-05-02', '2026-05-01'],
    ] as [IsoDate, IsoDate][])
      expect(rangeOf({ startDate, endDate }, TODAY)).toEqual({ startDate, endDate });
  });

  it('is split into whole months and days without a gap', () => {
    fc.assert(
      fc.property(range, (wanted) => {
        const { months, edges } = partsOf(wanted);
        const whole = months
          ? [{ startDate: months.from, endDate: lastDay(monthOf(months.to)) }]
          : [];
        const parts = [...whole, ...edges].sort((a, b) => daysBetween(b.startDate, a.startDate));
        expect(parts[0]!.startDate).toBe(wanted.startDate);
        expect(parts.at(-1)!.endDate).toBe(wanted.endDate);
        for (const [index, { startDate }] of parts.slice(1).entries())
          expect(startDate).toBe(addDays(parts[index]!.endDate, 1));
        // Single lines are read of less than a month at either end.
        for (const edge of edges) expect(monthOf(edge.startDate)).toBe(monthOf(edge.endDate));
      }),
    );
  });
});

it.each([
  ['2026-10-01', '2026-10-31', '2026-10-01', '2026-10-01'],
  ['2026-09-30', '2026-10-30', '2026-09-01', '2026-09-01'],
  ['2026-10-15', '2026-11-21', '2026-10-01', '2026-11-01'],
  ['2026-11-02', '2026-11-20', null, null],
])('payroll counts from %s to %s by its months', (startDate, endDate, from, to) => {
  const wanted = { startDate: isoDate(startDate), endDate: isoDate(endDate) };
  expect(privateMonthsOf(wanted, TODAY)).toEqual(from === null ? null : { from, to });
});

describe('figures', () => {
  it('are percentages with one decimal, null of nothing', () => {
    expect([percentOf(1, 3), percentOf(1, 8), percentOf(-1, 8), percentOf(5, 0)]).toEqual([
      33.3,
      12.5,
      -12.5,
      null,
    ]);
  });

  it('of finance compare with the range before', () => {
    const sums = (revenue: number, expenses: number) => ({
      revenue: cents(revenue),
      expenses: cents(expenses),
      plans: cents(0),
      payroll: cents(0),
    });
    const rate = cents(40_000);
    expect(financialSummaryOf(sums(150_00, 180_00), sums(100_00, 1), rate)).toEqual({
      totalRevenue: 150_00,
      totalRevenueSsp: 60_000_00,
      revenueGrowth: 50,
      totalExpenses: 180_00,
      totalExpensesSsp: 72_000_00,
      netProfit: -30_00,
      netProfitSsp: -12_000_00,
      profitMargin: -20,
    });
    expect(financialSummaryOf(sums(0, 5), sums(0, 0), rate)).toMatchObject({
      revenueGrowth: null,
      profitMargin: null,
    });
  });

  it('of customers have churn and the revenue of 30 days', () => {
    const counts = { total: 120, active: 100, activeBefore: 80, added: 25, lost: 4 };
    expect(customerMetricsOf(counts, cents(9_000_00), 90, cents(40_000))).toEqual({
      totalCustomers: 120,
      activeCustomers: 100,
      newCustomers: 25,
      lostCustomers: 4,
      churnRate: 5,
      averageRevenuePer: 30_00,
      averageRevenuePerSsp: 12_000_00,
    });
    const none = { total: 0, active: 0, activeBefore: 0, added: 0, lost: 0 };
    expect(customerMetricsOf(none, cents(0), 1, cents(40_000))).toMatchObject({
      churnRate: null,
      averageRevenuePer: null,
    });
  });

  it('of billing have the paid share of the billed', () => {
    const counts = {
      ...{ total: 10, paid: 6, overdue: 1, paymentDays: 12.3456 },
      billedUsd: cents(1000),
      paidUsd: cents(666),
    };
    expect(billingAnalysisOf(counts, cents(40_000))).toMatchObject({
      pendingInvoices: 3,
      collectionRate: 66.6,
      averagePaymentTime: 12.3,
    });
  });

  it('of staff hide pay from whoever may not see it', () => {
    const staff = {
      ...{ total: 3, active: 2, markedDays: 40, presentDays: 39 },
      salaries: cents(1000_00),
    };
    const seen = hrAnalysisOf(staff, cents(5), cents(40_000), true);
    expect(seen).toMatchObject({ averageSalary: 500_00, totalPayroll: 5, attendanceRate: 97.5 });
    const hidden = hrAnalysisOf(staff, cents(5), cents(40_000), false);
    expect(hidden).toEqual({
      totalEmployees: 3,
      totalPayroll: null,
      totalPayrollSsp: null,
      averageSalary: null,
      averageSalarySsp: null,
      attendanceRate: 97.5,
    });
  });

  it('are all in the comprehensive report', () => {
    expect([...sectionsOf.comprehensive].sort()).toEqual([...sectionNames].sort());
  });
});
