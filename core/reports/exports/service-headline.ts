import { listAccounts, trialBalance } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import {
  addMonths,
  firstDay,
  formatDate,
  type IsoMonth,
  lastDay,
  monthOf,
  shortMonth,
} from '../../kernel/dates.ts';
import { type Cents, cents, formatUsd } from '../../kernel/money.ts';
import type { DateRange, Report } from '../comprehensive/schema.ts';
import { privateMonthsFor, sectionsBefore } from '../comprehensive/service.ts';
import { findRows } from '../built-in/queries.ts';
import { findDebtors, type OwnRow, sumAgeing } from '../built-in/queries-ageing.ts';
import { ownReports } from '../built-in/rules.ts';
import type { OwnReportName } from '../built-in/schema.ts';
import { sumRevenue } from '../queries.ts';
import type { Headline, HeadlineChart, PrintedTable } from './documents.ts';
import { chart, headlineOf } from './rules-headline.ts';
import { shortTable, typesWithFigures, wholeTable } from './rules-summary.ts';
import { type Cell, figuresTable, type TableColumn } from './rules-tables.ts';

/** Months of a chart: those of the range and before it. */
const MONTHS = 8;
const DEBTORS = 8;

const usd = (value: number) => formatUsd(value as Cents);
const counted = (value: number) => value.toLocaleString('en-US');

/**
 * The first two pages of a report as a PDF: figures against the period before, charts by month, of cash and of debts, and the
 * tables that matter. Each is left out with the section of the report that it belongs to. Debts are those of today.
 */
export async function headlineFor(ctx: Ctx, report: Report): Promise<Headline> {
  return headlineOf(report, {
    before: await sectionsBefore(ctx, report),
    charts: await chartsFor(ctx, report),
    tables: await tablesFor(ctx, report),
  });
}

/** The last months up to the last day of a range, the last of them up to that day. */
function monthsUntil({ endDate }: DateRange): { month: IsoMonth; range: DateRange }[] {
  const last = monthOf(endDate);
  return Array.from({ length: MONTHS }, (_, at) => {
    const month = addMonths(last, at + 1 - MONTHS);
    const end = month === last ? endDate : lastDay(month);
    return { month, range: { startDate: firstDay(month), endDate: end } };
  });
}

async function chartsFor(ctx: Ctx, report: Report): Promise<HeadlineChart[]> {
  const { db, today } = ctx;
  const charts: HeadlineChart[] = [];
  const months = monthsUntil(report.dateRange);
  if (report.financialSummary) {
    const sums = await sumRevenue(
      db,
      months.map(({ range }) => range),
    );
    const bars = months.map(
      ({ month }, at) => [shortMonth(month), Number(sums[at]?.revenue ?? 0)] as const,
    );
    charts.push(chart('Revenue by month', sinceFirst(bars), usd));
  }
  if (report.customerMetrics) {
    const range = { ...report.dateRange, startDate: months[0]!.range.startDate };
    const rows = await rowsOf(ctx, 'customers-by-month', range);
    const bars = rows.map(
      (row) => [shortMonth(row.month as IsoMonth), Number(row.active)] as const,
    );
    charts.push(chart("Active customers at the month's end", sinceFirst(bars), counted));
  }
  if (report.financialSummary) {
    const { endDate } = report.dateRange;
    const month = monthOf(endDate < today ? endDate : today);
    const [year, number] = month.split('-').map(Number);
    const balances = await trialBalance(ctx, { year: year!, month: number! });
    const cash = new Set(
      (await listAccounts(ctx)).filter(({ isCash }) => isCash).map(({ code }) => code),
    );
    const bars = balances.accounts
      .filter(({ code }) => cash.has(code))
      .map(({ name, debit, credit }) => [name, debit - credit] as const)
      .filter(([, value]) => value !== 0);
    charts.push(chart(`Cash at the end of ${shortMonth(month)}`, bars, usd));
  }
  if (report.billingAnalysis) {
    const debts = await sumAgeing(db, today);
    charts.push(
      chart(
        `Debts by age, ${formatDate(today)}`,
        [
          ['Not due', debts.notDue],
          ['1 to 30 days', debts.days30],
          ['31 to 60 days', debts.days60],
          ['61 to 90 days', debts.days90],
          ['Over 90 days', debts.older],
        ],
        usd,
      ),
    );
  }
  return charts;
}

