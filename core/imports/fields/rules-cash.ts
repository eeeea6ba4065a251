import { amountOf, isOutTwice } from '../../billing/cash-book/rules-amount.ts';
import { MAX_AMOUNT } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { inspectCash, WEAK_DIRECTION_TITLES } from '../inspect/rules-cash.ts';
import { readChoice } from '../reading/rules-cells.ts';
import type { ImportField, ImportTable, ImportTotal } from './rules.ts';
import { type CashRow, cashRow, directions } from './rules-cash-row.ts';
import { currencyField } from './rules-currency.ts';
import { CUSTOMER_NUMBER_TITLES } from './rules-titles.ts';

const COMPLETED = new Set(['completed', 'complete', 'success', 'successful', 'paid']);

/** Other texts of a direction; a debit of a bank's statement is money out. */
const IN_TEXTS = 'CR,C,Cr.,Credit,Credits,Money In,Income,Deposit,Received,Receipt,Inflow,Paid In';
const OUT_TEXTS =
  'DR,D,Dr.,Debit,Debits,Money Out,Expense,Withdrawal,Payment,Spent,Outflow,Paid Out,Withdrawn';
const DIRECTIONS: Readonly<Record<string, 'in' | 'out'>> = Object.fromEntries([
  ...IN_TEXTS.split(',').map((text) => [text, 'in'] as const),
  ...OUT_TEXTS.split(',').map((text) => [text, 'out'] as const),
]);

const OUT_TWICE =
  'direction: The row says money out and its amount is below zero as well; it is money out.';

/** Notes on a line whose sign is said twice, or whose status is not known. */
export function lineNotes(line: CashRow): string[] {
  return [isOutTwice(line) ? OUT_TWICE : [], statusNote(line) ?? []].flat();
}

/** The note on a line whose status does not tell whether the transaction was completed; undefined for others. */
export function statusNote({ status = '' }: Pick<CashRow, 'status'>): string | undefined {
  if (status === '' || COMPLETED.has(searchKey(status))) return undefined;
  return `status: "${status}" is not known; the line is read as a completed transaction.`;
}

const directionField: ImportField = {
  name: 'direction',
  kind: 'choice',
  choices: directions,
  synonyms: DIRECTIONS,
  aliases: [
    'DR/CR',
    'CR/DR',
    'D/C',
    'C/D',
    'Debit/Credit',
    'Credit/Debit',
    'In/Out',
    ...WEAK_DIRECTION_TITLES,
  ],
  example: '',
};

/**
 * Lines of a cash book or bank file. 'Debit' and 'Credit' are no aliases: money in is the debit of a cash book and the
 * credit of a bank's statement, so the user says which column holds it.
 */
export const cashTable: ImportTable<CashRow> = {
  type: 'cash',
  key: 'date',
  schema: cashRow,
  inspect: (file) => inspectCash(file, (text) => readChoice(text, directionField) !== undefined),
  fields: [
    {
      name: 'date',
      kind: 'date',
      aliases: [
        'Transaction Date',
        'Value Date',
        'Posting Date',
        'Payment Date',
        'Date Paid',
        'Completion Time',
        'Date Time',
      ],
      example: '2026-01-12',
    },
    {
      name: 'amountUsd',
      kind: 'amount',
      aliases: ['Amount', 'USD', 'USD Amount', 'Transaction Amount'],
      example: '180.00',
    },
    { name: 'amountSsp', kind: 'amount', aliases: ['SSP', 'SSP Amount', 'Pounds'], example: '' },
    {
      name: 'moneyInUsd',
      kind: 'amount',
      aliases: ['Money In', 'In', 'Paid In', 'Deposit', 'Deposits', 'Receipts', 'Received'],
      example: '',
    },
    {
      name: 'moneyOutUsd',
      kind: 'amount',
      aliases: [
        'Money Out',
        'Out',
        'Paid Out',
        'Withdrawal',
        'Withdrawals',
        'Withdrawn',
        'Payments',
        'Spent',
      ],
      example: '',
    },
    { name: 'moneyInSsp', kind: 'amount', aliases: ['SSP In', 'In SSP'], example: '' },
    { name: 'moneyOutSsp', kind: 'amount', aliases: ['SSP Out', 'Out SSP'], example: '' },
    {
      name: 'reference',
      kind: 'text',
      aliases: [
        'Transaction ID',
        'Transaction Reference',
        'Transaction No',
        'Receipt No',
        'Receipt Number',
        'Ref',
        'Ref No',
        'Cheque No',
        'Voucher No',
      ],
      example: 'EXAMPLE-MM-104422',
    },
    {
      name: 'description',
      kind: 'text',
      aliases: ['Details', 'Narration', 'Narrative', 'Particulars', 'Memo', 'Remarks'],
      example: 'Internet, January 2026',
    },
    {
      name: 'account',
      kind: 'text',
      aliases: ['Cash Account', 'Bank Account', 'Account Code', 'Payment Method', 'Paid To'],
      example: '1130',
    },
    {
      name: 'customerId',
      kind: 'text',
      aliases: [...CUSTOMER_NUMBER_TITLES, 'Customer'],
      example: 'EXAMPLE-001',
    },
    {
      name: 'customerName',
      kind: 'text',
      aliases: ['Client Name', 'Client', 'Payer', 'Received From'],
      example: '',
    },
    {
      name: 'counterAccount',
      kind: 'text',
      aliases: ['Contra Account', 'Category', 'Ledger Account', 'Expense Account'],
      example: '',
    },
    {
      name: 'status',
      kind: 'text',
      aliases: ['Transaction Status', 'State'],
      example: '',
    },
    {
      name: 'invoiceNumber',
      kind: 'text',
      aliases: ['Invoice Number', 'Invoice No', 'Invoice', 'Invoice #', 'Applied To'],
      example: '',
    },
    currencyField,
    directionField,
    {
      name: 'balance',
      kind: 'amount',
      isAlwaysRead: true,
      aliases: ['Running Balance', 'Closing Balance', 'Balance After', 'Book Balance'],
      example: '',
    },
  ],
};

/**
 * The amount of a line in a currency, negative for money out; zero for one in the other currency, without an amount, or with
 * more than a document may be.
 */
function amountIn(row: Partial<CashRow>, currency: 'USD' | 'SSP'): number {
  const found = amountOf(row);
  const isOther = 'problem' in found || found.currency !== currency;
  return isOther || Math.abs(found.amount) > MAX_AMOUNT[currency] ? 0 : found.amount;
}

export const cashTotals: readonly ImportTotal<CashRow>[] = [
  {
    key: 'in',
    label: 'Money in, dollars',
    unit: 'usd',
    of: (row) => Math.max(amountIn(row, 'USD'), 0),
  },
  {
    key: 'out',
    label: 'Money out, dollars',
    unit: 'usd',
    of: (row) => Math.max(-amountIn(row, 'USD'), 0),
  },
  {
    key: 'inSsp',
    label: 'Money in, pounds',
    unit: 'ssp',
    isOptional: true,
    of: (row) => Math.max(amountIn(row, 'SSP'), 0),
  },
  {
    key: 'outSsp',
    label: 'Money out, pounds',
    unit: 'ssp',
    isOptional: true,
    of: (row) => Math.max(-amountIn(row, 'SSP'), 0),
  },
];
