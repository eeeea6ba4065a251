import type { IsoDate } from '@nimule/core/kernel/dates';
import type { Cents } from '@nimule/core/kernel/money';
import { formatRange } from '@nimule/core/kernel/periods';
import type { Report, SectionName } from '@nimule/core/reports/comprehensive/schema';
import type { OwnReportName } from '@nimule/core/reports/built-in/schema';
import { paths } from '../../../app/paths.ts';
import { today } from '../../../ui/today.ts';

/** A figure of a report as it is shown. */
export type Value =
  | { kind: 'money'; usd: Cents | null; ssp: Cents | null; none?: string }
  | { kind: 'count'; value: number }
  /** `isSigned`: with + where it is above zero. */
  | { kind: 'percent'; value: number | null; none: string; isSigned?: true }
  | { kind: 'days' | 'hours'; value: number | null; none: string };

export interface ReportFigure {
  label: string;
  value: Value;
  /** The list behind it. */
  to?: string;
}

export const sectionTitles: Record<SectionName, string> = {
  financialSummary: 'Financial Summary',
  customerMetrics: 'Customer Metrics',
  billingAnalysis: 'Billing Analysis',
  procurementAnalysis: 'Procurement Analysis',
  hrAnalysis: 'HR Analysis',
  operationsAnalysis: 'Operations Analysis',
};

const NO_REVENUE = 'No revenue';
const NO_PAY = 'Your role does not see pay';

const money = (usd: Cents | null, ssp: Cents | null, none?: string): Value => ({
  kind: 'money',
  usd,
  ssp,
  ...(none === undefined ? {} : { none }),
});
const count = (value: number): Value => ({ kind: 'count', value });
const percent = (value: number | null, none: string): Value => ({ kind: 'percent', value, none });
const signed = (value: number | null, none: string): Value => ({
  kind: 'percent',
  value,
  none,
  isSigned: true,
});

interface Links {
  /** One of the own reports over the same days. */
  own: (name: OwnReportName) => string;
  within: Record<string, string>;
  last: IsoDate;
  /** The days that the report is compared with. */
  before: string;
  /** Whether the range ends in the past, so that customers may have another status now. */
  isPast: boolean;
}

function linksOf({ dateRange: range, previousRange }: Report): Links {
  const days = { startDate: range.startDate, endDate: range.endDate };
  return {
    own: (name) => paths.ownReport(name, days),
    within: { from: range.startDate, to: range.endDate },
    last: range.endDate,
    before: formatRange(previousRange),
    isPast: range.endDate < today(),
  };
}

type Makers = {
  [N in SectionName]: (section: NonNullable<Report[N]>, links: Links) => readonly ReportFigure[];
};

