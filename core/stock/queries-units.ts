import { type RawBuilder, sql } from 'kysely';
import { arrayOf, insertRows, rowsOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import type { unitPlaces } from './schema.ts';

export type UnitPlace = (typeof unitPlaces)[number];

export interface UnitRecord {
  id: number;
  equipmentId: number;
  serial: string;
  serialKey: string;
  macAddress: string;
  place: UnitPlace;
  customerId: number | null;
  updatedAt: Date;
}

const columns = sql.raw(
  'u.id, u.equipment_id as "equipmentId", u.serial, u.serial_key as "serialKey", u.mac_address as "macAddress", u.place, u.customer_id as "customerId", u.updated_at as "updatedAt"',
) as RawBuilder<UnitRecord>;

export interface UnitKey {
  equipmentId: number;
  serialKey: string;
}

/** The units with these serial numbers, locked in the order of their ids. */
export async function lockUnits(db: Db, keys: readonly UnitKey[]): Promise<UnitRecord[]> {
  if (keys.length === 0) return [];
  const wanted = rowsOf(keys, {
    equipment_id: ['bigint', (key) => key.equipmentId],
    serial_key: ['text', (key) => key.serialKey],
  });
  const { rows } = await sql<UnitRecord>`
    select ${columns} from equipment_units u
    where (u.equipment_id, u.serial_key) in (select equipment_id, serial_key from (${wanted}) k)
    order by u.id for no key update of u`.execute(db);
  return rows;
}

export interface NewUnit extends UnitKey {
  serial: string;
  macAddress: string;
}

export interface Placement {
  place: UnitPlace;
  customerId: number | null;
  source: string;
  sourceId: number;
  at: Date;
}

export async function insertUnits(
  db: Db,
  units: readonly NewUnit[],
  { place, customerId, source, sourceId, at }: Placement,
): Promise<void> {
  await insertRows(db, 'equipment_units', units, {
    equipment_id: ['bigint', (unit) => unit.equipmentId],
    serial: ['text', (unit) => unit.serial],
    serial_key: ['text', (unit) => unit.serialKey],
    mac_address: ['text', (unit) => unit.macAddress],
    place: ['text', () => place],
    customer_id: ['bigint', () => customerId],
    source: ['text', () => source],
    source_id: ['bigint', () => sourceId],
    updated_at: ['timestamptz', () => at],
  });
}

export async function placeUnits(
  db: Db,
  ids: readonly number[],
  { place, customerId, source, sourceId, at }: Placement,
): Promise<void> {
  await db
    .updateTable('equipment_units')
    .set({ place, customer_id: customerId, source, source_id: sourceId, updated_at: at })
    .where('id', '=', sql<number>`any(${arrayOf('bigint', ids)})`)
    .execute();
}

export async function updateMacAddresses(
  db: Db,
  units: readonly Pick<UnitRecord, 'id' | 'macAddress'>[],
): Promise<void> {
  if (units.length === 0) return;
  const source = rowsOf(units, {
    id: ['bigint', (unit) => unit.id],
    mac_address: ['text', (unit) => unit.macAddress],
  });
  await sql`update equipment_units u set mac_address = n.mac_address
    from (${source}) n where u.id = n.id`.execute(db);
}

/** The most units that an item's detail shows. */
const MAX_UNITS = 500;

/** Units of an item: those in stock first, then by serial number. */
export async function findUnits(db: Db, equipmentId: number): Promise<UnitRecord[]> {
  const { rows } = await sql<UnitRecord>`
    select ${columns} from equipment_units u where u.equipment_id = ${equipmentId}
    order by u.place <> 'stock', u.serial_key limit ${MAX_UNITS}`.execute(db);
  return rows;
}
