import { styleText } from 'node:util';
import type { Format } from './command.ts';
import { forTerminal, type Io, jsonForTerminal, supportsStyling } from './io.ts';

export interface Column<K extends string = string> {
  key: K;
  title: string;
  /** How a table shows the wire value, of this row; JSON and CSV contain the value itself. */
  show?: (value: unknown, row: object) => string;
  right?: true;
}

const grouped = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object'))
    return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function asCell(value: unknown): string | number {
  return typeof value === 'number' ? value : asText(value);
}

function amount(value: unknown): string {
  return typeof value === 'number' ? grouped.format(value) : asText(value);
}

/** '2026-11-21T08:00:00.000Z' in Juba's time, to the minute. */
const instants = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Juba',
  dateStyle: 'short',
  timeStyle: 'short',
});

export function instantText(value: unknown): string {
  return typeof value === 'string' ? instants.format(new Date(value)) : '';
}

export function textColumn<K extends string>(key: K, title: string): Column<K> {
  return { key, title };
}
export function numberColumn<K extends string>(key: K, title: string): Column<K> {
  return { key, title, right: true };
}
export function moneyColumn<K extends string>(key: K, title: string): Column<K> {
  return { key, title, right: true, show: amount };
}
export function instantColumn<K extends string>(key: K, title: string): Column<K> {
  return { key, title, show: instantText };
}

/** Columns of rows of a type, with its fields as keys. */
type ColumnsOf<R> = readonly Column<keyof NoInfer<R> & string>[];

/** Prints rows. JSON has the wire values unchanged; table and CSV have the columns. */
export async function printRows<R extends object>(
  io: Io,
  format: Format,
  rows: readonly R[],
  columns: ColumnsOf<R>,
): Promise<void> {
  if (format === 'json') return printJson(io, rows);
  if (format === 'csv') {
    const { toCsv } = await import('./csv.ts');
    const clean = io.isTTY.stdout ? forTerminal : (text: string) => text;
    const cells = rows.map((row) =>
      columns.map(({ key }) => {
        const cell = asCell(row[key]);
        return typeof cell === 'number' ? cell : clean(cell);
      }),
    );
    io.stdout.write(toCsv([columns.map(({ key }) => key), ...cells]));
    return;
  }
  if (rows.length === 0) {
    io.stderr.write('Nothing found.\n');
    return;
  }
  const cells = rows.map((row) => columns.map((column) => shown(column, row)));
  io.stdout.write(await drawTable(io, columns, cells));
}

/** Prints one record: as a table with a line per field, or as CSV with one row. */
export async function printRecord<R extends object>(
  io: Io,
  format: Format,
  record: R,
  columns: ColumnsOf<R>,
): Promise<void> {
  if (format !== 'table') {
    return format === 'json' ? printJson(io, record) : printRows(io, format, [record], columns);
  }
  const width = Math.max(...columns.map(({ title }) => title.length));
  for (const column of columns) {
    io.stdout.write(`${column.title.padEnd(width)}  ${shown(column, record)}\n`);
  }
}

function printJson(io: Io, value: unknown): void {
  io.stdout.write(`${jsonForTerminal(JSON.stringify(value, null, 2))}\n`);
}

function shown<R extends object>({ key, show }: Column<keyof R & string>, row: R): string {
  return onOneLine(forTerminal((show ?? asText)(row[key], row)));
}

function onOneLine(text: string): string {
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

const BORDERLESS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

async function drawTable(
  io: Io,
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const bold = supportsStyling(io, 'stdout')
    ? (title: string) => styleText('bold', title, { validateStream: false })
    : (title: string) => title;
  const table = new Table({
    head: columns.map(({ title }) => bold(title)),
    colAligns: columns.map(({ right }) => (right ? 'right' : 'left')),
    chars: BORDERLESS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  table.push(...cells.map((row) => [...row]));
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

/** Reports when a list has more rows than were printed. */
export function noteRest(io: Io, shownRows: number, total: number | undefined, page: number): void {
  if (total === undefined || shownRows >= total) return;
  if (shownRows === 0) {
    io.stderr.write(`There are ${total} in all; page ${page} lies past the end.\n`);
    return;
  }
  io.stderr.write(`${shownRows} of ${total} shown; --page ${page + 1} shows the next.\n`);
}
