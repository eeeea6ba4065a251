import type { IsoDate, IsoMonth } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { type InvoiceStatus, invoiceStatuses } from '../invoices/schema.ts';
import type { PaymentAccount } from '../payments/schema.ts';

/** What a file says of an invoice; 'partial' is a pending one of which `paidAmountUsd` is paid. */
export const importedStatuses = [...invoiceStatuses, 'partial'] as const;
export type ImportedStatus = (typeof importedStatuses)[number];

/** Amounts in US cents. */
export interface ImportedLine {
  description: string;
  amount: Cents;
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
export interface KnownInvoice {
  customerNumber: string;
  amount: Cents;
  paid: Cents;
  billDate: IsoDate;
  dueDate: IsoDate;
  status: InvoiceStatus;
  description: string;
  /** Given where the file has several lines. */
  lines?: readonly ImportedLine[];
  notes: string;
  paidDate: IsoDate | null;
  paymentAccount: PaymentAccount | null;
  paymentReference: string;
  /** The day since which it is owed as it stands. */
  since: IsoDate;
  /** Payments that settled it until they were reversed. */
  reversedPayments: readonly { receiptNumber: string; date: IsoDate }[];
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

export interface PlannedInvoice {
  customerId: string;
  amount: Cents;
  billDate: IsoDate;
  dueDate: IsoDate;
  status: 'pending' | 'overdue';
  description: string;
  lines: readonly ImportedLine[];
  notes: string;
}

export interface PlannedPayment {
  amount: Cents;
  date: IsoDate;
  account: PaymentAccount;
  reference: string;
}

export interface PlannedChange {
  dueDate: IsoDate;
  status: InvoiceStatus;
  description: string;
  notes: string;
}

export type ImportPlan =
  | { outcome: 'refused'; message: string }
  | { outcome: 'unchanged'; note?: string }
  | { outcome: 'created'; invoice: PlannedInvoice; payment?: PlannedPayment; note?: string }
  | { outcome: 'updated'; change?: PlannedChange; payment?: PlannedPayment; note?: string };
