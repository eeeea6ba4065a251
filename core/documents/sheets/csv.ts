import { AppError } from '../../kernel/errors.ts';
import { createCsvParser } from './csv-parser.ts';
import { createTextReader, detectEncoding, encodingByMark, notText } from './encoding.ts';
import {
  DEFAULT_BATCH_SIZE,
  type SheetLimits,
  type SheetRecord,
  type SheetSource,
  sheetLimits,
  type TextEncoding,
  unsupportedSheet,
} from './model.ts';

export interface CsvOptions {
  /** Default: by the byte order mark, else UTF-8. */
  encoding?: TextEncoding;
  /** Default: the one of , ; tab | that splits most first lines equally. */
  separator?: string;
  maxColumns?: number;
  batchSize?: number;
}

const SEPARATORS = [',', ';', '\t', '|'];
const SAMPLE_LENGTH = 64 * 1024;
const SAMPLE_RECORDS = 100;

/** Excel's hint, a first line such as 'sep=;'. */
const HINT = /^sep=(.)[\r\n]/i;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * The records of a CSV in batches, header included, with rows of any length. Runs in the calling thread; `readSheet`
 * runs it in a worker. Throws AppError 'sheet.damaged', 'sheet.notText', 'sheet.openQuote', 'sheet.cellTooLong',
 * 'sheet.tooManyColumns'.
 */
export async function* parseCsv(
  chunks: Bytes,
  options: CsvOptions = {},
): AsyncGenerator<SheetRecord[], void, undefined> {
  const batchSize = options.batchSize ?? DEFAULT_BATCH_SIZE;
  const maxColumns = options.maxColumns ?? sheetLimits.maxColumns;
  let separator = options.separator;
  let parser = separator === undefined ? undefined : createCsvParser(separator, maxColumns);
  let waiting = '';
  let batch: SheetRecord[] = [];
  for await (const { text, last } of decoded(chunks, options.encoding)) {
    waiting += text;
    if (parser === undefined) {
      if (!last && waiting.length < SAMPLE_LENGTH) continue;
      separator = detectSeparator(waiting, last);
      parser = createCsvParser(separator, maxColumns);
    }
    parser.write(waiting);
    waiting = '';
    if (last) parser.end();
    for (const record of parser.take()) {
      if (record.row === 1 && isHint(record, separator)) continue;
      batch.push(record);
    }
    if (batch.length >= batchSize || last) {
      if (batch.length > 0) yield batch;
      batch = [];
    }
  }
}

function isHint(record: SheetRecord, separator = ','): boolean {
  return record.cells.join(separator).toLowerCase() === `sep=${separator}`;
}

async function* decoded(
  chunks: Bytes,
  encoding: TextEncoding | undefined,
): AsyncGenerator<{ text: string; last: boolean }, void, undefined> {
  let reader = encoding && createTextReader(encoding);
  for await (const chunk of chunks) {
    reader ??= createTextReader(encodingByMark(chunk) ?? 'utf-8');
    const text = reader.write(chunk);
    if (text.includes('\0')) throw notText();
    yield { text, last: false };
  }
  yield { text: reader?.end() ?? '', last: true };
}

function sampleRecords(sample: string, whole: boolean, separator: string): SheetRecord[] {
  const parser = createCsvParser(separator, Number.POSITIVE_INFINITY);
  try {
    parser.write(sample);
    // A sample may end inside a record. If a whole file does, parsing reports it.
    if (whole) parser.write('\n');
  } catch (error) {
    // With the wrong separator a line of several long cells is a single one, too long for a cell.
    if (!(error instanceof AppError)) throw error;
  }
  return parser.take().slice(0, SAMPLE_RECORDS);
}

/** The separator that splits most of the first records into the same number of cells; ',' by default. */
export function detectSeparator(sample: string, whole: boolean): string {
  const hint = HINT.exec(sample)?.[1];
  if (hint !== undefined && hint !== '"') return hint;
  let best = { separator: ',', agreeing: 0, width: 1 };
  for (const separator of SEPARATORS) {
    const widths = new Map<number, number>();
    for (const { cells } of sampleRecords(sample, whole, separator)) {
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    }
    const [width, agreeing] = [...widths].reduce(
      (most, one) => (one[1] > most[1] || (one[1] === most[1] && one[0] > most[0]) ? one : most),
      [1, 0],
    );
    if (width < 2 || agreeing < best.agreeing) continue;
    if (agreeing > best.agreeing || width > best.width) best = { separator, agreeing, width };
  }
  return best.separator;
}

const COMMA_DECIMAL = /^[+-]?(\d{1,3}(\.\d{3})+|\d+),(\d{1,2}|\d{4,})$/;
const POINT_DECIMAL = /^[+-]?(\d{1,3}(,\d{3})+|\d+)\.(\d{1,2}|\d{4,})$/;

/** Whether amounts are written '12,50' rather than '12.50'. Three decimals are ambiguous: they may be thousands. */
function guessDecimalComma(records: readonly SheetRecord[]): boolean {
  let balance = 0;
  for (const { cells } of records) {
    for (const cell of cells) {
      if (COMMA_DECIMAL.test(cell.trim())) balance += 1;
      else if (POINT_DECIMAL.test(cell.trim())) balance -= 1;
    }
  }
  return balance > 0;
}

/** Text in another format: HTML or XML, PDF, RTF, JSON. */
const OTHER_TEXT = /^\s*(<[a-z!?/]|%PDF-|\{\\rtf|\{\s*["}]|\[\s*[[{"\]])/i;

/** Opens a text file; each call of `bytes` reads it from the beginning. */
export async function openCsv(
  bytes: () => AsyncIterable<Uint8Array>,
  options: { limits: SheetLimits; batchSize: number },
): Promise<SheetSource> {
  const encoding = await detectEncoding(bytes());
  const { sample, whole } = await readSample(bytes(), encoding);
  if (OTHER_TEXT.test(sample)) throw unsupportedSheet('the text is another format');
  const separator = detectSeparator(sample, whole);
  const warnings =
    encoding === 'windows-1252'
      ? [
          'The file is not UTF-8. It was read as Windows (CP1252); look whether letters with accents are right.',
        ]
      : [];
  return {
    info: {
      format: 'csv',
      encoding,
      separator,
      decimalComma: separator !== ',' && guessDecimalComma(sampleRecords(sample, whole, separator)),
      warnings,
    },
    records: parseCsv(bytes(), {
      encoding,
      separator,
      maxColumns: options.limits.maxColumns,
      batchSize: options.batchSize,
    }),
  };
}

async function readSample(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
): Promise<{ sample: string; whole: boolean }> {
  let sample = '';
  for await (const { text } of decoded(bytes, encoding)) {
    sample += text;
    if (sample.length >= SAMPLE_LENGTH) return { sample, whole: false };
  }
  return { sample, whole: true };
}
