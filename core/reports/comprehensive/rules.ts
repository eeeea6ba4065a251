import { privateMonthTexts } from '../../accounting/private/rules.ts';
import {
  addDays,
  addMonths,
  DATE_NOT_ALLOWED,
  daysBetween,
  firstDay,
  type IsoDate,
  type IsoMonth,
  isDateAllowed,
  lastDay,
  makeDate,
  monthOf,
} from '../../kernel/dates.ts';
import { type Cents, scaleCents, sumToSsp } from '../../kernel/money.ts';
import { marginOf } from '../finance/rules.ts';
import type {
  BillingAnalysis,
  CustomerMetrics,
  DateRange,
  FinancialSummary,
  HrAnalysis,
  OperationsAnalysis,
  ProcurementAnalysis,
  ReportRange,
  ReportType,
  SectionName,
} from './schema.ts';

/** The sections of each type (seeds/002 2 and 3). */
export const sectionsOf: Record<ReportType, readonly SectionName[]> = {
  comprehensive: [
    'financialSummary',
    'customerMetrics',
    'billingAnalysis',
    'procurementAnalysis',
    'hrAnalysis',
    'operationsAnalysis',
  ],
  financial: ['financialSummary', 'billingAnalysis'],
  operational: ['operationsAnalysis', 'customerMetrics', 'procurementAnalysis'],
  customer: ['customerMetrics', 'billingAnalysis'],
  procurement: ['procurementAnalysis'],
  hr: ['hrAnalysis'],
};

/** The permission that a section needs beside that of reports: the one of the screens that show its figures. */
export const sectionPermissions = {
  financialSummary: 'accounting.read',
  customerMetrics: 'customer.read',
  billingAnalysis: 'invoice.read',
  procurementAnalysis: 'procurement.read',
  hrAnalysis: 'hr.read',
  operationsAnalysis: 'ticket.read',
} as const satisfies Record<SectionName, string>;

/** The longest range of a report. */
const MAX_YEARS = 10;

/** Why a range cannot be reported on. */
export interface RangeProblem {
  field: 'startDate' | 'endDate';
  message: string;
}

/**
 * The range of a report: 1 January of the current year to today where a date is left out (seeds/002 5); without a first day
 * but with a last one of an earlier year, from 1 January of that year.
 */
export function rangeOf(
  { startDate, endDate }: ReportRange,
  today: IsoDate,
): DateRange | RangeProblem {
  const last = endDate ?? (startDate && startDate > today ? startDate : today);
  const range = {
    startDate: startDate ?? makeDate(Number(last.slice(0, 4)), 1, 1),
    endDate: last,
  };
  for (const field of ['startDate', 'endDate'] as const)
    if (!isDateAllowed(range[field], today)) return { field, message: DATE_NOT_ALLOWED };
  if (range.endDate < range.startDate)
    return { field: 'endDate', message: 'The last day cannot be before the first.' };
  if (range.endDate >= yearsLater(range.startDate, MAX_YEARS))
    return { field: 'endDate', message: `A report covers at most ${MAX_YEARS} years.` };
  return range;
}

/** The same text comparison as a date: 29 February counts as the day before 1 March. */
function yearsLater(date: IsoDate, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
}

/** Days of a range, first and last included. */
export function daysOf({ startDate, endDate }: DateRange): number {
  return daysBetween(startDate, endDate) + 1;
}

/** The equal number of days before a range. */
export function previousRangeOf(range: DateRange): DateRange {
  const endDate = addDays(range.startDate, -1);
  return { startDate: addDays(endDate, 1 - daysOf(range)), endDate };
}

/** A range as its whole months, by their first days, and the ranges of days before and after them. */
export interface RangeParts {
  months: { from: IsoDate; to: IsoDate } | null;
  edges: readonly DateRange[];
}

