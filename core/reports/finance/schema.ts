import { z } from 'zod';
import {
  comparisons,
  statementFigure,
  statementLine,
  statements,
} from '../../accounting/statements/schema.ts';
import { monthText } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';

/** SSP cents for one US dollar on the last day of the month, up to today. */
const exchangeRate = money;

/** The three statements of a month (seeds/001 3) and the rate for the amounts in pounds. */
export const financialStatements = statements.extend({ exchangeRate });
export type FinancialStatements = z.output<typeof financialStatements>;

export const statementFormats = ['xlsx', 'csv', 'pdf'] as const;
export const statementKinds = [
  'all',
  'profitLoss',
  'balanceSheet',
  'cashFlow',
  'trialBalance',
] as const;

const categoryAmount = z.object({ category: z.string(), amount: money });

/** The monthly P&L report (seeds/001 3). Margins are percentages with one decimal, null without revenue. */
export const monthlyProfitLoss = z.object({
  month: monthText,
  comparedMonth: monthText.nullable(),
  company: z.string(),
  currency: z.literal('USD'),
  exchangeRate,
  revenue: z.object({ totalRevenue: money, internetSubscriptions: money }),
  costOfGoodsSold: z.object({
    totalCOGS: money,
    bandwidthCosts: money,
    grossProfit: money,
    grossProfitMargin: z.number().nullable(),
  }),
  operatingExpenses: z.object({
    totalOperatingExpenses: money,
    operatingIncome: money,
    operatingMargin: z.number().nullable(),
  }),
  nonOperatingExpenses: z.object({ totalNonOperatingExpenses: money }),
  netIncome: money,
  netProfitMargin: z.number().nullable(),
  /** By account; `category` is its name. */
  expenseBreakdown: z.object({
    costOfSales: categoryAmount.array(),
    operatingExpenses: categoryAmount.array(),
    nonOperatingExpenses: categoryAmount.array(),
  }),
  lines: z.object({
    revenue: statementLine.array(),
    costOfSales: statementLine.array(),
    operating: statementLine.array(),
    nonOperating: statementLine.array(),
  }),
  totals: z.object({
    revenue: statementFigure,
    costOfSales: statementFigure,
    grossProfit: statementFigure,
    operating: statementFigure,
    operatingIncome: statementFigure,
    nonOperating: statementFigure,
    expenses: statementFigure,
    netProfit: statementFigure,
  }),
  /** What is left out for the caller (decision 67). */
  note: z.string().optional(),
});
export type MonthlyProfitLoss = z.output<typeof monthlyProfitLoss>;

export const comparedQuery = z.object({ compare: z.enum(comparisons).optional() });

const period = z.object({ month: money, year: money });

/** Figures of this month and year in US dollars. `books` is null for those who may not see the books. */
export const financialSummary = z.object({
  month: monthText,
  /** Sums of recorded expenses. */
  expenses: period,
  books: z
    .object({
      revenue: period,
      /** Of the profit and loss, with what is no recorded expense. */
      expenses: period,
      netProfit: period,
      /** What is in all cash accounts now. */
      cash: money,
      /** What is left out for the caller (decision 67). */
      note: z.string().optional(),
    })
    .nullable(),
});
export type FinancialSummary = z.output<typeof financialSummary>;
