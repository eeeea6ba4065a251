import { AppError } from '../../kernel/errors.ts';

/** Ceilings for one uploaded file. Sizes in bytes; the time is what reading costs, not what the caller takes. */
export interface SheetLimits {
  maxBytes: number;
  /** Of all members of an .xlsx together, by its own directory, before anything is inflated. */
  maxExpandedBytes: number;
  maxRows: number;
  maxColumns: number;
  timeoutMs: number;
  maxHeapMb: number;
}

const MIB = 1024 * 1024;

/** What an import may upload: 100,000 customers of 21 columns fit several times over in each format. */
export const sheetLimits: SheetLimits = {
  maxBytes: 50 * MIB,
  maxExpandedBytes: 400 * MIB,
  maxRows: 500_000,
  maxColumns: 500,
  timeoutMs: 10_000,
  maxHeapMb: 256,
};

/**
 * A cell as the text a person would type: shortest decimals, 'YYYY-MM-DD' or 'YYYY-MM-DD HH:MM:SS',
 * 'TRUE' and 'FALSE', '#N/A'. Spaces are kept. A formula is its saved result.
 */
export type Cell = string;

export interface SheetRow {
  /** 1-based: the row number a spreadsheet shows, or the line of a .csv where the row begins. */
  row: number;
  /** At least as many as the header has; longer only when `problem` says why. */
  cells: Cell[];
  /** How many cells a row of a .csv has where those are fewer than the header's; the rest was filled up. */
  given?: number;
  /** Why the row cannot be trusted as it stands, for the person who sent the file. */
  problem?: string;
}

export type SheetFormat = 'xlsx' | 'xls' | 'csv';
export type TextEncoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'utf-32le'
  | 'utf-32be'
  | 'windows-1252';

export interface SheetInfo {
  format: SheetFormat;
  sheetName?: string;
  encoding?: TextEncoding;
  separator?: string;
  /** A guess, for text not separated by commas: amounts read '12,50'. */
  decimalComma?: boolean;
  /**
   * Trimmed, without trailing empty names; a column may be unnamed (''). No name comes twice: columns of one name
   * are 'Amount', 'Amount (2)', from left to right.
   */
  header: string[];
  warnings: string[];
}

/** A row as it stands in its file. */
export interface SheetRecord extends SheetRow {
  /** The text of a .csv ended in it: no line end follows. */
  unfinished?: boolean;
}

/** A file opened by one of the readers: its rows as they stand, header included. */
export interface SheetSource {
  info: Omit<SheetInfo, 'header'>;
  records: AsyncIterable<SheetRecord[]>;
}

/** Where the header of a table is. */
export interface HeaderPlace {
  /** Its row number, where somebody says it. */
  row?: number | undefined;
  /**
   * What headers may be called (as `headerKey` writes it), and how much each one tells. With it, the header is the
   * row among the first ones that tells most, at least MIN_HEADER_WEIGHT; else the first row that is not blank.
   */
  names?: ReadonlyMap<string, number> | undefined;
}

export const MIN_HEADER_WEIGHT = 2;

export const DEFAULT_BATCH_SIZE = 1_000;

/** What Excel allows. More is a bomb, or a quote that nobody closed. */
export const MAX_CELL_LENGTH = 32_767;

export function unsupportedSheet(cause?: unknown): AppError {
  return new AppError(
    'unsupported',
    'sheet.unsupported',
    'Please upload an Excel (.xlsx, .xls) or CSV file.',
    { cause },
  );
}

/** What the names of spreadsheets end in; macros of an .xlsm are never looked at. */
const ENDINGS = ['xlsx', 'xlsm', 'xls', 'csv'];

/**
 * Judges the name of an uploaded file: what it holds is judged by its bytes, but a .pdf, .txt or .json was not meant. A
 * name without an ending passes.
 * @throws AppError unsupported.
 */
export function checkSheetName(filename: string): void {
  const name = filename.trim();
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (ending !== '' && name.includes('.') && !ENDINGS.includes(ending))
    throw unsupportedSheet(name);
}

/** Cut off, altered or not what it claims to be. The detail goes to the log, the person gets what to do. */
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

/** Passes what is already said for a person and takes everything else for damage. */
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

/** 0 → 'A', 26 → 'AA': a column as a spreadsheet names it. */
export function columnName(index: number): string {
  let name = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(65 + (rest % 26)) + name;
  }
  return name;
}
