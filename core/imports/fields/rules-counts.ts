import { type ImportedCount, importedCount } from '../../stock/import/schema.ts';
import type { ImportTable, ImportTotal } from './rules.ts';
import { ITEM_NAME_TITLES, SKU_TITLES } from './rules-items.ts';

export type CountRow = ImportedCount;

/** Titles of a counted quantity. */
export const COUNTED_TITLES = [
  'Counted',
  'Counted Quantity',
  'Quantity Counted',
  'Counted Qty',
  'Qty Counted',
  'Physical Count',
  'Physical Quantity',
  'Actual Quantity',
  'Count',
] as const;

/** Counted quantities of items that are there; the rows of a day become a stock count. */
export const countTable: ImportTable<CountRow> = {
  type: 'counts',
  key: 'item',
  schema: importedCount,
  fields: [
    {
      name: 'item',
      kind: 'text',
      isRequired: true,
      aliases: ['SKU', 'equipmentId', 'Equipment ID', ...SKU_TITLES, 'Name', ...ITEM_NAME_TITLES],
      example: 'RT-100',
    },
    {
      name: 'counted',
      kind: 'whole',
      isRequired: true,
      aliases: COUNTED_TITLES,
      example: '11',
    },
    {
      name: 'date',
      kind: 'date',
      isRequired: true,
      aliases: ['Count Date', 'Counted On', 'Date Counted', 'Date of Count'],
      example: '2026-01-12',
    },
  ],
};

export const countTotals: readonly ImportTotal<CountRow>[] = [
  { key: 'counts', label: 'Counted items', unit: 'count', of: () => 1 },
  { key: 'units', label: 'Counted units', unit: 'count', of: ({ counted }) => counted },
];
