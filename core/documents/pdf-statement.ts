import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatDate } from '../kernel/dates.ts';
import { type Cents, cents, formatSsp, formatUsd, sumOf } from '../kernel/money.ts';
import {
  columnWidths,
  inPounds,
  mainTable,
  type PanelText,
  paymentBlock,
  rateText,
  summaryRow,
  type TableShape,
  type TotalRow,
  totalsRow,
} from './pdf-blocks.ts';
import type { StatementDocument } from './pdf-documents.ts';
import { page } from './pdf-page.ts';
import { TEXT } from './pdf-style.ts';
import { dataText } from './pdf-text.ts';

const TABLE: TableShape = {
  cellSide: 5,
  columns: [
    { title: 'Date', width: 53 },
    { title: 'Reference', width: 80 },
    { title: 'Description' },
    { title: 'Charges', width: 56, figure: true },
    { title: 'Payments', width: 56, figure: true },
    { title: 'Balance', width: 58, figure: true },
  ],
};

// Six columns on upright A4: a little smaller than the text of the other documents.
const CELL = { ...TEXT.body, fontSize: 8.8 };
const FIGURE = { ...TEXT.figure, fontSize: 8.8 };

/** The layout of a customer's dated statement: a balance below zero is the customer's credit. */
export function statementDefinition(statement: StatementDocument): TDocumentDefinitions {
  const { customer, from, to, lines } = statement;
  return page({
    company: statement.company,
    title: 'Statement',
    number: `${formatDate(from)} – ${formatDate(to)}`,
    date: to,
    content: [
      summaryRow(
        'Account of',
        customer,
        [
          { label: 'From', value: formatDate(from) },
          { label: 'To', value: formatDate(to) },
        ],
        panel(statement),
      ),
      mainTable(
        TABLE,
        rows(statement),
        lines.flatMap((line) => [line.reference, line.description]),
      ),
      totalsRow({
        rows: [
          { label: 'Opening balance', value: formatUsd(statement.opening) },
          { label: 'Charges', value: formatUsd(sumOf(lines, (line) => line.debit)) },
          {
            label: 'Payments and credits',
            value: formatUsd(cents(-sumOf(lines, (line) => line.credit))),
          },
          { label: 'Closing balance', value: formatUsd(statement.closing), weight: 'final' },
          ...closingInPounds(statement).map(
            (value): TotalRow => ({ label: 'In SSP', value: formatSsp(value), weight: 'quiet' }),
          ),
        ],
        remarks: [
          'All amounts in US dollars.',
          ...inPounds(statement.company, `SSP at ${rateText(statement.sspRate)}.`),
        ],
      }),
      ...(statement.closing > 0
        ? paymentBlock(statement.company, `customer number ${customer.customerId}`)
        : []),
    ],
  });
}

function closingInPounds({ company, sspClosing }: StatementDocument): Cents[] {
  return sspClosing === null ? [] : inPounds(company, sspClosing);
}

function panel(statement: StatementDocument): PanelText {
  const inCredit = statement.closing < 0;
  const positive = (amount: Cents) => cents(Math.abs(amount));
  return {
    label: inCredit ? 'Credit balance' : 'Balance due',
    amount: formatUsd(positive(statement.closing)),
    lines: [
      ...closingInPounds(statement).map((value) => ({ text: formatSsp(positive(value)) })),
      { text: `on ${formatDate(statement.to)}`, style: TEXT.strong },
    ],
  };
}

function rows(statement: StatementDocument): Content[][] {
  const widths = columnWidths(TABLE);
  const edge = (date: Content, label: string, balance: Cents): Content[] => [
    date,
    '',
    { ...CELL, bold: true, text: label },
    '',
    '',
    { ...FIGURE, bold: true, text: formatUsd(balance) },
  ];
  return [
    edge({ ...CELL, text: formatDate(statement.from) }, 'Opening balance', statement.opening),
    ...statement.lines.map((line): Content[] => [
      { ...CELL, text: formatDate(line.date) },
      dataText(line.reference, CELL, widths[1]!),
      dataText(line.description, CELL, widths[2]!),
      { ...FIGURE, text: line.debit === 0 ? '' : formatUsd(line.debit) },
      { ...FIGURE, text: line.credit === 0 ? '' : formatUsd(line.credit) },
      { ...FIGURE, text: formatUsd(line.balance) },
    ]),
    edge({ ...CELL, text: formatDate(statement.to) }, 'Closing balance', statement.closing),
  ];
}
