import { addMonths, type IsoMonth } from '../../kernel/dates.ts';
import { type Cents, cents, ZERO } from '../../kernel/money.ts';
import { leaf } from '../chart.ts';
import type { AccountType, CashFlowClass, ExpenseClass } from '../schema.ts';
import { cashFlowItemOf, cashFlowItems } from './rules-cash-flow.ts';
import {
  type BalanceSheet,
  type CashFlow,
  type CashFlowItem,
  type Comparison,
  cashFlowItemNames,
  type ProfitLoss,
  type StatementFigure,
  type StatementLine,
  type Statements,
} from './schema.ts';

/** The sums of an account for a month, debits less credits, in US cents; as the queries read them. */
export interface Sums {
  code: string;
  name: string;
  type: AccountType;
  groupCode: string;
  groupName: string;
  isCash: boolean;
  cashFlow: CashFlowClass;
  expenseClass: ExpenseClass | null;
  month: Cents;
  yearToDate: Cents;
  beforeYear: Cents;
  before: Cents;
  cashMonth: Cents;
  cashYearToDate: Cents;
}

/** The sums of a month, and those of the month that it is compared with, if any. */
export interface Period {
  present: readonly Sums[];
  compared: readonly Sums[] | undefined;
}

type Amount = (sums: Sums) => Cents;

const negated = (amount: Cents): Cents => cents(-amount);

/** An amount of an account in its section: the value of the month, and of the year if the section has one. */
interface Section {
  holds(sums: Sums): boolean;
  amount: Amount;
  yearToDate?: Amount;
}

function sumOver(
  rows: readonly Sums[],
  { holds, amount }: Pick<Section, 'holds' | 'amount'>,
): Cents {
  let total = 0;
  for (const row of rows) if (holds(row)) total += amount(row);
  return cents(total);
}

