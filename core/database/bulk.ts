import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

export type ColumnType =
  | 'bigint'
  | 'int'
  | 'text'
  | 'text[]'
  | 'date'
  | 'boolean'
  | 'timestamptz'
  | 'jsonb'
  /** As '\\x' and hexadecimal digits. */
  | 'bytea';
export type Value = string | number | boolean | Date | readonly string[] | null | undefined;

/** Column name → its type and how to get the value from a row. */
export type Columns<T> = Record<string, readonly [ColumnType, (row: T, index: number) => Value]>;

function quoted(text: string): string {
  // Few texts contain one of these, and a regular expression takes three times as long to check.
  const isPlain = !text.includes('"') && !text.includes('\\');
  return `"${isPlain ? text : text.replace(/["\\]/g, '\\$&')}"`;
}

function arrayText(type: ColumnType, values: readonly Value[]): string {
  const elements = values.map((value) => {
    if (value === null || value === undefined) return 'NULL';
    if (value instanceof Date) return quoted(value.toISOString());
    if (Array.isArray(value)) return quoted(arrayText('text', value));
    return type === 'text' || type === 'jsonb' || type === 'bytea' ? quoted(String(value)) : value;
  });
  return `{${elements.join(',')}}`;
}

const integers = { bigint: { oid: 20, bytes: 8 }, int: { oid: 23, bytes: 4 } };
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const WORD = 2 ** 32;

/** Whether the value fits; the binary form would silently turn any other value into a different number. */
function isInteger(value: Value, bytes: number): value is number {
  return Number.isSafeInteger(value) && (bytes === 8 || value === ((value as number) | 0));
}

/** An array of integers in PostgreSQL's binary form (array_recv): dimensions, then each element after its length. */
function arrayBytes(type: 'bigint' | 'int', values: readonly Value[]): Buffer {
  const { oid, bytes } = integers[type];
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + bytes));
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  let hasNull = 0;
  let end = HEADER_BYTES;
  for (const value of values) {
    if (value === null || value === undefined) {
      view.setInt32(end, -1);
      end += LENGTH_BYTES;
      hasNull = 1;
      continue;
    }
    if (!isInteger(value, bytes)) throw new RangeError(`${value} is no ${type}`);
    view.setInt32(end, bytes);
    if (bytes === 8) view.setInt32(end + LENGTH_BYTES, Math.floor(value / WORD));
    // The low 32 bits, for either sign.
    view.setInt32(end + bytes, value % WORD);
    end += LENGTH_BYTES + bytes;
  }
  for (const [place, number] of [1, hasNull, oid, values.length, 1].entries())
    view.setInt32(place * 4, number);
  return buffer.subarray(0, end);
}

/**
 * A list as one array parameter, for `any(…)` and for rows. The driver would serialise and quote each element on
 * its own; binary integers and plain text for the rest halve the work of client and server on bulk statements.
 */
export function arrayOf(type: ColumnType, values: readonly Value[]): RawBuilder<unknown> {
  const parameter =
    type === 'bigint' || type === 'int' ? arrayBytes(type, values) : arrayText(type, values);
  return sql`${parameter}::${sql.raw(type)}[]`;
}

/** One column of the rows of `rowsOf`; `mayBePlain` is false for the column that must carry the number of rows. */
function columnOf(
  type: ColumnType,
  values: readonly Value[],
  mayBePlain: boolean,
): RawBuilder<unknown> {
  const first = values[0];
  const last = values.at(-1);
  const cast = sql.raw(type);
  if (mayBePlain && values.every((value) => value === first)) return sql`${first ?? null}::${cast}`;
  if (
    typeof first === 'number' &&
    typeof last === 'number' &&
    values.every((value, index) => value === first + index)
  )
    return sql`generate_series(${first}::${cast}, ${last}::${cast})`;
  // `unnest` takes an array of arrays apart down to its elements: each row's own is sent as a text.
  if (type === 'text[]') return sql`unnest(${arrayOf('text', values)})::text[]`;
  return sql`unnest(${arrayOf(type, values)})`;
}

/**
 * `select …` with one row per item: arrays for values that differ, plain parameters for values that are equal or
 * consecutive. The arrays are unnested in the select list, since all have the same length; `from unnest(…)` would
 * first write them to a tuple store, at twice the time.
 */
export function rowsOf<T>(items: readonly T[], columns: Columns<T>): RawBuilder<unknown> {
  const outputs = Object.entries(columns).map(([name, [type, read]], place) => {
    const values = items.map(read);
    return sql`${columnOf(type, values, place > 0)} as ${sql.ref(name)}`;
  });
  return sql`select ${sql.join(outputs)}`;
}

/**
 * The lines of all documents in sequence, with the index of each one's document and its line number from 1. Uses
 * parallel arrays, because a run has hundreds of thousands of lines and an object for each is too expensive.
 */
export function linesWithin<D, L>(
  documents: readonly D[],
  linesOf: (document: D) => readonly L[],
): { lines: L[]; owners: number[]; numbers: number[] } {
  const lines: L[] = [];
  const owners: number[] = [];
  const numbers: number[] = [];
  for (const [owner, document] of documents.entries()) {
    for (const [place, line] of linesOf(document).entries()) {
      lines.push(line);
      owners.push(owner);
      numbers.push(place + 1);
    }
  }
  return { lines, owners, numbers };
}

/** The statement that inserts all items; `tail` may be `on conflict …` or `returning …`. */
export function insertionOf<T, R = unknown>(
  table: string,
  items: readonly T[],
  columns: Columns<T>,
  tail: RawBuilder<unknown> = sql``,
): RawBuilder<R> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  return sql<R>`insert into ${sql.table(table)} (${names}) ${rowsOf(items, columns)} ${tail}`;
}

/** Inserts all items in one statement. */
export async function insertRows<T, R = unknown>(
  db: Db,
  table: string,
  items: readonly T[],
  columns: Columns<T>,
  tail?: RawBuilder<unknown>,
): Promise<R[]> {
  if (items.length === 0) return [];
  return (await insertionOf<T, R>(table, items, columns, tail).execute(db)).rows;
}

/**
 * Runs `work` in a savepoint of the current transaction and rolls it back if another transaction has inserted a value
 * that `constraint` keeps unique. Returns whether it was done.
 */
export async function unlessTaken(
  db: Db,
  constraint: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  await sql`savepoint before_bulk`.execute(db);
  try {
    await work();
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== constraint) throw error;
    await sql`rollback to savepoint before_bulk`.execute(db);
    return false;
  }
  await sql`release savepoint before_bulk`.execute(db);
  return true;
}

/** Builds a statement when it is needed; undefined if there is nothing to do. */
export type Statement = () => RawBuilder<unknown> | undefined;

/** From this many rows on, a statement's text is built while the previous statement runs. */
const MANY = 500;
/** Enough to send a large statement through the socket, short compared with its execution. */
const SENDING_MS = 2;

/**
 * Runs statements over `size` rows in sequence, building each one's text while the database executes the previous
 * one. Statements that return undefined are skipped.
 */
export async function runInStep(
  db: Db,
  size: number,
  statements: readonly Statement[],
): Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  for (const make of statements) {
    const statement = make()?.compile(db);
    await running;
    if (!statement) continue;
    running = db.executeQuery(statement);
    // Awaited below, after the next text is built; until then a rejection would be unhandled.
    running.catch(() => {});
    if (size >= MANY) await new Promise((sent) => setTimeout(sent, SENDING_MS));
  }
  await running;
}
