import type { ImportColumns, ImportField } from '../fields/rules.ts';
import { COUNTED_TITLES } from '../fields/rules-counts.ts';
import { ITEM_NAME_TITLES, SKU_TITLES } from '../fields/rules-items.ts';
import type { BuiltImportType } from '../schema-types.ts';

/** The columns of every type. */
export type Tables = Record<BuiltImportType, ImportColumns>;

/** By which columns a type is told. */
export interface KindSigns {
  type: BuiltImportType;
  /** The file has a header of each list. */
  needs: readonly (readonly string[])[];
  /** Headers that such a file does not have. */
  without: readonly string[];
  /** Headers that only such a file has: with one of them no word above the columns makes it another. */
  strong?: readonly string[];
}

/** The names and aliases of fields. */
export function namesOf({ fields }: ImportColumns, ...wanted: string[]): string[] {
  return fields
    .filter(({ name }) => wanted.includes(name))
    .flatMap(({ name, aliases }: ImportField) => [name, ...aliases]);
}

export const INVOICE_NUMBERS = [
  'Invoice Number',
  'Invoice No',
  'Invoice No.',
  'Invoice #',
  'Invoice ID',
];
const BILL_NUMBERS = ['Bill Number', 'Bill No', 'Bill No.', 'Bill #'];
/** Columns of an invoice that no payment has. */
const OF_INVOICES = [
  'Due Date',
  'Due',
  'Due On',
  'Payment Due',
  'Invoice Date',
  'Invoice Status',
  'Bill Date',
  'Date Issued',
  'Issue Date',
  'Status',
  'Balance',
  'Balance Due',
  'Amount Due',
  'Paid',
  'Amount Paid',
  'Paid Amount',
  'Paid to Date',
  'Subtotal',
  'Quantity',
  'Item',
  'Item Name',
  'Description',
  'Invoice Amount',
  'Invoice Total',
  'Total',
  'Unit Price',
  'Line Total',
  'Tax',
];
/** Columns of a payment that no list of invoices begins with. */
const OF_PAYMENTS = [
  'Payment Number',
  'Payment Mode',
  'Payment ID',
  'Receipt No',
  'Receipt Number',
  'Received From',
  'Deposit To',
  'counterAccount',
  'moneyInUsd',
  'moneyOutUsd',
];
/** A file with one of these and a date holds no chart of accounts and no employees. */
export const AMOUNTS = ['Amount', 'Total', 'Paid', 'Amount USD', 'Sum', 'Cost'];
/** Columns of people with whom one trades, not of employees. */
const OF_CONTACTS = [
  'Contact Type',
  'Billing Address',
  'Billing Street',
  'Display Name',
  'Company Name',
  'Currency Code',
  'Credit Limit',
  'Customer Name',
  'Client Name',
  'Plan',
];
export const DATE_ENDS =
  /(?:date|paidat|issuedat|invoicedat|billedat|dueat|postedat|transactiontime)$/;

/** Columns that no list of items, counts or bundles has: those of documents, people and days. */
const OF_DOCUMENTS = [
  ...INVOICE_NUMBERS,
  ...[
    'Invoice',
    'invoice_number',
    'document_number',
    'Bill Number',
    'Order Number',
    'Due Date',
    'Date',
  ],
  ...['Customer ID', 'Customer', 'Customer Name', 'Client', 'Client Name', 'username'],
  ...['Email', 'Phone', 'Base Salary', 'Line Total', 'Debit', 'Credit', 'Capacity'],
];
/** Titles that name an item and nothing else. */
const OF_ITEMS = [...['SKU', ...ITEM_NAME_TITLES], ...SKU_TITLES.filter((name) => name !== 'Code')];

