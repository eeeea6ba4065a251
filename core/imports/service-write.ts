import { type Ctx, transact } from '../context.ts';
import { throwIfStopped } from '../database/runs.ts';
import type { AnyRow, Importer, WriteOptions, Written } from './importers/service.ts';
import type { GivenFile, ReadFile } from './reading/service.ts';
import type { AcceptedRecord, RefusedRow } from './reconcile/rules.ts';
import { reconcileBatch } from './reconcile/service.ts';
import { type Batch, createOrdinals, rowsOf } from './rules-records.ts';
import { countNotes, type RowFailure, type Tally } from './rules-tally.ts';
import type { Claim } from './runs/queries.ts';
import { addBatch } from './runs/service.ts';
import type { ImportSlot } from './runs/service-queue.ts';
import type { RunDifference } from './schema-centre.ts';
import { batchesOf, surveyFile } from './service-records.ts';
import { packCreated } from './undo/rules.ts';

export interface ImportProgress {
  processed: number;
  total: number;
}

export interface WritingOptions {
  tally: Tally;
  slot: ImportSlot;
  onProgress?: (progress: ImportProgress) => void;
  /** Stops the import after the current batch. */
  signal?: AbortSignal;
  given: GivenFile;
  /** The run and how many of its batches were committed before; undefined for a dry run. */
  run?: { claim: Claim; committed: number };
}

/**
 * Writes the rows of a file, each batch in a transaction with its record; batches that an earlier execution of the run has
 * committed are left out. The counts and messages of the others are added to the tally.
 * @throws AppError unavailable `run.stopped` when somebody asked to stop; RunTakenOver; what the importer throws.
 */
export async function writeRows(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  file: ReadFile<AnyRow>,
  options: WritingOptions,
): Promise<void> {
  const { tally, slot, signal, onProgress, run } = options;
  const total = file.rows.count();
  const batches = batchesOf(importer, file);
  const ordinalOf = createOrdinals();
  const surveyed = await surveyFile(ctx, importer, file);
  let isStopRequested = false;
  let next = batches.next();
  for (let number = 0; ; number += 1) {
    const { value: batch, done } = await next;
    if (done) return;
    // Decodes the next batch while the database writes this one.
    next = batches.next();
    next.catch(() => {});
    if (run && number < run.committed) {
      // Counts their equal lines, so that later ones keep their numbers.
      if (importer.numbersLines?.(batch.values)) {
        const { keepPrices = false } = options.given.input;
        const counting = { dryRun: true, keepPrices, ordinalOf, unread: 0, surveyed };
        await importer.write(ctx, batch.values, counting);
      }
      continue;
    }
    const message = tally.processed() === 0 ? 'Stopped before any row was imported.' : 'Stopped.';
    for (const asked of [signal, ctx.stopping, isStopRequested ? AbortSignal.abort() : undefined])
      throwIfStopped(asked, () => message);
    ({ isStopRequested } = await writeBatch(
      ctx,
      importer,
      { ...batch, number },
      { ...options, ordinalOf, surveyed },
    ));
    slot.progress(tally.processed(), total);
    onProgress?.({ processed: tally.processed(), total });
  }
}

async function writeBatch(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  batch: Batch<AnyRow> & { number: number },
  {
    run,
    tally,
    given,
    ordinalOf,
    surveyed,
  }: WritingOptions & Pick<WriteOptions, 'ordinalOf' | 'surveyed'>,
): Promise<{ isStopRequested: boolean }> {
  const { values, rows, number } = batch;
  const { keepPrices = false } = given.input;
  const write = async (tx: Ctx) => {
    const settings = {
      dryRun: run === undefined,
      keepPrices,
      ordinalOf,
      unread: batch.failures.length,
      surveyed,
    };
    const written = await importer.write(tx, values, settings);
    const { errors, notes, created, updated, unchanged } = written;
    const refused = errors.flatMap(({ index, message }) =>
      rowsOf(rows[index]!).map((row): RowFailure => ({ row, messages: [message] })),
    );
    const failures = [...batch.failures, ...refused].sort((a, b) => a.row - b.row);
    const placed = notes.map(({ index, ...note }) => ({ row: rowsOf(rows[index]!)[0]!, ...note }));
    return {
      written,
      counts: { created, updated, unchanged, lines: furtherLines(rows, errors) },
      failures,
      notes: [...batch.notes, ...placed],
      isStopRequested: false,
    };
  };
  const written = run
    ? await transact(ctx, async (tx) => {
        const made = await write(tx);
        const differences = await compareWithBooks(
          tx,
          run.claim.runId,
          importer,
          batch,
          made.written,
        );
        const { isStopRequested } = await addBatch(tx, run.claim, {
          number,
          counts: { ...made.counts, failed: made.failures.length },
          created: packCreated(made.written.made),
          touched: made.written.made.touched,
          changes: made.written.changes.map(({ index, ...change }) => ({
            row: rowsOf(rows[index]!)[0]!,
            ...change,
          })),
          differences,
          refused: made.failures.map(({ value: _value, ...failure }) => failure),
          notes: countNotes(made.notes),
        });
        return { ...made, isStopRequested };
      })
    : await write(ctx);
  tally.add(written.counts, written.failures, written.notes);
  return { isStopRequested: written.isStopRequested };
}

/** Reconciles a batch that was written; answers the records that differ. */
async function compareWithBooks(
  tx: Ctx,
  runId: number,
  importer: Importer<AnyRow>,
  { values, rows, failures }: Batch<AnyRow>,
  written: Written,
): Promise<RunDifference[]> {
  const books = await importer.readBooks(tx, values, written);
  const refused: RefusedRow<AnyRow>[] = failures.map(({ value = {} }) => ({ value }));
  const accepted: AcceptedRecord<AnyRow>[] = [];
  for (const [index, value] of values.entries()) {
    const told = written.fileValues?.[index];
    if (written.outcomes[index] === 'refused') {
      refused.push({ value, told });
      continue;
    }
    const row = rowsOf(rows[index]!)[0]!;
    const { key, keyOr = key } = importer.table;
    const label = String(value[key] || value[keyOr] || `Row ${row}`);
    const isCreated = written.outcomes[index] === 'created';
    accepted.push({ row, label, value, told, books: books[index], isCreated });
  }
  return reconcileBatch(tx, runId, importer.totals, { accepted, refused });
}

/** The rows of accepted records, without the first of each. */
function furtherLines(rows: Batch<unknown>['rows'], errors: readonly { index: number }[]): number {
  const refused = new Set(errors.map(({ index }) => index));
  return rows.reduce<number>(
    (sum, entry, index) => (refused.has(index) ? sum : sum + rowsOf(entry).length - 1),
    0,
  );
}
