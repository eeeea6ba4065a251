import { type ImportedExpense, importedExpense } from '../../expenses/import/schema-file.ts';
import { accounts, categories } from '../../expenses/schema.ts';
import type { ImportTable, ImportTotal } from './rules.ts';

export type ExpenseRow = ImportedExpense;

/** Names by which other programs call the categories; anything else is for the user to say. */
const CATEGORY_NAMES = {
  bandwidth: 'bandwidth_cost',
  'internet transit': 'bandwidth_cost',
  equipment: 'equipment_cost',
  'office rent': 'rent',
  electricity: 'utilities',
  water: 'utilities',
  'office expenses': 'office_supplies',
  stationery: 'office_supplies',
  'advertising and marketing': 'marketing',
  advertising: 'marketing',
  'interest expense': 'interest',
  'repairs and maintenance': 'maintenance',
  repairs: 'maintenance',
  taxes: 'tax',
} as const;

/** Expenses and bills of suppliers, one a row. Equal rows are told apart by their number in the file. */
export const expenseTable: ImportTable<ExpenseRow> = {
  type: 'expenses',
  key: 'date',
  schema: importedExpense,
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
      synonyms: { bank: 'checking', 'bank account': 'checking', unpaid: 'accounts_payable' },
      aliases: ['Paid Through', 'Paid From', 'Payment Account', 'Payment Type', 'Payment Method'],
      example: 'checking',
    },
    {
      name: 'reference',
      kind: 'text',
      aliases: ['Reference', 'Bill Number', 'Bill No', 'Receipt No', 'Expense Number', 'Ref'],
      example: 'BILL-104',
    },
    { name: 'notes', kind: 'text', aliases: ['Note', 'Remarks', 'Comment'], example: '' },
  ],
};

export const expenseTotals: readonly ImportTotal<ExpenseRow>[] = [
  { key: 'expenses', label: 'Expenses', unit: 'count', of: () => 1 },
  { key: 'amount', label: 'Amount, dollars', unit: 'usd', of: ({ amountUsd }) => amountUsd },
  {
    key: 'amountSsp',
    label: 'Amount, pounds',
    unit: 'ssp',
    isOptional: true,
    of: ({ amountSsp }) => amountSsp,
  },
];
