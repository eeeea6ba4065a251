import type { Fields } from './rules.ts';

export const customerFields: Fields = {
  customerId: ['Customer ID', 'text'],
  name: ['Name', 'text'],
  type: ['Type', 'word'],
  status: ['Status', 'word'],
  email: ['E-mail', 'text'],
  phone: ['Phone', 'phone'],
  location: ['Location', 'text'],
  address: ['Address', 'text'],
  packageType: ['Package', 'text'],
  bandwidth: ['Bandwidth', 'mbps'],
  monthlyFeeUsd: ['Monthly fee', 'usd'],
  connectionFeeUsd: ['Connection fee', 'usd'],
  otherExpensesUsd: ['Other expenses, monthly', 'usd'],
  serviceStartDate: ['Service start', 'date'],
  installationDate: ['Installation', 'date'],
  contactBy: ['Contact by', 'word'],
  refusesNews: ['No offers or news', 'text'],
  nodeName: ['Network node', 'text'],
  accessType: ['Access', 'word'],
  ipAddress: ['IP address', 'text'],
  macAddress: ['MAC address', 'text'],
  deviceSerial: ['Serial number', 'text'],
  port: ['Port', 'text'],
  doNotDisconnectUntil: ['Do not disconnect until', 'date'],
  doNotDisconnectReason: ['Reason', 'text'],
  // Of lines of format 1.
  until: ['Do not disconnect until', 'date'],
  reason: ['Reason', 'text'],
};

export const invoiceFields: Fields = {
  customerName: ['Customer', 'text'],
  description: ['Description', 'text'],
  // `amount` and `rate` are of lines of format 1.
  amount: ['Amount', 'usd'],
  amountUsd: ['Amount', 'usd'],
  paidUsd: ['Paid', 'usd'],
  status: ['Status', 'word'],
  billingMonth: ['Billing month', 'month'],
  billDate: ['Bill date', 'date'],
  dueDate: ['Due date', 'date'],
  paidDate: ['Paid on', 'date'],
  paymentAccount: ['Payment account', 'account'],
  paymentReference: ['Payment reference', 'text'],
  rate: ['Exchange rate', 'ssp'],
  exchangeRate: ['Exchange rate', 'ssp'],
  notes: ['Notes', 'text'],
};

export const paymentFields: Fields = {
  receiptId: ['Receipt', 'text'],
  customerName: ['Customer', 'text'],
  amountUsd: ['Amount', 'usd'],
  amountSsp: ['In pounds', 'ssp'],
  exchangeRate: ['Exchange rate', 'ssp'],
  paymentDate: ['Date', 'date'],
  account: ['Account', 'account'],
  currency: ['Currency', 'text'],
  reference: ['Reference', 'text'],
  allocations: ['Invoices settled', 'settled'],
  unallocatedUsd: ['In advance', 'usd'],
  status: ['Status', 'word'],
  reversedDate: ['Reversed on', 'date'],
  notes: ['Notes', 'text'],
};

export const ticketFields: Fields = {
  title: ['Title', 'text'],
  description: ['Description', 'text'],
  issueType: ['Issue', 'word'],
  priority: ['Priority', 'word'],
  status: ['Status', 'word'],
  assignedName: ['Assigned to', 'text'],
  resolution: ['Resolution', 'text'],
  visitDate: ['Visit', 'date'],
  visitPlace: ['Place of the visit', 'text'],
  workDone: ['Work done', 'text'],
  partsUsed: ['Parts used', 'text'],
  // Of files.
  fileName: ['File', 'text'],
};
