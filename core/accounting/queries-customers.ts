import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { byKey, eachId } from '../database/look-up.ts';

/** The customers among these whom journal lines name, and whether all of these are lines of invoices and payments. */
export async function findCustomersInLedger(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, boolean>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('journal_lines', 'customer_id', 'k.id').as('l'))
    .crossJoinLateral(byKey('journal_entries', 'id', 'l.entry_id').as('e'))
    .select('k.id')
    .select(
      sql<boolean>`bool_and(split_part(e.source, '.', 1) in ('invoice', 'payment'))`.as('isBilled'),
    )
    .groupBy('k.id')
    .execute();
  return new Map(rows.map(({ id, isBilled }) => [id, isBilled]));
}
