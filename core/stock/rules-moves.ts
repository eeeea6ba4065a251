import { formatDate, type IsoDate } from '../kernel/dates.ts';
import { type Cents, cents, scaleCents, ZERO } from '../kernel/money.ts';
import type { MoveKind } from './schema.ts';

/** What is in stock of an item. */
export interface Level {
  onHand: number;
  reserved: number;
  /** US cents of all units on hand. */
  value: Cents;
  /** The date of its last move; null before the first. */
  lastDate: IsoDate | null;
}

export const EMPTY_LEVEL: Level = { onHand: 0, reserved: 0, value: ZERO, lastDate: null };

/** Part of a move that changes the level. */
export interface LevelChange {
  date: IsoDate;
  /** Units, above zero into stock and below zero out of it. */
  quantity: number;
  /** US cents of incoming units; outgoing units leave at the moving average. */
  valueUsd?: Cents | undefined;
  /** Change of the reserved units. */
  reserved?: number | undefined;
}

export interface MoveInput extends LevelChange {
  equipmentId: number;
  kind: MoveKind;
  /** The document's line that makes the move; unique together with revision and line. */
  source: string;
  sourceId: number;
  revision?: number | undefined;
  lineNo?: number | undefined;
  /** The number of the document, for lists. */
  reference: string;
  note?: string | undefined;
}

/** A move as it was made: US cents, below zero for outgoing units. */
export type AppliedMove = Omit<MoveInput, 'valueUsd'> & { valueUsd: Cents };

export interface MoveProblem {
  code: 'stock.insufficient' | 'stock.reserved' | 'stock.dateOrder';
  message: string;
}

/** Units that can be sold, lent or taken out. */
export function availableOf({ onHand, reserved }: Pick<Level, 'onHand' | 'reserved'>): number {
  return onHand - reserved;
}

/**
 * The value of a change in US cents: of incoming units as given, of outgoing units their share at the moving average,
 * rounded half away from zero; the last unit takes the rest (decision 36).
 */
export function valueOfChange(level: Level, { quantity, valueUsd = ZERO }: LevelChange): Cents {
  if (quantity === 0) return ZERO;
  if (quantity > 0) return valueUsd;
  const out = -quantity;
  if (out >= level.onHand) return cents(0 - level.value);
  return cents(0 - scaleCents(level.value, out, level.onHand));
}

/** Why a change of a level is refused; undefined if it is not. `item` names the item, 'EQ-001'. */
export function changeProblem(
  item: string,
  level: Level,
  { date, quantity, reserved = 0 }: LevelChange,
): MoveProblem | undefined {
  if (level.lastDate !== null && date < level.lastDate) {
    const message = `${item} has a move of ${formatDate(level.lastDate)}. Choose that day or a later one.`;
    return { code: 'stock.dateOrder', message };
  }
  const onHand = level.onHand + quantity;
  const kept = level.reserved + reserved;
  if (onHand < 0 || kept > onHand) {
    const message = `Insufficient stock! Available: ${availableOf(level)}`;
    return { code: 'stock.insufficient', message };
  }
  if (kept < 0) {
    const message = `${item} has only ${level.reserved} reserved units.`;
    return { code: 'stock.reserved', message };
  }
  return undefined;
}

/** The level after a change that has no problem; `value` as `valueOfChange` answers it. */
export function levelAfter(level: Level, change: LevelChange, value: Cents): Level {
  const { date, quantity, reserved = 0 } = change;
  return {
    onHand: level.onHand + quantity,
    reserved: level.reserved + reserved,
    value: cents(level.value + value),
    lastDate: level.lastDate !== null && level.lastDate > date ? level.lastDate : date,
  };
}
