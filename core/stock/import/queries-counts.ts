import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { CountedItem, KnownLine } from './rules-counts.ts';

/** What is on hand of these items. */
export async function findCounted(db: Db, ids: readonly number[]): Promise<CountedItem[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CountedItem>`
    select e.id, e.equipment_id as "equipmentId", coalesce(l.on_hand, 0) as "onHand", coalesce(l.reserved, 0) as reserved,
      (select count(*) from ${byKey('equipment_units', 'equipment_id', 'e.id')} u where u.place = 'stock')::int as serials,
      (select max(m.move_date) from ${byKey('stock_moves', 'equipment_id', 'e.id')} m where m.quantity <> 0) as "lastMoved"
    from ${eachId(ids)} cross join lateral ${byKey('equipment', 'id', 'k.id')} e
    left join lateral ${byKey('stock_levels', 'equipment_id', 'e.id')} l on true`.execute(db);
  return rows;
}

/** The counted lines of these days, without counts that were refused or cancelled. */
export async function findKnownLines(db: Db, dates: readonly IsoDate[]): Promise<KnownLine[]> {
  if (dates.length === 0) return [];
  const { rows } = await sql<KnownLine>`
    select l.equipment_id as "equipmentId", c.count_date as date, l.counted
    from stock_counts c cross join lateral ${byKey('stock_count_lines', 'count_id', 'c.id')} l
    where c.count_date = any(${[...dates]}::date[]) and c.status in ('waiting', 'posted') and l.counted is not null`.execute(
    db,
  );
  return rows;
}
