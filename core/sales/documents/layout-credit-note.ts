import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { inPounds, noteBlock, rateText, summaryRow } from '../../documents/pdf/blocks.ts';
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
import { formatSsp, formatUsd, usdToSsp } from '../../kernel/money.ts';
import type { CreditNoteDocument } from './schema.ts';

const TABLE: TableShape = {
  cellSide: 6,
  columns: [
    { title: '#', width: 16 },
    { title: 'Goods returned' },
    { title: 'Quantity', width: 52, figure: true },
    { title: 'Credit (USD)', width: 92, figure: true },
  ],
};

/** The layout of the credit note for goods that came back. */
export function saleCreditNoteDefinition(note: CreditNoteDocument): TDocumentDefinitions {
  const inSsp = formatSsp(usdToSsp(note.amountUsd, note.exchangeRate));
  const facts = [
    { label: 'Date', value: formatDate(note.date) },
    { label: 'Invoice', value: note.invoiceNumber },
    { label: 'Sales order', value: note.orderNumber },
    { label: 'Recorded by', value: note.createdBy },
  ];
  const panel = {
    label: 'Amount credited',
    amount: formatUsd(note.amountUsd),
    lines: inPounds(
      note.company,
      { text: inSsp, style: TEXT.strong },
      { text: rateText(note.exchangeRate) },
    ),
  };
  const rows: TotalRow[] = [
    ...inPounds<TotalRow>(note.company, { label: 'In SSP', value: inSsp, weight: 'quiet' }),
    { label: 'Total credited', value: formatUsd(note.amountUsd), weight: 'final' },
  ];
  const content: Content[] = [
    summaryRow('Credit to', note.customer, facts, panel),
    ...tableWithTotals(TABLE, lines(note), {
      rows,
      remarks: [
        'All amounts in US dollars.',
        ...inPounds(note.company, `SSP at the invoice's rate: ${rateText(note.exchangeRate)}.`),
        'It settles the invoice named above first; the rest is your credit.',
      ],
    }),
    ...noteBlock('Reason', note.reason),
  ];
  return page({
    company: note.company,
    title: 'Credit note',
    number: note.creditNote,
    date: note.date,
    content,
  });
}

function lines(note: CreditNoteDocument): TableRow[] {
  const [number, description, quantity, amount] = columnWidths(TABLE) as [
    number,
    number,
    number,
    number,
  ];
  return note.lines.map((line, place) => ({
    cells: [
      dataText(String(place + 1), TEXT.quiet, number),
      dataText(line.name, TEXT.body, description),
      dataText(String(line.quantity), TEXT.figure, quantity),
      dataText(formatUsd(line.amountUsd), TEXT.figure, amount),
    ],
    texts: [line.name],
  }));
}