const makers: Makers = {
  financialSummary: (f, { own, before }) => [
    {
      label: 'Total revenue',
      value: money(f.totalRevenue, f.totalRevenueSsp),
      to: own('result-by-account'),
    },
    {
      label: 'Revenue growth',
      value: signed(f.revenueGrowth, `No revenue in ${before}`),
    },
    {
      label: 'Total expenses',
      value: money(f.totalExpenses, f.totalExpensesSsp),
      to: own('result-by-account'),
    },
    {
      label: 'Net profit',
      value: money(f.netProfit, f.netProfitSsp),
      to: own('result-by-account'),
    },
    { label: 'Profit margin', value: signed(f.profitMargin, NO_REVENUE) },
  ],
  customerMetrics: (c, { own, within, last, isPast }) => [
    {
      label: 'Total customers',
      value: count(c.totalCustomers),
      to: paths.customersWith({ to: last }),
    },
    {
      label: 'Active customers',
      value: count(c.activeCustomers),
      to: isPast ? own('customers-by-month') : paths.customersWith({ status: 'Active', to: last }),
    },
    { label: 'New customers', value: count(c.newCustomers), to: paths.customersWith(within) },
    { label: 'Customers who left', value: count(c.lostCustomers), to: own('customers-left') },
    {
      label: 'Churn rate',
      value: percent(c.churnRate, 'No active customers at the start'),
      to: own('customers-left'),
    },
    {
      label: 'Average revenue per customer and 30 days',
      value: money(c.averageRevenuePer, c.averageRevenuePerSsp, 'No active customers'),
      to: own('customers-by-package'),
    },
  ],
  billingAnalysis: (b, { own, within }) => [
    {
      label: 'Total invoices',
      value: count(b.totalInvoices),
      to: paths.invoices({ ...within, status: 'notCancelled' }),
    },
    {
      label: 'Paid invoices',
      value: count(b.paidInvoices),
      to: paths.invoices({ ...within, status: 'paid' }),
    },
    {
      label: 'Pending invoices',
      value: count(b.pendingInvoices),
      to: paths.invoices({ ...within, status: 'pending' }),
    },
    {
      label: 'Overdue invoices',
      value: count(b.overdueInvoices),
      to: paths.invoices({ ...within, status: 'overdue' }),
    },
    {
      label: 'Billed',
      value: money(b.billedAmount, b.billedAmountSsp),
      to: own('revenue-by-package'),
    },
    { label: 'Paid', value: money(b.paidAmount, b.paidAmountSsp), to: own('revenue-by-package') },
    {
      label: 'Collection rate',
      value: percent(b.collectionRate, 'Nothing billed'),
      to: own('revenue-by-package'),
    },
    {
      label: 'Average payment time',
      value: { kind: 'days', value: b.averagePaymentTime, none: 'Nothing paid' },
      to: paths.invoices({ ...within, status: 'paid' }),
    },
  ],
  procurementAnalysis: (p, { within }) => [
    {
      label: 'Total spend',
      value: money(p.totalSpend, p.totalSpendSsp),
      to: paths.orders({ ...within, status: 'standing' }),
    },
    {
      label: 'Total orders',
      value: count(p.totalOrders),
      to: paths.orders({ ...within, status: 'standing' }),
    },
  ],
  hrAnalysis: (h, { own, last }) => [
    {
      label: 'Total employees',
      value: count(h.totalEmployees),
      to: paths.employees({ employedOn: last }),
    },
    {
      label: 'Total payroll',
      value: money(h.totalPayroll, h.totalPayrollSsp, NO_PAY),
      ...(h.totalPayroll === null ? {} : { to: own('payroll-by-month') }),
    },
    {
      label: 'Average monthly salary',
      value: money(
        h.averageSalary,
        h.averageSalarySsp,
        h.totalPayroll === null ? NO_PAY : 'No active employees',
      ),
      ...(h.averageSalary === null ? {} : { to: paths.employees({ status: 'active' }) }),
    },
    {
      label: 'Attendance rate',
      value: percent(h.attendanceRate, 'No day marked'),
      to: paths.attendance(),
    },
  ],
  operationsAnalysis: (o, { own, within }) => [
    {
      label: 'Tickets opened',
      value: count(o.ticketsOpened),
      to: paths.tickets({ ...within, merged: 'no' }),
    },
    { label: 'Tickets resolved', value: count(o.ticketsResolved), to: own('tickets') },
    {
      label: 'Average time to resolution',
      value: { kind: 'hours', value: o.averageResolutionHours, none: 'Nothing resolved' },
      to: own('tickets'),
    },
    { label: 'Node uptime', value: percent(o.nodeUptime, 'Not measured'), to: own('node-uptime') },
    {
      label: 'Disconnections by the 15-day rule',
      value: count(o.disconnections),
      to: own('disconnections'),
    },
    { label: 'Restored by the rule', value: count(o.recoveries), to: own('disconnections') },
    { label: 'Vouchers sold', value: count(o.vouchersSold), to: own('vouchers-by-day') },
    {
      label: 'Voucher sales',
      value: money(o.voucherSales, o.voucherSalesSsp),
      to: own('vouchers-by-day'),
    },
    { label: 'WiFi packages sold', value: count(o.wifiSold), to: own('wifi-by-day') },
    { label: 'WiFi sales', value: money(o.wifiSales, o.wifiSalesSsp), to: own('wifi-by-day') },
  ],
};

/** The sections of a report in the order of the page; of one that the role may not see the figures are null. */
export function sectionsOfReport(
  report: Report,
): { name: SectionName; figures: readonly ReportFigure[] | null }[] {
  const links = linksOf(report);
  const made = <N extends SectionName>(name: N) => {
    const section = report[name];
    if (section === undefined) return [];
    return [{ name, figures: section === null ? null : makers[name](section, links) }];
  };
  return (Object.keys(sectionTitles) as SectionName[]).flatMap((name) => made(name));
}
