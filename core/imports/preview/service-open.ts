import type { OpenSheet, SheetRow } from '../../documents/sheets/sheets.ts';
import { type AppError, isAppError } from '../../kernel/errors.ts';
import { importers, importTables } from '../importers/service.ts';
import { knownHeaders, READ_BATCH, readImportSheet } from '../reading/service.ts';
import { firstRows } from '../reading/service-first-rows.ts';
import type { ImportSettings } from '../schema-centre.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { recognisedSheet, signsOf } from '../service-kinds.ts';
import { type DetectedKind, detectFile } from '../sources/rules-kinds.ts';
import { hasMapping } from './rules-settings.ts';

const NO_MAPPING = { map: {}, value: {}, set: {} };
const NO_SETTINGS: ImportSettings = { ...NO_MAPPING, keepPrices: false, combineRows: false };
/** Headers of a person's name in two columns, which are no names of fields. */
const NAME_PARTS = [
  ['firstname', 1],
  ['lastname', 1],
] as const;

/** With the sheet that is chosen, or that told what the file holds. */
interface PlacedInput {
  settings?: ImportSettings | undefined;
  sheet: string | undefined;
  filename: string;
  signal?: AbortSignal | undefined;
}
interface Opened {
  sheet: OpenSheet;
  /** The first rows, which `sheet.rows` repeats. */
  first: readonly SheetRow[];
  /** What the sheet holds. */
  kind: DetectedKind;
  /** Why the chosen sheet or header row was not used. */
  problem: AppError | null;
}

async function openSheet(
  type: BuiltImportType,
  path: string,
  { settings, sheet: name, filename, signal }: PlacedInput,
): Promise<Opened> {
  const { headerRow } = settings ?? {};
  const names = knownHeaders(importers[type].table, settings ?? NO_MAPPING);
  for (const [key, weight] of NAME_PARTS) if (!names.has(key)) names.set(key, weight);
  const open = (sheet: string | undefined, row: number | undefined) =>
    readImportSheet(path, {
      ...(sheet ? { sheet } : {}),
      ...(signal && { signal }),
      header: { row, names },
      batchSize: READ_BATCH,
    });
  let problem: AppError | null = null;
  const opened = await open(name, headerRow).catch((error: unknown) => {
    if (!isAppError(error) || !CHOICES.has(error.code)) throw error;
    problem = error;
    return open(undefined, undefined);
  });
  const { first, rows } = await firstRows(opened, READ_BATCH);
  const cells = first.map((row) => row.cells);
  return {
    sheet: { ...opened, rows },
    first,
    kind: detectFile(signsOf(opened.info, filename, cells), importTables),
    problem,
  };
}

/** Errors of a chosen sheet or header row, which another choice mends. */
const CHOICES: ReadonlySet<string> = new Set([
  'sheet.headerRow',
  'sheet.header',
  'sheet.notFound',
  'sheet.none',
]);

/**
 * As `openSheet`; without a choice of the user, the first visible sheet with headers of the type, else the first with
 * rows. `settings` name a sheet that was found so, for the import to read the same one.
 */
export async function openLikelySheet(
  type: BuiltImportType,
  path: string,
  input: PlacedInput,
): Promise<Opened & { settings: ImportSettings | undefined }> {
  const { settings, sheet } = input;
  const first = await openSheet(type, path, input);
  const isFree = !settings || !(settings.headerRow !== undefined || hasMapping(settings));
  const placed = { ...(settings ?? NO_SETTINGS) };
  if (sheet || !isFree || first.kind.type === type)
    return { ...first, settings: sheet && isFree ? { ...placed, sheet } : settings };
  const found = await recognisedSheet(path, first.sheet.info, type).catch(async (error) => {
    await first.sheet.close();
    throw error;
  });
  const name = found?.info.sheetName;
  if (name === undefined) return { ...first, settings };
  await first.sheet.close();
  const other = await openSheet(type, path, { ...input, sheet: name });
  return { ...other, settings: { ...placed, sheet: name } };
}
