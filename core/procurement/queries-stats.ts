import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { sumCents } from '../database/list.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { isSpent } from './fragments.ts';

export interface Counts {
  totalOrders: number;
  pendingOrders: number;
  activeSuppliers: number;
  pendingRequisitions: number;
  openBillsUsd: Cents;
  dueThisWeekUsd: Cents;
}

/** What is open now; bills that are due on `dueBy` or before. */
export async function getCounts(db: Db, dueBy: IsoDate): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from purchase_orders) as "totalOrders",
      (select count(*) from purchase_orders where status = 'pending') as "pendingOrders",
      (select count(*) from suppliers where status = 'active') as "activeSuppliers",
      (select count(*) from requisitions where status in ('pending', 'reviewed')) as "pendingRequisitions",
      b.open as "openBillsUsd", b.due as "dueThisWeekUsd"
    from (select ${sumCents(sql`total_cents - settled_cents`)} as open,
        ${sumCents(sql`total_cents - settled_cents`, sql`due_date <= ${dueBy}::date`)} as due
      from supplier_bills where status = 'posted' and settled_amount_cents < total_amount_cents) b`.execute(
    db,
  );
  return rows[0]!;
}

export interface Month {
  orders: number;
  spentUsd: Cents;
}

/** Approved orders of a period. */
export async function getSpend(db: Db, from: IsoDate, to: IsoDate): Promise<Month> {
  const { rows } = await sql<Month>`
    select count(*) as orders, ${sumCents('total_cents')} as "spentUsd" from purchase_orders
    where order_date between ${from} and ${to} and ${isSpent(sql`status`)}`.execute(db);
  return rows[0]!;
}

/**
 * Orders received in full since a day, and those of them that came by the expected day. An order whose rest was cancelled did
 * not come in full: it counts in neither.
 */
export async function countOnTime(
  db: Db,
  since: IsoDate,
): Promise<{ received: number; onTime: number }> {
  const { rows } = await sql<{ received: number; onTime: number }>`
    select count(*) as received, count(*) filter (where received_on <= expected_delivery) as "onTime"
    from purchase_orders where status = 'received' and closed_reason = '' and received_on >= ${since}`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * US cents by which the orders of a period stay below the estimates of their requisitions; null without such orders. What was
 * cancelled of an order is no discount, so orders whose rest was cancelled are left out.
 */
export async function getDiscount(db: Db, from: IsoDate, to: IsoDate): Promise<Cents | null> {
  const { rows } = await sql<{ below: Cents | null }>`
    select sum(greatest(r.total_cents - o.total_cents, 0))::bigint as below
    from purchase_orders o join requisitions r on r.id = o.requisition_id
    where o.order_date between ${from} and ${to} and ${isSpent(sql`o.status`)}
      and o.closed_reason = ''`.execute(db);
  return rows[0]!.below;
}

/**
 * US cents by which the lines of a period stay below the average price of their items since `year`; null without lines of
 * equipment. Prices in pounds count at the rate of their order.
 */
export async function getBulk(
  db: Db,
  { year, from, to }: { year: IsoDate; from: IsoDate; to: IsoDate },
): Promise<Cents | null> {
  const { rows } = await sql<{ below: Cents | null }>`
    with bought as (
      select l.equipment_id, l.quantity, o.order_date,
        case when o.currency = 'USD' then l.unit_price_cents else l.unit_price_cents * 100.0 / o.rate_cents end as price
      from purchase_orders o join purchase_order_lines l on l.order_id = o.id
      where o.order_date between ${year} and ${to} and ${isSpent(sql`o.status`)}
        and l.equipment_id is not null and l.quantity > 0),
    averages as (
      select equipment_id, sum(price * quantity) / sum(quantity) as price from bought group by equipment_id)
    select sum(greatest(a.price - b.price, 0) * b.quantity)::bigint as below
    from bought b join averages a on a.equipment_id = b.equipment_id
    where b.order_date >= ${from}`.execute(db);
  return rows[0]!.below;
}
