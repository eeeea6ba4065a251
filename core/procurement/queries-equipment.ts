import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { byKey, eachId } from '../database/look-up.ts';
import type { Cents } from '../kernel/money.ts';

/** An item that a line names. */
export interface NamedItem {
  id: number;
  equipmentNumber: string;
  name: string;
  unitCostUsd: Cents;
  isSerialised: boolean;
}

export async function findItems(db: Db, ids: readonly number[]): Promise<Map<number, NamedItem>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  const { rows } = await sql<NamedItem>`
    select e.id, e.equipment_id as "equipmentNumber", e.name, e.unit_cost_cents as "unitCostUsd", e.is_serialised as "isSerialised"
    from ${eachId(unique)} cross join lateral ${byKey('equipment', 'id', 'k.id')} e`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
