import {
  documentKinds,
  type ImportedExpense,
  importedExpense,
  paidStates,
} from '../../expenses/import/schema-file.ts';
import { creditAccounts, debitAccounts } from '../../expenses/rules-accounts.ts';
import { accounts, categories } from '../../expenses/schema.ts';
import { dollarsOf } from '../../kernel/currencies.ts';
import { currencyWarnings } from '../inspect/rules-currencies.ts';
import { inspectExpenses } from '../inspect/rules-expenses.ts';
import type { ImportTable, ImportTotal } from './rules.ts';
import { currencyField } from './rules-currency.ts';

export type ExpenseRow = ImportedExpense;

/** The key of each value: the code of the ledger account → what is charged to it. */
function byCode<T extends string>(codes: Readonly<Record<T, string>>): Record<string, T> {
  return Object.fromEntries(Object.entries<string>(codes).map(([name, code]) => [code, name as T]));
}

/** Names by which other programs call the categories; anything else is for the user to say. */
const CATEGORY_NAMES = {
  ...byCode(debitAccounts),
  bandwidth: 'bandwidth_cost',
  'bandwidth costs': 'bandwidth_cost',
  'internet transit': 'bandwidth_cost',
  'ip transit': 'bandwidth_cost',
  equipment: 'equipment_cost',
  'equipment costs': 'equipment_cost',
  'office rent': 'rent',
  'rent expense': 'rent',
  'rent or lease': 'rent',
  electricity: 'utilities',
  water: 'utilities',
  'utilities expense': 'utilities',
  'electricity and water': 'utilities',
  'office expenses': 'office_supplies',
  stationery: 'office_supplies',
  'printing and stationery': 'office_supplies',
  'advertising and marketing': 'marketing',
  advertising: 'marketing',
  'interest expense': 'interest',
  'repairs and maintenance': 'maintenance',
  repairs: 'maintenance',
  'maintenance and repairs': 'maintenance',
  'repair and maintenance': 'maintenance',
  wages: 'salaries',
  'salaries and wages': 'salaries',
  'salaries and employee wages': 'salaries',
  taxes: 'tax',
  'taxes and licenses': 'tax',
  'other expenses': 'other',
} as const;

const ACCOUNT_NAMES = {
  ...byCode(creditAccounts.USD),
  ...byCode({
    checking: creditAccounts.SSP.checking,
    cash: creditAccounts.SSP.cash,
    petty_cash: creditAccounts.SSP.petty_cash,
    accounts_payable: creditAccounts.SSP.accounts_payable,
  }),
  bank: 'checking',
  'bank account': 'checking',
  'bank transfer': 'checking',
  'checking account': 'checking',
  'current account': 'checking',
  cheque: 'checking',
  check: 'checking',
  'savings account': 'savings',
  'cash on hand': 'cash',
  'cash account': 'cash',
  'cash in hand': 'cash',
  'petty cash account': 'petty_cash',
  unpaid: 'accounts_payable',
  'on account': 'accounts_payable',
} as const;

