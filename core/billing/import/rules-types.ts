import type { IsoDate, IsoMonth } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { InvoiceRecord, OpenInvoiceRecord } from '../invoices/rules-record.ts';
import { invoiceStatuses } from '../invoices/schema.ts';
import type { Payment, PaymentAccount } from '../payments/schema.ts';

/** What a file says of an invoice; 'partial' is a pending one of which `paidAmountUsd` is paid. */
export const importedStatuses = [...invoiceStatuses, 'partial'] as const;
export type ImportedStatus = (typeof importedStatuses)[number];

/** Amounts in US cents. */
export interface ImportedLine {
  description: string;
  amountUsd: Cents;
}

/** An invoice of a file (decision 27): what the file does not say is left out. */
export interface ImportedInvoice {
  invoiceId: string;
  /** The id that people know, SC003. */
  customerId?: string;
  description?: string;
  amountUsd?: Cents;
  /** Of an invoice that takes several rows of the file; they come to `amountUsd`. */
  lines?: readonly ImportedLine[];
  billDate?: IsoDate;
  dueDate?: IsoDate;
  status?: ImportedStatus;
  /** What was paid on the whole invoice until now. */
  paidAmountUsd?: Cents;
  paidDate?: IsoDate;
  paymentAccount?: PaymentAccount;
  paymentReference?: string;
  notes?: string;
}

/** What is known of an invoice of the same number. */
export interface KnownInvoice extends OpenInvoiceRecord {
  /** Given where the file has several lines. */
  lines?: readonly ImportedLine[];
  /** Payments that settled it until they were reversed. */
  reversedPayments: readonly Pick<Payment, 'receiptId' | 'paymentDate'>[];
}

export interface ImportFacts {
  today: IsoDate;
  lockedMonths: ReadonlySet<IsoMonth>;
  knowsCustomer(customerId: string): boolean;
  /** Whether the customer has money in advance. */
  hasCredit(customerId: string): boolean;
  hasRate(date: IsoDate): boolean;
  /** Whose import it is: it may do no more than its sender could one by one (decision 16). */
  mayRecordPayments: boolean;
  mayEditInvoices: boolean;
}

export interface PlannedInvoice
  extends Pick<InvoiceRecord, 'amountUsd' | 'billDate' | 'dueDate' | 'description' | 'notes'> {
  /** The id that people know. */
  customerId: string;
  status: 'pending' | 'overdue';
  lines: readonly ImportedLine[];
}

export interface PlannedPayment extends Pick<Payment, 'amountUsd' | 'paymentDate' | 'reference'> {
  account: PaymentAccount;
}

/** What an import may change of an invoice without touching its posting. */
export const changeableFields = ['dueDate', 'status', 'description', 'notes'] as const;
export type PlannedChange = Pick<InvoiceRecord, (typeof changeableFields)[number]>;

export type ImportPlan =
  | { outcome: 'refused'; message: string }
  | { outcome: 'unchanged'; note?: string }
  | { outcome: 'created'; invoice: PlannedInvoice; payment?: PlannedPayment; note?: string }
  | { outcome: 'updated'; change?: PlannedChange; payment?: PlannedPayment; note?: string };
