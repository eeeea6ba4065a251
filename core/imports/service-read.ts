import type { UploadedFile } from '../kernel/contract.ts';
import { type AnyRow, type Importer, importerFor, importTables } from './importers/service.ts';
import {
  type ChosenSettings,
  hasMapping,
  numberingNotes,
  type Overrides,
  overriddenSettings,
} from './preview/rules-settings.ts';
import { openLikelySheet } from './preview/service-open.ts';
import type { Mapping } from './reading/rules-mapping.ts';
import { keepRows, type ReadFile } from './reading/service.ts';
import type { Tally } from './rules-tally.ts';
import type { ImportSettings } from './schema-centre.ts';
import type { BuiltImportType } from './schema-types.ts';
import { kindNotes } from './sources/rules-kinds.ts';
import { wordsOf } from './sources/rules-words.ts';

/** Rows by which settings are judged. */
const SETTLING_ROWS = 100;

export interface SettledFile {
  importer: Importer<AnyRow>;
  file: ReadFile<AnyRow>;
  settings: ImportSettings;
}

interface GivenRead {
  upload: Pick<UploadedFile, 'path' | 'filename'>;
  /** Settings of a preview, or what the user gives on top of those that one would propose. */
  given: ImportSettings | Overrides;
  /** The type was told by the file. */
  isGeneral: boolean;
}

function isPreviewed(given: ImportSettings | Overrides): given is ImportSettings {
  return 'map' in given && hasMapping(given);
}

const NO_MAPPING: Mapping = { map: {}, value: {}, set: {} };

/**
 * Reads a file of a type to its end, with the settings of its preview as they are; without such, with those that a preview
 * would propose and what the user gives instead of them. What was chosen is told.
 * @throws AppError of `readSheet`; invalid for a mapping that does not match the file; tooLarge above MAX_KEPT_BYTES.
 */
export async function readSettled(
  type: BuiltImportType,
  { upload, given, isGeneral }: GivenRead,
  tally: Pick<Tally, 'warn'>,
): Promise<SettledFile> {
  const previewed = isPreviewed(given) ? given : undefined;
  const overrides: Overrides =
    'mapping' in given
      ? given
      : {
          ...given,
          mapping: NO_MAPPING,
          keepPrices: given.keepPrices || undefined,
          combineRows: given.combineRows || undefined,
        };
  const { mapping, sheet, headerRow } = overrides;
  const opened = await openLikelySheet(type, upload.path, {
    settings: previewed ?? {
      ...mapping,
      ...(headerRow !== undefined && { headerRow }),
      keepPrices: false,
      combineRows: false,
    },
    sheet: previewed ? previewed.sheet : sheet,
    filename: upload.filename,
  });
  if (opened.problem) {
    await opened.sheet.close();
    throw opened.problem;
  }
  const { sheet: read, first, kind } = opened;
  let chosen: ChosenSettings;
  try {
    const { header, titles, sheetName } = read.info;
    const words = wordsOf({ titles, sheet: sheetName, filename: upload.filename });
    const sample = first.slice(0, SETTLING_ROWS).map(({ cells }) => cells);
    chosen = previewed
      ? { settings: previewed, settingsFrom: 'given', source: null }
      : overriddenSettings(importTables[type], header, sample, overrides, words);
  } catch (error) {
    await read.close();
    throw error;
  }
  tally.warn(kindNotes(type, kind, { isSaid: isGeneral }));
  if (!previewed) {
    if (chosen.settingsFrom === 'source')
      tally.warn([`The columns were read as those of ${chosen.source}.`]);
    tally.warn(numberingNotes(chosen, importTables[type].key));
  }
  const importer = importerFor(type, chosen.settings);
  const file = await keepRows(importer.table, read, chosen.settings, tally);
  const placed = opened.settings?.sheet;
  const settings = { ...chosen.settings, ...(placed && { sheet: placed }) };
  return { importer, file, settings };
}
