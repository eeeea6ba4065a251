import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import { arrayOf, type Columns, type ColumnType, insertRows, rowsOf } from './bulk.ts';
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

/** The select list of `fields`, or of those in `names`, from the table or its alias in the query. */
export function selectList<T extends Table, Row, K extends keyof Row>(
  fields: Fields<T, Row>,
  alias: string,
  names = Object.keys(fields) as unknown as readonly K[],
): SelectList<Pick<Row, K>> {
  return names.map((name) =>
    sql.ref(`${alias}.${columnOf(fields[name as keyof Row & string])}`).as(name as string),
  ) as SelectList<Pick<Row, K>>;
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
  const list = selectList(fields, table);
  const names = Object.keys(fields) as (keyof Row & string)[];
  const fieldOf = (name: keyof Row & string): string => fields[name];

  /** The fields `which` and the derived columns, for `insertRows`. */
  function columns(which: readonly (keyof Row & string)[]): Columns<Row> {
    const own = which.map((name) => [
      columnOf(fieldOf(name)),
      [typeOf(fieldOf(name)), (row: Row) => row[name] as string],
    ]);
    return { ...Object.fromEntries(own), ...derived };
  }

  async function read(db: Db, where: RawBuilder<unknown>): Promise<Row[]> {
    const rows = await sql<Row>`select ${sql.join(list)} from ${sql.table(table)} where ${where}`;
    return (await rows.execute(db)).rows;
  }

  return {
    table,
    columns,
    /** The select list, for the table's alias in a larger query. */
    list: (alias: string = table) => selectList(fields, alias),

    async get(db: Db, id: number): Promise<Row | undefined> {
      return (await read(db, sql`id = ${id}`))[0];
    },

    async lock(db: Db, id: number): Promise<Row | undefined> {
      return (await read(db, sql`id = ${id} for no key update`))[0];
    },

    /** Locks rows in the order of their ids, to avoid deadlocks. */
    lockMany(db: Db, ids: readonly number[]): Promise<Row[]> {
      return read(db, sql`id = any(${arrayOf('bigint', ids)}) order by id for no key update`);
    },

    /** Inserts rows in one statement and returns them with generated values. `extra` are columns outside the row. */
    insertMany<New extends Partial<Row>>(
      db: Db,
      rows: readonly New[],
      extra: Columns<New> = {},
    ): Promise<Row[]> {
      const which = names.filter((name) => rows[0] && name in rows[0]);
      const written = { ...columns(which), ...extra } as Columns<New>;
      return insertRows<New, Row>(db, table, rows, written, sql`returning ${sql.join(list)}`);
    },

    /**
     * Writes the fields of `changes` that differ from the locked row `before`, increments its version and returns the
     * new row. Without a difference nothing is written. `extra` are columns outside the row.
     */
    async update(db: Db, before: Row, changes: Partial<Row>, extra: Values = {}): Promise<Row> {
      const changed = changedFields(before, changes);
      if (changed.length === 0) return before;
      const after = { ...before, ...changes };
      const own = changed.map((name) => [columnOf(fieldOf(name)), after[name]]);
      const following = Object.entries(derived).map(([name, [, value]]) => [name, value(after, 0)]);
      const values = { ...Object.fromEntries([...own, ...following]), ...extra };
      const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      if (versioned) sets.push(sql`version = version + 1`);
      const written = await sql<Row>`
        update ${sql.table(table)} set ${sql.join(sets)} where id = ${before.id}
        returning ${sql.join(list)}`.execute(db);
      return written.rows[0]!;
    },

    /** Writes the fields `which` of many locked rows in one statement and increments their versions. */
    async updateMany(
      db: Db,
      rows: readonly Row[],
      which: readonly (keyof Row & string)[],
      extra: Columns<Row> = {},
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

/** The fields of `changes` that differ from the row; dates are compared by their instant. */
export function changedFields<Row extends object>(
  before: Row,
  changes: Partial<Row>,
): (keyof Row & string)[] {
  const names = Object.keys(changes) as (keyof Row & string)[];
  return names.filter((name) => {
    const [one, other] = [before[name], changes[name]];
    return other !== undefined && comparable(one) !== comparable(other);
  });
}

function comparable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
