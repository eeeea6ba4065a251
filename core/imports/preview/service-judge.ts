import type { Ctx } from '../../context.ts';
import type { RowOutcome } from '../../kernel/outcomes.ts';
import type { ReadFile } from '../reading/service.ts';
import { type Batch, createOrdinals, rowsOf } from '../rules-records.ts';
import type { RowProblem } from '../rules-tally.ts';
import type { ImportPreview, PreviewInput, RowFate } from '../schema-centre.ts';
import type { AnyRow, Importer } from '../service-importers.ts';
import { batchesOf } from '../service-records.ts';
import { createGrid, type GridRow } from './rules-grid.ts';
import { createReasonGroups, problemOf, type ReasonGroups } from './rules-reasons.ts';
import { left } from './service-queue.ts';

const fateOf: Record<RowOutcome, RowFate> = {
  created: 'new',
  updated: 'changed',
  unchanged: 'same',
  refused: 'refused',
};

/** What an import would do with each row of a file. */
export interface Judged {
  counts: ImportPreview['counts'];
  reasons: ReasonGroups;
  /** By the key of the total, in its unit. */
  totals: Map<string, number>;
  grid: GridRow[];
}

/** Runs `work` in a transaction that cannot write. */
async function readOnly<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  const transaction = ctx.db.transaction().setAccessMode('read only');
  return transaction.execute((db) => work({ ...ctx, db }));
}

/** The index of the row with this number. */
export function placeOfRow({ rows }: Pick<ReadFile<AnyRow>, 'rows'>, number: number): number {
  let [low, high] = [0, rows.count() - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows.rowNumber(middle) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The texts of some rows of the file, read together. */
function textsOf(
  file: ReadFile<AnyRow>,
  numbers: readonly number[],
): (row: number, field: string) => string | null {
  const places = [...new Set(numbers.map((row) => placeOfRow(file, row)))].sort((a, b) => a - b);
  const texts = new Map(file.rows.pick(places).map((one) => [one.row, one.texts]));
  const fields = file.decoder.fields.map(({ field }) => field.name);
  return (row, field) => texts.get(row)?.[fields.indexOf(field)]?.trim() ?? null;
}

/**
 * Judges all rows of a file, batch by batch, as an import would with the books of now. Nothing is written: each batch is
 * a transaction that only reads.
 * @throws AppError unavailable when the caller leaves or the process is asked to stop.
 */
export async function judge(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  file: ReadFile<AnyRow>,
  { show, keepPrices }: Pick<PreviewInput, 'show'> & { keepPrices: boolean },
): Promise<Judged> {
  const counts = { rows: file.rows.count(), new: 0, changed: 0, same: 0, refused: 0, lines: 0 };
  const reasons = createReasonGroups();
  const totals = new Map(importer.totals.map(({ key }) => [key, 0]));
  const grid = createGrid(show);
  const options = { dryRun: true, keepPrices, ordinalOf: createOrdinals() };
  const { fields } = importer.table;

  function addTotals(value: object, told?: Readonly<Record<string, number>>): void {
    for (const { key, of } of importer.totals)
      totals.set(key, totals.get(key)! + (told?.[key] ?? of(value as AnyRow) ?? 0));
  }

  function addRows(
    fate: RowFate,
    rows: readonly number[],
    told: { problems: RowProblem[]; notes: ReadonlyMap<number, RowProblem[]>; value?: AnyRow },
  ): void {
    for (const row of rows) {
      if (!grid.wants(row, fate)) continue;
      const notes = told.notes.get(row) ?? [];
      grid.add({ row, fate, problems: told.problems, notes, value: told.value });
    }
  }

  async function judgeBatch(batch: Batch<AnyRow>): Promise<void> {
    const { values, rows, failures } = batch;
    const written = await readOnly(ctx, (tx) =>
      importer.write(tx, values, { ...options, unread: failures.length }),
    );
    const rowNotes = [
      ...batch.notes,
      ...written.notes.map(({ index, message }) => ({ row: rowsOf(rows[index]!)[0]!, message })),
    ];
    const textOf = textsOf(file, [
      ...failures.filter(({ problems }) => !problems).map(({ row }) => row),
      ...written.errors.map(({ index }) => rowsOf(rows[index]!)[0]!),
      ...rowNotes.map(({ row }) => row),
    ]);
    const toldBy = (row: number, message: string) =>
      problemOf(message, fields, (field) => textOf(row, field));
    const notes = new Map<number, RowProblem[]>();
    for (const { row, message } of rowNotes) {
      const note = toldBy(row, message);
      reasons.add(row, note, false);
      notes.set(row, [...(notes.get(row) ?? []), note]);
    }
    const refuse = (row: number, problems: readonly RowProblem[]) => {
      counts.refused += 1;
      for (const problem of problems) reasons.add(row, problem, true);
    };
    for (const { row, messages, problems, value } of failures) {
      const own = [...(problems ?? messages.map((message) => toldBy(row, message)))];
      refuse(row, own);
      if (value) addTotals(value);
      addRows('refused', [row], { problems: own, notes });
    }
    const errors = new Map(written.errors.map(({ index, message }) => [index, message]));
    for (const [index, outcome] of written.outcomes.entries()) {
      const [own, value] = [rowsOf(rows[index]!), values[index]!];
      const message = errors.get(index);
      const problems = message === undefined ? [] : [toldBy(own[0]!, message)];
      addTotals(value, written.fileValues?.[index]);
      const fate = fateOf[outcome];
      if (fate === 'refused') for (const row of own) refuse(row, problems);
      else {
        counts[fate] += 1;
        counts.lines += own.length - 1;
      }
      addRows(fate, own, { problems, notes, ...(fate === 'changed' && { value }) });
    }
  }

  const batches = batchesOf(importer, file);
  let next = batches.next();
  for (;;) {
    const { value: batch, done } = await next;
    if (done) break;
    if (ctx.origin.signal?.aborted || ctx.stopping?.aborted) throw left();
    // Decodes the next batch while the database reads for this one.
    next = batches.next();
    next.catch(() => {});
    await judgeBatch(batch);
  }
  return { counts, reasons, totals, grid: grid.rows() };
}
