import {
  afterMark,
  type Fields,
  type HistoryEvent,
  type KindInWords,
  recordOf,
  withReason,
} from './rules-kind.ts';

const customerFields: Fields = {
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

const invoiceFields: Fields = {
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
  // Of disputes.
  since: ['Disputed since', 'date'],
  reason: ['Reason', 'text'],
  ticketNumber: ['Ticket', 'text'],
  outcome: ['Outcome', 'word'],
  note: ['Note', 'text'],
};

const paymentFields: Fields = {
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

const ticketFields: Fields = {
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

function customerUpdateInWords({ before, after }: HistoryEvent): string {
  const names = Object.keys(recordOf(after)).filter((name) => name !== 'suspendedByRule');
  if (names.length !== 1 || names[0] !== 'status') return 'Details changed';
  const { status } = recordOf(after);
  if (status === 'Suspended') return 'Suspended by hand';
  const isBack = status === 'Active' && recordOf(before).status === 'Suspended';
  return isBack ? 'Restored by hand' : `Set ${status} by hand`;
}

/** The date of a promise in a logged record; undefined if only the reason was changed. */
function promisedUntil(record: Record<string, unknown>): unknown {
  return 'doNotDisconnectUntil' in record ? record.doNotDisconnectUntil : record.until;
}

function promiseInWords({ before, after }: HistoryEvent): string {
  const until = promisedUntil(recordOf(after));
  if (until === null) return 'Promise to pay taken back';
  const isNew = until !== undefined && !promisedUntil(recordOf(before));
  const words = isNew ? 'Promise to pay recorded' : 'Promise to pay changed';
  return recordOf(after).status === 'Active' ? `${words}, service restored` : words;
}

function paymentStatusInWords({ before, after }: HistoryEvent): string {
  const { status } = recordOf(after);
  return status === recordOf(before).status
    ? 'Payment details changed'
    : `Payment status set to ${status}`;
}

function disputeClosedInWords({ after }: HistoryEvent): string {
  const { outcome } = recordOf(after);
  return outcome === 'paid' ? 'Dispute closed: paid in full' : `Dispute ${outcome}`;
}

function statusByRuleInWords({ after }: HistoryEvent): string {
  return recordOf(after).status === 'Suspended'
    ? 'Suspended by the 15-day rule'
    : 'Restored by the 15-day rule';
}

function assignedInWords({ after }: HistoryEvent): string {
  const { assignedName } = recordOf(after);
  // Work on it was stopped; it stays with who has it.
  if (assignedName === undefined) return 'Work stopped';
  return assignedName ? `Assigned to ${assignedName}` : 'Assigned to nobody';
}

function mergedInWords({ after, summary }: HistoryEvent): string {
  const { status, merged, resolution } = recordOf(after);
  return status === undefined && merged !== undefined
    ? `${merged} was merged into this ticket`
    : withReason('Merged', String(resolution ?? summary));
}

/** Customers, their invoices and payments, and support tickets. */
export const customerKinds = {
  customer: {
    number: ['customers', 'customer_id'],
    overview: true,
    actions: {
      'customer.create': ['Customer added', 'Added'],
      'customer.imported': [null, 'Added by an import'],
      'customer.update': ['Customer changed', customerUpdateInWords],
      'customer.delete': ['Customer deleted'],
      'customer.deactivate': ['Customer deactivated', 'Deleted: made Inactive, the record is kept'],
      'customer.promise': ['Promise to pay changed', promiseInWords],
      'customer.restore': [
        'Customer restored',
        'Restored by the 15-day rule: nothing overdue is open any more',
      ],
      'customer.statusByRule': [null, statusByRuleInWords],
      'customer.statusByImport': [null, 'Status changed by an import'],
      'customer.statusBefore': [null, 'Suspended; the day is worked out from older records'],
      'customer.import': ['Customers imported'],
      'customer.assignNode': ['Customers assigned to a network node'],
    },
    fields: customerFields,
  },
  invoice: {
    number: ['invoices', 'invoice_number'],
    overview: true,
    actions: {
      'invoice.create': ['Invoice made', 'Made by hand'],
      'invoice.made': [null, 'Made by the monthly run'],
      'invoice.imported': [null, 'Imported'],
      'invoice.update': ['Invoice changed', 'Corrected'],
      'invoice.cancel': ['Invoice cancelled', 'Cancelled'],
      'invoice.email': [
        'Invoice e-mailed',
        ({ summary }) => `E-mailed to ${afterMark(summary, ' to ')}`,
      ],
      'invoice.paymentStatus': ['Payment status set', paymentStatusInWords],
      'invoice.dispute': ['Invoice disputed', 'Disputed by the customer'],
      'invoice.disputeClose': ['Dispute closed', disputeClosedInWords],
      'invoice.import': ['Invoices imported'],
    },
    fields: invoiceFields,
  },
  payment: {
    number: ['payments', 'receipt_number'],
    overview: true,
    actions: {
      'payment.record': ['Payment recorded', 'Recorded'],
      'payment.made': [null, 'Recorded'],
      'payment.reverse': [
        'Payment reversed',
        ({ summary }) => withReason('Reversed', afterMark(summary, ':')),
      ],
      'credit.grant': ['Credit granted', 'Credit granted'],
      'creditNote.issue': ['Credit note issued', 'Credit note issued'],
    },
    fields: paymentFields,
  },
  ticket: {
    number: ['tickets', 'ticket_id'],
    overview: true,
    actions: {
      'ticket.create': ['Ticket opened', 'Opened'],
      'ticket.update': ['Ticket changed', 'Changed'],
      'ticket.assign': ['Ticket assigned', assignedInWords],
      'ticket.start': ['Work on a ticket started', 'Work started'],
      'ticket.resolve': ['Ticket resolved', 'Resolved'],
      'ticket.reopen': ['Ticket opened again', 'Opened again'],
      'ticket.close': ['Ticket closed', 'Closed'],
      'ticket.merge': ['Tickets merged', mergedInWords],
      'ticket.arrive': ['Arrived for a visit', 'Arrived for the visit'],
      'ticket.complete': ['Visit completed', 'Visit completed'],
      'ticket.attach': ['File attached to a ticket', 'File attached'],
      'ticket.detach': [
        'File of a ticket deleted',
        ({ before }) => `File deleted: ${recordOf(before).fileName}`,
      ],
    },
    fields: ticketFields,
  },
} as const satisfies Record<string, KindInWords>;
