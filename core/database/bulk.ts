import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

export type ColumnType = 'bigint' | 'int' | 'text' | 'date' | 'boolean' | 'timestamptz' | 'jsonb';
type Value = string | number | boolean | Date | null | undefined;

/** Column name → its type and how a row yields it. */
export type Columns<T> = Record<string, readonly [ColumnType, (row: T, index: number) => Value]>;

/**
 * The text of an array parameter. The driver quotes every element, numbers too; writing them bare halves
 * both ends' work on bulk statements.
 */
function arrayText(type: ColumnType, values: readonly Value[]): string {
  if (type !== 'text' && type !== 'jsonb')
    return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
  return `{${values.map((value) => (value === null || value === undefined ? 'NULL' : quoted(String(value)))).join(',')}}`;
}

function quoted(text: string): string {
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
}

/** `select …` with one row per item: arrays for what differs, one plain parameter for what is the same in all. */
export function rowsOf<T>(items: readonly T[], columns: Columns<T>): RawBuilder<unknown> {
  const outputs: RawBuilder<unknown>[] = [];
  const arrays: RawBuilder<unknown>[] = [];
  const names: RawBuilder<unknown>[] = [];
  for (const [name, [type, read]] of Object.entries(columns)) {
    const values = items.map(read);
    const cast = sql.raw(type);
    const first = values[0];
    // The first column always is an array: it says how many rows there are.
    if (arrays.length > 0 && values.every((value) => value === first)) {
      outputs.push(sql`${first ?? null}::${cast} as ${sql.ref(name)}`);
    } else {
      arrays.push(sql`${arrayText(type, values)}::${cast}[]`);
      names.push(sql.ref(name));
      outputs.push(sql.ref(name));
    }
  }
  return sql`select ${sql.join(outputs)} from unnest(${sql.join(arrays)}) as n(${sql.join(names)})`;
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
  statements: readonly (() => RawBuilder<unknown> | undefined)[],
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
