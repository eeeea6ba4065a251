import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Cents } from '../../kernel/money.ts';

/** The advisory lock of asking for what is low in stock: two at once would ask for the same goods twice. */
const LOW_STOCK_LOCK = 4_110;

export async function lockLowStock(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOW_STOCK_LOCK}::int, 0)`.execute(db);
}

/** An active item at or below its minimum, with what is asked for or ordered and has not come yet. */
export interface LowItem {
  id: number;
  equipmentNumber: string;
  name: string;
  unitCostUsd: Cents;
  onHand: number;
  minimumStock: number;
  underWay: number;
}

/**
 * The active items at or below the minimum. Under way is what open orders have not received, and what requisitions ask for
 * that are neither rejected nor received and have no order that counts: one that is ordered without such an order was ordered
 * outside the portal. The sums of all items are computed once: they are joined in full.
 */
export async function findLowItems(db: Db): Promise<LowItem[]> {
  const { rows } = await sql<LowItem>`
    with under_way as (
      select equipment_id, sum(count)::bigint as count from (
        select l.equipment_id, l.quantity - l.received as count
        from purchase_order_lines l join purchase_orders o on o.id = l.order_id
        where l.equipment_id is not null and o.status in ('pending', 'approved')
        union all
        select l.equipment_id, l.quantity
        from requisition_lines l join requisitions r on r.id = l.requisition_id
        where l.equipment_id is not null and r.status in ('pending', 'reviewed', 'approved', 'ordered')
          and not exists (select from purchase_orders o
            where o.requisition_id = r.id and o.status in ('pending', 'approved', 'received'))
      ) open group by equipment_id),
    low as (
      select e.id, e.equipment_id as "equipmentNumber", e.name, e.unit_cost_cents as "unitCostUsd",
        coalesce(s.on_hand, 0) as "onHand", e.minimum_stock as "minimumStock"
      from equipment e left join stock_levels s on s.equipment_id = e.id
      where e.status = 'active' and coalesce(s.on_hand, 0) <= e.minimum_stock)
    select low.*, coalesce(u.count, 0)::bigint as "underWay"
    from low left join under_way u on u.equipment_id = low.id order by low.id`.execute(db);
  return rows;
}
