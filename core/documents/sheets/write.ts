import type { FileAnswer } from '../../kernel/contract.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import type { ExportFormat } from '../../kernel/paging.ts';
import { type CellKind, writeWorkbook } from './workbook-writer.ts';

/** One column of an export: what a row shows in it, and of which kind it is. */
export interface Column<T> {
  header: string;
  /** `money` is a number of cents, `date` a 'YYYY-MM-DD'. */
  kind: CellKind;
  value: (row: T) => string | number | null;
  /** In characters; without it by the kind. */
  width?: number;
}

const WIDTHS = { text: 24, money: 14, integer: 12, date: 12 };
const BOM = '\uFEFF';

/**
 * A spreadsheet runs a text that begins like a formula. A quote before it makes it text again; numbers are
 * written as numbers and keep their minus.
 */
export function neutralised(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

const DIGITS = /^-?\d{1,15}$/;

/** What a row shows in a column: a number where it is one, text that is safe to open where it is not. */
function cellOf<T>({ kind, value }: Column<T>, row: T): string | number | null {
  const shown = value(row);
  if (typeof shown !== 'string') return shown;
  if (kind === 'integer' && DIGITS.test(shown)) return Number(shown);
  return neutralised(shown);
}

function csvCell(kind: CellKind, value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') {
    return kind === 'money' ? toDecimal(cents(value)) : String(value);
  }
  // The other separators too, so that none of them is taken for the one of the file.
  const text = value.replaceAll('\0', '');
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows as CSV (RFC 4180, UTF-8 with a byte order mark so that Excel reads it), a batch a chunk. */
export async function* writeCsv<T>(
  columns: readonly Column<T>[],
  rows: AsyncIterable<readonly T[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const header = columns.map((column) => csvCell('text', neutralised(column.header)));
  yield encoder.encode(`${BOM}${header.join(',')}\r\n`);
  for await (const batch of rows) {
    const lines = batch.map(
      (row) =>
        `${columns.map((column) => csvCell(column.kind, cellOf(column, row))).join(',')}\r\n`,
    );
    yield encoder.encode(lines.join(''));
  }
}

/**
 * The rows as a workbook (.xlsx), written while they are read: its header bold and frozen, money, counts
 * and dates as numbers. More rows than a sheet can have go on to a second one.
 */
export function writeXlsx<T>(
  columns: readonly Column<T>[],
  rows: AsyncIterable<readonly T[]>,
  options: { sheetName?: string; rowsPerSheet?: number } = {},
): AsyncGenerator<Uint8Array> {
  return writeWorkbook({
    sheetName: options.sheetName ?? 'Sheet1',
    columns: columns.map(({ header, kind, width }) => ({
      header: neutralised(header),
      kind,
      width: width ?? WIDTHS[kind],
    })),
    rows,
    rowsPerSheet: options.rowsPerSheet,
    valuesOf: (row) => columns.map((column) => cellOf(column, row)),
  });
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Rows as a file to download, streamed; `name` is without its extension. */
export function exportFile<T>(
  { name, sheetName, format }: { name: string; sheetName: string; format: ExportFormat },
  columns: readonly Column<T>[],
  rows: AsyncIterable<readonly T[]>,
): FileAnswer {
  return {
    filename: `${name}.${format}`,
    contentType: contentTypes[format],
    body: format === 'csv' ? writeCsv(columns, rows) : writeXlsx(columns, rows, { sheetName }),
  };
}
