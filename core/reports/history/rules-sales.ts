import type { Fields, HistoryEvent } from './rules.ts';

/** What the history shows of a sales order, in its order. */
export const saleFields: Fields = {
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

/** Texts of the actions on sales orders. */
export const saleWords: Readonly<Record<string, string | ((event: HistoryEvent) => string)>> = {
  'sale.create': 'Made',
  'sale.update': 'Changed',
  'sale.approve': 'Approved',
  'sale.reject': 'Rejected',
  'sale.confirm': 'Confirmed, invoice issued',
  'sale.deliver': 'Goods delivered',
  'sale.counter': 'Sold at the counter',
  'sale.cancel': 'Cancelled',
  'sale.return': returned,
  'sale.acceptPrice': 'Price below the list accepted',
  'sale.refusePrice': 'Price below the list refused',
};
