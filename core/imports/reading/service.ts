import {
  type OpenSheet,
  type ReadSheetOptions,
  readSheet,
  type SheetInfo,
} from '../../documents/sheets/sheets.ts';
import type { UploadedFile } from '../../kernel/contract.ts';
import type { ImportColumns, ImportTable } from '../fields/rules.ts';
import { hiddenRows, rowsLeftOut, shortRows, sumRowsLeftOut, type Tally } from '../rules-tally.ts';
import { isErrorsHeader } from '../runs/rules-refused.ts';
import type { ImportInput } from '../schema.ts';
import { detectSource, offeredValues, sourceHeaderKeys } from '../sources/rules-detect.ts';
import { wordsOf } from '../sources/rules-words.ts';
import { createColumnDetector } from './rules-columns.ts';
import { createJournalFinder } from './rules-journal.ts';
import { headerNames, type Mapping, planColumns } from './rules-mapping.ts';
import { createMergedCells } from './rules-merged.ts';
import { createRowDecoder, type RowDecoder } from './rules-rows.ts';
import { createSumFinder } from './rules-sums.ts';
import { createKeptRows, type KeptRows } from './service-kept-rows.ts';
import { openOtherFormat } from './service-other-formats.ts';
import { unusable, wholeFile } from './service-whole.ts';

/** Rows per transaction (architecture, bulk work). */
export const IMPORT_BATCH = 5000;
/** Rows read at a time. Few, so that their cells are garbage before the collector copies them. */
export const READ_BATCH = 500;

export interface GivenFile {
  upload: UploadedFile;
  input: ImportInput;
  mapping: Mapping;
}

/** A completely read file: its rows and their decoder. */
export interface ReadFile<Row> {
  rows: KeptRows;
  /** The number of its other rows: examples of a template, and sums of the rows above. */
  leftOut: number;
  decoder: RowDecoder<Row>;
  readings: ReturnType<ReturnType<typeof createColumnDetector>['readings']>;
  header: readonly string[];
}

/**
 * As `readSheet`, also for exports of routers and lists of QuickBooks (`openOtherFormat`), without the texts of the column that a file of refused rows has added: it belongs to no field, makes no
 * two rows differ, and does not count for a saved mapping.
 */
export async function readImportSheet(path: string, options: ReadSheetOptions): Promise<OpenSheet> {
  const sheet = (await openOtherFormat(path, options)) ?? (await readSheet(path, options));
  const places = sheet.info.header.flatMap((name, place) => (isErrorsHeader(name) ? [place] : []));
  if (places.length === 0) return sheet;
  const header = sheet.info.header.map((name) => (isErrorsHeader(name) ? '' : name));
  while (header.at(-1) === '') header.pop();
  async function* rows() {
    for await (const batch of sheet.rows) {
      for (const { cells } of batch) for (const place of places) cells[place] = '';
      yield batch;
    }
  }
  return { info: { ...sheet.info, header }, rows: rows(), close: () => sheet.close() };
}

/** Headers by which the header row is found: of the type, of the known systems, and those that the user named. */
export function knownHeaders(table: ImportColumns, mapping: Mapping): Map<string, number> {
  const ofSources = [...sourceHeaderKeys()].map((key): [string, number] => [key, 1]);
  return new Map([...ofSources, ...headerNames(table, mapping)]);
}

/** Replacements without those that the ready mapping of a known system offers for values that a file may have. */
function unexpected(
  unused: readonly string[],
  { header, titles, sheetName }: SheetInfo,
  { type }: ImportColumns,
): string[] {
  const words = wordsOf({ titles, sheet: sheetName });
  const known = [detectSource(header, { type, words }), detectSource(header, { type })];
  const offered = new Set(known.flatMap((source) => (source ? [...offeredValues(source)] : [])));
  return unused.filter((name) => !offered.has(name));
}

/**
 * Reads an opened sheet to its end and closes it, keeping the needed cells, in chunks of IMPORT_BATCH rows.
 * @throws AppError of `readSheet`; invalid for a mapping that does not match the file; tooLarge above MAX_KEPT_BYTES.
 */
export async function keepRows<Row>(
  table: ImportTable<Row>,
  sheet: OpenSheet,
  mapping: Mapping,
  tally: Pick<Tally, 'warn'>,
): Promise<ReadFile<Row>> {
  try {
    const plan = planColumns(table, sheet.info.header, mapping);
    const decoder = createRowDecoder(table, plan);
    const detector = createColumnDetector(decoder.fields, sheet.info.decimalComma === true);
    const rows = createKeptRows(decoder.width, IMPORT_BATCH);
    const short: number[] = [];
    const sums = createSumFinder(decoder.fields);
    const sumRows: number[] = [];
    const hidden: number[] = [];
    const journal = createJournalFinder(table.type, sheet.info.header);
    const merged = createMergedCells(decoder.fields, sheet.info.header);
    for await (const batch of sheet.rows) {
      for (const source of batch) {
        const row = decoder.read(source);
        if (!row) continue;
        if (row.problem === undefined && sums.isSum(source.cells, row.texts)) {
          sumRows.push(row.row);
          continue;
        }
        journal.see(source.cells);
        if (source.hidden) hidden.push(row.row);
        if (source.merged) row.problem ??= merged.see(row.row, source.merged);
        if (source.given !== undefined && row.problem === undefined) short.push(row.row);
        detector.see(row.texts);
        rows.add(row);
      }
    }
    rows.end();
    const readings = detector.readings();
    const judged = await table.inspect?.(
      wholeFile({ rows, decoder, readings }, plan, mapping, sheet.info.header),
    );
    if (judged?.problem !== undefined) throw unusable(judged.problem);
    const left = decoder.leftOutRows().reduce((sum, { rows: ones }) => sum + ones.length, 0);
    tally.warn([
      ...sheet.info.warnings,
      ...plan.warnings,
      ...shortRows(short),
      ...hiddenRows(hidden),
      ...merged.warnings(),
      ...detector.warnings(),
      ...unexpected(decoder.unusedValues(), sheet.info, table).map(
        (name) => `No cell of the file is ${name}.`,
      ),
      ...decoder
        .exampleRows()
        .map((row) => `Row ${row} is the example of the template and was left out.`),
      ...decoder.leftOutRows().flatMap(({ why, rows: left }) => rowsLeftOut(left, why)),
      ...sumRowsLeftOut(sumRows),
      ...journal.warnings(),
      ...(judged?.warnings ?? []),
      ...(rows.count() + decoder.exampleRows().length + left === 0
        ? ['The file has no rows below its header.']
        : []),
    ]);
    return {
      rows,
      leftOut: decoder.exampleRows().length + sumRows.length + left,
      decoder,
      readings,
      header: sheet.info.header,
    };
  } finally {
    await sheet.close();
  }
}
