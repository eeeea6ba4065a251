import { monthlyOf } from '../../customers/fees/rules.ts';
import {
  feeStates,
  frequencies,
  type ImportedFee,
  importedFee,
} from '../../customers/fees/schema.ts';
import { isInDollars } from '../../kernel/currencies.ts';
import { currencyWarnings } from '../inspect/rules-currencies.ts';
import type { ImportTable, ImportTotal } from './rules.ts';
import { currencyField } from './rules-currency.ts';
import { customerColumns } from './rules-customer-columns.ts';

/** One or more rows of one customer; with several, `rows` is set. */
export type FeeRow = ImportedFee & { rows?: readonly ImportedFee[] };

/** Other texts of a frequency; a number is one of months. */
const FREQUENCY_TEXTS = {
  month: 'monthly',
  months: 'monthly',
  'every month': 'monthly',
  'per month': 'monthly',
  '1 month': 'monthly',
  '1': 'monthly',
  'two months': 'every 2 months',
  '2 months': 'every 2 months',
  '2': 'every 2 months',
  quarterly: 'every 3 months',
  quarter: 'every 3 months',
  'every quarter': 'every 3 months',
  'three months': 'every 3 months',
  '3 months': 'every 3 months',
  '3': 'every 3 months',
  'four months': 'every 4 months',
  '4 months': 'every 4 months',
  '4': 'every 4 months',
  'six months': 'every 6 months',
  '6 months': 'every 6 months',
  '6': 'every 6 months',
  'semi-annually': 'every 6 months',
  'half-yearly': 'every 6 months',
  'every half year': 'every 6 months',
  annually: 'yearly',
  annual: 'yearly',
  year: 'yearly',
  years: 'yearly',
  'every year': 'yearly',
  'per year': 'yearly',
  '12 months': 'yearly',
  'every 12 months': 'yearly',
  '1 year': 'yearly',
  '12': 'yearly',
  'two years': 'every 2 years',
  '2 years': 'every 2 years',
  '24': 'every 2 years',
  '24 months': 'every 2 years',
  'three years': 'every 3 years',
  '3 years': 'every 3 years',
  '36': 'every 3 years',
  '36 months': 'every 3 years',
  week: 'weekly',
  weeks: 'weekly',
  'every week': 'weekly',
  'two weeks': 'every 2 weeks',
  '2 weeks': 'every 2 weeks',
  fortnightly: 'every 2 weeks',
  'four weeks': 'every 4 weeks',
  '4 weeks': 'every 4 weeks',
  day: 'daily',
  days: 'daily',
  'every day': 'daily',
  'one time': 'once',
  'one off': 'once',
  never: 'once',
  unscheduled: 'once',
} as const;

/** Recurring invoices and services of customers; the rows of one customer are one monthly fee. */
export const feeTable: ImportTable<FeeRow> = {
  type: 'fees',
  key: 'customerId',
  keyOr: 'customerName',
  groupBy: ['customerId', 'customerName', 'customerEmail', 'customerPhone'],
  schema: importedFee,
  inspect: async (file) => ({
    warnings: await currencyWarnings(file, [
      { label: 'Amounts', of: ({ amountUsd }) => amountUsd },
    ]),
  }),
  fields: [
    ...customerColumns,
    {
      name: 'amountUsd',
      kind: 'amount',
      least: 'zero',
      isRequired: true,
      aliases: ['Amount', 'Recurring Amount', 'Total', 'Price'],
      example: '180.00',
    },
    // Never guessed: beside a total it would multiply what is multiplied already.
    { name: 'priceQuantity', kind: 'whole', aliases: [], example: '' },
    {
      name: 'frequency',
      kind: 'choice',
      choices: frequencies,
      synonyms: FREQUENCY_TEXTS,
      isRequired: true,
      aliases: ['Billing Frequency', 'How Often', 'Recurrence', 'Interval', 'Billing Period'],
      example: 'monthly',
    },
    {
      name: 'interval',
      kind: 'whole',
      aliases: ['Repeat Every', 'Every'],
      example: '',
    },
    {
      name: 'status',
      kind: 'choice',
      choices: feeStates,
      synonyms: { scheduled: 'active', pending: 'active', running: 'active', blocked: 'suspended' },
      // States of the invoices that were made of it.
      blanks: ['sent', 'viewed', 'approved', 'partial', 'paid', 'unpaid', 'overdue'],
      leavesOut: {
        texts: [
          'paused',
          'stopped',
          'completed',
          'finished',
          'expired',
          'ended',
          'draft',
          'drafts',
          'inactive',
          'disabled',
          'archived',
          'cancelled',
          'canceled',
          'deleted',
          'terminated',
          'closed',
          'quoted',
          'obsolete',
          'prepared',
        ],
        why: 'they are not active there',
      },
      aliases: ['Recurring Status', 'Service Status', 'State'],
      example: '',
    },
    {
      name: 'kind',
      kind: 'choice',
      choices: ['invoice'],
      synonyms: { 'sales receipt': 'invoice', 'recurring invoice': 'invoice' },
      leavesOut: {
        texts: [
          'bill',
          'expense',
          'check',
          'cheque',
          'journal entry',
          'transfer',
          'purchase order',
          'estimate',
          'vendor credit',
          'supplier credit',
        ],
        why: 'they are no invoices to customers',
      },
      aliases: ['Transaction Type', 'Txn Type'],
      example: '',
    },
    {
      name: 'plan',
      kind: 'text',
      aliases: ['Package', 'Plan Name', 'Service Plan', 'Tariff', 'Tariff Plan', 'Service'],
      example: '',
    },
    {
      name: 'number',
      kind: 'text',
      aliases: ['Recurring Number', 'Invoice Number', 'Service ID', 'Profile Name'],
      example: '',
    },
    {
      name: 'nextDate',
      kind: 'date',
      aliases: ['Next Date', 'Next Invoice Date', 'Next Send Date', 'Next Invoice'],
      example: '',
    },
    {
      name: 'endDate',
      kind: 'date',
      aliases: ['End Date', 'Ends On', 'Active To'],
      example: '',
    },
    currencyField,
  ],
};

/** The monthly fee of the rows as far as they say it in dollars. */
function feeOf(row: Partial<FeeRow>): number | undefined {
  const parts = (row.rows ?? [row]).map((one) => {
    const part = isInDollars(one.currency) ? monthlyOf(one) : undefined;
    return part && 'monthly' in part ? part.monthly : undefined;
  });
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.reduce<number>((sum, part) => sum + part, 0);
}

/** The importer tells the values of the customers that it finds; these are for rows that are refused. */
export const feeTotals: readonly ImportTotal<FeeRow>[] = [
  { key: 'fees', label: 'Customers', unit: 'count', of: () => 1 },
  { key: 'monthlyFees', label: 'Monthly fees', unit: 'usd', of: feeOf },
  { key: 'billed', label: 'Billed each month', unit: 'usd', of: feeOf },
];
