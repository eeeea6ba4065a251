import { type Fields, type KindInWords, noted, type Words } from './rules-kind.ts';

/** What the history shows of a requisition, in its order. */
const requisitionFields: Fields = {
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
const orderFields: Fields = {
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
const supplierFields: Fields = {
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
const equipmentFields: Fields = {
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

/** The receipts of 'LPO-2026-001 Supplier: GRN-2026-0001, GRN-2026-0002'; the supplier may contain colons. */
const receipts =
  (text: string): Words =>
  ({ summary }) => {
    const at = summary.lastIndexOf(': GRN-');
    return at < 0 ? text : `${text}: ${summary.slice(at + 2)}`;
  };

/** What is bought and kept in stock. */
export const procurementKinds = {
  requisition: {
    number: ['requisitions', 'requisition_id'],
    overview: true,
    actions: {
      'requisition.create': ['Requisition created', 'Requested'],
      'requisition.update': ['Requisition changed', 'Changed'],
      'requisition.review': ['Requisition reviewed', noted('Reviewed')],
      'requisition.approve': ['Requisition approved', noted('Approved')],
      'requisition.reject': ['Requisition rejected', noted('Rejected')],
      'requisition.status': ['Status of a requisition set', noted('Given another status')],
      'requisition.follow': ['Requisition followed its order', noted('Followed its order')],
      'requisition.delete': ['Requisition deleted', 'Deleted'],
    },
    fields: requisitionFields,
  },
  purchaseOrder: {
    number: ['purchase_orders', 'po_number'],
    overview: true,
    actions: {
      'order.create': ['Purchase order made', 'Made'],
      'order.update': ['Purchase order changed', 'Changed'],
      'order.approve': ['Purchase order approved', 'Approved'],
      'order.reject': ['Purchase order rejected', 'Rejected'],
      'order.cancel': ['Purchase order cancelled', 'Cancelled'],
      'order.close': ['Rest of a purchase order cancelled', 'Rest cancelled'],
      'order.receive': ['Goods received', receipts('Goods received')],
      'order.return': ['Goods returned', receipts('Goods returned')],
      'order.status': ['Status of a purchase order set', 'Given another status'],
      'order.delete': ['Purchase order deleted'],
    },
    fields: orderFields,
  },
  supplier: {
    number: ['suppliers', 'supplier_code'],
    overview: true,
    actions: {
      'supplier.create': ['Supplier added', 'Added'],
      'supplier.update': ['Supplier changed', 'Changed'],
      'supplier.import': ['Suppliers imported'],
    },
    fields: supplierFields,
  },
  supplierBill: {
    actions: {
      'supplierBill.create': ['Supplier bill recorded'],
      'supplierBill.accept': ['Supplier bill accepted'],
      'supplierBill.refuse': ['Supplier bill refused'],
      'supplierBill.cancel': ['Supplier bill cancelled'],
    },
  },
  equipment: {
    number: ['equipment', 'equipment_id'],
    overview: true,
    actions: {
      'equipment.create': ['Equipment added', 'Added'],
      'equipment.imported': [null, 'Added'],
      'equipment.update': ['Equipment changed', 'Changed'],
      'equipment.import': ['Equipment imported'],
      'stock.open': ['Opening stock entered', 'Opening stock recorded'],
      'stock.adjust': ['Stock adjusted', 'Stock adjusted'],
    },
    fields: equipmentFields,
  },
  stockCount: {
    number: ['stock_counts', 'count_id'],
    overview: true,
    actions: {
      'stockCount.create': ['Stock count begun'],
      'stockCount.import': ['Stock counts imported'],
      'stockCount.enter': ['Stock counted'],
      'stockCount.submit': ['Stock count submitted'],
      'stockCount.post': ['Stock count posted'],
      'stockCount.refuse': ['Stock count refused'],
      'stockCount.cancel': ['Stock count cancelled'],
    },
  },
} as const satisfies Record<string, KindInWords>;
