import { setImmediate } from 'node:timers/promises';
import { importInvoices } from '../billing/service-import.ts';
import { type Ctx, transact } from '../context.ts';
import { customerIdKey } from '../customers/rules.ts';
import { importCustomers } from '../customers/service-import.ts';
import { commitWithoutWaiting } from '../database/commit.ts';
import { endingOf, heedStop } from '../database/runs.ts';
import { checkSheetName } from '../documents/sheets.ts';
import { type Actor, authorise } from '../identity/actor.ts';
import type { UploadedFile } from '../kernel/contract.ts';
import { AppError, breaksRule, isAppError } from '../kernel/errors.ts';
import { ownText } from '../kernel/text.ts';
import {
  type CustomerRow,
  type ImportTable,
  type InvoiceRow,
  importTables,
} from './rules-fields.ts';
import { parseMapping } from './rules-mapping.ts';
import { createTally, type RowCounts, type RowNote, type Tally } from './rules-tally.ts';
import {
  builtImportTypes,
  type ImportInput,
  type ImportResult,
  type ImportStatus,
} from './schema.ts';
import { type ImportTurn, importLine, takeImportTurn } from './service-line.ts';
import { type GivenFile, IMPORT_BATCH, type ReadFile, readRows } from './service-read.ts';
import { addProgress, endRun, importPermissions, startRun } from './service-runs.ts';

/** Rows decoded before others get their turn: a server goes on answering, and the database gets its data. */
const SLICE = 250;

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

/** What a batch came to; `index` is the place in the rows that were given. */
interface Written extends RowCounts {
  errors: readonly { index: number; message: string }[];
  notes: readonly { index: number; message: string }[];
}

interface Importer<Row> {
  table: ImportTable<Row>;
  /** What two rows of one record have in common. */
  keyOf(row: Row): string;
  write(tx: Ctx, rows: readonly Row[], dryRun: boolean): Promise<Written>;
}

const customerImporter: Importer<CustomerRow> = {
  table: importTables.customers,
  keyOf: ({ customerId }) => customerIdKey(customerId),
  async write(tx, rows, dryRun) {
    const { packageTerms, ...written } = await importCustomers(tx, rows, { dryRun });
    const message = 'the package sets bandwidth and monthly fee; those of the file were not used.';
    const terms = packageTerms.map((index) => ({ index, message }));
    return { ...written, notes: [...terms, ...(await phoneDoubts(rows))] };
  },
};

/** The library's numbering plans are read when a file first has numbers to be judged by them (decision 30). */
async function phoneDoubts(rows: readonly CustomerRow[]): Promise<Written['notes']> {
  if (!rows.some(({ phone }) => phone)) return [];
  const { phoneDoubt } = await import('../customers/rules-phone.ts');
  return rows.flatMap(({ phone = '' }, index) => {
    const message = phoneDoubt(phone);
    return message ? [{ index, message: `phone: ${message}` }] : [];
  });
}

const invoiceImporter: Importer<InvoiceRow> = {
  table: importTables.billing,
  keyOf: ({ invoiceId }) => invoiceId,
  write: (tx, rows, dryRun) => importInvoices(tx, rows, { dryRun }),
};

/**
 * Imports a spreadsheet (decision 27). The whole file is read before anything is written, so a damaged one
 * changes nothing; then its rows go through the rules of the forms, in batches that each commit. Rows that
 * cannot be taken are told with their row numbers, the others are imported. A known key updates its record;
 * the same file again changes nothing. A dry run counts the same and writes nothing.
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
  switch (input.type) {
    case 'customers':
      return runImport(ctx, customerImporter, upload, input, options);
    case 'billing':
      return runImport(ctx, invoiceImporter, upload, input, options);
    default:
      return breaksRule(
        'import.notAvailable',
        `Importing ${input.type} is not available yet. Available: ${builtImportTypes.join(', ')}.`,
      );
  }
}

/** Where the imports of this process are; `position` is the caller's place in the line. */
export function importStatus(ctx: Ctx): ImportStatus {
  return importLine(callerOf(ctx.actor));
}

function callerOf(actor: Actor): string {
  return actor.kind === 'staff' ? `staff ${actor.userId}` : actor.kind;
}

