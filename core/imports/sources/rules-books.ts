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
