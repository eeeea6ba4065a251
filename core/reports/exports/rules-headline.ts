import { type Cents, formatUsd } from '../../kernel/money.ts';
import type { Report, SectionName } from '../comprehensive/schema.ts';
import type { Headline, HeadlineBar, HeadlineCard, HeadlineChart } from './documents.ts';
import { againstBefore, onOneLine } from './rules-summary.ts';

/** Three rows of three. */
const MAX_CARDS = 9;
/** Two rows of two: with the figures they fill the first page. */
const MAX_CHARTS = 4;

/** Characters of a bar's label: at most two lines. */
const MAX_LABEL = 28;

const counted = (count: number) => count.toLocaleString('en-US');
const percent = (value: number) => `${value}%`;
const usd = (value: number) => formatUsd(value as Cents);

/** What a report is compared with: its sections over the period before. */
export type SectionsBefore = Partial<Pick<Report, SectionName>>;

/** What a report says first, beside its figures: the charts that are read for it, before those of its own figures. */
export interface HeadlineParts {
  before: SectionsBefore;
  charts: readonly HeadlineChart[];
  tables: Headline['tables'];
}

/**
 * What a report says first: at most nine figures against the period before, four charts, and the tables of the second page
 * (seeds/002 2: summary cards, detail cards, top suppliers). Sections and figures that the caller does not see are left out,
 * as are charts without a bar.
 */
export function headlineOf(report: Report, { before, charts, tables }: HeadlineParts): Headline {
  return {
    cards: cardsOf(report, before).slice(0, MAX_CARDS),
    charts: [...charts, ...chartsOf(report)]
      .filter(({ bars }) => bars.some(({ share }) => share > 0))
      .slice(0, MAX_CHARTS),
    tables,
  };
}

function cardsOf(report: Report, before: SectionsBefore): HeadlineCard[] {
  const { financialSummary: f, customerMetrics: c, billingAnalysis: b } = report;
  const { procurementAnalysis: p, hrAnalysis: h, operationsAnalysis: o } = report;
  const cards: HeadlineCard[] = [];
  const add = (
    label: string,
    now: number,
    then: number | null | undefined,
    text: (value: number) => string,
  ) => cards.push({ label, value: text(now), note: againstBefore(now, then, text) });
  const addShare = (label: string, now: number | null, then: number | null | undefined) => {
    const note = then === null || then === undefined ? '' : `${percent(then)} before`;
    if (now !== null) cards.push({ label, value: percent(now), note });
  };
  if (f) {
    const then = before.financialSummary;
    add('Total revenue', f.totalRevenue, then?.totalRevenue, usd);
    add('Total expenses', f.totalExpenses, then?.totalExpenses, usd);
    add('Net profit', f.netProfit, then?.netProfit, usd);
  }
  if (c)
    add('Active customers', c.activeCustomers, before.customerMetrics?.activeCustomers, counted);
  if (b) addShare('Collection rate', b.collectionRate, before.billingAnalysis?.collectionRate);
  if (p) add('Approved orders', p.totalSpend, before.procurementAnalysis?.totalSpend, usd);
  if (h) {
    const then = before.hrAnalysis;
    add('Employees', h.totalEmployees, then?.totalEmployees, counted);
    if (h.totalPayroll !== null) add('Total payroll', h.totalPayroll, then?.totalPayroll, usd);
  }
  if (o) {
    const then = before.operationsAnalysis;
    add('Tickets resolved', o.ticketsResolved, then?.ticketsResolved, counted);
    addShare('Node uptime', o.nodeUptime, then?.nodeUptime);
  }
  if (h) addShare('Attendance', h.attendanceRate, before.hrAnalysis?.attendanceRate);
  if (c) add('New customers', c.newCustomers, before.customerMetrics?.newCustomers, counted);
  if (b) add('Billed', b.billedAmount, before.billingAnalysis?.billedAmount, usd);
  return cards;
}

/** Bars of values of one kind, the longest over the whole width; a negative one is as long as its amount. */
export function chart(
  title: string,
  values: readonly (readonly [label: string, value: number])[],
  text: (value: number) => string,
): HeadlineChart {
  const longest = Math.max(0, ...values.map(([, value]) => Math.abs(value)));
  const bars = values.map(
    ([label, value]): HeadlineBar => ({
      label: onOneLine(label, MAX_LABEL),
      text: text(value),
      share: longest === 0 ? 0 : Math.abs(value) / longest,
      isNegative: value < 0,
    }),
  );
  return { title, bars };
}

function chartsOf(report: Report): HeadlineChart[] {
  const { financialSummary: f, billingAnalysis: b, procurementAnalysis: p } = report;
  const { operationsAnalysis: o } = report;
  const charts: HeadlineChart[] = [];
  if (f)
    charts.push(
      chart(
        'Revenue, expenses and net profit',
        [
          ['Revenue', f.totalRevenue],
          ['Expenses', f.totalExpenses],
          ['Net profit', f.netProfit],
        ],
        usd,
      ),
    );
  if (b)
    charts.push(
      chart(
        'Invoices of the range, as they are today',
        [
          ['Paid', b.paidInvoices],
          ['Pending', b.pendingInvoices],
          ['Overdue', b.overdueInvoices],
        ],
        counted,
      ),
    );
  if (p)
    charts.push(
      chart(
        'Top suppliers by approved orders',
        p.topSuppliers.map(({ name, totalSpent }) => [name, totalSpent] as const),
        usd,
      ),
    );
  if (o)
    charts.push(
      chart(
        'Sales without an invoice',
        [
          ['Vouchers', o.voucherSales],
          ['WiFi', o.wifiSales],
        ],
        usd,
      ),
    );
  return charts;
}
