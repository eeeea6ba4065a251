import { z } from 'zod';
import { type ImportedLine, importedStatuses } from '../billing/import/rules-types.ts';
import { paymentAccounts } from '../billing/payments/schema.ts';
import {
  customerInput,
  customerStatuses,
  customerTypes,
  fixedPackages,
  locations,
  MAX_CUSTOMER_ID,
  packageNames,
} from '../customers/schema.ts';
import { dateText } from '../kernel/dates.ts';
import { moneyNotNegative, moneyPositive } from '../kernel/money.ts';
import { optionalLines, optionalText, requiredText } from '../kernel/text.ts';
import type { builtImportTypes } from './schema.ts';

export type BuiltImportType = (typeof builtImportTypes)[number];

/** How the text of a cell is understood before the schema judges it. */
export type FieldKind = 'text' | 'amount' | 'whole' | 'date' | 'choice';

export interface ImportField {
  name: string;
  kind: FieldKind;
  /** Headers that mean this field without being told, the likeliest first; its own name always does. */
  aliases: readonly string[];
  /** Those of the headers that may name the sum of a whole record, repeated in each of its rows. */
  totals?: readonly string[];
  /** What a 'choice' chooses from, as stored. */
  choices?: readonly string[];
  /** Other texts for a choice, with what they stand for. */
  synonyms?: Readonly<Record<string, string>>;
  /** A cell that cannot be read is told and left out, and its row imported all the same: nothing hangs on it. */
  isContact?: true;
  /** The cell of the template's example row. */
  example: string;
}

const INVOICE_TOTALS = ['Total', 'Invoice Amount', 'Invoice Total'];

/** The columns of one kind of file (decision 27). */
export interface ImportColumns {
  type: BuiltImportType;
  fields: readonly ImportField[];
  /** The field that says which record a row is. */
  key: string;
  /** Several rows may be one record: rows are told apart by the columns too that are not read. */
  hasLines?: true;
}

/** Columns with what judges a row of them; `Row` is a decoded row. */
export interface ImportTable<Row> extends ImportColumns {
  key: string & keyof Row;
  /** Made of the same parts as the form. */
  schema: z.ZodObject & z.ZodType<Row>;
}

export const customerRow = customerInput
  .partial()
  .extend({ customerId: requiredText('The customer ID', MAX_CUSTOMER_ID) });
export type CustomerRow = z.output<typeof customerRow>;

export const invoiceRow = z.object({
  invoiceId: requiredText('The invoice number', 60),
  customerId: requiredText('The customer ID', MAX_CUSTOMER_ID).optional(),
  description: optionalText('The description', 500).optional(),
  amountUsd: moneyPositive.optional(),
  billDate: dateText.optional(),
  dueDate: dateText.optional(),
  status: z.enum(importedStatuses).optional(),
  paidAmountUsd: moneyNotNegative.optional(),
  paidDate: dateText.optional(),
  paymentAccount: z.enum(paymentAccounts).optional(),
  paymentReference: optionalText('The reference', 200).optional(),
  notes: optionalLines('The notes', 2000).optional(),
});
/** One or more rows of the file; several have lines. */
export type InvoiceRow = z.output<typeof invoiceRow> & { lines?: readonly ImportedLine[] };

