import { AppError } from '../kernel/errors.ts';
import {
  cellTooLong,
  columnName,
  emptySheet,
  expandsTooMuch,
  MAX_CELL_LENGTH,
  type SheetFormat,
  type SheetInfo,
  type SheetLimits,
  type SheetRow,
  type SheetSource,
  tooManyColumns,
  tooManyRows,
} from './sheets-model.ts';

/** Characters of one batch, however many rows that is. */
const MAX_BATCH_LENGTH = 4 * 1024 * 1024;

export interface SheetTable {
  info: SheetInfo;
  rows: AsyncIterable<SheetRow[]>;
}

/**
 * Takes the first row that holds anything as the header and the others as its data. Rows without any
 * text are skipped; short ones are filled up. Nothing is dropped: a value to the right of the last
 * named column stays in its row, with a `problem`. Throws 'sheet.empty', 'sheet.duplicateHeader',
 * 'sheet.tooManyColumns'; the rows throw 'sheet.tooManyRows', 'sheet.cellTooLong', 'sheet.expands'.
 */
export async function readTable(
  { info, records }: SheetSource,
  limits: SheetLimits,
): Promise<SheetTable> {
  const batches = records[Symbol.asyncIterator]();
  for (let next = await batches.next(); !next.done; next = await batches.next()) {
    const at = next.value.findIndex((row) => !isBlank(row));
    if (at === -1) continue;
    const header = headerOf(next.value[at]!, limits.maxColumns);
    const warnings = [...info.warnings, ...unnamedColumns(header)];
    const rows = dataRows(next.value.slice(at + 1), batches, header.length, info.format, limits);
    return { info: { ...info, header, warnings }, rows };
  }
  throw emptySheet();
}

function isBlank({ cells, problem }: SheetRow): boolean {
  return problem === undefined && cells.every((cell) => cell.trim() === '');
}

function headerOf({ row, cells, problem }: SheetRow, maxColumns: number): string[] {
  if (problem !== undefined) {
    throw new AppError('invalid', 'sheet.header', `The header in row ${row}: ${problem}`);
  }
  if (cells.some((cell) => cell.length > MAX_CELL_LENGTH)) throw cellTooLong(row);
  const header = cells.map((cell) => cell.trim());
  while (header.at(-1) === '') header.pop();
  if (header.length > maxColumns) throw tooManyColumns(maxColumns);
  const seen = new Set<string>();
  for (const name of header) {
    if (name !== '' && seen.has(name)) {
      throw new AppError(
        'invalid',
        'sheet.duplicateHeader',
        `The header "${name}" comes more than once in row ${row}. Give each column its own name.`,
      );
    }
    seen.add(name);
  }
  return header;
}

function unnamedColumns(header: readonly string[]): string[] {
  const unnamed = header.flatMap((name, index) => (name === '' ? [columnName(index)] : []));
  if (unnamed.length === 0) return [];
  const columns = unnamed.length === 1 ? 'Column' : 'Columns';
  return [`${columns} ${unnamed.join(', ')} without a name in the header cannot be imported.`];
}

async function* dataRows(
  first: SheetRow[],
  batches: AsyncIterator<SheetRow[]>,
  width: number,
  format: SheetFormat,
  { maxRows, maxExpandedBytes }: SheetLimits,
): AsyncGenerator<SheetRow[], void, undefined> {
  let count = 0;
  let length = 0;
  let batch: SheetRow[] | undefined = first;
  try {
    while (batch !== undefined) {
      let rows: SheetRow[] = [];
      let rowsLength = 0;
      for (const row of batch) {
        if (isBlank(row)) continue;
        rowsLength += textLength(row);
        rows.push(fitted(row, width, format));
        if (rowsLength < MAX_BATCH_LENGTH) continue;
        yield rows;
        count += rows.length;
        length += rowsLength;
        rows = [];
        rowsLength = 0;
        // Cells that share one text make it cheap to send gigabytes in a small file.
        if (length > maxExpandedBytes) throw expandsTooMuch(length);
      }
      count += rows.length;
      length += rowsLength;
      if (count > maxRows) throw tooManyRows(maxRows);
      if (rows.length > 0) yield rows;
      const next: IteratorResult<SheetRow[]> = await batches.next();
      batch = next.done ? undefined : next.value;
    }
  } finally {
    await batches.return?.();
  }
}

function textLength({ row, cells }: SheetRow): number {
  let length = 0;
  for (const cell of cells) {
    if (cell.length > MAX_CELL_LENGTH) throw cellTooLong(row);
    length += cell.length;
  }
  return length;
}

function fitted(row: SheetRow, width: number, format: SheetFormat): SheetRow {
  const { cells } = row;
  while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop();
  while (cells.length < width) cells.push('');
  if (cells.length > width) {
    const hint = format === 'csv' ? ' Is a text with a separator missing its quotes?' : '';
    row.problem ??= `Column ${columnName(cells.length - 1)} has a value but no name in the header.${hint}`;
  }
  return row;
}
