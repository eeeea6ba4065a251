import { column, DOLLARS_NOTE, filled, type ImportSource } from './rules-source.ts';

export const EXPENSES_NOTE =
  'This is read as a list of expenses: its amounts are money out. One below zero is a refund, and is refused.';
export const CATEGORY_NOTE =
  'Choose for each category of the file the one that it is here; a file without categories has one for all rows.';
export const PAID_FROM_NOTE =
  'Choose for each account of the file the one from which was paid. What the file does not say to be paid is recorded on account.';
export const BILLS_NOTE =
  'This is read as bills of suppliers: what is not paid is recorded on account. Drafts and cancelled ones are left out, and those that are partly paid refused.';

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
  'Transaction Type',
  'Direction',
  'Due Date',
  'Bill Number',
  'Bill No',
  // FreshBooks.
  'Tax 1 Amount',
];
const DATES = ['Date', 'Expense Date', 'Transaction Date', 'Date Paid', 'Payment Date'];
const AMOUNTS = ['Amount', 'Total', 'Expense Amount', 'Cost', 'Amount USD'];
const PAYEES = ['Vendor', 'Vendor Name', 'Supplier', 'Payee', 'Merchant', 'Paid To'];
const CATEGORIES = ['Category', 'Expense Category', 'Expense Account'];

const map = {
  date: column(...DATES),
  location: column(...PAYEES),
  category: column(...CATEGORIES),
  amountUsd: column(...AMOUNTS),
  account: column('Paid Through', 'Paid From', 'Payment Account', 'Account', 'Payment Method'),
  status: column('Status', 'Payment Status', 'Expense Status'),
  reference: column('Reference', 'Reference#', 'Receipt No', 'Ref', 'Expense ID'),
  description: filled('Description', 'Details', 'Memo'),
  notes: column('Notes'),
  currency: column('Currency', 'Currency Code'),
};
const notes = [EXPENSES_NOTE, CATEGORY_NOTE, PAID_FROM_NOTE, DOLLARS_NOTE];

