import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Cents } from '../kernel/money.ts';
import {
  limitOf,
  type Page,
  type Paging,
  type Sort,
  type SortText,
  sortOf,
} from '../kernel/paging.ts';

type SortKey = string | RawBuilder<unknown>;

/** How a list may be sorted, by column of the list; keys are columns such as `c.name`, or expressions. */
export interface Sorts<C extends string> {
  keys: Readonly<Record<C, SortKey | readonly SortKey[]>>;
  /** Appended to every sort and unique in the list, so that pages neither repeat nor skip a row. */
  unique: SortKey;
  /** The order without a `sort`. */
  first: Sort<NoInfer<C>>;
  /** Columns that may be empty: empty values come last in either direction. */
  nullable?: readonly NoInfer<C>[];
  /** Columns whose keys are unique without `unique`. */
  complete?: readonly NoInfer<C>[];
}

export interface ListFilter<C extends string> extends Paging {
  sort?: SortText<C> | undefined;
  total?: boolean | undefined;
}

/** The `order by` of a list. */
export function orderOf<C extends string>(
  { keys, unique, first, nullable = [], complete = [] }: Sorts<C>,
  sort: SortText<C> | undefined,
): RawBuilder<unknown> {
  const { column, descending } = sortOf(sort, first);
  // Only where a value may be missing: an index read backwards gives `desc` with empty values first.
  const nulls = nullable.includes(column) ? sql` nulls last` : sql``;
  const direction = descending ? sql`desc` : sql`asc`;
  const ordered: SortKey[] = [keys[column], complete.includes(column) ? [] : unique].flat();
  const expressions = ordered.map((key) => {
    const expression = typeof key === 'string' ? sql.ref(key) : key;
    return sql`${expression} ${direction}${key === unique ? sql`` : nulls}`;
  });
  return sql.join(expressions);
}

/** A query that yields the rows of a list, ordered and cut to the page that the filter asks for. */
export function pageOf<DB, TB extends keyof DB, Row, C extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  sorts: Sorts<C>,
  filter: ListFilter<C>,
): SelectQueryBuilder<DB, TB, Row> {
  const { limit, offset } = limitOf(filter);
  return query
    .orderBy(sql`${orderOf(sorts, filter.sort)}`)
    .limit(limit)
    .offset(offset);
}

/** The rows of a page with the total where the filter asks for it, which the last page tells without a count. */
export async function withTotal<Row>(
  rows: Row[],
  filter: ListFilter<string>,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  if (!filter.total) return { rows };
  const { limit, offset } = limitOf(filter);
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, total: isLast ? offset + rows.length : await count() };
}

/** One page of what `query` selects and how many rows it finds in all, where the filter asks for it. */
export async function findPage<DB, TB extends keyof DB, Row, C extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  sorts: Sorts<C>,
  filter: ListFilter<C>,
): Promise<Page<Row>> {
  const rows = await pageOf(query, sorts, filter).execute();
  return withTotal(rows as Row[], filter, () => countRows(query));
}

/** How many rows a query finds. */
export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const counted = query.clearSelect().select(sql<number>`count(*)`.as('count'));
  const { count } = (await counted.executeTakeFirstOrThrow()) as { count: number };
  return count;
}

/** A sum of cents; zero of no rows. Cast, since the driver answers a `numeric` as text. `where` leaves rows out. */
export function sumCents(
  amount: string | RawBuilder<unknown>,
  where?: RawBuilder<unknown>,
): RawBuilder<Cents> {
  const expression = typeof amount === 'string' ? sql.ref(amount) : amount;
  const filter = where ? sql` filter (where ${where})` : sql``;
  return sql<Cents>`coalesce(sum(${expression})${filter}, 0)::bigint`;
}

/**
 * The rows of a whole list in its order, a batch at a time, each read in a statement of its own: no transaction stays
 * open while a slow reader takes the file. `ids` are read once: filtered for each batch anew, the work would grow with
 * the square of the list. What is deleted meanwhile is left out.
 */
export async function* inBatches<Row extends { id: number }>(
  ids: readonly number[],
  size: number,
  read: (part: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let start = 0; start < ids.length; start += size) {
    const part = ids.slice(start, start + size);
    const places = new Map(part.map((id, place) => [id, place]));
    const rows = await read(part);
    yield rows.sort((one, other) => places.get(one.id)! - places.get(other.id)!);
  }
}
