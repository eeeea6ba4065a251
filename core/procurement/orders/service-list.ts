import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Caller } from '../rules.ts';
import { callerOf } from '../service-caller.ts';
import { findLines } from './queries.ts';
import * as queries from './queries-list.ts';
import { excessOf, type LockedOrder, type OrderRow, toLine } from './rules.ts';
import { actionsFor } from './rules-actions.ts';
import type { OrderFilter, orderExport, PurchaseOrder } from './schema.ts';

/** Rows with their lines and what the caller may do, in one more query for all of them. */
async function complete(
  ctx: Ctx,
  rows: readonly OrderRow[],
  caller: Caller,
): Promise<PurchaseOrder[]> {
  const all = await findLines(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const byId = groupedBy(all, ({ orderId }) => orderId);
  return rows.map((row) => {
    const lines = byId.get(row.id) ?? [];
    return {
      ...row,
      excessUsd: excessOf(row),
      items: lines.map(toLine),
      actions: actionsFor({ ...row, lines }, caller),
    };
  });
}

/** Purchase orders, newest first by default; the total is counted only on request. */
export async function listOrders(ctx: Ctx, filter: OrderFilter): Promise<Page<PurchaseOrder>> {
  const { rows, ...page } = await queries.findOrders(ctx.db, filter);
  return { ...page, rows: await complete(ctx, rows, await callerOf(ctx)) };
}

/** An order with its lines and what the caller may do now. @throws AppError notFound. */
export async function getOrder(ctx: Ctx, id: number): Promise<PurchaseOrder> {
  const row = (await queries.getOrder(ctx.db, id)) ?? notFound('Purchase order', id);
  return (await complete(ctx, [row], await callerOf(ctx)))[0]!;
}

/** As `getOrder`, of an order that the transaction has written, with the number of its requisition. */
export function answerOrder(
  order: LockedOrder,
  requisitionNumber: string | undefined,
  caller: Caller,
): PurchaseOrder {
  const { lines, ...row } = order;
  return {
    ...row,
    requisitionNumber: requisitionNumber ?? '',
    excessUsd: excessOf(order),
    items: lines.map(toLine),
    actions: actionsFor(order, caller),
  };
}

/** @throws AppError notFound. */
export async function assertOrderKnown(ctx: Ctx, id: number): Promise<void> {
  if (!(await queries.getOrder(ctx.db, id))) notFound('Purchase order', id);
}

/** Orders read at a time by an export. */
const BATCH = 500;

interface ExportedLine {
  order: PurchaseOrder;
  item: PurchaseOrder['items'][number];
}

const columns: readonly Column<ExportedLine>[] = [
  { header: 'poNumber', kind: 'text', value: ({ order }) => order.poNumber, width: 16 },
  { header: 'requisitionId', kind: 'text', value: ({ order }) => order.requisitionNumber },
  { header: 'supplier', kind: 'text', value: ({ order }) => order.supplierName, width: 32 },
  { header: 'status', kind: 'text', value: ({ order }) => order.status, width: 12 },
  { header: 'orderDate', kind: 'date', value: ({ order }) => order.orderDate },
  { header: 'expectedDelivery', kind: 'date', value: ({ order }) => order.expectedDelivery },
  { header: 'receivedOn', kind: 'date', value: ({ order }) => order.receivedOn },
  { header: 'item', kind: 'text', value: ({ item }) => item.equipmentNumber, width: 12 },
  { header: 'account', kind: 'text', value: ({ item }) => item.accountCode, width: 10 },
  { header: 'description', kind: 'text', value: ({ item }) => item.description, width: 40 },
  { header: 'quantity', kind: 'integer', value: ({ item }) => item.orderedQuantity },
  { header: 'cancelledQuantity', kind: 'integer', value: ({ item }) => item.cancelledQuantity },
  { header: 'receivedQuantity', kind: 'integer', value: ({ item }) => item.receivedQuantity },
  { header: 'billedQuantity', kind: 'integer', value: ({ item }) => item.billedQuantity },
  { header: 'currency', kind: 'text', value: ({ order }) => order.currency, width: 10 },
  { header: 'unitPrice', kind: 'money', value: ({ item }) => item.unitPrice },
  { header: 'totalPrice', kind: 'money', value: ({ item }) => item.totalPrice },
  { header: 'exchangeRate', kind: 'money', value: ({ order }) => order.exchangeRate },
  { header: 'createdBy', kind: 'text', value: ({ order }) => order.createdBy },
  { header: 'approvedBy', kind: 'text', value: ({ order }) => order.approvedBy },
  { header: 'notes', kind: 'text', value: ({ order }) => order.notes, width: 40 },
];

/** The filtered list as .xlsx or .csv, one row for each line, streamed (decision 20). */
export async function exportOrders(
  ctx: Ctx,
  query: z.output<typeof orderExport>,
): Promise<FileAnswer> {
  const { format = 'xlsx' } = query;
  const file = { name: `purchase-orders-${ctx.today}`, sheetName: 'Purchase orders', format };
  const caller = await callerOf(ctx);
  async function* rows() {
    for await (const batch of queries.streamOrders(ctx.db, query, BATCH)) {
      const found = await complete(ctx, batch, caller);
      yield found.flatMap((order) => order.items.map((item) => ({ order, item })));
    }
  }
  return exportFile(file, columns, rows());
}

/** At most `limit` orders whose number or supplier matches, newest first. */
export function searchOrders(ctx: Ctx, q: string, limit: number) {
  return queries.searchOrders(ctx.db, q, limit);
}