/** Splits a range, so that sums of whole months are read as such and single lines only at the edges. */
export function partsOf({ startDate, endDate }: DateRange): RangeParts {
  const [first, last] = [monthOf(startDate), monthOf(endDate)];
  const from = startDate === firstDay(first) ? first : addMonths(first, 1);
  const to = endDate === lastDay(last) ? last : addMonths(last, -1);
  if (from > to) {
    const middle = firstDay(from);
    // No whole month: two edges that meet at the first of a month, or one within a month.
    return startDate < middle && middle <= endDate
      ? {
          months: null,
          edges: [
            { startDate, endDate: addDays(middle, -1) },
            { startDate: middle, endDate },
          ],
        }
      : { months: null, edges: [{ startDate, endDate }] };
  }
  const edges: DateRange[] = [];
  if (startDate < firstDay(from)) edges.push({ startDate, endDate: addDays(firstDay(from), -1) });
  if (endDate > lastDay(to)) edges.push({ startDate: addDays(lastDay(to), 1), endDate });
  return { months: { from: firstDay(from), to: firstDay(to) }, edges };
}

/**
 * The months whose payroll counts in a range for those who do not see pay: with its last day, today while it lasts
 * (decision 44). The sum of a few days could be the pay of one person. Null without such a month.
 */
export function privateMonthsOf(
  { startDate, endDate }: DateRange,
  today: IsoDate,
): { from: IsoDate; to: IsoDate } | null {
  const [first, last] = [monthOf(startDate), monthOf(endDate)];
  const dayOf = (month: IsoMonth) => privateMonthTexts(month, today).date;
  const from = dayOf(first) >= startDate ? first : addMonths(first, 1);
  const to = dayOf(last) <= endDate ? last : addMonths(last, -1);
  return from <= to ? { from: firstDay(from), to: firstDay(to) } : null;
}

/** Percent with one decimal, rounded half away from zero; null where there is nothing to divide by. */
export function percentOf(part: number, whole: number): number | null {
  return marginOf(part as Cents, whole as Cents);
}

