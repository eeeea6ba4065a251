import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import { column } from './page.ts';
import { type StampWord, stamp } from './stamp.ts';
import { COLOUR, CONTENT_WIDTH, TEXT } from './style.ts';

export interface TableColumn {
  title: string;
  /** Width of the text in points; exactly one column has none and takes the rest. */
  width?: number;
  figure?: boolean;
}

export interface TableShape {
  columns: readonly TableColumn[];
  /** Space on both sides of a cell's text. */
  cellSide: number;
  /** Of the whole table in points; that of the page when left out. */
  width?: number;
  /** Less space between the rows, for long tables. */
  isDense?: boolean;
}

/** Text widths of the columns, for line breaking. */
export function columnWidths({
  columns,
  cellSide,
  width: all = CONTENT_WIDTH,
}: TableShape): number[] {
  const fixed = columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  const rest = all - fixed - 2 * cellSide * columns.length;
  return columns.map(({ width }) => width ?? rest);
}

/** Rows with shorter texts are not split across pages. */
const ROW_STAYS_TOGETHER = 400;
/** Number of rows that stay with the totals on the last page, */
const ROWS_WITH_TOTALS = 2;
/** if their text is not longer than this: rows, totals and the block after them must fit one page. */
const TEXT_WITH_TOTALS = 300;

export interface TableRow {
  cells: Content[];
  /**
   * The texts of the data in the row. The layout engine drops an unbreakable row that is longer than a page, so rows
   * with a long text may be split.
   */
  texts: readonly string[];
}

/**
 * The main table, its totals and a short block after them. The header row repeats on every page, and the last rows move
 * to the next page with the totals, so that no page shows the totals or the block alone. If a long text allows rows to
 * be split, the moved rows have no header row; if the last row itself has such a text, the totals follow it directly.
 */
export function tableWithTotals(
  shape: TableShape,
  rows: readonly TableRow[],
  totals: Totals,
  after: readonly Content[] = [],
): Content[] {
  const isShort = (text: string) => text.length < ROW_STAYS_TOGETHER;
  const together = rows.every(({ texts }) => texts.every(isShort));
  const last = lastRows(rows);
  const before = rows.slice(0, rows.length - last.length);
  if (last.length === 0 || (!together && before.length === 0))
    return [mainTable(shape, together, cellsOf(rows)), totalsRow(totals), ...after];
  const stack = [endTable(shape, last), totalsRow(totals), ...after];
  if (together) {
    // Spans all columns and both side margins, so that its rows align with the header row.
    const end: TableCell = {
      colSpan: shape.columns.length,
      margin: [-shape.cellSide, 0, -shape.cellSide, 0],
      stack,
    };
    return [mainTable(shape, together, cellsOf(before), end)];
  }
  return [mainTable(shape, together, cellsOf(before)), { unbreakable: true, stack }];
}

/** The rows that stay with the totals. */
function lastRows(rows: readonly TableRow[]): readonly TableRow[] {
  const lengthOf = ({ texts }: TableRow) => texts.reduce((sum, text) => sum + text.length, 0);
  let left = TEXT_WITH_TOTALS;
  const last = rows.slice(-ROWS_WITH_TOTALS);
  const firstKept = last.findLastIndex((row) => {
    left -= lengthOf(row);
    return left < 0;
  });
  return last.slice(firstKept + 1);
}

function cellsOf(rows: readonly TableRow[]): Content[][] {
  return rows.map(({ cells }) => cells);
}

/** `end` is a last row over all columns with its own lines and spacing. */
function mainTable(
  shape: TableShape,
  together: boolean,
  rows: Content[][],
  end?: TableCell,
): Content {
  const head = shape.columns.map(({ title, figure }) => ({
    ...(figure ? TEXT.tableHeadFigure : TEXT.tableHead),
    text: title,
  }));
  const spanned = shape.columns.slice(1).map(() => '');
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: together ? 1 : 0,
      dontBreakRows: together,
      widths: columnWidths(shape),
      body: [head, ...rows, ...(end ? [[end, ...spanned]] : [])] as TableCell[][],
    },
    layout: tableLayout(shape, { head: 1, end: end ? 1 : 0 }),
  };
}

