import { setImmediate } from 'node:timers/promises';
import { importInvoices } from '../billing/service-import.ts';
import { type Ctx, transact } from '../context.ts';
import { customerIdKey } from '../customers/rules.ts';
import { importCustomers } from '../customers/service-import.ts';
import { endingOf, heedStop } from '../database/runs.ts';
import { analyseGrown } from '../database/statistics.ts';
import { readSheet } from '../documents/sheets.ts';
import { authorise } from '../identity/actor.ts';
import type { UploadedFile } from '../kernel/contract.ts';
import { AppError, breaksRule, isAppError } from '../kernel/errors.ts';
import { createColumnJudge } from './rules-columns.ts';
import {
  type CustomerRow,
  type ImportTable,
  type InvoiceRow,
  importTables,
} from './rules-fields.ts';
import { type Mapping, parseMapping, planColumns } from './rules-mapping.ts';
import { createRowDecoder, type ReadRow, type RowDecoder } from './rules-rows.ts';
import { createTally, type RowCounts, type RowNote, type Tally } from './rules-tally.ts';
import { builtImportTypes, type ImportInput, type ImportResult } from './schema.ts';
import { addProgress, endRun, importPermissions, startRun } from './service-runs.ts';

/** Rows a transaction (architecture, bulk work). */
const BATCH = 5000;
/** Rows decoded before others get their turn: a server goes on answering, and the database gets its data. */
const SLICE = 250;

export interface ImportProgress {
  processed: number;
  total: number;
}

export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void;
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
  /** The tables that new rows go to. */
  grows: Parameters<typeof analyseGrown>[2];
  write(tx: Ctx, rows: readonly Row[], dryRun: boolean): Promise<Written>;
}

const customerImporter: Importer<CustomerRow> = {
  table: importTables.customers,
  keyOf: ({ customerId }) => customerIdKey(customerId),
  grows: ['customers'],
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
  grows: ['invoices', 'journal_entries', 'journal_lines', 'payment_allocations', 'payments'],
  write: (tx, rows, dryRun) => importInvoices(tx, rows, { dryRun }),
};

/**
 * Imports a spreadsheet (decision 27). The whole file is read before anything is written, so a damaged one
 * changes nothing; then its rows go through the rules of the forms, in batches that each commit. Rows that
 * cannot be taken are told with their row numbers, the others are imported. A known key updates its record;
 * the same file again changes nothing. A dry run counts the same and writes nothing.
 * @throws AppError forbidden; rule for a category that is not available yet; invalid for a mapping that does
 *   not fit the file; unavailable when it was asked to stop; and what `readSheet` says of a file that cannot be read.
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

async function runImport<Row>(
  ctx: Ctx,
  importer: Importer<Row>,
  upload: UploadedFile,
  input: ImportInput,
  options: ImportOptions,
): Promise<ImportResult> {
  authorise(ctx.actor, importPermissions[importer.table.type]);
  const mapping = parseMapping(input);
  const dryRun = input.dryRun ?? false;
  const tally = createTally();
  const file = await readRows(importer.table, upload.path, input.sheet, mapping, tally);
  const runId = dryRun ? undefined : await startRun(ctx, importer.table.type, upload, mapping);
  try {
    await writeRows(ctx, importer, file, { runId, tally, ...options });
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

interface ReadFile<Row> {
  rows: ReadRow[];
  decoder: RowDecoder<Row>;
  readings: ReturnType<ReturnType<typeof createColumnJudge>['readings']>;
}

/** Reads the file to its end, keeping the cells that are needed. */
async function readRows<Row>(
  table: ImportTable<Row>,
  path: string,
  sheetName: string | undefined,
  mapping: Mapping,
  tally: Tally,
): Promise<ReadFile<Row>> {
  const sheet = await readSheet(path, { sheet: sheetName || undefined, batchSize: BATCH });
  try {
    const plan = planColumns(table, sheet.info.header, mapping);
    const decoder = createRowDecoder(table, plan);
    const judge = createColumnJudge(decoder.fields, sheet.info.decimalComma === true);
    const rows: ReadRow[] = [];
    for await (const batch of sheet.rows) {
      for (const source of batch) {
        const row = decoder.read(source);
        if (!row) continue;
        judge.see(row.texts);
        rows.push(row);
      }
    }
    tally.warn([
      ...sheet.info.warnings,
      ...plan.warnings,
      ...judge.warnings(),
      ...decoder.unusedValues().map((name) => `No cell of the file is ${name}.`),
      ...(rows.length === 0 ? ['The file has no rows below its header.'] : []),
    ]);
    return { rows, decoder, readings: judge.readings() };
  } finally {
    await sheet.close();
  }
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
  options: ImportOptions & {
    /** Undefined in a dry run. */
    runId: number | undefined;
    tally: Tally;
  },
): Promise<void> {
  const firstRows = new Map<string, number>();
  const decodeFrom = async (start: number): Promise<Batch<Row>> => {
    const batch: Batch<Row> = { rows: [], values: [], errors: [] };
    const end = Math.min(start + BATCH, rows.length);
    for (let index = start; index < end; index += 1) {
      if (index % SLICE === 0) await setImmediate();
      const decoded = decoder.decode(rows[index]!, readings);
      if ('error' in decoded) batch.errors.push({ row: decoded.row, message: decoded.error });
      else addOnce(batch, decoded, importer, firstRows);
    }
    return batch;
  };
  let next = decodeFrom(0);
  for (let start = 0; start < rows.length; start += BATCH) {
    heedStop(options.signal, () =>
      start === 0 ? 'Stopped before any row was imported.' : 'Stopped.',
    );
    const batch = await next;
    // The next one is decoded while the database writes this one.
    next = decodeFrom(start + BATCH);
    next.catch(() => {});
    await writeBatch(ctx, importer, batch, options);
    options.onProgress?.({ processed: options.tally.processed(), total: rows.length });
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
  firstRows.set(key, row);
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
