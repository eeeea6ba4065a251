import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSearchedCustomer } from '../../customers/fragments.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  allOf,
  countRows,
  inBatches,
  orderOf,
  pageOf,
  type Sorts,
  withTotal,
} from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { Page } from '../../kernel/paging.ts';
import type { SaleFilter, saleSorts } from '../schema.ts';
import { sales } from './queries.ts';
import { reservingStatuses, type SaleRow } from './rules.ts';

const columns = sql`${sales.listText('o')}, c.customer_id as "customerNumber", c.name as "customerName",
  coalesce(i.invoice_number, '') as "invoiceNumber", i.status as "invoiceStatus", i.paid_cents as "invoicePaidUsd",
  case when i.status = 'cancelled' then 0 else i.amount_cents - i.paid_cents end as "invoiceOpenUsd",
  (select coalesce(sum(l.quantity), 0)::int from ${byKey('sales_order_lines', 'order_id', 'o.id')} l) as units`;
const lookUps = sql`cross join lateral ${byKey('customers', 'id', 'o.customer_id')} c
  left join lateral ${byKey('invoices', 'id', 'o.invoice_id')} i on true`;

const sorts: Sorts<(typeof saleSorts)[number]> = {
  keys: {
    orderNumber: 'o.order_number',
    orderDate: 'o.order_date',
    customerName: 'c.search_text',
    totalAmountUsd: 'o.total_cents',
    status: 'o.status',
    deliveryDate: 'o.delivery_date',
  },
  unique: 'o.id',
  first: { column: 'orderDate', descending: true },
  nullable: ['deliveryDate'],
};

/** Orders whose number, or whose customer, contains the words of a search. */
function idsFound(q: string): RawBuilder<unknown> {
  return sql`(select f.id from sales_orders f where ${matchesSearch(sql`f.search_text`, q)}
    union all
    select m.id from customers fc join sales_orders m on m.customer_id = fc.id
    where ${isSearchedCustomer('fc', q)})`;
}

/** As `paymentStatusOf` (rules.ts). */
const invoiceOf = sql`coalesce((select case when i.status = 'paid' then 'paid' when i.status <> 'cancelled' and i.paid_cents > 0 then 'partial'
    else 'pending' end from ${byKey('invoices', 'id', 'o.invoice_id')} i),
  case when o.total_cents = 0 and o.status in ('confirmed', 'delivered') then 'paid' else 'pending' end)`;

function conditionsOf(filter: SaleFilter): RawBuilder<SqlBool>[] {
  const { status = 'all', paymentStatus, customerId, equipmentId, from, to, q } = filter;
  const all: RawBuilder<SqlBool>[] = [];
  if (status === 'open') all.push(sql`o.status in (${sql.join(reservingStatuses)})`);
  else if (status !== 'all') all.push(sql`o.status = ${status}`);
  if (paymentStatus) all.push(sql`${invoiceOf} = ${paymentStatus}`);
  if (customerId !== undefined) all.push(sql`o.customer_id = ${customerId}`);
  if (equipmentId !== undefined)
    all.push(
      sql`o.id in (select l.order_id from ${byKey('sales_order_lines', 'equipment_id', sql`${equipmentId}`)} l)`,
    );
  if (from) all.push(sql`o.order_date >= ${from}`);
  if (to) all.push(sql`o.order_date <= ${to}`);
  if (q) all.push(sql`o.id in ${idsFound(q)}`);
  return all;
}

function found(db: Db, filter: SaleFilter) {
  return db
    .selectFrom('sales_orders as o')
    .innerJoin('customers as c', 'c.id', 'o.customer_id')
    .where(allOf(conditionsOf(filter)));
}

/** One page of the filtered list, newest first by default. */
export async function findSales(db: Db, filter: SaleFilter): Promise<Page<SaleRow>> {
  const page = pageOf(found(db, filter).selectAll('o'), sorts, filter);
  const { rows } = await sql<SaleRow>`select ${columns} from (${page}) o ${lookUps}
    order by ${orderOf(sorts, filter.sort)}`.execute(db);
  return withTotal(rows, filter, () => countRows(found(db, filter)));
}

/** The whole filtered, sorted list, `size` orders at a time. */
export async function* streamSales(
  db: Db,
  filter: SaleFilter,
  size: number,
): AsyncGenerator<SaleRow[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter).select('o.id').orderBy(order).execute();
  yield* inBatches(
    matches.map(({ id }) => id),
    size,
    async (part) => {
      const { rows } = await sql<SaleRow>`select ${columns} from ${eachId(part)}
        cross join lateral ${byKey('sales_orders', 'id', 'k.id')} o ${lookUps}`.execute(db);
      return rows;
    },
  );
}

export async function getSale(db: Db, id: number): Promise<SaleRow | undefined> {
  const { rows } =
    await sql<SaleRow>`select ${columns} from ${byKey('sales_orders', 'id', sql`${id}`)} o
    ${lookUps}`.execute(db);
  return rows[0];
}

/** A result of the server's search. */
export type FoundSale = Pick<
  SaleRow,
  'id' | 'orderNumber' | 'customerName' | 'status' | 'totalAmountUsd'
>;

/** At most `limit` orders whose number or customer matches, newest first. */
export async function searchSales(db: Db, q: string, limit: number): Promise<FoundSale[]> {
  const { rows } = await sql<FoundSale>`
    select o.id, o.order_number as "orderNumber", c.name as "customerName", o.status, o.total_cents as "totalAmountUsd"
    from (select * from sales_orders where id in ${idsFound(q)} order by id desc limit ${limit}) o
    cross join lateral ${byKey('customers', 'id', 'o.customer_id')} c order by o.id desc`.execute(
    db,
  );
  return rows;
}
