import { z } from 'zod';
import {
  cashPlace,
  currencies,
  paymentAccountLabels,
  paymentAccounts,
} from '../../accounting/schema-money.ts';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { money, moneyPositive, plainPositive } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  paymentReference,
  recordId,
  requiredLines,
  yesNo,
} from '../../kernel/text.ts';

export {
  type Currency,
  currencies,
  type PaymentAccount,
  paymentAccountLabels,
  paymentAccounts,
} from '../../accounting/schema-money.ts';

/**
 * 'credit' is granted by the company; 'credit_note' is for goods that came back and debits the revenue of their invoice;
 * 'opening' is what a customer had paid ahead on the opening date; 'before_opening' is money received before it, which
 * is in no cash account of these books (decision 45).
 */
export const paymentKinds = [
  'payment',
  'credit',
  'credit_note',
  'opening',
  'before_opening',
] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Credits and opening balances have no payment account; these texts are shown in its place. */
export const CREDIT_GRANTED = 'Credit granted';
export const CREDIT_NOTE = 'Credit note';
export const OPENING_BALANCE = 'Opening balance';

/** 'Bank'; 'Credit granted' for a credit; 'Credit note'; 'Opening balance'. */
export function paymentAccountLabel({ account, kind }: Pick<Payment, 'account' | 'kind'>): string {
  if (account) return paymentAccountLabels[account];
  if (kind === 'credit_note') return CREDIT_NOTE;
  return kind === 'opening' ? OPENING_BALANCE : CREDIT_GRANTED;
}

const paymentStatuses = ['recorded', 'reversed'] as const;

