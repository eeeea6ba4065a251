import { type RawBuilder, sql } from 'kysely';
import { type Columns, insertRows, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { Cents } from '../../kernel/money.ts';
import {
  type LockedSale,
  type ReadLine,
  type SaleLineRecord,
  type SaleRecord,
  saleSearchText,
} from './rules.ts';

export const sales = defineRecord<'sales_orders', SaleRecord>(
  'sales_orders',
  {
    id: 'id bigint',
    orderNumber: 'order_number text',
    orderDate: 'order_date date',
    customerId: 'customer_id bigint',
    salesPersonId: 'sales_person_id bigint',
    salesPersonName: 'sales_person_name text',
    deliveryDate: 'delivery_date date',
    deliveryAddress: 'delivery_address text',
    notes: 'notes text',
    status: 'status text',
    closedReason: 'closed_reason text',
    exchangeRate: 'rate_cents bigint',
    totalAmountUsd: 'total_cents bigint',
    totalAmountSsp: 'ssp_cents bigint',
    priceCheck: 'price_check text',
    isCounterSale: 'is_counter_sale boolean',
    invoiceId: 'invoice_id bigint',
    deliveredOn: 'delivered_on date',
    deliveredBy: 'delivered_by text',
    receivedBy: 'received_by text',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
    version: 'version int',
  },
  { derived: { search_text: ['text', saleSearchText] } },
);

const lineColumns: Columns<SaleLineRecord> = {
  order_id: ['bigint', (line) => line.orderId],
  line_no: ['int', (line) => line.lineNo],
  equipment_id: ['bigint', (line) => line.equipmentId],
  description: ['text', (line) => line.description],
  list_price_cents: ['bigint', (line) => line.listPriceUsd],
  quantity: ['int', (line) => line.quantity],
  unit_price_cents: ['bigint', (line) => line.unitPriceUsd],
  total_cents: ['bigint', (line) => line.quantity * line.unitPriceUsd],
};

export async function insertLines(db: Db, lines: readonly SaleLineRecord[]): Promise<void> {
  await insertRows(db, 'sales_order_lines', lines, lineColumns);
}

export async function deleteLines(db: Db, orderId: number): Promise<void> {
  await db.deleteFrom('sales_order_lines').where('order_id', '=', orderId).execute();
}

/** The lines of orders in their order, with their items. */
export async function findLines(db: Db, orderIds: readonly number[]): Promise<ReadLine[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<ReadLine>`
    select l.order_id as "orderId", l.line_no as "lineNo", l.equipment_id as "equipmentId", l.description,
      l.list_price_cents as "listPriceUsd", l.quantity, l.unit_price_cents as "unitPriceUsd", l.returned,
      l.cost_cents as "costUsd", l.serials, e.equipment_id as "equipmentNumber", e.is_serialised as "isSerialised"
    from ${eachId(orderIds)} cross join lateral ${byKey('sales_order_lines', 'order_id', 'k.id')} l
    cross join lateral ${byKey('equipment', 'id', 'l.equipment_id')} e
    order by l.order_id, l.line_no`.execute(db);
  return rows;
}

/** The id of an order's customer, as an expression. */
export function customerOf(id: number): RawBuilder<number> {
  return sql<number>`(select customer_id from sales_orders where id = ${id})`;
}

/** Locks an order; answers it with its lines, and the name of its customer if that is not the one given. */
export async function lockSale(
  db: Db,
  id: number,
  known?: { id: number; name: string },
): Promise<LockedSale | undefined> {
  const row = await sales.lock(db, id);
  if (!row) return undefined;
  const customer =
    known?.id === row.customerId
      ? known
      : await db
          .selectFrom('customers')
          .select('name')
          .where('id', '=', row.customerId)
          .executeTakeFirstOrThrow();
  return { ...row, customerName: customer.name, lines: await findLines(db, [id]) };
}

/** Raises the version of a locked order whose lines changed, but nothing else. */
export async function raiseVersion(db: Db, id: number, at: Date): Promise<void> {
  await sql`update sales_orders set version = version + 1, updated_at = ${at} where id = ${id}`.execute(
    db,
  );
}

/** Writes what the goods of an order's delivered lines had cost, and the serial numbers of their units. */
export async function updateDelivered(
  db: Db,
  orderId: number,
  lines: readonly Pick<SaleLineRecord, 'lineNo' | 'costUsd' | 'serials'>[],
): Promise<void> {
  const written = rowsOf(lines, {
    line_no: ['int', (line) => line.lineNo],
    cost: ['bigint', (line) => line.costUsd],
    serials: ['text[]', (line) => line.serials],
  });
  await sql`update sales_order_lines l set cost_cents = n.cost, serials = n.serials
    from (${written}) as n where l.order_id = ${orderId} and l.line_no = n.line_no`.execute(db);
}

/** Adds to the returned quantities of lines of a locked order. */
export async function addReturned(
  db: Db,
  orderId: number,
  changes: readonly { lineNo: number; quantity: number }[],
): Promise<void> {
  const written = rowsOf(changes, {
    line_no: ['int', ({ lineNo }) => lineNo],
    count: ['int', ({ quantity }) => quantity],
  });
  await sql`update sales_order_lines l set returned = l.returned + n.count
    from (${written}) as n where l.order_id = ${orderId} and l.line_no = n.line_no`.execute(db);
}

/** An item that a line names, with the list's price in US cents. */
export interface ListedItem {
  id: number;
  equipmentNumber: string;
  name: string;
  listPriceUsd: Cents;
  isSerialised: boolean;
}

export async function findItems(db: Db, ids: readonly number[]): Promise<Map<number, ListedItem>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  const { rows } = await sql<ListedItem>`
    select e.id, e.equipment_id as "equipmentNumber", e.name, e.selling_price_cents as "listPriceUsd", e.is_serialised as "isSerialised"
    from ${eachId(unique)} cross join lateral ${byKey('equipment', 'id', 'k.id')} e`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
