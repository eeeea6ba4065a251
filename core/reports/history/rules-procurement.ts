import type { Fields, HistoryEvent } from './rules.ts';

/** What the history shows of a requisition, in its order. */
export const requisitionFields: Fields = {
  requestedBy: ['Requested by', 'text'],
  department: ['Department', 'text'],
  priority: ['Priority', 'word'],
  status: ['Status', 'word'],
  expectedDeliveryDate: ['Expected delivery', 'date'],
  totalAmountUsd: ['Total', 'usd'],
  notes: ['Justification', 'text'],
  reviewedBy: ['Reviewed by', 'text'],
  reviewNotes: ['Notes on the review', 'text'],
  decidedBy: ['Decided by', 'text'],
  decisionNotes: ['Notes on the decision', 'text'],
};

/** The same of a purchase order. */
export const orderFields: Fields = {
  supplierName: ['Supplier', 'text'],
  status: ['Status', 'word'],
  orderDate: ['Order date', 'date'],
  expectedDelivery: ['Expected delivery', 'date'],
  currency: ['Currency', 'text'],
  exchangeRate: ['Exchange rate', 'ssp'],
  totalUsd: ['Total', 'usd'],
  approvedBy: ['Approved by', 'text'],
  receivedOn: ['Received on', 'date'],
  closedReason: ['Reason', 'text'],
  notes: ['Notes', 'text'],
};

/** The same of a supplier. */
export const supplierFields: Fields = {
  name: ['Name', 'text'],
  contactPerson: ['Contact person', 'text'],
  email: ['E-mail', 'text'],
  phone: ['Phone', 'text'],
  address: ['Address', 'text'],
  city: ['City', 'text'],
  country: ['Country', 'text'],
  taxNumber: ['Tax number', 'text'],
  paymentTerms: ['Payment terms', 'text'],
  status: ['Status', 'word'],
  notes: ['Notes', 'text'],
};

/** The same of an item of equipment, and of its adjustments. */
export const equipmentFields: Fields = {
  name: ['Name', 'text'],
  sku: ['SKU', 'text'],
  brand: ['Brand', 'text'],
  model: ['Model', 'text'],
  description: ['Description', 'text'],
  specifications: ['Specifications', 'text'],
  unitCostUsd: ['Unit cost', 'usd'],
  markupPercentage: ['Markup in percent', 'text'],
  sellingPriceUsd: ['Selling price', 'usd'],
  minimumStock: ['Minimum stock', 'text'],
  status: ['Status', 'word'],
  quantity: ['Units', 'text'],
  date: ['Date', 'date'],
  reason: ['Reason', 'text'],
};

type Words = string | ((event: HistoryEvent) => string);

/** A text, with the note of a summary such as 'REQ-2026-0001: note'. */
const noted =
  (text: string): Words =>
  ({ summary }) => {
    const at = summary.indexOf(': ');
    return at < 0 ? text : `${text}: ${summary.slice(at + 2)}`;
  };

/** The receipts of 'LPO-2026-001 Supplier: GRN-2026-0001, GRN-2026-0002'; the supplier may contain colons. */
const receipts =
  (text: string): Words =>
  ({ summary }) => {
    const at = summary.lastIndexOf(': GRN-');
    return at < 0 ? text : `${text}: ${summary.slice(at + 2)}`;
  };

/** Texts of the actions on requisitions, purchase orders, suppliers and equipment. */
export const procurementWords: Readonly<Record<string, Words>> = {
  'supplier.create': 'Added',
  'supplier.update': 'Changed',
  'equipment.create': 'Added',
  'equipment.imported': 'Added',
  'equipment.update': 'Changed',
  'stock.open': 'Opening stock recorded',
  'stock.adjust': 'Stock adjusted',
  'requisition.create': 'Requested',
  'requisition.update': 'Changed',
  'requisition.review': noted('Reviewed'),
  'requisition.approve': noted('Approved'),
  'requisition.reject': noted('Rejected'),
  'requisition.status': noted('Given another status'),
  'requisition.follow': noted('Followed its order'),
  'requisition.delete': 'Deleted',
  'order.create': 'Made',
  'order.update': 'Changed',
  'order.approve': 'Approved',
  'order.reject': 'Rejected',
  'order.cancel': 'Cancelled',
  'order.close': 'Rest cancelled',
  'order.receive': receipts('Goods received'),
  'order.return': receipts('Goods returned'),
  'order.status': 'Given another status',
};
