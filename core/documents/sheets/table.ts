import { AppError } from '../../kernel/errors.ts';
import { headerKey } from '../../kernel/plain-text.ts';
import {
  cellTooLong,
  columnName,
  emptySheet,
  expandsTooMuch,
  type HeaderPlace,
  MAX_CELL_LENGTH,
  type MergedCell,
  MIN_HEADER_WEIGHT,
  type SheetFormat,
  type SheetInfo,
  type SheetLimits,
  type SheetRecord,
  type SheetRow,
  type SheetSource,
  tooManyColumns,
  tooManyRows,
} from './model.ts';

/** Maximum characters of one batch. */
const MAX_BATCH_LENGTH = 4 * 1024 * 1024;

export interface SheetTable {
  info: SheetInfo;
  rows: AsyncIterable<SheetRow[]>;
}

/**
 * Finds the header row (see HeaderPlace) and returns the rows below it as data. Rows without text are skipped. Short
 * rows are padded; for a .csv, which normally has all cells of each row, `given` is their number of cells, and the last
 * row gets a `problem` if the file ends in it. A cell merged over rows below the header is the value of each of them. A value to the right of the last named column stays in its row, with a
 * `problem`. Throws 'sheet.empty', 'sheet.headerRow', 'sheet.header', 'sheet.tooManyColumns'; the rows throw
 * 'sheet.tooManyRows', 'sheet.cellTooLong', 'sheet.expands'.
 */
export async function readTable(
  { info, records, merged = [] }: SheetSource,
  limits: SheetLimits,
  place: HeaderPlace = {},
): Promise<SheetTable> {
  const batches = records[Symbol.asyncIterator]();
  const { headerRow, above, skipped, rest } = await findHeader(batches, place);
  const { header, warnings } = headerOf(headerRow, limits.maxColumns);
  if (skipped) {
    warnings.unshift(`The header is in row ${headerRow.row}; the rows above it were left out.`);
  }
  const below = merged.filter(({ first }) => first > headerRow.row);
  const shape = { width: header.length, format: info.format, fill: mergedValues(below) };
  const rows = dataRows(rest, batches, shape, limits);
  const all = [...info.warnings, ...warnings];
  const titles = titlesOf(above);
  return { info: { ...info, header, headerRow: headerRow.row, titles, warnings: all }, rows };
}

/** How many rows with text are searched for the header. */
const SEARCHED_ROWS = 30;

interface FoundHeader {
  headerRow: SheetRecord;
  /** The first rows with text above it. */
  above: SheetRecord[];
  /** Whether there are rows with text above it. */
  skipped: boolean;
  /** Rows below it that were already read. */
  rest: SheetRecord[];
}

async function findHeader(
  batches: AsyncIterator<SheetRecord[]>,
  { row, names }: HeaderPlace,
): Promise<FoundHeader> {
  const wanted = row === undefined ? (names ? SEARCHED_ROWS : 1) : Number.POSITIVE_INFINITY;
  let rows: SheetRecord[] = [];
  let skipped = false;
  for (let next = await batches.next(); !next.done; next = await batches.next()) {
    const filled = next.value.filter((one) => !isBlank(one));
    const place = row === undefined ? -1 : filled.findIndex((one) => one.row >= row);
    if (row !== undefined) {
      skipped ||= place !== 0 && filled.length > 0;
      const before = place === -1 ? filled : filled.slice(0, place);
      rows = rows.concat(before.slice(0, SEARCHED_ROWS - rows.length));
      if (place === -1) continue;
      if (filled[place]!.row !== row) break;
      return { headerRow: filled[place]!, above: rows, skipped, rest: filled.slice(place + 1) };
    }
    rows = rows.length === 0 ? filled : rows.concat(filled);
    if (rows.length >= wanted) break;
  }
  if (row !== undefined) throw noHeaderThere(row);
  if (rows.length === 0) throw emptySheet();
  const at = names ? likeliestHeader(rows.slice(0, SEARCHED_ROWS), names) : 0;
  const above = rows.slice(0, at);
  return { headerRow: rows[at]!, above, skipped: at > 0, rest: rows.slice(at + 1) };
}

/** Cells of these rows that may be titles of the table. */
function titlesOf(rows: readonly SheetRecord[]): string[] {
  return rows.flatMap(({ cells }) =>
    cells
      .filter((cell) => cell.length <= MAX_HEADER_LENGTH)
      .map((cell) => cell.trim())
      .filter(Boolean),
  );
}

/** The index of the row with the greatest weight, the first of equals; 0 if none has enough. */
function likeliestHeader(rows: readonly SheetRecord[], names: ReadonlyMap<string, number>): number {
  let best = { at: 0, weight: MIN_HEADER_WEIGHT - 1 };
  for (const [at, { cells }] of rows.entries()) {
    let weight = 0;
    // A long text is not a header.
    const keys = cells.map((cell) => (cell.length > MAX_HEADER_LENGTH ? '' : headerKey(cell)));
    for (const key of new Set(keys)) weight += names.get(key) ?? 0;
    if (weight > best.weight) best = { at, weight };
  }
  return best.at;
}

const MAX_HEADER_LENGTH = 200;

function noHeaderThere(row: number): AppError {
  const message = `Row ${row} of the file has no header: nothing is written there.`;
  return new AppError('invalid', 'sheet.headerRow', message, { fields: { headerRow: message } });
}

