import type { DocumentCustomer, Letterhead } from '../../documents/pdf/documents.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Invoice } from '../invoices/schema.ts';
import type { Payment, PaymentAllocation, PaymentDetail, Statement } from '../payments/schema.ts';

/** Amounts in cents, in pounds at the invoice's own rate (decision 1). */
export interface InvoiceDocument
  extends Pick<
    Invoice,
    | 'invoiceId'
    | 'billingMonth'
    | 'billDate'
    | 'dueDate'
    | 'status'
    | 'amountUsd'
    | 'amountSsp'
    | 'paidUsd'
    | 'openUsd'
    | 'openSsp'
    | 'exchangeRate'
    | 'notes'
  > {
  company: Letterhead;
  customer: DocumentCustomer;
  /** A credit line is negative. */
  lines: { description: string; amountUsd: Cents }[];
  packageName: string | null;
}

/** Amounts in cents, in pounds at the rate of the payment's day (decision 5). */
export interface ReceiptDocument
  extends Pick<
    Payment,
    | 'receiptId'
    | 'kind'
    | 'paymentDate'
    | 'amountUsd'
    | 'amountSsp'
    | 'exchangeRate'
    | 'currency'
    | 'reference'
  > {
  company: Letterhead;
  customer: DocumentCustomer;
  /** 'Cash', 'Bank', 'Mobile money'. */
  account: string;
  /** What it settles; of a reversed payment what it had settled. */
  allocations: Pick<PaymentAllocation, 'invoiceNumber' | 'amountUsd'>[];
  /** Kept in advance for later invoices; of a reversed payment what had been kept. */
  keptUsd: PaymentDetail['keptUsd'];
  receivedBy: string;
  /** What the customer owed once it was recorded; below zero is in advance. Null where it is not told. */
  balance: {
    balanceUsd: Cents;
    /** At the payment's rate; null, and left out, where it is too large to be told. */
    balanceSsp: Cents | null;
    /** The day on which it was recorded. */
    on: IsoDate;
  } | null;
  /** Set where the payment was taken back: the receipt is void. */
  reversal: { date: IsoDate; by: string; reason: string } | null;
}

export interface StatementDocument
  extends Pick<
    Statement,
    'from' | 'to' | 'openingUsd' | 'closingUsd' | 'closingSsp' | 'exchangeRate'
  > {
  company: Letterhead;
  customer: DocumentCustomer;
  lines: Pick<
    Statement['lines'][number],
    'date' | 'reference' | 'description' | 'debitUsd' | 'creditUsd' | 'balanceUsd'
  >[];
}
