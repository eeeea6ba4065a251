import {
  column,
  DOLLARS_NOTE,
  filled,
  type ImportSource,
  NO_PACKAGES_NOTE,
  TOWNS,
} from './rules-source.ts';

/** Files exported from Wave. */
export const waveSources: readonly ImportSource[] = [
  {
    key: 'wave-customers',
    name: 'Wave: customers',
    type: 'customers',
    recognised: [
      ['customer_name'],
      ['contact_first_name'],
      ['customer_currency', 'address_line_1'],
    ],
    map: {
      name: column('customer_name'),
      email: column('email'),
      phone: filled('mobile', 'phone', 'toll_free'),
      location: column('city'),
      address: [{ first: [['address_line_1', 'address_line_2']] }],
      currency: column('customer_currency'),
    },
    values: { location: TOWNS },
    set: { packageType: 'Flexible Plan' },
    notes: [NO_PACKAGES_NOTE],
  },
  {
    key: 'wave-vendors',
    name: 'Wave: vendors',
    type: 'suppliers',
    recognised: [['vendor_name'], ['contact_first_name'], ['vendor_currency', 'address_line_1']],
    map: {
      name: column('vendor_name'),
      contactPerson: [{ first: [['contact_first_name', 'contact_last_name']] }],
      email: column('email'),
      phone: filled('phone', 'mobile', 'toll_free'),
      address: [{ first: [['address_line_1', 'address_line_2']] }],
      city: column('city'),
      country: column('country'),
    },
    values: {},
    set: {},
    notes: [],
  },
  {
    key: 'wave-transactions',
    name: 'Wave: transactions with both sides',
    type: 'accounting',
    recognised: [
      ['Transaction ID'],
      ['Transaction Date'],
      ['Account Name'],
      ['Debit Amount (Two Column Approach)'],
      ['Credit Amount (Two Column Approach)'],
    ],
    map: {
      reference: column('Transaction ID'),
      date: column('Transaction Date'),
      account: column('Account Name'),
      debit: column('Debit Amount (Two Column Approach)'),
      credit: column('Credit Amount (Two Column Approach)'),
      description: [{ first: [['Transaction Line Description'], ['Transaction Description']] }],
      currency: column('Currency'),
    },
    values: {},
    set: {},
    notes: [
      'This is read as journal entries: each transaction has its lines on both sides, also those of invoices and bills.',
      'Import the chart of accounts first, or choose for each account one of the books. What customers owe comes with invoices or opening balances, not with entries.',
      DOLLARS_NOTE,
    ],
  },
];
