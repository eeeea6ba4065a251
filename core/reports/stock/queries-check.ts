import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';

/** Cents as dollars in a message. */
function usd(cents: string): RawBuilder<string> {
  return sql`(${sql.raw(cents)} / 100.0)::numeric(30, 2)::text`;
}

/** The documents that move stock and post to account 1410 under the same source and id. */
const documents = sql`(
  'stock.opening', 'stock.adjustment', 'stock.count', 'goods.receipt', 'goods.return')`;

/** Every invariant of stock, recomputed from its moves. */
export const stockChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Levels of stock equal their moves',
    violations: sql`
      select coalesce(e.equipment_id, 'Item id ' || equipment_id_of) || ': level ' || coalesce(l.on_hand, 0) || ' units, '
        || coalesce(l.reserved, 0) || ' reserved, ' || ${usd('coalesce(l.value_cents, 0)')} || '; moves ' || coalesce(m.quantity, 0)
        || ' units, ' || coalesce(m.reserved, 0) || ' reserved, ' || ${usd('coalesce(m.value, 0)')} as what
      from (select equipment_id as equipment_id_of, on_hand, reserved, value_cents, last_date from stock_levels) l
      full join (
        select equipment_id as equipment_id_of, sum(quantity) as quantity, sum(reserved) as reserved, sum(value_cents) as value,
          max(move_date) as last_date
        from stock_moves group by equipment_id) m using (equipment_id_of)
      left join equipment e on e.id = equipment_id_of
      where coalesce(l.on_hand, 0) <> coalesce(m.quantity, 0) or coalesce(l.reserved, 0) <> coalesce(m.reserved, 0)
        or coalesce(l.value_cents, 0) <> coalesce(m.value, 0) or l.last_date is distinct from m.last_date`,
  },
  {
    name: 'Stock is not below zero and has no value without units',
    violations: sql`
      select coalesce(e.equipment_id, 'Item id ' || l.equipment_id) || ': ' || l.on_hand || ' units, ' || l.reserved || ' reserved, '
        || ${usd('l.value_cents')} as what
      from stock_levels l left join equipment e on e.id = l.equipment_id
      where l.on_hand < 0 or l.value_cents < 0 or l.reserved < 0 or l.reserved > l.on_hand
        or (l.on_hand = 0 and l.value_cents <> 0)`,
  },
  {
    name: 'The value of the stock equals account 1410',
    violations: sql`
      with stock as (select coalesce(sum(value_cents), 0) as cents from stock_moves),
      ledger as (select coalesce(sum(debit_cents - credit_cents), 0) as cents from account_months
        where account_code = ${leaf.equipmentInventory})
      select 'Stock ' || ${usd('stock.cents')} || ', account 1410 ' || ${usd('ledger.cents')} as what
      from stock, ledger where stock.cents <> ledger.cents`,
  },
  {
    name: 'Moves of stock equal the entries of their documents on account 1410',
    violations: sql`
      with moved as (
        select source, source_id, sum(value_cents) as cents from stock_moves
        where source in ${documents} group by 1, 2),
      posted as (
        select e.source, e.source_id, sum(l.debit_cents - l.credit_cents) as cents
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where l.account_code = ${leaf.equipmentInventory} and e.source in ${documents}
        group by 1, 2)
      select source || ' ' || source_id || ': moved ' || ${usd('coalesce(m.cents, 0)')} || ', posted ' || ${usd('coalesce(p.cents, 0)')} as what
      from moved m full join posted p using (source, source_id)
      where coalesce(m.cents, 0) <> coalesce(p.cents, 0)
        -- Taken over by the migration: it stood on the account before.
        and not exists (select from stock_adjustments a where a.id = source_id and source = 'stock.opening' and a.created_by = 'migration')`,
  },
];
