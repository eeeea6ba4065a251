import { z } from 'zod';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { money, moneyNotNegative } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import { optionalLines, recordId, recordVersion, requiredLines, yesNo } from '../../kernel/text.ts';
import { payAccounts } from '../schema.ts';
import { payrollRate } from './schema-rates.ts';

/** Decision 37. A processed payroll is not in the books. */
export const payrollStatuses = ['processed', 'approved', 'paid', 'reversed'] as const;
export type PayrollStatus = (typeof payrollStatuses)[number];
export const payrollActions = ['edit', 'approve', 'pay', 'reverse'] as const;
export type PayrollAction = (typeof payrollActions)[number];

/** seeds/001 3, Payroll record. All amounts in US dollars. */
export const payroll = z.object({
  id: recordId,
  payrollNumber: z.string(),
  employeeId: recordId,
  employeeNumber: z.string(),
  employeeName: z.string(),
  department: z.string(),
  batchId: recordId.nullable(),
  batchNumber: z.string(),
  startDate: dateText,
  endDate: dateText,
  /** 'November 2026' for a whole month, else both dates. */
  payPeriod: z.string(),
  baseSalary: money,
  overtime: money,
  bonus: money,
  grossPay: money,
  /** Other deductions, and instalments of advances. */
  deductions: money,
  advances: money,
  socialSecurity: money,
  tax: money,
  totalDeductions: money,
  netPay: money,
  netPaySsp: money,
  employerSocialSecurity: money,
  isTaxTyped: z.boolean(),
  isSocialSecurityTyped: z.boolean(),
  /** Of the attendance in the period, whether it was added or not. */
  overtimeHours: z.number(),
  exchangeRate: money,
  rateId: recordId,
  status: z.enum(payrollStatuses),
  notes: z.string(),
  processedDate: dateText,
  processedBy: z.string(),
  changedBy: z.string(),
  approvedBy: z.string(),
  approvedAt: instant.nullable(),
  isSole: z.boolean(),
  paidOn: dateText.nullable(),
  reversedOn: dateText.nullable(),
  reversedBy: z.string(),
  reversalReason: z.string(),
  /** Those that the caller may do now. */
  actions: z.enum(payrollActions).array(),
  version: z.number(),
});
export type Payroll = z.output<typeof payroll>;

/** The form of seeds/001 5. Tax and social security that are zero or blank are computed (decision 12). */
export const payrollInput = z.object({
  employeeId: recordId,
  startDate: dateText,
  endDate: dateText,
  baseSalary: moneyNotNegative,
  overtime: moneyNotNegative.optional(),
  bonus: moneyNotNegative.optional(),
  deductions: moneyNotNegative.optional(),
  /** Instalments of advances; those that are due when left out. */
  advances: moneyNotNegative.optional(),
  socialSecurity: moneyNotNegative.optional(),
  tax: moneyNotNegative.optional(),
  notes: optionalLines('The notes', 2000).optional(),
  // Computed, or decided by the workflow: accepted and ignored (decision 28).
  employeeName: z.unknown().optional(),
  grossPay: z.unknown().optional(),
  totalDeductions: z.unknown().optional(),
  netPay: z.unknown().optional(),
  status: z.unknown().optional(),
  processedDate: z.unknown().optional(),
});
export type PayrollInput = z.output<typeof payrollInput>;
export const payrollUpdate = payrollInput
  .omit({ employeeId: true })
  .partial()
  .extend({ version: recordVersion });
export type PayrollUpdate = z.output<typeof payrollUpdate>;

export const payrollSorts = ['endDate', 'payrollNumber', 'employeeName', 'netPay'] as const;
export type PayrollSort = (typeof payrollSorts)[number];
export const payrollFilter = pagingQuery(payrollSorts).extend({
  status: z.enum(['all', ...payrollStatuses]).optional(),
  employeeId: recordId.optional(),
  batchId: recordId.optional(),
  /** Whose last day is in this month. */
  month: monthText.optional(),
});
export type PayrollFilter = z.output<typeof payrollFilter>;
export const payrollExport = payrollFilter.extend({ format: z.enum(exportFormats).optional() });
export type PayrollExport = z.output<typeof payrollExport>;

