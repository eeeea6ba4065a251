import type { Ctx } from '../../context.ts';
import { checkSheetName } from '../../documents/sheets/sheets.ts';
import { authorise } from '../../identity/actor.ts';
import type { UploadedFile } from '../../kernel/contract.ts';
import { type AppError, isAppError } from '../../kernel/errors.ts';
import { type Cents, toDecimal } from '../../kernel/money.ts';
import { type ImportField, shownText } from '../fields/rules.ts';
import { type AnyRow, type Importer, importerFor, importers } from '../importers/service.ts';
import { keepRows, type ReadFile } from '../reading/service.ts';
import { openStagedFile } from '../runs/service-files.ts';
import { savedSettings } from '../runs/service-mappings.ts';
import {
  type ImportPreview,
  type ImportSettings,
  PREVIEW_ROWS,
  type PreviewInput,
} from '../schema-centre.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { builtTypes, takesNumberRows } from '../schema-types.ts';
import { assertWhole } from '../service.ts';
import { offeredSheets, typeOfFile } from '../service-kinds.ts';
import { detectSource } from '../sources/rules-detect.ts';
import { kindNotes } from '../sources/rules-kinds.ts';
import { DOLLARS_NOTE } from '../sources/rules-source.ts';
import { wordsOf } from '../sources/rules-words.ts';
import type { GridRow } from './rules-grid.ts';
import {
  chooseSettings,
  clipped,
  describeSettings,
  hasMapping,
  numberingNotes,
  rawCells,
} from './rules-settings.ts';
import { type Judged, judge, placeOfRow } from './service-judge.ts';
import { openLikelySheet } from './service-open.ts';
import { inPreviewQueue } from './service-queue.ts';

type FileInput = Omit<PreviewInput, 'fileId'>;
/** The settings that were saved for a type and these headers. */
export type SavedSettings = (
  ctx: Ctx,
  type: BuiltImportType,
  header: readonly string[],
) => Promise<ImportSettings | undefined>;

/** Settings are judged by the first rows. */
const SAMPLE_ROWS = 100;
/**
 * Shows what an import of a file would do: the fate of every row, grouped reasons, totals, and a grid of rows. Writes
 * nothing. Settings that do not match the file are told in `problem`, with the rows as they are.
 * @throws AppError as `importFile` for the type and the file itself; unavailable 'import.busy' when too many previews wait,
 *   'import.left' when the caller leaves or the process is asked to stop.
 */
export async function previewFile(
  ctx: Ctx,
  upload: Pick<UploadedFile, 'path' | 'filename'>,
  input: FileInput,
  saved: SavedSettings = async () => undefined,
): Promise<ImportPreview> {
  if (input.type !== 'general') authorise(ctx.actor, builtTypes[input.type].permission);
  checkSheetName(upload.filename);
  return inPreviewQueue([ctx.origin.signal, ctx.stopping], async () => {
    const { path, filename } = upload;
    const { type, sheet } = await typeOfFile(ctx, input.type, {
      ...input.settings,
      path,
      filename,
    });
    return preview(ctx, type, upload, { ...input, sheet }, saved);
  });
}

/**
 * `previewFile` of a staged file, with the settings that were saved for its headers.
 * @throws AppError as `previewFile`, and notFound for a file that is not there.
 */
export async function previewImport(
  ctx: Ctx,
  { fileId, ...input }: PreviewInput,
): Promise<ImportPreview> {
  return previewFile(ctx, await openStagedFile(ctx, fileId), input, savedSettings);
}

/** What the user can mend by other settings, or a smaller file. */
function noKeyColumn(type: BuiltImportType): string {
  const numbering = takesNumberRows(type) ? ' Or have customers without an ID numbered.' : '';
  return `Choose the column that tells the records apart, or the row of the column titles.${numbering}`;
}

function isProblem(error: unknown): error is AppError {
  return isAppError(error) && ['import.mapping', 'import.tooManyRows'].includes(error.code);
}

