import type { Ctx } from '../../context.ts';
import type { OpenSheet, SheetRow } from '../../documents/sheets/sheets.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { Reading } from '../../kernel/amounts-typed.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { safeFileName } from '../../kernel/file-names.ts';
import type { ExportFormat } from '../../kernel/paging.ts';
import { importers } from '../importers/service.ts';
import { evidenceOf, isAmbiguous, readCell } from '../reading/rules-cells.ts';
import { createColumnDetector } from '../reading/rules-columns.ts';
import {
  columnsOf as columnsRead,
  guessColumn,
  type Mapping,
  planColumns,
} from '../reading/rules-mapping.ts';
import { createRowDecoder, type MappedField } from '../reading/rules-rows.ts';
import { knownHeaders, readImportSheet } from '../reading/service.ts';
import type { ImportSettings } from '../schema-centre.ts';
import { countBatches, getBatchMessages } from './queries-batches.ts';
import { getRunMessages } from './queries-history.ts';
import { settingsFrom } from './rules.ts';
import { ERRORS_HEADER } from './rules-refused.ts';
import { fileGone, openRunFile } from './service-files.ts';
import { getVisibleRun } from './service-history.ts';

/**
 * The refused rows of an import as a file: all columns of the sheet in their order, and as the last one why each row was
 * refused. It can be corrected and imported again with the same mapping. Cells are as they were, except dates and numbers
 * that can be read in two ways: those are written as the import read them, because the column that told how is not complete here.
 * Cells of passwords are empty, whether they were read or not.
 * @throws AppError notFound as `getImportRun`, and when the file is no longer kept; rule when no row was refused.
 */
export async function exportRefusedRows(
  ctx: Ctx,
  id: number,
  format?: ExportFormat,
): Promise<FileAnswer> {
  const run = await getVisibleRun(ctx, id);
  const messages = await refusedRows(ctx, id);
  if (messages.size === 0)
    return breaksRule('import.noneRefused', 'No row of this import was refused.');
  if (run.fileId === null) throw fileGone(run.filename);
  const { path } = await openRunFile(ctx, run.fileId);
  const settings = settingsFrom((await getRunMessages(ctx.db, id)).mapping);
  const { table } = importers[run.type];
  const mapping = mappingOf(settings);
  const options = {
    ...(settings.sheet && { sheet: settings.sheet }),
    header: { row: settings.headerRow, names: knownHeaders(table, mapping) },
  };
  const { info, readings, secret } = await readingsOf(
    await readImportSheet(path, options),
    table,
    mapping,
  );
  const own = format ?? (info.format === 'csv' ? 'csv' : 'xlsx');
  const ending = run.filename.lastIndexOf('.');
  const stem = ending > 0 ? run.filename.slice(0, ending) : run.filename;
  return exportFile(
    { name: safeFileName(`${stem}-refused`), sheetName: 'Refused rows', format: own },
    columnsOf(info.header, { readings, secret, messages }),
    onlyRefused(() => readImportSheet(path, options), messages),
  );
}

function mappingOf({ map, value, set }: ImportSettings): Mapping {
  return { map, value, set };
}

/** The messages of each refused row. Equal texts are kept once: a wrong column refuses every row of a file. */
async function refusedRows(ctx: Ctx, id: number): Promise<Map<number, string>> {
  const texts = new Map<string, string>();
  const rows = new Map<number, string>();
  const count = await countBatches(ctx.db, id);
  for (let number = 0; number < count; number += 1) {
    const { refused } = await getBatchMessages(ctx.db, id, number);
    for (const { row, messages, problems } of refused) {
      const text = (problems?.map(({ message }) => message) ?? messages).join(' ');
      const known = texts.get(text);
      if (known === undefined) texts.set(text, text);
      rows.set(row, known ?? text);
    }
  }
  return rows;
}

/** By column, for those whose cells can be read in two ways. */
type Readings = ReadonlyMap<number, { field: MappedField['field']; reading: Reading }>;

/** How the import read the columns of a sheet, which is read to its end. */
async function readingsOf(
  sheet: OpenSheet,
  table: (typeof importers)['customers']['table'],
  mapping: Mapping,
): Promise<{ info: OpenSheet['info']; readings: Readings; secret: ReadonlySet<number> }> {
  try {
    const decoder = createRowDecoder(table, planColumns(table, sheet.info.header, mapping));
    const detector = createColumnDetector(decoder.fields, sheet.info.decimalComma === true);
    for await (const batch of sheet.rows) {
      for (const source of batch) {
        const row = decoder.read(source);
        if (row) detector.see(row.texts);
      }
    }
    const found = detector.readings();
    const readings: Readings = new Map(
      decoder.fields.flatMap(({ field, column, combined }, index) =>
        isAmbiguous(field) && !combined ? [[column, { field, reading: found[index]! }]] : [],
      ),
    );
    const secret = [
      ...decoder.fields.filter(({ field }) => field.isSecret).flatMap(columnsRead),
      ...table.fields.flatMap((field) =>
        field.isSecret ? (guessColumn(field, sheet.info.header) ?? []) : [],
      ),
    ];
    return { info: sheet.info, readings, secret: new Set(secret) };
  } finally {
    await sheet.close();
  }
}

function columnsOf(
  header: readonly string[],
  {
    readings,
    secret,
    messages,
  }: {
    readings: Readings;
    /** Columns whose cells are left empty. */
    secret: ReadonlySet<number>;
    messages: ReadonlyMap<number, string>;
  },
): Column<SheetRow>[] {
  const own = header.flatMap((name, place): Column<SheetRow>[] => {
    const known = readings.get(place);
    const value = ({ cells }: SheetRow) => {
      const text = secret.has(place) ? '' : (cells[place] ?? '');
      return known ? plainText(text, known.field, known.reading) : text;
    };
    return [{ header: name, kind: 'text', value }];
  });
  const errors: Column<SheetRow> = {
    header: ERRORS_HEADER,
    kind: 'text',
    value: ({ row }) => messages.get(row) ?? '',
    width: 60,
  };
  return [...own, errors];
}

/** A cell that can be read in two ways, as it was read; any other cell unchanged. */
function plainText(text: string, field: MappedField['field'], reading: Reading): string {
  if (evidenceOf(field, text) !== 'either') return text;
  const cell = readCell(field, text, reading);
  return 'text' in cell ? cell.text : text;
}

async function* onlyRefused(
  open: () => Promise<OpenSheet>,
  messages: ReadonlyMap<number, string>,
): AsyncGenerator<SheetRow[]> {
  const sheet = await open();
  try {
    for await (const batch of sheet.rows) {
      const refused = batch.filter(({ row }) => messages.has(row));
      if (refused.length > 0) yield refused;
    }
  } finally {
    await sheet.close();
  }
}
