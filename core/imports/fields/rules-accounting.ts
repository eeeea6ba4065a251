import { z } from 'zod';
import type { ImportedEntry } from '../../accounting/import/rules.ts';
import { dateText } from '../../kernel/dates.ts';
import { amountSigned, ledgerMoney } from '../../kernel/money.ts';
import { optionalText, requiredText } from '../../kernel/text.ts';
import type { ImportTable, ImportTotal } from './rules.ts';

const entryRow = z.object({
  reference: requiredText('The reference', 200),
  date: dateText.optional(),
  account: optionalText('The account', 200).optional(),
  debit: ledgerMoney.optional(),
  credit: ledgerMoney.optional(),
  amountSsp: amountSigned('SSP').optional(),
  description: optionalText('The description', 500).optional(),
});
/** All rows of one reference; with several, `lines` is set. */
export type EntryRow = z.output<typeof entryRow> & Pick<ImportedEntry, 'lines'>;

/** Journal entries: the rows of one reference are one entry. */
export const entryTable: ImportTable<EntryRow> = {
  type: 'accounting',
  key: 'reference',
  schema: entryRow,
  fields: [
    {
      name: 'reference',
      kind: 'text',
      aliases: [
        'Entry Number',
        'Entry No',
        'Entry',
        'Journal No',
        'Journal Number',
        'Voucher No',
        'Voucher',
        'Transaction ID',
        'Trans No',
        'Ref',
        'Number',
        'No',
      ],
      example: 'EXAMPLE-JV-001',
    },
    {
      name: 'date',
      kind: 'date',
      aliases: ['Entry Date', 'Transaction Date', 'Posting Date', 'Journal Date'],
      example: '2026-01-31',
    },
    {
      name: 'account',
      kind: 'text',
      aliases: ['Account Code', 'Account No', 'Account Number', 'Account Name', 'Ledger', 'Code'],
      example: '5910',
    },
    {
      name: 'debit',
      kind: 'amount',
      sides: { dr: 1 },
      aliases: ['Debit Amount', 'Debit USD', 'Dr', 'Debits'],
      example: '500.00',
    },
    {
      name: 'credit',
      kind: 'amount',
      sides: { cr: 1 },
      aliases: ['Credit Amount', 'Credit USD', 'Cr', 'Credits'],
      example: '',
    },
    {
      name: 'amountSsp',
      kind: 'amount',
      sides: { dr: 1, cr: -1 },
      aliases: ['SSP', 'SSP Amount', 'Amount in SSP', 'Pounds'],
      example: '',
    },
    {
      name: 'description',
      kind: 'text',
      aliases: ['Details', 'Narration', 'Memo', 'Particulars', 'Label'],
      example: 'Office rent, January 2026',
    },
  ],
};

function sumOfSide(row: Partial<EntryRow>, side: 'debit' | 'credit'): number {
  return (row.lines ?? [row]).reduce((sum, line) => sum + (line[side] ?? 0), 0);
}

export const entryTotals: readonly ImportTotal<EntryRow>[] = [
  { key: 'debits', label: 'Debits', unit: 'usd', of: (row) => sumOfSide(row, 'debit') },
  { key: 'credits', label: 'Credits', unit: 'usd', of: (row) => sumOfSide(row, 'credit') },
];
