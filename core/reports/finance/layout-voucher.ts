import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { JournalEntryDetail, JournalLine } from '../../accounting/schema.ts';
import { type Fact, factsRow } from '../../documents/pdf/blocks.ts';
import { column, page } from '../../documents/pdf/page.ts';
import { COLOUR, CONTENT_WIDTH, TEXT } from '../../documents/pdf/style.ts';
import {
  columnWidths,
  type TableRow,
  type TableShape,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate, formatInstant } from '../../kernel/dates.ts';
import { formatSsp, formatUsd } from '../../kernel/money.ts';
import type { VoucherDocument } from './documents.ts';

const CELL = { ...TEXT.body, fontSize: 9 };
const FIGURE = { ...TEXT.figure, fontSize: 9 };

/** The layout of the voucher of a journal entry, to be signed and filed with its papers. */
export function journalVoucherDefinition({
  company,
  entry,
}: VoucherDocument): TDocumentDefinitions {
  const hasPounds = entry.lines.some(({ sspAmount }) => sspAmount !== null);
  const shape: TableShape = {
    cellSide: 5,
    columns: [
      { title: 'Account', width: 156 },
      { title: 'Description' },
      ...(hasPounds ? [{ title: 'SSP', width: 78, figure: true }] : []),
      { title: 'Debit', width: 70, figure: true },
      { title: 'Credit', width: 70, figure: true },
    ],
  };
  return page({
    company,
    title: 'Journal voucher',
    number: entry.entryId,
    date: entry.entryDate,
    content: [
      factsRow(factsOf(entry), {
        label: 'Amount',
        amount: formatUsd(entry.totalDebit),
        lines: [{ text: `on ${formatDate(entry.entryDate)}`, style: TEXT.strong }],
      }),
      ...tableWithTotals(
        shape,
        entry.lines.map((line) => lineRow(line, columnWidths(shape), hasPounds)),
        {
          rows: [
            { label: 'Total debit', value: formatUsd(entry.totalDebit) },
            { label: 'Total credit', value: formatUsd(entry.totalCredit), weight: 'final' },
          ],
          remarks: ['All amounts in US dollars.'],
          ...(entry.reversedBy === null
            ? {}
            : { warning: `This entry has been reversed by ${entry.reversedBy}.` }),
        },
      ),
      signatures(['Prepared by', 'Checked by', 'Approved by']),
    ],
  });
}

function factsOf(entry: JournalEntryDetail): Fact[] {
  return [
    { label: 'Description', value: entry.description },
    { label: 'Reference', value: entry.reference },
    { label: 'Posted by', value: entry.createdBy },
    { label: 'Posted on', value: formatInstant(entry.createdAt) },
    { label: 'Reverses', value: entry.reversalOf ?? '' },
  ];
}

function lineRow(line: JournalLine, widths: readonly number[], hasPounds: boolean): TableRow {
  const account = `${line.accountCode} ${line.accountName}`;
  const pounds = line.sspAmount === null ? '' : formatSsp(line.sspAmount);
  return {
    cells: [
      dataText(account, CELL, widths[0]!),
      dataText(line.description, CELL, widths[1]!),
      ...(hasPounds ? [{ ...FIGURE, text: pounds }] : []),
      { ...FIGURE, text: line.debitAmount === 0 ? '' : formatUsd(line.debitAmount) },
      { ...FIGURE, text: line.creditAmount === 0 ? '' : formatUsd(line.creditAmount) },
    ],
    texts: [account, line.description],
  };
}

/** Lines to sign on, with room for name and date. */
function signatures(labels: readonly string[]): Content {
  const gap = 20;
  const width = (CONTENT_WIDTH - gap * (labels.length - 1)) / labels.length;
  return {
    margin: [0, 64, 0, 0],
    unbreakable: true,
    columnGap: gap,
    columns: labels.map((label) =>
      column(
        width,
        {
          canvas: [
            { type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.7, lineColor: COLOUR.ink },
          ],
        },
        { ...TEXT.quiet, text: `${label}, date`, margin: [0, 4, 0, 0] },
      ),
    ),
  };
}
