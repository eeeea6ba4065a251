import { COUNTER_NOTE, column, DOLLARS_NOTE, filled, type ImportSource } from './rules-source.ts';

const OUT_NOTE =
  'This is read as a list of expenses: its amounts are money out. Negative ones are refunds.';
/** Columns that speak of money received. */
const RECEIVED = [
  // The template of expenses.
  'amountUsd',
  'Customer',
  'Customer ID',
  'Customer Name',
  'Client Name',
  'Invoice Number',
  'Invoice No',
  'Money In',
  'Paid In',
  'Deposit',
  'Credit',
  'Debit',
  'DR/CR',
  'Type',
  'Direction',
  'Due Date',
  'Bill Number',
  'Bill No',
];
const DATES = ['Date', 'Expense Date', 'Transaction Date', 'Date Paid', 'Payment Date'];
const AMOUNTS = ['Amount', 'Total', 'Expense Amount', 'Cost', 'Amount USD'];
const PAYEES = ['Vendor', 'Vendor Name', 'Supplier', 'Payee', 'Merchant', 'Paid To'];

const map = {
  date: column(...DATES),
  amountUsd: AMOUNTS.map((name) => ({ first: [[name]], negate: true as const })),
  counterAccount: column('Category', 'Expense Category', 'Expense Account'),
  account: column('Paid Through', 'Paid From', 'Payment Account', 'Account', 'Payment Method'),
  reference: column('Reference', 'Reference#', 'Receipt No', 'Ref', 'Expense ID'),
  description: [
    ...PAYEES.map((payee) => ({
      first: [
        [payee, 'Notes'],
        [payee, 'Description'],
      ],
    })),
    ...filled('Description', 'Notes', 'Details', 'Memo'),
  ],
  currency: column('Currency', 'Currency Code'),
};

/** Lists of expenses of any system: nothing in them tells the direction but what they are. */
export const expenseSources: readonly ImportSource[] = [
  {
    key: 'expenses',
    name: 'List of expenses',
    type: 'cash',
    recognised: [
      DATES,
      AMOUNTS,
      ['Category', 'Expense Category', 'Expense Account', ...PAYEES],
      ['Notes', 'Description', 'Details', 'Memo', ...PAYEES],
    ],
    without: [...RECEIVED, 'Account', 'Reference', 'Client', 'Counter Account'],
    map,
    values: {},
    set: {},
    notes: [OUT_NOTE, COUNTER_NOTE, DOLLARS_NOTE],
  },
  {
    key: 'expenses-by-name',
    name: 'List of expenses',
    type: 'cash',
    recognised: [DATES, AMOUNTS],
    named: ['expense', 'expenses'],
    without: RECEIVED,
    map,
    values: {},
    set: {},
    notes: [OUT_NOTE, COUNTER_NOTE, DOLLARS_NOTE],
  },
];
