import type { Ctx } from '../context.ts';
import type { SheetInfo } from '../documents/sheets/sheets.ts';
import { authorise, authoriseAny } from '../identity/actor.ts';
import { breaksRule, isAppError } from '../kernel/errors.ts';
import { importTables } from './importers/service.ts';
import { listed } from './reading/rules-headers.ts';
import type { Mapping } from './reading/rules-mapping.ts';
import { knownHeaders, readImportSheet } from './reading/service.ts';
import { firstRows } from './reading/service-first-rows.ts';
import type { ImportInput } from './schema.ts';
import { type BuiltImportType, builtImportTypes, builtTypes } from './schema-types.ts';
import {
  type DetectedKind,
  detectFile,
  type FileSigns,
  NOTHING_TOLD,
} from './sources/rules-kinds.ts';

/** A file whose type is not known, with the user's choice of sheet, header row and columns. */
interface UntypedFile {
  path: string;
  filename?: string | undefined;
  sheet?: string | undefined;
  headerRow?: number | undefined;
  map?: Mapping['map'] | undefined;
}

/** Sheets of a workbook whose headers are compared. */
const MAX_SEARCHED = 20;

interface SheetKind {
  info: SheetInfo;
  kind: DetectedKind;
}

/** Rows by which the kind of a file is judged. */
const SAMPLE_ROWS = 200;

/** What tells the kind of an opened sheet. */
export function signsOf(
  { header, titles, sheetName }: SheetInfo,
  filename: string | undefined,
  rows: FileSigns['rows'] = [],
): FileSigns {
  return { header, titles, sheet: sheetName, filename, rows };
}

async function readKind({
  path,
  filename,
  sheet,
  headerRow,
  map = {},
}: UntypedFile): Promise<SheetKind> {
  // The user's mapping may be for one type only, so its fields are not checked here.
  const columns = { map, value: {}, set: {} };
  const names = Object.values(importTables).flatMap((table) => [...knownHeaders(table, columns)]);
  const opened = await readImportSheet(path, {
    ...(sheet && { sheet }),
    header: { row: headerRow, names: new Map(names) },
    batchSize: SAMPLE_ROWS,
  });
  try {
    const { first } = await firstRows(opened, SAMPLE_ROWS);
    const rows = first.map(({ cells }) => cells);
    const { info } = opened;
    return { info, kind: detectFile(signsOf(info, filename, rows), importTables) };
  } finally {
    await opened.close();
  }
}

/** As `readKind`; undefined for a sheet that has no usable header. */
async function readableKind(file: UntypedFile): Promise<SheetKind | undefined> {
  try {
    return await readKind(file);
  } catch (error) {
    if (isAppError(error) && ['sheet.empty', 'sheet.header'].includes(error.code)) return undefined;
    throw error;
  }
}

/**
 * The first of the other visible sheets of a workbook whose headers tell a type, or the wanted one; undefined if there is
 * none.
 * @throws AppError of `readSheet`.
 */
export async function recognisedSheet(
  path: string,
  info: SheetInfo,
  wanted?: BuiltImportType,
): Promise<SheetKind | undefined> {
  const others = offeredSheets(info).filter((name) => name !== (info.sheetName ?? ''));
  for (const sheet of others.slice(0, MAX_SEARCHED)) {
    const found = await readableKind({ path, sheet });
    const type = found?.kind.type;
    if (wanted === undefined ? type !== undefined : type === wanted) return found;
  }
  return undefined;
}

/**
 * The sheet of a file with its headers, and the type that they tell; undefined if they do not. The header row is found by
 * the headers of all types. Without a choice of the user it is the first visible sheet whose headers tell a type, else
 * the first with rows.
 * @throws AppError of `readSheet`.
 */
export async function detectKind(file: UntypedFile): Promise<SheetKind> {
  const first = await readKind(file);
  const { path, sheet, headerRow, map = {} } = file;
  const isChosen = sheet || headerRow !== undefined || Object.keys(map).length > 0;
  const { type, nothing } = first.kind;
  // The other sheets of a workbook of such are their lines and sums.
  if (type !== undefined || nothing !== undefined || isChosen) return first;
  return (await recognisedSheet(path, first.info)) ?? first;
}

/** The sheets to choose from: those with rows that are not hidden, and the one that is read; one for a .csv. */
export function offeredSheets({ sheets = [], sheetName = '' }: SheetInfo): string[] {
  const offered = sheets
    .filter(({ name, hidden, empty }) => name === sheetName || !(hidden || empty))
    .map(({ name }) => name);
  return offered.length === 0 ? [sheetName] : offered;
}

/**
 * The type of a file, that of 'general' by its headers, with the sheet that told it: the chosen one, or undefined for a
 * .csv and for other categories without a choice.
 * @throws AppError forbidden without the permission for it; rule if the columns do not tell, or nothing is here for such a file; the errors of `readSheet`.
 */
export async function typeOfFile(
  { actor }: Pick<Ctx, 'actor'>,
  category: ImportInput['type'],
  file: UntypedFile,
): Promise<{ type: BuiltImportType; sheet: string | undefined }> {
  if (category !== 'general') {
    authorise(actor, builtTypes[category].permission);
    return { type: category, sheet: file.sheet };
  }
  authoriseAny(
    actor,
    Object.values(builtTypes).map(({ permission }) => permission),
  );
  const { info, kind } = await detectKind(file);
  const { type, nothing, because } = kind;
  if (nothing !== undefined) return breaksRule('import.nothingHere', nothing);
  if (type === undefined) {
    const why = because === NOTHING_TOLD ? '' : ` ${because[0]!.toUpperCase()}${because.slice(1)}.`;
    return breaksRule(
      'import.unknownKind',
      `The columns do not tell what the file holds: ${listed(info.header)}.${why} Import it as ${builtImportTypes.join(', ')}.`,
    );
  }
  authorise(actor, builtTypes[type].permission);
  return { type, sheet: file.sheet || info.sheetName };
}