const customers: ImportTable<CustomerRow> = {
  type: 'customers',
  key: 'customerId',
  schema: customerRow,
  fields: [
    {
      name: 'customerId',
      kind: 'text',
      aliases: [
        'Customer Number',
        'Customer No',
        'Customer Code',
        'Account Number',
        'Account No',
        'Account ID',
        'Account',
        'ID',
      ],
      example: 'EXAMPLE-001',
    },
    {
      name: 'name',
      kind: 'text',
      aliases: ['Customer Name', 'Full Name', 'Client Name', 'Account Name', 'Company Name'],
      example: 'Example Trading Co.',
    },
    {
      name: 'type',
      kind: 'choice',
      choices: customerTypes,
      aliases: ['Customer Type', 'Account Type'],
      example: 'business',
    },
    {
      name: 'email',
      kind: 'text',
      isContact: true,
      aliases: ['E-mail Address', 'Mail'],
      example: 'accounts@example.com',
    },
    {
      name: 'phone',
      kind: 'text',
      isContact: true,
      aliases: ['Phone Number', 'Telephone', 'Mobile', 'Mobile Number', 'Phone No', 'Tel'],
      example: '0912 345 678',
    },
    {
      name: 'location',
      kind: 'choice',
      choices: locations,
      aliases: ['Service Location', 'Town', 'City'],
      example: 'Juba Central',
    },
    {
      name: 'address',
      kind: 'text',
      aliases: ['Street Address', 'Physical Address', 'Street'],
      example: 'Hai Malakal, Airport Road',
    },
    {
      name: 'packageType',
      kind: 'choice',
      choices: packageNames,
      // As the specification writes them (decision 32).
      synonyms: Object.fromEntries(
        fixedPackages.map(({ name, bandwidth }) => [`${name} ${bandwidth}Mbps`, name]),
      ),
      aliases: ['Package', 'Package Name', 'Plan', 'Service Plan'],
      example: 'Flexible Plan',
    },
    {
      name: 'bandwidth',
      kind: 'whole',
      aliases: ['Bandwidth Mbps', 'Speed', 'Speed Mbps', 'Mbps'],
      example: '20',
    },
    {
      name: 'monthlyFeeUsd',
      kind: 'amount',
      aliases: [
        'Monthly Fee',
        'Monthly Charges',
        'Monthly Charge',
        'Monthly Price',
        'MRC',
        'Fee',
        'Price',
      ],
      example: '180.00',
    },
    {
      name: 'connectionFeeUsd',
      kind: 'amount',
      aliases: ['Connection Fee', 'Installation Fee', 'Setup Fee'],
      example: '100.00',
    },
    {
      name: 'otherExpensesUsd',
      kind: 'amount',
      aliases: ['Other Expenses', 'Other Charges', 'Other Fees'],
      example: '0.00',
    },
    {
      name: 'serviceStartDate',
      kind: 'date',
      aliases: ['Service Start', 'Start Date', 'Activation Date'],
      example: '2026-01-01',
    },
    {
      name: 'installationDate',
      kind: 'date',
      aliases: ['Installed On', 'Install Date'],
      example: '2025-12-18',
    },
    {
      name: 'status',
      kind: 'choice',
      choices: customerStatuses,
      aliases: ['Customer Status', 'Account Status'],
      example: 'Active',
    },
  ],
};

const billing: ImportTable<InvoiceRow> = {
  type: 'billing',
  key: 'invoiceId',
  hasLines: true,
  schema: invoiceRow,
  fields: [
    {
      name: 'invoiceId',
      kind: 'text',
      aliases: ['Invoice Number', 'Invoice No', 'Invoice', 'Number', 'ID'],
      example: 'EXAMPLE-INV-001',
    },
    {
      name: 'customerId',
      kind: 'text',
      aliases: [
        'Customer Number',
        'Customer No',
        'Customer Code',
        'Account Number',
        'Account No',
        'Account',
      ],
      example: 'EXAMPLE-001',
    },
    {
      name: 'description',
      kind: 'text',
      aliases: ['Details', 'Item'],
      example: 'Internet service, January 2026',
    },
    {
      name: 'amountUsd',
      kind: 'amount',
      aliases: ['Amount', ...INVOICE_TOTALS],
      totals: INVOICE_TOTALS,
      example: '180.00',
    },
    {
      name: 'billDate',
      kind: 'date',
      aliases: ['Invoice Date', 'Date Issued', 'Date'],
      example: '2026-01-01',
    },
    {
      name: 'dueDate',
      kind: 'date',
      aliases: ['Due', 'Due On', 'Payment Due'],
      example: '2026-01-15',
    },
    {
      name: 'status',
      kind: 'choice',
      choices: importedStatuses,
      synonyms: { 'partially paid': 'partial', 'part paid': 'partial', 'partly paid': 'partial' },
      aliases: ['Invoice Status', 'Payment Status'],
      example: 'paid',
    },
    {
      name: 'paidAmountUsd',
      kind: 'amount',
      aliases: ['Paid Amount', 'Amount Paid', 'Amount Received', 'Payment Amount'],
      example: '180.00',
    },
    {
      name: 'paidDate',
      kind: 'date',
      aliases: ['Payment Date', 'Date Paid', 'Paid On'],
      example: '2026-01-12',
    },
    {
      name: 'paymentAccount',
      kind: 'choice',
      choices: paymentAccounts,
      aliases: ['Payment Method', 'Paid To', 'Paid By'],
      example: 'mobile_money',
    },
    {
      name: 'paymentReference',
      kind: 'text',
      aliases: ['Reference', 'Transaction ID', 'Receipt'],
      example: 'MM-104422',
    },
    { name: 'notes', kind: 'text', aliases: ['Note', 'Remarks', 'Comment'], example: '' },
  ],
};

export const importTables = { customers, billing };
