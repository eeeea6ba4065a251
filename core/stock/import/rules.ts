import type { Calendar } from '../../accounting/opening/rules-calendar.ts';
import {
  DATE_NOT_ALLOWED,
  formatDate,
  formatMonth,
  isDateAllowed,
  monthOf,
} from '../../kernel/dates.ts';
import { type Cents, cents, MAX_AMOUNT, scaleCents, toDecimal, ZERO } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { DEFAULT_MINIMUM_STOCK, type EquipmentRecord, sellingPrice } from '../rules.ts';
import type { ImportedItem } from './schema.ts';

/** The markup of a new item without a selling price (seeds/002 9), in hundredths of a percent. */
const DEFAULT_MARKUP = 2_500;
/** 10,000%, as in the form. */
const MAX_MARKUP = 1_000_000;

const NO_COST = 'unitCostUsd: The file says no cost; it is $0.00 until it is changed.';
export const PRICE_BELOW_COST =
  'sellingPriceUsd: The price is below the cost; a selling price here is the cost with a markup, so it is the cost until it is changed.';
const PRICE_WITHOUT_COST =
  'sellingPriceUsd: A selling price here is the cost with a markup; without a cost it was left out.';
const PRICE_ROUNDED =
  'sellingPriceUsd: A selling price here is the cost with a markup in hundredths of a percent, so it differs from the file by cents.';
const AT_PURCHASE_PRICE =
  'quantityInStock: The file says no cost of what is in stock; it is counted at the purchase price.';
const AT_NOTHING = 'quantityInStock: The stock is worth $0.00, as the file says.';
const OPENED_TODAY = 'quantityInStock: The books have no opening date; the stock is opened today.';
const VALUE_WITHOUT_QUANTITY =
  'stockValueUsd: The file says what the stock is worth, but not how many there are; nothing is booked.';
export const HAS_STOCK =
  'The item has stock of its own here, which a file of items does not change. Count it, or adjust it.';
const TWO_OF_AN_ITEM = 'sku: Another row is the same item.';
const TWO_OF_A_NAME = 'Several items have this name: give the SKU of each.';

/** What is known of an item before its row is judged. */
export interface KnownItem {
  record: EquipmentRecord;
  categoryName: string;
  /** Its opening moves together, without those that were taken back. */
  opened: { quantity: number; value: Cents };
  /** It has moved otherwise: received, sold, counted, adjusted or reserved. */
  hasOtherMoves: boolean;
  lastDate: Calendar['today'] | null;
}

/** The names by which items are found. */
export interface ItemKey {
  id: number;
  equipmentId: string;
  name: string;
  skuKey: string;
}

export interface ItemFinder {
  /** The items with this SKU or this number. */
  byCode(code: string): ItemKey | undefined;
  byName(name: string): readonly ItemKey[];
}

export function createItemFinder(items: readonly ItemKey[]): ItemFinder {
  const codes = new Map(items.map((item) => [searchKey(item.equipmentId), item]));
  // A SKU goes before the number of another item.
  for (const item of items) if (item.skuKey !== '') codes.set(item.skuKey, item);
  const names = new Map<string, ItemKey[]>();
  for (const item of items) {
    const key = searchKey(item.name);
    const known = names.get(key);
    if (known) known.push(item);
    else names.set(key, [item]);
  }
  return {
    byCode: (code) => codes.get(searchKey(code)),
    byName: (name) => names.get(searchKey(name)) ?? [],
  };
}

export type ItemMatch = { id: number | undefined } | { problem: string };

/**
 * The items that rows of a file mean: that of the SKU (or number), else the one of the name that has no SKU yet; without a
 * SKU the one of the name. No item for a new one. Rows are refused whose name is that of several items, or of another row.
 */
export function matchItems(
  rows: readonly Pick<ImportedItem, 'name' | 'sku'>[],
  find: ItemFinder,
): ItemMatch[] {
  const taken = new Set<number>();
  const named = new Map<string, number>();
  for (const { name } of rows) {
    const key = searchKey(name);
    named.set(key, (named.get(key) ?? 0) + 1);
  }
  const coded = rows.map(({ sku = '' }) => (sku === '' ? undefined : find.byCode(sku)));
  const seen = new Set<number>();
  for (const item of coded) if (item) taken.add(item.id);
  return rows.map(({ name, sku = '' }, index): ItemMatch => {
    const item = coded[index];
    if (item) {
      // One row may say its SKU and another its number.
      if (seen.has(item.id)) return { problem: TWO_OF_AN_ITEM };
      seen.add(item.id);
      return { id: item.id };
    }
    const candidates = find
      .byName(name)
      .filter((one) => (sku === '' || one.skuKey === '') && !taken.has(one.id));
    if (sku === '' && named.get(searchKey(name))! > 1)
      return { problem: `name: Another row has the name ${name}: give the SKU of each.` };
    if (candidates.length > 1) return { problem: `name: ${TWO_OF_A_NAME}` };
    const [only] = candidates;
    if (only) taken.add(only.id);
    return { id: only?.id };
  });
}

