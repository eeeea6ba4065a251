import type { IsoDate, IsoMonth } from '../../kernel/dates.ts';
import type { Created, Touched } from '../../kernel/imported.ts';
import type { Cents } from '../../kernel/money.ts';
import type { ImportResults } from '../../kernel/outcomes.ts';
import type { InvoiceRecord, OpenInvoiceRecord } from '../invoices/rules-record.ts';
import { invoiceStatuses } from '../invoices/schema.ts';
import type { Payment, PaymentAccount } from '../payments/schema.ts';

/** Statuses in import files; 'partial' is a pending invoice of which `paidAmountUsd` is paid. */
export const importedStatuses = [...invoiceStatuses, 'partial'] as const;
export type ImportedStatus = (typeof importedStatuses)[number];

/** Amounts in US cents. */
export interface ImportedLine {
  description: string;
  amountUsd: Cents;
}

/** An invoice of an import file (decision 27); missing values are undefined. */
export interface ImportedInvoice {
  invoiceId: string;
  /** The displayed id, such as SC003. */
  customerId?: string;
  /** Finds the customer if the file has no id; the importer sets `customerId` by it. */
  customerName?: string;
  description?: string;
  amountUsd?: Cents;
  /** The total of the whole invoice, beside the amounts of its lines; compared with their sum, and not stored. */
  statedTotal?: Cents;
  /** Only for an invoice with several rows in the file; they add up to `amountUsd`. */
  lines?: readonly ImportedLine[];
  billDate?: IsoDate;
  dueDate?: IsoDate;
  status?: ImportedStatus;
  /** The amount paid on the whole invoice so far. */
  paidAmountUsd?: Cents;
  paidDate?: IsoDate;
  paymentAccount?: PaymentAccount;
  paymentReference?: string;
  notes?: string;
  /** Of the amounts, until the importer has converted them. */
  currency?: string;
  /** The amount in the currency of the file, with its rate: 'KES 13,000.00 at 129.50'; the notes of the invoice tell it. */
  origin?: string;
}

/** The existing invoice with the same number. */
export interface KnownInvoice extends OpenInvoiceRecord {
  /** Loaded only if the file has several lines. */
  lines?: readonly ImportedLine[];
  /** Reversed payments that had settled it. */
  reversedPayments: readonly Pick<Payment, 'receiptId' | 'paymentDate'>[];
}

export interface ImportFacts {
  today: IsoDate;
  /** Invoices and payments of earlier days post against Opening Balances (decision 45). */
  openingDate: IsoDate | null;
  lockedMonths: ReadonlySet<IsoMonth>;
  knowsCustomer(customerId: string): boolean;
  /** Whether the customer has credit. */
  hasCredit(customerId: string): boolean;
  /** Whether the customer has an opening balance above zero. */
  hasOpening(customerId: string): boolean;
  hasRate(date: IsoDate): boolean;
  /** Permissions of the importing user: an import may do no more than single calls (decision 16). */
  mayRecordPayments: boolean;
  mayEditInvoices: boolean;
}

export interface PlannedInvoice
  extends Pick<InvoiceRecord, 'amountUsd' | 'billDate' | 'dueDate' | 'description' | 'notes'> {
  /** The displayed id. */
  customerId: string;
  status: 'pending' | 'overdue';
  lines: readonly ImportedLine[];
}

export interface PlannedPayment extends Pick<Payment, 'amountUsd' | 'paymentDate' | 'reference'> {
  kind: 'payment' | 'before_opening';
  account: PaymentAccount;
}

/** Fields that an import may change because they do not affect the posting. */
export const changeableFields = ['dueDate', 'status', 'description', 'notes'] as const;
export type PlannedChange = Pick<InvoiceRecord, (typeof changeableFields)[number]>;

export type ImportPlan =
  | { outcome: 'refused'; message: string }
  | { outcome: 'unchanged'; note?: string }
  | {
      outcome: 'created';
      invoice: PlannedInvoice;
      payment?: PlannedPayment;
      /** Payments that were recorded before, whose credit settles the invoice. */
      settledBy?: readonly number[];
      note?: string;
    }
  | { outcome: 'updated'; change?: PlannedChange; payment?: PlannedPayment; note?: string };

/** `changes` are the changed invoices. */
export interface ImportedInvoices extends Omit<ImportResults, 'made'> {
  /** The new documents and those touched, not in a dry run. */
  made: { invoices: Created[]; payments: Created[]; touched?: Touched };
}
