import {
  BALANCE_NOTE,
  BY_NAME_NOTE,
  column,
  DOLLARS_NOTE,
  DRAFT_NOTE,
  filled,
  type ImportSource,
  NO_PAYMENT_DATE_NOTE,
  TOWNS,
} from './rules-source.ts';

/** Files exported from Invoice Ninja. */
export const invoiceNinjaSources: readonly ImportSource[] = [
  {
    key: 'invoice-ninja-clients',
    name: 'Invoice Ninja: clients',
    type: 'customers',
    recognised: [
      ['Name', 'Client Name'],
      ['Number', 'Client Number'],
      ['Balance', 'Client Balance'],
      ['Paid to Date', 'Client Paid to Date'],
    ],
    without: ['Invoice Number', 'Invoice Invoice Number', 'Amount', 'Invoice Amount', 'Due Date'],
    map: {
      customerId: column('Number', 'Client Number'),
      name: [
        {
          first: [
            ['Name'],
            ['Client Name'],
            ['First Name', 'Last Name'],
            ['Contact First Name', 'Contact Last Name'],
          ],
        },
      ],
      type: column('Classification', 'Client Classification'),
      email: filled('Email', 'Contact Email'),
      phone: filled('Phone', 'Client Phone', 'Contact Phone', 'Client Contact Phone'),
      location: column('City', 'Client City'),
      address: [
        {
          first: [
            ['Street', 'Apt/Suite'],
            ['Client Street', 'Client Apt/Suite'],
          ],
        },
      ],
      openingBalanceUsd: column('Balance', 'Client Balance'),
    },
    values: {
      type: {
        business: 'business',
        company: 'business',
        partnership: 'business',
        trust: 'business',
        charity: 'business',
        government: 'business',
        other: '',
      },
      location: TOWNS,
    },
    set: { packageType: 'Flexible Plan' },
    notes: [
      'The file has no packages and no fees; set them afterwards, or import them with another file.',
      BALANCE_NOTE,
      DOLLARS_NOTE,
    ],
  },
  {
    key: 'invoice-ninja-invoices',
    name: 'Invoice Ninja: invoices',
    type: 'billing',
    recognised: [
      ['Invoice Number', 'Invoice Invoice Number'],
      ['Client Name', 'Client', 'Name'],
      ['Amount', 'Invoice Amount'],
      ['Balance', 'Invoice Balance'],
    ],
    map: {
      invoiceId: column('Invoice Number', 'Invoice Invoice Number'),
      customerId: column('Client Number'),
      customerName: column('Client Name', 'Client', 'Name'),
      amountUsd: column('Amount', 'Invoice Amount'),
      billDate: column('Date', 'Invoice Date'),
      dueDate: column('Due Date', 'Invoice Due Date'),
      status: column('Status', 'Invoice Status'),
      paidAmountUsd: [
        ...column('Paid to Date', 'Invoice Paid to Date', 'Paid'),
        { first: [['Amount'], ['Invoice Amount']], less: 'Balance' },
        { first: [['Amount'], ['Invoice Amount']], less: 'Invoice Balance' },
      ],
      notes: column('Public Notes', 'Invoice Public Notes'),
    },
    values: {
      status: {
        Sent: '',
        Viewed: '',
        Unpaid: '',
        'Past Due': '',
        Overdue: '',
        Reversed: 'cancelled',
      },
    },
    set: {},
    notes: [BY_NAME_NOTE, NO_PAYMENT_DATE_NOTE, DRAFT_NOTE, DOLLARS_NOTE],
  },
];
