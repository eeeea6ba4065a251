import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { containing } from '../database/like.ts';
import { knownRate, rateInForce } from '../database/rates.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, sumToSsp } from '../kernel/money.ts';
import { limitOf, type Sort, sortOf } from '../kernel/paging.ts';
import { normaliseText } from '../kernel/text.ts';
import { type RatedRecord, ratedColumns, toCustomer } from './queries.ts';
import type { Customer, CustomerFilter, CustomerSort, CustomerStats } from './schema.ts';

type SortKey = RawBuilder<unknown>;

/**
 * What each sort orders by, ending in something unique, so that pages neither repeat nor skip a row. The
 * name sorts by the search text, which begins with it; ids by length first, so that SC1000 follows SC999;
 * and customers are numbered in the order in which they were made.
 */
const sortKeys: Record<CustomerSort, readonly SortKey[]> = {
  name: [sql`c.search_text`, sql`c.id`],
  customerId: [sql`length(c.customer_id)`, sql`c.customer_id`],
  location: [sql`c.location`, sql`c.id`],
  packageType: [sql`c.package_type`, sql`c.id`],
  status: [sql`c.status`, sql`c.id`],
  monthlyFeeUsd: [sql`c.monthly_fee_cents`, sql`c.id`],
  serviceStartDate: [sql`c.service_start_date`, sql`c.id`],
  createdAt: [sql`c.id`],
};
const byName: Sort<CustomerSort> = { column: 'name', descending: false };

/** Each word of the search is looked for on its own: 'deng juba' finds Deng in Juba Central. */
const MAX_WORDS = 8;

/** Letters of a search that is taken to find few customers. */
const NARROW_SEARCH = 5;

function wordsOf({ q }: CustomerFilter): string[] {
  return normaliseText(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
}

function conditionsOf(filter: CustomerFilter): RawBuilder<SqlBool>[] {
  const { status, packageType, location } = filter;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (status && status !== 'all') conditions.push(sql`c.status = ${status}`);
  if (packageType && packageType !== 'all') conditions.push(sql`c.package_type = ${packageType}`);
  if (location && location !== 'all') conditions.push(sql`c.location = ${location}`);
  for (const word of wordsOf(filter)) {
    conditions.push(sql`c.search_text like ${containing(word)}`);
  }
  return conditions;
}

function where(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/**
 * The customers of a page. The planner takes matches to be spread evenly and walks the sort's index until the
 * page is full; names that all lie far down it cost the whole walk (54 ms of 100,000 against 4). `offset 0`
 * makes it find them by the search's own index first; a short search finds its page quickly either way.
 */
function found(filter: CustomerFilter): RawBuilder<unknown> {
  const conditions = where(conditionsOf(filter));
  const isNarrow = wordsOf(filter).join('').length >= NARROW_SEARCH;
  return isNarrow
    ? sql`(select * from customers c ${conditions} offset 0) c`
    : sql`customers c ${conditions}`;
}

function orderBy(keys: readonly SortKey[], descending: boolean): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  return sql.join(keys.map((key) => sql`${key} ${direction}`));
}

/** One page of the filtered list. */
export async function findCustomers(
  db: Db,
  filter: CustomerFilter,
  today: IsoDate,
): Promise<Customer[]> {
  const { column, descending } = sortOf(filter.sort, byName);
  const { limit, offset } = limitOf(filter);
  const result = await sql<RatedRecord>`
    select ${ratedColumns(today)} from ${found(filter)}
    order by ${orderBy(sortKeys[column], descending)} limit ${limit} offset ${offset}`.execute(db);
  return result.rows.map((row) => toCustomer(row, today));
}

/** How many customers the filter finds. */
export async function countCustomers(db: Db, filter: CustomerFilter): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*) as count from customers c ${where(conditionsOf(filter))}`.execute(db);
  return result.rows[0]!.count;
}

/**
 * The whole filtered list in its order, a batch at a time, each in a statement of its own: no transaction stays open
 * while a slow reader takes the file. Who is in it and in which order is read once: filtered for each batch anew, the
 * planner would without statistics read and sort all that is left of the list each time. Who is deleted meanwhile is
 * left out.
 */
export async function* streamCustomers(
  db: Db,
  filter: CustomerFilter,
  today: IsoDate,
  batch: number,
): AsyncGenerator<Customer[]> {
  const { column, descending } = sortOf(filter.sort, byName);
  const order = orderBy(sortKeys[column], descending);
  const found = await sql<{ id: number }>`
    select c.id from customers c ${where(conditionsOf(filter))} order by ${order}`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += batch) {
    const { rows } = await sql<RatedRecord>`
      select ${ratedColumns(today)} from customers c
      where c.id = any(${arrayOf('bigint', ids.slice(start, start + batch))}) order by ${order}`.execute(
      db,
    );
    yield rows.map((row) => toCustomer(row, today));
  }
}

/** The four cards in one reading of the table (seeds/000 2, decision 9). */
export async function getStats(db: Db, today: IsoDate): Promise<CustomerStats> {
  const result = await sql<{
    total: number;
    active: number;
    revenue: Cents;
    locations: number;
    rate: Cents | null;
  }>`
    select coalesce(sum(total), 0)::bigint as total, coalesce(sum(active), 0)::bigint as active,
      coalesce(sum(revenue), 0)::bigint as revenue, count(*) as locations,
      ${rateInForce('standard', today)} as rate
    from (
      select count(*) as total, count(*) filter (where status = 'Active') as active,
        sum(monthly_fee_cents) filter (where status = 'Active') as revenue
      from customers group by location
    ) as by_location`.execute(db);
  const row = result.rows[0]!;
  return {
    total: row.total,
    active: row.active,
    totalRevenueUsd: row.revenue,
    totalRevenueSsp: sumToSsp(row.revenue, knownRate(row.rate, today)),
    locations: row.locations,
  };
}