function isBlank({ cells, problem }: SheetRow): boolean {
  return problem === undefined && cells.every((cell) => cell.trim() === '');
}

function headerOf(
  { row, cells, problem }: SheetRow,
  maxColumns: number,
): { header: string[]; warnings: string[] } {
  if (problem !== undefined) {
    throw new AppError('invalid', 'sheet.header', `The header in row ${row}: ${problem}`);
  }
  if (cells.some((cell) => cell.length > MAX_CELL_LENGTH)) throw cellTooLong(row);
  const names = cells.map((cell) => cell.trim());
  while (names.at(-1) === '') names.pop();
  if (names.length > maxColumns) throw tooManyColumns(maxColumns);
  const { header, renamed } = numberedNames(names);
  return { header, warnings: [...unnamedColumns(header), ...renamedColumns(renamed)] };
}

/** Numbers columns with the same name: 'Amount', 'Amount (2)'. */
function numberedNames(names: readonly string[]): { header: string[]; renamed: string[] } {
  const taken = new Set(names);
  const counts = new Map<string, number>();
  const renamed: string[] = [];
  const header = names.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (name === '' || count === 1) return name;
    while (taken.has(`${name} (${count})`)) count += 1;
    counts.set(name, count);
    const other = `${name} (${count})`;
    taken.add(other);
    renamed.push(other);
    return other;
  });
  return { header, renamed };
}

const MAX_NAMED = 5;

function renamedColumns(renamed: readonly string[]): string[] {
  if (renamed.length === 0) return [];
  const listed = renamed.slice(0, MAX_NAMED).map((name) => `"${name}"`);
  const more = renamed.length > MAX_NAMED ? ` and ${renamed.length - MAX_NAMED} more` : '';
  return [
    `Columns of one name are told apart from left to right; those that come again are called ${listed.join(', ')}${more}.`,
  ];
}

function unnamedColumns(header: readonly string[]): string[] {
  const unnamed = header.flatMap((name, index) => (name === '' ? [columnName(index)] : []));
  if (unnamed.length === 0) return [];
  const columns = unnamed.length === 1 ? 'Column' : 'Columns';
  return [
    `${columns} ${unnamed.join(', ')} without a name in the header cannot be imported; write a name there.`,
  ];
}

interface TableShape {
  width: number;
  format: SheetFormat;
  fill: (row: SheetRecord) => void;
}

/** Gives each row, in their order, the values of the cells that are merged over it. */
function mergedValues(merged: readonly MergedCell[]): (row: SheetRecord) => void {
  const waiting = [...merged].sort((a, b) => b.first - a.first);
  let open: (MergedCell & { value: string })[] = [];
  return (row) => {
    if (waiting.length === 0 && open.length === 0) return;
    open = open.filter(({ last }) => last >= row.row);
    while (waiting.length > 0 && waiting.at(-1)!.first <= row.row) {
      const cell = waiting.pop()!;
      const value = cell.first === row.row ? (row.cells[cell.column] ?? '') : '';
      if (value.trim() !== '') open.push({ ...cell, value });
    }
    for (const { column, value } of open) {
      while (row.cells.length <= column) row.cells.push('');
      row.cells[column] = value;
      row.merged = [...(row.merged ?? []), column];
    }
  };
}

async function* dataRows(
  first: SheetRecord[],
  batches: AsyncIterator<SheetRecord[]>,
  { width, format, fill }: TableShape,
  { maxRows, maxExpandedBytes }: SheetLimits,
): AsyncGenerator<SheetRow[], void, undefined> {
  let count = 0;
  let length = 0;
  let batch: SheetRecord[] | undefined = first;
  try {
    while (batch !== undefined) {
      let rows: SheetRow[] = [];
      let rowsLength = 0;
      for (const row of batch) {
        if (isBlank(row)) continue;
        fill(row);
        rowsLength += textLength(row);
        rows.push(fitted(row, width, format));
        if (rowsLength < MAX_BATCH_LENGTH) continue;
        yield rows;
        count += rows.length;
        length += rowsLength;
        rows = [];
        rowsLength = 0;
        // Cells that share one text allow a small file to expand to gigabytes.
        if (length > maxExpandedBytes) throw expandsTooMuch(length);
      }
      count += rows.length;
      length += rowsLength;
      if (count > maxRows) throw tooManyRows(maxRows);
      if (rows.length > 0) yield rows;
      const next: IteratorResult<SheetRecord[]> = await batches.next();
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

function fitted(row: SheetRecord, width: number, format: SheetFormat): SheetRow {
  const { cells, unfinished = false } = row;
  while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop();
  if (cells.length > width) {
    const hint = format === 'csv' ? ' Is a text with a separator missing its quotes?' : '';
    row.problem ??= `Column ${columnName(cells.length - 1)} has a value but no name in the header.${hint}`;
  } else if (cells.length < width && format === 'csv') {
    row.given = cells.length;
    if (unfinished) {
      row.problem ??= `The file ends in the middle of this row: it has ${cells.length} of ${width} cells. If the file was cut off, save or send it again.`;
    }
  }
  if (unfinished) delete row.unfinished;
  while (cells.length < width) cells.push('');
  return row;
}
