import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { column, page } from '../../documents/pdf/page.ts';
import { CONTENT_WIDTH, TEXT } from '../../documents/pdf/style.ts';
import {
  columnWidths,
  type TableRow,
  type TableShape,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate, isIsoDate, isIsoMonth, shortMonth } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd } from '../../kernel/money.ts';
import type { ColumnKind } from '../built-in/schema.ts';
import type { Headline, PrintedTable, ReportDocument } from './documents.ts';
import { HALF_GAP, HALF_WIDTH, headlineContent } from './layout-headline.ts';
import type { Cell, TableColumn } from './rules-tables.ts';

const CELL_SIDE = 4;
const CELL = { ...TEXT.body, fontSize: 8.5 };
const FIGURE = { ...TEXT.figure, fontSize: 8.5 };
const WIDTHS: Record<ColumnKind, number> = {
  text: 74,
  money: 64,
  ssp: 84,
  integer: 46,
  number: 46,
  percent: 46,
  date: 56,
  month: 46,
};
/** The text column that takes the rest of the width has at least this. */
const LEAST_REST = 90;

const HEADING = 1;
/** Below this share of a page a table's title and head with a first row have no room; they begin the next page. */
const LOWEST_HEADING = 0.87;

const isFigure = ({ kind }: TableColumn) =>
  kind === 'money' ||
  kind === 'ssp' ||
  kind === 'integer' ||
  kind === 'number' ||
  kind === 'percent';

/** The layout of one part of a report. Only the first has the letterhead's title and the remarks. */
export function reportDefinition(of: ReportDocument): TDocumentDefinitions {
  const { isFirst } = of;
  const headline = isFirst ? of.headline : undefined;
  const { asOf } = of;
  const range = `${formatDate(of.dateRange.startDate)} – ${formatDate(of.dateRange.endDate)}`;
  const document = page({
    company: of.company,
    title: of.title,
    number: asOf ? `As of ${formatDate(asOf)}` : range,
    part: { isFirst },
    date: of.date,
    content: [
      ...(isFirst
        ? of.remarks.map((text): Content => ({ ...TEXT.quiet, text, margin: [0, 6, 0, 0] }))
        : []),
      ...(headline ? headlineContent(headline) : []),
      ...(headline ? summaryContent(headline.tables) : []),
      // The figures and their tables have two pages of their own.
      ...of.tables.flatMap((table, at) => tableContent(table, at === 0 && headline !== undefined)),
    ],
  });
  return {
    ...document,
    pageBreakBefore: ({ headlineLevel, startPosition }) =>
      headlineLevel === HEADING && startPosition.verticalRatio > LOWEST_HEADING,
  };
}

/** The long column, else the second text column, takes the rest; fixed ones shrink to leave it room. */
function shapeOf(columns: readonly TableColumn[], width: number): TableShape {
  const texts = columns.flatMap(({ kind }, at) => (kind === 'text' ? [at] : []));
  const long = columns.findIndex(({ isLong }) => isLong);
  const rest = long >= 0 ? long : (texts[1] ?? texts[0] ?? 0);
  const widthOf = ({ kind, points }: TableColumn) => points ?? WIDTHS[kind];
  const fixed = columns.reduce((sum, column, at) => sum + (at === rest ? 0 : widthOf(column)), 0);
  const room = width - LEAST_REST - 2 * CELL_SIDE * columns.length;
  const scale = Math.min(1, room / Math.max(fixed, 1));
  return {
    width,
    cellSide: CELL_SIDE,
    isDense: true,
    columns: columns.map((column, at) => ({
      title: column.title,
      ...(at === rest ? {} : { width: Math.floor(widthOf(column) * scale) }),
      figure: isFigure(column),
    })),
  };
}

/** The tables of the second page, one below another or two beside each other. */
function summaryContent(rows: Headline['tables']): Content[] {
  const all = () => true;
  return rows.map((tables, at): Content => {
    const pageBreak = at === 0 ? ({ pageBreak: 'before' } as const) : {};
    const [one, other] = tables;
    if (!other) return { ...pageBreak, stack: oneTable(one!, false, all) };
    const columns = [one!, other].map((table) =>
      column(HALF_WIDTH, ...oneTable(table, false, all, HALF_WIDTH)),
    );
    return { ...pageBreak, columnGap: HALF_GAP, columns };
  });
}

/** The table, and behind it the second one of its further columns, with the note at the end. */
function tableContent(table: PrintedTable, onNewPage: boolean): Content[] {
  const second = table.columns.find(({ inSecond }) => inSecond)?.inSecond;
  if (second === undefined) return oneTable(table, onNewPage, () => true);
  return [
    ...oneTable({ ...table, note: '' }, onNewPage, (column) => column.inSecond === undefined),
    ...oneTable(
      { ...table, title: second },
      false,
      (column, at) => at === 0 || column.inSecond === second,
    ),
  ];
}

function oneTable(
  { title, columns, rows, totals, note }: PrintedTable,
  onNewPage: boolean,
  isHere: (column: TableColumn, at: number) => boolean,
  width: number = CONTENT_WIDTH,
): Content[] {
  const shown = columns.flatMap((column, at) =>
    column.onlyInSheets || !isHere(column, at) ? [] : [at],
  );
  const shape = shapeOf(
    shown.map((at) => columns[at]!),
    width,
  );
  const widths = columnWidths(shape);
  const rowOf = (row: readonly Cell[], isBold: boolean): TableRow => {
    const texts = shown.map((at) => textOf(row[at] ?? null, columns[at]!));
    return {
      cells: texts.map((text, place) => {
        const plain = isFigure(columns[shown[place]!]!) ? FIGURE : CELL;
        return dataText(text, isBold ? { ...plain, bold: true } : plain, widths[place]!);
      }),
      texts,
    };
  };
  const body = [...rows.map((row) => rowOf(row, false)), ...(totals ? [rowOf(totals, true)] : [])];
  return [
    {
      ...{ ...TEXT.name, text: title, margin: [0, 16, 0, 8], headlineLevel: HEADING },
      ...(onNewPage ? { pageBreak: 'before' } : {}),
    },
    ...(body.length === 0
      ? []
      : tableWithTotals(shape, body, { rows: [], remarks: note === '' ? [] : [note] })),
    ...(body.length === 0 ? [{ ...TEXT.quiet, text: note }] : []),
  ];
}

/** 'out_of_order' → 'Out of order'. */
function codeText(code: string): string {
  if (code === 'olt') return 'OLT';
  return `${code.charAt(0).toUpperCase()}${code.slice(1)}`.replaceAll('_', ' ');
}

function textOf(value: Cell, { kind, isCode }: TableColumn): string {
  if (value === null || value === '') return '';
  // The row of totals says 'Total' in the column of months.
  if (kind === 'month' && typeof value === 'string' && isIsoMonth(value)) return shortMonth(value);
  if (isCode && typeof value === 'string') return codeText(value);
  if (typeof value === 'string') return isIsoDate(value) ? formatDate(value) : value;
  if (kind === 'money') return formatUsd(value as Cents);
  if (kind === 'ssp') return formatSsp(value as Cents);
  if (kind === 'percent') return `${value}%`;
  return value.toLocaleString('en-US');
}