/** The lines of a section: accounts with an amount in the month, in the comparison or in the year. */
function linesOf({ present, compared }: Period, section: Section): StatementLine[] {
  const earlier = new Map(compared?.filter(section.holds).map((row) => [row.code, row]));
  // Sums are kept from the first month on, so an account of the comparison is among those of the month.
  return present
    .filter(section.holds)
    .map((row) => {
      const before = earlier.get(row.code);
      return {
        code: row.code,
        name: row.name,
        type: row.type,
        groupCode: row.groupCode,
        groupName: row.groupName,
        amount: section.amount(row),
        compared: compared ? (before ? section.amount(before) : ZERO) : null,
        yearToDate: section.yearToDate ? section.yearToDate(row) : null,
      };
    })
    .filter(({ amount, compared: other, yearToDate }) => amount || other || yearToDate)
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

function figureOf({ present, compared }: Period, section: Section): StatementFigure {
  const { holds, yearToDate } = section;
  return {
    amount: sumOver(present, section),
    compared: compared ? sumOver(compared, section) : null,
    yearToDate: yearToDate ? sumOver(present, { holds, amount: yearToDate }) : null,
  };
}

function minus(a: StatementFigure, b: StatementFigure): StatementFigure {
  return {
    amount: cents(a.amount - b.amount),
    compared: a.compared === null || b.compared === null ? null : cents(a.compared - b.compared),
    yearToDate:
      a.yearToDate === null || b.yearToDate === null ? null : cents(a.yearToDate - b.yearToDate),
  };
}

function plus(...figures: readonly StatementFigure[]): StatementFigure {
  return figures.reduce((sum, figure) => minus(sum, minus(zeroLike(figure), figure)));
}

function zeroLike({ compared, yearToDate }: StatementFigure): StatementFigure {
  return {
    amount: ZERO,
    compared: compared === null ? null : ZERO,
    yearToDate: yearToDate === null ? null : ZERO,
  };
}

const revenueSection: Section = {
  holds: ({ type }) => type === 'REVENUE',
  amount: ({ month }) => negated(month),
  yearToDate: ({ yearToDate }) => negated(yearToDate),
};

function expenseSection(wanted: ExpenseClass): Section {
  return {
    holds: ({ type, expenseClass }) => type === 'EXPENSE' && expenseClass === wanted,
    amount: ({ month }) => month,
    yearToDate: ({ yearToDate }) => yearToDate,
  };
}

/** The profit and loss of a month, in US cents (seeds/001 3). Granted credits and discounts reduce the revenue. */
function profitLossOf(period: Period): ProfitLoss {
  const sections = {
    costOfSales: expenseSection('cost_of_sales'),
    operating: expenseSection('operating'),
    nonOperating: expenseSection('non_operating'),
  };
  const revenue = figureOf(period, revenueSection);
  const costOfSales = figureOf(period, sections.costOfSales);
  const operating = figureOf(period, sections.operating);
  const nonOperating = figureOf(period, sections.nonOperating);
  const grossProfit = minus(revenue, costOfSales);
  const operatingIncome = minus(grossProfit, operating);
  const netProfit = minus(operatingIncome, nonOperating);
  const expenses = plus(costOfSales, operating, nonOperating);
  return {
    revenue: revenue.amount,
    expenses: expenses.amount,
    netProfit: netProfit.amount,
    lines: {
      revenue: linesOf(period, revenueSection),
      costOfSales: linesOf(period, sections.costOfSales),
      operating: linesOf(period, sections.operating),
      nonOperating: linesOf(period, sections.nonOperating),
    },
    totals: {
      revenue,
      costOfSales,
      grossProfit,
      operating,
      operatingIncome,
      nonOperating,
      expenses,
      netProfit,
    },
  };
}

const atEnd: Amount = ({ before, month }) => cents(before + month);

function balanceSection(wanted: AccountType): Section {
  return {
    holds: ({ type }) => type === wanted,
    amount: wanted === 'ASSET' ? atEnd : (row) => negated(atEnd(row)),
  };
}

const isResult = ({ type }: Sums) => type === 'REVENUE' || type === 'EXPENSE';

/** The balance sheet at the end of a month, in US cents. The ledger balances, so its sides are equal. */
function balanceSheetOf(period: Period): BalanceSheet {
  const assets = figureOf(period, balanceSection('ASSET'));
  const liabilities = figureOf(period, balanceSection('LIABILITY'));
  const owners = figureOf(period, balanceSection('EQUITY'));
  const earlierResult = figureOf(period, {
    holds: isResult,
    amount: ({ beforeYear }) => negated(beforeYear),
  });
  const currentResult = figureOf(period, {
    holds: isResult,
    amount: ({ yearToDate }) => negated(yearToDate),
  });
  const equity = plus(owners, earlierResult, currentResult);
  return {
    assets: assets.amount,
    liabilities: liabilities.amount,
    equity: equity.amount,
    isBalanced: assets.amount === cents(liabilities.amount + equity.amount),
    lines: {
      assets: linesOf(period, balanceSection('ASSET')),
      liabilities: linesOf(period, balanceSection('LIABILITY')),
      equity: linesOf(period, balanceSection('EQUITY')),
    },
    totals: { assets, liabilities, equity, earlierResult, currentResult },
  };
}

const exchangeAccounts: readonly string[] = [leaf.exchangeGain, leaf.exchangeLoss];

function cashSection(wanted: CashFlowClass): Section {
  return {
    holds: ({ isCash, cashFlow }) => !isCash && cashFlow === wanted,
    amount: ({ cashMonth }) => negated(cashMonth),
    yearToDate: ({ cashYearToDate }) => negated(cashYearToDate),
  };
}

/** The receipts and payments of an activity, in the order of `cashFlowItems`. */
function itemsOf(period: Period, activity: CashFlowClass): CashFlowItem[] {
  const section = cashSection(activity);
  return cashFlowItemNames.flatMap((item) => {
    const ofItem = {
      ...section,
      holds: (row: Sums) => section.holds(row) && cashFlowItemOf(row) === item,
    };
    const lines = linesOf(period, ofItem);
    if (lines.length === 0) return [];
    const accounts = lines.map(({ code }) => code);
    return [{ item, name: cashFlowItems[item].name, accounts, ...figureOf(period, ofItem) }];
  });
}

/**
 * The cash flow of a month by the direct method, in US cents: the counterparts of cash by receipt and payment, without the
 * openings of the books, whose cash is part of the opening cash (decision 73). Together they are the change of cash, because
 * entries balance.
 */
export function cashFlowOf(period: Period): CashFlow {
  const operating = figureOf(period, cashSection('operating'));
  const investing = figureOf(period, cashSection('investing'));
  const financing = figureOf(period, cashSection('financing'));
  const ofOperating = cashSection('operating');
  const exchangeDifferences = figureOf(period, {
    ...ofOperating,
    holds: (row) => exchangeAccounts.includes(row.code) && ofOperating.holds(row),
  });
  const netCashChange = plus(operating, investing, financing);
  const closingCash = figureOf(period, {
    holds: ({ isCash }) => isCash,
    amount: atEnd,
    yearToDate: atEnd,
  });
  return {
    operatingActivities: operating.amount,
    investingActivities: investing.amount,
    financingActivities: financing.amount,
    netCashChange: netCashChange.amount,
    lines: {
      operating: linesOf(period, cashSection('operating')),
      investing: linesOf(period, cashSection('investing')),
      financing: linesOf(period, cashSection('financing')),
    },
    items: {
      operating: itemsOf(period, 'operating'),
      investing: itemsOf(period, 'investing'),
      financing: itemsOf(period, 'financing'),
    },
    totals: {
      operating,
      exchangeDifferences,
      investing,
      financing,
      netCashChange,
      // With what openings of the month or the year brought, which is in no flow.
      openingCash: minus(closingCash, netCashChange),
      closingCash,
    },
  };
}

const MONTHS_BACK: Record<Comparison, number> = { previousMonth: 1, previousYear: 12 };

type ComparedMonths = readonly [month: IsoMonth, ...compared: IsoMonth[]];

/** The month, and the one that it is compared with, if any. */
export function monthsCompared(month: IsoMonth, compare: Comparison | undefined): ComparedMonths {
  return compare ? [month, addMonths(month, -MONTHS_BACK[compare])] : [month];
}

/** The three statements in US cents, from the sums of each of the months. */
export function statementsFrom(
  [month, comparedMonth]: ComparedMonths,
  [present = [], compared]: readonly (readonly Sums[])[],
): Statements {
  const period = { present, compared };
  return {
    month,
    comparedMonth: comparedMonth ?? null,
    profitLoss: profitLossOf(period),
    balanceSheet: balanceSheetOf(period),
    cashFlow: cashFlowOf(period),
  };
}