/** The markup in hundredths of a percent that makes a selling price of a cost, with what a person is told. */
export function markupOf(
  cost: Cents,
  price: Cents,
): { markupPoints: number | undefined; note?: string } | { problem: string } {
  if (cost === 0)
    return { markupPoints: undefined, ...(price > 0 && { note: PRICE_WITHOUT_COST }) };
  if (price < cost) return { markupPoints: 0, note: PRICE_BELOW_COST };
  const markupPoints = scaleCents(cents(price - cost), 10_000, cost) as number;
  if (markupPoints > MAX_MARKUP)
    return {
      problem:
        'sellingPriceUsd: The price is more than a hundred times the cost. Are these the right columns?',
    };
  return sellingPrice(cost, markupPoints) === price
    ? { markupPoints }
    : { markupPoints, note: PRICE_ROUNDED };
}

/** Opening stock to book: units, and their value in US cents. */
export interface PlannedOpening {
  quantity: number;
  value: Cents;
  date: Calendar['today'];
}

export interface ItemFacts {
  calendar: Calendar;
  /** Stock of an item that is there is opened by those who adjust stock. */
  mayAdjust: boolean;
}

/** The fields of an item that a file may change, in their order. */
export const itemFields = [
  'name',
  'sku',
  'category',
  'brand',
  'model',
  'description',
  'specifications',
  'unitCostUsd',
  'sellingPriceUsd',
  'minimumStock',
  'status',
] as const;
export type ItemField = (typeof itemFields)[number];

/** An item as a file makes it; `category` is a name, of the usual one if it is empty. */
export type ItemValues = Pick<
  EquipmentRecord,
  | 'name'
  | 'sku'
  | 'brand'
  | 'model'
  | 'description'
  | 'specifications'
  | 'unitCostUsd'
  | 'markupPoints'
  | 'sellingPriceUsd'
  | 'minimumStock'
  | 'status'
> & { category: string };

export type ItemFate =
  | { problem: string }
  | {
      before: KnownItem | undefined;
      values: ItemValues;
      /** The fields of `before` that change. */
      changed: ItemField[];
      opening: PlannedOpening | undefined;
      /** The stock of the file was booked before, by an import or by hand. */
      isOpened: boolean;
      notes: string[];
    };

/** The value of the stock of a row in US cents; undefined if the file does not tell it. */
export function valueOfStock({
  quantityInStock = 0,
  unitCostUsd,
  stockCostUsd = unitCostUsd,
  stockValueUsd,
}: Pick<ImportedItem, 'quantityInStock' | 'unitCostUsd' | 'stockCostUsd' | 'stockValueUsd'>):
  | number
  | undefined {
  if (quantityInStock === 0) return undefined;
  return stockValueUsd ?? (stockCostUsd === undefined ? undefined : quantityInStock * stockCostUsd);
}

function dayProblem(
  day: Calendar['today'],
  { calendar: { today, locked } }: ItemFacts,
): string | undefined {
  if (day > today)
    return `The books begin on ${formatDate(day)}: import what is in stock from that day on.`;
  if (!isDateAllowed(day, today)) return DATE_NOT_ALLOWED;
  const month = monthOf(day);
  return locked.has(month) ? `${formatMonth(month)} is locked in the books.` : undefined;
}

type Stock =
  | { problem: string }
  | { opening: PlannedOpening | undefined; isOpened: boolean; notes: string[] };

const NO_STOCK: Stock = { opening: undefined, isOpened: false, notes: [] };

/** What becomes of the quantity of a row. */
function planStock(row: ImportedItem, known: KnownItem | undefined, facts: ItemFacts): Stock {
  const { quantityInStock: quantity = 0, stockCostUsd, stockValueUsd } = row;
  if (quantity === 0)
    return stockValueUsd ? { ...NO_STOCK, notes: [VALUE_WITHOUT_QUANTITY] } : NO_STOCK;
  const refused = (message: string): Stock => ({ problem: `quantityInStock: ${message}` });
  const value = valueOfStock(row);
  if (value === undefined)
    return refused(
      'Say what a unit has cost: map unitCostUsd, set one cost for all rows, or leave the quantity out.',
    );
  if (value > MAX_AMOUNT.USD)
    return refused('What comes into stock at once cannot be worth more than $3,000,000.00.');
  if (known && (known.hasOtherMoves || known.opened.quantity !== 0)) {
    const isSame = known.opened.quantity === quantity && known.opened.value === value;
    return isSame
      ? { opening: undefined, isOpened: true, notes: [] }
      : { opening: undefined, isOpened: false, notes: [`quantityInStock: ${HAS_STOCK}`] };
  }
  if (known && !facts.mayAdjust)
    return refused('The item is there without stock, and your role may not adjust stock.');
  const { today, openingDate } = facts.calendar;
  const first = openingDate ?? today;
  // Stock that the undo of an import took out again has moves of its own days, and moves go on from the last.
  const date = known?.lastDate && known.lastDate > first ? known.lastDate : first;
  const onDay = dayProblem(date, facts);
  if (onDay) return refused(onDay);
  const notes = [
    ...(stockCostUsd === undefined && (stockValueUsd === undefined || row.isAtPurchasePrice)
      ? [AT_PURCHASE_PRICE]
      : []),
    ...(value === 0 ? [AT_NOTHING] : []),
    ...(openingDate === null ? [OPENED_TODAY] : []),
    ...(date > first
      ? [`quantityInStock: It was in stock before an undo; it is opened on ${formatDate(date)}.`]
      : []),
  ];
  return { opening: { quantity, value: cents(value), date }, isOpened: false, notes };
}

