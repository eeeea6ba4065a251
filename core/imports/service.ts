import type { Ctx } from '../context.ts';
import { endingOf } from '../database/runs.ts';
import { analyseGrown } from '../database/statistics.ts';
import { checkSheetName } from '../documents/sheets/sheets.ts';
import { type Actor, authorise } from '../identity/actor.ts';
import type { UploadedFile } from '../kernel/contract.ts';
import { AppError, breaksRule, invalidField, isAppError } from '../kernel/errors.ts';
import { FEE } from './fields/rules-customers.ts';
import { type AnyRow, type Importer, importerFor } from './importers/service.ts';
import { parseMapping } from './reading/rules-mapping.ts';
import { type GivenFile, IMPORT_BATCH, type ReadFile, readRows } from './reading/service.ts';
import { createTally, type Tally } from './rules-tally.ts';
import type { RunSettings } from './runs/queries.ts';
import { endRun, keepAlive, RunTakenOver, startRun, storedRunError } from './runs/service.ts';
import { stageFile } from './runs/service-files.ts';
import { type ImportSlot, importQueue, waitForImportSlot } from './runs/service-queue.ts';
import type { ImportInput, ImportResult, ImportStatus } from './schema.ts';
import {
  type BuiltImportType,
  builtTypes,
  takesCombineRows,
  takesKeepPrices,
  takesNumberRows,
} from './schema-types.ts';
import { typeOfFile } from './service-kinds.ts';
import { type ImportProgress, writeRows } from './service-write.ts';

export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void;
  /** Receives the number of imports before this one while it waits. */
  onWait?: (before: number) => void;
  /** Stops the import after the current batch. */
  signal?: AbortSignal;
  /** Receives the id of the run that records the import. */
  onRun?: (id: number) => void;
  /** Keeps a copy of the file for some weeks, so that the refused rows can be had as a file. */
  stage?: boolean;
  /** Errors name the options of the shell that mend them. */
  forShell?: boolean;
}

/**
 * Imports a spreadsheet (decision 27). The whole file is read before anything is written, so a damaged one changes
 * nothing; then its rows are written by the rules of the forms, one transaction per batch. Invalid rows are reported by
 * reason with their row numbers, the others are imported; the rows of one invoice are its lines. A known key updates its
 * record; the same file again changes nothing. A dry run counts the same and writes nothing.
 *
 * A process runs one import at a time, others wait (`waitForImportSlot`); permission and file name are checked before
 * waiting, without reading the file.
 * @throws AppError forbidden; unsupported for a wrong file name; rule for a general file whose headers do not tell what it
 *   holds; invalid for a mapping that does not match the file; unavailable when stopped or when too many wait; tooLarge above
 *   MAX_KEPT_BYTES; and the errors of `readSheet`.
 */
export async function importFile(
  ctx: Ctx,
  upload: UploadedFile,
  input: ImportInput,
  options: ImportOptions = {},
): Promise<ImportResult> {
  if (input.type !== 'general') authorise(ctx.actor, builtTypes[input.type].permission);
  checkSheetName(upload.filename);
  const mapping = parseMapping(input);
  const file = { ...input, path: upload.path, map: mapping.map };
  const { type, sheet } = await typeOfFile(ctx, input.type, file);
  checkSettings(type, input);
  const importer = importerFor(type, input);
  const given = { upload, input: { ...input, sheet }, mapping };
  return importWhenFree(ctx, importer, given, options);
}

/** @throws AppError rule for too many rows of a type that needs all of them at once. */
export function assertWhole(importer: Importer<AnyRow>, { rows }: ReadFile<AnyRow>): void {
  if (!importer.isWhole || rows.count() <= IMPORT_BATCH) return;
  const { label } = builtTypes[importer.table.type];
  breaksRule(
    'import.tooManyRows',
    `The file has ${rows.count()} rows, and a file with ${label} can have at most ${IMPORT_BATCH}.`,
  );
}

/** @throws AppError invalid for a setting that the type does not have. */
export function checkSettings(
  type: BuiltImportType,
  settings: Pick<ImportInput, 'keepPrices' | 'combineRows' | 'numberRows'>,
): void {
  if (settings.keepPrices && !takesKeepPrices(type))
    invalidField('keepPrices', 'Keeping prices is for an import of customers.');
  if (settings.combineRows && !takesCombineRows(type))
    invalidField('combineRows', 'Combining rows is for an import of customers.');
  if (settings.numberRows && !takesNumberRows(type))
    invalidField('numberRows', 'Numbering rows is for an import of customers.');
}

