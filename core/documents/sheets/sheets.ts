import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../kernel/errors.ts';
import type { SheetContent } from './messages.ts';
import {
  DEFAULT_BATCH_SIZE,
  emptySheet,
  type HeaderPlace,
  type SheetLimits,
  sheetLimits,
  unsupportedSheet,
} from './model.ts';
import { readSmallText, SMALL_TEXT_BYTES } from './small-text.ts';
import { type OpenSheet, readInThread } from './thread.ts';
import { readZipDirectory } from './zip.ts';
export {
  checkSheetName,
  type HeaderPlace,
  type SheetInfo,
  type SheetLimits,
  type SheetRow,
} from './model.ts';
export type { OpenSheet } from './thread.ts';

export interface ReadSheetOptions {
  /** The sheet of a workbook; by default the first visible one with rows. */
  sheet?: string;
  header?: HeaderPlace;
  limits?: Partial<SheetLimits>;
  signal?: AbortSignal;
  /** Approximate number of rows that are read at a time. They come in lists of any length. */
  batchSize?: number;
}

const HEAD_BYTES = 8;
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');
const PDF = Buffer.from('%PDF-');
const EMPTY_ZIP = Buffer.from('504b0506', 'hex');
/** The first record of an Excel 2, 3, 4 or 5-to-2003 workbook that is not inside a compound file. */
const BARE_WORKBOOKS = ['0900', '0902', '0904', '0908'];

/**
 * Opens an uploaded .xlsx, .xls or .csv, detected by its content, and reads it in a worker thread, a .csv of at most
 * SMALL_TEXT_BYTES in the caller's. The header comes first (`info`), then the rows once, in batches, as fast as they are
 * taken. Hidden rows and columns are read; macros, links and formulas are not.
 *
 * A file is read to its end or refused: if the rows throw, discard those already received. Call `close` when you do not
 * read them all. Throws AppError tooLarge ('sheet.tooLarge', '.expands', '.tooManyRows', '.tooManyColumns', '.timeout',
 * '.memory'), unsupported ('sheet.unsupported', '.protected'), invalid ('sheet.damaged', '.empty', '.header',
 * '.headerRow', '.notFound', '.none', '.notText', '.openQuote', '.cellTooLong', '.notAFile'), notFound
 * ('sheet.missing'), or the reason of `signal`. (Decision 27.)
 */
export async function readSheet(path: string, options: ReadSheetOptions = {}): Promise<OpenSheet> {
  const limits = { ...sheetLimits, ...options.limits };
  const content = await inspect(path, limits);
  if (content.kind === 'text' && options.sheet) {
    const message = 'The file is no workbook and has no sheets. Leave the sheet out.';
    throw new AppError('invalid', 'sheet.none', message, { fields: { sheet: message } });
  }
  const batchSize = options.batchSize ?? DEFAULT_BATCH_SIZE;
  const { sheet, header = {}, signal } = options;
  const job = { path, content, sheet, header, limits, batchSize };
  const isSmall = content.kind === 'text' && content.bytes <= SMALL_TEXT_BYTES;
  return isSmall ? readSmallText(job, signal) : readInThread(job, signal);
}

/** Checks that need no parsing, before the file is read. */
async function inspect(path: string, limits: SheetLimits): Promise<SheetContent> {
  const file = await openFile(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new AppError('invalid', 'sheet.notAFile', `${path} is not a file.`);
    if (stat.size === 0) throw emptySheet();
    if (stat.size > limits.maxBytes) {
      const limit = Math.floor(limits.maxBytes / 1024 / 1024).toLocaleString('en');
      throw new AppError('tooLarge', 'sheet.tooLarge', `The file is larger than ${limit} MB.`);
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const begins = (mark: Buffer) => head.subarray(0, mark.length).equals(mark);
    if (begins(PDF)) throw unsupportedSheet('the file is a PDF');
    if (begins(EMPTY_ZIP)) throw unsupportedSheet('an empty archive');
    if (begins(ZIP)) {
      return { kind: 'zip', directory: await readZipDirectory(file, stat.size, limits) };
    }
    if (begins(COMPOUND_FILE)) return { kind: 'compound' };
    if (BARE_WORKBOOKS.includes(head.toString('hex', 0, 2))) return { kind: 'biff' };
    return { kind: 'text', bytes: stat.size };
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw error;
    throw new AppError('notFound', 'sheet.missing', `There is no file ${path}.`, { cause: error });
  }
}
