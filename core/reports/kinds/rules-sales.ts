import type { Fields, HistoryEvent, KindInWords } from './rules-kind.ts';

/** What the history shows of a sales order, in its order. */
const saleFields: Fields = {
  customerName: ['Customer', 'text'],
  status: ['Status', 'word'],
  orderDate: ['Order date', 'date'],
  deliveryDate: ['Delivery date', 'date'],
  deliveryAddress: ['Delivery address', 'text'],
  totalAmountUsd: ['Total', 'usd'],
  exchangeRate: ['Exchange rate', 'ssp'],
  priceCheck: ['Price below the list', 'word'],
  deliveredOn: ['Delivered on', 'date'],
  deliveredBy: ['Delivered by', 'text'],
  receivedBy: ['Taken by', 'text'],
  closedReason: ['Reason', 'text'],
  notes: ['Notes', 'text'],
};

/** The amount, credit note and reason of 'SO-2026-0001 Customer: $75.00 CN-2026-000001: reason'; names may contain colons. */
function returned({ summary }: HistoryEvent): string {
  const at = summary.search(/: \$[\d,]+\.\d\d /);
  return at < 0 ? 'Goods returned' : `Goods returned: ${summary.slice(at + 2)}`;
}

/** What is sold, lent and paid at a till. */
export const saleKinds = {
  salesOrder: {
    number: ['sales_orders', 'order_number'],
    overview: true,
    actions: {
      'sale.create': ['Sales order made', 'Made'],
      'sale.update': ['Sales order changed', 'Changed'],
      'sale.approve': ['Sales order approved', 'Approved'],
      'sale.reject': ['Sales order rejected', 'Rejected'],
      'sale.confirm': ['Sales order confirmed', 'Confirmed, invoice issued'],
      'sale.deliver': ['Sales order delivered', 'Goods delivered'],
      'sale.counter': ['Sold at the counter', 'Sold at the counter'],
      'sale.cancel': ['Sales order cancelled', 'Cancelled'],
      'sale.return': ['Sold goods returned', returned],
      'sale.acceptPrice': ['Price below the list accepted', 'Price below the list accepted'],
      'sale.refusePrice': ['Price below the list refused', 'Price below the list refused'],
    },
    fields: saleFields,
  },
  loan: {
    number: ['equipment_loans', 'loan_number'],
    overview: true,
    actions: {
      'loan.issue': ['Equipment issued to a customer'],
      'loan.return': ['Equipment taken back'],
    },
  },
  voucherBatch: {
    number: ['voucher_batches', 'batch_number'],
    // The overview shows it without activations (core/reports/queries.ts).
    actions: {
      'voucher.sell': ['Vouchers sold'],
      'voucher.activate': ['Voucher activated'],
      'voucher.void': ['Vouchers taken back'],
      'voucher.lapse': ['Vouchers lapsed unused'],
      'voucher.text': ['Voucher codes sent by SMS'],
    },
  },
  paymentRequest: {
    actions: {
      'paymentRequest.make': ['Mobile money asked for'],
      'paymentRequest.accept': ['Mobile money accepted'],
      'paymentRequest.refund': ['Mobile money given back'],
    },
  },
  till: {
    number: ['tills', 'till_number'],
    actions: {
      'till.open': ['Till opened'],
      'till.count': ['Till counted'],
      'till.accept': ['Till accepted'],
    },
  },
} as const satisfies Record<string, KindInWords>;
