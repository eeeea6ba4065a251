import { column, DOLLARS_NOTE, type ImportSource } from './rules-source.ts';

const PLACES_NOTE =
  'Accounts without a parent come into the group of their type; the rows tell which.';

/** Charts of accounts and trial balances of accounting programs. */
export const booksSources: readonly ImportSource[] = [
  {
    key: 'xero-accounts',
    name: 'Xero: chart of accounts',
    type: 'accounts',
    recognised: [
      ['*Code', 'Code'],
      ['*Name', 'Name'],
      ['*Type', 'Type'],
      ['*Tax Code', 'Tax Code'],
    ],
    map: {
      code: column('Code'),
      name: column('Name'),
      type: column('Type'),
    },
    values: {},
    set: {},
    notes: [PLACES_NOTE],
  },
  {
    key: 'coded-trial-balance',
    name: 'Trial balance with codes',
    type: 'openings',
    recognised: [
      ['Code', 'Account Code', 'Account No', 'Account Number'],
      // A column of names; without the codes it would be read as that of the accounts.
      ['Account'],
      ['Debit', 'Dr', 'Closing Debit', 'Debit Balance'],
      ['Credit', 'Cr', 'Closing Credit', 'Credit Balance'],
    ],
    without: ['Date', 'Entry Date', 'Journal No', 'Voucher No', 'Reference', 'Detail Type'],
    map: {
      account: column('Code', 'Account Code', 'Account No', 'Account Number'),
      accountName: column('Account'),
      debit: column('Debit', 'Dr', 'Closing Debit', 'Debit Balance'),
      credit: column('Credit', 'Cr', 'Closing Credit', 'Credit Balance'),
    },
    values: {},
    set: {},
    notes: [
      'Accounts are found by their codes. Choose for those of another chart the account of the books; what customers owe, in invoices or opening balances here, goes to 3120 Opening Balances.',
      DOLLARS_NOTE,
    ],
  },
  {
    key: 'quickbooks-trial-balance',
    name: 'QuickBooks Online: trial balance',
    type: 'openings',
    recognised: [['Account Name'], ['Account Type'], ['Detail Type'], ['Credit'], ['Debit']],
    map: {
      account: column('Account Name'),
      debit: column('Debit'),
      credit: column('Credit'),
    },
    values: {},
    set: {},
    notes: [
      'Import the chart of accounts first, or choose for each account one of the books.',
      DOLLARS_NOTE,
    ],
  },
];
