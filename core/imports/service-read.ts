import { readSheet } from '../documents/sheets/sheets.ts';
import type { UploadedFile } from '../kernel/contract.ts';
import { createColumnDetector } from './rules-columns.ts';
import type { ImportTable } from './rules-fields.ts';
import { headerNames, type Mapping, planColumns } from './rules-mapping.ts';
import { createRowDecoder, type RowDecoder } from './rules-rows.ts';
import { shortRows, type Tally } from './rules-tally.ts';
import type { ImportInput } from './schema.ts';
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
    header: { row: input.headerRow, names: headerNames(table, mapping) },
    batchSize: IMPORT_BATCH,
  });
  try {
    const plan = planColumns(table, sheet.info.header, mapping);
    const decoder = createRowDecoder(table, plan);
    const detector = createColumnDetector(decoder.fields, sheet.info.decimalComma === true);
    const rows = createKeptRows(decoder.width, IMPORT_BATCH);
    const short: number[] = [];
    for await (const batch of sheet.rows) {
      for (const source of batch) {
        const row = decoder.read(source);
        if (!row) continue;
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
      ...decoder.unusedValues().map((name) => `No cell of the file is ${name}.`),
      ...decoder
        .exampleRows()
        .map((row) => `Row ${row} is the example of the template and was left out.`),
      ...(rows.count() + decoder.exampleRows().length === 0
        ? ['The file has no rows below its header.']
        : []),
    ]);
    return { rows, decoder, readings: detector.readings() };
  } finally {
    await sheet.close();
  }
}
