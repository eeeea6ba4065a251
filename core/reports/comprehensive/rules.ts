import { type Cents, scaleCents, sumToSsp } from '../../kernel/money.ts';
import { marginOf } from '../finance/rules.ts';
import type {
  BillingAnalysis,
  CustomerMetrics,
  FinancialSummary,
  HrAnalysis,
  OperationsAnalysis,
  ProcurementAnalysis,
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

/** seeds/002 3; growth against the range before (decision 50), profit in percent of the revenue. */
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

/** ARPU: revenue of plans in US cents for each active customer and 30 days of the books; null without one. */
export function averageRevenueOf(plans: Cents, active: number, days: number): Cents | null {
  return active > 0 ? scaleCents(plans, MONTH_DAYS, active * days) : null;
}

/** seeds/002 3; churn is the share of those active at the start who left. */
export function customerMetricsOf(
  counts: CustomerCounts,
  plans: Cents,
  days: number,
  rate: Cents,
): CustomerMetrics {
  const average = averageRevenueOf(plans, counts.active, days);
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
