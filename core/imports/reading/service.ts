import { readSheet } from '../../documents/sheets/sheets.ts';
import type { UploadedFile } from '../../kernel/contract.ts';
import type { ImportColumns, ImportTable } from '../fields/rules.ts';
import { shortRows, sumRowsLeftOut, type Tally } from '../rules-tally.ts';
import type { ImportInput } from '../schema.ts';
import { detectSource, offeredValues, sourceHeaderKeys } from '../sources/rules-detect.ts';
import { createColumnDetector } from './rules-columns.ts';
import { headerNames, type Mapping, planColumns } from './rules-mapping.ts';
import { createRowDecoder, type RowDecoder } from './rules-rows.ts';
import { createSumFinder } from './rules-sums.ts';
import { createKeptRows, type KeptRows } from './service-kept-rows.ts';

/** Rows per transaction (architecture, bulk work). */
export const IMPORT_BATCH = 5000;

export interface GivenFile {
  upload: UploadedFile;
  input: ImportInput;
  mapping: Mapping;
}

/** A completely read file: its rows and their decoder. */
export interface ReadFile<Row> {
  rows: KeptRows;
  decoder: RowDecoder<Row>;
  readings: ReturnType<ReturnType<typeof createColumnDetector>['readings']>;
}

/** Headers by which the header row is found: of the type, of the known systems, and those that the user named. */
function knownHeaders(table: ImportColumns, mapping: Mapping): Map<string, number> {
  const ofSources = [...sourceHeaderKeys()].map((key): [string, number] => [key, 1]);
  return new Map([...ofSources, ...headerNames(table, mapping)]);
}

/**
 * The headers of a file whose type is not known: its header row is found by the headers of all types.
 * @throws AppError of `readSheet`.
 */
export async function readHeader(
  { upload, input, mapping }: GivenFile,
  tables: Readonly<Record<string, ImportColumns>>,
): Promise<string[]> {
  // The user's mapping may be for one type only, so its fields are not checked here.
  const columns = { map: mapping.map, value: {}, set: {} };
  const names = Object.values(tables).flatMap((table) => [...knownHeaders(table, columns)]);
  const sheet = await readSheet(upload.path, {
    sheet: input.sheet || undefined,
    header: { row: input.headerRow, names: new Map(names) },
  });
  try {
    return sheet.info.header;
  } finally {
    await sheet.close();
  }
}

/** Replacements without those that the ready mapping of a known system offers for values that a file may have. */
function unexpected(unused: readonly string[], header: readonly string[]): string[] {
  const source = detectSource(header);
  const offered = source ? offeredValues(source) : new Set<string>();
  return unused.filter((name) => !offered.has(name));
}

/**
 * Reads a file to its end, keeping the needed cells, in chunks of IMPORT_BATCH rows.
 * @throws AppError of `readSheet`; invalid for a mapping that does not match the file; tooLarge above MAX_KEPT_BYTES.
 */
export async function readRows<Row>(
  table: ImportTable<Row>,
  { upload, input, mapping }: GivenFile,
  tally: Tally,
): Promise<ReadFile<Row>> {
  const sheet = await readSheet(upload.path, {
    sheet: input.sheet || undefined,
    header: { row: input.headerRow, names: knownHeaders(table, mapping) },
    batchSize: IMPORT_BATCH,
  });
  try {
    const plan = planColumns(table, sheet.info.header, mapping);
    const decoder = createRowDecoder(table, plan);
    const detector = createColumnDetector(decoder.fields, sheet.info.decimalComma === true);
    const rows = createKeptRows(decoder.width, IMPORT_BATCH);
    const short: number[] = [];
    const sums = createSumFinder(decoder.fields);
    const sumRows: number[] = [];
    for await (const batch of sheet.rows) {
      for (const source of batch) {
        const row = decoder.read(source);
        if (!row) continue;
        if (row.problem === undefined && sums.isSum(source.cells, row.texts)) {
          sumRows.push(row.row);
          continue;
        }
        if (source.given !== undefined && row.problem === undefined) short.push(row.row);
        detector.see(row.texts);
        rows.add(row);
      }
    }
    rows.end();
    tally.warn([
      ...sheet.info.warnings,
      ...plan.warnings,
      ...shortRows(short),
      ...detector.warnings(),
      ...unexpected(decoder.unusedValues(), sheet.info.header).map(
        (name) => `No cell of the file is ${name}.`,
      ),
      ...decoder
        .exampleRows()
        .map((row) => `Row ${row} is the example of the template and was left out.`),
      ...sumRowsLeftOut(sumRows),
      ...(rows.count() + decoder.exampleRows().length === 0
        ? ['The file has no rows below its header.']
        : []),
    ]);
    return { rows, decoder, readings: detector.readings() };
  } finally {
    await sheet.close();
  }
}