/** Lists of expenses of any system: nothing in them tells the direction but what they are. */
export const expenseSources: readonly ImportSource[] = [
  {
    key: 'expenses',
    name: 'List of expenses',
    type: 'expenses',
    recognised: [
      DATES,
      AMOUNTS,
      [...CATEGORIES, ...PAYEES],
      ['Notes', 'Description', 'Details', 'Memo', ...PAYEES],
    ],
    without: [...RECEIVED, 'Account', 'Reference', 'Client', 'Counter Account'],
    map,
    values: {},
    set: {},
    notes,
  },
  {
    key: 'expenses-by-name',
    name: 'List of expenses',
    type: 'expenses',
    recognised: [DATES, AMOUNTS],
    named: ['expense', 'expenses'],
    without: RECEIVED,
    map,
    values: {},
    set: {},
    notes,
  },
  {
    key: 'zoho-expenses',
    name: 'Zoho: expenses',
    type: 'expenses',
    recognised: [
      ['Expense Date'],
      ['Expense Account', 'Expense Category'],
      ['Expense Amount'],
      ['Paid Through', 'Is Billable', 'Entry Number'],
    ],
    map: {
      date: column('Expense Date'),
      location: column('Vendor', 'Vendor Name', 'Merchant Name'),
      description: column('Expense Description', 'Description'),
      category: column('Expense Account', 'Expense Category'),
      amountUsd: column('Expense Amount'),
      account: column('Paid Through'),
      reference: column('Reference#', 'Entry Number'),
      currency: column('Currency Code'),
    },
    values: {},
    set: {},
    notes: [EXPENSES_NOTE, CATEGORY_NOTE, PAID_FROM_NOTE],
  },
  {
    key: 'freshbooks-expenses',
    name: 'FreshBooks: expenses',
    type: 'expenses',
    recognised: [['Category'], ['Date'], ['Vendor', 'Merchant'], ['Amount'], ['Client', 'Project']],
    without: ['Invoice #', 'Invoice Number', 'Hours', 'Duration', 'Type', 'Credit'],
    map: {
      date: column('Date'),
      location: column('Vendor', 'Merchant'),
      description: column('Description', 'Notes'),
      category: column('Category'),
      amountUsd: column('Amount'),
      account: column('Account', 'Paid From'),
      status: column('Status'),
      currency: column('Currency'),
    },
    values: {},
    set: {},
    notes,
  },
  {
    key: 'zoho-bills',
    name: 'Zoho Books: bills',
    type: 'expenses',
    recognised: [
      ['Bill Number'],
      ['Bill Date'],
      ['Vendor Name'],
      ['Bill Status', 'Item Total', 'SubTotal'],
    ],
    without: ['Invoice Number'],
    map: {
      date: column('Bill Date'),
      dueDate: column('Due Date'),
      location: column('Vendor Name'),
      description: [
        {
          first: [
            ['Item Name', 'Description'],
            ['Item Name', 'Item Desc'],
          ],
        },
      ],
      category: column('Account', 'Item Account'),
      amountUsd: column('Item Total', 'Total'),
      account: column('Paid Through'),
      status: column('Bill Status'),
      reference: column('Bill Number'),
      currency: column('Currency Code'),
    },
    values: {},
    set: {},
    notes: [
      BILLS_NOTE,
      CATEGORY_NOTE,
      'The file has a row for each item of a bill; each becomes an expense of its category.',
    ],
  },
  {
    key: 'akaunting-bills',
    name: 'Akaunting: bills',
    type: 'expenses',
    recognised: [
      ['bill_number', 'document_number'],
      ['billed_at'],
      ['amount'],
      ['contact_name', 'category_name'],
    ],
    without: ['frequency'],
    map: {
      date: column('billed_at'),
      dueDate: column('due_at'),
      location: column('contact_name'),
      description: column('title'),
      category: column('category_name'),
      amountUsd: column('amount'),
      status: column('status'),
      reference: column('bill_number', 'document_number'),
      notes: column('notes'),
      currency: column('currency_code'),
    },
    values: {},
    set: {},
    notes: [BILLS_NOTE, CATEGORY_NOTE, DOLLARS_NOTE],
  },
  {
    key: 'quickbooks-expenses',
    name: 'QuickBooks: list of expenses',
    type: 'expenses',
    recognised: [
      ['Date', 'Transaction date'],
      ['Type', 'Transaction type'],
      ['Payee', 'Vendor', 'Supplier'],
      ['Category', 'Account', 'Split'],
      ['Total', 'Amount'],
    ],
    without: ['Customer', 'Debit', 'Credit', 'Balance', 'Money In', 'Deposit'],
    map: {
      date: column('Date', 'Transaction date'),
      kind: column('Type', 'Transaction type'),
      location: column('Payee', 'Vendor', 'Supplier'),
      description: column('Memo/Description', 'Memo', 'Description'),
      category: column('Category', 'Split'),
      amountUsd: column('Total', 'Amount'),
      account: column('Payment account', 'Account'),
      status: column('Status'),
      dueDate: column('Due Date'),
      openAmount: column('Open Balance'),
      reference: column('No.', 'Num', 'Ref no.'),
      currency: column('Currency'),
    },
    values: {},
    set: {},
    notes: [
      EXPENSES_NOTE,
      CATEGORY_NOTE,
      'The column of types tells expenses, which are paid, from bills. Payments of bills and transfers are left out.',
      DOLLARS_NOTE,
    ],
  },
  {
    key: 'quickbooks-bills',
    name: 'QuickBooks: bills',
    type: 'expenses',
    recognised: [
      ['Date', 'Bill date'],
      ['Vendor', 'Supplier'],
      ['Due Date'],
      ['Amount', 'Bill amount', 'Total'],
      ['Open Balance', 'Num', 'Bill no.'],
    ],
    without: ['Customer', 'Invoice Number', 'Credit', 'Category'],
    map: {
      date: column('Date', 'Bill date'),
      kind: column('Transaction type', 'Type'),
      dueDate: column('Due Date'),
      location: column('Vendor', 'Supplier'),
      description: column('Memo/Description', 'Memo'),
      amountUsd: column('Amount', 'Bill amount', 'Total'),
      openAmount: column('Open Balance'),
      status: column('Status', 'Bill status'),
      reference: column('Num', 'Bill no.', 'No.'),
      currency: column('Currency'),
    },
    values: {},
    set: {},
    notes: [BILLS_NOTE, CATEGORY_NOTE, DOLLARS_NOTE],
  },
  {
    key: 'xero-bills',
    name: 'Xero: bills',
    type: 'expenses',
    recognised: [['ContactName'], ['InvoiceNumber'], ['InvoiceDate'], ['LineAmount', 'UnitAmount']],
    named: ['bill', 'bills', 'purchases'],
    map: {
      date: column('InvoiceDate'),
      dueDate: column('DueDate'),
      location: column('ContactName'),
      description: column('Description'),
      category: column('AccountCode'),
      amountUsd: column('LineAmount'),
      status: column('Status'),
      reference: column('InvoiceNumber'),
      currency: column('Currency'),
    },
    values: { status: { 'Awaiting Approval': 'unpaid' } },
    set: {},
    notes: [
      BILLS_NOTE,
      CATEGORY_NOTE,
      'The file has a row for each line of a bill; each becomes an expense of its category.',
      DOLLARS_NOTE,
    ],
  },
];
