import { type IsoDate, monthOf } from '../../kernel/dates.ts';
import { type Cents, subtractCents, ZERO } from '../../kernel/money.ts';
import { agingOf } from '../rules.ts';
import { partsInPounds } from './rules-pounds.ts';
import type { Invoice } from './schema.ts';

/** An invoice as it is stored, with its customer's number and name; amounts in cents. */
export interface InvoiceRecord
  extends Omit<
    Invoice,
    'billingMonth' | 'openUsd' | 'openSsp' | 'paidSsp' | 'daysPastDue' | 'nearingOverdue'
  > {
  /** The first day of the month. */
  billingMonth: IsoDate | null;
  /** The package that it bills, which stays what it is when the customer gets another; null where none is known. */
  packageName: string | null;
  receivableAccount: string;
  postingRevision: number;
}

export interface OpenInvoiceRecord extends InvoiceRecord {
  /** The day since which it is owed as it stands: its bill date, that of its correction, or of a payment's reversal. */
  since: IsoDate;
}

/** What an invoice has that nothing is paid on. */
export const UNPAID = {
  paidUsd: ZERO,
  paidDate: null,
  paymentAccount: null,
  paymentReference: '',
} as const;

/** An unsettled invoice as a payment finds it, also one that is not yet written. */
export type Unsettled = Omit<
  OpenInvoiceRecord,
  'customerNumber' | 'customerName' | 'postingRevision' | 'createdAt' | 'version'
>;

/** A new invoice as a payment finds it. */
export function unsettled<I extends Pick<InvoiceRecord, 'billDate'>>(invoice: I) {
  return { ...invoice, ...UNPAID, since: invoice.billDate };
}

/** What is open of an invoice in US cents: nothing of a cancelled one. */
export function openOf({
  status,
  amountUsd,
  paidUsd,
}: Pick<InvoiceRecord, 'status' | 'amountUsd' | 'paidUsd'>): Cents {
  return status === 'cancelled' ? ZERO : subtractCents(amountUsd, paidUsd);
}

/**
 * An invoice as the API answers it: its displayed status and days past due are of today (decision 2). A literal, since
 * spreading rows of the driver costs a list half its speed.
 */
export function toInvoice(record: InvoiceRecord, today: IsoDate): Invoice {
  const openUsd = openOf(record);
  const [openSsp, paidSsp] = partsInPounds([openUsd, record.paidUsd], record);
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
    paidSsp: paidSsp!,
    openSsp: openSsp!,
    status,
    billDate: record.billDate,
    dueDate: record.dueDate,
    daysPastDue,
    nearingOverdue,
    paidDate: record.paidDate,
    paymentAccount: record.paymentAccount,
    paymentReference: record.paymentReference,
    notes: record.notes,
    createdAt: record.createdAt,
    version: record.version,
  };
}
