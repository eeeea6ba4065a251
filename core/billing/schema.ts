import { z } from 'zod';
import { emailAddress } from '../customers/schema.ts';
import { dateText, instant, monthText } from '../kernel/dates.ts';
import { cents, money, moneyNotNegative, moneyPositive } from '../kernel/money.ts';
import { pagingQuery } from '../kernel/paging.ts';
import { optionalText, recordId, requiredText, wholeNumber, yesNo } from '../kernel/text.ts';

/** seeds/000 4 and 9, decision 2. */
export const OVERDUE_DAYS = 15;
export const NEARING_OVERDUE_DAYS = 10;
/** seeds/000 9. */
export const DUE_DAY = 15;
/** Decision 4: a late run still leaves this many days to pay. */
export const MIN_DAYS_TO_PAY = 14;
/** Decision 3. */
export const DISCONNECT_FLOOR = cents(100);
/** seeds/000 9: 25 USD per Mbps. */
export const BANDWIDTH_COST = cents(2_500);
/** seeds/000 9. */
export const DUE_DAYS_AFTER_MANUAL = 30;

export const invoiceStatuses = ['pending', 'paid', 'overdue', 'cancelled'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export const paymentAccounts = ['cash', 'bank', 'mobile_money'] as const;
export type PaymentAccount = (typeof paymentAccounts)[number];
export const paymentAccountLabels: Record<PaymentAccount, string> = {
  cash: 'Cash',
  bank: 'Bank',
  mobile_money: 'Mobile money',
};
export const currencies = ['USD', 'SSP'] as const;
export const invoiceKinds = ['recurring', 'manual', 'imported'] as const;

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
  status: z.enum(invoiceStatuses),
  billDate: dateText,
  dueDate: dateText,
  daysPastDue: z.number(),
  nearingOverdue: z.boolean(),
  paidDate: dateText.nullable(),
  paymentAccount: z.enum(paymentAccounts).nullable(),
  paymentReference: z.string(),
  notes: z.string(),
  createdAt: instant,
  version: z.number(),
});
export type Invoice = z.output<typeof invoice>;

export const invoiceLineKinds = [
  'subscription',
  'connection',
  'other',
  'service',
  'additional',
] as const;
export const invoiceLine = z.object({
  kind: z.enum(invoiceLineKinds),
  description: z.string(),
  amountUsd: money,
});
export const invoiceAllocation = z.object({
  paymentId: z.number(),
  receiptId: z.string(),
  paymentDate: dateText,
  amountUsd: money,
  account: z.enum(paymentAccounts).nullable(),
});
export const invoiceDetail = invoice.extend({
  lines: z.array(invoiceLine),
  allocations: z.array(invoiceAllocation),
});
export type InvoiceDetail = z.output<typeof invoiceDetail>;

export const invoiceFilter = pagingQuery.extend({
  status: z.enum(['all', 'nearing', 'open', ...invoiceStatuses]).optional(),
  customerId: recordId.optional(),
  month: monthText.optional(),
});
export type InvoiceFilter = z.output<typeof invoiceFilter>;
export const invoiceSorts = [
  'invoiceId',
  'customerName',
  'amountUsd',
  'dueDate',
  'billDate',
  'status',
  'openUsd',
] as const;

/** Decision 9: Outstanding = all open balances, Pending = those not overdue. */
export const billingOverview = z.object({
  outstandingUsd: money,
  pendingUsd: money,
  overdueUsd: money,
  paidThisMonthUsd: money,
  openInvoices: z.number(),
  overdueInvoices: z.number(),
  nearingOverdueInvoices: z.number(),
  month: monthText,
});

export const runResult = z.object({
  runId: z.number().nullable(),
  month: monthText,
  dryRun: z.boolean(),
  invoicesGenerated: z.number(),
  totalRevenue: money,
  skipped: z.number(),
  alreadyBilled: z.number(),
});
export type RunResult = z.output<typeof runResult>;

export const billingRun = z.object({
  id: z.number(),
  month: monthText,
  status: z.enum(['running', 'done', 'failed', 'abandoned']),
  startedAt: instant,
  finishedAt: instant.nullable(),
  actorName: z.string(),
  totalCustomers: z.number(),
  processed: z.number(),
  generated: z.number(),
  skipped: z.number(),
  revenueUsd: money,
  error: z.string(),
});
export type BillingRun = z.output<typeof billingRun>;