/** What the form begins with, and what `computePay` needs for its live totals. */
export const payrollDraftQuery = z.object({
  employeeId: recordId,
  startDate: dateText,
  endDate: dateText,
});
export type PayrollDraftQuery = z.output<typeof payrollDraftQuery>;
export const payrollDraft = z.object({
  /** The monthly salary, and its share of the days that the employee belongs to the company. */
  monthlySalary: money,
  baseSalary: money,
  overtimeHours: z.number(),
  overtimeUsd: money,
  advancesDue: money,
  isTaxExempt: z.boolean(),
  isSocialExempt: z.boolean(),
  rate: payrollRate,
  exchangeRate: money,
  /** An unreversed payroll whose period overlaps; '' if there is none. */
  overlaps: z.string(),
});
export type PayrollDraft = z.output<typeof payrollDraft>;

export const approveInput = z.object({ version: recordVersion });
export const reversePayrollInput = z.object({
  reason: requiredLines('The reason', 500),
  /** The day of the reversing entry; today when left out. */
  date: dateText.optional(),
  version: recordVersion,
});
export type ReversePayrollInput = z.output<typeof reversePayrollInput>;

// Batches

export const payrollBatch = z.object({
  id: recordId,
  batchNumber: z.string(),
  month: monthText,
  /** Payrolls by status, and sums of those that are not reversed. */
  processed: z.number(),
  approved: z.number(),
  paid: z.number(),
  reversed: z.number(),
  grossUsd: money,
  deductionsUsd: money,
  netUsd: money,
  createdAt: instant,
  createdBy: z.string(),
  /** Rises with every change of one of its payrolls. */
  version: z.number(),
});
export type PayrollBatch = z.output<typeof payrollBatch>;

export const batchInput = z.object({
  month: monthText,
  addOvertime: yesNo.optional(),
  /** All active staff when left out. */
  employeeIds: recordId.array().max(2000).optional(),
});
export type BatchInput = z.output<typeof batchInput>;

export const batchPreview = z.object({
  month: monthText,
  rows: payroll
    .pick({
      employeeId: true,
      employeeNumber: true,
      employeeName: true,
      department: true,
      startDate: true,
      endDate: true,
      baseSalary: true,
      overtime: true,
      overtimeHours: true,
      grossPay: true,
      advances: true,
      socialSecurity: true,
      tax: true,
      netPay: true,
      employerSocialSecurity: true,
    })
    .array(),
  /** Who is left out, and why: paid already, no days in the month. */
  leftOut: z.object({ employeeId: recordId, employeeName: z.string(), reason: z.string() }).array(),
  grossUsd: money,
  netUsd: money,
});
export type BatchPreview = z.output<typeof batchPreview>;

export const batchFilter = pagingQuery(['month', 'batchNumber']).extend({
  month: monthText.optional(),
});
export type BatchFilter = z.output<typeof batchFilter>;

/** Approves the processed payrolls of a batch; those that the caller made stay and are counted. */
export const batchApproval = z.object({
  approved: z.number(),
  own: z.number(),
  batch: payrollBatch,
});
export type BatchApproval = z.output<typeof batchApproval>;

/** The list for the bank or the mobile-money provider: approved payrolls of a month or a batch that are not paid. */
export const paymentListQuery = z.object({
  month: monthText.optional(),
  batchId: recordId.optional(),
  payBy: z.enum(payAccounts).optional(),
});
export type PaymentListQuery = z.output<typeof paymentListQuery>;

// Tax and social security

export const taxReportQuery = z.object({ from: monthText.optional(), to: monthText.optional() });
export type TaxReportQuery = z.output<typeof taxReportQuery>;
export const taxReportExport = taxReportQuery.extend({ format: z.enum(exportFormats).optional() });
export type TaxReportExport = z.output<typeof taxReportExport>;
const taxSums = {
  grossUsd: money,
  taxUsd: money,
  socialUsd: money,
  employerUsd: money,
  otherUsd: money,
  netUsd: money,
};
/** Of approved and paid payrolls by the month of their last day; with what was remitted for the month. */
export const taxReport = z.object({
  from: monthText,
  to: monthText,
  months: z
    .object({
      month: monthText,
      employees: z.number(),
      ...taxSums,
      remittedTaxUsd: money,
      remittedSocialUsd: money,
      remittedOtherUsd: money,
    })
    .array(),
  employees: z
    .object({
      month: monthText,
      employeeId: recordId,
      employeeNumber: z.string(),
      employeeName: z.string(),
      ...taxSums,
    })
    .array(),
});
export type TaxReport = z.output<typeof taxReport>;
