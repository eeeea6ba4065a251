import { type Ctx, transact } from '../context.ts';
import { endingOf, throwIfStopped } from '../database/runs.ts';
import { analyseGrown } from '../database/statistics.ts';
import { checkSheetName } from '../documents/sheets/sheets.ts';
import { type Actor, authorise } from '../identity/actor.ts';
import type { UploadedFile } from '../kernel/contract.ts';
import { AppError, breaksRule, invalidField, isAppError } from '../kernel/errors.ts';
import { parseMapping } from './reading/rules-mapping.ts';
import { type GivenFile, type ReadFile, readRows } from './reading/service.ts';
import { type Batch, createOrdinals, rowsOf } from './rules-records.ts';
import { createTally, type RowFailure, type Tally } from './rules-tally.ts';
import { insertBatch } from './runs/queries-batches.ts';
import { addProgress, endRun, startRun } from './runs/service.ts';
import { type ImportSlot, importQueue, waitForImportSlot } from './runs/service-queue.ts';
import type { ImportInput, ImportResult, ImportStatus } from './schema.ts';
import { builtImportTypes, builtTypes, takesCombineRows, takesKeepPrices } from './schema-types.ts';
import { type AnyRow, type Importer, importerFor } from './service-importers.ts';
import { batchesOf } from './service-records.ts';
import { packCreated } from './undo/rules.ts';

export interface ImportProgress {
  processed: number;
  total: number;
}

export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void;
  /** Receives the number of imports before this one while it waits. */
  onWait?: (before: number) => void;
  /** Stops the import after the current batch. */
  signal?: AbortSignal;
}

/**
 * Imports a spreadsheet (decision 27). The whole file is read before anything is written, so a damaged one changes
 * nothing; then its rows are written by the rules of the forms, one transaction per batch. Invalid rows are reported by
 * reason with their row numbers, the others are imported; the rows of one invoice are its lines. A known key updates its
 * record; the same file again changes nothing. A dry run counts the same and writes nothing.
 *
 * A process runs one import at a time, others wait (`waitForImportSlot`); permission and file name are checked before
 * waiting, without reading the file.
 * @throws AppError forbidden; unsupported for a wrong file name; rule for a category that is not available yet; invalid
 *   for a mapping that does not match the file; unavailable when stopped or when too many wait; tooLarge above
 *   MAX_KEPT_BYTES; and the errors of `readSheet`.
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
  if (input.combineRows && !takesCombineRows(type))
    invalidField('combineRows', 'Combining rows is for an import of customers.');
  const importer = importerFor(type, input.combineRows === true);
  return importWhenFree(ctx, importer, { upload, input, mapping }, options);
}

/** The import queue of this process; `position` is the caller's. */
export function importStatus(ctx: Ctx): ImportStatus {
  return importQueue(callerOf(ctx.actor));
}

function callerOf(actor: Actor): string {
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
  const slot = await waitForImportSlot(callerOf(ctx.actor), {
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
  const { upload, mapping } = given;
  const { dryRun = false, keepPrices = false, combineRows = false } = given.input;
  const file = await readRows(importer.table, given, tally);
  const settings = {
    ...mapping,
    ...(keepPrices && { keepPrices }),
    ...(combineRows && { combineRows }),
  };
  const runId = dryRun ? undefined : await startRun(ctx, importer.table.type, upload, settings);
  try {
    const ordinalOf = createOrdinals();
    await writeRows(ctx, importer, file, { ...options, runId, keepPrices, ordinalOf });
  } catch (error) {
    if (runId === undefined) throw error;
    const text = error instanceof Error ? error.message : String(error);
    // If even this fails, the next import writes the line.
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

interface WritingOptions extends SlotOptions {
  /** Undefined for a dry run. */
  runId: number | undefined;
  keepPrices: boolean;
  ordinalOf: ReturnType<typeof createOrdinals>;
}

async function writeRows(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  file: ReadFile<AnyRow>,
  options: WritingOptions,
): Promise<void> {
  const { tally, slot, signal, onProgress } = options;
  const total = file.rows.count();
  const batches = batchesOf(importer, file);
  let next = batches.next();
  let number = 0;
  for (;;) {
    const { value: batch, done } = await next;
    if (done) return;
    const message = tally.processed() === 0 ? 'Stopped before any row was imported.' : 'Stopped.';
    for (const asked of [signal, ctx.stopping]) throwIfStopped(asked, () => message);
    // Decodes the next batch while the database writes this one.
    next = batches.next();
    next.catch(() => {});
    await writeBatch(ctx, importer, { ...batch, number }, options);
    number += 1;
    slot.progress(tally.processed(), total);
    onProgress?.({ processed: tally.processed(), total });
  }
}

async function writeBatch(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  batch: Batch<AnyRow> & { number: number },
  { runId, tally, keepPrices, ordinalOf }: WritingOptions,
): Promise<void> {
  const { values, rows } = batch;
  const dryRun = runId === undefined;
  const write = async (tx: Ctx) => {
    const settings = { dryRun, keepPrices, ordinalOf };
    const written = await importer.write(tx, values, settings);
    const { errors, notes, outcomes: _outcomes, made, changes, ...counts } = written;
    const refused = errors.flatMap(({ index, message }) =>
      rowsOf(rows[index]!).map((row): RowFailure => ({ row, messages: [message] })),
    );
    const failures = [...batch.failures, ...refused].sort((a, b) => a.row - b.row);
    const placed = notes.map(({ index, message }) => ({ row: rowsOf(rows[index]!)[0]!, message }));
    return {
      counts: { ...counts, lines: furtherLines(rows, errors) },
      failures,
      notes: [...batch.notes, ...placed],
      record: {
        created: packCreated(made),
        changes: changes.map(({ index, ...change }) => ({
          row: rowsOf(rows[index]!)[0]!,
          ...change,
        })),
        differences: [],
        refused: failures.map(({ row, messages }) => ({ row, messages })),
      },
    };
  };
  const written = dryRun
    ? await write(ctx)
    : await transact(ctx, async (tx) => {
        const made = await write(tx);
        await addProgress(tx, runId, { ...made.counts, failed: made.failures.length });
        await insertBatch(tx.db, runId, batch.number, made.record);
        return made;
      });
  tally.add(written.counts, written.failures, written.notes);
}

/** The rows of accepted records, without the first of each. */
function furtherLines(rows: Batch<unknown>['rows'], errors: readonly { index: number }[]): number {
  const refused = new Set(errors.map(({ index }) => index));
  return rows.reduce<number>(
    (sum, entry, index) => (refused.has(index) ? sum : sum + rowsOf(entry).length - 1),
    0,
  );
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
