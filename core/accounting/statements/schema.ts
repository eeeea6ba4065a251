import { z } from 'zod';
import { monthText } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';
import { accountTypes, periodQuery } from '../schema.ts';

/** What a statement is compared with. */
export const comparisons = ['previousMonth', 'previousYear'] as const;
export type Comparison = (typeof comparisons)[number];

export const statementQuery = periodQuery.extend({ compare: z.enum(comparisons).optional() });
export type StatementQuery = z.output<typeof statementQuery>;

/**
 * An account in a statement, with the group above it. Amounts are in the direction of their section: revenue and
 * liabilities as credits, expenses and assets as debits, cash flow as money in. `compared` is null without a comparison,
 * `yearToDate` in the balance sheet, which is of a day.
 */
export const statementLine = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(accountTypes),
  groupCode: z.string(),
  groupName: z.string(),
  amount: money,
  compared: money.nullable(),
  yearToDate: money.nullable(),
});
export type StatementLine = z.output<typeof statementLine>;

/** A figure of the month, of the comparison, and of the year up to the month. */
export const statementFigure = z.object({
  amount: money,
  compared: money.nullable(),
  yearToDate: money.nullable(),
});
export type StatementFigure = z.output<typeof statementFigure>;

/** seeds/001 3, of the month; year to date and comparison beside it. */
export const profitLoss = z.object({
  revenue: money,
  expenses: money,
  netProfit: money,
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
});
export type ProfitLoss = z.output<typeof profitLoss>;

/** seeds/001 3, at the end of the month. Results of earlier years and of this year stand in equity: nothing is closed. */
export const balanceSheet = z.object({
  assets: money,
  liabilities: money,
  equity: money,
  isBalanced: z.boolean(),
  lines: z.object({
    assets: statementLine.array(),
    liabilities: statementLine.array(),
    equity: statementLine.array(),
  }),
  totals: z.object({
    assets: statementFigure,
    liabilities: statementFigure,
    equity: statementFigure,
    earlierResult: statementFigure,
    currentResult: statementFigure,
  }),
});
export type BalanceSheet = z.output<typeof balanceSheet>;

/** Receipts and payments of the direct method (decision 73), in the order of the statement. */
export const cashFlowItemNames = [
  'customers',
  'suppliers',
  'staff',
  'taxes',
  'interest',
  'exchange',
  'otherOperating',
  'equipment',
  'otherInvesting',
  'owners',
  'loans',
  'otherFinancing',
] as const;
export type CashFlowItemName = (typeof cashFlowItemNames)[number];

/** A receipt or payment in words, and the codes of its accounts, which are lines of the same activity. */
export const cashFlowItem = statementFigure.extend({
  item: z.enum(cashFlowItemNames),
  name: z.string(),
  accounts: z.string().array(),
});
export type CashFlowItem = z.output<typeof cashFlowItem>;

/**
 * seeds/001 3: the direct method, by receipt and payment (decision 73); `lines` are the counterparts of cash by account.
 * Exchange differences are a part of operating. Openings of the books are in no flow, and in the opening cash.
 */
export const cashFlow = z.object({
  operatingActivities: money,
  investingActivities: money,
  financingActivities: money,
  netCashChange: money,
  lines: z.object({
    operating: statementLine.array(),
    investing: statementLine.array(),
    financing: statementLine.array(),
  }),
  items: z.object({
    operating: cashFlowItem.array(),
    investing: cashFlowItem.array(),
    financing: cashFlowItem.array(),
  }),
  totals: z.object({
    operating: statementFigure,
    exchangeDifferences: statementFigure,
    investing: statementFigure,
    financing: statementFigure,
    netCashChange: statementFigure,
    openingCash: statementFigure,
    closingCash: statementFigure,
  }),
});
export type CashFlow = z.output<typeof cashFlow>;

export const statements = z.object({
  month: monthText,
  comparedMonth: monthText.nullable(),
  profitLoss,
  balanceSheet,
  cashFlow,
  /** What is left out for the caller (decision 67). */
  note: z.string().optional(),
});
export type Statements = z.output<typeof statements>;