/** The last rows, with the line below the table. */
function endTable(shape: TableShape, rows: readonly TableRow[]): Content {
  return {
    table: { widths: columnWidths(shape), body: cellsOf(rows) as TableCell[][] },
    layout: tableLayout(shape, { head: 0, end: 0 }),
  };
}

/** Lines and spacing of a table with these numbers of header rows and of last rows with their own. */
function tableLayout(
  { cellSide, isDense = false }: TableShape,
  { head, end }: { head: number; end: number },
): CustomTableLayout {
  const [above, below] = isDense ? [3, 2] : [5, 4];
  const isEnd = (line: number, rowCount: number) => end > 0 && line === rowCount;
  const isEdge = (line: number, rowCount: number) =>
    (head > 0 && line === head) || (end === 0 && line === rowCount);
  const isOwn = (row: number, rowCount: number) => row >= rowCount - end;
  return {
    hLineWidth: (line, { table }) => {
      const rowCount = table.body.length;
      if (line === 0 || isEnd(line, rowCount)) return 0;
      return isEdge(line, rowCount) ? 1 : 0.5;
    },
    hLineColor: (line, { table }) =>
      isEdge(line, table.body.length) ? COLOUR.accent : COLOUR.hairline,
    vLineWidth: () => 0,
    fillColor: (row) => (row < head ? COLOUR.tint : null),
    paddingLeft: () => cellSide,
    paddingRight: () => cellSide,
    paddingTop: (row, { table }) => (isOwn(row, table.body.length) ? 0 : above),
    paddingBottom: (row, { table }) => (isOwn(row, table.body.length) ? 0 : below),
  };
}

export interface TotalRow {
  label: string;
  value: string;
  weight?: 'quiet' | 'final';
}

const TOTALS_WIDTH = 268;
const TOTALS_SIDE = 8;
/** More characters than in 'SSP 999,999,999.99'. */
const WIDE_SUM = 18;

export interface Totals {
  rows: readonly TotalRow[];
  /** Secondary text to the left of the sums. */
  remarks: readonly string[];
  /** Why the document is void. */
  warning?: string;
  stamp?: StampWord;
}

/** The end of the table: sums on the right, remarks and the stamp on the left. */
function totalsRow({ rows, remarks, warning, stamp: word }: Totals): Content {
  const remarkWidth = CONTENT_WIDTH - TOTALS_WIDTH - 20;
  return {
    margin: [0, 8, 0, 0],
    unbreakable: true,
    columnGap: 20,
    columns: [
      column(
        remarkWidth,
        ...remarks.map((text) => ({ ...TEXT.quiet, text })),
        ...(warning === undefined ? [] : [{ ...TEXT.strong, color: COLOUR.bad, text: warning }]),
        ...(word === undefined ? [] : [stamp(word)]),
      ),
      column(TOTALS_WIDTH, ...(rows.length === 0 ? [] : [sumsTable(rows)])),
    ],
  };
}

function sumsTable(rows: readonly TotalRow[]): Content {
  // Sums of a thousand million pounds need more room.
  const valueWidth = rows.some(({ value }) => value.length > WIDE_SUM) ? 136 : 104;
  const labelWidth = TOTALS_WIDTH - valueWidth - 4 * TOTALS_SIDE;
  return {
    table: {
      widths: [labelWidth, valueWidth],
      body: rows.map(({ label, value, weight }) => {
        if (weight === 'quiet') {
          return [
            { ...TEXT.quiet, text: label },
            { ...TEXT.quietFigure, text: value },
          ];
        }
        const final = weight === 'final';
        return [
          { ...(final ? { ...TEXT.strong, fontSize: 11 } : TEXT.body), text: label },
          {
            ...(final ? { ...TEXT.strongFigure, fontSize: 11 } : TEXT.figure),
            text: value,
          },
        ];
      }),
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      fillColor: (row) => (rows[row]?.weight === 'final' ? COLOUR.tint : null),
      paddingLeft: () => TOTALS_SIDE,
      paddingRight: () => TOTALS_SIDE,
      paddingTop: (row) => (rows[row]?.weight === 'final' ? 6 : 3),
      paddingBottom: (row) => (rows[row]?.weight === 'final' ? 5 : 2),
    },
  };
}
