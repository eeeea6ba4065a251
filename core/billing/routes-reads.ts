import { booksReads } from '../accounting/routes.ts';

/** Every read that an invoice or a payment changes. */
export const moneyReads = [
  'listInvoices',
  'getInvoice',
  'billingOverview',
  'listPayments',
  'paymentSums',
  'paymentClerks',
  'getPayment',
  'customerAccount',
  'customerStatement',
  'automationStatus',
  'previewBilling',
  'previewDisconnect',
  'listSuspended',
  'suspendedTotals',
  'listCustomers',
  'customerSums',
  'customerStats',
  'getCustomer',
  'lookupCustomer',
  'customerHistory',
  'invoiceHistory',
  'paymentHistory',
  ...booksReads,
] as const;
