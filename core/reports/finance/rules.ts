import type { StatementLine } from '../../accounting/statements/schema.ts';
import { type Cents, cents, scaleCents, sumOf } from '../../kernel/money.ts';
import type { FinancialStatements, MonthlyProfitLoss } from './schema.ts';

/** The groups of the chart that the monthly report names (seeds/001 3). */
const SUBSCRIPTIONS = '4100';
const BANDWIDTH = '5100';

/** A larger margin says nothing, and would not be exact. */
const LARGEST_MARGIN = 1_000_000;

/**
 * A profit in percent of the revenue with one decimal, rounded half away from zero; null where nothing was earned, or so
 * little beside the profit that a percentage says nothing.
 */
export function marginOf(profit: Cents, revenue: Cents): number | null {
  if (revenue <= 0 || Math.abs(profit) > revenue * LARGEST_MARGIN) return null;
  return scaleCents(profit, 1000, revenue) / 10;
}

function ofGroup(lines: readonly StatementLine[], code: string): Cents {
  return sumOf(
    lines.filter(({ groupCode }) => groupCode === code),
    ({ amount }) => amount,
  );
}

/** The accounts with an amount in the month. */
function breakdown(lines: readonly StatementLine[]) {
  return lines
    .filter(({ amount }) => amount !== 0)
    .map(({ name: category, amount }) => ({ category, amount }));
}

/** The monthly P&L report (seeds/001 3) from the profit and loss statement, in US cents. */
export function monthlyReport(
  { month, comparedMonth, exchangeRate, profitLoss, note }: FinancialStatements,
  company: string,
): MonthlyProfitLoss {
  const { lines, totals } = profitLoss;
  const revenue = totals.revenue.amount;
  const grossProfit = totals.grossProfit.amount;
  const operatingIncome = totals.operatingIncome.amount;
  const netIncome = totals.netProfit.amount;
  return {
    month,
    comparedMonth,
    company,
    currency: 'USD',
    exchangeRate,
    ...(note === undefined ? {} : { note }),
    revenue: {
      totalRevenue: revenue,
      internetSubscriptions: ofGroup(lines.revenue, SUBSCRIPTIONS),
    },
    costOfGoodsSold: {
      totalCOGS: totals.costOfSales.amount,
      bandwidthCosts: ofGroup(lines.costOfSales, BANDWIDTH),
      grossProfit,
      grossProfitMargin: marginOf(grossProfit, revenue),
    },
    operatingExpenses: {
      totalOperatingExpenses: totals.operating.amount,
      operatingIncome,
      operatingMargin: marginOf(operatingIncome, revenue),
    },
    nonOperatingExpenses: { totalNonOperatingExpenses: totals.nonOperating.amount },
    netIncome,
    netProfitMargin: marginOf(netIncome, revenue),
    expenseBreakdown: {
      costOfSales: breakdown(lines.costOfSales),
      operatingExpenses: breakdown(lines.operating),
      nonOperatingExpenses: breakdown(lines.nonOperating),
    },
    lines,
    totals,
  };
}

/** US cents of a figure of the month and of the year. */
export function monthAndYear({ amount, yearToDate }: { amount: Cents; yearToDate: Cents | null }): {
  month: Cents;
  year: Cents;
} {
  return { month: amount, year: yearToDate ?? cents(0) };
}
