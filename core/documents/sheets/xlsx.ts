import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../../kernel/errors.ts';
import { isoCell, numericCell } from './cell.ts';
import { type NumberFormat, numberFormat } from './format.ts';
import {
  assertMerged,
  columnName,
  damagedSheet,
  emptySheet,
  type MergedCell,
  type SheetChoice,
  type SheetLimits,
  type SheetRow,
  type SheetSource,
  tooManyColumns,
} from './model.ts';
import {
  readSharedStrings,
  readWorkbook,
  unescapeCharacters,
  type Workbook,
  type WorkbookSheet,
  xmlText,
} from './workbook.ts';
import { createXmlReader, MAIN_NAMESPACES, type XmlHandler, xmlAttribute } from './xml.ts';
import { inflateMember, type ZipDirectory } from './zip.ts';

interface XlsxOptions {
  sheet?: string | undefined;
  limits: SheetLimits;
  batchSize: number;
}

/**
 * Opens one sheet of a workbook (.xlsx, and .xlsm, whose macros are ignored): the named one, or the first visible one
 * with rows.
 * The sheet is inflated and checked completely before its first row is returned. Rows are streamed: in memory are the
 * table of shared texts and one batch.
 */
export async function openXlsx(
  file: FileHandle,
  directory: ZipDirectory,
  options: XlsxOptions,
): Promise<SheetSource> {
  const workbook = await readWorkbook(file, directory);
  const texts = workbook.sharedStrings ? await readSharedStrings(file, workbook.sharedStrings) : [];
  const sheets: (WorkbookSheet & SheetChoice)[] = [];
  const isAlone = workbook.sheets.length === 1;
  for (const sheet of workbook.sheets)
    sheets.push({
      ...sheet,
      empty: !isAlone && !(await hasRows(readRows(file, sheet, workbook, texts, ONE_ROW))),
    });
  const { sheet, warnings } = chooseSheet(sheets, options.sheet);
  // Inflates all of it, so that a wrong checksum is found before any row is returned.
  const merged = await readMerged(inflateMember(file, sheet.part));
  return {
    info: {
      format: 'xlsx',
      sheetName: sheet.name,
      sheets: sheetChoices(sheets),
      warnings,
    },
    records: readRows(file, sheet, workbook, texts, options),
    merged,
  };
}

/** A merged cell in the XML of a sheet, where it stands behind the rows. */
const MERGED = /[<:]mergeCell ref=["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/g;
const MERGED_MARK = Buffer.from('mergeCell ');
/** Longer than one element. */
const OVERLAP = 100;

/** Reads a sheet to its end for the cells that are merged over several rows, without parsing the others. */
async function readMerged(chunks: AsyncIterable<Uint8Array>): Promise<MergedCell[]> {
  const found = new Map<string, MergedCell>();
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    rest = bytes.subarray(Math.max(0, bytes.length - OVERLAP));
    if (!bytes.includes(MERGED_MARK)) continue;
    for (const [key, column, first, last] of bytes.toString('latin1').matchAll(MERGED)) {
      if (first === last) continue;
      found.set(key, {
        first: Number(first),
        last: Number(last),
        column: columnIndex(`${column}${first}`),
      });
      assertMerged(found.size);
    }
  }
  return [...found.values()];
}

/** To look for the first row of a sheet that may not be the one that is read. */
const ONE_ROW = { batchSize: 1, limits: { maxColumns: Number.POSITIVE_INFINITY } };

/** Whether a sheet has a cell with a text. A damaged one is told when it is read. */
async function hasRows(batches: AsyncIterable<SheetRow[]>): Promise<boolean> {
  try {
    for await (const rows of batches)
      if (rows.some(({ cells, problem }) => problem !== undefined || cells.some(isText)))
        return true;
    return false;
  } catch {
    return true;
  }
}

function isText(cell: string): boolean {
  return cell.trim() !== '';
}

/** Throws 'sheet.notFound' with the names of the sheets. Hidden sheets are read only when named. */
export function chooseSheet<Sheet extends SheetChoice>(
  sheets: readonly Sheet[],
  wanted: string | undefined,
): { sheet: Sheet; warnings: string[] } {
  const named = (name: string) =>
    sheets.find((one) => one.name === name) ??
    sheets.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const visible = sheets.filter((one) => !one.hidden);
  const first = visible.find((one) => !one.empty) ?? visible[0] ?? sheets[0];
  const sheet = wanted === undefined ? first : named(wanted);
  if (sheet === undefined) {
    if (wanted === undefined) throw emptySheet();
    throw new AppError(
      'invalid',
      'sheet.notFound',
      `There is no sheet "${wanted}" in the file. It has: ${quoteNames(sheets)}.`,
    );
  }
  const others = sheets.filter((one) => one !== sheet && !one.empty);
  if (wanted !== undefined || others.length === 0) return { sheet, warnings: [] };
  return {
    sheet,
    warnings: [`Only the sheet "${sheet.name}" is read. The file also has: ${quoteNames(others)}.`],
  };
}

/** The names of the sheets, without what the reader knows of them. */
export function sheetChoices(sheets: readonly SheetChoice[]): SheetChoice[] {
  return sheets.map(({ name, hidden, empty }) => ({ name, hidden, empty }));
}

