import type { TrialBalance } from '../../accounting/schema.ts';
import type {
  CashFlowItem,
  StatementFigure,
  StatementLine,
} from '../../accounting/statements/schema.ts';
import { formatDate, formatMonth, lastDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { FinancialStatements, statementKinds } from './schema.ts';

type Kind = (typeof statementKinds)[number];

/** A row: texts, then amounts in US cents; null is an empty cell. `heading` rows have no amounts. */
export interface StatementRow {
  style: 'heading' | 'item' | 'line' | 'total' | 'result';
  cells: readonly (string | Cents | null)[];
}

export interface StatementColumn {
  title: string;
  kind: 'text' | 'money';
}

/** A statement as a table, for files. */
export interface StatementTable {
  kind: Exclude<Kind, 'all'>;
  title: string;
  /** 'November 2026', 'As of 30 Nov 2026'. */
  period: string;
  columns: readonly StatementColumn[];
  rows: readonly StatementRow[];
  /** Amounts that are also shown in pounds. */
  results: readonly { label: string; amount: Cents }[];
  isBalanced: boolean;
}

interface Shape {
  hasComparison: boolean;
  hasYear: boolean;
}

const text = (title: string): StatementColumn => ({ title, kind: 'text' });
const amount = (title: string): StatementColumn => ({ title, kind: 'money' });

function columnsOf(
  of: FinancialStatements,
  { hasComparison, hasYear }: Shape,
  titleOf: (month: FinancialStatements['month']) => string,
): StatementColumn[] {
  return [
    text('Code'),
    text('Account'),
    amount(titleOf(of.month)),
    ...(hasComparison && of.comparedMonth ? [amount(titleOf(of.comparedMonth))] : []),
    ...(hasYear ? [amount('Year to date')] : []),
  ];
}

/** Builds the rows of a statement with the same columns. */
function rowsWith({ hasComparison, hasYear }: Shape) {
  const amounts = (figure: Pick<StatementFigure, 'amount' | 'compared' | 'yearToDate'>) => [
    figure.amount,
    ...(hasComparison ? [figure.compared] : []),
    ...(hasYear ? [figure.yearToDate] : []),
  ];
  const empty = [null, ...(hasComparison ? [null] : []), ...(hasYear ? [null] : [])];
  const figure = (
    style: StatementRow['style'],
    label: string,
    of: StatementFigure,
  ): StatementRow => ({ style, cells: ['', label, ...amounts(of)] });
  const lineRow = (line: StatementLine): StatementRow => ({
    style: 'line',
    cells: [line.code, line.name, ...amounts(line)],
  });
  return {
    figure,
    /** An activity of the cash flow: its receipts and payments, each with its accounts beneath. */
    activity: (
      name: 'operating' | 'investing' | 'financing',
      items: readonly CashFlowItem[],
      lines: readonly StatementLine[],
      of: StatementFigure,
    ): StatementRow[] => [
      {
        style: 'heading',
        cells: ['', `${name[0]!.toUpperCase()}${name.slice(1)} activities`, ...empty],
      },
      ...items.flatMap((item) => [
        figure('item', item.name, item),
        ...lines.filter(({ code }) => item.accounts.includes(code)).map(lineRow),
      ]),
      figure('total', `Cash from ${name} activities`, of),
    ],
    section: (
      heading: string,
      lines: readonly StatementLine[],
      total: string,
      of: StatementFigure,
      more: readonly StatementRow[] = [],
    ): StatementRow[] => [
      { style: 'heading', cells: ['', heading, ...empty] },
      ...lines.map(lineRow),
      ...more,
      figure('total', total, of),
    ],
  };
}

function profitLossTable(of: FinancialStatements): StatementTable {
  const shape = { hasComparison: of.comparedMonth !== null, hasYear: true };
  const { figure, section } = rowsWith(shape);
  const { lines, totals } = of.profitLoss;
  return {
    kind: 'profitLoss',
    title: 'Profit and loss',
    period: formatMonth(of.month),
    columns: columnsOf(of, shape, formatMonth),
    rows: [
      ...section('Revenue', lines.revenue, 'Total revenue', totals.revenue),
      ...section('Cost of sales', lines.costOfSales, 'Total cost of sales', totals.costOfSales),
      figure('result', 'Gross profit', totals.grossProfit),
      ...section(
        'Operating expenses',
        lines.operating,
        'Total operating expenses',
        totals.operating,
      ),
      figure('result', 'Operating income', totals.operatingIncome),
      ...section(
        'Non-operating expenses',
        lines.nonOperating,
        'Total non-operating expenses',
        totals.nonOperating,
      ),
      figure('result', 'Net profit', totals.netProfit),
    ],
    results: [{ label: 'Net profit', amount: totals.netProfit.amount }],
    isBalanced: true,
  };
}

function balanceSheetTable(of: FinancialStatements): StatementTable {
  const shape = { hasComparison: of.comparedMonth !== null, hasYear: false };
  const { figure, section } = rowsWith(shape);
  const { lines, totals, isBalanced } = of.balanceSheet;
  const results = [
    figure('line', 'Result of earlier years', totals.earlierResult),
    figure('line', 'Result of this year', totals.currentResult),
  ];
  const both = {
    amount: add(totals.liabilities.amount, totals.equity.amount),
    compared:
      totals.liabilities.compared === null || totals.equity.compared === null
        ? null
        : add(totals.liabilities.compared, totals.equity.compared),
    yearToDate: null,
  };
  return {
    kind: 'balanceSheet',
    title: 'Balance sheet',
    period: `As of ${formatDate(lastDay(of.month))}`,
    columns: columnsOf(of, shape, (month) => formatDate(lastDay(month))),
    rows: [
      ...section('Assets', lines.assets, 'Total assets', totals.assets),
      ...section('Liabilities', lines.liabilities, 'Total liabilities', totals.liabilities),
      ...section('Equity', lines.equity, 'Total equity', totals.equity, results),
      figure('result', 'Total liabilities and equity', both),
    ],
    results: [{ label: 'Total assets', amount: totals.assets.amount }],
    isBalanced,
  };
}

function add(a: Cents, b: Cents): Cents {
  return (a + b) as Cents;
}

function cashFlowTable(of: FinancialStatements): StatementTable {
  const shape = { hasComparison: of.comparedMonth !== null, hasYear: true };
  const { figure, activity } = rowsWith(shape);
  const { lines, items, totals } = of.cashFlow;
  return {
    kind: 'cashFlow',
    title: 'Cash flow',
    period: `${formatMonth(of.month)}, direct method`,
    columns: columnsOf(of, shape, formatMonth),
    rows: [
      ...activity('operating', items.operating, lines.operating, totals.operating),
      ...activity('investing', items.investing, lines.investing, totals.investing),
      ...activity('financing', items.financing, lines.financing, totals.financing),
      figure('result', 'Net change in cash', totals.netCashChange),
      figure('line', 'Cash at the beginning', totals.openingCash),
      figure('total', 'Cash at the end', totals.closingCash),
    ],
    results: [
      { label: 'Net change in cash', amount: totals.netCashChange.amount },
      { label: 'Cash at the end', amount: totals.closingCash.amount },
    ],
    isBalanced: true,
  };
}

function trialBalanceTable(of: FinancialStatements, trial: TrialBalance): StatementTable {
  return {
    kind: 'trialBalance',
    title: 'Trial balance',
    period: `As of ${formatDate(lastDay(of.month))}`,
    columns: [text('Code'), text('Account'), amount('Debit'), amount('Credit')],
    rows: [
      ...trial.accounts.map(
        ({ code, name, debit, credit }): StatementRow => ({
          style: 'line',
          cells: [code, name, debit || null, credit || null],
        }),
      ),
      { style: 'result', cells: ['', 'Total', trial.totalDebit, trial.totalCredit] },
    ],
    results: [],
    isBalanced: trial.isBalanced,
  };
}

/** The tables of a file with one statement or all of them. */
export function tablesOf(
  of: FinancialStatements,
  trial: TrialBalance,
  kind: Kind,
): StatementTable[] {
  const all = [
    profitLossTable(of),
    balanceSheetTable(of),
    cashFlowTable(of),
    trialBalanceTable(of, trial),
  ];
  return kind === 'all' ? all : all.filter((table) => table.kind === kind);
}
