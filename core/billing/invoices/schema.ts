import { z } from 'zod';
import { cashPlace } from '../../accounting/schema-money.ts';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { money, moneyNotNegative, moneyPositive } from '../../kernel/money.ts';
import { pagingQuery } from '../../kernel/paging.ts';
import {
  optionalLines,
  paymentReference,
  recordId,
  recordVersion,
  requiredText,
  yesNo,
} from '../../kernel/text.ts';
import { invoiceDispute } from '../disputes/schema.ts';
import { paymentAccounts, paymentKinds } from '../payments/schema.ts';
import { invoiceEmail } from './schema-emails.ts';

export {
  DUE_DAY,
  DUE_DAYS_AFTER_MANUAL,
  MIN_DAYS_TO_PAY,
  NEARING_OVERDUE_DAYS,
  OVERDUE_DAYS,
} from '../schema-days.ts';

export const invoiceStatuses = ['pending', 'paid', 'overdue', 'cancelled'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** 'opening' is what a customer owed on the opening date (decision 45). */
const invoiceKinds = ['recurring', 'manual', 'imported', 'opening', 'equipment'] as const;

/** seeds/000 3, Invoice. `status` is the displayed one (decision 2); `customerId` is numeric. */
export const invoice = z.object({
  id: z.number(),
  invoiceId: z.string(),
  customerId: z.number(),
  customerNumber: z.string(),
  customerName: z.string(),
  kind: z.enum(invoiceKinds),
  billingMonth: monthText.nullable(),
  description: z.string(),
  amountUsd: money,
  amountSsp: money,
  exchangeRate: money,
  paidUsd: money,
  openUsd: money,
  /** At the invoice's own rate, as the amount. */
  paidSsp: money,
  /** What settles it today, at today's standard rate (decision 49). */
  openSsp: money,
  status: z.enum(invoiceStatuses),
  billDate: dateText,
  dueDate: dateText,
  daysPastDue: z.number(),
  nearingOverdue: z.boolean(),
  /** While a dispute is open (decision 120). */
  disputedSince: dateText.nullable(),
  /** After a dispute, the day as on which it counts as due at the earliest for the 15-day rule. */
  countedDueDate: dateText.nullable(),
  paidDate: dateText.nullable(),
  paymentAccount: z.enum(paymentAccounts).nullable(),
  paymentReference: z.string(),
  notes: z.string(),
  createdAt: instant,
  version: z.number(),
});
export type Invoice = z.output<typeof invoice>;

const invoiceLineKinds = [
  'subscription',
  'connection',
  'other',
  'service',
  'additional',
  'equipment',
] as const;

export const invoiceLine = z.object({
  kind: z.enum(invoiceLineKinds),
  description: z.string(),
  amountUsd: money,
  amountSsp: money,
  /** Of equipment alone. */
  quantity: z.number().nullable(),
  unitPriceUsd: money.nullable(),
});

export const invoiceAllocation = z.object({
  paymentId: z.number(),
  receiptId: z.string(),
  paymentDate: dateText,
  amountUsd: money,
  /** At the invoice's own rate. */
  amountSsp: money,
  kind: z.enum(paymentKinds),
  account: z.enum(paymentAccounts).nullable(),
});

export const invoiceDetail = invoice.extend({
  /** Pounds for one dollar today, at which `openSsp` is computed. */
  todaysRate: money,
  lines: z.array(invoiceLine),
  allocations: z.array(invoiceAllocation),
  /** The latest 50 sent by e-mail, newest first. */
  emails: z.array(invoiceEmail),
  /** The latest first. */
  disputes: z.array(invoiceDispute),
});
export type InvoiceDetail = z.output<typeof invoiceDetail>;

export const invoiceSorts = [
  'invoiceId',
  'customerName',
  'amountUsd',
  'dueDate',
  'billDate',
  'status',
  'openUsd',
] as const;
export type InvoiceSort = (typeof invoiceSorts)[number];

export const invoiceFilter = pagingQuery(invoiceSorts).extend({
  /** 'open' is what is not fully paid, 'notCancelled' what the reports count. */
  status: z
    .enum(['all', 'nearing', 'open', 'notCancelled', 'disputed', ...invoiceStatuses])
    .optional(),
  customerId: recordId.optional(),
  month: monthText.optional(),
  /** Billed on these days or between. */
  from: dateText.optional(),
  to: dateText.optional(),
});
export type InvoiceFilter = z.output<typeof invoiceFilter>;

/** Decision 9: Outstanding = all open balances, Pending = those not overdue. */
export const billingOverview = z.object({
  outstandingUsd: money,
  pendingUsd: money,
  overdueUsd: money,
  paidThisMonthUsd: money,
  /** Each payment in pounds at the rate of its day. */
  paidThisMonthSsp: money,
  openInvoices: z.number(),
  overdueInvoices: z.number(),
  nearingOverdueInvoices: z.number(),
  month: monthText,
});

/** seeds/000 3, Manual invoice form. Status 'paid' is reached only through a payment (decision 6). */
export const manualInvoiceInput = z.object({
  customerId: recordId,
  description: requiredText('The description', 500),
  amountUsd: moneyPositive,
  billDate: dateText.optional(),
  dueDate: dateText.optional(),
  status: z.enum(invoiceStatuses).optional(),
  additionalCosts: moneyNotNegative.optional(),
  notes: optionalLines('The notes', 2000).optional(),
});
export type ManualInvoiceInput = z.output<typeof manualInvoiceInput>;

/** seeds/000 7: {customerId, amountUsd, amountSsp, status, dueDate, notes}; SSP is computed at the invoice's own rate. */
export const invoiceUpdate = z.object({
  customerId: recordId.optional(),
  amountUsd: moneyPositive.optional(),
  amountSsp: z.union([z.number(), z.string()]).optional(),
  status: z.enum(invoiceStatuses).optional(),
  dueDate: dateText.optional(),
  notes: optionalLines('The notes', 2000).optional(),
  version: recordVersion,
});
export type InvoiceUpdate = z.output<typeof invoiceUpdate>;

/** seeds/000 7, payment dialog: pays the full open amount; partial payments and pounds use `paymentInput` (decision 5). */
export const paymentStatusInput = z.object({
  id: recordId.optional(),
  status: z.enum(['pending', 'paid', 'overdue']),
  paymentAccount: z.enum(paymentAccounts).or(z.literal('')).nullable().optional(),
  paymentReference: paymentReference().nullable().optional(),
  /** As of a payment (decision 66). */
  sameReference: yesNo.optional(),
  notes: optionalLines('The notes', 2000).nullable().optional(),
  /** Why a paid invoice is set back to unpaid, which reverses its payments. */
  reason: optionalLines('The reason', 500).nullable().optional(),
  paymentDate: dateText.optional(),
  /** Where cash goes, or comes from if the till that took it is closed (decision 51). */
  from: cashPlace.optional(),
  version: recordVersion,
});
export type PaymentStatusInput = z.output<typeof paymentStatusInput>;
