import type { DocumentCustomer, Letterhead } from '../../documents/pdf/documents.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';

export interface InvoiceDocument {
  company: Letterhead;
  number: string;
  customer: DocumentCustomer;
  billDate: IsoDate;
  dueDate: IsoDate;
  /** The status as displayed: overdue already decided by the billing rule (decision 2). */
  status: 'pending' | 'paid' | 'overdue' | 'cancelled';
  /** 'YYYY-MM' of a recurring invoice. */
  billingMonth?: string;
  /** US cents; a credit line is negative. */
  lines: { description: string; amount: Cents }[];
  total: Cents;
  paid: Cents;
  open: Cents;
  /** The total in SSP cents at the invoice's own rate. */
  sspTotal: Cents;
  /** What is open of it. */
  sspOpen: Cents;
  /** SSP cents for 1 USD, as kept by the invoice (decision 1). */
  sspRate: Cents;
  notes: string;
  packageName?: string;
}

export interface ReceiptDocument {
  company: Letterhead;
  number: string;
  kind: 'payment' | 'credit';
  customer: DocumentCustomer;
  date: IsoDate;
  /** US cents credited to the customer. */
  amount: Cents;
  /** What was handed over. */
  currency: 'USD' | 'SSP';
  sspAmount: Cents;
  /** SSP cents for 1 USD on the day of the payment (decision 5). */
  sspRate: Cents;
  /** 'Cash', 'Bank', 'Mobile money'. */
  account: string;
  reference: string;
  /** What it settles; of a reversed payment what it had settled. */
  allocations: { invoiceNumber: string; amount: Cents }[];
  /** US cents kept in advance for later invoices; of a reversed payment what had been kept. */
  credit: Cents;
  receivedBy: string;
  /** What the customer owed once it was recorded; below zero is in advance. Null where it is not told. */
  balance: {
    usd: Cents;
    /** At the payment's rate; null, and left out, where it is too large to be told. */
    ssp: Cents | null;
    /** The day on which it was recorded. */
    on: IsoDate;
  } | null;
  /** Set where the payment was taken back: the receipt is void. */
  reversal: { date: IsoDate; by: string; reason: string } | null;
}

export interface StatementDocument {
  company: Letterhead;
  customer: DocumentCustomer;
  from: IsoDate;
  to: IsoDate;
  opening: Cents;
  lines: {
    date: IsoDate;
    reference: string;
    description: string;
    debit: Cents;
    credit: Cents;
    balance: Cents;
  }[];
  closing: Cents;
  /** The closing balance in SSP cents at `sspRate`; null, and left out, where it is too large to be told. */
  sspClosing: Cents | null;
  sspRate: Cents;
}