/** The list cost of an item: the purchase price, for a new item else what a unit in stock has cost. */
function costOf(row: ImportedItem, known: KnownItem | undefined): Cents | undefined {
  if (row.unitCostUsd !== undefined || known) return row.unitCostUsd;
  const { quantityInStock = 0, stockCostUsd, stockValueUsd } = row;
  if (stockCostUsd !== undefined) return stockCostUsd;
  return stockValueUsd !== undefined && quantityInStock > 0
    ? scaleCents(stockValueUsd, 1, quantityInStock)
    : undefined;
}

/** Units have no field of their own. */
function describedBy(specifications: string, unit: string): string {
  return [specifications, unit === '' ? '' : `Unit: ${unit}`].filter(Boolean).join('\n');
}

function newValues({ name, sku = '', unit = '', ...row }: ImportedItem): ItemValues {
  const { category = '', brand = '', model = '', description = '', specifications = '' } = row;
  const described = describedBy(specifications, unit);
  return {
    ...{ name, sku, category, brand, model, description },
    specifications: described,
    unitCostUsd: ZERO,
    markupPoints: DEFAULT_MARKUP,
    sellingPriceUsd: ZERO,
    minimumStock: row.minimumStock ?? DEFAULT_MINIMUM_STOCK,
    status: row.status ?? 'active',
  };
}

function presentValues({ record, categoryName }: KnownItem): ItemValues {
  const { name, sku, brand, model, description, specifications, status } = record;
  const { unitCostUsd, markupPoints, sellingPriceUsd, minimumStock } = record;
  return {
    ...{ name, sku, category: categoryName, brand, model, description, specifications, status },
    ...{ unitCostUsd, markupPoints, sellingPriceUsd, minimumStock },
  };
}

/** The texts of a row that change an item; a row without a SKU, or with the item's number, keeps that of the item. */
function sentTexts(
  { name, sku, category, brand, model, description, ...row }: ImportedItem,
  { record }: KnownItem,
): Partial<ItemValues> {
  const { minimumStock, status, unit = '' } = row;
  const specifications =
    row.specifications === undefined ? undefined : describedBy(row.specifications, unit);
  const isNumber = sku !== undefined && searchKey(sku) === searchKey(record.equipmentId);
  const sent = {
    ...{ name, brand, model, description, specifications, minimumStock, status },
    ...(sku && !isNumber && { sku }),
    ...(category && { category }),
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

/**
 * What becomes of a row of a file: a new item, changes of one that is there, and the stock that it opens; or why it is
 * refused, with the name of the field. Amounts in US cents. Opening stock is booked once for each item, at what it has cost
 * or else the purchase price, on the opening date; without an opening date, today.
 */
export function planItem(
  row: ImportedItem,
  known: KnownItem | undefined,
  facts: ItemFacts,
): ItemFate {
  const stock = planStock(row, known, facts);
  if ('problem' in stock) return stock;
  const notes = [...stock.notes];
  const present = known && presentValues(known);
  const values: ItemValues = present ? { ...present, ...sentTexts(row, known) } : newValues(row);
  const cost = costOf(row, known);
  if (cost !== undefined) values.unitCostUsd = cost;
  else if (!known) notes.push(NO_COST);
  if (row.sellingPriceUsd !== undefined) {
    const markup = markupOf(values.unitCostUsd, row.sellingPriceUsd);
    if ('problem' in markup) return markup;
    if (markup.markupPoints !== undefined) values.markupPoints = markup.markupPoints;
    if (markup.note) notes.push(markup.note);
  }
  values.sellingPriceUsd = sellingPrice(values.unitCostUsd, values.markupPoints);
  // One that the undo of an import left without stock is used again.
  if (stock.opening && known && row.status === undefined) values.status = 'active';
  const changed = present
    ? itemFields.filter((name) =>
        name === 'category'
          ? searchKey(present.category) !== searchKey(values.category)
          : present[name] !== values[name],
      )
    : [];
  return { before: known, values, changed, ...stock, notes };
}

/** A value of an item as a text, for the list of changes. */
export function itemText(values: ItemValues, field: ItemField): string {
  const value = values[field];
  return field === 'unitCostUsd' || field === 'sellingPriceUsd'
    ? toDecimal(value as Cents)
    : String(value);
}
