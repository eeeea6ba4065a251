import { daysBetween, type IsoDate, isIsoDate } from '../../kernel/dates.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import { type ArchiveEntry, writeArchive } from './archive-writer.ts';
import { columnName, MAX_CELL_LENGTH } from './model.ts';

/** How a column's values are stored and shown: `money` is in cents, `date` a 'YYYY-MM-DD'. */
export type CellKind = 'text' | 'money' | 'integer' | 'number' | 'date';

export interface WorkbookColumn {
  header: string;
  kind: CellKind;
  /** In characters. */
  width: number;
}

export interface WorkbookContent<Row> {
  sheetName: string;
  columns: readonly WorkbookColumn[];
  rows: AsyncIterable<readonly Row[]>;
  /** A value for each column; formulas in texts must be neutralised already. */
  valuesOf: (row: Row) => readonly (string | number | null)[];
  /** Maximum data rows per sheet; more go to further sheets. By default Excel's maximum. */
  rowsPerSheet?: number | undefined;
}

const EXCEL_ROWS = 1_048_576;
const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Indexes in `cellXfs` below. */
const STYLES = { number: 0, header: 1, money: 2, integer: 3, date: 4, text: 5 };
const STYLESHEET = `${DECLARATION}<styleSheet xmlns="${NAMESPACE}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${[
  'numFmtId="0" fontId="0"',
  'numFmtId="0" fontId="1" applyFont="1"',
  'numFmtId="4" fontId="0" applyNumberFormat="1"',
  'numFmtId="1" fontId="0" applyNumberFormat="1"',
  'numFmtId="164" fontId="0" applyNumberFormat="1"',
  'numFmtId="49" fontId="0" applyNumberFormat="1"',
]
  .map((style) => `<xf ${style} fillId="0" borderId="0" xfId="0"/>`)
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The base of Excel's day numbers, which treat 1900 as a leap year; dates before March 1900 are not written. */
const DAY_ZERO = '1899-12-30' as IsoDate;
const FIRST_DATE = '1900-03-01';

/** A workbook (.xlsx) with a bold, frozen header, streamed row by row: memory does not grow with the rows. */
export async function* writeWorkbook<Row>(
  content: WorkbookContent<Row>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* writeSheets([content]);
}

/** As `writeWorkbook`, with a sheet for each content. */
export async function* writeSheets<Row>(
  contents: readonly WorkbookContent<Row>[],
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* writeArchive(parts(contents));
}

async function* parts<Row>(
  contents: readonly WorkbookContent<Row>[],
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const names: string[] = [];
  for (const content of contents) yield* sheetsOf(content, names);
  for (const [name, xml] of Object.entries(workbookParts(names))) {
    yield { name, content: singleChunk(xml) };
  }
}

/** The sheets of a content; their names are added to those of the workbook. */
async function* sheetsOf<Row>(
  { sheetName, columns, rows, valuesOf, rowsPerSheet = EXCEL_ROWS - 1 }: WorkbookContent<Row>,
  names: string[],
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const letters = columns.map((_, index) => columnName(index));
  const batches = rows[Symbol.asyncIterator]();
  let batch: readonly Row[] = [];
  let taken = 0;

  async function more(): Promise<boolean> {
    while (taken >= batch.length) {
      const next = await batches.next();
      if (next.done) return false;
      batch = next.value;
      taken = 0;
    }
    return true;
  }

  function rowXml(row: Row, number: number): string {
    const cells = valuesOf(row).map((value, at) =>
      cellXml(`${letters[at]}${number}`, columns[at]!.kind, value),
    );
    return `<row r="${number}">${cells.join('')}</row>`;
  }

  async function* sheet(): AsyncGenerator<Uint8Array, void, undefined> {
    yield Buffer.from(sheetHead(columns, letters));
    let count = 0;
    while (count < rowsPerSheet && (await more())) {
      const piece = batch.slice(taken, taken + rowsPerSheet - count);
      const first = count + 2;
      taken += piece.length;
      count += piece.length;
      yield Buffer.from(piece.map((row, at) => rowXml(row, first + at)).join(''));
    }
    yield Buffer.from('</sheetData></worksheet>');
  }

  let sheets = 0;
  try {
    do {
      sheets += 1;
      names.push(tabName(sheetName, sheets));
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheet() };
    } while (await more());
  } finally {
    await batches.return?.();
  }
}

async function* singleChunk(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(text);
}

function sheetHead(columns: readonly WorkbookColumn[], letters: readonly string[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = columns.map(({ header }, at) => textXml(`${letters[at]}1`, STYLES.header, header));
  return `${DECLARATION}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
}

function cellXml(place: string, kind: CellKind, value: string | number | null): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written in a cell`);
    const number = kind === 'money' ? toDecimal(cents(value)) : String(value);
    return `<c r="${place}" s="${STYLES[kind]}"><v>${number}</v></c>`;
  }
  if (kind === 'date' && isIsoDate(value) && value >= FIRST_DATE) {
    return `<c r="${place}" s="${STYLES.date}"><v>${daysBetween(DAY_ZERO, value)}</v></c>`;
  }
  return textXml(place, STYLES.text, value);
}

function textXml(place: string, style: number, text: string): string {
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t${space}>${escapeText(text)}</t></is></c>`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes the text of a cell. Characters that XML cannot contain become '_xHHHH_', and so does the underscore of a text
 * that looks like it. Texts longer than a cell are truncated visibly, because Excel would refuse the file.
 */
function escapeText(text: string): string {
  const held = text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text;
  return (
    held
      .toWellFormed()
      .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
      .replaceAll('\0', '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
      .replace(/[\u0001-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (one) => {
        const code = one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
        return `_x${code}_`;
      })
      .replace(/[&<>"]/g, (one) => ESCAPES[one]!)
  );
}

function withoutOuterQuotes(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === "'") start += 1;
  while (end > start && text[end - 1] === "'") end -= 1;
  return text.slice(start, end);
}

/** A valid sheet name: no reserved characters, at most 31, numbered from the second sheet. */
function tabName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`;
  const allowed = withoutOuterQuotes(name.replace(/[\\/?*[\]:]/g, ' '));
  return `${(allowed || 'Sheet').slice(0, 31 - suffix.length)}${suffix}`;
}

function workbookParts(names: readonly string[]): Record<string, string> {
  const sheets = names.length;
  const numbers = names.map((_, index) => index + 1);
  const list = (one: (number: number) => string) => numbers.map(one).join('');
  return {
    'xl/styles.xml': STYLESHEET,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${NAMESPACE}" xmlns:r="${OFFICE}"><sheets>${list((number) => `<sheet name="${escapeText(names[number - 1]!)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${list((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${list((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  };
}
