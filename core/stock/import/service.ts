import { readCalendar } from '../../accounting/opening/service-calendar.ts';
import { post } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import { documentNumber, takeNumbers } from '../../database/counters.ts';
import { actorName, can } from '../../identity/actor.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { Created, ImportedChange } from '../../kernel/imported.ts';
import { scaleCents } from '../../kernel/money.ts';
import { acceptedRows, countRow, emptyResults, outcomeOf } from '../../kernel/outcomes.ts';
import { searchKey } from '../../kernel/text.ts';
import { openingPosted } from '../postings.ts';
import { equipment } from '../queries.ts';
import {
  DEFAULT_CATEGORY,
  EQUIPMENT_COUNTER,
  EQUIPMENT_PREFIX,
  EQUIPMENT_WIDTH,
  type EquipmentRecord,
  nameOfEquipment,
  OPENING_REASON,
} from '../rules.ts';
import { moveStock } from '../service-moves.ts';
import * as queries from './queries.ts';
import {
  createItemFinder,
  HAS_STOCK,
  type ItemFate,
  type ItemValues,
  itemText,
  type KnownItem,
  matchItems,
  type PlannedOpening,
  planItem,
} from './rules.ts';
import type { ImportedItem } from './schema.ts';

type Planned = Exclude<ItemFate, { problem: string }> & { index: number };

/** The item of each row of a batch by its index, and why its stock may be another than that of the file. */
export interface HeldItems {
  held: ReadonlyMap<number, { id: number; reason?: string }>;
}

/** The fates of the rows; items that are there are locked unless it is a preview. */
async function planRows(
  tx: Ctx,
  rows: readonly ImportedItem[],
  dryRun: boolean,
): Promise<{ fates: ItemFate[]; categories: readonly queries.Category[] }> {
  const matches = matchItems(rows, createItemFinder(await queries.findKeys(tx.db)));
  const ids = [
    ...new Set(matches.flatMap((match) => ('id' in match && match.id ? [match.id] : []))),
  ].sort((a, b) => a - b);
  const records = dryRun
    ? await queries.findItems(tx.db, ids)
    : await equipment.lockMany(tx.db, ids);
  const stock = new Map(
    (await queries.findStock(tx.db, ids)).map((facts) => [facts.equipmentId, facts]),
  );
  const categories = await queries.findCategories(tx.db);
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  const known = new Map(
    records.map((record): [number, KnownItem] => {
      const facts = stock.get(record.id);
      return [
        record.id,
        {
          record,
          categoryName: categoryNames.get(record.categoryId) ?? '',
          opened: {
            quantity: facts?.openedQuantity ?? 0,
            value: facts?.openedValue ?? (0 as KnownItem['opened']['value']),
          },
          hasOtherMoves: facts?.hasOtherMoves ?? false,
          lastDate: facts?.lastDate ?? null,
        },
      ];
    }),
  );
  const facts = {
    calendar: await readCalendar(tx, { isHeld: !dryRun }),
    mayAdjust: can(tx.actor, 'stock.adjust'),
  };
  const fates = rows.map((row, index): ItemFate => {
    const match = matches[index]!;
    if ('problem' in match) return match;
    return planItem(row, match.id === undefined ? undefined : known.get(match.id), facts);
  });
  return { fates, categories };
}

/**
 * Writes items of equipment of a file by SKU or else by name, with their opening stock (1410 / 3120), in a constant number of
 * statements; see `planItem` for the rules. Categories that are missing are added. Amounts in US cents. The caller writes the
 * audit line of the whole import. With `dryRun` it counts the same and writes nothing.
 */
