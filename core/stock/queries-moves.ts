import { sql } from 'kysely';
import { arrayOf, type Columns, insertRows } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import type { AppliedMove, Level } from './rules-moves.ts';

/** Names of items by id, for messages. */
export async function findEquipmentNumbers(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('equipment')
    .select(['id', 'equipment_id as number'])
    .where('id', '=', sql<number>`any(${arrayOf('bigint', ids)})`)
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Locks the levels of items in the order of their ids; items without a move yet have none. */
export async function lockLevels(db: Db, ids: readonly number[]): Promise<Map<number, Level>> {
  const { rows } = await sql<Level & { equipmentId: number }>`
    select equipment_id as "equipmentId", on_hand as "onHand", reserved, value_cents as value, last_date as "lastDate"
    from stock_levels where equipment_id = any(${arrayOf('bigint', ids)})
    order by equipment_id for no key update`.execute(db);
  return new Map(rows.map(({ equipmentId, ...level }) => [equipmentId, level]));
}

/** A move with the author. */
export type NewMove = AppliedMove & { at: Date; by: string };

const columns: Columns<NewMove> = {
  equipment_id: ['bigint', (move) => move.equipmentId],
  move_date: ['date', (move) => move.date],
  kind: ['text', (move) => move.kind],
  quantity: ['int', (move) => move.quantity],
  value_cents: ['bigint', (move) => move.valueUsd],
  reserved: ['int', (move) => move.reserved ?? 0],
  source: ['text', (move) => move.source],
  source_id: ['bigint', (move) => move.sourceId],
  revision: ['int', (move) => move.revision ?? 1],
  line_no: ['int', (move) => move.lineNo ?? 1],
  reference: ['text', (move) => move.reference],
  note: ['text', (move) => move.note ?? ''],
  created_at: ['timestamptz', (move) => move.at],
  created_by: ['text', (move) => move.by],
};

/** Inserts moves in one statement, which changes the levels. */
export async function insertMoves(db: Db, moves: readonly NewMove[]): Promise<void> {
  await insertRows(db, 'stock_moves', moves, columns);
}
