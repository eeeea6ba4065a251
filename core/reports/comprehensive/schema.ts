import { z } from 'zod';
import { dateText, instant } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';
import { yesNo } from '../../kernel/text.ts';

/** seeds/002 7. */
export const reportTypes = [
  'comprehensive',
  'financial',
  'operational',
  'customer',
  'procurement',
  'hr',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** The sections of a report (seeds/002 3; `operationsAnalysis` is ours). */
export const sectionNames = [
  'financialSummary',
  'customerMetrics',
  'billingAnalysis',
  'procurementAnalysis',
  'hrAnalysis',
  'operationsAnalysis',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Formats of an export; 'excel' and 'xlsx' are the same (seeds/002 7). */
export const reportFormats = ['pdf', 'excel', 'csv', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** From 1 January of the current year to today by default (seeds/002 5). */
export const reportRange = z.object({
  startDate: dateText.optional(),
  endDate: dateText.optional(),
});
export type ReportRange = z.output<typeof reportRange>;

export const reportParams = z.object({ type: z.enum(reportTypes) });
export const reportExportParams = z.object({ format: z.enum(reportFormats) });

/** `data` is what the caller shows; it is accepted and ignored (decision 28). */
export const reportExport = z.object({
  reportType: z.enum(reportTypes),
  dateRange: reportRange.optional(),
  data: z.unknown().optional(),
  /** Whether a PDF has the rows behind the figures too, at most 2,000; false when left out. */
  lines: yesNo.optional(),
});
export const reportDownload = reportRange.extend({
  type: z.enum(reportTypes),
  lines: yesNo.optional(),
});

/** An amount in US dollars, and beside it in pounds at the report's rate; null where that is too large to be exact. */
const pounds = money.nullable();
/** Percent with one decimal; null where there is nothing to divide by. */
const percent = z.number().nullable();

/** Of the lines of the ledger. `revenueGrowth` is against `previousRange` of the report. */
export const financialSummary = z.object({
  totalRevenue: money,
  totalRevenueSsp: pounds,
  revenueGrowth: percent,
  totalExpenses: money,
  totalExpensesSsp: pounds,
  netProfit: money,
  netProfitSsp: pounds,
  profitMargin: percent,
});
export type FinancialSummary = z.output<typeof financialSummary>;

/** At the end of the range. `averageRevenuePer` is the revenue of plans for each active customer and 30 days. */
export const customerMetrics = z.object({
  totalCustomers: z.number(),
  activeCustomers: z.number(),
  newCustomers: z.number(),
  /** Customers who became Inactive in the range, of those who were Active at its start. */
  lostCustomers: z.number(),
  churnRate: percent,
  averageRevenuePer: money.nullable(),
  averageRevenuePerSsp: pounds,
});
export type CustomerMetrics = z.output<typeof customerMetrics>;

/** Invoices billed in the range and not cancelled, in their state of today. */
export const billingAnalysis = z.object({
  totalInvoices: z.number(),
  paidInvoices: z.number(),
  pendingInvoices: z.number(),
  overdueInvoices: z.number(),
  billedAmount: money,
  billedAmountSsp: pounds,
  paidAmount: money,
  paidAmountSsp: pounds,
  collectionRate: percent,
  /** Mean days from the bill to the payment that settled it, with one decimal. */
  averagePaymentTime: z.number().nullable(),
});
export type BillingAnalysis = z.output<typeof billingAnalysis>;

/** Pay figures are null without the permission to see salaries. `averageSalary` is of a month, of active staff. */
export const hrAnalysis = z.object({
  totalEmployees: z.number(),
  totalPayroll: money.nullable(),
  totalPayrollSsp: pounds,
  averageSalary: money.nullable(),
  averageSalarySsp: pounds,
  attendanceRate: percent,
});
export type HrAnalysis = z.output<typeof hrAnalysis>;

/** Approved orders of the range. */
export const procurementAnalysis = z.object({
  totalSpend: money,
  totalSpendSsp: pounds,
  totalOrders: z.number(),
  topSuppliers: z
    .object({
      supplierId: z.number(),
      name: z.string(),
      orderCount: z.number(),
      totalSpent: money,
      totalSpentSsp: pounds,
    })
    .array(),
});
export type ProcurementAnalysis = z.output<typeof procurementAnalysis>;

export const operationsAnalysis = z.object({
  ticketsOpened: z.number(),
  ticketsResolved: z.number(),
  /** Mean hours from the opening of a ticket to its resolution, with one decimal. */
  averageResolutionHours: z.number().nullable(),
  nodeUptime: percent,
  /** Customers suspended by the 15-day rule, and those restored. */
  disconnections: z.number(),
  recoveries: z.number(),
  vouchersSold: z.number(),
  voucherSales: money,
  voucherSalesSsp: pounds,
  wifiSold: z.number(),
  wifiSales: money,
  wifiSalesSsp: pounds,
});
export type OperationsAnalysis = z.output<typeof operationsAnalysis>;

const dateRange = z.object({ startDate: dateText, endDate: dateText });
export type DateRange = z.output<typeof dateRange>;

/**
 * A report (seeds/002 3). A section that is not of its type is absent; one that the caller's role may not see is null and
 * named in `hidden`. `previousRange` is compared with, by calendar (decision 50). `exchangeRate`: SSP for one US dollar, the standard rate of the last day.
 */
export const report = z.object({
  type: z.enum(reportTypes),
  dateRange,
  previousRange: dateRange,
  generatedAt: instant,
  exchangeRate: money,
  financialSummary: financialSummary.nullable().optional(),
  customerMetrics: customerMetrics.nullable().optional(),
  billingAnalysis: billingAnalysis.nullable().optional(),
  procurementAnalysis: procurementAnalysis.nullable().optional(),
  hrAnalysis: hrAnalysis.nullable().optional(),
  operationsAnalysis: operationsAnalysis.nullable().optional(),
  hidden: z.enum(sectionNames).array(),
  /** What is left out for the caller (decision 67). */
  note: z.string().optional(),
});
export type Report = z.output<typeof report>;