/** seeds/000 3 and 4; shouldRun is true while a billable customer lacks this month's invoice. */
export const automationStatus = z.object({
  shouldRun: z.boolean(),
  month: monthText,
  billable: z.number(),
  billed: z.number(),
  nextRunDate: dateText,
  lastRun: billingRun.nullable(),
  activeRun: billingRun.nullable(),
});
export type AutomationStatus = z.output<typeof automationStatus>;

export const previewRow = z.object({
  customerId: z.number(),
  customerNumber: z.string(),
  customerName: z.string(),
  amountUsd: money,
  dueDate: dateText,
});
export const billingPreview = z.object({
  month: monthText,
  invoicesGenerated: z.number(),
  totalRevenue: money,
  skipped: z.number(),
  alreadyBilled: z.number(),
  rows: z.array(previewRow),
});
export type BillingPreview = z.output<typeof billingPreview>;

export const triggerInput = z
  .object({ month: monthText.optional(), dryRun: yesNo.optional() })
  .optional();
export const previewQuery = z.object({ month: monthText.optional() });

export const profitAnalysis = z.object({
  month: monthText,
  totalRevenue: money,
  bandwidthCosts: money,
  totalBandwidth: z.number(),
  /** False: no purchase is configured and the Mbps sold stand in (decision 10). */
  bandwidthConfigured: z.boolean(),
  grossProfit: money,
  /** Percent of revenue, one decimal; zero without revenue. */
  profitMargin: z.number(),
});
export type ProfitAnalysis = z.output<typeof profitAnalysis>;
export const profitParams = z.object({ yearMonth: monthText });

/** seeds/000 3, Manual invoice form. Status 'paid' is reached only through a payment (decision 6). */
export const manualInvoiceInput = z.object({
  customerId: recordId,
  description: requiredText('The description', 500),
  amountUsd: moneyPositive,
  billDate: dateText.optional(),
  dueDate: dateText.optional(),
  status: z.enum(invoiceStatuses).optional(),
  additionalCosts: moneyNotNegative.optional(),
  notes: optionalText('The notes', 2000).optional(),
});
export type ManualInvoiceInput = z.output<typeof manualInvoiceInput>;

/** seeds/000 7: {customerId, amountUsd, amountSsp, status, dueDate, notes}; SSP is computed at the invoice's own rate. */
export const invoiceUpdate = z.object({
  customerId: recordId.optional(),
  amountUsd: moneyPositive.optional(),
  amountSsp: z.union([z.number(), z.string()]).optional(),
  status: z.enum(invoiceStatuses).optional(),
  dueDate: dateText.optional(),
  notes: optionalText('The notes', 2000).optional(),
  version: wholeNumber('The version', 1).optional(),
});
export type InvoiceUpdate = z.output<typeof invoiceUpdate>;

/** seeds/000 7, payment dialog; amount, currency and date widen it (decision 5). */
export const paymentStatusInput = z.object({
  id: recordId.optional(),
  status: z.enum(['pending', 'paid', 'overdue']),
  paymentAccount: z.enum(paymentAccounts).or(z.literal('')).nullable().optional(),
  paymentReference: optionalText('The reference', 200).nullable().optional(),
  notes: optionalText('The notes', 2000).nullable().optional(),
  paymentDate: dateText.optional(),
  version: wholeNumber('The version', 1).optional(),
});
export type PaymentStatusInput = z.output<typeof paymentStatusInput>;