/** Expenses and bills of suppliers, one a row. Equal rows are told apart by their number in the file. */
export const expenseTable: ImportTable<ExpenseRow> = {
  type: 'expenses',
  key: 'date',
  schema: importedExpense,
  inspect: async (file) => {
    const warnings = await currencyWarnings(file, [
      { label: 'Expenses', of: ({ amountUsd }) => amountUsd },
    ]);
    const problem = await inspectExpenses(file);
    return { warnings, ...(problem !== undefined && { problem }) };
  },
  fields: [
    {
      name: 'date',
      kind: 'date',
      isRequired: true,
      aliases: ['Expense Date', 'Bill Date', 'Transaction Date', 'Date of Expense', 'Billed At'],
      example: '2026-01-12',
    },
    {
      name: 'location',
      kind: 'text',
      aliases: ['Vendor', 'Vendor Name', 'Supplier', 'Supplier Name', 'Merchant', 'Payee'],
      example: 'Example Fuel Ltd',
    },
    {
      name: 'description',
      kind: 'text',
      aliases: ['Details', 'Expense Description', 'Item', 'Memo', 'Particulars'],
      example: 'Diesel for the generator',
    },
    {
      name: 'category',
      kind: 'choice',
      choices: categories,
      synonyms: CATEGORY_NAMES,
      isRequired: true,
      aliases: ['Expense Category', 'Category Name', 'Expense Account', 'Expense Type'],
      example: 'utilities',
    },
    {
      name: 'amountUsd',
      kind: 'amount',
      least: 'anySign',
      isRequired: true,
      aliases: ['Amount', 'Expense Amount', 'Total', 'Total Amount', 'Cost', 'Bill Amount'],
      example: '120.00',
    },
    {
      name: 'amountSsp',
      kind: 'amount',
      standsFor: 'amountUsd',
      aliases: ['SSP', 'SSP Amount', 'Pounds'],
      example: '',
    },
    {
      name: 'account',
      kind: 'choice',
      choices: accounts,
      synonyms: ACCOUNT_NAMES,
      aliases: ['Paid Through', 'Paid From', 'Payment Account', 'Payment Type', 'Payment Method'],
      example: 'checking',
    },
    {
      name: 'status',
      kind: 'choice',
      choices: paidStates,
      synonyms: {
        'partially paid': 'partial',
        'part paid': 'partial',
        'partly paid': 'partial',
        open: 'unpaid',
        overdue: 'unpaid',
        due: 'unpaid',
        outstanding: 'unpaid',
        received: 'unpaid',
        sent: 'unpaid',
        viewed: 'unpaid',
        'awaiting payment': 'unpaid',
        authorised: 'unpaid',
        closed: 'paid',
        cleared: 'paid',
      },
      // States of approval and of passing it on to a client.
      blanks: [
        ...['approved', 'reimbursed', 'unreimbursed', 'billable', 'nonbillable', 'non-billable'],
        ...['unbilled', 'invoiced', 'recorded'],
      ],
      leavesOut: {
        texts: ['draft', 'drafts', 'void', 'voided', 'cancelled', 'canceled', 'deleted'],
        why: 'drafts and cancelled bills are no expenses',
      },
      aliases: ['Bill Status', 'Payment Status', 'Expense Status'],
      example: '',
    },
    {
      name: 'openAmount',
      kind: 'amount',
      least: 'anySign',
      isAlwaysRead: true,
      aliases: ['Open Balance', 'Balance Due', 'Amount Due'],
      example: '',
    },
    // For files with a row for each line of a bill; 'Total' alone is the amount in most files.
    { name: 'statedTotal', kind: 'amount', least: 'anySign', aliases: ['Bill Total'], example: '' },
    {
      name: 'taxAmount',
      kind: 'amount',
      least: 'anySign',
      isAlwaysRead: true,
      aliases: ['Tax Amount', 'VAT Amount', 'Tax 1 Amount'],
      example: '',
    },
    {
      name: 'discountAmount',
      kind: 'amount',
      least: 'anySign',
      isAlwaysRead: true,
      aliases: ['Discount Amount'],
      example: '',
    },
    {
      name: 'dueDate',
      kind: 'date',
      aliases: ['Due Date', 'Payment Due', 'Due On'],
      example: '',
    },
    {
      name: 'kind',
      kind: 'choice',
      choices: documentKinds,
      synonyms: {
        check: 'expense',
        cheque: 'expense',
        'cash expense': 'expense',
        'cash purchase': 'expense',
        'credit card expense': 'expense',
        'credit card charge': 'expense',
        'vendor credit': 'refund',
        'supplier credit': 'refund',
        'credit card credit': 'refund',
        'credit note': 'refund',
      },
      leavesOut: {
        texts: [
          'bill payment',
          'bill payment (check)',
          'bill payment (cheque)',
          'bill payment (credit card)',
          'credit card payment',
          'pay down credit card',
          'supplier payment',
          'transfer',
        ],
        why: 'they pay bills or move money, and are no expenses',
      },
      aliases: ['Transaction Type'],
      example: '',
    },
    {
      name: 'reference',
      kind: 'text',
      aliases: ['Reference', 'Bill Number', 'Bill No', 'Receipt No', 'Expense Number', 'Ref'],
      example: 'BILL-104',
    },
    { name: 'notes', kind: 'text', aliases: ['Note', 'Remarks', 'Comment'], example: '' },
    currencyField,
  ],
};

/** The amount of a row in dollars as it is booked; undefined for one in pounds. */
function amountInDollars({ amountUsd, currency }: Partial<ExpenseRow>): number | undefined {
  return amountUsd === undefined ? undefined : dollarsOf(amountUsd, currency);
}

/** Whether a row is recorded on account, as far as it says. */
function isOwed({ account, status, openAmount, kind }: Partial<ExpenseRow>): boolean {
  if (status === 'unpaid' || openAmount) return true;
  if (status === 'paid' || openAmount === 0) return false;
  if (kind !== undefined) return kind === 'bill';
  return account === undefined || account === 'accounts_payable';
}

export const expenseTotals: readonly ImportTotal<ExpenseRow>[] = [
  { key: 'expenses', label: 'Expenses', unit: 'count', of: () => 1 },
  { key: 'amount', label: 'Amount, dollars', unit: 'usd', of: amountInDollars },
  {
    key: 'amountSsp',
    label: 'Amount, pounds',
    unit: 'ssp',
    isOptional: true,
    of: ({ amountSsp, amountUsd, currency }) =>
      amountSsp ?? (currency === 'SSP' ? amountUsd : undefined),
  },
  {
    key: 'onAccount',
    label: 'Of it not paid yet, dollars',
    unit: 'usd',
    isOptional: true,
    of: (row) => (isOwed(row) ? amountInDollars(row) : undefined),
  },
];
