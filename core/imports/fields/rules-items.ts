import type { z } from 'zod';
import { currencyText } from '../../kernel/currencies.ts';
import { MAX_AMOUNT } from '../../kernel/money.ts';
import { valueOfStock } from '../../stock/import/rules.ts';
import { type ImportedItem, importedItem } from '../../stock/import/schema.ts';
import { equipmentStatuses } from '../../stock/schema.ts';
import { currencyWarnings } from '../inspect/rules-currencies.ts';
import type { ImportTable, ImportTotal } from './rules.ts';
import { currencyField, dollarTotals } from './rules-currency.ts';

const itemRow = importedItem.extend({ currency: currencyText.optional() });
export type ItemRow = z.output<typeof itemRow> & Pick<ImportedItem, 'isAtPurchasePrice'>;

/** Titles of the name of an item, the most likely first. */
export const ITEM_NAME_TITLES = [
  'Item Name',
  'Product Name',
  'Product/Service Name',
  'Equipment',
  'Equipment Name',
  'Product',
  'Item',
] as const;
/** Titles of its code. */
export const SKU_TITLES = [
  'Item Code',
  'ItemCode',
  'Product Code',
  'Item Number',
  'Item No',
  'Part Number',
  'Stock Code',
  'Code',
] as const;

/** Kinds of items of other systems that are never in stock. */
const SERVICES = [
  ...['service', 'services', 'serv', 'digital_service', 'labor', 'labour'],
  ...['non-inventory', 'noninventory', 'non-inventory part', 'non-stock', 'part'],
  ...['other charge', 'othc', 'discount', 'disc', 'subtotal', 'subt', 'payment', 'pmt'],
  ...['group', 'grp', 'bundle', 'category', 'fixed asset'],
  ...['sales tax item', 'comptax', 'sales tax group', 'stax'],
];

/** Equipment with its opening stock; found by the SKU, or without one by the name. */
export const itemTable: ImportTable<ItemRow> = {
  type: 'items',
  key: 'name',
  schema: itemRow,
  inspect: async (file) => ({
    warnings: await currencyWarnings(file, [
      { label: 'Costs', of: ({ unitCostUsd }) => unitCostUsd },
      { label: 'Stock', of: valueOfStock },
    ]),
  }),
  fields: [
    {
      name: 'name',
      kind: 'text',
      isRequired: true,
      aliases: ITEM_NAME_TITLES,
      example: 'Example router',
    },
    {
      name: 'sku',
      kind: 'text',
      aliases: [...SKU_TITLES, 'equipmentId', 'Equipment ID'],
      example: 'RT-100',
    },
    {
      name: 'type',
      kind: 'text',
      aliases: ['Item Type', 'Product Type'],
      leavesOut: {
        texts: SERVICES,
        why: 'they are services or other items that are never in stock',
      },
      example: 'product',
    },
    {
      name: 'category',
      kind: 'text',
      aliases: ['Category Name', 'Item Category', 'Product Category', 'Item Group'],
      example: 'Routers',
    },
    {
      name: 'brand',
      kind: 'text',
      aliases: ['Manufacturer', 'Make', 'Vendor Brand'],
      example: 'MikroTik',
    },
    { name: 'model', kind: 'text', aliases: ['Model Number', 'MPN'], example: 'hAP ax2' },
    {
      name: 'description',
      kind: 'text',
      aliases: ['Item Description', 'Product Description', 'Details', 'Notes'],
      example: 'Router for homes',
    },
    { name: 'specifications', kind: 'text', aliases: ['Specs', 'Specification'], example: '' },
    {
      name: 'unit',
      kind: 'text',
      aliases: ['Usage Unit', 'Unit Name', 'UOM', 'Unit of Measure', 'U/M'],
      example: 'piece',
    },
    {
      name: 'unitCostUsd',
      kind: 'amount',
      least: 'zero',
      aliases: [
        'Unit Cost',
        'Cost',
        'Cost Price',
        'Purchase Price',
        'Purchase Cost',
        'Purchase Rate',
        'Buying Price',
      ],
      example: '64.00',
    },
    {
      name: 'sellingPriceUsd',
      kind: 'amount',
      least: 'zero',
      aliases: [
        'Selling Price',
        'Sale Price',
        'Sales Price',
        'Price',
        'Unit Price',
        'Rate',
        'Retail Price',
      ],
      example: '80.00',
    },
    {
      name: 'minimumStock',
      kind: 'whole',
      aliases: ['Minimum Stock', 'Reorder Point', 'Reorder Level', 'Reorder Pt (Min)', 'Min Stock'],
      example: '5',
    },
    {
      name: 'status',
      kind: 'choice',
      choices: equipmentStatuses,
      synonyms: { inactive: 'discontinued', enabled: 'active', disabled: 'discontinued' },
      aliases: ['Item Status', 'Active Status'],
      example: 'active',
    },
    {
      name: 'quantityInStock',
      kind: 'whole',
      aliases: [
        'Quantity in Stock',
        'Quantity on Hand',
        'Qty on Hand',
        'Stock on Hand',
        'In Stock',
        'Opening Stock',
        'Quantity',
        'Qty',
        'Stock',
      ],
      example: '12',
    },
    {
      name: 'stockCostUsd',
      kind: 'amount',
      least: 'zero',
      aliases: ['Average Cost', 'averageCostUsd', 'Avg Cost', 'Opening Stock Rate'],
      example: '62.50',
    },
    {
      name: 'stockValueUsd',
      kind: 'amount',
      least: 'zero',
      aliases: ['Stock Value', 'Asset Value', 'Inventory Value', 'Opening Stock Value'],
      example: '',
    },
    currencyField,
  ],
};

export const itemTotals: readonly ImportTotal<ItemRow>[] = dollarTotals([
  { key: 'items', label: 'Items', unit: 'count', of: () => 1 },
  {
    key: 'units',
    label: 'Units in stock',
    unit: 'count',
    isOptional: true,
    of: ({ quantityInStock }) => quantityInStock,
  },
  {
    key: 'stockValue',
    label: 'Value of the stock',
    unit: 'usd',
    isOptional: true,
    of(row) {
      // What is worth more than a document may be is refused.
      const value = valueOfStock(row);
      return value !== undefined && value > MAX_AMOUNT.USD ? undefined : value;
    },
  },
]);
