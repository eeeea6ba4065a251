import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Ageing } from '../payments/schema.ts';
import * as queries from './queries-list.ts';
import { toBill } from './rules.ts';
import type { BillExport, BillFilter, SupplierBill } from './schema.ts';

/** Supplier bills, newest first by default; the total is counted only on request. */
export async function listBills(ctx: Ctx, filter: BillFilter): Promise<Page<SupplierBill>> {
  const { rows, ...page } = await queries.findBills(ctx.db, filter, ctx.today);
  return { rows: rows.map((bill) => toBill(bill, ctx.today)), ...page };
}

/** Bills read at a time by an export. */
const BATCH = 1000;

const columns: readonly Column<SupplierBill>[] = [
  { header: 'billId', kind: 'text', value: (row) => row.billId, width: 18 },
  { header: 'supplierNumber', kind: 'text', value: (row) => row.supplierNumber, width: 20 },
  { header: 'supplierName', kind: 'text', value: (row) => row.supplierName, width: 32 },
  { header: 'billDate', kind: 'date', value: (row) => row.billDate },
  { header: 'dueDate', kind: 'date', value: (row) => row.dueDate },
  { header: 'state', kind: 'text', value: (row) => row.state, width: 12 },
  { header: 'daysPastDue', kind: 'integer', value: (row) => row.daysPastDue },
  { header: 'currency', kind: 'text', value: (row) => row.currency, width: 10 },
  { header: 'exchangeRate', kind: 'money', value: (row) => row.exchangeRate },
  { header: 'totalAmount', kind: 'money', value: (row) => row.totalAmount },
  { header: 'totalUsd', kind: 'money', value: (row) => row.totalUsd },
  { header: 'openAmount', kind: 'money', value: (row) => row.openAmount },
  { header: 'openUsd', kind: 'money', value: (row) => row.openUsd },
  { header: 'recordedBy', kind: 'text', value: (row) => row.createdBy },
  { header: 'heldReason', kind: 'text', value: (row) => row.heldReason, width: 40 },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 40 },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20). */
export async function exportBills(ctx: Ctx, query: BillExport): Promise<FileAnswer> {
  const { format = 'xlsx' } = query;
  const file = { name: `supplier-bills-${ctx.today}`, sheetName: 'Supplier bills', format };
  async function* rows() {
    for await (const batch of queries.streamBills(ctx.db, query, ctx.today, BATCH))
      yield batch.map((bill) => toBill(bill, ctx.today));
  }
  return exportFile(file, columns, rows());
}

/** What is owed by supplier and days past due, in US cents as booked, and what is due in the next seven days. */
export async function billAgeing(ctx: Ctx): Promise<Ageing> {
  return { day: ctx.today, suppliers: await queries.findAgeing(ctx.db, ctx.today) };
}
