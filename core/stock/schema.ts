import { z } from 'zod';
import { dateText, instant } from '../kernel/dates.ts';
import { money, moneyNotNegative } from '../kernel/money.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredLines,
  requiredText,
  wholeNumber,
  yesNo,
} from '../kernel/text.ts';
import { ignoring } from '../kernel/unknown-keys.ts';

/** seeds/002 3. 'out_of_stock' is set by hand; the stock label follows from the quantity. */
export const equipmentStatuses = ['active', 'discontinued', 'out_of_stock'] as const;
/** seeds/002 4: 'Out of Stock', 'Low Stock', 'In Stock'. */
export const stockLabels = ['out', 'low', 'in'] as const;

export const equipment = z.object({
  id: recordId,
  equipmentId: z.string(),
  name: z.string(),
  /** The company's own code of the item; empty without one. */
  sku: z.string(),
  categoryId: recordId,
  categoryName: z.string(),
  brand: z.string(),
  model: z.string(),
  description: z.string(),
  specifications: z.string(),
  unitCostUsd: money,
  /** In pounds at today's standard rate, as the selling price. */
  unitCostSsp: money,
  /** Percent, with up to two decimals. */
  markupPercentage: z.number(),
  sellingPriceUsd: money,
  sellingPriceSsp: money,
  quantityInStock: z.number(),
  reserved: z.number(),
  available: z.number(),
  /** Average cost of what is in stock; null when none is. */
  averageCostUsd: money.nullable(),
  stockValueUsd: money,
  minimumStock: z.number(),
  stockLabel: z.enum(stockLabels),
  /** Ordered or asked for and not yet received. */
  underWay: z.number(),
  status: z.enum(equipmentStatuses),
  isSerialised: z.boolean(),
  createdAt: instant,
  version: z.number(),
});
export type Equipment = z.output<typeof equipment>;