async function runImport<Row>(
  ctx: Ctx,
  importer: Importer<Row>,
  upload: UploadedFile,
  input: ImportInput,
  options: ImportOptions,
): Promise<ImportResult> {
  authorise(ctx.actor, importPermissions[importer.table.type]);
  checkSheetName(upload.filename);
  const mapping = parseMapping(input);
  const tally = createTally();
  let waited = false;
  const since = performance.now();
  const turn = await takeImportTurn(callerOf(ctx.actor), {
    onWait(before) {
      waited = true;
      options.onWait?.(before);
    },
    gone: ctx.origin.gone,
    stops: [ctx.stopping, options.signal],
  });
  try {
    if (waited) {
      const seconds = Math.ceil((performance.now() - since) / 1000);
      tally.warn([`This import waited ${seconds} s for others to end.`]);
    }
    return await importInTurn(
      ctx,
      importer,
      { upload, input, mapping },
      { ...options, tally, turn },
    );
  } finally {
    turn.end();
  }
}

interface TurnOptions extends ImportOptions {
  tally: Tally;
  turn: ImportTurn;
}

async function importInTurn<Row>(
  ctx: Ctx,
  importer: Importer<Row>,
  given: GivenFile,
  options: TurnOptions,
): Promise<ImportResult> {
  const { tally } = options;
  const { upload, mapping } = given;
  const dryRun = given.input.dryRun ?? false;
  const file = await readRows(importer.table, given, tally);
  const runId = dryRun ? undefined : await startRun(ctx, importer.table.type, upload, mapping);
  try {
    await writeRows(ctx, importer, file, { runId, ...options });
  } catch (error) {
    if (runId === undefined) throw error;
    const text = error instanceof Error ? error.message : String(error);
    // Where not even this can be written, the next import writes its line.
    await endRun(ctx, runId, endingOf(error), text).catch(() => {});
    throw tally.processed() === 0 ? error : interrupted(error, tally.processed());
  }
  if (runId !== undefined) await endRun(ctx, runId, 'done');
  return tally.result(dryRun);
}

interface Batch<Row> {
  rows: number[];
  values: Row[];
  errors: RowNote[];
}

async function writeRows<Row>(
  ctx: Ctx,
  importer: Importer<Row>,
  { rows, decoder, readings }: ReadFile<Row>,
  options: TurnOptions & {
    /** Undefined in a dry run. */
    runId: number | undefined;
  },
): Promise<void> {
  const { tally, turn, signal, onProgress } = options;
  const total = rows.count();
  const firstRows = new Map<string, number>();
  const decodeChunk = async (chunk: number): Promise<Batch<Row>> => {
    const batch: Batch<Row> = { rows: [], values: [], errors: [] };
    for (const [index, row] of rows.chunk(chunk).entries()) {
      if (index % SLICE === 0) await setImmediate();
      const decoded = decoder.decode(row, readings);
      if ('error' in decoded) batch.errors.push({ row: decoded.row, message: decoded.error });
      else addOnce(batch, decoded, importer, firstRows);
    }
    return batch;
  };
  let next = decodeChunk(0);
  for (let chunk = 0; chunk * IMPORT_BATCH < total; chunk += 1) {
    const message = chunk === 0 ? 'Stopped before any row was imported.' : 'Stopped.';
    for (const asked of [signal, ctx.stopping]) heedStop(asked, () => message);
    const batch = await next;
    // The next one is decoded while the database writes this one.
    next = decodeChunk(chunk + 1);
    next.catch(() => {});
    await writeBatch(ctx, importer, batch, options);
    turn.progress(tally.processed(), total);
    onProgress?.({ processed: tally.processed(), total });
  }
}

/** Takes a row unless an earlier one has its key: which of the two is meant, only the sender knows. */
function addOnce<Row>(
  batch: Batch<Row>,
  { row, value }: { row: number; value: Row },
  { table, keyOf }: Importer<Row>,
  firstRows: Map<string, number>,
): void {
  const key = keyOf(value);
  const first = firstRows.get(key);
  if (first !== undefined) {
    const message = `${table.key}: ${value[table.key]} is already in row ${first}.`;
    batch.errors.push({ row, message });
    return;
  }
  firstRows.set(ownText(key), row);
  batch.rows.push(row);
  batch.values.push(value);
}

async function writeBatch<Row>(
  ctx: Ctx,
  importer: Importer<Row>,
  { rows, values, errors }: Batch<Row>,
  { runId, tally }: { runId: number | undefined; tally: Tally },
): Promise<void> {
  const written =
    runId === undefined
      ? await importer.write(ctx, values, true)
      : await transact(ctx, async (tx) => {
          await commitWithoutWaiting(tx.db);
          const made = await importer.write(tx, values, false);
          const failed = errors.length + made.errors.length;
          await addProgress(tx, runId, { ...made, failed });
          return made;
        });
  const placed = (notes: Written['notes']): RowNote[] =>
    notes.map(({ index, message }) => ({ row: rows[index]!, message }));
  const failures = [...errors, ...placed(written.errors)].sort((a, b) => a.row - b.row);
  tally.add(written, failures, placed(written.notes));
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
