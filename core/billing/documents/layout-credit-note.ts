import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import {
  inPounds,
  noteBlock,
  type PanelText,
  rateText,
  summaryRow,
} from '../../documents/pdf/blocks.ts';
import { page } from '../../documents/pdf/page.ts';
import { TEXT } from '../../documents/pdf/style.ts';
import {
  columnWidths,
  type TableRow,
  type TableShape,
  type TotalRow,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate } from '../../kernel/dates.ts';
import { formatSsp, formatUsd } from '../../kernel/money.ts';
import type { CreditNoteDocument } from './schema.ts';

const GOODS: TableShape = {
  cellSide: 8,
  columns: [
    { title: 'Returned goods' },
    { title: 'Quantity', width: 52, figure: true },
    { title: 'Price (USD)', width: 84, figure: true },
    { title: 'Amount (USD)', width: 92, figure: true },
  ],
};

/** The layout of a credit note: the goods that came back, what it settled, and what is left as credit. */
export function creditNoteDefinition(note: CreditNoteDocument): TDocumentDefinitions {
  const totals = { rows: totalRows(note), remarks: remarks(note) };
  const content: Content[] = [
    summaryRow(
      'Credit to',
      note.customer,
      [
        { label: 'Date', value: formatDate(note.paymentDate) },
        { label: 'Invoice', value: note.invoiceNumber },
        { label: 'Order', value: note.orderNumber },
        { label: 'Issued by', value: note.createdBy },
      ],
      panel(note),
    ),
    ...tableWithTotals(GOODS, rows(note), totals),
    ...noteBlock('Reason', note.notes),
  ];
  return page({
    company: note.company,
    title: 'Credit note',
    number: note.receiptId,
    date: note.paymentDate,
    content,
  });
}

function panel(note: CreditNoteDocument): PanelText {
  return {
    label: 'Credit',
    amount: formatUsd(note.amountUsd),
    lines: inPounds<PanelText['lines'][number]>(
      note.company,
      { text: formatSsp(note.amountSsp), style: TEXT.strong },
      { text: rateText(note.exchangeRate) },
    ),
  };
}

function rows({ lines, amountUsd }: CreditNoteDocument): TableRow[] {
  const [description, quantity, price] = columnWidths(GOODS) as [number, number, number, number];
  if (lines.length === 0) {
    const cells = [
      { ...TEXT.body, text: 'Equipment' },
      { ...TEXT.figure, text: '' },
      { ...TEXT.figure, text: '' },
      { ...TEXT.figure, text: formatUsd(amountUsd) },
    ];
    return [{ cells, texts: [] }];
  }
  return lines.map((line) => ({
    cells: [
      dataText(line.description, TEXT.body, description),
      dataText(String(line.quantity), TEXT.figure, quantity),
      dataText(formatUsd(line.unitPriceUsd), TEXT.figure, price),
      { ...TEXT.figure, text: formatUsd(line.amountUsd) },
    ],
    texts: [line.description],
  }));
}

function totalRows(note: CreditNoteDocument): TotalRow[] {
  const left = note.keptUsd !== 0;
  return [
    { label: 'Total credit', value: formatUsd(note.amountUsd), weight: 'final' },
    ...inPounds<TotalRow>(note.company, {
      label: 'Total in SSP',
      value: formatSsp(note.amountSsp),
      weight: 'quiet',
    }),
    ...note.allocations.map(({ invoiceNumber, amountUsd }) => ({
      label: `Settles ${invoiceNumber}`,
      value: formatUsd(amountUsd),
    })),
    ...note.refunds.map(({ refundNumber, amountUsd }) => ({
      label: `Paid out, ${refundNumber}`,
      value: formatUsd(amountUsd),
    })),
    ...(left ? [{ label: 'Left as credit', value: formatUsd(note.keptUsd) }] : []),
  ];
}

function remarks({ company, exchangeRate }: CreditNoteDocument): string[] {
  return [
    'All amounts in US dollars.',
    'What had been paid for these goods is credit again of the payments that it came from.',
    ...inPounds(company, `SSP at the rate of the invoice: ${rateText(exchangeRate)}.`),
  ];
}
