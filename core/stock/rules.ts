import { type Cents, formatUsd, MAX_AMOUNT, scaleCents } from '../kernel/money.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../kernel/search.ts';
import { searchKey } from '../kernel/text.ts';
import type { Equipment, MoveKind, stockLabels } from './schema.ts';

/** Equipment is numbered EQ-001 (decision 7). */
export const EQUIPMENT_COUNTER = 'equipment';
export const EQUIPMENT_PREFIX = 'EQ-';
export const EQUIPMENT_WIDTH = 3;

/** seeds/002 9. */
export const DEFAULT_MINIMUM_STOCK = 5;
export const DEFAULT_CATEGORY = 'Other';
export const OPENING_REASON = 'Opening stock';

/** A row of the table equipment. */
export type EquipmentRecord = Pick<
  Equipment,
  | 'id'
  | 'equipmentId'
  | 'name'
  | 'sku'
  | 'categoryId'
  | 'brand'
  | 'model'
  | 'description'
  | 'specifications'
  | 'unitCostUsd'
  | 'sellingPriceUsd'
  | 'minimumStock'
  | 'status'
  | 'isSerialised'
  | 'createdAt'
  | 'version'
> & {
  /** Hundredths of a percent: 2500 is 25%. */
  markupPoints: number;
};

/** Folded name, brand, model, number and SKU. The list sorts names by it. */
export function equipmentSearchText({
  name,
  brand,
  model,
  equipmentId,
  sku,
}: Pick<EquipmentRecord, 'name' | 'brand' | 'model' | 'equipmentId' | 'sku'>): string {
  const [folded, makers] = [foldForSearch(name), foldForSearch(`${brand} ${model}`.trim())];
  return searchTextOf(folded, otherSpellings(name), makers, searchKey(equipmentId), searchKey(sku));
}

/** 'EQ-001 MikroTik hAP', for the audit log. */
export function nameOfEquipment({
  equipmentId,
  name,
}: Pick<EquipmentRecord, 'equipmentId' | 'name'>): string {
  return `${equipmentId} ${name}`;
}

/** A percentage with at most two decimals as hundredths of a percent. */
export function markupPointsOf(percentage: number): number {
  return Math.round(percentage * 100);
}

/** The selling price: cost × (1 + markup / 100), rounded half up (seeds/002 5). */
export function sellingPrice(unitCost: Cents, markupPoints: number): Cents {
  return scaleCents(unitCost, 10_000 + markupPoints, 10_000);
}

/** 'out' at 0, 'low' at or below the minimum (seeds/002 4). */
export function stockLabelOf(onHand: number, minimum: number): (typeof stockLabels)[number] {
  if (onHand <= 0) return 'out';
  return onHand <= minimum ? 'low' : 'in';
}

/** The cost of one unit on hand in US cents; null where none is. */
export function averageCost(value: Cents, onHand: number): Cents | null {
  return onHand > 0 ? scaleCents(value, 1, onHand) : null;
}

/** Why units of this cost cannot be taken into stock at once; undefined if they can. */
export function valueProblem(quantity: number, unitCost: Cents): string | undefined {
  if (BigInt(quantity) * BigInt(unitCost) <= BigInt(MAX_AMOUNT.USD)) return undefined;
  return `What comes into stock at once cannot be worth more than ${formatUsd(MAX_AMOUNT.USD)}.`;
}

/** The kinds of moves on screens and in files. */
export const moveKindLabels: Record<MoveKind, string> = {
  opening: 'Opening stock',
  adjustment: 'Adjustment',
  count: 'Stock count',
  receipt: 'Goods receipt',
  supplier_return: 'Return to supplier',
  reserve: 'Reserved',
  release: 'Released',
  sale: 'Sale',
  sale_return: 'Return of a sale',
  loan: 'Loan',
  loan_return: 'Return of a loan',
};
