import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Cents } from '../kernel/money.ts';
import {
  limitOf,
  type Page,
  type Paging,
  type Sort,
  type SortText,
  sortOf,
} from '../kernel/paging.ts';
import type { Db } from './connect.ts';
import { byKey, eachId } from './look-up.ts';
import type { Tables } from './tables.ts';

type SortKey = string | RawBuilder<unknown>;

/** The sort orders of a list; keys are columns such as `c.name`, or expressions. */
export interface Sorts<C extends string> {
  keys: Readonly<Record<C, SortKey | readonly SortKey[]>>;
  /** Unique in the list and appended to every sort, so that pages neither repeat nor skip a row. */
  unique: SortKey;
  /** The default order. */
  first: Sort<NoInfer<C>>;
  /** Nullable columns: nulls come last in both directions. */
  nullable?: readonly NoInfer<C>[];
  /** Columns whose keys are unique without `unique`. */
  complete?: readonly NoInfer<C>[];
}

export interface ListFilter<C extends string> extends Paging {
  sort?: SortText<C> | undefined;
  total?: boolean | undefined;
}

/** 'c.name' → '"c"."name"'. */
function quoted(column: string): string {
  return `"${column.replace('.', '"."')}"`;
}

const nothing = sql``;
const isTrue = sql<SqlBool>`true`;
const and = sql` and `;

const orders = new WeakMap<object, Map<string, RawBuilder<unknown>>>();

/** The `order by` of a list, made once for each of its sorts. */
export function orderOf<C extends string>(
  sorts: Sorts<C>,
  sort: SortText<C> | undefined,
): RawBuilder<unknown> {
  const known = orders.get(sorts) ?? new Map<string, RawBuilder<unknown>>();
  orders.set(sorts, known);
  const order = known.get(sort ?? '') ?? makeOrder(sorts, sort);
  known.set(sort ?? '', order);
  return order;
}

function makeOrder<C extends string>(
  { keys, unique, first, nullable = [], complete = [] }: Sorts<C>,
  sort: SortText<C> | undefined,
): RawBuilder<unknown> {
  const { column, descending } = sortOf(sort, first);
  // Only for nullable columns: otherwise an index can be read backwards.
  const nulls = nullable.includes(column) ? sql` nulls last` : nothing;
  const direction = descending ? sql`desc` : sql`asc`;
  const ordered: SortKey[] = [keys[column], complete.includes(column) ? [] : unique].flat();
  const expressions = ordered.map((key) => {
    const expression = typeof key === 'string' ? sql.raw(quoted(key)) : key;
    return sql`${expression} ${direction}${key === unique ? nothing : nulls}`;
  });
  return sql.join(expressions);
}

/** Orders a list query and limits it to the requested page, and one row more, which tells whether others follow (`withTotal`). */
export function pageOf<DB, TB extends keyof DB, Row, C extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  sorts: Sorts<C>,
  filter: ListFilter<C>,
): SelectQueryBuilder<DB, TB, Row> {
  const { limit, offset } = limitOf(filter);
  return query
    .orderBy(sql`${orderOf(sorts, filter.sort)}`)
    .limit(limit + 1)
    .offset(offset);
}

/**
 * The rows of a page, without the one behind it that `pageOf` reads, and with the total if requested; on the last page it is
 * known without a count.
 */
export async function withTotal<Row>(
  found: Row[],
  filter: ListFilter<string>,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  const { limit, offset } = limitOf(filter);
  const page: Page<Row> =
    found.length > limit ? { rows: found.slice(0, limit), more: true } : { rows: found };
  if (!filter.total) return page;
  const { length } = page.rows;
  const isLast = length < limit && (length > 0 || offset === 0);
  return { ...page, total: isLast ? offset + length : await count() };
}

/** One page of the rows that `query` selects, with their total number if requested. */
export async function findPage<DB, TB extends keyof DB, Row, C extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  sorts: Sorts<C>,
  filter: ListFilter<C>,
): Promise<Page<Row>> {
  const rows = await pageOf(query, sorts, filter).execute();
  return withTotal(rows as Row[], filter, () => countRows(query));
}

/** The condition that all of these hold. */
export function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? isTrue : sql`(${sql.join(conditions, and)})`;
}

