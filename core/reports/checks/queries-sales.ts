import { sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { gaps, usd } from './queries.ts';

/** Checks that sales orders, their stock, their invoices and the ledger agree. */
export const salesChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Reserved units equal those of open sales orders',
    violations: sql`
      select e.equipment_id || ': reserved ' || coalesce(s.reserved, 0) || ', open orders ' || coalesce(o.units, 0) as what
      from (select equipment_id as item, reserved from stock_levels) s
      full join (
        select l.equipment_id as item, sum(l.quantity) as units
        from sales_orders o join sales_order_lines l on l.order_id = o.id
        where o.status in ('pending', 'approved', 'confirmed') group by 1) o using (item)
      join equipment e on e.id = item
      where coalesce(s.reserved, 0) <> coalesce(o.units, 0)`,
  },
  {
    name: 'Sales orders are the sum of their lines',
    violations: sql`
      select o.order_number || ': total ' || ${usd('o.total_cents')} || ', lines ' || ${usd('coalesce(l.cents, 0)')} as what
      from sales_orders o left join (
        select order_id, sum(total_cents) as cents from sales_order_lines group by 1) l on l.order_id = o.id
      where o.total_cents <> coalesce(l.cents, 0) or l.order_id is null`,
  },
  {
    name: 'Invoices of equipment belong to one sales order and have its amount and customer',
    violations: sql`
      select coalesce(o.order_number, 'No order') || ', ' || coalesce(i.invoice_number, 'no invoice') || ': order '
        || ${usd('coalesce(o.total_cents, 0)')} || ', invoice ' || ${usd('coalesce(i.amount_cents, 0)')} as what
      from (select * from sales_orders where invoice_id is not null) o
      full join (select * from invoices where kind = 'equipment') i on i.id = o.invoice_id
      where o.id is null or i.id is null or i.amount_cents <> o.total_cents or i.customer_id <> o.customer_id
        or (i.status = 'cancelled') <> (o.status = 'cancelled')`,
  },
  {
    name: 'Delivered lines left the stock at their cost, other lines did not',
    violations: sql`
      with moved as (
        select source_id as order_id, line_no, -sum(quantity) as units, -sum(value_cents) as cents from stock_moves
        where source = 'sales.delivery' group by 1, 2),
      delivered as (
        select l.order_id, l.line_no, l.quantity as units, l.cost_cents as cents
        from sales_order_lines l join sales_orders o on o.id = l.order_id and o.status = 'delivered')
      select coalesce(o.order_number, 'Order id ' || order_id) || ' line ' || line_no || ': delivered ' || coalesce(d.units, 0)
        || ' at ' || ${usd('coalesce(d.cents, 0)')} || ', moved ' || coalesce(m.units, 0) || ' at ' || ${usd('coalesce(m.cents, 0)')} as what
      from delivered d full join moved m using (order_id, line_no) left join sales_orders o on o.id = order_id
      where coalesce(d.units, 0) <> coalesce(m.units, 0) or coalesce(d.cents, 0) <> coalesce(m.cents, 0)`,
  },
  {
    name: 'Returned units came back into stock at their cost, and were delivered',
    violations: sql`
      with moved as (
        select source_id as return_id, line_no, sum(quantity) as units, sum(value_cents) as cents from stock_moves
        where source = 'sales.return' group by 1, 2),
      back as (select return_id, line_no, quantity as units, cost_cents as cents from sales_return_lines)
      select 'Return id ' || return_id || ' line ' || line_no || ': returned ' || coalesce(b.units, 0) || ' at '
        || ${usd('coalesce(b.cents, 0)')} || ', moved ' || coalesce(m.units, 0) || ' at ' || ${usd('coalesce(m.cents, 0)')} as what
      from back b full join moved m using (return_id, line_no)
      where coalesce(b.units, 0) <> coalesce(m.units, 0) or coalesce(b.cents, 0) <> coalesce(m.cents, 0)
      union all
      select o.order_number || ' line ' || l.line_no || ': returned ' || l.returned || ', returns ' || coalesce(r.units, 0)
        || ' at ' || ${usd('coalesce(r.cents, 0)')} || ' of ' || ${usd('l.cost_cents')} as what
      from sales_order_lines l join sales_orders o on o.id = l.order_id
      left join (
        select order_id, order_line, sum(quantity) as units, sum(cost_cents) as cents from sales_return_lines group by 1, 2) r
        on r.order_id = l.order_id and r.order_line = l.line_no
      where l.returned <> coalesce(r.units, 0) or (l.returned > 0 and o.status <> 'delivered')
        or coalesce(r.cents, 0) > l.cost_cents or (l.returned = l.quantity and coalesce(r.cents, 0) <> l.cost_cents)`,
  },
  {
    name: 'Returns of sales have credit notes of their amount',
    violations: sql`
      select coalesce(p.receipt_number, 'Return id ' || r.id) || ': returned ' || ${usd('coalesce(r.amount_cents, 0)')}
        || ', lines ' || ${usd('coalesce(l.cents, 0)')} || ', credited ' || ${usd('coalesce(p.amount_cents, 0)')} as what
      from sales_returns r
      left join (select return_id, sum(amount_cents) as cents from sales_return_lines group by 1) l on l.return_id = r.id
      full join (select * from payments where kind = 'credit_note') p on p.id = r.credit_note_id
      where coalesce(r.amount_cents, 0) <> coalesce(p.amount_cents, 0) or coalesce(r.amount_cents, 0) <> coalesce(l.cents, 0)`,
  },
  {
    name: 'Goods of sales stand in the ledger with their cost',
    violations: sql`
      with goods as (
        select 'sales.delivery' as source, order_id as id, sum(cost_cents) as cents from sales_order_lines group by 2
        union all
        select 'sales.return', return_id, -sum(cost_cents) from sales_return_lines group by 2),
      posted as (
        select e.source, e.source_id as id,
          sum(l.debit_cents - l.credit_cents) filter (where l.account_code = ${leaf.equipmentCost}) as cost,
          -sum(l.debit_cents - l.credit_cents) filter (where l.account_code = ${leaf.equipmentInventory}) as stock
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where e.source in ('sales.delivery', 'sales.return') group by 1, 2)
      select source || ' ' || id || ': cost ' || ${usd('coalesce(g.cents, 0)')} || ', posted ' || ${usd('coalesce(p.cost, 0)')} as what
      from (select * from goods where cents <> 0) g full join posted p using (source, id)
      where coalesce(g.cents, 0) <> coalesce(p.cost, 0) or coalesce(p.cost, 0) <> coalesce(p.stock, 0)`,
  },
  {
    name: 'Sales order numbers follow each other without gaps',
    violations: gaps({
      prefix: 'SO',
      counter: 'salesOrder',
      numbers: sql`select order_number as number, true as own from sales_orders`,
    }),
  },
];
