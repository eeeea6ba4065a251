import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { inPounds, rateText } from '../../documents/pdf/blocks.ts';
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
import { formatMonth } from '../../kernel/dates.ts';
import { formatSspSum, formatUsd, sumToSsp } from '../../kernel/money.ts';
import type { StatementsDocument } from './documents.ts';
import type { StatementRow, StatementTable } from './rules-tables.ts';

const CODE_WIDTH = 42;
const AMOUNT_WIDTH = 84;

/** The layout of the statements of a month, each beginning on a page of its own. */
export function financialStatementsDefinition(of: StatementsDocument): TDocumentDefinitions {
  const [only] = of.tables.length === 1 ? of.tables : [];
  return page({
    company: of.company,
    title: only?.title ?? 'Statements',
    number: formatMonth(of.month),
    date: of.date,
    content: of.tables.flatMap((table, index) => statement(of, table, index > 0)),
  });
}

function statement(of: StatementsDocument, table: StatementTable, startsPage: boolean): Content[] {
  const shape: TableShape = {
    cellSide: 5,
    isDense: true,
    columns: table.columns.map(({ title, kind }, index) => {
      if (kind === 'money') return { title, width: AMOUNT_WIDTH, figure: true };
      return index === 0 ? { title, width: CODE_WIDTH } : { title };
    }),
  };
  const widths = columnWidths(shape);
  return [
    {
      ...TEXT.name,
      text: table.title,
      margin: [0, 16, 0, 0],
      ...(startsPage ? { pageBreak: 'before' } : {}),
    },
    { ...TEXT.quiet, text: table.period, margin: [0, 0, 0, 10] },
    ...tableWithTotals(
      shape,
      table.rows.map((row) => tableRow(row, widths)),
      {
        rows: table.results.flatMap((result) => totalRows(of, result)),
        remarks: [
          'All amounts in US dollars.',
          ...(of.note ? [of.note] : []),
          ...inPounds(of.company, `SSP at ${rateText(of.exchangeRate)}.`),
        ],
        ...(table.isBalanced ? {} : { warning: 'The books are not balanced.' }),
      },
    ),
  ];
}

function totalRows(
  { company, exchangeRate }: StatementsDocument,
  { label, amount }: StatementTable['results'][number],
): TotalRow[] {
  const pounds = formatSspSum(sumToSsp(amount, exchangeRate));
  return [
    { label, value: formatUsd(amount), weight: 'final' },
    ...inPounds(company, pounds).map(
      (value): TotalRow => ({ label: 'In SSP', value, weight: 'quiet' }),
    ),
  ];
}

function tableRow({ style, cells }: StatementRow, widths: readonly number[]): TableRow {
  const isBold = style !== 'line';
  const texts = cells.filter((cell) => typeof cell === 'string');
  return {
    cells: cells.map((cell, index): Content => {
      if (cell === null) return '';
      if (typeof cell === 'string')
        return dataText(cell, isBold ? TEXT.strong : TEXT.body, widths[index]!);
      return { ...(isBold ? TEXT.strongFigure : TEXT.figure), text: formatUsd(cell) };
    }),
    texts,
  };
}
