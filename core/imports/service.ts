import { type Ctx, transact } from '../context.ts';
import { endingOf, heedStop } from '../database/runs.ts';
import { analyseGrown } from '../database/statistics.ts';
import { checkSheetName } from '../documents/sheets/sheets.ts';
import { type Actor, authorise } from '../identity/actor.ts';
import type { UploadedFile } from '../kernel/contract.ts';
import { AppError, breaksRule, invalidField, isAppError } from '../kernel/errors.ts';
import { parseMapping } from './rules-mapping.ts';
import { type Batch, rowsOf } from './rules-records.ts';
import { createTally, type RowFailure, type Tally } from './rules-tally.ts';
import type { ImportInput, ImportResult, ImportStatus } from './schema.ts';
import { builtImportTypes, builtTypes, takesKeepPrices } from './schema-types.ts';
import { type AnyRow, type Importer, importers } from './service-importers.ts';
import { type ImportTurn, importLine, takeImportTurn } from './service-line.ts';
import { type GivenFile, type ReadFile, readRows } from './service-read.ts';
import { batchesOf } from './service-records.ts';
import { addProgress, endRun, startRun } from './service-runs.ts';

export interface ImportProgress {
  processed: number;
  total: number;
}

export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void;
  /** Told how many imports come before this one while it waits for its turn. */
  onWait?: (before: number) => void;
  /** Asks it to stop after the batch under way. */
  signal?: AbortSignal;
}

/**
 * Imports a spreadsheet (decision 27). The whole file is read before anything is written, so a damaged one
 * changes nothing; then its rows go through the rules of the forms, in batches that each commit. Rows that
 * cannot be taken are told by reason with their row numbers, the others are imported; the rows of one invoice are its
 * lines. A known key updates its record; the same file again changes nothing. A dry run counts the same and writes
 * nothing.
 *
 * One import runs at a time in a process and others wait for it (`takeImportTurn`); permission and the name of the
 * file are judged before that, and nothing of the file is read.
 * @throws AppError forbidden; unsupported for a file whose name says that it is no spreadsheet; rule for a category that
 *   is not available yet; invalid for a mapping that does not fit the file; unavailable when it was asked to stop or too
 *   many wait; tooLarge for more text than can be kept (MAX_KEPT_BYTES); and what `readSheet` says of a file that
 *   cannot be read.
 */
export async function importFile(
  ctx: Ctx,
  upload: UploadedFile,
  input: ImportInput,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const type = builtImportTypes.find((built) => built === input.type);
  if (!type)
    return breaksRule(
      'import.notAvailable',
      `Importing ${input.type} is not available yet. Available: ${builtImportTypes.join(', ')}.`,
    );
  authorise(ctx.actor, builtTypes[type].permission);
  checkSheetName(upload.filename);
  const mapping = parseMapping(input);
  if (input.keepPrices && !takesKeepPrices(type))
    invalidField('keepPrices', 'Keeping prices is for an import of customers.');
  return importWhenFree(ctx, importers[type], { upload, input, mapping }, options);
}

/** Where the imports of this process are; `position` is the caller's place in the line. */
export function importStatus(ctx: Ctx): ImportStatus {
  return importLine(callerOf(ctx.actor));
}

function callerOf(actor: Actor): string {
  return actor.kind === 'staff' ? `staff ${actor.userId}` : actor.kind;
}

