import type { Ctx } from '../context.ts';
import { breaksRule } from '../kernel/errors.ts';
import { oneLine, searchKey } from '../kernel/text.ts';
import * as queries from './queries-units.ts';

type UnitPlace = queries.UnitPlace;

/** A unit of an item with its serial number. */
export interface UnitInput {
  equipmentId: number;
  serial: string;
  macAddress?: string | undefined;
}

interface Document {
  /** The document that moves the units. */
  source: string;
  sourceId: number;
}

/** As parts of a sentence. */
const placeWords: Record<UnitPlace, string> = {
  stock: 'in stock',
  supplier: 'back at the supplier',
  sold: 'sold',
  loan: 'on loan',
  lost: 'lost',
  damaged: 'damaged',
};

/** @throws AppError rule for a serial number that is blank or named twice. */
function keysOf(units: readonly UnitInput[]): queries.NewUnit[] {
  const keys = units.map(({ equipmentId, serial, macAddress = '' }) => {
    const text = oneLine(serial);
    return { equipmentId, serial: text, serialKey: searchKey(text), macAddress };
  });
  const seen = new Set<string>();
  for (const { equipmentId, serial, serialKey } of keys) {
    if (serialKey === '') breaksRule('unit.serialMissing', 'A serial number is missing.');
    const key = `${equipmentId} ${serialKey}`;
    if (seen.has(key))
      breaksRule('unit.serialTwice', `The serial number ${serial} is entered twice.`);
    seen.add(key);
  }
  return keys;
}

const keyOf = ({ equipmentId, serialKey }: queries.UnitKey) => `${equipmentId} ${serialKey}`;

/**
 * Puts units with new serial numbers into stock, or those that went back to the supplier and came again. Moves no
 * quantity: see `moveStock`.
 * @throws AppError rule for a serial number that is known elsewhere, blank or named twice.
 */
export async function receiveUnits(
  tx: Ctx,
  units: readonly UnitInput[],
  document: Document,
): Promise<void> {
  const wanted = keysOf(units);
  const known = await queries.lockUnits(tx.db, wanted);
  for (const { serial, place } of known) {
    if (place === 'supplier') continue;
    const message = `The serial number ${serial} is already known: that unit is ${placeWords[place]}.`;
    breaksRule('unit.serialKnown', message);
  }
  const returned = new Set(known.map(keyOf));
  const placement = { ...document, place: 'stock' as const, customerId: null, at: tx.now };
  await queries.placeUnits(
    tx.db,
    known.map(({ id }) => id),
    placement,
  );
  await queries.insertUnits(
    tx.db,
    wanted.filter((unit) => !returned.has(keyOf(unit))),
    placement,
  );
}

interface UnitMove extends Document {
  units: readonly UnitInput[];
  from: UnitPlace;
  to: UnitPlace;
  /** Who has them, where they are sold or on loan. */
  customerId?: number | null;
}

/**
 * Locks units that are all at one place, in the order of their ids.
 * @throws AppError rule for a serial number that is unknown or not at `from`.
 */
export async function lockUnitsAt(
  tx: Ctx,
  units: readonly UnitInput[],
  from: UnitPlace,
): Promise<queries.UnitRecord[]> {
  const wanted = keysOf(units);
  const known = await queries.lockUnits(tx.db, wanted);
  const byKey = new Map(known.map((unit) => [keyOf(unit), unit]));
  for (const unit of wanted) {
    const place = byKey.get(keyOf(unit))?.place;
    if (place === from) continue;
    const state =
      place === undefined
        ? 'unknown for this item'
        : `not ${placeWords[from]}: that unit is ${placeWords[place]}`;
    breaksRule('unit.notThere', `The serial number ${unit.serial} is ${state}.`);
  }
  return known;
}

/**
 * Moves known units from one place to another; a MAC address that is given is kept with the unit. Moves no quantity: see
 * `moveStock`.
 * @throws AppError rule for a serial number that is unknown or not at `from`.
 */
export async function moveUnits(tx: Ctx, move: UnitMove): Promise<void> {
  const { units, from, to, customerId = null, source, sourceId } = move;
  if (units.length === 0) return;
  const known = await lockUnitsAt(tx, units, from);
  const placement = { place: to, customerId, source, sourceId, at: tx.now };
  await queries.placeUnits(
    tx.db,
    known.map(({ id }) => id),
    placement,
  );
  const macs = new Map(keysOf(units).map((unit) => [keyOf(unit), unit.macAddress]));
  const changed = known.flatMap((unit) => {
    const macAddress = macs.get(keyOf(unit)) ?? '';
    return macAddress === '' || macAddress === unit.macAddress ? [] : [{ id: unit.id, macAddress }];
  });
  await queries.updateMacAddresses(tx.db, changed);
}
