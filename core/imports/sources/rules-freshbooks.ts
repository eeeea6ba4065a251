import {
  BY_NAME_NOTE,
  column,
  DOLLARS_NOTE,
  DRAFT_NOTE,
  filled,
  type ImportSource,
  LINES_NOTE,
  NO_PACKAGES_NOTE,
  TOWNS,
} from './rules-source.ts';

/** Files exported from FreshBooks. */
export const freshbooksSources: readonly ImportSource[] = [
  {
    key: 'freshbooks-clients',
    name: 'FreshBooks: clients',
    type: 'customers',
    recognised: [
      ['Organization', 'Organisation'],
      ['First Name'],
      ['Last Name'],
      ['Email'],
      ['Province/State', 'Street', 'Address Line 1'],
    ],
    without: ['Account Number', 'Invoice #'],
    map: {
      name: [{ first: [['Organization'], ['Organisation'], ['First Name', 'Last Name']] }],
      email: column('Email'),
      phone: filled('Mobile', 'Phone'),
      location: column('City'),
      address: [
        {
          first: [
            ['Street', 'Street 2'],
            ['Address Line 1', 'Address Line 2'],
          ],
        },
      ],
      currency: column('Currency'),
    },
    values: { location: TOWNS },
    set: { packageType: 'Flexible Plan' },
    notes: [
      'A client is named by the organization, which its invoices name; without one by first and last name.',
      NO_PACKAGES_NOTE,
    ],
  },
  {
    key: 'freshbooks-invoices',
    name: 'FreshBooks: invoices',
    type: 'billing',
    recognised: [['Client Name'], ['Invoice #'], ['Date Issued'], ['Line Total', 'Line Subtotal']],
    map: {
      invoiceId: column('Invoice #'),
      customerName: column('Client Name'),
      description: [{ first: [['Item Name', 'Item Description']] }],
      amountUsd: column('Line Total', 'Line Subtotal'),
      statedTotal: column('Invoice Total', 'Invoice Amount', 'Total'),
      billDate: column('Date Issued'),
      dueDate: column('Date Due', 'Due Date'),
      status: column('Invoice Status'),
      paidDate: column('Date Paid'),
      currency: column('Currency'),
    },
    values: { status: { overdue: '' } },
    set: {},
    notes: [BY_NAME_NOTE, LINES_NOTE, DRAFT_NOTE, DOLLARS_NOTE],
  },
];
