import type { z } from 'zod';
import type { OrderInvoiceFacts } from '../../billing/orders/service.ts';
import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import { can } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { subtractCents, ZERO } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { searchKey } from '../../kernel/text.ts';
import type {
  ListedSale,
  SaleFilter,
  SaleReturn,
  SalesOrder,
  SalesOrderDetail,
  saleExport,
} from '../schema.ts';
import { findLines } from './queries.ts';
import * as queries from './queries-list.ts';
import { findReturnLines, findReturns } from './queries-returns.ts';
import { type LockedSale, paymentStatusOf, type ReadLine, type SaleRow, toLine } from './rules.ts';
import { actionsFor } from './rules-actions.ts';

/** An order as the list answers it. Tax is zero (seeds/002 5). */
function toSale(row: SaleRow): SalesOrder {
  const { deliveredBy: _by, receivedBy: _to, ...fields } = row;
  const { invoiceStatus: _status, invoicePaidUsd: _paid, invoiceOpenUsd: _open, ...sale } = fields;
  return {
    ...sale,
    paymentStatus: paymentStatusOf(row),
    subtotalUsd: row.totalAmountUsd,
    subtotalSsp: row.totalAmountSsp,
    taxAmountUsd: ZERO,
    taxAmountSsp: ZERO,
  };
}

/** Sales orders with their lines, newest first by default; the total is counted only on request. */
export async function listSales(ctx: Ctx, filter: SaleFilter): Promise<Page<ListedSale>> {
  const { rows, ...page } = await queries.findSales(ctx.db, filter);
  const lines = groupedBy(
    await findLines(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ orderId }) => orderId,
  );
  return {
    ...page,
    rows: rows.map((row) => ({
      ...toSale(row),
      items: (lines.get(row.id) ?? []).map((line) => toLine(line, row.exchangeRate)),
    })),
  };
}

/** What came back of an order: its returns, and the serial numbers by the order's line. */
interface Returned {
  returns: SaleReturn[];
  serials: ReadonlyMap<number, string[]>;
}

const NONE: Returned = { returns: [], serials: new Map() };

/** The returns of an order with their lines, oldest first. */
async function returnsOf(ctx: Ctx, orderId: number, lines: readonly ReadLine[]): Promise<Returned> {
  const found = await findReturns(ctx.db, [orderId]);
  if (found.length === 0) return NONE;
  const all = await findReturnLines(
    ctx.db,
    found.map(({ id }) => id),
  );
  const byReturn = groupedBy(all, ({ returnId }) => returnId);
  const names = new Map(lines.map(({ lineNo, description }) => [lineNo, description]));
  const serials = new Map<number, string[]>();
  for (const { orderLine, serials: own } of all)
    serials.set(orderLine, [...(serials.get(orderLine) ?? []), ...own]);
  const returns = found.map(
    ({ id, creditNoteId, creditNote, date, reason, amountUsd, ...made }) => ({
      ...{ id, creditNoteId, creditNote, date, reason, amountUsd },
      lines: (byReturn.get(id) ?? []).map(({ orderLine, quantity, amountUsd: amount }) => ({
        ...{ orderLine, quantity, amountUsd: amount },
        name: names.get(orderLine)!,
      })),
      ...{ createdAt: made.createdAt, createdBy: made.createdBy },
    }),
  );
  return { returns, serials };
}

/** The serial numbers of a line's units that did not come back. */
export function serialsLeft(line: ReadLine, returned: readonly string[]): string[] {
  const gone = new Set(returned.map((serial) => searchKey(serial)));
  return line.serials.filter((serial) => !gone.has(searchKey(serial)));
}

/** An order with its lines and returns, and what the caller may do now. @throws AppError notFound. */
export async function getSale(ctx: Ctx, id: number): Promise<SalesOrderDetail> {
  const row = (await queries.getSale(ctx.db, id)) ?? notFound('Sales order', id);
  const lines = await findLines(ctx.db, [id]);
  return toDetail(
    ctx,
    row,
    lines,
    row.status === 'delivered' ? await returnsOf(ctx, id, lines) : NONE,
  );
}

/** The invoice of an order, as an answer needs it. */
type InvoiceOfSale = Pick<OrderInvoiceFacts, 'invoiceNumber' | 'status' | 'amountUsd' | 'paidUsd'>;

/**
 * As `getSale`, of an order without returns that the transaction has written, with its lines, its customer and its invoice
 * as they are then.
 */
export function answerSale(
  ctx: Ctx,
  { lines, customerName, ...sale }: LockedSale,
  customerNumber: string,
  invoice?: InvoiceOfSale | undefined,
): SalesOrderDetail {
  const row: SaleRow = {
    ...sale,
    ...{ customerNumber, customerName },
    invoiceNumber: invoice?.invoiceNumber ?? '',
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    invoiceStatus: invoice?.status ?? null,
    invoicePaidUsd: invoice?.paidUsd ?? null,
    invoiceOpenUsd: invoice ? openOf(invoice) : null,
  };
  return toDetail(ctx, row, lines, NONE);
}

