import type { Ctx } from '../../context.ts';
import type { analyseGrown } from '../../database/statistics.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { ImportedChange, Touched } from '../../kernel/imported.ts';
import type { RowOutcome } from '../../kernel/outcomes.ts';
import type { ImportTotal } from '../fields/rules.ts';
import type { Batch, RecordRules } from '../rules-records.ts';
import type { RowCounts } from '../rules-tally.ts';
import type { Made } from '../undo/rules.ts';

/** What is told of a record that is imported; rows with one message are told together with some of their cells. */
export interface RecordNote {
  index: number;
  message: string;
  cell?: string;
}

/** The result of a batch; `index` is the position in the given records. */
export interface Written extends RowCounts {
  /** What happened to each given record, or would happen in a dry run. */
  outcomes: readonly RowOutcome[];
  errors: readonly { index: number; message: string }[];
  notes: readonly RecordNote[];
  /** Values of the totals in the file, per record, where the record alone does not tell them. */
  fileValues?: readonly (Readonly<Record<string, number>> | undefined)[];
  /** What was created, and the documents of others that were settled or changed; empty in a dry run. */
  made: Partial<Made> & { touched?: Touched };
  /** What was changed; empty in a dry run. */
  changes: readonly ImportedChange[];
  /** What `readBooks` needs to know of the records, by their indexes. */
  held?: ReadonlyMap<number, unknown>;
}

/** What was written of some of the rows, with the indexes of all; the others are refused with `errors`. */
export function writtenAt(
  rows: number,
  found: readonly { index: number }[],
  errors: Written['errors'],
  written: Written,
): Written {
  const atRow = <Told extends { index: number }>(told: Told): Told => ({
    ...told,
    index: found[told.index]!.index,
  });
  const outcomes = Array.from({ length: rows }, (): RowOutcome => 'refused');
  for (const [place, outcome] of written.outcomes.entries())
    outcomes[found[place]!.index] = outcome;
  const { fileValues, held } = written;
  const valuesAt: (Readonly<Record<string, number>> | undefined)[] = [];
  for (const [place, { index }] of found.entries()) valuesAt[index] = fileValues?.[place];
  return {
    ...written,
    ...(fileValues && { fileValues: valuesAt }),
    ...(held && { held: new Map([...held].map(([place, one]) => [found[place]!.index, one])) }),
    outcomes,
    errors: [...errors, ...written.errors.map(atRow)],
    notes: written.notes.map(atRow),
    changes: written.changes.map(atRow),
  };
}

export interface WriteOptions {
  dryRun: boolean;
  /** Customers only: the file's prices take precedence over those of the packages. */
  keepPrices: boolean;
  /** Numbers the rows of the whole file that have one key, from 1. */
  ordinalOf(row: object, key: string): number;
  /** The number of rows of the batch that cannot be read. */
  unread: number;
  /** What `survey` has found in the whole file, by the keys that it gives. */
  surveyed: ReadonlyMap<string, Surveyed>;
}

/** What is told of records of a file that depend on each other, wherever they are in it. */
export interface Surveyed extends Omit<RecordNote, 'index'> {
  /** The records are refused with the message. */
  isRefusal?: true;
}

/** A file before it is written. */
export interface FileToSurvey<Row> {
  /** Whether a field is read from a column. */
  has(field: keyof Row & string): boolean;
  batches(): AsyncIterable<Batch<Row>>;
}

export interface Importer<Row> extends RecordRules<Row> {
  /** How rows with one key become one record, if the user asks for it (`combineRows`). */
  combine?: RecordRules<Row>['gather'];
  /** Compared with the books, and shown before the import. */
  totals: readonly ImportTotal<Row>[];
  /** All rows of the file are needed at once, so it can have at most IMPORT_BATCH. */
  isWhole?: true;
  /** What happens to a record depends on no other record of its batch, so a preview takes fewer at a time. */
  isEachForItself?: true;
  /** The tables that grow. */
  grows: Parameters<typeof analyseGrown>[2];
  /** Whether it uses `ordinalOf` for such rows. */
  numbersLines?(rows: readonly Row[]): boolean;
  /** Looks at the whole file before its first batch is written or judged. */
  survey?(ctx: Ctx, file: FileToSurvey<Row>): Promise<ReadonlyMap<string, Surveyed>>;
  write(tx: Ctx, rows: readonly Row[], options: WriteOptions): Promise<Written>;
  /** What the books hold of each record of a batch that was written, in the same transaction. */
  readBooks(
    tx: Ctx,
    rows: readonly Row[],
    written: Written,
  ): Promise<readonly (BookValues | undefined)[]>;
  /** The present values of the fields that each row would change; missing if the type changes no records. */
  readCurrent?(
    ctx: Ctx,
    rows: readonly Row[],
    options: Pick<WriteOptions, 'keepPrices'>,
  ): Promise<(Readonly<Record<string, unknown>> | undefined)[]>;
}
