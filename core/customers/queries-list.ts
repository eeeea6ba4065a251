import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { matchesSearch } from '../database/like.ts';
import { byKey } from '../database/look-up.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, sumToSsp } from '../kernel/money.ts';
import { limitOf, type Sort, sortOf } from '../kernel/paging.ts';
import { searchReadings } from '../kernel/search.ts';
import { rateInForce } from '../rates/fragments.ts';
import { knownRate } from '../rates/rules.ts';
import { type RatedRecord, ratedColumns, toCustomer } from './queries.ts';
import { overdueBoundary } from './rules-overdue.ts';
import type {
  CustomerFilter,
  CustomerSort,
  CustomerStats,
  CustomerSums,
  ListedCustomer,
} from './schema.ts';

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
  openUsd: [sql`c.open_cents`, sql`c.id`],
  overdueUsd: [sql`c.overdue_cents`, sql`c.id`],
};
const byName: Sort<CustomerSort> = { column: 'name', descending: false };

/** Letters of a search that is taken to find few customers. */
const NARROW_SEARCH = 5;

/** Sums of open invoices and of the overdue ones among them (decision 2). */
function debtColumns(today: IsoDate): RawBuilder<unknown> {
  return sql`coalesce(sum(i.amount_cents - i.paid_cents), 0)::bigint as open_cents,
    coalesce(sum(i.amount_cents - i.paid_cents)
      filter (where i.status = 'overdue' or i.due_date <= ${overdueBoundary(today)}), 0)::bigint as overdue_cents`;
}

const isOpen = sql`i.status in ('pending', 'overdue')`;

/** Whether the customers are chosen or sorted by their debts, which are then added up for all of them first. */
function needsDebts({ owes, sort }: CustomerFilter): boolean {
  const { column } = sortOf(sort, byName);
  return (owes !== undefined && owes !== 'all') || column === 'openUsd' || column === 'overdueUsd';
}

/**
 * `customers` with the columns open_cents and overdue_cents, added up in one reading of the open invoices. Without
 * statistics a left join could become a nested loop; a full join cannot, and `offset 0` keeps it one.
 */
function withAllDebts(today: IsoDate): RawBuilder<unknown> {
  return sql`(select c.*, coalesce(d.open_cents, 0) as open_cents, coalesce(d.overdue_cents, 0) as overdue_cents
    from customers c
    full join (select i.customer_id, ${debtColumns(today)} from invoices i where ${isOpen} group by i.customer_id) d
      on d.customer_id = c.id offset 0)`;
}

/** The same columns for each row of a page, which are few. */
function debtsOf(today: IsoDate): RawBuilder<unknown> {
  return sql`cross join lateral (
    select ${debtColumns(today)} from ${byKey('invoices', 'customer_id', sql`c.id`)} i where ${isOpen}) d`;
}

function conditionsOf(filter: CustomerFilter): RawBuilder<SqlBool>[] {
  const { status, packageType, location, owes } = filter;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (status && status !== 'all') conditions.push(sql`c.status = ${status}`);
  if (packageType && packageType !== 'all') conditions.push(sql`c.package_type = ${packageType}`);
  if (location && location !== 'all') conditions.push(sql`c.location = ${location}`);
  if (owes === 'owes') conditions.push(sql`c.open_cents > 0`);
  if (owes === 'overdue') conditions.push(sql`c.overdue_cents > 0`);
  if (filter.q) conditions.push(matchesSearch(sql`c.search_text`, filter.q));
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
function found(filter: CustomerFilter, today: IsoDate): RawBuilder<unknown> {
  const conditions = where(conditionsOf(filter));
  if (needsDebts(filter)) return sql`${withAllDebts(today)} c ${conditions}`;
  const isNarrow = searchReadings(filter.q ?? '')[0]!.join('').length >= NARROW_SEARCH;
  return isNarrow
    ? sql`(select * from customers c ${conditions} offset 0) c`
    : sql`customers c ${conditions}`;
}

function orderBy(keys: readonly SortKey[], descending: boolean): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  return sql.join(keys.map((key) => sql`${key} ${direction}`));
}

