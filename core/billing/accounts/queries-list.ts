import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { customerColumns } from '../../customers/fragments.ts';
import { type RatedCustomer, toCustomer } from '../../customers/rules-record.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  countRows,
  inBatches,
  orderOf,
  pageOf,
  type Sorts,
  sumCents,
  withTotal,
} from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { Tables } from '../../database/tables.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, sumToSsp } from '../../kernel/money.ts';
import { type Page, sortOf } from '../../kernel/paging.ts';
import { searchReadings } from '../../kernel/search.ts';
import { rateInForce } from '../../rates/fragments.ts';
import { knownRate } from '../../rates/rules.ts';
import { overdueBoundary } from '../rules.ts';
import type { CustomerFilter, CustomerSort, ListedCustomer } from './schema.ts';

/**
 * The name sorts by the search text, which begins with it; ids by length first, so that SC1000 follows SC999; and
 * customers are numbered in the order in which they were made.
 */
const sorts: Sorts<CustomerSort> = {
  keys: {
    name: 'c.search_text',
    customerId: [sql`length(c.customer_id)`, 'c.customer_id'],
    location: 'c.location',
    packageType: 'c.package_type',
    status: 'c.status',
    monthlyFeeUsd: 'c.monthly_fee_cents',
    serviceStartDate: 'c.service_start_date',
    createdAt: 'c.id',
    openUsd: 'c.open_cents',
    overdueUsd: 'c.overdue_cents',
  },
  unique: 'c.id',
  first: { column: 'name', descending: false },
  complete: ['customerId', 'createdAt'],
};

/** Letters of a search that is taken to find few customers. */
const NARROW_SEARCH = 5;

/** Sums of open invoices `i` and of the overdue ones among them (decision 2). */
function debtColumns(today: IsoDate): RawBuilder<unknown> {
  const open = sql`i.amount_cents - i.paid_cents`;
  const isOverdue = sql`i.status = 'overdue' or i.due_date <= ${overdueBoundary(today)}`;
  return sql`${sumCents(open)} as open_cents, ${sumCents(open, isOverdue)} as overdue_cents`;
}

const isOpen = sql`i.status in ('pending', 'overdue')`;

/** Whether customers are chosen or sorted by their debts, which are then added up for all of them first. */
function needsDebts({ owes, sort }: CustomerFilter): boolean {
  const { column } = sortOf(sort, sorts.first);
  return (owes !== undefined && owes !== 'all') || column === 'openUsd' || column === 'overdueUsd';
}

type WithDebts = Selectable<Tables['customers']> & { open_cents: Cents; overdue_cents: Cents };

/**
 * `customers` with the columns open_cents and overdue_cents, added up in one reading of the open invoices. Without
 * statistics a left join could become a nested loop; a full join cannot, and `offset 0` keeps it one.
 */
function withAllDebts(today: IsoDate): RawBuilder<WithDebts> {
  return sql`(select c.*, coalesce(d.open_cents, 0) as open_cents, coalesce(d.overdue_cents, 0) as overdue_cents
    from customers c
    full join (select i.customer_id, ${debtColumns(today)} from invoices i where ${isOpen} group by i.customer_id) d
      on d.customer_id = c.id offset 0)`;
}

/** The same columns for each customer `c` of a page, which are few. */
function debtsOf(today: IsoDate): RawBuilder<unknown> {
  return sql`cross join lateral (
    select ${debtColumns(today)} from ${byKey('invoices', 'customer_id', sql`c.id`)} i where ${isOpen}) d`;
}

function conditionsOf(filter: CustomerFilter): RawBuilder<SqlBool>[] {
  const { status, packageType, location, owes, q } = filter;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (status && status !== 'all') conditions.push(sql`c.status = ${status}`);
  if (packageType && packageType !== 'all') conditions.push(sql`c.package_type = ${packageType}`);
  if (location && location !== 'all') conditions.push(sql`c.location = ${location}`);
  if (owes === 'owes') conditions.push(sql`c.open_cents > 0`);
  if (owes === 'overdue') conditions.push(sql`c.overdue_cents > 0`);
  if (q) conditions.push(matchesSearch(sql`c.search_text`, q));
  return conditions;
}

