import { sql } from 'kysely';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { gaps, usd } from '../checks/queries.ts';

/** Checks that orders, requisitions, receipts, bills, approvals and serial numbers agree with one another and with the stock. */
export const procurementChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Goods received and returned equal their moves of stock',
    violations: sql`
      with documents as (
        select case r.kind when 'receipt' then 'goods.receipt' else 'goods.return' end as source, r.id as source_id, g.order_line as line_no,
          case r.kind when 'receipt' then g.quantity else -g.quantity end as units,
          case r.kind when 'receipt' then g.value_cents end as cents, r.receipt_id, o.equipment_id
        from goods_receipt_lines g join goods_receipts r on r.id = g.receipt_id
        join purchase_order_lines o on o.order_id = g.order_id and o.line_no = g.order_line and o.equipment_id is not null),
      moved as (
        select source, source_id, line_no, quantity as units, value_cents as cents, equipment_id as item
        from stock_moves where source in ('goods.receipt', 'goods.return'))
      select coalesce(d.receipt_id, source || ' ' || source_id) || ' line ' || line_no || ': ' || coalesce(d.units, 0) || ' units, moved '
        || coalesce(m.units, 0) as what
      from documents d full join moved m using (source, source_id, line_no)
      -- Returned goods leave the stock at their average cost.
      where d.units is distinct from m.units or d.equipment_id is distinct from m.item or (d.cents is not null and d.cents <> m.cents)`,
  },
  {
    name: 'Totals of purchase orders and supplier bills equal their lines',
    violations: sql`
      select o.po_number || ': total ' || ${usd('o.total_amount_cents')} || ', lines ' || ${usd('l.cents')} as what
      from purchase_orders o join (
        select order_id, sum(quantity * unit_price_cents) as cents from purchase_order_lines group by order_id) l on l.order_id = o.id
      where o.total_amount_cents <> l.cents
      union all
      select b.bill_id || ': total ' || ${usd('b.total_amount_cents')} || ', lines ' || ${usd('coalesce(l.cents, 0)')}
      from supplier_bills b left join (
        select bill_id, sum(amount_cents) as cents from supplier_bill_lines
        where amount_cents = quantity * unit_price_cents group by bill_id) l on l.bill_id = b.id
      where b.total_amount_cents is distinct from l.cents`,
  },
  {
    name: 'The status of purchase orders follows their goods',
    violations: sql`
      select o.po_number || ' is ' || o.status || ': ' || coalesce(l.received, 0) || ' of ' || coalesce(l.ordered, 0) || ' units received' as what
      from purchase_orders o left join (
        select order_id, sum(quantity) as ordered, sum(received) as received from purchase_order_lines group by order_id) l
        on l.order_id = o.id
      where l.order_id is null or (o.status = 'received') <> (l.received = l.ordered and l.received > 0)
        or (o.status in ('pending', 'rejected', 'cancelled') and l.received > 0)
        or (o.status = 'received') <> (o.received_on is not null)`,
  },
  {
    name: 'The status of requisitions follows their purchase orders',
    violations: sql`
      select r.requisition_id || ' is ' || r.status || ', ' || o.po_number || ' is ' || o.status as what
      from requisitions r join purchase_orders o on o.requisition_id = r.id
      where o.status in ('pending', 'approved', 'received')
        and r.status <> case o.status when 'received' then 'received' else 'ordered' end`,
  },
  {
    name: 'Held bills and submitted counts wait for a decision, others do not',
    violations: sql`
      with waits as (
        select 'supplier_bill' as kind, id, bill_id as number from supplier_bills where status = 'held'
        union all select 'stock_count', id, count_id from stock_counts where status = 'waiting')
      select coalesce(w.number, a.record) || ': ' || case when a.id is null then 'no request waits' else 'a request waits' end as what
      from waits w
      full join (select * from approvals where status = 'waiting' and kind in ('supplier_bill', 'stock_count')) a
        on a.kind = w.kind and a.entity_id = w.id
      where w.id is null or a.id is null`,
  },
  {
    name: 'Bills posted after they were held were accepted',
    violations: sql`
      select b.bill_id || ' was posted without an acceptance' as what from supplier_bills b
      where b.status = 'posted' and b.held_reason <> '' and not exists (
        select from approvals a where a.kind = 'supplier_bill' and a.entity_id = b.id and a.status = 'accepted')`,
  },
  {
    name: 'Stock counts with differences were accepted',
    violations: sql`
      select c.count_id || ' was posted without an acceptance' as what from stock_counts c
      where c.status = 'posted' and exists (select from stock_moves m where m.source = 'stock.count' and m.source_id = c.id)
        and not exists (
          select from approvals a where a.kind = 'stock_count' and a.entity_id = c.id and a.status = 'accepted')`,
  },
  {
    name: 'Allocations of supplier payments are reversed with their payment',
    violations: sql`
      select p.payment_id || ': allocation ' || a.id as what from supplier_allocations a join supplier_payments p on p.id = a.payment_id
      where a.is_reversed <> (p.reversed_on is not null)`,
  },
  {
    name: 'There are not more serial numbers in stock than units',
    violations: sql`
      select e.equipment_id || ': ' || u.units || ' serial numbers, ' || coalesce(l.on_hand, 0) || ' units' as what
      from (select equipment_id, count(*) as units from equipment_units where place = 'stock' group by equipment_id) u
      join equipment e on e.id = u.equipment_id and e.is_serialised
      left join stock_levels l on l.equipment_id = u.equipment_id
      where u.units > coalesce(l.on_hand, 0)`,
  },
  {
    name: 'Goods receipt numbers follow each other without gaps',
    violations: gaps({
      prefix: 'GRN',
      counter: 'goodsReceipt',
      numbers: sql`select receipt_id as number, true as own from goods_receipts`,
    }),
  },
];
