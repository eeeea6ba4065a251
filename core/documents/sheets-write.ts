import { type Cents, toDecimal, toNumber } from '../kernel/money.ts';

/** One column of an export: what a row shows in it, and of which kind it is. */
export interface Column<T> {
  header: string;
  /** `money` is a number of cents, `date` a 'YYYY-MM-DD'. */
  kind: 'text' | 'money' | 'integer' | 'date';
  value: (row: T) => string | number | null;
  /** In characters; without it by the kind. */
  width?: number;
}

const WIDTHS = { text: 24, money: 14, integer: 12, date: 12 };
const FORMATS = { text: '@', money: '#,##0.00', integer: '0', date: 'yyyy-mm-dd' };
const BOM = '\uFEFF';

/**
 * A spreadsheet runs a text that begins like a formula. A quote before it makes it text again; numbers are
 * written as numbers and keep their minus.
 */
export function neutralised(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function csvCell<T>(column: Column<T>, row: T): string {
  const value = column.value(row);
  if (value === null || value === '') return '';
  if (column.kind === 'money') return toDecimal(value as Cents);
  if (column.kind === 'integer') return String(value);
  const text = neutralised(String(value));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows as CSV (RFC 4180, UTF-8 with a byte order mark so that Excel reads it), a batch a chunk. */
export async function* writeCsv<T>(
  columns: readonly Column<T>[],
  rows: AsyncIterable<readonly T[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const header = columns.map((column) =>
    csvCell({ header: '', kind: 'text', value: () => column.header }, null),
  );
  yield encoder.encode(`${BOM}${header.join(',')}\r\n`);
  for await (const batch of rows) {
    const lines = batch.map(
      (row) => `${columns.map((column) => csvCell(column, row)).join(',')}\r\n`,
    );
    yield encoder.encode(lines.join(''));
  }
}

function xlsxCell<T>(column: Column<T>, row: T): string | number | Date | null {
  const value = column.value(row);
  if (value === null || value === '') return null;
  if (column.kind === 'money') return toNumber(value as Cents);
  if (column.kind === 'integer') return Number(value);
  if (column.kind === 'date') return new Date(`${value}T00:00:00Z`);
  return neutralised(String(value));
}

/** The rows as a workbook of one sheet, written while they are read; the library is loaded with the first use. */
export async function* writeXlsx<T>(
  columns: readonly Column<T>[],
  rows: AsyncIterable<readonly T[]>,
  options: { sheetName?: string } = {},
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const cells = async function* () {
    for await (const batch of rows)
      for (const row of batch) yield columns.map((column) => xlsxCell(column, row));
  };
  const stream = writeXlsxStream(cells(), {
    name: options.sheetName ?? 'Sheet1',
    columns: columns.map(({ header, kind, width }) => ({
      header,
      numFmt: FORMATS[kind],
      width: width ?? WIDTHS[kind],
    })),
    freezePane: { rows: 1 },
  });
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A reader who leaves early stops the source as well.
    await reader.cancel().catch(() => {});
  }
}

export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