const openOf = ({ status, amountUsd, paidUsd }: InvoiceOfSale) =>
  status === 'cancelled' ? ZERO : subtractCents(amountUsd, paidUsd);

function toDetail(
  ctx: Ctx,
  row: SaleRow,
  lines: readonly ReadLine[],
  { returns, serials }: Returned,
): SalesOrderDetail {
  return {
    ...toSale(row),
    items: lines.map((line) => toLine(line, row.exchangeRate)),
    openUsd: row.invoiceOpenUsd ?? ZERO,
    deliveredBy: row.deliveredBy,
    receivedBy: row.receivedBy,
    deliveredUnits: lines.flatMap((line) =>
      serialsLeft(line, serials.get(line.lineNo) ?? []).map((serial) => ({
        equipmentId: line.equipmentId,
        serial,
      })),
    ),
    returns,
    actions: actionsFor({ ...row, lines }, can(ctx.actor, 'sale.write')),
  };
}

/** @throws AppError notFound. */
export async function assertSaleKnown(ctx: Ctx, id: number): Promise<void> {
  if (!(await queries.getSale(ctx.db, id))) notFound('Sales order', id);
}

/** Orders read at a time by an export. */
const BATCH = 500;

interface ExportedLine {
  sale: SalesOrder;
  line: ReturnType<typeof toLine>;
}

const columns: readonly Column<ExportedLine>[] = [
  { header: 'orderNumber', kind: 'text', value: ({ sale }) => sale.orderNumber, width: 16 },
  { header: 'orderDate', kind: 'date', value: ({ sale }) => sale.orderDate },
  { header: 'customerId', kind: 'text', value: ({ sale }) => sale.customerNumber, width: 12 },
  { header: 'customer', kind: 'text', value: ({ sale }) => sale.customerName, width: 32 },
  { header: 'status', kind: 'text', value: ({ sale }) => sale.status, width: 12 },
  { header: 'paymentStatus', kind: 'text', value: ({ sale }) => sale.paymentStatus, width: 12 },
  { header: 'invoice', kind: 'text', value: ({ sale }) => sale.invoiceNumber, width: 18 },
  { header: 'deliveryDate', kind: 'date', value: ({ sale }) => sale.deliveryDate },
  { header: 'deliveredOn', kind: 'date', value: ({ sale }) => sale.deliveredOn },
  { header: 'item', kind: 'text', value: ({ line }) => line.equipmentNumber, width: 12 },
  { header: 'name', kind: 'text', value: ({ line }) => line.name, width: 32 },
  { header: 'quantity', kind: 'integer', value: ({ line }) => line.quantity },
  { header: 'returned', kind: 'integer', value: ({ line }) => line.returned },
  { header: 'listPriceUsd', kind: 'money', value: ({ line }) => line.listPriceUsd },
  { header: 'unitPriceUsd', kind: 'money', value: ({ line }) => line.unitPriceUsd },
  { header: 'totalPriceUsd', kind: 'money', value: ({ line }) => line.totalPriceUsd },
  { header: 'totalPriceSsp', kind: 'money', value: ({ line }) => line.totalPriceSsp },
  { header: 'exchangeRate', kind: 'money', value: ({ sale }) => sale.exchangeRate },
  { header: 'salesPerson', kind: 'text', value: ({ sale }) => sale.salesPersonName },
  { header: 'deliveryAddress', kind: 'text', value: ({ sale }) => sale.deliveryAddress, width: 32 },
  { header: 'notes', kind: 'text', value: ({ sale }) => sale.notes, width: 40 },
];

/** The filtered list as .xlsx or .csv, one row for each line, streamed (decision 20). */
export async function exportSales(
  ctx: Ctx,
  { format = 'xlsx', ...filter }: z.output<typeof saleExport>,
): Promise<FileAnswer> {
  const file = { name: `sales-orders-${ctx.today}`, sheetName: 'Sales orders', format };
  async function* rows() {
    for await (const batch of queries.streamSales(ctx.db, filter, BATCH)) {
      const all = await findLines(
        ctx.db,
        batch.map(({ id }) => id),
      );
      const byOrder = groupedBy(all, ({ orderId }) => orderId);
      yield batch.flatMap((row) => {
        const sale = toSale(row);
        const lines = byOrder.get(row.id) ?? [];
        return lines.map((line) => ({ sale, line: toLine(line, row.exchangeRate) }));
      });
    }
  }
  return exportFile(file, columns, rows());
}

/** At most `limit` orders whose number or customer matches, newest first. */
export function searchSales(ctx: Ctx, q: string, limit: number): Promise<queries.FoundSale[]> {
  return queries.searchSales(ctx.db, q, limit);
}
