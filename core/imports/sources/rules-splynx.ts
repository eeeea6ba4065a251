import {
  BALANCE_NOTE,
  column,
  DOLLARS_NOTE,
  filled,
  type ImportSource,
  TOWNS,
} from './rules-source.ts';

/** Files exported from Splynx. */
export const splynxSources: readonly ImportSource[] = [
  {
    key: 'splynx-customers',
    name: 'Splynx: customers',
    type: 'customers',
    recognised: [
      ['ID'],
      ['Portal login', 'login'],
      ['Full name', 'name'],
      ['Billing type', 'Partner', 'Partner ID', 'Internet plans', 'Category', 'MRR total'],
    ],
    map: {
      customerId: column('ID'),
      name: column('Full name', 'name'),
      type: column('Category'),
      email: filled('Email', 'Billing email'),
      phone: filled('Phone number', 'Phone', 'Mobile number'),
      location: column('City'),
      address: [{ first: [['Street', 'Street 1', 'Street 2']] }],
      packageType: column('Internet plans', 'Internet plan', 'Tariff plan'),
      monthlyFeeUsd: column('MRR total', 'MRR'),
      serviceStartDate: column('Date add', 'Date added', 'Conversion date'),
      status: column('Status'),
      // In Splynx a positive balance is what the customer has paid ahead.
      openingBalanceUsd: [{ first: [['Account balance'], ['Deposit'], ['Balance']], negate: true }],
    },
    values: {
      type: { person: 'individual', private: 'individual', company: 'business' },
      status: { New: 'Inactive', Blocked: 'Suspended', Disabled: 'Inactive', Online: 'Active' },
      location: TOWNS,
    },
    set: { packageType: 'Flexible Plan' },
    notes: [
      'Choose for each internet plan the package that it is.',
      'New customers, who have no service yet, become Inactive.',
      BALANCE_NOTE,
      DOLLARS_NOTE,
    ],
  },
  {
    key: 'splynx-invoices',
    name: 'Splynx: invoices',
    type: 'billing',
    recognised: [
      ['Number'],
      ['Customer ID', 'Customer name', 'Customer'],
      ['Document date', 'Date created'],
      ['Total'],
      ['Due', 'Payment date', 'Date payment'],
    ],
    map: {
      invoiceId: column('Number'),
      customerId: column('Customer ID'),
      customerName: column('Customer name', 'Customer'),
      amountUsd: column('Total'),
      billDate: column('Document date', 'Date created'),
      dueDate: column('Payment due date', 'Payment due', 'Date till'),
      status: column('Status'),
      paidAmountUsd: [{ first: [['Total']], less: 'Due' }],
      paidDate: column('Payment date', 'Date payment'),
      paymentAccount: column('Payment type'),
      notes: column('Note', 'Memo'),
    },
    values: {
      // Without a status the paid amount decides.
      status: {
        Overdue: '',
        Pending: '',
      },
      paymentAccount: { Cash: 'cash', 'Bank transfer': 'bank' },
      paidDate: { '0000-00-00': '' },
    },
    set: {},
    notes: [
      'What is paid is the total less what is due.',
      'Choose for each payment type the account that received it.',
      DOLLARS_NOTE,
    ],
  },
];