/** Imports a file when its turn has come, and says how long it waited. */
async function importWhenFree(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  given: GivenFile,
  options: ImportOptions,
): Promise<ImportResult> {
  const tally = createTally();
  let waited = false;
  const since = performance.now();
  const turn = await takeImportTurn(callerOf(ctx.actor), {
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
    return await importInTurn(ctx, importer, given, { ...options, tally, turn });
  } finally {
    turn.end();
  }
}

interface TurnOptions extends ImportOptions {
  tally: Tally;
  turn: ImportTurn;
}

async function importInTurn(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  given: GivenFile,
  options: TurnOptions,
): Promise<ImportResult> {
  const { tally } = options;
  const { upload, mapping } = given;
  const { dryRun = false, keepPrices = false } = given.input;
  const file = await readRows(importer.table, given, tally);
  const settings = keepPrices ? { ...mapping, keepPrices } : mapping;
  const runId = dryRun ? undefined : await startRun(ctx, importer.table.type, upload, settings);
  try {
    await writeRows(ctx, importer, file, { ...options, runId, keepPrices });
  } catch (error) {
    if (runId === undefined) throw error;
    const text = error instanceof Error ? error.message : String(error);
    // Where not even this can be written, the next import writes its line.
    await endRun(ctx, runId, endingOf(error), text).catch(() => {});
    throw tally.processed() === 0 ? error : interrupted(error, tally.processed());
  }
  const result = tally.result(dryRun);
  if (runId !== undefined) {
    await endRun(ctx, runId, 'done');
    await analyseGrown(ctx, result.recordsCreated, importer.grows);
  }
  return result;
}

interface WritingOptions extends TurnOptions {
  /** Undefined in a dry run. */
  runId: number | undefined;
  keepPrices: boolean;
}

async function writeRows(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  file: ReadFile<AnyRow>,
  options: WritingOptions,
): Promise<void> {
  const { tally, turn, signal, onProgress } = options;
  const total = file.rows.count();
  const batches = batchesOf(importer, file);
  let next = batches.next();
  for (;;) {
    const { value: batch, done } = await next;
    if (done) return;
    const message = tally.processed() === 0 ? 'Stopped before any row was imported.' : 'Stopped.';
    for (const asked of [signal, ctx.stopping]) heedStop(asked, () => message);
    // The next one is decoded while the database writes this one.
    next = batches.next();
    next.catch(() => {});
    await writeBatch(ctx, importer, batch, options);
    turn.progress(tally.processed(), total);
    onProgress?.({ processed: tally.processed(), total });
  }
}

async function writeBatch(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  batch: Batch<AnyRow>,
  { runId, tally, keepPrices }: WritingOptions,
): Promise<void> {
  const { values, rows } = batch;
  const dryRun = runId === undefined;
  const write = async (tx: Ctx) => {
    const { errors, notes, ...counts } = await importer.write(tx, values, { dryRun, keepPrices });
    const refused = errors.flatMap(({ index, message }) =>
      rowsOf(rows[index]!).map((row): RowFailure => ({ row, messages: [message] })),
    );
    const failures = [...batch.failures, ...refused].sort((a, b) => a.row - b.row);
    const placed = notes.map(({ index, message }) => ({ row: rowsOf(rows[index]!)[0]!, message }));
    return {
      counts: { ...counts, lines: furtherLines(rows, errors) },
      failures,
      notes: [...batch.notes, ...placed],
    };
  };
  const written = dryRun
    ? await write(ctx)
    : await transact(ctx, async (tx) => {
        const made = await write(tx);
        await addProgress(tx, runId, { ...made.counts, failed: made.failures.length });
        return made;
      });
  tally.add(written.counts, written.failures, written.notes);
}

/** Rows beyond the first of each record that was taken. */
function furtherLines(rows: Batch<unknown>['rows'], errors: readonly { index: number }[]): number {
  const refused = new Set(errors.map(({ index }) => index));
  return rows.reduce<number>(
    (sum, entry, index) => (refused.has(index) ? sum : sum + rowsOf(entry).length - 1),
    0,
  );
}

/** What stopped an import half-way, with how far it came. */
function interrupted(error: unknown, processed: number): unknown {
  if (!isAppError(error)) return error;
  return new AppError(
    error.kind,
    error.code,
    `${error.message} ${processed} rows were imported before this; import the same file again to go on.`,
    { fields: error.fields, cause: error },
  );
}
