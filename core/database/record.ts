import { isDeepStrictEqual } from 'node:util';
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import { arrayOf, type Columns, type ColumnType, insertRows, rowsOf, type Value } from './bulk.ts';
import type { Db } from './connect.ts';
import type { Tables } from './tables.ts';

type Table = keyof Tables & string;
type Values = Record<string, unknown>;

/** Field of the domain row → the column that holds it and its type: `monthlyFeeUsd: 'monthly_fee_cents bigint'`. */
export type Fields<T extends Table, Row> = {
  readonly [K in keyof Row & string]: `${keyof Tables[T] & string} ${ColumnType}`;
};

/** The fields of a row as items of a typed select list. */
export type SelectList<Row> = {
  [K in keyof Row & string]: AliasedRawBuilder<Row[K], K>;
}[keyof Row & string][];

function columnOf(field: string): string {
  return field.slice(0, field.indexOf(' '));
}

function typeOf(field: string): ColumnType {
  return field.slice(field.indexOf(' ') + 1) as ColumnType;
}

/** A field's value as it is sent: JSON as a text, since the driver would write a list as an SQL array. */
function sentValue(field: string, value: unknown): Value {
  if (typeOf(field) !== 'jsonb' || value === null || value === undefined) return value as Value;
  return JSON.stringify(value);
}

function listOf<Row>(
  fields: Readonly<Record<string, string>>,
  alias: string,
  names: readonly string[],
): RawBuilder<Row> {
  return sql.raw(
    names.map((name) => `"${alias}"."${columnOf(fields[name]!)}" as "${name}"`).join(', '),
  );
}

/**
 * The select list of `fields`, or of those `names`, read from the table or from its alias in the query. It is one text: as
 * items of the builder, thirty columns took longer to compile than the rows of a page to encode.
 */
export function selectList<T extends Table, Row, K extends keyof Row>(
  fields: Fields<T, Row>,
  alias: string,
  names = Object.keys(fields) as unknown as readonly K[],
): SelectList<Pick<Row, K>> {
  const list = listOf(fields, alias, names as readonly string[]);
  return [list] as unknown as SelectList<Pick<Row, K>>;
}

interface Options<Row> {
  /** Columns computed from the row, such as a search text, written with every insert and update. */
  derived?: Columns<Row>;
  /** False if the table has no `version`. */
  versioned?: boolean;
}

/**
 * The standard queries of a table, from one list of its columns. Rows use the names of the schema. `key` columns
 * are bigint ids. Rows are locked with `for no key update`, which is compatible with the locks of foreign keys.
 */
export function defineRecord<T extends Table, Row extends { id: number }>(
  table: T,
  fields: Fields<T, Row>,
  { derived = {}, versioned = true }: Options<Row> = {},
) {
  const names = Object.keys(fields) as (keyof Row & string)[];
  const fieldOf = (name: keyof Row & string): string => fields[name];
  const listText = (alias: string = table): RawBuilder<Row> => listOf<Row>(fields, alias, names);
  const list = listText();

  /** How `which` fields of rows are written, and what is derived of them, for `insertRows`. */
  function columns<K extends keyof Row & string>(which: readonly K[]): Columns<Pick<Row, K>> {
    const own = which.map((name) => [
      columnOf(fieldOf(name)),
      [typeOf(fieldOf(name)), (row: Row) => sentValue(fieldOf(name), row[name])],
    ]);
    return { ...Object.fromEntries(own), ...derived };
  }

  async function read(db: Db, where: RawBuilder<unknown>): Promise<Row[]> {
    const rows = await sql<Row>`select ${list} from ${sql.table(table)} where ${where}`;
    return (await rows.execute(db)).rows;
  }

  /**
   * Inserts rows in one statement and answers them with what the database added. The fields that the first row leaves
   * out get the defaults of their columns in all. `extra` are columns outside the row.
   */
  function insertMany<New extends Partial<Row>>(
    db: Db,
    rows: readonly New[],
    extra: Columns<New> = {},
  ): Promise<Row[]> {
    const which = names.filter((name) => rows[0]?.[name] !== undefined);
    const written = { ...columns(which), ...extra } as Columns<New>;
    return insertRows<New, Row>(db, table, rows, written, sql`returning ${list}`);
  }

  return {
    table,
    columns,
    /** The select list, for the table's alias in a larger query. */
    list: (alias: string = table) => selectList(fields, alias),
    /** The same for a raw statement. */
    listText,

    async get(db: Db, id: number): Promise<Row | undefined> {
      return (await read(db, sql`id = ${id}`))[0];
    },

    /** Locks a row by its id, or by an expression for it, which is evaluated before the lock is waited for. */
    async lock(db: Db, id: number | RawBuilder<number>): Promise<Row | undefined> {
      return (await read(db, sql`id = ${id} for no key update`))[0];
    },

    /** Locks rows in the order of their ids, to avoid deadlocks. */
    lockMany(db: Db, ids: readonly number[]): Promise<Row[]> {
      return read(db, sql`id = any(${arrayOf('bigint', ids)}) order by id for no key update`);
    },

    insertMany,

    /** Inserts one row and answers it with what the database added. */
    async insert<New extends Partial<Row>>(
      db: Db,
      row: New,
      extra: Columns<New> = {},
    ): Promise<Row> {
      return (await insertMany(db, [row], extra))[0]!;
    },

    /**
     * Writes the fields of `changes` that differ from the locked row `before` and raises its version; answers the row as
     * it is then. Where nothing differs nothing is written, `extra` neither: columns outside the row.
     */
    async update(db: Db, before: Row, changes: Partial<Row>, extra: Values = {}): Promise<Row> {
      const changed = changedFields(before, changes);
      if (changed.length === 0) return before;
      const after = { ...before };
      for (const name of changed) after[name] = changes[name]!;
      const own = changed.map((name) => [
        columnOf(fieldOf(name)),
        sentValue(fieldOf(name), after[name]),
      ]);
      const following = Object.entries(derived).map(([name, [, value]]) => [name, value(after, 0)]);
      const values = { ...Object.fromEntries([...own, ...following]), ...extra };
      const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      if (versioned) sets.push(sql`version = version + 1`);
      const written = await sql<Row>`
        update ${sql.table(table)} set ${sql.join(sets)} where id = ${before.id}
        returning ${list}`.execute(db);
      return written.rows[0]!;
    },

    /**
     * Writes `which` fields of many locked rows in one statement and raises their versions. The rows may hold these
     * fields alone, unless the table has derived columns.
     */
    async updateMany<K extends keyof Row & string>(
      db: Db,
      rows: readonly Pick<Row, K | 'id'>[],
      which: readonly K[],
      extra: Columns<Pick<Row, K | 'id'>> = {},
    ): Promise<void> {
      if (rows.length === 0) return;
      const written = { ...columns(which), ...extra };
      const sets = Object.keys(written).map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`);
      if (versioned) sets.push(sql`version = t.version + 1`);
      const source = rowsOf(rows, { id: ['bigint', (row) => row.id], ...written });
      await sql`update ${sql.table(table)} t set ${sql.join(sets)}
        from (${source}) as n where t.id = n.id`.execute(db);
    },

    async remove(db: Db, id: number): Promise<void> {
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
    },
  };
}

/** The fields of `changes` that differ from the row: dates by their instant, lists and objects by what is in them. */
export function changedFields<Row extends object>(
  before: Row,
  changes: Partial<Row>,
): (keyof Row & string)[] {
  const names = Object.keys(changes) as (keyof Row & string)[];
  return names.filter(
    (name) => changes[name] !== undefined && !isDeepStrictEqual(before[name], changes[name]),
  );
}