export async function importItems(
  tx: Ctx,
  rows: readonly ImportedItem[],
  { dryRun }: { dryRun: boolean },
) {
  const result = {
    ...emptyResults(rows.length),
    made: {
      items: [] as Created[],
      stockOpenings: [] as Created[],
      itemCategories: [] as Created[],
    },
    held: new Map<number, { id: number; reason?: string }>(),
  };
  if (!dryRun) await queries.lockImports(tx.db);
  const { fates, categories } = await planRows(tx, rows, dryRun);
  const planned = acceptedRows(fates, result);
  for (const { index, before, changed, opening, isOpened, notes } of planned) {
    const isChanged = changed.length > 0 || opening !== undefined;
    countRow(result, index, outcomeOf(before, isChanged));
    for (const message of notes) result.notes.push({ index, message });
    if (before)
      result.held.set(index, {
        id: before.record.id,
        ...(!opening && !isOpened && { reason: HAS_STOCK }),
      });
  }
  if (dryRun) return result;
  const categoryIds = new Map(categories.map(({ id, key }) => [key, id]));
  const added = await addCategories(tx, planned, categoryIds);
  result.made.itemCategories = added.map(({ id }) => ({ id, version: 1 }));
  const fresh = planned.filter(({ before }) => !before);
  const inserted = await insertItems(tx, fresh, categoryIds);
  result.made.items = inserted.map(({ id, version }) => ({ id, version }));
  for (const [place, { index }] of fresh.entries())
    result.held.set(index, { id: inserted[place]!.id });
  await updateItems(tx, planned, categoryIds);
  result.changes = planned.flatMap(changesOf);
  const items = new Map(
    planned.flatMap(({ index, before }) => (before ? [[index, before.record] as const] : [])),
  );
  for (const [place, { index }] of fresh.entries()) items.set(index, inserted[place]!);
  const opened = planned.flatMap(({ index, opening }) =>
    opening ? [{ item: items.get(index)!, opening }] : [],
  );
  result.made.stockOpenings = await openMany(tx, opened);
  return result;
}

const categoryOf = ({ category }: ItemValues) => searchKey(category || DEFAULT_CATEGORY);

async function addCategories(
  tx: Ctx,
  planned: readonly Planned[],
  ids: Map<string, number>,
): Promise<queries.Category[]> {
  const missing = new Map<string, string>();
  for (const { values } of planned) {
    const key = categoryOf(values);
    if (!ids.has(key) && !missing.has(key)) missing.set(key, values.category || DEFAULT_CATEGORY);
  }
  const added = await queries.insertCategories(tx.db, [...missing.values()]);
  for (const { id, key } of added) ids.set(key, id);
  return added;
}

function fieldsOf(
  { category: _name, ...values }: ItemValues,
  categoryId: number,
): Omit<ItemValues, 'category'> & { categoryId: number } {
  return { ...values, categoryId };
}

async function insertItems(
  tx: Ctx,
  fresh: readonly Planned[],
  categoryIds: ReadonlyMap<string, number>,
): Promise<EquipmentRecord[]> {
  if (fresh.length === 0) return [];
  const first = await takeNumbers(tx.db, EQUIPMENT_COUNTER, fresh.length);
  return equipment.insertMany(
    tx.db,
    fresh.map(({ values }, place) => ({
      ...fieldsOf(values, categoryIds.get(categoryOf(values))!),
      equipmentId: documentNumber(EQUIPMENT_PREFIX, first + place, EQUIPMENT_WIDTH),
      isSerialised: false,
      createdAt: tx.now,
    })),
    {
      updated_at: ['timestamptz', () => tx.now],
      created_by: ['text', () => actorName(tx.actor)],
    },
  );
}

const written = [
  ...(['name', 'sku', 'categoryId', 'brand', 'model', 'description', 'specifications'] as const),
  ...(['unitCostUsd', 'markupPoints', 'sellingPriceUsd', 'minimumStock', 'status'] as const),
] as const;

