import type { DocumentCustomer, Letterhead } from '../../documents/pdf/documents.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Invoice } from '../invoices/schema.ts';
import type { PaymentDetail, Statement } from '../payments/schema.ts';

/** Whom a document is from and for. */
interface Parties {
  company: Letterhead;
  customer: DocumentCustomer;
}

/** `status` is the one that is displayed (decision 2). */
export interface InvoiceDocument extends Invoice, Parties {
  /** Amounts in US cents; a credit line is negative. */
  lines: { description: string; amountUsd: Cents }[];
  packageName: string | null;
}

/** A receipt is void where the payment is reversed; it says then what it had settled (decision 5). */
export interface ReceiptDocument extends PaymentDetail, Parties {
  /** What the customer owed once it was recorded; below zero is in advance. Null where it is not told. */
  balance: {
    balanceUsd: Cents;
    /** At the payment's rate; null, and left out, where it is too large to be told. */
    balanceSsp: Cents | null;
    /** The day on which it was recorded. */
    on: IsoDate;
  } | null;
}

export interface StatementDocument extends Omit<Statement, 'customerId'>, Parties {}
