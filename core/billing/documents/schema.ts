import type { DocumentCustomer, Letterhead } from '../../documents/pdf/documents.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Invoice } from '../invoices/schema.ts';
import type { PaymentDetail, Statement } from '../payments/schema.ts';
import type { Refund } from '../refunds/schema.ts';

/** The sender and the recipient of a document. */
interface Parties {
  company: Letterhead;
  customer: DocumentCustomer;
}

interface Priced {
  quantity: number | null;
  unitPriceUsd: Cents | null;
}

/** `status` is the displayed status (decision 2). */
export interface InvoiceDocument extends Invoice, Parties {
  /** Amounts in US cents; a credit line is negative. Quantity and price of equipment alone. */
  lines: ({ description: string; amountUsd: Cents } & Partial<Priced>)[];
  packageName: string | null;
  /** Pounds for one dollar on the day of the copy, at which `openSsp` is computed, and that day. */
  todaysRate: Cents;
  on: IsoDate;
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

/** Goods of a sale that came back; amounts in US cents. */
export interface ReturnedLine {
  description: string;
  quantity: number;
  unitPriceUsd: Cents;
  amountUsd: Cents;
}

export interface CreditNoteDocument extends PaymentDetail, Parties {
  /** The invoice of the goods and their order; empty where it is not known. */
  invoiceNumber: string;
  orderNumber: string;
  /** What came back; none shows only the amount. */
  lines: readonly ReturnedLine[];
}

export interface RefundDocument extends Refund, Parties {}

export interface StatementDocument extends Omit<Statement, 'customerId'>, Parties {}
