import { type Cents, cents } from '../../kernel/money.ts';
import { formatRange } from '../../kernel/periods.ts';
import type { Report, SectionName } from '../comprehensive/schema.ts';
import type { ColumnKind } from '../built-in/schema.ts';

/** Amounts in cents, of a dollar or of a pound as the column says. */
export type Cell = string | number | null;
export type Row = readonly Cell[];

export interface TableColumn {
  name: string;
  title: string;
  kind: ColumnKind;
  /** Added up in the last row. */
  isSummed?: true;
  /** Left out of a PDF, whose page is narrow. */
  onlyInSheets?: true;
  /** Texts are codes such as 'olt', which a PDF begins with a capital. */
  isCode?: true;
  /** In a PDF in a second table of this title, beside the first column: the columns are too many for one page. */
  inSecond?: string;
  /** Takes the width of the page that the others leave. */
  isLong?: true;
  /** The width of its texts on a page in points, if it is not usual for the kind. */
  points?: number;
}

/** A table of a report's file. `rows` begins anew at each call. */
export interface ReportTable {
  title: string;
  columns: readonly TableColumn[];
  count(): Promise<number>;
  rows(): AsyncIterable<readonly Row[]>;
}

/** Adds up the summed columns of rows, batch by batch. */
export function totalsOf(columns: readonly TableColumn[]) {
  const sums = columns.map(() => 0);
  const summed = columns.flatMap(({ isSummed }, at) => (isSummed ? [at] : []));
  return {
    add(batch: readonly Row[]) {
      for (const at of summed) for (const row of batch) sums[at]! += Number(row[at] ?? 0);
    },
    /** The last row: 'Total' in the first column, sums below the summed ones. */
    row(): Cell[] {
      return columns.map(({ isSummed }, at) => {
        if (isSummed) return cents(sums[at]!);
        return at === 0 ? 'Total' : null;
      });
    },
    hasSums: columns.some(({ isSummed }) => isSummed),
  };
}

/** The rows of a table and, below them, its totals. */
export async function* withTotals({
  columns,
  rows,
}: Pick<ReportTable, 'columns' | 'rows'>): AsyncGenerator<readonly Row[]> {
  const totals = totalsOf(columns);
  for await (const batch of rows()) {
    totals.add(batch);
    yield batch;
  }
  if (totals.hasSums) yield [totals.row()];
}

/**
 * Neutralises formulas behind a semicolon, tab or line end too, at which spreadsheets of many languages split a .csv file
 * whatever its quotes say, also with quotes in between, which then enclose nothing; what begins a cell is neutralised by
 * the writer of the file.
 */
