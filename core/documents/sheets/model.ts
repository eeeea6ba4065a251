import { AppError } from '../../kernel/errors.ts';

/** Limits for one uploaded file. Sizes in bytes; the time counts only reading, not the caller's work. */
export interface SheetLimits {
  maxBytes: number;
  /** Total size of all members of an .xlsx, from its directory, before anything is inflated. */
  maxExpandedBytes: number;
  maxRows: number;
  maxColumns: number;
  timeoutMs: number;
  maxHeapMb: number;
}

const MIB = 1024 * 1024;

/** Limits of an import: several times 100,000 customers of 21 columns in each format. */
export const sheetLimits: SheetLimits = {
  maxBytes: 50 * MIB,
  maxExpandedBytes: 400 * MIB,
  maxRows: 500_000,
  maxColumns: 500,
  timeoutMs: 10_000,
  maxHeapMb: 256,
};

/**
 * A cell as text that a person would type: shortest decimals, 'YYYY-MM-DD' or 'YYYY-MM-DD HH:MM:SS',
 * 'TRUE' and 'FALSE', '#N/A'. Spaces are kept. A formula is represented by its saved result.
 */
export type Cell = string;

export interface SheetRow {
  /** 1-based: the row number in a spreadsheet, or the line of a .csv where the row begins. */
  row: number;
  /** At least as many as the header has; more only with a `problem`. */
  cells: Cell[];
  /** The number of cells in a .csv row that has fewer than the header; the rest was added. */
  given?: number;
  /** A message for the user why the row is unreliable. */
  problem?: string;
  /** The workbook does not show it: hidden, or filtered out. */
  hidden?: true;
  /** Columns, from 0, whose cell is merged over this row and others; each has the value of the merged cell. */
  merged?: number[];
}

/** A cell that is merged over several rows: its rows from 1, and its first column from 0. */
export interface MergedCell {
  first: number;
  last: number;
  column: number;
}

/** Merged cells of one sheet; more are no list of records. */
const MAX_MERGED = 100_000;

/** @throws AppError tooLarge for a sheet with more merged cells than are looked at. */
export function assertMerged(count: number): void {
  if (count <= MAX_MERGED) return;
  throw new AppError(
    'tooLarge',
    'sheet.tooManyMerged',
    `The sheet has more than ${MAX_MERGED.toLocaleString('en')} merged cells.`,
  );
}

export type SheetFormat = 'xlsx' | 'xls' | 'csv';
export type TextEncoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'utf-32le'
  | 'utf-32be'
  | 'windows-1252';

/** A sheet of a workbook; a hidden one is read only when it is named, an empty one if there is no other. */
export interface SheetChoice {
  name: string;
  hidden: boolean;
  /** It has no cell with a text. */
  empty: boolean;
}

export interface SheetInfo {
  format: SheetFormat;
  sheetName?: string;
  /** All sheets of a workbook in the order of their tabs, to choose another one. */
  sheets?: SheetChoice[];
  encoding?: TextEncoding;
  separator?: string;
  /** A guess, for text not separated by commas: amounts are written '12,50'. */
  decimalComma?: boolean;
  /**
   * Trimmed, without trailing empty names; a column may be unnamed (''). Repeated names are numbered from left to
   * right: 'Amount', 'Amount (2)'.
   */
  header: string[];
  /** The number of the header's row in the file. */
  headerRow: number;
  /** The texts above the header, from top to bottom, without long ones. */
  titles: string[];
  warnings: string[];
}

/** A row as stored in its file. */
export interface SheetRecord extends SheetRow {
  /** The text of a .csv ended in this row, without a line end. */
  unfinished?: boolean;
}

/** A file opened by one of the readers: its rows as stored, header included. */
export interface SheetSource {
  info: Omit<SheetInfo, 'header' | 'headerRow' | 'titles'>;
  records: AsyncIterable<SheetRecord[]>;
  /** Cells merged over several rows; only the first row has the value. */
  merged?: readonly MergedCell[];
}

/** Where the header of a table is. */
export interface HeaderPlace {
  /** Its row number, if the user gave it. */
  row?: number | undefined;
  /**
   * Known header names (in the form of `headerKey`) and their weights. With them, the header is the row with the
   * greatest weight among the first ones, at least MIN_HEADER_WEIGHT; else the first row that is not blank.
   */
  names?: ReadonlyMap<string, number> | undefined;
}

export const MIN_HEADER_WEIGHT = 2;

export const DEFAULT_BATCH_SIZE = 1_000;

/** Excel's limit. A longer cell is malicious, or the result of a missing closing quote. */
export const MAX_CELL_LENGTH = 32_767;

export function unsupportedSheet(cause?: unknown): AppError {
  return new AppError(
    'unsupported',
    'sheet.unsupported',
    'Please upload an Excel (.xlsx, .xls) or CSV file.',
    { cause },
  );
}

/**
 * File extensions of spreadsheets, where macros of an .xlsm are ignored, and of the tables in texts that an import reads:
 * exports of routers (.rsc) and lists of QuickBooks (.iif).
 */
const ENDINGS = ['xlsx', 'xlsm', 'xls', 'csv', 'rsc', 'iif'];

/**
 * Checks the name of an uploaded file. The content decides the format, but a .pdf, .txt or .json is refused. A name
 * without an extension passes.
 * @throws AppError unsupported.
 */
export function checkSheetName(filename: string): void {
  const name = filename.trim();
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (ending !== '' && name.includes('.') && !ENDINGS.includes(ending))
    throw unsupportedSheet(name);
}

/** Truncated, altered or of another format. The detail goes to the log; the message says what to do. */
export function damagedSheet(detail: unknown): AppError {
  return new AppError(
    'invalid',
    'sheet.damaged',
    'The file is damaged or incomplete. Open it in a spreadsheet program, save it again and upload the new file.',
    { cause: typeof detail === 'string' ? new Error(detail) : detail },
  );
}

export function protectedSheet(): AppError {
  return new AppError(
    'unsupported',
    'sheet.protected',
    'The file is protected with a password. Remove the password and try again.',
  );
}

export function emptySheet(): AppError {
  return new AppError('invalid', 'sheet.empty', 'The file has no rows.');
}

/** Passes AppErrors and reports any other error as a damaged file. */
export function refusalOf(error: unknown): AppError {
  return error instanceof AppError ? error : damagedSheet(error);
}

export function tooManyRows(maxRows: number): AppError {
  return new AppError(
    'tooLarge',
    'sheet.tooManyRows',
    `The file has more than ${maxRows.toLocaleString('en')} rows. Split it and upload the parts.`,
  );
}

export function tooManyColumns(maxColumns: number): AppError {
  return new AppError(
    'tooLarge',
    'sheet.tooManyColumns',
    `The file has more than ${maxColumns.toLocaleString('en')} columns.`,
  );
}

export function cellTooLong(row: number): AppError {
  return new AppError(
    'tooLarge',
    'sheet.cellTooLong',
    `A cell in row ${row} is longer than ${MAX_CELL_LENGTH.toLocaleString('en')} characters.`,
  );
}

export function expandsTooMuch(bytes: number): AppError {
  return new AppError(
    'tooLarge',
    'sheet.expands',
    `The file unpacks to more than can be read at once (${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB). Split it and upload the parts.`,
  );
}

/** 0 → 'A', 26 → 'AA': a column's name in a spreadsheet. */
export function columnName(index: number): string {
  let name = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(65 + (rest % 26)) + name;
  }
  return name;
}
