import type { DocumentCustomer, Letterhead } from '../../documents/pdf/documents.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Invoice } from '../invoices/schema.ts';
import type { PaymentDetail, Statement } from '../payments/schema.ts';

/** The sender and the recipient of a document. */
interface Parties {
  company: Letterhead;
  customer: DocumentCustomer;
}

/** `status` is the displayed status (decision 2). */
export interface InvoiceDocument extends Invoice, Parties {
  /** Amounts in US cents; a credit line is negative. */
  lines: { description: string; amountUsd: Cents }[];
  packageName: string | null;
}

/** A receipt is void if the payment is reversed; it then lists what it had settled (decision 5). */
export interface ReceiptDocument extends PaymentDetail, Parties {
  /** The customer's balance after the payment; negative is credit. Null if it is not shown. */
  balance: {
    balanceUsd: Cents;
    /** At the payment's rate; null, and not shown, if too large to be exact. */
    balanceSsp: Cents | null;
    /** The day of recording. */
    on: IsoDate;
  } | null;
}

export interface StatementDocument extends Omit<Statement, 'customerId'>, Parties {}
