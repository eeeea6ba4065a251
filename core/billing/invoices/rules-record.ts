import { type IsoDate, monthOf } from '../../kernel/dates.ts';
import { type Cents, subtractCents, ZERO } from '../../kernel/money.ts';
import { poundsToSettle } from '../../rates/rules.ts';
import { agingOf } from '../rules.ts';
import { secondPartInPounds } from './rules-pounds.ts';
import type { Invoice } from './schema.ts';

/** An invoice as it is stored, with its customer's number and name; amounts in cents. */
export interface InvoiceRecord
  extends Omit<
    Invoice,
    'billingMonth' | 'openUsd' | 'openSsp' | 'paidSsp' | 'daysPastDue' | 'nearingOverdue'
  > {
  /** The first day of the month. */
  billingMonth: IsoDate | null;
  /** The package that was billed, not changed when the customer changes package; null if unknown. */
  packageName: string | null;
  receivableAccount: string;
  postingRevision: number;
}

export interface OpenInvoiceRecord extends InvoiceRecord {
  /** The day from which it is owed in its current form: the date of billing, correction or payment reversal. */
  since: IsoDate;
}

/** The payment fields of an unpaid invoice. */
export const UNPAID = {
  paidUsd: ZERO,
  paidDate: null,
  paymentAccount: null,
  paymentReference: '',
} as const;

/** The fields of an unsettled invoice that a payment needs, also of one not yet inserted. */
export type Unsettled = Omit<
  OpenInvoiceRecord,
  'customerNumber' | 'customerName' | 'countedDueDate' | 'postingRevision' | 'createdAt' | 'version'
>;

/** A new invoice in the form that payments are applied to. */
export function unsettled<I extends Pick<InvoiceRecord, 'billDate'>>(invoice: I) {
  return { ...invoice, ...UNPAID, disputedSince: null, since: invoice.billDate };
}

/** The open amount of an invoice in US cents; zero if cancelled. */
export function openOf({
  status,
  amountUsd,
  paidUsd,
}: Pick<InvoiceRecord, 'status' | 'amountUsd' | 'paidUsd'>): Cents {
  return status === 'cancelled' ? ZERO : subtractCents(amountUsd, paidUsd);
}

/**
 * Maps a record to the invoice of the API, with displayed status and days past due as of today (decision 2), and what is
 * open in pounds at today's rate (decision 49). An object literal, because spreading driver rows doubles the time of a
 * list.
 */
export function toInvoice(record: InvoiceRecord, today: IsoDate, todaysRate: Cents): Invoice {
  const openUsd = openOf(record);
  const { status, daysPastDue, nearingOverdue } = agingOf(record, today);
  return {
    id: record.id,
    invoiceId: record.invoiceId,
    customerId: record.customerId,
    customerNumber: record.customerNumber,
    customerName: record.customerName,
    kind: record.kind,
    billingMonth: record.billingMonth && monthOf(record.billingMonth),
    description: record.description,
    amountUsd: record.amountUsd,
    amountSsp: record.amountSsp,
    exchangeRate: record.exchangeRate,
    paidUsd: record.paidUsd,
    openUsd,
    paidSsp: secondPartInPounds(openUsd, record.paidUsd, record),
    // One document is never too large to be exact.
    openSsp: poundsToSettle(openUsd, todaysRate)!,
    status,
    billDate: record.billDate,
    dueDate: record.dueDate,
    daysPastDue,
    nearingOverdue,
    disputedSince: record.disputedSince,
    countedDueDate: record.countedDueDate,
    paidDate: record.paidDate,
    paymentAccount: record.paymentAccount,
    paymentReference: record.paymentReference,
    notes: record.notes,
    createdAt: record.createdAt,
    version: record.version,
  };
}