/** The bars from the first that is not zero. */
function sinceFirst(
  bars: readonly (readonly [string, number])[],
): readonly (readonly [string, number])[] {
  const first = bars.findIndex(([, value]) => value !== 0);
  return first < 0 ? [] : bars.slice(first);
}

/** The rows of an ISP's own report, whose permission is that of the section that it stands for. */
function rowsOf(ctx: Ctx, name: OwnReportName, range: DateRange): Promise<OwnRow[]> {
  const privateMonths = privateMonthsFor(ctx, range);
  return findRows(ctx.db, name, range, { today: ctx.today, privateMonths });
}

const text = (name: string, title: string): TableColumn => ({ name, title, kind: 'text' });
const sum = (name: string, title: string): TableColumn => ({
  ...{ name, title, kind: 'money', isSummed: true },
});

const debtorColumns: readonly TableColumn[] = [
  { ...text('customerId', 'Customer ID'), points: 60 },
  { ...text('name', 'Customer'), isLong: true },
  { ...text('status', 'Status'), points: 60 },
  sum('late', 'Over 30 days (USD)'),
  sum('total', 'Owed (USD)'),
];
const expenseColumns = [
  { ...text('name', 'Account'), isLong: true } as const,
  sum('now', 'USD'),
  sum('before', 'Before'),
];

const cellsOf = (columns: readonly TableColumn[], row: OwnRow): Cell[] =>
  columns.map(({ name }) => row[name] ?? null);

async function tablesFor(ctx: Ctx, report: Report): Promise<PrintedTable[][]> {
  const { dateRange: range, previousRange } = report;
  const tables: PrintedTable[][] = [];
  const short = async (name: OwnReportName, title: string, columns: readonly string[]) => {
    const shown = columns.map((of) => ownReports[name].columns.find((one) => one.name === of)!);
    const rows = await rowsOf(ctx, name, range);
    return shortTable(
      title,
      shown,
      rows.map((row) => cellsOf(shown, row)),
      { isHalf: true },
    );
  };
  if (typesWithFigures.has(report.type)) {
    const { title, columns, rows } = figuresTable(report);
    for await (const batch of rows()) tables.push([wholeTable(title, columns, batch)]);
  }
  if (report.billingAnalysis) {
    tables.push([await debtorsTable(ctx)]);
    tables.push([
      await short('revenue-by-location', 'Billed by region', [
        'location',
        'customers',
        'billedUsd',
      ]),
      await short('revenue-by-package', 'Billed by package', [
        'packageType',
        'customers',
        'billedUsd',
      ]),
    ]);
  }
  const pair: PrintedTable[] = [];
  if (report.financialSummary) pair.push(await expensesTable(ctx, range, previousRange));
  if (report.operationsAnalysis)
    pair.push(await short('tickets', 'Tickets', ['category', 'opened', 'resolved', 'hours']));
  if (pair.length > 0) tables.push(pair);
  return tables;
}

/** The customers who owe most; below them the sums of all who owe. */
async function debtorsTable({ db, today }: Ctx): Promise<PrintedTable> {
  const debtors = await findDebtors(db, today, DEBTORS);
  const all = await sumAgeing(db, today);
  const late = cents(all.days60 + all.days90 + all.older);
  const rows = debtors.map((debtor) => cellsOf(debtorColumns, { ...debtor }));
  return {
    ...shortTable(`Top debtors, ${formatDate(today)}`, debtorColumns, rows),
    ...(rows.length > 0
      ? { totals: ['All', `${counted(all.customers)} customers`, null, late, all.total] }
      : { note: 'Nobody owes anything.' }),
  };
}

/** What the books spent by account, the largest first, against the period before. */
async function expensesTable(
  ctx: Ctx,
  range: DateRange,
  previousRange: DateRange,
): Promise<PrintedTable> {
  const byAccount = new Map<string, [name: Cell, now: number, before: number]>();
  for (const [at, days] of [range, previousRange].entries())
    for (const row of await rowsOf(ctx, 'result-by-account', days)) {
      const spent = Number(row.expensesUsd);
      if (spent === 0) continue;
      const account = byAccount.get(String(row.account)) ?? [row.name ?? '', 0, 0];
      account[at + 1] = spent;
      byAccount.set(String(row.account), account);
    }
  return shortTable('Expenses by category', expenseColumns, [...byAccount.values()], {
    by: ([, now]) => Number(now),
    isHalf: true,
  });
}