export function safeBehindSemicolons(text: string): string {
  return text.replace(
    /[=+\-@\uff1d\uff0b\uff0d\uff20](?<=[;\t\r\n]"*[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
    "'$&",
  );
}

const sectionTitles: Record<SectionName, string> = {
  financialSummary: 'Financial summary',
  customerMetrics: 'Customers',
  billingAnalysis: 'Billing',
  procurementAnalysis: 'Procurement',
  hrAnalysis: 'Human resources',
  operationsAnalysis: 'Operations',
};

/** A figure of a report: an amount with its pounds, or a number with its unit in the label. */
export type Figure = { label: string } & (
  | { usd: Cents | null; ssp: Cents | null }
  | { count: number | null }
  | { percent: number | null }
  | { decimal: number | null }
);

/** What is not in a report for the caller: sections that the role may not see, and pay that is left out. */
export function leftOutOf({ hidden, note }: Report): string[] {
  const titles = hidden.map((name) => sectionTitles[name]).join(', ');
  return [
    ...(hidden.length > 0 ? [`Not shown to your role: ${titles}.`] : []),
    ...(note ? [note] : []),
  ];
}

/** The figures of a report by section; null for a section that the caller may not see. */
function figuresOf(report: Report): { title: string; figures: Figure[] | null }[] {
  const names = Object.keys(sectionTitles) as SectionName[];
  return names.flatMap((name) => {
    const section = report[name];
    if (section === undefined) return [];
    const title = sectionTitles[name];
    return [{ title, figures: section === null ? null : figuresOfSection(name, report) }];
  });
}

function figuresOfSection(name: SectionName, report: Report): Figure[] {
  const f = report.financialSummary;
  const c = report.customerMetrics;
  const b = report.billingAnalysis;
  const p = report.procurementAnalysis;
  const h = report.hrAnalysis;
  const o = report.operationsAnalysis;
  // Null for who does not see pay alone; without any it is 0.
  const hidden = h?.totalPayroll === null ? ' (not for your role)' : '';
  if (name === 'financialSummary' && f)
    return [
      { label: 'Total revenue', usd: f.totalRevenue, ssp: f.totalRevenueSsp },
      {
        label: `Revenue growth against ${formatRange(report.previousRange)} (%)${f.revenueGrowth === null ? ': none, there was no revenue to compare with' : ''}`,
        percent: f.revenueGrowth,
      },
      { label: 'Total expenses', usd: f.totalExpenses, ssp: f.totalExpensesSsp },
      { label: 'Net profit', usd: f.netProfit, ssp: f.netProfitSsp },
      { label: 'Profit margin (%)', percent: f.profitMargin },
    ];
  if (name === 'customerMetrics' && c)
    return [
      { label: 'Total customers', count: c.totalCustomers },
      { label: 'Active customers', count: c.activeCustomers },
      { label: 'New customers', count: c.newCustomers },
      { label: 'Customers who left', count: c.lostCustomers },
      { label: 'Churn rate (%)', percent: c.churnRate },
      {
        label: 'Average revenue per customer in 30 days',
        usd: c.averageRevenuePer,
        ssp: c.averageRevenuePerSsp,
      },
    ];
  if (name === 'billingAnalysis' && b)
    return [
      { label: 'Total invoices', count: b.totalInvoices },
      { label: 'Paid invoices', count: b.paidInvoices },
      { label: 'Pending invoices', count: b.pendingInvoices },
      { label: 'Overdue invoices', count: b.overdueInvoices },
      { label: 'Billed', usd: b.billedAmount, ssp: b.billedAmountSsp },
      { label: 'Paid of it', usd: b.paidAmount, ssp: b.paidAmountSsp },
      { label: 'Collection rate (%)', percent: b.collectionRate },
      { label: 'Average payment time (days)', decimal: b.averagePaymentTime },
    ];
  if (name === 'procurementAnalysis' && p)
    return [
      { label: 'Total spend', usd: p.totalSpend, ssp: p.totalSpendSsp },
      { label: 'Total orders', count: p.totalOrders },
      ...p.topSuppliers.map((supplier, index) => ({
        label: `Supplier ${index + 1}: ${supplier.name} (${supplier.orderCount} ${supplier.orderCount === 1 ? 'order' : 'orders'})`,
        usd: supplier.totalSpent,
        ssp: supplier.totalSpentSsp,
      })),
    ];
  if (name === 'hrAnalysis' && h)
    return [
      { label: 'Total employees', count: h.totalEmployees },
      { label: `Total payroll${hidden}`, usd: h.totalPayroll, ssp: h.totalPayrollSsp },
      { label: `Average monthly salary${hidden}`, usd: h.averageSalary, ssp: h.averageSalarySsp },
      { label: 'Attendance rate (%)', percent: h.attendanceRate },
    ];
  if (name === 'operationsAnalysis' && o)
    return [
      { label: 'Tickets opened', count: o.ticketsOpened },
      { label: 'Tickets resolved', count: o.ticketsResolved },
      { label: 'Average time to resolution (hours)', decimal: o.averageResolutionHours },
      { label: 'Node uptime (%)', percent: o.nodeUptime },
      { label: 'Disconnections by the 15-day rule', count: o.disconnections },
      { label: 'Restored by the 15-day rule', count: o.recoveries },
      { label: 'Vouchers sold', count: o.vouchersSold },
      { label: 'Voucher sales', usd: o.voucherSales, ssp: o.voucherSalesSsp },
      { label: 'WiFi sales', count: o.wifiSold },
      { label: 'WiFi revenue', usd: o.wifiSales, ssp: o.wifiSalesSsp },
    ];
  return [];
}

/** Shown in the place of a section or figure that the role may not see, and of one that cannot be computed. */
const NOT_ALLOWED = 'Your role does not see this section.';

const figureColumns: readonly TableColumn[] = [
  { name: 'section', title: 'Section', kind: 'text', points: 100 },
  { name: 'figure', title: 'Figure', kind: 'text' },
  { name: 'usd', title: 'USD', kind: 'money' },
  { name: 'ssp', title: 'SSP', kind: 'ssp' },
  { name: 'value', title: 'Value', kind: 'number' },
];

/** The figures of a report as the first table of its file. */
export function figuresTable(report: Report): ReportTable {
  const rows = figuresOf(report).flatMap(({ title, figures }): Cell[][] => {
    if (figures === null) return [[title, NOT_ALLOWED, null, null, null]];
    return figures.map((figure) => {
      if ('usd' in figure) return [title, figure.label, figure.usd, figure.ssp, null];
      return [title, figure.label, null, null, numberOf(figure)];
    });
  });
  const rate: Cell[] = ['Rate', 'SSP for one US dollar', null, null, report.exchangeRate / 100];
  const note: Cell[][] = report.note ? [['Note', report.note, null, null, null]] : [];
  return tableOf('Figures', figureColumns, [...rows, rate, ...note]);
}

function numberOf(figure: Exclude<Figure, { usd: Cents | null }>): number | null {
  if ('count' in figure) return figure.count;
  return 'percent' in figure ? figure.percent : figure.decimal;
}

/** A table of rows that are there already. */
export function tableOf(
  title: string,
  columns: readonly TableColumn[],
  rows: readonly Row[],
): ReportTable {
  return {
    title,
    columns,
    count: async () => rows.length,
    async *rows() {
      yield rows;
    },
  };
}
