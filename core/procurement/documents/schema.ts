import type { DocumentCustomer, Letterhead } from '../../documents/pdf/documents.ts';
import type { PurchaseOrder } from '../orders/schema.ts';
import type { GoodsReceipt } from '../receipts/schema.ts';
import type { Supplier } from '../suppliers/schema.ts';

/** The sender and the recipient of a document to a supplier. */
interface Parties {
  company: Letterhead;
  supplier: DocumentCustomer;
}

export interface OrderDocument extends Omit<PurchaseOrder, 'actions'>, Parties {
  paymentTerms: Supplier['paymentTerms'];
}

export interface GoodsDocument extends GoodsReceipt, Parties {
  poNumber: string;
  /** The lines of the order. */
  items: PurchaseOrder['items'];
}
