import { type Cents, formatUsd } from '../../kernel/money.ts';
import type { Report } from '../comprehensive/schema.ts';
import type { Headline, HeadlineBar, HeadlineCard, HeadlineChart } from './documents.ts';

/** Two rows of three. */
const MAX_CARDS = 6;

const counted = (count: number) => count.toLocaleString('en-US');
const percent = (value: number) => `${value}%`;

/**
 * What a report says first: at most six figures and charts of those that belong together (seeds/002 2: summary cards, detail
 * cards, top suppliers). Sections and figures that the caller does not see are left out, as are charts without a bar.
 */
export function headlineOf(report: Report): Headline {
  return {
    cards: cardsOf(report).slice(0, MAX_CARDS),
    charts: chartsOf(report).filter(({ bars }) => bars.some(({ share }) => share > 0)),
  };
}

function cardsOf(report: Report): HeadlineCard[] {
  const { financialSummary: f, customerMetrics: c, billingAnalysis: b } = report;
  const { procurementAnalysis: p, hrAnalysis: h, operationsAnalysis: o } = report;
  const cards: HeadlineCard[] = [];
  const add = (label: string, value: string, note = '') => cards.push({ label, value, note });
  if (f) {
    const growth = f.revenueGrowth;
    add(
      'Total revenue',
      formatUsd(f.totalRevenue),
      growth === null ? '' : `${growth > 0 ? '+' : ''}${percent(growth)} on the period before`,
    );
    add('Total expenses', formatUsd(f.totalExpenses));
    const margin = f.profitMargin === null ? '' : `${percent(f.profitMargin)} of the revenue`;
    add('Net profit', formatUsd(f.netProfit), margin);
  }
  if (c) {
    const moved = `${counted(c.newCustomers)} new, ${counted(c.lostCustomers)} left`;
    add('Active customers', counted(c.activeCustomers), moved);
  }
  if (b && b.collectionRate !== null)
    add('Collection rate', percent(b.collectionRate), `${formatUsd(b.paidAmount)} paid`);
  if (p) add('Total spend', formatUsd(p.totalSpend), `${counted(p.totalOrders)} approved orders`);
  if (h) {
    add('Employees', counted(h.totalEmployees));
    if (h.totalPayroll !== null) add('Total payroll', formatUsd(h.totalPayroll));
    if (h.attendanceRate !== null) add('Attendance', percent(h.attendanceRate));
  }
  if (o) {
    add('Tickets resolved', counted(o.ticketsResolved), `${counted(o.ticketsOpened)} opened`);
    if (o.nodeUptime !== null) add('Node uptime', percent(o.nodeUptime));
  }
  return cards;
}

/** Bars of values of one kind, the longest over the whole width; a negative one is as long as its amount. */
function chart(
  title: string,
  values: readonly (readonly [label: string, value: number])[],
  text: (value: number) => string,
): HeadlineChart {
  const longest = Math.max(0, ...values.map(([, value]) => Math.abs(value)));
  const bars = values.map(
    ([label, value]): HeadlineBar => ({
      label,
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
  const usd = (value: number) => formatUsd(value as Cents);
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
