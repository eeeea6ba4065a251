import type { Ctx } from '../../context.ts';
import type { RowOutcome } from '../../kernel/outcomes.ts';
import { shownText } from '../fields/rules.ts';
import type { AnyRow, Importer } from '../importers/service.ts';
import type { ReadFile } from '../reading/service.ts';
import { type Batch, createOrdinals, rowsOf } from '../rules-records.ts';
import { noteText, type RowProblem } from '../rules-tally.ts';
import type { ImportPreview, PreviewInput, RowFate } from '../schema-centre.ts';
import { batchesOf, surveyFile } from '../service-records.ts';
import { createGrid, type GridRow } from './rules-grid.ts';
import { createReasonGroups, problemOf, type ReasonGroups } from './rules-reasons.ts';
import { previewEnded } from './service-queue.ts';

const fateOf: Record<RowOutcome, RowFate> = {
  created: 'new',
  updated: 'changed',
  unchanged: 'same',
  refused: 'refused',
};

/**
 * Rows judged at a time where records do not depend on each other. Fewer than an import writes, because nothing is to be
 * committed: 100,000 customers need some 20 MB less.
 */
const JUDGE_BATCH = 1000;
const FIRST_BATCH = 40;

/**
 * Batches grow by half from a small one: the objects of a batch are in use together, and where V8 finds most of 100 or more
 * from one place in use the first time that it looks, it makes all later ones old from the beginning. They and the rows that
 * they name then stay until the whole heap is collected, in some runs 35 MB of 100,000 customers.
 */
const judgedAtATime = (done: number) =>
  Math.min(JUDGE_BATCH, Math.max(FIRST_BATCH, Math.floor(done / 2)));

/** What an import would do with each row of a file. */
export interface Judged {
  counts: ImportPreview['counts'];
  reasons: ReasonGroups;
  /** In the order of the importer's totals, in their units; of all rows, and of the refused ones as far as they can be read. */
  totals: readonly { file: number; refused: number }[];
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
  const { leftOut } = file;
  const fates = { new: 0, changed: 0, same: 0, refused: 0 };
  const counts = { rows: file.rows.count() + leftOut, ...fates, lines: 0, leftOut };
  const reasons = createReasonGroups();
  const totals = importer.totals.map(() => ({ file: 0, refused: 0 }));
  const grid = createGrid(show);
  const surveyed = await surveyFile(ctx, importer, file);
  const options = { dryRun: true, keepPrices, ordinalOf: createOrdinals(), surveyed };
  const { fields } = importer.table;
  const placeOfField = new Map(file.decoder.fields.map(({ field }, place) => [field.name, place]));

  function problemIn(row: number, message: string): RowProblem {
    return problemOf(message, fields, (field) => {
      const place = placeOfField.get(field);
      if (place === undefined) return null;
      const text = file.rows.row(placeOfRow(file, row)).texts[place]!.trim();
      return shownText(file.decoder.fields[place]!.field, text);
    });
  }

  function addTotals(
    value: object,
    isRefused: boolean,
    told?: Readonly<Record<string, number>>,
  ): void {
    for (const [index, { key, of }] of importer.totals.entries()) {
      const said = told?.[key] ?? of(value as AnyRow) ?? 0;
      totals[index]!.file += said;
      if (isRefused) totals[index]!.refused += said;
    }
  }

  function refuse(row: number, problems: readonly RowProblem[], noted: readonly string[]): void {
    counts.refused += 1;
    for (const problem of problems) reasons.add(row, problem, true);
    if (!grid.wants(row, 'refused')) return;
    const notes = noted.map((message) => problemIn(row, message));
    grid.add({ row, fate: 'refused', problems: [...problems], notes, value: undefined });
  }

  function accept(
    fate: Exclude<RowFate, 'refused'>,
    rows: Batch<AnyRow>['rows'][number],
    value: AnyRow,
    noted: ReadonlyMap<number, readonly string[]>,
  ): void {
    counts[fate] += 1;
    const own = rowsOf(rows);
    counts.lines += own.length - 1;
    for (const row of own) {
      if (!grid.wants(row, fate)) continue;
      const notes = (noted.get(row) ?? []).map((message) => problemIn(row, message));
      const changed = fate === 'changed' ? value : undefined;
      grid.add({ row, fate, problems: [], notes, value: changed });
    }
  }

  async function judgeBatch(batch: Batch<AnyRow>): Promise<void> {
    const { values, rows, failures } = batch;
    const written = await readOnly(ctx, (tx) =>
      importer.write(tx, values, { ...options, unread: failures.length }),
    );
    const firstRow = (index: number) => rowsOf(rows[index]!)[0]!;
    const noted = new Map<number, string[]>();
    const note = (row: number, message: string, cell?: string) => {
      reasons.count(row, message, false, () => problemIn(row, message), cell);
      if (!grid.mayShow(row)) return;
      const known = noted.get(row);
      const text = noteText(message, cell === undefined ? undefined : [cell]);
      if (known) known.push(text);
      else noted.set(row, [text]);
    };
    for (const { row, message, cell } of batch.notes) note(row, message, cell);
    for (const { index, message, cell } of written.notes) note(firstRow(index), message, cell);
    for (const { row, messages, problems, value } of failures) {
      const own = problems ?? messages.map((message) => problemIn(row, message));
      refuse(row, own, noted.get(row) ?? []);
      if (value) addTotals(value, true);
    }
    for (const [index, value] of values.entries())
      addTotals(value, written.outcomes[index] === 'refused', written.fileValues?.[index]);
    const errors = new Map(written.errors.map(({ index, message }) => [index, message]));
    for (const [index, outcome] of written.outcomes.entries()) {
      const fate = fateOf[outcome];
      if (fate !== 'refused') {
        accept(fate, rows[index]!, values[index]!, noted);
        continue;
      }
      const message = errors.get(index);
      const problems = message === undefined ? [] : [problemIn(firstRow(index), message)];
      for (const row of rowsOf(rows[index]!)) refuse(row, problems, noted.get(row) ?? []);
    }
  }

  const batches = batchesOf(importer, file, importer.isEachForItself && judgedAtATime);
  let next = batches.next();
  for (;;) {
    const { value: batch, done } = await next;
    if (done) break;
    if (ctx.origin.signal?.aborted || ctx.stopping?.aborted) throw previewEnded();
    // Decodes the next batch while the database reads for this one.
    next = batches.next();
    next.catch(() => {});
    await judgeBatch(batch);
  }
  return { counts, reasons, totals, grid: grid.rows() };
}
