import { actionCommand } from '../../action-command.ts';
import { required, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { idByNumber } from '../../find-record.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, moneyColumn, numberColumn, textColumn } from '../../output.ts';
import type { Session } from '../../session.ts';

const columns = [
  textColumn('equipmentId', 'Item'),
  textColumn('name', 'Name'),
  textColumn('categoryName', 'Category'),
  numberColumn('quantityInStock', 'In stock'),
  numberColumn('reserved', 'Reserved'),
  numberColumn('underWay', 'Under way'),
  numberColumn('minimumStock', 'Minimum'),
  textColumn('stockLabel', 'Stock'),
  moneyColumn('averageCostUsd', 'Average USD'),
  moneyColumn('stockValueUsd', 'Value USD'),
  moneyColumn('sellingPriceUsd', 'Price USD'),
  textColumn('status', 'Status'),
] as const;

const countColumns = [
  textColumn('countId', 'Count'),
  textColumn('date', 'Date'),
  textColumn('status', 'Status'),
  numberColumn('items', 'Items'),
  numberColumn('counted', 'Counted'),
  numberColumn('differences', 'Differences'),
  moneyColumn('differenceUsd', 'Difference USD'),
  textColumn('createdBy', 'Begun by'),
  textColumn('postedBy', 'Posted by'),
] as const;

/** The id of an item by its number, 'EQ-001', in any case. @throws AppError notFound. */
export const findItem = (session: Session, typed: string) =>
  idByNumber(
    session,
    { operation: 'listEquipment', field: 'equipmentId', noun: 'Equipment', kind: 'equipment' },
    typed,
  );

const filters = {
  status: text('status', 'active, discontinued or out_of_stock'),
  stock: text('label', 'out, low, in, or short (low or out)'),
};
const moveFilters = {
  item: text('item', 'Only those of this item, such as EQ-001'),
  kind: text('kind', 'opening, adjustment, count, receipt, sale …'),
  from: text('date', 'From this day'),
  to: text('date', 'Up to this day'),
};

/** The filter of moves: the item is named by its number. */
async function moveQuery(
  session: Session,
  { item, ...query }: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (item === undefined) return query;
  return { ...query, equipmentId: await findItem(session, String(item)) };
}

export const stockCommands = [
  listCommand({
    name: 'stock list',
    summary: 'List equipment with its stock',
    operation: 'listEquipment',
    columns,
    filters,
    examples: ['isp stock list --q router', 'isp stock list --sort -stockValueUsd --format csv'],
  }),
  listCommand({
    name: 'stock low',
    summary: 'List active equipment at or below its minimum',
    operation: 'listEquipment',
    columns,
    pages: {},
    async input() {
      return { query: { status: 'active', stock: 'short' } };
    },
    examples: ['isp stock low'],
  }),
  listCommand({
    name: 'stock moves',
    summary: 'List moves of stock, newest first',
    operation: 'listStockMoves',
    columns: [
      textColumn('date', 'Date'),
      textColumn('equipmentNumber', 'Item'),
      textColumn('equipmentName', 'Name'),
      textColumn('kind', 'Kind'),
      numberColumn('quantity', 'Quantity'),
      moneyColumn('valueUsd', 'Value USD'),
      numberColumn('reserved', 'Reserved'),
      textColumn('reference', 'Document'),
      textColumn('note', 'Note'),
      textColumn('createdBy', 'By'),
      instantColumn('createdAt', 'At'),
    ],
    filters: moveFilters,
    input: async (session, query) => ({ query: await moveQuery(session, query) }),
    examples: [
      'isp stock moves --item EQ-001',
      'isp stock moves --kind adjustment --from 2026-11-01',
    ],
  }),
  actionCommand({
    name: 'stock adjust',
    summary: 'Set what is on hand of an item, with a reason',
    args: {
      item: { help: 'Number of the item, such as EQ-001' },
      quantity: { help: 'Units that are on hand' },
    },
    options: {
      reason: required('text', 'Why'),
      unitCostUsd: text('amount', 'Cost of each unit added; the average when left out'),
      date: text('date', 'Day of the adjustment; today when left out'),
    },
    examples: ['isp stock adjust EQ-001 12 --reason "Two were broken"'],
    operation: 'adjustStock',
    columns,
    async input(session, { args, options }) {
      const id = await findItem(session, args.item);
      const body = { ...options, quantityInStock: args.quantity };
      return { params: { id }, body };
    },
  }),
  listCommand({
    name: 'stock counts',
    summary: 'List the latest stock counts',
    operation: 'listStockCounts',
    columns: countColumns,
    pages: {},
    examples: ['isp stock counts'],
  }),
  exportCommand({
    name: 'stock export',
    operation: 'exportEquipment',
    filters,
    examples: ['isp stock export --stock short --output low-stock.xlsx'],
  }),
  exportCommand({
    name: 'stock export-moves',
    operation: 'exportStockMoves',
    filters: moveFilters,
    input: moveQuery,
    examples: ['isp stock export-moves --item EQ-001 > moves.csv'],
  }),
];
