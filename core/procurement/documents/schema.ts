import type { DocumentCustomer, Letterhead } from '../../documents/pdf/documents.ts';
import type { GoodsReceipt, PurchaseOrder, Supplier } from '../schema.ts';

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