function quoteNames(sheets: readonly { name: string; hidden: boolean }[]): string {
  return sheets.map((one) => `"${one.name}"${one.hidden ? ' (hidden)' : ''}`).join(', ');
}

async function* readRows(
  file: FileHandle,
  sheet: WorkbookSheet,
  workbook: Workbook,
  texts: readonly string[],
  options: { batchSize: number; limits: Pick<SheetLimits, 'maxColumns'> },
): AsyncGenerator<SheetRow[], void, undefined> {
  let batch: SheetRow[] = [];
  const reader = createXmlReader(
    worksheetHandler(workbook, texts, options.limits.maxColumns, (row) => batch.push(row)),
    MAIN_NAMESPACES,
  );
  for await (const text of xmlText(inflateMember(file, sheet.part))) {
    reader.write(text);
    if (batch.length >= options.batchSize) {
      yield batch;
      batch = [];
    }
  }
  reader.end();
  if (batch.length > 0) yield batch;
}

const TRUE = new Set(['1', 'true']);

/** The format of cells without one. */
const GENERAL: NumberFormat = numberFormat(undefined);

/** Builds rows from the tags of a worksheet, without rows that have no text. */
function worksheetHandler(
  workbook: Workbook,
  texts: readonly string[],
  maxColumns: number,
  emit: (row: SheetRow) => void,
): XmlHandler {
  let root = '';
  let inData = false;
  let row = 0;
  let cells: string[] | undefined;
  let problem: string | undefined;
  let isHidden = false;
  // State of the current cell. Not an object: there are millions of cells.
  let column = -1;
  let inCell = false;
  let type = '';
  let format = GENERAL;
  let value = '';
  let hasValue = false;
  let hasFormula = false;
  let inValue = false;
  let inPhonetic = false;

  function openRow(attributes: string): void {
    const given = xmlAttribute(attributes, 'r');
    const next = given === undefined ? row + 1 : Number(given);
    if (!Number.isSafeInteger(next) || next <= row) {
      throw damagedSheet(`row ${given} comes after row ${row}`);
    }
    row = next;
    cells = [];
    problem = undefined;
    isHidden = TRUE.has(xmlAttribute(attributes, 'hidden') ?? '');
    column = -1;
  }

  function openCell(attributes: string): void {
    const reference = xmlAttribute(attributes, 'r');
    const next = reference === undefined ? column + 1 : columnIndex(reference);
    if (next <= column) throw damagedSheet(`a cell of row ${row} comes twice or out of order`);
    column = next;
    inCell = true;
    type = xmlAttribute(attributes, 't') ?? 'n';
    format = workbook.formats[Number(xmlAttribute(attributes, 's') ?? 0)] ?? GENERAL;
    value = '';
    hasValue = false;
    hasFormula = false;
  }

  function cellText(): string | undefined {
    if (!hasValue) return '';
    switch (type) {
      case 's':
        return texts[Number(value.trim() || Number.NaN)];
      case 'n':
        return value.trim() === '' ? '' : numericCell(value.trim(), format, workbook.is1904);
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE';
      case 'd':
        return isoCell(value.trim());
      case 'e':
        return value;
      default:
        return unescapeCharacters(value);
    }
  }

  function closeCell(): void {
    inCell = false;
    const text = cellText();
    if (text === undefined) throw damagedSheet(`cell ${columnName(column)}${row} is unreadable`);
    if (hasFormula && !hasValue) {
      problem ??= `Cell ${columnName(column)}${row} has a formula without a saved result. Open the file in a spreadsheet program, save it and upload it again.`;
    }
    if (text === '' || cells === undefined) return;
    if (column >= maxColumns) throw tooManyColumns(maxColumns);
    while (cells.length < column) cells.push('');
    cells.push(text);
  }

  function closeRow(): void {
    if (cells && (cells.length > 0 || problem !== undefined))
      emit({ row, cells, problem, ...(isHidden && { hidden: true }) });
    cells = undefined;
  }

  return {
    open(name, attributes) {
      if (!inData) {
        root ||= name;
        if (root !== 'worksheet') throw damagedSheet(`the sheet is a ${root}`);
        inData = name === 'sheetData';
      } else if (name === 'c') openCell(attributes);
      else if (name === 'row') openRow(attributes);
      else if (!inCell) return;
      else if (name === 'v' || name === 't') {
        hasValue = true;
        inValue = true;
      } else if (name === 'f') hasFormula = true;
      else if (name === 'rPh') inPhonetic = true;
    },
    text(text) {
      if (inValue && inCell && !inPhonetic) value += text;
    },
    close(name) {
      if (!inData) return;
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c') closeCell();
      else if (name === 'row') closeRow();
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'sheetData') inData = false;
    },
  };
}

/** 'AB12' → 27. */
function columnIndex(reference: string): number {
  let index = 0;
  let at = 0;
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    index = index * 26 + letter - 64;
  }
  if (at === 0 || at > 3) throw damagedSheet(`"${reference.slice(0, 20)}" is not a cell`);
  return index - 1;
}
