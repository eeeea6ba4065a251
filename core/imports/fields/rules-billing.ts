import { z } from 'zod';
import { isMarkedPaid } from '../../billing/import/rules-paid.ts';
import { type ImportedLine, importedStatuses } from '../../billing/import/rules-types.ts';
import { paymentAccounts } from '../../billing/payments/schema.ts';
import { MAX_CUSTOMER_ID } from '../../customers/schema.ts';
import { currencyText } from '../../kernel/currencies.ts';
import { dateText } from '../../kernel/dates.ts';
import { moneyOfAnyCurrency, ZERO } from '../../kernel/money.ts';
import { optionalLines, optionalText, requiredText } from '../../kernel/text.ts';
import { currencyWarnings } from '../inspect/rules-currencies.ts';
import type { FieldNote, ImportTable, ImportTotal } from './rules.ts';
import { currencyField, dollarTotals } from './rules-currency.ts';
import { customerColumns } from './rules-customer-columns.ts';

export const invoiceRow = z.object({
  invoiceId: requiredText('The invoice number', 60),
  customerId: requiredText('The customer ID', MAX_CUSTOMER_ID).optional(),
  customerName: optionalText('The name of the customer', 200).optional(),
  customerEmail: optionalText('The e-mail of the customer', 254).optional(),
  customerPhone: optionalText('The telephone of the customer', 50).optional(),
  description: optionalText('The description', 500).optional(),
  amountUsd: moneyOfAnyCurrency.optional(),
  billDate: dateText.optional(),
  dueDate: dateText.optional(),
  status: z.enum(importedStatuses).optional(),
  paidAmountUsd: moneyOfAnyCurrency.optional(),
  paidDate: dateText.optional(),
  paymentAccount: z.enum(paymentAccounts).optional(),
  paymentReference: optionalText('The reference', 200).optional(),
  notes: optionalLines('The notes', 2000).optional(),
  currency: currencyText.optional(),
  statedTotal: moneyOfAnyCurrency.optional(),
  kind: z
    .enum(['invoice', 'credit note'])
    .refine((kind) => kind === 'invoice', {
      error: 'A credit note is no invoice. Enter it as a credit of the customer.',
    })
    .optional(),
});
/** One or more rows of the file; with several, `lines` is set. */
export type InvoiceRow = z.output<typeof invoiceRow> & {
  lines?: readonly ImportedLine[];
  /** What the document says in another currency. */
  origin?: string;
};

/** A due date before the bill date is a term of another system, and no reason to refuse the invoice. */
function withoutEarlyDueDate(row: InvoiceRow): FieldNote[] {
  const { billDate, dueDate } = row;
  if (billDate === undefined || dueDate === undefined || dueDate >= billDate) return [];
  delete row.dueDate;
  return [
    {
      message:
        'dueDate: The due date is before the bill date; it was left out, and the usual one is taken',
      cell: dueDate,
    },
  ];
}

const INVOICE_TOTALS = ['Total', 'Invoice Amount', 'Invoice Total'];

export const invoiceTable: ImportTable<InvoiceRow> = {
  type: 'billing',
  key: 'invoiceId',
  hasLines: true,
  schema: invoiceRow,
  inspect: async (file) => ({
    warnings: await currencyWarnings(file, [
      { label: 'Amounts', of: ({ amountUsd }) => amountUsd },
    ]),
  }),
  settle: withoutEarlyDueDate,
  fields: [
    {
      name: 'invoiceId',
      kind: 'text',
      isRequired: true,
      aliases: ['Invoice Number', 'Invoice No', 'Invoice', 'Number', 'ID'],
      example: 'EXAMPLE-INV-001',
    },
    ...customerColumns,
    {
      name: 'description',
      kind: 'text',
      aliases: ['Details', 'Item'],
      example: 'Internet service, January 2026',
    },
    {
      name: 'amountUsd',
      kind: 'amount',
      // The total of a document may have another sign than its lines (gatherRows).
      least: 'anySign',
      isRequired: true,
      aliases: ['Amount', ...INVOICE_TOTALS],
      totals: INVOICE_TOTALS,
      example: '180.00',
    },
    {
      name: 'billDate',
      kind: 'date',
      isRequired: true,
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
      synonyms: {
        'partially paid': 'partial',
        'part paid': 'partial',
        'partly paid': 'partial',
        void: 'cancelled',
        voided: 'cancelled',
        deleted: 'cancelled',
        canceled: 'cancelled',
        reversed: 'cancelled',
      },
      // An issued invoice: what was paid of it is told by its amounts.
      blanks: [
        'sent',
        'viewed',
        'approved',
        'authorised',
        'unsent',
        'unpaid',
        'not paid',
        'due',
        'past due',
        'open',
        'outstanding',
      ],
      leavesOut: { texts: ['draft', 'drafts'], why: 'drafts have not been issued' },
      aliases: ['Invoice Status', 'Payment Status'],
      example: 'paid',
    },
    {
      name: 'paidAmountUsd',
      kind: 'amount',
      least: 'zero',
      aliases: [
        'Paid Amount',
        'Amount Paid',
        'Amount Received',
        'Payment Amount',
        'Paid to Date',
        'Paid',
      ],
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
    currencyField,
    // For the ready mappings of files with a row for each line; 'Total' alone is the amount in most files.
    { name: 'statedTotal', kind: 'amount', least: 'anySign', aliases: [], example: '' },
    {
      name: 'kind',
      kind: 'choice',
      choices: ['invoice'],
      synonyms: {
        'sales invoice': 'invoice',
        'tax invoice': 'invoice',
        accrec: 'invoice',
        'credit memo': 'credit note',
        'credit note': 'credit note',
        'sales credit note': 'credit note',
      },
      leavesOut: {
        texts: [
          'bill',
          'accpay',
          'bill credit note',
          'bill payment',
          'purchase order',
          'expense',
          'check',
          'cheque',
          'payment',
          'receive payment',
          'deposit',
          'journal entry',
          'estimate',
          'quote',
          'sales receipt',
        ],
        why: 'they are no invoices to customers',
      },
      aliases: [],
      example: '',
    },
  ],
};

/** What a row says was paid; undefined if it says nothing of it, and for a paid invoice without an amount. */
function paidOf(row: Partial<InvoiceRow>): number | undefined {
  if (row.paidAmountUsd !== undefined) return row.paidAmountUsd;
  if (isMarkedPaid(row)) return row.amountUsd;
  return row.amountUsd === undefined && row.status === undefined ? undefined : ZERO;
}

function openOf(row: Partial<InvoiceRow>): number | undefined {
  if (row.status === 'cancelled') return ZERO;
  const paid = paidOf(row);
  return row.amountUsd === undefined || paid === undefined ? undefined : row.amountUsd - paid;
}

export const invoiceTotals: readonly ImportTotal<InvoiceRow>[] = dollarTotals([
  { key: 'invoices', label: 'Invoices', unit: 'count', of: () => 1 },
  { key: 'amount', label: 'Amount', unit: 'usd', of: ({ amountUsd }) => amountUsd },
  { key: 'paid', label: 'Paid', unit: 'usd', of: paidOf },
  { key: 'open', label: 'Open', unit: 'usd', of: openOf },
]);
