import { type CellObject, type Range, read, set_cptable, type WorkBook } from 'xlsx';
import * as codePages from 'xlsx/dist/cpexcel.full.mjs';
import { numericCell } from './cell.ts';
import { type NumberFormat, numberFormat } from './format.ts';
import {
  assertMerged,
  damagedSheet,
  type MergedCell,
  protectedSheet,
  type SheetLimits,
  type SheetRow,
  type SheetSource,
  tooManyColumns,
} from './model.ts';
import { chooseSheet, sheetChoices } from './xlsx.ts';

interface XlsOptions {
  sheet?: string | undefined;
  limits: SheetLimits;
  batchSize: number;
}

// Texts of Excel 95 and older use the Windows code page.
set_cptable(codePages);

const BEGINNINGS = new Set([0x0009, 0x0209, 0x0409, 0x0809]);
const END = 0x000a;
const FILE_PASS = 0x002f;
const BOUND_SHEET = 0x0085;

const ERRORS: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/**
 * Checks the records of a workbook stream ([MS-XLS] 2.1.4) before the library reads them, because it reads damaged
 * files as far as possible: each part must begin and end, and each listed sheet must exist. Throws 'sheet.damaged', and
 * 'sheet.protected' for an encrypted one.
 */
function checkBiff(stream: Buffer): void {
  const beginnings = new Set<number>();
  const listed: number[] = [];
  let depth = 0;
  let at = 0;
  while (at + 4 <= stream.length) {
    const type = stream.readUInt16LE(at);
    const start = at + 4;
    const end = start + stream.readUInt16LE(at + 2);
    if (depth === 0 && !BEGINNINGS.has(type)) break;
    if (end > stream.length) throw damagedSheet('the workbook ends inside a record');
    if (BEGINNINGS.has(type)) {
      beginnings.add(at);
      depth += 1;
    } else if (type === END) depth -= 1;
    else if (type === FILE_PASS) throw protectedSheet();
    else if (type === BOUND_SHEET && end - start >= 4) listed.push(stream.readUInt32LE(start));
    at = end;
  }
  if (depth !== 0 || beginnings.size === 0) throw damagedSheet('the workbook ends early');
  if (!listed.every((offset) => beginnings.has(offset))) {
    throw damagedSheet('a sheet of the workbook is missing');
  }
}

/** Opens one sheet of an .xls (Excel 2 to 2003) from its workbook stream; chosen as in openXlsx. */
export function openXls(stream: Buffer, options: XlsOptions): SheetSource {
  checkBiff(stream);
  let book: WorkBook;
  try {
    book = read(stream, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
    });
  } catch (error) {
    throw damagedSheet(error);
  }
  const sheets = book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    const kind = sheet?.['!type'] ?? 'sheet';
    if (sheet === undefined || kind !== 'sheet') return [];
    const hidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    const rows = (sheet['!data'] ?? []) as (CellObject[] | undefined)[];
    const isText = (cell: CellObject | undefined) => String(cell?.v ?? '').trim() !== '';
    const merged = mergedOf(sheet['!merges'] ?? []);
    const isHidden = (row: number) => sheet['!rows']?.[row]?.hidden === true;
    return [
      { name, hidden, rows, merged, isHidden, empty: !rows.some((row) => row?.some(isText)) },
    ];
  });
  const { sheet, warnings } = chooseSheet(sheets, options.sheet);
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  return {
    info: { format: 'xls', sheetName: sheet.name, sheets: sheetChoices(sheets), warnings },
    records: readRows(sheet, is1904, options),
    merged: sheet.merged,
  };
}

/** Those over several rows. */
function mergedOf(ranges: readonly Range[]): MergedCell[] {
  assertMerged(ranges.length);
  return ranges
    .filter(({ s, e }) => e.r > s.r)
    .map(({ s, e }) => ({ first: s.r + 1, last: e.r + 1, column: s.c }));
}

interface XlsSheet {
  rows: readonly (CellObject[] | undefined)[];
  /** By the number of the row from 0. */
  isHidden: (row: number) => boolean;
}

async function* readRows(
  { rows, isHidden }: XlsSheet,
  is1904: boolean,
  { limits, batchSize }: XlsOptions,
): AsyncGenerator<SheetRow[], void, undefined> {
  let batch: SheetRow[] = [];
  for (const [index, row] of rows.entries()) {
    const cells = Array.from(row ?? [], (cell) => cellText(cell, is1904));
    while (cells.at(-1) === '') cells.pop();
    if (cells.length === 0) continue;
    if (cells.length > limits.maxColumns) throw tooManyColumns(limits.maxColumns);
    batch.push({ row: index + 1, cells, ...(isHidden(index) && { hidden: true }) });
    if (batch.length >= batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function cellText(cell: CellObject | undefined, is1904: boolean): string {
  if (cell?.v === undefined) return '';
  switch (cell.t) {
    case 'n':
      return numericCell(String(cell.v), formatOf(cell), is1904) ?? String(cell.v);
    case 'b':
      return cell.v ? 'TRUE' : 'FALSE';
    case 'e':
      return ERRORS[Number(cell.v)] ?? '#UNKNOWN!';
    default:
      return String(cell.v);
  }
}

function formatOf({ z: format }: CellObject): NumberFormat {
  return numberFormat(typeof format === 'string' ? format : undefined);
}