/** The import queue of this process; `position` is the caller's. */
export function importStatus(ctx: Ctx): ImportStatus {
  return importQueue(queueNameOf(ctx.actor));
}

/** The caller in the queue of imports. */
export function queueNameOf(actor: Actor): string {
  return actor.kind === 'staff' ? `staff ${actor.userId}` : actor.kind;
}

/** Imports a file when the queue allows it, and reports how long it waited. */
async function importWhenFree(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  given: GivenFile,
  options: ImportOptions,
): Promise<ImportResult> {
  const tally = createTally();
  let waited = false;
  const since = performance.now();
  const slot = await waitForImportSlot(queueNameOf(ctx.actor), {
    onWait(before) {
      waited = true;
      options.onWait?.(before);
    },
    gone: ctx.origin.signal,
    stops: [ctx.stopping, options.signal],
  });
  try {
    if (waited) {
      const seconds = Math.ceil((performance.now() - since) / 1000);
      tally.warn([`This import waited ${seconds} s for others to end.`]);
    }
    return await importFromQueue(ctx, importer, given, { ...options, tally, slot });
  } finally {
    slot.end();
  }
}

interface SlotOptions extends ImportOptions {
  tally: Tally;
  slot: ImportSlot;
}

async function importFromQueue(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  given: GivenFile,
  options: SlotOptions,
): Promise<ImportResult> {
  const { tally } = options;
  const { dryRun = false } = given.input;
  const staged =
    options.stage && !dryRun
      ? await stageFile(ctx, given.upload, importer.table.type)
      : { id: null, path: undefined };
  const upload = { ...given.upload, path: staged.path ?? given.upload.path };
  const file = await readRows(importer.table, { ...given, upload }, tally);
  assertWhole(importer, file);
  const { keepPrices = keepsPrices(importer.table.type, file) } = given.input;
  const chosen = { ...given, input: { ...given.input, keepPrices } };
  if (dryRun) {
    await writeRows(ctx, importer, file, { ...options, given: chosen });
    return tally.result(true, options.forShell);
  }
  const claim = await startRun(ctx, {
    type: importer.table.type,
    filename: upload.filename,
    mapping: settingsOf(chosen),
    fileId: staged.id,
    totalRows: file.rows.count(),
  });
  options.onRun?.(claim.runId);
  const end = keepAlive(ctx, claim);
  try {
    await writeRows(ctx, importer, file, {
      ...options,
      given: chosen,
      run: { claim, committed: 0 },
    });
    await endRun(ctx, claim, { ending: 'done', tally });
  } catch (error) {
    if (error instanceof RunTakenOver)
      throw new AppError('unavailable', 'import.takenOver', TAKEN_OVER, { cause: error });
    const text = storedRunError(ctx, claim.runId, error);
    // If even this fails, the next import writes the line.
    await endRun(ctx, claim, { ending: endingOf(error), error: text, tally }).catch(() => {});
    throw tally.processed() === 0 ? error : interrupted(error, tally.processed());
  } finally {
    end();
  }
  const result = tally.result(false, options.forShell);
  await analyseGrown(ctx, result.recordsCreated, importer.grows);
  return result;
}

/** Unless it is said otherwise, the fees of a file that has a column of fees are kept, as on the page (decision 77). */
function keepsPrices(type: BuiltImportType, { decoder }: ReadFile<AnyRow>): boolean {
  return takesKeepPrices(type) && decoder.fields.some(({ field }) => field.name === FEE);
}

const TAKEN_OVER =
  'This import was taken for abandoned, and was stopped or undone since. It writes nothing more; the list of imports tells what stands.';

/** The settings of an import as they are stored. */
function settingsOf({ input, mapping }: GivenFile): RunSettings {
  const { keepPrices, combineRows, numberRows, sheet, headerRow } = input;
  return {
    ...mapping,
    ...(sheet && { sheet }),
    ...(headerRow !== undefined && { headerRow }),
    ...(keepPrices && { keepPrices }),
    ...(combineRows && { combineRows }),
    ...(numberRows && { numberRows }),
  };
}

/** Adds to an error how far the import came. */
function interrupted(error: unknown, processed: number): unknown {
  if (!isAppError(error)) return error;
  return new AppError(
    error.kind,
    error.code,
    `${error.message} ${processed} rows were imported before this; import the same file again to go on.`,
    { fields: error.fields, cause: error },
  );
}