/** The number of rows that a query finds. */
export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const counted = query.clearSelect().select(sql<number>`count(*)`.as('count'));
  const { count } = (await counted.executeTakeFirstOrThrow()) as { count: number };
  return count;
}

/** A sum of cents, zero without rows; cast, since the driver returns a `numeric` as text. `where` filters rows. */
export function sumCents(
  amount: string | RawBuilder<unknown>,
  where?: RawBuilder<unknown>,
): RawBuilder<Cents> {
  const expression = typeof amount === 'string' ? sql.ref(amount) : amount;
  const filter = where ? sql` filter (where ${where})` : sql``;
  return sql<Cents>`coalesce(sum(${expression})${filter}, 0)::bigint`;
}

/**
 * All rows of a list in order, in batches, each read by its own statement, so that a slow download holds no transaction
 * open. While one batch is written, the next is read. The ids are read once: filtering again for each batch would take quadratic time. Rows deleted in between are
 * left out.
 */
export async function* inBatches<Row extends { id: number }>(
  ids: readonly number[],
  size: number,
  read: (part: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const readFrom = async (start: number): Promise<Row[]> => {
    const part = ids.slice(start, start + size);
    const places = new Map(part.map((id, place) => [id, place]));
    const rows = await read(part);
    return rows.sort((one, other) => places.get(one.id)! - places.get(other.id)!);
  };
  let next = ids.length > 0 ? readFrom(0) : undefined;
  try {
    for (let start = size; next; start += size) {
      const rows = await next;
      next = start < ids.length ? readFrom(start) : undefined;
      // Its failure is thrown when it is its turn.
      next?.catch(() => {});
      // The statement is sent before the rows, which may keep this thread busy, are handed on.
      if (next) await setImmediate();
      yield rows;
    }
  } finally {
    // Of a reader that stops early: no statement outlives it.
    await next?.catch(() => {});
  }
}

/** A list whose rows are completed by look-ups in other tables, which are made for the rows of a page alone. */
export interface DetailedList<Row, C extends string> {
  table: keyof Tables & string;
  /** Of the table, in `columns`, `joins` and the keys of `sorts`. */
  alias: string;
  columns: RawBuilder<Row>;
  /** What a page of rows is joined with. */
  joins?: RawBuilder<unknown>;
  /** The same as look-ups by key for the many rows of an export, and conditions on them; `joins` without it. */
  lookUps?: RawBuilder<unknown>;
  sorts: Sorts<C>;
}

/** One page of a detailed list; `query` selects all columns of its table under the alias, filtered. */
export async function findDetailed<Row, DB, TB extends keyof DB, O, C extends string>(
  db: Db,
  { alias, columns, joins = nothing, sorts }: DetailedList<Row, C>,
  query: SelectQueryBuilder<DB, TB, O>,
  filter: ListFilter<C>,
): Promise<Page<Row>> {
  const page = pageOf(query, sorts, filter);
  const { rows } = await sql<Row>`select ${columns} from (${page}) ${sql.ref(alias)} ${joins}
    order by ${orderOf(sorts, filter.sort)}`.execute(db);
  return withTotal(rows, filter, () => countRows(query));
}

/** The rows of a detailed list with these ids, in any order. */
export async function readDetailed<Row>(
  db: Db,
  { table, alias, columns, joins = nothing, lookUps = joins }: DetailedList<Row, string>,
  ids: readonly number[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`select ${columns} from ${eachId(ids)}
    cross join lateral ${byKey(table, 'id' as never, 'k.id')} ${sql.ref(alias)} ${lookUps}`.execute(
    db,
  );
  return rows;
}

/** The whole filtered, sorted list, `size` rows at a time; `query` as for `findDetailed`. */
export async function* streamDetailed<
  Row extends { id: number },
  DB,
  TB extends keyof DB,
  O,
  C extends string,
>(
  db: Db,
  list: DetailedList<Row, C>,
  query: SelectQueryBuilder<DB, TB, O>,
  { sort, size }: { sort?: SortText<C> | undefined; size: number },
): AsyncGenerator<Row[]> {
  const matches = await query
    .clearSelect()
    .select(sql<number>`${sql.ref(`${list.alias}.id`)}`.as('id'))
    .orderBy(sql`${orderOf(list.sorts, sort)}`)
    .execute();
  const ids = (matches as { id: number }[]).map(({ id }) => id);
  yield* inBatches(ids, size, (part) => readDetailed(db, list, part));
}
