import {
  BY_NAME_NOTE,
  column,
  DOLLARS_NOTE,
  DRAFT_NOTE,
  filled,
  type ImportSource,
  LINES_NOTE,
  NO_PACKAGES_NOTE,
  NO_PAYMENT_DATE_NOTE,
  TOWNS,
} from './rules-source.ts';

const CONTACTS = [
  ['*ContactName', 'ContactName'],
  ['AccountNumber'],
  ['EmailAddress'],
  ['POAddressLine1', 'POCity', 'SAAddressLine1'],
];

/** Contacts and invoices exported from Xero; its chart of accounts is in rules-books.ts. */
export const xeroSources: readonly ImportSource[] = [
  {
    key: 'xero-contacts',
    name: 'Xero: contacts',
    type: 'customers',
    recognised: CONTACTS,
    without: ['InvoiceNumber', '*InvoiceNumber'],
    map: {
      name: column('ContactName'),
      email: column('EmailAddress'),
      phone: filled('MobileNumber', 'PhoneNumber', 'DDINumber'),
      location: column('POCity', 'SACity'),
      address: [
        {
          first: [
            ['POAddressLine1', 'POAddressLine2'],
            ['SAAddressLine1', 'SAAddressLine2'],
          ],
        },
      ],
    },
    values: { location: TOWNS },
    set: { packageType: 'Flexible Plan' },
    notes: [
      'Xero keeps customers and suppliers in one list: leave the suppliers out of the file.',
      NO_PACKAGES_NOTE,
    ],
  },
  {
    key: 'xero-suppliers',
    name: 'Xero: contacts who are suppliers',
    type: 'suppliers',
    recognised: CONTACTS,
    named: ['vendor', 'vendors', 'supplier', 'suppliers'],
    without: ['InvoiceNumber', '*InvoiceNumber'],
    map: {
      name: column('ContactName'),
      contactPerson: [{ first: [['FirstName', 'LastName']] }],
      email: column('EmailAddress'),
      phone: filled('PhoneNumber', 'MobileNumber'),
      address: [{ first: [['POAddressLine1', 'POAddressLine2']] }],
      city: column('POCity'),
      country: column('POCountry'),
      taxNumber: column('TaxNumber'),
    },
    values: {},
    set: {},
    notes: [],
  },
  {
    key: 'xero-invoices',
    name: 'Xero: sales invoices',
    type: 'billing',
    recognised: [['ContactName'], ['InvoiceNumber'], ['InvoiceDate'], ['LineAmount', 'UnitAmount']],
    map: {
      invoiceId: column('InvoiceNumber'),
      customerName: column('ContactName'),
      customerEmail: column('EmailAddress'),
      description: column('Description'),
      amountUsd: column('LineAmount'),
      statedTotal: column('Total'),
      kind: column('Type'),
      billDate: column('InvoiceDate'),
      dueDate: column('DueDate'),
      status: column('Status'),
      paidAmountUsd: column('InvoiceAmountPaid'),
      currency: column('Currency'),
    },
    values: { status: { 'Awaiting Payment': '', 'Awaiting Approval': '', Overdue: '' } },
    set: {},
    notes: [
      'Bills of suppliers are left out: import them as expenses.',
      BY_NAME_NOTE,
      LINES_NOTE,
      NO_PAYMENT_DATE_NOTE,
      DRAFT_NOTE,
      DOLLARS_NOTE,
    ],
  },
];
