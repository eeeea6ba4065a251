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
  | 'jsonb';
export type Value = string | number | boolean | Date | readonly string[] | null | undefined;

/** Column name → its type and how a row yields it. */
export type Columns<T> = Record<string, readonly [ColumnType, (row: T, index: number) => Value]>;

function quoted(text: string): string {
  // Few texts hold one of these, and a regular expression takes three times as long to say so.
  const isPlain = !text.includes('"') && !text.includes('\\');
  return `"${isPlain ? text : text.replace(/["\\]/g, '\\$&')}"`;
}

function arrayText(type: ColumnType, values: readonly Value[]): string {
  const elements = values.map((value) => {
    if (value === null || value === undefined) return 'NULL';
    if (value instanceof Date) return quoted(value.toISOString());
    if (Array.isArray(value)) return quoted(arrayText('text', value));
    return type === 'text' || type === 'jsonb' ? quoted(String(value)) : value;
  });
  return `{${elements.join(',')}}`;
}

const integers = { bigint: { oid: 20, bytes: 8 }, int: { oid: 23, bytes: 4 } };
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const WORD = 2 ** 32;

/** Bytes would take anything and make another number of it: nothing that PostgreSQL would refuse gets so far. */
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
    // Kept to its last 32 bits, whatever its sign.
    view.setInt32(end + bytes, value % WORD);
    end += LENGTH_BYTES + bytes;
  }
  for (const [place, number] of [1, hasNull, oid, values.length, 1].entries())
    view.setInt32(place * 4, number);
  return buffer.subarray(0, end);
}

/**
 * A list as one array parameter, for `any(…)` and for rows. The driver would write and quote each element on
 * its own; integers in binary and plain text for the rest halve both ends' work on bulk statements.
 */
export function arrayOf(type: ColumnType, values: readonly Value[]): RawBuilder<unknown> {
  const parameter =
    type === 'bigint' || type === 'int' ? arrayBytes(type, values) : arrayText(type, values);
  return sql`${parameter}::${sql.raw(type)}[]`;
}

/** One column of the rows of `rowsOf`; `mayBePlain` is false where it has to say how many rows there are. */
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
 * `select …` with one row per item: arrays for what differs, plain parameters for what is the same in all or
 * counts up. The arrays are unnested in the select list: all are as long, and `from unnest(…)` would write them
 * to a store of its own first, at twice the time.
 */
export function rowsOf<T>(items: readonly T[], columns: Columns<T>): RawBuilder<unknown> {
  const outputs = Object.entries(columns).map(([name, [type, read]], place) => {
    const values = items.map(read);
    return sql`${columnOf(type, values, place > 0)} as ${sql.ref(name)}`;
  });
  return sql`select ${sql.join(outputs)}`;
}

/**
 * The lines of documents, one after the other, with the place of each one's document and its own number in it,
 * from 1. Plain lists beside the lines: a run has hundreds of thousands, and an object around each costs more
 * than all else about them.
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
 * Does `work` in the running transaction, or nothing of it where another transaction was faster to take a value
 * that `constraint` keeps unique; answers whether it was done.
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

/** Makes a statement when its turn comes; undefined where there is nothing to do. */
export type Statement = () => RawBuilder<unknown> | undefined;

/** From this many rows on, making a statement's text takes long enough to be worth doing meanwhile. */
const MANY = 500;
/** Long enough for a large statement to leave through the socket, short beside its execution. */
const SENDING_MS = 2;

/**
 * Runs statements over `size` rows one after the other, and makes each one's text while the database works on
 * the one before it. A statement of nothing is left out.
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
    // It is awaited below, after the next text is made: till then nobody else would hear of its failure.
    running.catch(() => {});
    if (size >= MANY) await new Promise((sent) => setTimeout(sent, SENDING_MS));
  }
  await running;
}
