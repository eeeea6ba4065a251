import type { Ctx } from '../context.ts';
import type { SheetInfo } from '../documents/sheets/sheets.ts';
import { authorise, authoriseAny } from '../identity/actor.ts';
import { breaksRule } from '../kernel/errors.ts';
import { listed } from './reading/rules-headers.ts';
import type { Mapping } from './reading/rules-mapping.ts';
import { knownHeaders, readImportSheet } from './reading/service.ts';
import type { ImportInput } from './schema.ts';
import { type BuiltImportType, builtImportTypes, builtTypes } from './schema-types.ts';
import { importTables } from './service-importers.ts';
import { detectType } from './sources/rules-detect.ts';

/** A file whose type is not known, with the user's choice of sheet, header row and columns. */
interface UntypedFile {
  path: string;
  sheet?: string | undefined;
  headerRow?: number | undefined;
  map?: Mapping['map'] | undefined;
}

/**
 * The sheet of a file with its headers, and the type that they tell; undefined if they do not. The header row is found by
 * the headers of all types.
 * @throws AppError of `readSheet`.
 */
export async function detectKind({ path, sheet, headerRow, map = {} }: UntypedFile): Promise<{
  info: SheetInfo;
  type: BuiltImportType | undefined;
}> {
  // The user's mapping may be for one type only, so its fields are not checked here.
  const columns = { map, value: {}, set: {} };
  const names = Object.values(importTables).flatMap((table) => [...knownHeaders(table, columns)]);
  const opened = await readImportSheet(path, {
    ...(sheet && { sheet }),
    header: { row: headerRow, names: new Map(names) },
  });
  await opened.close();
  return { info: opened.info, type: detectType(opened.info.header, importTables) };
}

/**
 * The type of a file, that of 'general' by its headers.
 * @throws AppError forbidden without the permission for it; rule if the headers do not tell; the errors of `readSheet`.
 */
export async function typeOfFile(
  { actor }: Pick<Ctx, 'actor'>,
  category: ImportInput['type'],
  file: UntypedFile,
): Promise<BuiltImportType> {
  if (category !== 'general') {
    authorise(actor, builtTypes[category].permission);
    return category;
  }
  authoriseAny(
    actor,
    Object.values(builtTypes).map(({ permission }) => permission),
  );
  const { info, type } = await detectKind(file);
  if (type === undefined)
    return breaksRule(
      'import.unknownKind',
      `The columns do not tell what the file holds: ${listed(info.header)}. Import it as ${builtImportTypes.join(', ')}.`,
    );
  authorise(actor, builtTypes[type].permission);
  return type;
}
