import { periodOf } from '../../accounting/journal/rules.ts';
import { BOOK_YEARS, type PeriodQuery } from '../../accounting/schema.ts';
import type { Comparison, StatementQuery } from '../../accounting/statements/schema.ts';
import { statementsBeside, statementsOf } from '../../accounting/statements/service.ts';
import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { firstDay, type IsoMonth, isoDate, lastDay, monthOf } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import { knownRate } from '../../rates/rules.ts';
import * as queries from './queries.ts';
import { monthAndYear, monthlyReport } from './rules.ts';
import type { FinancialStatements, FinancialSummary, MonthlyProfitLoss } from './schema.ts';

/**
 * Profit and loss of a month, balance sheet at its end and cash flow of the month (seeds/001 3), in US cents, each with the
 * year to date and beside another month if one is asked for; and the rate for amounts in pounds: that of the month's last
 * day, of today in a month that is not over. Without a month it is the current one.
 */
export function getFinancialStatements(
  ctx: Ctx,
  { compare, ...period }: StatementQuery,
): Promise<FinancialStatements> {
  return ratedStatements(ctx, periodOf(period satisfies PeriodQuery, ctx.today), compare);
}

async function ratedStatements(
  ctx: Ctx,
  month: IsoMonth,
  compare: Comparison | undefined,
): Promise<FinancialStatements> {
  const end = lastDay(month);
  const on = end < ctx.today ? end : ctx.today;
  const rate = queries.standardRate(on);
  const { statements, value } = await statementsBeside(ctx, rate, month, compare);
  return { ...statements, exchangeRate: knownRate(value, on) };
}

/**
 * The monthly P&L report (seeds/001 3) in US cents, with margins in percent; null without revenue.
 * @throws AppError invalid for a month outside the years of the books.
 */
export async function getMonthlyProfitLoss(
  ctx: Ctx,
  month: IsoMonth,
  compare: Comparison | undefined,
): Promise<MonthlyProfitLoss> {
  const { first, last } = BOOK_YEARS;
  const year = Number(month.slice(0, 4));
  if (year < first || year > last)
    invalidField('month', `Enter a month from ${first}-01 to ${last}-12.`);
  return monthlyReport(await ratedStatements(ctx, month, compare), ctx.config.company.name);
}

/**
 * Figures of this month and of this year up to its end, in US cents: recorded expenses for everyone who sees expenses;
 * revenue, expenses, profit and cash of the books only for those who may see the books (seeds/001 7).
 */
export async function getFinancialSummary(ctx: Ctx): Promise<FinancialSummary> {
  const month = monthOf(ctx.today);
  const period = {
    year: isoDate(`${month.slice(0, 4)}-01-01`),
    month: firstDay(month),
    last: lastDay(month),
  };
  const expenses = await queries.sumExpenses(ctx.db, period);
  if (!can(ctx.actor, 'accounting.read')) return { month, expenses, books: null };
  const { profitLoss, cashFlow, note } = await statementsOf(ctx, month);
  const { revenue, expenses: booked, netProfit } = profitLoss.totals;
  return {
    month,
    expenses,
    books: {
      revenue: monthAndYear(revenue),
      expenses: monthAndYear(booked),
      netProfit: monthAndYear(netProfit),
      cash: cashFlow.totals.closingCash.amount,
      ...(note === undefined ? {} : { note }),
    },
  };
}