type ListedRecord = RatedRecord & { openUsd: Cents; overdueUsd: Cents };

/** A literal, as spreading driver rows costs a list half its speed. */
function toListed(row: ListedRecord, today: IsoDate): ListedCustomer {
  const listed = toCustomer(row, today) as ListedCustomer;
  listed.openUsd = row.openUsd;
  listed.openSsp = sumToSsp(row.openUsd, knownRate(row.rate, today));
  listed.overdueUsd = row.overdueUsd;
  return listed;
}

function listedColumns(today: IsoDate): RawBuilder<unknown> {
  return sql`${ratedColumns(today)}, open_cents as "openUsd", overdue_cents as "overdueUsd"`;
}

/** Rows of `page`, which selects from customers in their order, with their debts. */
function listedFrom(
  filter: CustomerFilter,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  today: IsoDate,
): RawBuilder<ListedRecord> {
  const source = needsDebts(filter) ? sql`(${page}) c` : sql`(${page}) c ${debtsOf(today)}`;
  return sql`select ${listedColumns(today)} from ${source} order by ${order}`;
}

/** One page of the filtered list. */
export async function findCustomers(
  db: Db,
  filter: CustomerFilter,
  today: IsoDate,
): Promise<ListedCustomer[]> {
  const { column, descending } = sortOf(filter.sort, byName);
  const { limit, offset } = limitOf(filter);
  const order = orderBy(sortKeys[column], descending);
  const page = sql`select c.* from ${found(filter, today)} order by ${order} limit ${limit} offset ${offset}`;
  const { rows } = await listedFrom(filter, page, order, today).execute(db);
  return rows.map((row) => toListed(row, today));
}

/** How many customers the filter finds. */
export async function countCustomers(
  db: Db,
  filter: CustomerFilter,
  today: IsoDate,
): Promise<number> {
  const source = needsDebts(filter) ? withAllDebts(today) : sql`customers`;
  const result = await sql<{ count: number }>`
    select count(*) as count from ${source} c ${where(conditionsOf(filter))}`.execute(db);
  return result.rows[0]!.count;
}

/** The sums over all customers that the filter finds. */
export async function getSums(
  db: Db,
  filter: CustomerFilter,
  today: IsoDate,
): Promise<CustomerSums> {
  const result = await sql<{ fees: Cents; open: Cents; overdue: Cents; rate: Cents | null }>`
    select coalesce(sum(c.monthly_fee_cents), 0)::bigint as fees, coalesce(sum(c.open_cents), 0)::bigint as open,
      coalesce(sum(c.overdue_cents), 0)::bigint as overdue, ${rateInForce('standard', today)} as rate
    from ${withAllDebts(today)} c ${where(conditionsOf(filter))}`.execute(db);
  const row = result.rows[0]!;
  return {
    monthlyFeeUsd: row.fees,
    openUsd: row.open,
    openSsp: sumToSsp(row.open, knownRate(row.rate, today)),
    overdueUsd: row.overdue,
  };
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
): AsyncGenerator<ListedCustomer[]> {
  const { column, descending } = sortOf(filter.sort, byName);
  const order = orderBy(sortKeys[column], descending);
  const source = needsDebts(filter) ? withAllDebts(today) : sql`customers`;
  const found = await sql<{ id: number }>`
    select c.id from ${source} c ${where(conditionsOf(filter))} order by ${order}`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += batch) {
    const part = ids.slice(start, start + batch);
    const page = sql`select * from customers where id = any(${arrayOf('bigint', part)})`;
    const { rows } = await sql<ListedRecord>`
      select ${listedColumns(today)} from (${page}) c ${debtsOf(today)}`.execute(db);
    const places = new Map(part.map((id, place) => [id, place]));
    rows.sort((one, other) => places.get(one.id)! - places.get(other.id)!);
    yield rows.map((row) => toListed(row, today));
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