async function updateItems(
  tx: Ctx,
  planned: readonly Planned[],
  categoryIds: ReadonlyMap<string, number>,
): Promise<void> {
  const changed = planned.flatMap(({ before, values, changed: names }) => {
    if (!before || names.length === 0) return [];
    const categoryId = names.includes('category')
      ? categoryIds.get(categoryOf(values))!
      : before.record.categoryId;
    return [{ ...before.record, ...fieldsOf(values, categoryId) }];
  });
  await equipment.updateMany(tx.db, changed, written, {
    updated_at: ['timestamptz', () => tx.now],
  });
}

function changesOf({ index, before, values, changed, opening }: Planned): ImportedChange[] {
  if (!before || (changed.length === 0 && !opening)) return [];
  const { record, categoryName } = before;
  const former: ItemValues = { ...record, category: categoryName };
  const fields = changed.map((field) => ({
    field,
    before: itemText(former, field),
    after: itemText(values, field),
  }));
  const stock = opening
    ? [{ field: 'quantityInStock', before: '0', after: String(opening.quantity) }]
    : [];
  const label = nameOfEquipment(record);
  return [
    { index, entity: 'equipment', entityId: record.id, label, fields: [...fields, ...stock] },
  ];
}

/** Moves and posts the opening stock of items, one entry for each; answers the adjustments. */
async function openMany(
  tx: Ctx,
  opened: readonly { item: EquipmentRecord; opening: PlannedOpening }[],
): Promise<Created[]> {
  if (opened.length === 0) return [];
  const made = { at: tx.now, by: actorName(tx.actor), isOpening: true, reason: OPENING_REASON };
  const ids = await queries.insertAdjustments(
    tx.db,
    opened.map(({ item, opening: { quantity, value, date } }) => ({
      ...{ equipmentId: item.id, date, quantity },
      unitCostUsd: scaleCents(value, 1, quantity),
      ...made,
    })),
  );
  await moveStock(
    tx,
    opened.map(({ item, opening: { quantity, value, date } }, place) => ({
      ...{ equipmentId: item.id, kind: 'opening' as const, date, quantity, valueUsd: value },
      ...{ source: 'stock.opening', sourceId: ids[place]!, reference: item.equipmentId },
      note: OPENING_REASON,
    })),
  );
  await post(
    tx,
    opened.flatMap(({ item, opening: { value, date } }, place) => {
      const description = `${OPENING_REASON} ${item.equipmentId}: ${item.name}`;
      const document = { id: ids[place]!, date, description, reference: item.equipmentId };
      return openingPosted(document, value);
    }),
  );
  return ids.map((id) => ({ id, version: 1 }));
}

/** The present values of what each row would change; undefined for a new item. */
export async function presentItems(
  ctx: Ctx,
  rows: readonly ImportedItem[],
): Promise<(Record<string, unknown> | undefined)[]> {
  const { fates } = await planRows(ctx, rows, true);
  return fates.map((fate) => {
    if ('problem' in fate || !fate.before) return undefined;
    const { record, categoryName } = fate.before;
    const former: Record<string, unknown> = { ...record, category: categoryName };
    const names: readonly string[] = fate.changed;
    const present = Object.fromEntries(names.map((name) => [name, former[name]]));
    return fate.opening ? { ...present, quantityInStock: 0 } : present;
  });
}

/** What the books hold of each row of a written batch: the item, and its opening stock with its value in US cents. */
export async function itemsInBooks(
  tx: Ctx,
  rows: readonly ImportedItem[],
  { held }: HeldItems,
): Promise<(BookValues | undefined)[]> {
  const stock = new Map(
    (await queries.findStock(tx.db, [...new Set([...held.values()].map(({ id }) => id))])).map(
      (facts) => [facts.equipmentId, facts],
    ),
  );
  return rows.map((_, index) => {
    const item = held.get(index);
    if (!item) return undefined;
    const facts = stock.get(item.id);
    const { reason } = item;
    return {
      values: {
        items: 1,
        units: facts?.openedQuantity ?? 0,
        stockValue: facts?.openedValue ?? 0,
      },
      ...(reason && { reasons: { units: reason, stockValue: reason } }),
    };
  });
}
