import type { FileAnswer } from '../../kernel/contract.ts';
import type { May } from '../../kernel/guarded.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import type { ExportFormat } from '../../kernel/paging.ts';
import {
  type CellKind,
  type WorkbookContent,
  writeSheets,
  writeWorkbook,
} from './workbook-writer.ts';

/** One column of an export: its title, kind and value. */
export interface Column<T> {
  header: string;
  /** `money` is in cents, `date` a 'YYYY-MM-DD'; a `number` may have decimals. */
  kind: CellKind;
  value: (row: T) => string | number | null;
  /** In characters; by default depends on the kind. */
  width?: number;
  /** The permission without which the column is left out (kernel/guarded.ts). */
  needs?: string;
}

function columnsFor<T>(columns: readonly Column<T>[], may: May): Column<T>[] {
  return columns.filter(({ needs }) => needs === undefined || may(needs));
}

const WIDTHS = { text: 24, money: 14, integer: 12, number: 12, date: 12 };
const BOM = '\uFEFF';

/**
 * Neutralises a text that a spreadsheet would run as a formula, with a leading quote; some read the full-width forms of the
 * signs as the signs. Numbers are written as numbers and keep their minus.
 */
export function neutralised(text: string): string {
  return /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}

const DIGITS = /^-?\d{1,15}$/;

/** A value of a column that is safe to open: a number, or a text that is no formula. */
function cellOf<V extends string | number | null>(kind: CellKind, value: V): V | string | number {
  if (typeof value !== 'string') return value;
  if (kind === 'integer' && DIGITS.test(value)) return Number(value);
  return neutralised(value);
}

function csvNumber(kind: CellKind, value: number): string {
  return kind === 'money' ? toDecimal(cents(value)) : String(value);
}

function csvText(value: string): string {
  // Quotes other common separators too, so that none of them is detected as the file's.
  const text = value.replaceAll('\0', '');
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What is neither quoted nor neutralised nor contains a zero: most texts, which one look is enough for. */
const NEEDS_CARE = /^[=+\-@\s\uff1d\uff0b\uff0d\uff20]|[",;|\t\r\n\0]|\s$/;

/** The text of a column's cell for each row. */
function csvCells<T>({ kind, value }: Column<T>): (row: T) => string {
  return (row) => {
    const shown = value(row);
    if (shown === null) return '';
    if (typeof shown === 'number') return csvNumber(kind, shown);
    if (kind !== 'integer' && !NEEDS_CARE.test(shown)) return shown;
    const cell = cellOf(kind, shown);
    return typeof cell === 'number' ? csvNumber(kind, cell) : csvText(cell);
  };
}

/** The rows as CSV (RFC 4180, UTF-8 with a byte order mark for Excel), one chunk per batch. */
export async function* writeCsv<T>(
  columns: readonly Column<T>[],
  rows: AsyncIterable<readonly T[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const header = columns.map((column) => csvText(neutralised(column.header)));
  yield encoder.encode(`${BOM}${header.join(',')}\r\n`);
  const [first, ...others] = columns.map(csvCells);
  if (!first) return;
  for await (const batch of rows) {
    let lines = '';
    for (const row of batch) {
      lines += first(row);
      for (const cell of others) lines += `,${cell(row)}`;
      lines += '\r\n';
    }
    yield encoder.encode(lines);
  }
}

/**
 * The rows as a streamed workbook (.xlsx) with a bold, frozen header; money, counts and dates are numbers. Rows beyond
 * a sheet's maximum go to a second one.
 */
export function writeXlsx<T>(
  columns: readonly Column<T>[],
  rows: AsyncIterable<readonly T[]>,
  options: { sheetName?: string; rowsPerSheet?: number } = {},
): AsyncGenerator<Uint8Array> {
  return writeWorkbook(contentOf(columns, rows, options));
}

function contentOf<T>(
  columns: readonly Column<T>[],
  rows: AsyncIterable<readonly T[]>,
  options: { sheetName?: string; rowsPerSheet?: number },
): WorkbookContent<T> {
  return {
    sheetName: options.sheetName ?? 'Sheet1',
    columns: columns.map(({ header, kind, width }) => ({
      header: neutralised(header),
      kind,
      width: width ?? WIDTHS[kind],
    })),
    rows,
    rowsPerSheet: options.rowsPerSheet,
    valuesOf: (row) => columns.map(({ kind, value }) => cellOf(kind, value(row))),
  };
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const nobody: May = () => false;

/**
 * Rows as a streamed download; `name` has no extension. Columns that need a permission are left out unless `may` says that
 * the caller holds it (`mayOf` in identity/actor.ts).
 */
export function exportFile<T>(
  { name, sheetName, format }: { name: string; sheetName: string; format: ExportFormat },
  columns: readonly Column<T>[],
  rows: AsyncIterable<readonly T[]>,
  may: May = nobody,
): FileAnswer {
  const shown = columnsFor(columns, may);
  return {
    filename: `${name}.${format}`,
    contentType: contentTypes[format],
    body: format === 'csv' ? writeCsv(shown, rows) : writeXlsx(shown, rows, { sheetName }),
  };
}

/** A table of a file with several. */
export interface Sheet<T> {
  name: string;
  columns: readonly Column<T>[];
  /** All at once, or in batches as they are read. */
  rows: readonly T[] | AsyncIterable<readonly T[]>;
}

/**
 * Several tables as a download: a sheet for each in .xlsx; in .csv one after another, each below its name, with an empty
 * line between them. `name` has no extension.
 */
export function exportSheets<T>(
  { name, format }: { name: string; format: ExportFormat },
  tables: readonly Sheet<T>[],
  may: May = nobody,
): FileAnswer {
  const sheets = tables.map((table) => ({ ...table, columns: columnsFor(table.columns, may) }));
  return {
    filename: `${name}.${format}`,
    contentType: contentTypes[format],
    body:
      format === 'csv'
        ? writeTables(sheets)
        : writeSheets(
            sheets.map((sheet) =>
              contentOf(sheet.columns, inBatches(sheet.rows), { sheetName: sheet.name }),
            ),
          ),
  };
}

async function* inBatches<T>(rows: Sheet<T>['rows']): AsyncGenerator<readonly T[]> {
  if (Symbol.asyncIterator in rows) yield* rows;
  else yield rows;
}

async function* writeTables<T>(sheets: readonly Sheet<T>[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const [index, { name, columns, rows }] of sheets.entries()) {
    const above = index === 0 ? '' : '\r\n';
    if (sheets.length > 1) {
      const title = csvText(neutralised(name));
      yield encoder.encode(`${index === 0 ? BOM : ''}${above}${title}\r\n`);
    }
    let isFirst = sheets.length > 1;
    for await (const chunk of writeCsv(columns, inBatches(rows))) {
      // The byte order mark stands at the beginning of the file alone.
      yield isFirst ? chunk.subarray(encoder.encode(BOM).length) : chunk;
      isFirst = false;
    }
  }
}