/** A percentage of at most two decimals, as a number or a text. */
const markup = z.codec(z.union([z.number(), z.string().max(20)]), z.number(), {
  decode: (input, payload) => {
    const text = String(input).trim();
    const value = /^\d{1,5}(?:\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
    if (value <= 10_000) return value;
    const message = 'The markup must be a percentage from 0 to 10,000.';
    payload.issues.push({ code: 'custom', message, input });
    return z.NEVER;
  },
  encode: (value) => value,
});

/** Serial numbers of units; an item without `isSerialised` has none. */
const serials = requiredText('The serial number', 100).array().max(1000).optional();

/** The form (seeds/002 5). `quantityInStock` of a new item is an opening move, later an adjustment with `reason`. */
const equipmentFields = z.object({
  name: requiredText('The name', 200),
  sku: optionalText('The SKU', 100).optional(),
  categoryId: recordId.optional(),
  brand: optionalText('The brand', 100).optional(),
  model: optionalText('The model', 100).optional(),
  description: optionalLines('The description', 2000).optional(),
  specifications: optionalLines('The specifications', 4000).optional(),
  unitCostUsd: moneyNotNegative,
  markupPercentage: markup,
  quantityInStock: wholeNumber('The stock', 0, 1_000_000).optional(),
  minimumStock: wholeNumber('The minimum stock', 0, 1_000_000).optional(),
  status: z.enum(equipmentStatuses).optional(),
  isSerialised: yesNo.optional(),
  /** Of the units in the opening stock. */
  serials,
  reason: optionalLines('The reason', 500).optional(),
});
/** What the form shows beside them is computed (decision 28). */
const computedPrices = ['unitCostSsp', 'sellingPriceUsd', 'sellingPriceSsp'];
export const equipmentInput = ignoring(equipmentFields, computedPrices);
export type EquipmentInput = z.output<typeof equipmentInput>;
export const equipmentUpdate = ignoring(
  equipmentFields
    .omit({ serials: true })
    .partial()
    .extend({
      /** What the form showed as in stock: the same `quantityInStock` is no change, and stock that moved since is refused. */
      quantityShown: wholeNumber('The stock shown').optional(),
      version: recordVersion,
    }),
  computedPrices,
);
export type EquipmentUpdate = z.output<typeof equipmentUpdate>;

export const equipmentSorts = ['name', 'equipmentId', 'quantityInStock', 'stockValueUsd'] as const;
export const equipmentFilter = pagingQuery(equipmentSorts).extend({
  categoryId: recordId.optional(),
  status: z.enum(['all', ...equipmentStatuses]).optional(),
  /** 'short' is low or out: at or below the minimum. */
  stock: z.enum(['all', 'short', ...stockLabels]).optional(),
});
export type EquipmentFilter = z.output<typeof equipmentFilter>;
export const equipmentExport = equipmentFilter.extend({ format: z.enum(exportFormats).optional() });

export const equipmentCategory = z.object({ id: recordId, name: z.string() });
export const categoryInput = z.object({ name: requiredText('The name', 100) });

/** seeds/002 3. `totalValue` is the value of the stock; `monthlyRevenue` the revenue of equipment this month. */
export const equipmentStats = z.object({
  totalEquipment: z.number(),
  activeEquipment: z.number(),
  lowStockItems: z.number(),
  totalValue: money,
  monthlyRevenue: money,
});

export const moveKinds = [
  'opening',
  'adjustment',
  'count',
  'receipt',
  'supplier_return',
  'reserve',
  'release',
  'sale',
  'sale_return',
  'loan',
  'loan_return',
] as const;
export type MoveKind = (typeof moveKinds)[number];

export const stockMove = z.object({
  id: recordId,
  equipmentId: recordId,
  equipmentNumber: z.string(),
  equipmentName: z.string(),
  date: dateText,
  kind: z.enum(moveKinds),
  quantity: z.number(),
  valueUsd: money,
  reserved: z.number(),
  source: z.string(),
  sourceId: z.number(),
  reference: z.string(),
  note: z.string(),
  createdAt: instant,
  createdBy: z.string(),
});
export type StockMove = z.output<typeof stockMove>;
export const stockMoveFilter = pagingQuery(['date']).extend({
  equipmentId: recordId.optional(),
  kind: z.enum(['all', ...moveKinds]).optional(),
  from: dateText.optional(),
  to: dateText.optional(),
});
export type StockMoveFilter = z.output<typeof stockMoveFilter>;
export const stockMoveExport = stockMoveFilter.extend({ format: z.enum(exportFormats).optional() });

export const unitPlaces = ['stock', 'supplier', 'sold', 'loan', 'lost', 'damaged'] as const;
const equipmentUnit = z.object({
  id: recordId,
  serial: z.string(),
  macAddress: z.string(),
  place: z.enum(unitPlaces),
  customerId: recordId.nullable(),
  updatedAt: instant,
});
export const equipmentDetail = equipment.extend({
  units: equipmentUnit.array(),
  moves: stockMove.array(),
});
export type EquipmentDetail = z.output<typeof equipmentDetail>;

/** Sets what is on hand; the difference is posted with its reason. */
export const adjustInput = z.object({
  quantityInStock: wholeNumber('The stock', 0, 1_000_000),
  /** Cost of units added; the average or the list's without it. */
  unitCostUsd: moneyNotNegative.optional(),
  date: dateText.optional(),
  /** Of units added or, where units are taken out, of those that are gone. */
  serials,
  /** What the form showed as in stock: stock that moved since is refused. */
  quantityShown: wholeNumber('The stock shown').optional(),
  reason: requiredLines('The reason', 500),
  version: recordVersion,
});
export type AdjustInput = z.output<typeof adjustInput>;

export const countStatuses = ['counting', 'waiting', 'posted', 'refused', 'cancelled'] as const;
export const stockCount = z.object({
  id: recordId,
  countId: z.string(),
  date: dateText,
  status: z.enum(countStatuses),
  notes: z.string(),
  items: z.number(),
  counted: z.number(),
  differences: z.number(),
  differenceUsd: money,
  createdAt: instant,
  createdBy: z.string(),
  postedBy: z.string(),
  version: z.number(),
});
export type StockCount = z.output<typeof stockCount>;
export const stockCountDetail = stockCount.extend({
  lines: z
    .object({
      equipmentId: recordId,
      equipmentNumber: z.string(),
      name: z.string(),
      categoryName: z.string(),
      expected: z.number(),
      counted: z.number().nullable(),
      differenceUsd: money,
    })
    .array(),
});
export type StockCountDetail = z.output<typeof stockCountDetail>;
/** Counts all items that are not discontinued, or still in stock, or those of a category. */
export const stockCountInput = z.object({
  categoryId: recordId.optional(),
  notes: optionalLines('The notes', 2000).optional(),
});
export type StockCountInput = z.output<typeof stockCountInput>;
export const stockCountUpdate = z.object({
  lines: z
    .object({
      equipmentId: recordId,
      counted: wholeNumber('The counted quantity', 0, 1_000_000).nullable(),
    })
    .array()
    .max(5000),
  notes: optionalLines('The notes', 2000).optional(),
  version: recordVersion,
});
export type StockCountUpdate = z.output<typeof stockCountUpdate>;
export const stockCountSubmit = z.object({
  reason: requiredLines('The reason', 500),
  version: recordVersion,
});
