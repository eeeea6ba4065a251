import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import {
  type Fact,
  inPounds,
  isShortPayment,
  noteBlock,
  type PanelText,
  paymentBlock,
  rateText,
  summaryRow,
} from '../../documents/pdf/blocks.ts';
import { page } from '../../documents/pdf/page.ts';
import type { StampWord } from '../../documents/pdf/stamp.ts';
import { COLOUR, TEXT } from '../../documents/pdf/style.ts';
import {
  columnWidths,
  type TableRow,
  type TableShape,
  type TotalRow,
  type Totals,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate, formatMonth } from '../../kernel/dates.ts';
import { cents, formatSsp, formatUsd, ZERO } from '../../kernel/money.ts';
import { POUNDS_COUNT } from '../../rates/rules.ts';
import type { InvoiceDocument } from './schema.ts';

const STATUS: Record<
  InvoiceDocument['status'],
  { word: string; colour: string; stamp?: StampWord }
> = {
  pending: { word: 'Pending', colour: COLOUR.ink },
  paid: { word: 'Paid', colour: COLOUR.good, stamp: 'PAID' },
  overdue: { word: 'Overdue', colour: COLOUR.bad, stamp: 'OVERDUE' },
  cancelled: { word: 'Cancelled', colour: COLOUR.bad, stamp: 'CANCELLED' },
};

const TABLE: TableShape = {
  cellSide: 8,
  columns: [
    { title: '#', width: 18 },
    { title: 'Description' },
    { title: 'Amount (USD)', width: 92, figure: true },
  ],
};

/** Of an invoice of equipment, with quantity and price. */
const PRICED: TableShape = {
  cellSide: 8,
  columns: [
    { title: '#', width: 18 },
    { title: 'Description' },
    { title: 'Quantity', width: 50, figure: true },
    { title: 'Price (USD)', width: 84, figure: true },
    { title: 'Amount (USD)', width: 92, figure: true },
  ],
};

/** The layout of an invoice (experience.md, Documents; decision 1 for its own rate). */
export function invoiceDefinition(invoice: InvoiceDocument): TDocumentDefinitions {
  const payment = isPayable(invoice) ? paymentBlock(invoice.company, invoice.invoiceId) : [];
  const notes = noteBlock('Notes', invoice.notes);
  const table = invoice.kind === 'equipment' ? PRICED : TABLE;
  const isKept = notes.length === 0 && isShortPayment(invoice.company);
  const content: Content[] = [
    summaryRow('Bill to', invoice.customer, facts(invoice), panel(invoice)),
    ...tableWithTotals(table, rows(invoice, table), totals(invoice), isKept ? payment : []),
    ...notes,
    ...(isKept ? [] : payment),
  ];
  return page({
    company: invoice.company,
    title: 'Invoice',
    number: invoice.invoiceId,
    date: invoice.billDate,
    content,
  });
}

function isPayable({ openUsd, status }: InvoiceDocument): boolean {
  return openUsd > 0 && status !== 'cancelled';
}

/** Parts of an open invoice whose rate is not today's: its pounds no longer settle it (decision 49). */
function otherRate<T>(invoice: InvoiceDocument, ...parts: T[]): T[] {
  const isOther = invoice.exchangeRate !== invoice.todaysRate;
  return isPayable(invoice) && isOther ? inPounds(invoice.company, ...parts) : [];
}

function facts(invoice: InvoiceDocument): Fact[] {
  const { word, colour } = STATUS[invoice.status];
  const signal = { ...TEXT.strong, color: colour };
  return [
    { label: 'Invoice date', value: formatDate(invoice.billDate) },
    {
      label: 'Due date',
      value: formatDate(invoice.dueDate),
      style: invoice.status === 'overdue' ? signal : TEXT.strong,
    },
    {
      label: 'Service month',
      value: invoice.billingMonth ? formatMonth(invoice.billingMonth) : '',
    },
    { label: 'Package', value: invoice.packageName ?? '' },
    { label: 'Status', value: word, style: signal },
  ];
}

function panel(invoice: InvoiceDocument): PanelText {
  if (invoice.status === 'cancelled') {
    return { label: 'Amount due', amount: formatUsd(ZERO), lines: [{ text: 'Cancelled' }] };
  }
  if (invoice.openUsd <= 0) {
    return {
      label: 'Amount due',
      amount: formatUsd(invoice.openUsd),
      lines: [
        {
          text:
            invoice.paidUsd > 0
              ? `${formatUsd(invoice.paidUsd)} received, with thanks`
              : 'Nothing to pay',
        },
      ],
    };
  }
  const due = formatDate(invoice.dueDate);
  return {
    label: 'Amount due',
    amount: formatUsd(invoice.openUsd),
    lines: [
      ...inPounds(invoice.company, { text: formatSsp(invoice.openSsp) }),
      ...otherRate(invoice, { text: `if paid on ${formatDate(invoice.on)}` }),
      invoice.status === 'overdue'
        ? // Also if it was set to overdue by hand before its due date.
          { text: `due on ${due}`, style: { ...TEXT.strong, color: COLOUR.bad } }
        : { text: `by ${due}`, style: TEXT.strong },
    ],
  };
}

function rows(invoice: InvoiceDocument, table: TableShape): TableRow[] {
  const width = columnWidths(table)[1]!;
  return invoice.lines.map(({ description, amountUsd, quantity, unitPriceUsd }, index) => ({
    cells: [
      { ...TEXT.quiet, text: String(index + 1), margin: [0, 0.9, 0, 0] },
      dataText(description, TEXT.body, width),
      ...(table === PRICED
        ? [
            { ...TEXT.figure, text: String(quantity ?? 1) },
            { ...TEXT.figure, text: formatUsd(unitPriceUsd ?? amountUsd) },
          ]
        : []),
      { ...TEXT.figure, text: formatUsd(amountUsd) },
    ],
    texts: [description],
  }));
}

function totals(invoice: InvoiceDocument): Totals {
  const cancelled = invoice.status === 'cancelled';
  const rows: TotalRow[] = [
    { label: 'Total', value: formatUsd(invoice.amountUsd) },
    ...inPounds<TotalRow>(invoice.company, {
      label: 'Total in SSP',
      value: formatSsp(invoice.amountSsp),
      weight: 'quiet',
    }),
  ];
  if (invoice.paidUsd !== 0)
    rows.push({ label: 'Paid', value: formatUsd(cents(-invoice.paidUsd)) });
  rows.push({
    label: 'Amount due',
    value: formatUsd(cancelled ? ZERO : invoice.openUsd),
    weight: 'final',
  });
  rows.push(
    ...otherRate<TotalRow>(invoice, {
      label: `In SSP on ${formatDate(invoice.on)}`,
      value: formatSsp(invoice.openSsp),
      weight: 'quiet',
    }),
  );
  return {
    rows,
    remarks: [
      'All amounts in US dollars.',
      ...inPounds(
        invoice.company,
        `SSP at this invoice's rate: ${rateText(invoice.exchangeRate)}.`,
      ),
      ...otherRate(invoice, `SSP on ${formatDate(invoice.on)}: ${rateText(invoice.todaysRate)}.`),
      ...(isPayable(invoice) ? inPounds(invoice.company, POUNDS_COUNT) : []),
    ],
    warning: cancelled ? 'This invoice was cancelled. Do not pay it.' : undefined,
    stamp: STATUS[invoice.status].stamp,
  };
}