export const payment = z.object({
  id: z.number(),
  receiptId: z.string(),
  customerId: z.number(),
  customerNumber: z.string(),
  customerName: z.string(),
  kind: z.enum(paymentKinds),
  paymentDate: dateText,
  account: z.enum(paymentAccounts).nullable(),
  /**
   * The ledger account of the money, of a credit note the revenue that it debits; null for a credit and for money from
   * before the opening date.
   */
  moneyAccount: z.string().nullable(),
  /** Of a credit note the invoice of the goods, which it settles; null for the others and for some older notes. */
  creditedInvoiceId: z.number().nullable(),
  currency: z.enum(currencies),
  amountUsd: money,
  amountSsp: money,
  exchangeRate: money,
  unallocatedUsd: money,
  reference: z.string(),
  notes: z.string(),
  status: z.enum(paymentStatuses),
  reversedDate: dateText.nullable(),
  /** When, by whom and why it was reversed; null and empty if it is not. */
  reversedAt: instant.nullable(),
  reversedBy: z.string(),
  reversalReason: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type Payment = z.output<typeof payment>;

export const paymentAllocation = z.object({
  invoiceId: z.number(),
  invoiceNumber: z.string(),
  amountUsd: money,
  /** At the payment's own rate. */
  amountSsp: money,
});
export type PaymentAllocation = z.output<typeof paymentAllocation>;

/** A part of a payment that was paid out to the customer again. */
export const paymentRefund = z.object({
  refundId: z.number(),
  refundNumber: z.string(),
  date: dateText,
  amountUsd: money,
  /** At the payment's own rate. */
  amountSsp: money,
});
export type PaymentRefund = z.output<typeof paymentRefund>;

export const paymentDetail = payment.extend({
  allocations: z.array(paymentAllocation),
  /** The allocations that a reversed payment had. */
  reversedAllocations: z.array(paymentAllocation),
  refunds: z.array(paymentRefund),
  /** The part neither allocated to invoices nor refunded; for a reversed payment, before the reversal. */
  keptUsd: money,
  keptSsp: money,
});
export type PaymentDetail = z.output<typeof paymentDetail>;

/** `amount` is in `currency`; without `invoiceIds` the oldest open invoices are paid first (decision 5). */
export const paymentInput = z.object({
  customerId: recordId,
  amount: plainPositive,
  currency: z.enum(currencies).optional(),
  account: z.enum(paymentAccounts).optional(),
  /** Where cash goes: the caller's till or the safe (decision 51). */
  from: cashPlace.optional(),
  paymentDate: dateText.optional(),
  reference: paymentReference().optional(),
  notes: optionalLines('The notes', 2000).optional(),
  invoiceIds: z.array(recordId).max(500).optional(),
  /** Confirms that another payment has the same reference and is other money (decision 66). */
  sameReference: yesNo.optional(),
});
export type PaymentInput = z.output<typeof paymentInput>;

export const creditInput = z.object({
  customerId: recordId,
  amountUsd: moneyPositive,
  reason: requiredLines('The reason', 500),
  date: dateText.optional(),
  invoiceIds: z.array(recordId).max(500).optional(),
});
export type CreditInput = z.output<typeof creditInput>;

export const reversePaymentInput = z.object({
  reason: requiredLines('The reason', 500),
  /** Where the cash comes from if the till that took it is closed. */
  from: cashPlace.optional(),
});

export const paymentSorts = ['paymentDate', 'amountUsd', 'customerName', 'receiptId'] as const;
export type PaymentSort = (typeof paymentSorts)[number];

/** `clerk` is the stored name of the user who recorded it; the accounts 'credit' and 'credit_note' select those kinds. */
export const paymentFilter = pagingQuery(paymentSorts).extend({
  customerId: recordId.optional(),
  month: monthText.optional(),
  from: dateText.optional(),
  to: dateText.optional(),
  account: z.enum(['all', ...paymentAccounts, 'credit', 'credit_note']).optional(),
  clerk: optionalText('The clerk', 200).optional(),
  status: z.enum(['all', ...paymentStatuses]).optional(),
});
export type PaymentFilter = z.output<typeof paymentFilter>;

/** Sums over the recorded payments that match the filter; `received…` by the currency received. */
export const paymentSums = z.object({
  recorded: z.number(),
  amountUsd: money,
  amountSsp: money,
  unallocatedUsd: money,
  receivedUsd: money,
  receivedSsp: money,
});
export type PaymentSums = z.output<typeof paymentSums>;

/** Recorded by no person: payments that a provider of mobile money reported. */
export const MOBILE_MONEY_CLERK = 'mobile money';
export const paymentClerks = z.object({ clerks: z.array(z.string()) });
export const paymentExportQuery = paymentFilter.extend({ format: z.enum(exportFormats) });
export type PaymentExportQuery = z.output<typeof paymentExportQuery>;

/** A customer's account: balance and credit. */
export const customerAccount = z.object({
  customerId: z.number(),
  balanceUsd: money,
  /** At today's standard rate, as the others; null where it is too large to be exact to the cent. */
  balanceSsp: money.nullable(),
  creditUsd: money,
  creditSsp: money.nullable(),
  /** What of the credit can be paid out; granted credit cannot. */
  refundableUsd: money,
  /** The same by the currency in which it was paid, in which alone it goes back; pounds as they were paid. */
  refundable: z.object({ usd: money, ssp: money }),
  overdueUsd: money,
  overdueSsp: money.nullable(),
  openInvoices: z.number(),
  /** What is open on disputed invoices (decision 120). */
  disputedUsd: money,
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
  /** At the statement's rate; null where it is too large to be exact to the cent. */
  debitSsp: money.nullable(),
  creditSsp: money.nullable(),
  balanceSsp: money.nullable(),
});

export const statement = z.object({
  customerId: z.number(),
  from: dateText,
  to: dateText,
  openingUsd: money,
  closingUsd: money,
  /** At the statement's rate; null where it is too large to be exact to the cent. */
  openingSsp: money.nullable(),
  closingSsp: money.nullable(),
  /** The standard rate on the last day of the period. */
  exchangeRate: money,
  lines: z.array(statementLine),
  /** Invoices whose dispute was open on the last day, without its reason. */
  disputed: z.array(z.object({ invoiceNumber: z.string(), since: dateText })),
});
export type Statement = z.output<typeof statement>;

export const statementQuery = z.object({ from: dateText.optional(), to: dateText.optional() });
export type StatementQuery = z.output<typeof statementQuery>;