/** The kinds of files, the most particular first. A module's importer adds its row here. */
export function kindSigns(tables: Tables): KindSigns[] {
  const { accounting, accounts, billing, cash, customers, employees, nodes, openings, suppliers } =
    tables;
  const { expenses, fees } = tables;
  const ofPeople = [
    ...namesOf(customers, 'customerId').filter((name) => name.toLowerCase().startsWith('c')),
    ...namesOf(customers, 'phone', 'email', 'address', 'packageType', 'monthlyFeeUsd'),
    ...namesOf(billing, 'invoiceId', 'dueDate').filter((name) => name.length > 6),
  ];
  const cashAmounts = [
    ...namesOf(cash, 'amountUsd', 'amountSsp', 'moneyInUsd', 'moneyOutUsd'),
    ...namesOf(cash, 'moneyInSsp', 'moneyOutSsp'),
  ];
  const payers = namesOf(cash, 'customerId', 'customerName');
  return [
    {
      type: 'accounting',
      needs: [
        namesOf(accounting, 'reference'),
        namesOf(accounting, 'date'),
        namesOf(accounting, 'account'),
        namesOf(accounting, 'debit'),
        namesOf(accounting, 'credit'),
      ],
      without: [],
    },
    {
      type: 'counts',
      needs: [
        [...namesOf(tables.counts, 'item'), 'Name'],
        ['counted', ...COUNTED_TITLES.filter((name) => name !== 'Count')],
      ],
      without: OF_DOCUMENTS.filter((name) => name !== 'Date'),
      strong: COUNTED_TITLES,
    },
    {
      type: 'bundles',
      needs: [
        ['name', ...namesOf(tables.bundles, 'name')],
        namesOf(tables.bundles, 'priceUsd'),
        ['validity', 'validityDays', 'Validity Days', 'Valid For', 'dataAllowanceMB'],
      ],
      without: OF_DOCUMENTS,
      strong: ['validity', 'validityDays'],
    },
    {
      type: 'items',
      needs: [
        OF_ITEMS,
        namesOf(tables.items, 'unitCostUsd', 'sellingPriceUsd', 'stockCostUsd', 'stockValueUsd'),
      ],
      without: [...OF_DOCUMENTS, 'Supplier', 'Vendor'],
    },
    {
      type: 'items',
      needs: [
        ['name', ...OF_ITEMS],
        [
          ...['purchase_price', 'sale_price', 'unitCostUsd', 'sellingPriceUsd', 'Unit Cost'],
          ...['Selling Price', 'Purchase Price', 'Sale Price', 'Cost Price'],
        ],
      ],
      without: [...OF_DOCUMENTS, 'Supplier', 'Vendor'],
    },
    {
      type: 'items',
      needs: [OF_ITEMS, namesOf(tables.items, 'quantityInStock', 'minimumStock')],
      without: [...OF_DOCUMENTS, 'Amount', 'Total', 'Supplier', 'Vendor'],
    },
    {
      type: 'employees',
      needs: [
        [
          ...namesOf(employees, 'employeeNumber', 'name').filter((name) => name !== 'name'),
          'Position',
          'Job Title',
          'Designation',
        ],
        [
          ...namesOf(employees, 'department', 'hireDate', 'employmentType').filter(
            (name) => !['Start Date', 'Unit', 'Employment'].includes(name),
          ),
          'Base Salary',
          'Basic Salary',
          'Monthly Salary',
        ],
      ],
      without: [...namesOf(customers, 'packageType', 'monthlyFeeUsd'), ...OF_CONTACTS, 'Amount'],
    },
    {
      type: 'nodes',
      needs: [
        namesOf(nodes, 'name'),
        namesOf(nodes, 'capacity'),
        namesOf(nodes, 'location', 'type', 'technologies', 'parent'),
      ],
      without: ofPeople.filter((name) => !/address/i.test(name)),
    },
    {
      type: 'suppliers',
      needs: [
        namesOf(suppliers, 'name', 'supplierCode').filter((name) => /supplier|vendor/i.test(name)),
        namesOf(suppliers, 'contactPerson', 'paymentTerms', 'taxNumber', 'phone', 'email'),
      ],
      without: ['Amount', 'Total', 'Bill Number'],
    },
    {
      type: 'accounts',
      needs: [namesOf(accounts, 'code', 'name'), namesOf(accounts, 'type')],
      without: [
        ...ofPeople,
        ...namesOf(openings, 'debit', 'credit'),
        ...namesOf(cash, 'date'),
        'Price',
        'Rate',
        'Sale Price',
        'Purchase Price',
      ],
    },
    {
      type: 'openings',
      needs: [
        namesOf(openings, 'account', 'accountName'),
        [
          'Account',
          'Account Code',
          'Account Number',
          'Account No',
          'Account Name',
          'Code',
          'Ledger',
        ],
        namesOf(openings, 'debit', 'credit', 'balance', 'debitSsp', 'creditSsp', 'balanceSsp'),
      ],
      without: [...ofPeople, ...namesOf(cash, 'date'), 'Date'],
    },
    // The template and what was made with it; other lists of expenses are known as such (rules-expenses.ts).
    {
      type: 'expenses',
      needs: [['location'], ['amountUsd', 'amountSsp'], ['category']],
      without: payers,
      strong: ['location'],
    },
    {
      type: 'expenses',
      needs: [
        ['bill_number', ...BILL_NUMBERS],
        [...namesOf(expenses, 'date'), 'Due Date', 'Date'],
        [...namesOf(expenses, 'amountUsd', 'amountSsp'), 'Item Total'],
      ],
      without: [...payers, ...INVOICE_NUMBERS, 'Transaction ID'],
      strong: BILL_NUMBERS,
    },
    // What is issued again and again; customers with a billing frequency have a telephone or a town.
    {
      type: 'fees',
      needs: [
        ['Frequency', 'Recurrence Frequency', 'Billing Frequency', 'How Often', 'Repeat Every'],
        [...namesOf(fees, 'amountUsd')],
        [...namesOf(fees, 'customerId', 'customerName'), 'Customer Name'],
      ],
      without: [
        ...namesOf(customers, 'monthlyFeeUsd', 'phone', 'location').filter(
          (name) => name !== 'Price',
        ),
        'Vendor',
        'Vendor Name',
      ],
      strong: ['Frequency', 'Recurrence Frequency', 'Repeat Every', 'How Often'],
    },
    {
      type: 'billing',
      needs: [
        namesOf(billing, 'invoiceId'),
        namesOf(billing, 'amountUsd'),
        namesOf(billing, 'billDate', 'dueDate'),
        OF_INVOICES,
      ],
      without: OF_PAYMENTS,
      strong: ['Due Date', 'Due', 'Invoice Status', 'Balance Due', 'Quantity', 'Item'],
    },
    {
      type: 'cash',
      needs: [
        namesOf(cash, 'date'),
        cashAmounts,
        [...namesOf(cash, 'reference', 'description', 'account'), ...INVOICE_NUMBERS],
      ],
      without: namesOf(customers, 'phone', 'email', 'packageType', 'serviceStartDate'),
    },
    {
      type: 'cash',
      needs: [namesOf(cash, 'date'), cashAmounts, payers],
      without: namesOf(customers, 'packageType', 'serviceStartDate'),
    },
    {
      type: 'billing',
      needs: [
        namesOf(billing, 'invoiceId'),
        namesOf(billing, 'amountUsd'),
        namesOf(billing, 'billDate', 'dueDate'),
      ],
      without: [],
    },
    {
      type: 'customers',
      needs: [
        // 'No.' alone is any list.
        namesOf(customers, 'customerId').filter((name) => name !== 'No.'),
        [...namesOf(customers, 'name'), 'Name', 'First Name', 'Last Name'],
      ],
      without: [],
    },
    {
      type: 'customers',
      needs: [
        [...namesOf(customers, 'name'), 'Name', 'Company', 'First Name', 'Last Name'],
        namesOf(customers, 'phone', 'email'),
        [
          ...namesOf(customers, 'location', 'address', 'packageType', 'monthlyFeeUsd'),
          ...namesOf(customers, 'openingBalanceUsd', 'nodeName'),
          ...['Country', 'Balance', 'Billing Address', 'Client Name', 'Customer Name'],
        ],
      ],
      without: ['Salary', 'Position', 'Designation'],
    },
    // Only where a word says what the people are.
    {
      type: 'customers',
      needs: [
        [...namesOf(customers, 'name'), 'Name', 'Company', 'First Name', 'Last Name'],
        namesOf(customers, 'phone', 'email', 'address'),
      ],
      without: [],
    },
    {
      type: 'suppliers',
      needs: [
        namesOf(suppliers, 'name'),
        namesOf(suppliers, 'contactPerson', 'paymentTerms', 'taxNumber', 'phone', 'email'),
      ],
      without: ['Amount', 'Total'],
    },
  ];
}

/** The last rows of `kindSigns`, which need a word. */
export const ONLY_NAMED = 2;
