import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type PanelText, summaryRow } from '../../documents/pdf/blocks.ts';
import type { DocumentCustomer } from '../../documents/pdf/documents.ts';
import { page } from '../../documents/pdf/page.ts';
import { TEXT } from '../../documents/pdf/style.ts';
import {
  columnWidths,
  type TableRow,
  type TableShape,
  type Totals,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate } from '../../kernel/dates.ts';
import { type Cents, cents, formatUsd, sumOf } from '../../kernel/money.ts';
import type { SupplierStatementDocument } from './schema.ts';

const TABLE: TableShape = {
  cellSide: 5,
  columns: [
    { title: 'Date', width: 53 },
    { title: 'Reference', width: 84 },
    { title: 'Description' },
    { title: 'Billed', width: 58, figure: true },
    { title: 'Paid', width: 58, figure: true },
    { title: 'Balance', width: 58, figure: true },
  ],
};

// Smaller text than the other documents, so that six columns fit on portrait A4.
const CELL = { ...TEXT.body, fontSize: 8.8 };
const FIGURE = { ...TEXT.figure, fontSize: 8.8 };

/** The layout of a supplier's statement, for comparison with the supplier's own: below zero is paid in advance. */
export function supplierStatementDefinition(
  statement: SupplierStatementDocument,
): TDocumentDefinitions {
  const { company, from, to } = statement;
  return page({
    company,
    title: 'Statement',
    number: `${formatDate(from)} – ${formatDate(to)}`,
    date: to,
    content: [
      summaryRow(
        'Supplier',
        party(statement),
        [
          { label: 'From', value: formatDate(from) },
          { label: 'To', value: formatDate(to) },
          { label: 'Terms', value: statement.supplier.paymentTerms },
        ],
        panel(statement),
      ),
      ...tableWithTotals(TABLE, rows(statement), totals(statement)),
    ],
  });
}

function party({ supplier }: SupplierStatementDocument): DocumentCustomer {
  const { supplierCode, name, address, city, country, phone, email } = supplier;
  return {
    customerId: supplierCode,
    word: 'Supplier',
    name,
    address: [address, city, country].filter(Boolean).join(', '),
    phone,
    email,
  };
}

function panel({ closingUsd, to }: SupplierStatementDocument): PanelText {
  return {
    label: closingUsd < 0 ? 'Paid in advance' : 'We owe',
    amount: formatUsd(cents(Math.abs(closingUsd))),
    lines: [{ text: `on ${formatDate(to)}`, style: TEXT.strong }],
  };
}

function totals({ lines, openingUsd, closingUsd }: SupplierStatementDocument): Totals {
  return {
    rows: [
      { label: 'Opening balance', value: formatUsd(openingUsd) },
      { label: 'Billed', value: formatUsd(sumOf(lines, (line) => line.billedUsd)) },
      { label: 'Paid', value: formatUsd(cents(0 - sumOf(lines, (line) => line.paidUsd))) },
      { label: 'Closing balance', value: formatUsd(closingUsd), weight: 'final' },
    ],
    remarks: [
      'All amounts in US dollars. Bills and payments in South Sudanese pounds count at the rate of their day.',
    ],
  };
}

const shown = (amount: Cents) => (amount === 0 ? '' : formatUsd(amount));

function rows(statement: SupplierStatementDocument): TableRow[] {
  const widths = columnWidths(TABLE);
  const edge = (date: Content, label: string, balance: Cents): TableRow => ({
    cells: [
      date,
      '',
      { ...CELL, bold: true, text: label },
      '',
      '',
      { ...FIGURE, bold: true, text: formatUsd(balance) },
    ],
    texts: [],
  });
  return [
    edge({ ...CELL, text: formatDate(statement.from) }, 'Opening balance', statement.openingUsd),
    ...statement.lines.map(
      (line): TableRow => ({
        cells: [
          { ...CELL, text: formatDate(line.date) },
          dataText(line.reference, CELL, widths[1]!),
          dataText(line.description, CELL, widths[2]!),
          { ...FIGURE, text: shown(line.billedUsd) },
          { ...FIGURE, text: shown(line.paidUsd) },
          { ...FIGURE, text: formatUsd(line.balanceUsd) },
        ],
        texts: [line.reference, line.description],
      }),
    ),
    edge({ ...CELL, text: formatDate(statement.to) }, 'Closing balance', statement.closingUsd),
  ];
}