/** With one decimal; null without a value. */
export function oneDecimal(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

/** Sums of the ledger over a range, in the direction of their section. */
export interface LedgerSums {
  revenue: Cents;
  expenses: Cents;
  /** Revenue of plans: the accounts of Internet Subscriptions. */
  plans: Cents;
  /** Salaries, benefits and social security. */
  payroll: Cents;
}

/** seeds/002 3; growth against the equal range before, profit in percent of the revenue. */
export function financialSummaryOf(
  now: LedgerSums,
  before: LedgerSums,
  rate: Cents,
): FinancialSummary {
  const netProfit = (now.revenue - now.expenses) as Cents;
  return {
    totalRevenue: now.revenue,
    totalRevenueSsp: sumToSsp(now.revenue, rate),
    revenueGrowth: percentOf(now.revenue - before.revenue, before.revenue),
    totalExpenses: now.expenses,
    totalExpensesSsp: sumToSsp(now.expenses, rate),
    netProfit,
    netProfitSsp: sumToSsp(netProfit, rate),
    profitMargin: percentOf(netProfit, now.revenue),
  };
}

/** Customers whose service began by the last day, by their status then. */
export interface CustomerCounts {
  total: number;
  active: number;
  /** Active on the day before the range. */
  activeBefore: number;
  /** Service began in the range. */
  added: number;
  /** Became Inactive in the range, and are so at its end. */
  lost: number;
}

/** The days for which the average revenue of a customer is given. */
const MONTH_DAYS = 30;

/** seeds/002 3; churn is the share of those active at the start who left. */
export function customerMetricsOf(
  counts: CustomerCounts,
  plans: Cents,
  days: number,
  rate: Cents,
): CustomerMetrics {
  const average = counts.active > 0 ? scaleCents(plans, MONTH_DAYS, counts.active * days) : null;
  return {
    totalCustomers: counts.total,
    activeCustomers: counts.active,
    newCustomers: counts.added,
    lostCustomers: counts.lost,
    churnRate: percentOf(counts.lost, counts.activeBefore),
    averageRevenuePer: average,
    averageRevenuePerSsp: average === null ? null : sumToSsp(average, rate),
  };
}

export interface InvoiceCounts {
  total: number;
  paid: number;
  overdue: number;
  billedUsd: Cents;
  paidUsd: Cents;
  /** Mean days from bill to payment of the paid ones. */
  paymentDays: number | null;
}

/** seeds/002 3; the collection rate is the paid share of what was billed. */
export function billingAnalysisOf(counts: InvoiceCounts, rate: Cents): BillingAnalysis {
  return {
    totalInvoices: counts.total,
    paidInvoices: counts.paid,
    pendingInvoices: counts.total - counts.paid - counts.overdue,
    overdueInvoices: counts.overdue,
    billedAmount: counts.billedUsd,
    billedAmountSsp: sumToSsp(counts.billedUsd, rate),
    paidAmount: counts.paidUsd,
    paidAmountSsp: sumToSsp(counts.paidUsd, rate),
    collectionRate: percentOf(counts.paidUsd, counts.billedUsd),
    averagePaymentTime: oneDecimal(counts.paymentDays),
  };
}

export interface StaffCounts {
  total: number;
  active: number;
  /** Monthly salaries of the active ones. */
  salaries: Cents;
  markedDays: number;
  /** Present or late. */
  presentDays: number;
}

/** seeds/002 3; without `seesPay` the pay figures are null. */
export function hrAnalysisOf(
  staff: StaffCounts,
  payroll: Cents,
  rate: Cents,
  seesPay: boolean,
): HrAnalysis {
  const average = seesPay && staff.active > 0 ? scaleCents(staff.salaries, 1, staff.active) : null;
  return {
    totalEmployees: staff.total,
    totalPayroll: seesPay ? payroll : null,
    totalPayrollSsp: seesPay ? sumToSsp(payroll, rate) : null,
    averageSalary: average,
    averageSalarySsp: average === null ? null : sumToSsp(average, rate),
    attendanceRate: percentOf(staff.presentDays, staff.markedDays),
  };
}

export interface SupplierSpend {
  supplierId: number;
  name: string;
  orderCount: number;
  totalSpent: Cents;
}

export function procurementAnalysisOf(
  { orders, spentUsd }: { orders: number; spentUsd: Cents },
  suppliers: readonly SupplierSpend[],
  rate: Cents,
): ProcurementAnalysis {
  return {
    totalSpend: spentUsd,
    totalSpendSsp: sumToSsp(spentUsd, rate),
    totalOrders: orders,
    topSuppliers: suppliers.map((supplier) => ({
      ...supplier,
      totalSpentSsp: sumToSsp(supplier.totalSpent, rate),
    })),
  };
}

export interface OperationCounts {
  opened: number;
  resolved: number;
  /** Mean hours to resolution. */
  hours: number | null;
  disconnections: number;
  recoveries: number;
  vouchers: number;
  voucherSales: Cents;
  wifi: number;
  wifiSales: Cents;
}

/** `uptime` in percent, null while no node is measured. */
export function operationsAnalysisOf(
  counts: OperationCounts,
  uptime: number | null,
  rate: Cents,
): OperationsAnalysis {
  return {
    ticketsOpened: counts.opened,
    ticketsResolved: counts.resolved,
    averageResolutionHours: oneDecimal(counts.hours),
    nodeUptime: uptime,
    disconnections: counts.disconnections,
    recoveries: counts.recoveries,
    vouchersSold: counts.vouchers,
    voucherSales: counts.voucherSales,
    voucherSalesSsp: sumToSsp(counts.voucherSales, rate),
    wifiSold: counts.wifi,
    wifiSales: counts.wifiSales,
    wifiSalesSsp: sumToSsp(counts.wifiSales, rate),
  };
}
