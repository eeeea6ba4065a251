import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import {
  inPounds,
  isShortPayment,
  type PanelText,
  paymentBlock,
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
  type Totals,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate } from '../../kernel/dates.ts';
import { type Cents, cents, formatSsp, formatUsd, sumOf } from '../../kernel/money.ts';
import { POUNDS_COUNT } from '../../rates/rules.ts';
import type { StatementDocument } from './schema.ts';

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

// Smaller text than the other documents, so that six columns fit on portrait A4.
const CELL = { ...TEXT.body, fontSize: 8.8 };
const FIGURE = { ...TEXT.figure, fontSize: 8.8 };

/** The layout of a customer's dated statement: a balance below zero is the customer's credit. */
export function statementDefinition(statement: StatementDocument): TDocumentDefinitions {
  const { company, customer, from, to } = statement;
  const payment =
    statement.closingUsd > 0 ? paymentBlock(company, `customer number ${customer.customerId}`) : [];
  const [kept, after] = isShortPayment(company) ? [payment, []] : [[], payment];
  return page({
    company,
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
      ...tableWithTotals(TABLE, rows(statement), totals(statement), kept),
      ...after,
    ],
  });
}

function totals(statement: StatementDocument): Totals {
  const { lines } = statement;
  return {
    rows: [
      { label: 'Opening balance', value: formatUsd(statement.openingUsd) },
      { label: 'Charges', value: formatUsd(sumOf(lines, (line) => line.debitUsd)) },
      {
        label: 'Payments and credits',
        value: formatUsd(cents(-sumOf(lines, (line) => line.creditUsd))),
      },
      { label: 'Closing balance', value: formatUsd(statement.closingUsd), weight: 'final' },
      ...closingInPounds(statement).map(
        (value): TotalRow => ({ label: 'In SSP', value: formatSsp(value), weight: 'quiet' }),
      ),
    ],
    remarks: [
      'All amounts in US dollars.',
      ...inPounds(
        statement.company,
        `SSP at ${rateText(statement.exchangeRate)}, the rate of ${formatDate(statement.to)}.`,
      ),
      ...(statement.closingUsd > 0 ? inPounds(statement.company, POUNDS_COUNT) : []),
      ...statement.disputed.map(
        ({ invoiceNumber, since }) => `${invoiceNumber}: disputed since ${formatDate(since)}.`,
      ),
    ],
  };
}

function closingInPounds({ company, closingSsp }: StatementDocument): Cents[] {
  return closingSsp === null ? [] : inPounds(company, closingSsp);
}

function panel(statement: StatementDocument): PanelText {
  const inCredit = statement.closingUsd < 0;
  const positive = (amount: Cents) => cents(Math.abs(amount));
  return {
    label: inCredit ? 'Credit balance' : 'Balance due',
    amount: formatUsd(positive(statement.closingUsd)),
    lines: [
      ...closingInPounds(statement).map((value) => ({ text: formatSsp(positive(value)) })),
      { text: `on ${formatDate(statement.to)}`, style: TEXT.strong },
    ],
  };
}

function rows(statement: StatementDocument): TableRow[] {
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
          { ...FIGURE, text: line.debitUsd === 0 ? '' : formatUsd(line.debitUsd) },
          { ...FIGURE, text: line.creditUsd === 0 ? '' : formatUsd(line.creditUsd) },
          { ...FIGURE, text: formatUsd(line.balanceUsd) },
        ],
        texts: [line.reference, line.description],
      }),
    ),
    edge({ ...CELL, text: formatDate(statement.to) }, 'Closing balance', statement.closingUsd),
  ];
}