async function preview(
  ctx: Ctx,
  type: BuiltImportType,
  { path, filename }: Pick<UploadedFile, 'path' | 'filename'>,
  input: FileInput & { sheet: string | undefined },
  saved: SavedSettings,
): Promise<ImportPreview> {
  const { table } = importers[type];
  const { settings: wanted, sheet: place } = input;
  const opened = await openLikelySheet(type, path, {
    settings: wanted,
    sheet: place,
    filename,
    signal: ctx.origin.signal,
  });
  const { sheet, first, kind, problem: unopened, settings: given } = opened;
  try {
    const { header, headerRow, titles, sheetName = '', warnings } = sheet.info;
    const sample = first.slice(0, PREVIEW_ROWS);
    const texts = sample.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
    const words = wordsOf({ titles, sheet: sheetName, filename });
    const chosen = chooseSettings(table, header, texts, {
      given,
      words,
      saved: given && hasMapping(given) ? undefined : await saved(ctx, type, header),
    });
    const importer = importerFor(type, chosen.settings);
    const described = describeSettings(importer.table, header, texts, chosen);
    const { mapping } = described;
    const shared = {
      type,
      filename,
      sheets: offeredSheets(sheet.info),
      sheet: sheetName,
      headerRow,
      headers: header,
      ...chosen,
      fields: described.fields,
      missing: described.missing,
      unused: described.unused,
    };
    const unread = (problem: string): ImportPreview => {
      const cellsOf = rawCells(table, header, mapping);
      return {
        ...shared,
        ...UNREAD,
        problem,
        warnings,
        rows: sample.map(({ row, cells }) => ({
          row,
          fate: 'refused',
          problems: [problem],
          cells: cellsOf(cells).map((cell) => ({
            ...cell,
            problem: null,
            note: null,
            before: null,
          })),
        })),
      };
    };
    if (unopened !== null) return unread(unopened.message);
    const source = detectSource(header, { type, words });
    const told = [
      ...kindNotes(type, kind, { isSaid: true }),
      ...numberingNotes(chosen, table.key),
      ...sourceNotes(source?.notes ?? [], chosen.settings),
    ];
    const tally = { warn: (messages: readonly string[]) => void told.push(...messages) };
    const { keepPrices } = chosen.settings;
    let file: ReadFile<AnyRow>;
    try {
      file = await keepRows(importer.table, sheet, chosen.settings, tally);
      assertWhole(importer, file);
    } catch (error) {
      if (!isProblem(error)) throw error;
      // What the page asks for; the error names the shell's option.
      const isUnmapped = chosen.settings.map[table.key] === undefined;
      return unread(
        isUnmapped && described.missing.includes(table.key) ? noKeyColumn(type) : error.message,
      );
    }
    const judged = await judge(ctx, importer, file, { show: input.show, keepPrices });
    const { reasons, other } = judged.reasons.list(table.fields);
    return {
      ...shared,
      problem: null,
      counts: judged.counts,
      reasons,
      otherReasons: other,
      warnings: told,
      totals: totalsOf(importer, judged),
      rows: await gridRows(ctx, importer, file, judged.grid, keepPrices),
    };
  } finally {
    await sheet.close();
  }
}

/** The notes of a known system, without that on dollars where the currency is read. */
function sourceNotes(notes: readonly string[], { map, set }: ImportSettings): readonly string[] {
  const saysCurrency = Boolean(map.currency || set.currency);
  return saysCurrency ? notes.filter((note) => note !== DOLLARS_NOTE) : notes;
}

const UNREAD = {
  counts: { rows: 0, new: 0, changed: 0, same: 0, refused: 0, lines: 0, leftOut: 0 },
  reasons: [],
  otherReasons: 0,
  totals: [],
};

function totalsOf(importer: Importer<AnyRow>, { totals }: Judged): ImportPreview['totals'] {
  return importer.totals.flatMap(({ key, label, unit, isOptional }, index) => {
    const { file, refused } = totals[index]!;
    if (isOptional && file === 0 && refused === 0) return [];
    const text = (sum: number) => (unit === 'count' ? String(sum) : toDecimal(sum as Cents));
    return { key, label, unit, file: text(file), refused: text(refused) };
  });
}

/** A stored value as text. */
function textOf({ kind }: ImportField, value: unknown): string {
  if (value === null || value === undefined) return '';
  return kind === 'amount' ? toDecimal(value as Cents) : String(value);
}

function withoutField(message: string, field: string): string {
  return message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
}

async function gridRows(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  file: ReadFile<AnyRow>,
  grid: readonly GridRow[],
  keepPrices: boolean,
): Promise<ImportPreview['rows']> {
  const changed = grid.flatMap(({ row, value }) => (value ? [{ row, value }] : []));
  const values = changed.map(({ value }) => value);
  const current =
    changed.length > 0 ? await importer.readCurrent?.(ctx, values, { keepPrices }) : [];
  const before = new Map(changed.map(({ row }, index) => [row, current?.[index]]));
  return grid.map(({ row, fate, problems, notes }) => {
    const { texts } = file.rows.row(placeOfRow(file, row));
    const isCell = (name: string | null) =>
      file.decoder.fields.some(({ field }) => field.name === name);
    const messages = (told: GridRow['problems'], name: string) => {
      const own = told.filter(({ field }) => field === name);
      return own.length === 0
        ? null
        : own.map(({ message }) => withoutField(message, name)).join(' ');
    };
    return {
      row,
      fate,
      problems: [...problems, ...notes]
        .filter(({ field }) => !isCell(field))
        .map(({ message }) => message),
      cells: file.decoder.fields.map(({ field }, place) => {
        const present = before.get(row);
        return {
          field: field.name,
          text: clipped(shownText(field, texts[place]!.trim())),
          problem: messages(problems, field.name),
          note: messages(notes, field.name),
          before: present && field.name in present ? textOf(field, present[field.name]) : null,
        };
      }),
    };
  });
}