export const payment = z.object({
  id: z.number(),
  receiptId: z.string(),
  customerId: z.number(),
  customerNumber: z.string(),
  customerName: z.string(),
  kind: z.enum(['payment', 'credit']),
  paymentDate: dateText,
  account: z.enum(paymentAccounts).nullable(),
  currency: z.enum(currencies),
  amountUsd: money,
  amountSsp: money,
  exchangeRate: money,
  unallocatedUsd: money,
  reference: z.string(),
  notes: z.string(),
  status: z.enum(['recorded', 'reversed']),
  reversedDate: dateText.nullable(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type Payment = z.output<typeof payment>;
export const paymentAllocation = z.object({
  invoiceId: z.number(),
  invoiceNumber: z.string(),
  amountUsd: money,
});
export const paymentDetail = payment.extend({ allocations: z.array(paymentAllocation) });
export type PaymentDetail = z.output<typeof paymentDetail>;

/** `amount` is in `currency`; without `invoiceIds` the oldest open invoices are paid first (decision 5). */
export const paymentInput = z.object({
  customerId: recordId,
  amount: moneyPositive,
  currency: z.enum(currencies).optional(),
  account: z.enum(paymentAccounts).optional(),
  paymentDate: dateText.optional(),
  reference: optionalText('The reference', 200).optional(),
  notes: optionalText('The notes', 2000).optional(),
  invoiceIds: z.array(recordId).max(500).optional(),
});
export type PaymentInput = z.output<typeof paymentInput>;

export const creditInput = z.object({
  customerId: recordId,
  amountUsd: moneyPositive,
  reason: requiredText('The reason', 500),
  date: dateText.optional(),
  invoiceIds: z.array(recordId).max(500).optional(),
});
export type CreditInput = z.output<typeof creditInput>;

export const reversePaymentInput = z.object({ reason: requiredText('The reason', 500) });
export const paymentFilter = pagingQuery.extend({
  customerId: recordId.optional(),
  month: monthText.optional(),
});
export type PaymentFilter = z.output<typeof paymentFilter>;

/** Without an address it goes to the customer's. */
export const emailInput = z.object({ to: emailAddress.optional() }).optional();
export const emailResult = z.object({ message: z.string(), to: z.string() });

/** A customer's account: what is owed, what is kept in advance. */
export const customerAccount = z.object({
  customerId: z.number(),
  balanceUsd: money,
  balanceSsp: money,
  creditUsd: money,
  overdueUsd: money,
  openInvoices: z.number(),
  lastPaymentDate: dateText.nullable(),
});
export type CustomerAccount = z.output<typeof customerAccount>;

export const statementLine = z.object({
  date: dateText,
  reference: z.string(),
  description: z.string(),
  debitUsd: money,
  creditUsd: money,
  balanceUsd: money,
});
export const statement = z.object({
  customerId: z.number(),
  from: dateText,
  to: dateText,
  openingUsd: money,
  closingUsd: money,
  closingSsp: money,
  exchangeRate: money,
  lines: z.array(statementLine),
});
export type Statement = z.output<typeof statement>;
export const statementQuery = z.object({ from: dateText.optional(), to: dateText.optional() });
export type StatementQuery = z.output<typeof statementQuery>;

export const ratePurposes = ['standard', 'voucher'] as const;
export type RatePurpose = (typeof ratePurposes)[number];
/** `rate` is SSP for one US dollar. */
export const currencyRate = z.object({
  id: z.number(),
  purpose: z.enum(ratePurposes),
  rate: money,
  validFrom: dateText,
  createdAt: instant,
  createdBy: z.string(),
  note: z.string(),
});
export type CurrencyRate = z.output<typeof currencyRate>;
export const currentRates = z.object({ standard: money, voucher: money });
export const rateInput = z.object({
  purpose: z.enum(ratePurposes).optional(),
  rate: moneyPositive,
  validFrom: dateText.optional(),
  note: optionalText('The note', 500).optional(),
});
export type RateInput = z.output<typeof rateInput>;

export const disconnectQuery = pagingQuery.extend({
  day: z.enum(['today', 'tomorrow']).optional(),
});
export const disconnectRow = z.object({
  customerId: z.number(),
  customerNumber: z.string(),
  customerName: z.string(),
  phone: z.string(),
  openUsd: money,
  oldestDueDate: dateText,
  daysPastDue: z.number(),
  /** Set where a promise to pay holds the customer back. */
  promisedUntil: dateText.nullable(),
  action: z.enum(['suspend', 'restore', 'promised']),
});
export type DisconnectRow = z.output<typeof disconnectRow>;
export const disconnectInput = z.object({ dryRun: yesNo.optional() }).optional();
export const disconnectResult = z.object({
  date: dateText,
  dryRun: z.boolean(),
  suspended: z.number(),
  restored: z.number(),
  promised: z.number(),
  rows: z.array(disconnectRow),
});
export type DisconnectResult = z.output<typeof disconnectResult>;

export const bandwidthPurchase = z.object({
  id: z.number(),
  validFrom: dateText,
  mbps: z.number(),
  createdAt: instant,
  createdBy: z.string(),
});
export const bandwidthInput = z.object({
  validFrom: dateText.optional(),
  mbps: wholeNumber('The bandwidth', 0, 10_000_000),
});
export type BandwidthInput = z.output<typeof bandwidthInput>;

export const invoiceParams = z.object({ id: recordId });
