import { openDay } from '../../accounting/opening/rules-calendar.ts';
import { readCalendar } from '../../accounting/opening/service-calendar.ts';
import { mirrored } from '../../accounting/rules.ts';
import { post, postedEntryIds } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import { findReferences } from '../../database/references.ts';
import type { Created, KeptRecord } from '../../kernel/imported.ts';
import { openingPosted } from '../postings.ts';
import { equipment } from '../queries.ts';
import { type EquipmentRecord, nameOfEquipment, OPENING_REASON } from '../rules.ts';
import { lockStock, moveStock } from '../service-moves.ts';
import * as queries from './queries.ts';

const SOURCE = 'stock.opening';
const UNDONE = 'Undo of an import';
const TAKEN_OUT =
  'Its stock was taken out again; the item stays as discontinued, because moves of stock are kept.';

/**
 * Takes opening stock of an import out again and reverses its entries, each on its own day, or today where that month is
 * locked. That of items that have moved since stays.
 */
export async function undoImportedOpenings(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ reversed: number; kept: KeptRecord[] }> {
  if (created.length === 0) return { reversed: 0, kept: [] };
  const ids = created.map(({ id }) => id);
  const held = await lockStock(tx, await queries.findAdjusted(tx.db, ids));
  const openings = await queries.findOpenings(tx.db, ids);
  const free = openings.filter(({ isLast }) => isLast);
  const calendar = await readCalendar(tx);
  const entries = await postedEntryIds(
    tx,
    SOURCE,
    free.map(({ id }) => id),
  );
  await moveStock(
    tx,
    free.map(({ id, equipmentId, equipmentNumber, date, quantity }) => ({
      ...{ equipmentId, kind: 'opening' as const, date: openDay(date, calendar) },
      ...{ quantity: -quantity, source: SOURCE, sourceId: id, revision: 2 },
      ...{ reference: equipmentNumber, note: UNDONE },
    })),
    held,
  );
  await post(
    tx,
    free.flatMap(({ id, equipmentNumber, date, value }) => {
      const description = `${UNDONE}: ${OPENING_REASON} ${equipmentNumber}`;
      const day = openDay(date, calendar);
      const document = { id, date: day, description, reference: equipmentNumber };
      return openingPosted(document, value).map((posting) => ({
        ...posting,
        revision: 2,
        lines: mirrored(posting.lines),
        reversalOf: entries.get(id)!,
      }));
    }),
  );
  const kept = openings
    .filter(({ isLast }) => !isLast)
    .map(
      ({ equipmentId, equipmentNumber }): KeptRecord => ({
        entity: 'equipment',
        entityId: equipmentId,
        label: `${OPENING_REASON} ${equipmentNumber}`,
        reason: 'The item has moved since.',
      }),
    );
  return { reversed: free.length, kept };
}

/** The tables that the opening stock of an item fills. */
const OF_STOCK: ReadonlySet<string> = new Set(['stock_moves', 'stock_levels', 'stock_adjustments']);

/**
 * Removes items that an import created, unless they were changed since or other records name them. Moves of stock are never
 * deleted (decision 112): an item whose opening stock was taken out again stays as discontinued.
 */
export async function removeImportedItems(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ removed: number; kept: KeptRecord[] }> {
  if (created.length === 0) return { removed: 0, kept: [] };
  const versions = new Map(created.map(({ id, version }) => [id, version]));
  const left = await queries.lockForUndo(tx.db, [...versions.keys()]);
  const ids = left.map(({ id }) => id);
  const references = await findReferences(tx.db, 'equipment', ids);
  const stock = new Map(
    (await queries.findStock(tx.db, ids)).map((facts) => [facts.equipmentId, facts]),
  );
  const reasonOf = ({ id, version }: EquipmentRecord): string | undefined => {
    if (version !== versions.get(id)) return 'The item was changed since.';
    const named = references.get(id) ?? [];
    if (named.length === 0) return undefined;
    const facts = stock.get(id);
    const isOut = facts && !facts.hasOtherMoves && facts.openedQuantity === 0;
    return isOut && named.every((table) => OF_STOCK.has(table))
      ? TAKEN_OUT
      : 'The item has stock, or orders or other documents name it.';
  };
  const reasons = new Map(left.map((one) => [one.id, reasonOf(one)]));
  const free = left.filter(({ id }) => reasons.get(id) === undefined);
  await queries.removeItems(
    tx.db,
    free.map(({ id }) => id),
  );
  await equipment.updateMany(
    tx.db,
    left
      .filter(({ id }) => reasons.get(id) === TAKEN_OUT)
      .map((one) => ({ ...one, status: 'discontinued' as const })),
    ['status'],
    { updated_at: ['timestamptz', () => tx.now] },
  );
  return {
    removed: free.length,
    kept: left.flatMap((one): KeptRecord[] => {
      const reason = reasons.get(one.id);
      const label = nameOfEquipment(one);
      return reason ? [{ entity: 'equipment', entityId: one.id, label, reason }] : [];
    }),
  };
}

/** Removes categories that an import added and that no item has any more. */
export async function removeImportedCategories(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ removed: number }> {
  if (created.length === 0) return { removed: 0 };
  const ids = created.map(({ id }) => id);
  return { removed: await queries.removeCategories(tx.db, ids) };
}
