import type { DocumentCustomer, Letterhead } from '../../documents/pdf/documents.ts';
import type { SaleReturn, SalesOrder, SalesOrderDetail } from '../schema.ts';

/** The sender and the recipient of a document of a sales order. */
interface Parties {
  company: Letterhead;
  customer: DocumentCustomer;
}

/** The offer of an order before its invoice. */
export interface ProFormaDocument extends Omit<SalesOrderDetail, 'actions'>, Parties {}

/** The delivery note, also before the goods are handed over. */
export interface DeliveryDocument extends Omit<SalesOrder, 'paymentStatus'>, Parties {
  deliveredBy: string;
  receivedBy: string;
  /** With the serial numbers of all units that were delivered. */
  lines: {
    lineNo: number;
    equipmentNumber: string;
    name: string;
    quantity: number;
    serials: readonly string[];
  }[];
}

/** A credit note for goods that came back. */
export interface CreditNoteDocument extends SaleReturn, Parties {
  orderNumber: string;
  invoiceNumber: string;
  exchangeRate: SalesOrder['exchangeRate'];
}