/** Customers `c` that the filter finds, with the columns of their debts where it needs them or `allDebts`. */
function found(db: Db, filter: CustomerFilter, today: IsoDate, allDebts = needsDebts(filter)) {
  const source = allDebts ? withAllDebts(today) : sql<WithDebts>`customers`;
  return db.selectFrom(source.as('c')).where((eb) => eb.and(conditionsOf(filter)));
}

/**
 * The customers of a page. The planner takes matches to be spread evenly and walks the sort's index until the
 * page is full; names that all lie far down it cost the whole walk (54 ms of 100,000 against 4). `offset 0`
 * makes it find them by the search's own index first; a short search finds its page quickly either way.
 */
function pageOfCustomers(db: Db, filter: CustomerFilter, today: IsoDate) {
  const matches = found(db, filter, today).selectAll('c');
  const isNarrow = searchReadings(filter.q ?? '')[0]!.join('').length >= NARROW_SEARCH;
  const source = isNarrow ? db.selectFrom(matches.offset(0).as('c')).selectAll('c') : matches;
  return pageOf(source, sorts, filter);
}

type ListedRecord = RatedCustomer & { openUsd: Cents; overdueUsd: Cents };

/** A literal, as spreading rows of the driver costs a list half its speed. */
function toListed(row: ListedRecord, today: IsoDate): ListedCustomer {
  const listed = toCustomer(row, today) as ListedCustomer;
  listed.openUsd = row.openUsd;
  listed.openSsp = sumToSsp(row.openUsd, knownRate(row.rate, today));
  listed.overdueUsd = row.overdueUsd;
  return listed;
}

function listedColumns(today: IsoDate): RawBuilder<unknown> {
  const rate = rateInForce('standard', today);
  return sql`${sql.join(customerColumns('c'))}, ${rate} as rate, open_cents as "openUsd", overdue_cents as "overdueUsd"`;
}

/** One page of the filtered list. @throws AppError rule where no rate is known. */
export async function findCustomers(
  db: Db,
  filter: CustomerFilter,
  today: IsoDate,
): Promise<Page<ListedCustomer>> {
  const page = pageOfCustomers(db, filter, today);
  const debts = needsDebts(filter) ? sql`` : debtsOf(today);
  const { rows } = await sql<ListedRecord>`select ${listedColumns(today)} from (${page}) c ${debts}
    order by ${orderOf(sorts, filter.sort)}`.execute(db);
  const listed = rows.map((row) => toListed(row, today));
  return withTotal(listed, filter, () => countRows(found(db, filter, today)));
}

/** The sums over all customers that the filter finds. */
export function sumCustomers(db: Db, filter: CustomerFilter, today: IsoDate) {
  return found(db, filter, today, true)
    .select([
      sumCents('c.monthly_fee_cents').as('monthlyFeeUsd'),
      sumCents('c.open_cents').as('openUsd'),
      sumCents('c.overdue_cents').as('overdueUsd'),
      rateInForce('standard', today).as('rate'),
    ])
    .executeTakeFirstOrThrow();
}

/** The whole filtered list in its order, `size` customers at a time. */
export async function* streamCustomers(
  db: Db,
  filter: CustomerFilter,
  today: IsoDate,
  size: number,
): AsyncGenerator<ListedCustomer[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter, today).select('c.id').orderBy(order).execute();
  const ids = matches.map(({ id }) => id);
  yield* inBatches(ids, size, async (part) => {
    const { rows } = await sql<ListedRecord>`select ${listedColumns(today)} from ${eachId(part)}
      cross join lateral ${byKey('customers', 'id', sql`k.id`)} c ${debtsOf(today)}`.execute(db);
    return rows.map((row) => toListed(row, today));
  });
}
