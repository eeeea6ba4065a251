import { open, readFile } from 'node:fs/promises';
import type { OpenSheet, ReadSheetOptions, SheetRow } from '../../documents/sheets/sheets.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  listsOf,
  type OtherFormat,
  type OtherTable,
  otherFormat,
  routerTablesOf,
} from './rules-other-formats.ts';

const HEAD_BYTES = 2048;
/** Exports of routers and lists of QuickBooks are small; larger files are refused before they are read. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_COLUMNS = 500;

async function formatOf(path: string): Promise<{ format: OtherFormat; bytes: number } | undefined> {
  const file = await open(path).catch(() => undefined);
  // Told by the reader of spreadsheets.
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const format = otherFormat(buffer.subarray(0, bytesRead).toString('latin1'));
    return format && { format, bytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}

async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const NOTHING: Record<OtherFormat, string> = {
  router:
    'The file is an export of a router without PPP secrets and profiles of User Manager. Export /ppp secret.',
  iif: 'The file is an IIF file of QuickBooks without lists of customers, vendors, accounts or items: export these lists, and invoices as a report to Excel.',
};

function chosen(tables: readonly OtherTable[], format: OtherFormat, sheet?: string): OtherTable {
  const filled = tables.find(({ rows }) => rows.length > 0);
  if (!filled) throw new AppError('invalid', 'sheet.empty', NOTHING[format]);
  if (sheet === undefined) return filled;
  const named = tables.find(({ name }) => name === sheet);
  if (named) return named;
  const names = tables.map(({ name }) => name).join(', ');
  const message = `The file has no list "${sheet}". It has: ${names}.`;
  throw new AppError('invalid', 'sheet.notFound', message, { fields: { sheet: message } });
}

/**
 * Opens an export of a MikroTik router (.rsc) or lists of QuickBooks (.iif), whatever the name of the file; undefined for
 * any other file. Each list of an .iif is a sheet.
 * @throws AppError invalid 'sheet.empty', 'sheet.notFound'; tooLarge.
 */
export async function openOtherFormat(
  path: string,
  { sheet, batchSize = 500 }: Pick<ReadSheetOptions, 'sheet' | 'batchSize'>,
): Promise<OpenSheet | undefined> {
  const found = await formatOf(path);
  if (!found) return undefined;
  if (found.bytes > MAX_BYTES)
    throw new AppError('tooLarge', 'sheet.tooLarge', 'The file is larger than 10 MB.');
  const text = await textOf(path);
  const tables = found.format === 'router' ? routerTablesOf(text) : listsOf(text);
  const { name, header, headerRow, rows } = chosen(tables, found.format, sheet);
  if (header.length > MAX_COLUMNS)
    throw new AppError(
      'tooLarge',
      'sheet.tooManyColumns',
      `The file has more than ${MAX_COLUMNS} columns.`,
    );
  async function* batches(): AsyncGenerator<SheetRow[]> {
    for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize);
  }
  return {
    info: {
      format: 'csv',
      ...((found.format === 'iif' || tables.filter((one) => one.rows.length > 0).length > 1) && {
        sheetName: name,
        sheets: tables.map((one) => ({
          name: one.name,
          hidden: false,
          empty: one.rows.length === 0,
        })),
      }),
      header,
      headerRow,
      titles: [],
      warnings: [],
    },
    rows: batches(),
    close: async () => {},
  };
}
