import type { Ctx } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { breaksRule, notFound } from '../kernel/errors.ts';
import * as queries from './queries-moves.ts';
import {
  type AppliedMove,
  changeProblem,
  EMPTY_LEVEL,
  type Level,
  levelAfter,
  type MoveInput,
  valueOfChange,
} from './rules-moves.ts';

export type { AppliedMove, MoveInput } from './rules-moves.ts';
export { lockUnitsAt, moveUnits, receiveUnits } from './service-units.ts';

/**
 * Moves stock in the caller's transaction, in the order given, with three statements in total; answers the moves with
 * their values in US cents. Posts nothing: the caller posts once, last, with these values. Lock documents before and
 * counters after (docs/architecture.md, lock order). Without `lineNo`, the moves of one document and revision are
 * numbered from 1 in their order.
 * `held` is what `lockStock` or `lockStockOf` answered for all their items in the same transaction.
 * @throws AppError rule when too little is available, or for a date before the item's last move; notFound for an item
 *   that does not exist; conflict when a document's line has already moved stock.
 */
export async function moveStock(
  tx: Ctx,
  moves: readonly MoveInput[],
  held?: HeldStock,
): Promise<AppliedMove[]> {
  if (moves.length === 0) return [];
  if (!tx.db.isTransaction) throw new RangeError('stock moves in the transaction of its document');
  const ids = [...new Set(moves.map(({ equipmentId }) => equipmentId))];
  const { names, levels } = held ?? (await lockStock(tx, ids));
  for (const id of ids) if (!names.has(id)) notFound('Equipment', id);
  const lines = new Map<string, number>();
  const applied = moves.map((move): AppliedMove => {
    const name = names.get(move.equipmentId)!;
    const level = levels.get(move.equipmentId) ?? EMPTY_LEVEL;
    const problem = changeProblem(name, level, move);
    if (problem) {
      // Of several items the message names the one.
      const item = ids.length > 1 && problem.code === 'stock.insufficient' ? `${name}: ` : '';
      breaksRule(problem.code, `${item}${problem.message}`);
    }
    const valueUsd = valueOfChange(level, move);
    levels.set(move.equipmentId, levelAfter(level, move, valueUsd));
    const document = `${move.source} ${move.sourceId} ${move.revision ?? 1}`;
    const lineNo = move.lineNo ?? (lines.get(document) ?? 0) + 1;
    lines.set(document, lineNo);
    return { ...move, lineNo, valueUsd };
  });
  const made = { at: tx.now, by: actorName(tx.actor) };
  await queries.insertMoves(
    tx.db,
    applied.map((move) => ({ ...move, ...made })),
  );
  return applied;
}

/** The stock of items that the transaction has locked and not moved since. */
export interface HeldStock {
  names: ReadonlyMap<number, string>;
  levels: Map<number, Level>;
}

/**
 * Locks the stock of items in the order of their ids, for a document that takes its number before it moves them once with
 * `moveStock`.
 */
export async function lockStock(tx: Ctx, equipmentIds: readonly number[]): Promise<HeldStock> {
  const ids = [...new Set(equipmentIds)];
  if (ids.length === 0) return { names: new Map(), levels: new Map() };
  const names = await queries.findEquipmentNumbers(tx.db, ids);
  return { names, levels: await queries.lockLevels(tx.db, ids) };
}

/** As `lockStock`, for items whose numbers the document has read with its lines. */
export async function lockStockOf(
  tx: Ctx,
  items: readonly { equipmentId: number; equipmentNumber: string }[],
): Promise<HeldStock> {
  const names = new Map(items.map((item) => [item.equipmentId, item.equipmentNumber]));
  const ids = [...names.keys()];
  return { names, levels: ids.length === 0 ? new Map() : await queries.lockLevels(tx.db, ids) };
}
