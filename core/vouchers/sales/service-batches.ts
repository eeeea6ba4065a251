import type { z } from 'zod';
import { codeUses } from '../../access/codes/service-uses.ts';
import type { CodeUse } from '../../access/schema-codes.ts';
import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { localPhone } from '../../kernel/phone.ts';
import type { BatchFilter, VoucherBatch } from '../schema.ts';
import type { BatchSums, batchExport } from '../schema-sums.ts';
import * as queries from './queries-batches.ts';

/** Sales of vouchers with what became of them, newest first by default. */
export async function listBatches(ctx: Ctx, filter: BatchFilter): Promise<Page<VoucherBatch>> {
  return queries.findBatches(ctx.db, filter, ctx.now);
}

/** Counts and amounts of all sales that match the filter, in US cents and piastres. */
export function getBatchSums(ctx: Ctx, filter: BatchFilter): Promise<BatchSums> {
  return queries.sumBatches(ctx.db, filter);
}

/** At most `limit` sales whose number, customer or telephone number matches, newest first. */
export function searchBatches(ctx: Ctx, q: string, limit: number): Promise<queries.FoundBatch[]> {
  return queries.searchBatches(ctx.db, q, limit);
}

/** Where the codes of a sale were used to sign in, first voucher first. @throws AppError notFound. */
export async function voucherSignIns(ctx: Ctx, id: number): Promise<CodeUse[]> {
  const ids = await queries.findVoucherIds(ctx.db, id);
  if (ids.length === 0) notFound('Sale of vouchers', id);
  return codeUses(ctx, 'voucher', ids);
}

/** Sales read at a time by an export. */
const BATCH = 1000;

const columns: readonly Column<VoucherBatch>[] = [
  { header: 'batch', kind: 'text', value: (row) => row.batchNumber, width: 18 },
  { header: 'soldDate', kind: 'date', value: (row) => row.soldDate },
  { header: 'bundle', kind: 'text', value: (row) => row.bundleName, width: 24 },
  { header: 'quantity', kind: 'integer', value: (row) => row.quantity },
  { header: 'unused', kind: 'integer', value: (row) => row.unused },
  { header: 'active', kind: 'integer', value: (row) => row.active },
  { header: 'expired', kind: 'integer', value: (row) => row.expired },
  { header: 'void', kind: 'integer', value: (row) => row.void },
  { header: 'priceUsd', kind: 'money', value: (row) => row.priceUsd },
  { header: 'priceSsp', kind: 'money', value: (row) => row.priceSsp },
  { header: 'account', kind: 'text', value: (row) => row.account, width: 14 },
  { header: 'currency', kind: 'text', value: (row) => row.currency },
  { header: 'receivedUsd', kind: 'money', value: (row) => row.receivedUsd },
  { header: 'receivedSsp', kind: 'money', value: (row) => row.receivedSsp },
  { header: 'revenueUsd', kind: 'money', value: (row) => row.revenueUsd },
  { header: 'customer', kind: 'text', value: (row) => row.customerName, width: 28 },
  { header: 'customerPhone', kind: 'text', value: (row) => localPhone(row.customerPhone) },
  { header: 'soldBy', kind: 'text', value: (row) => row.soldBy, width: 20 },
  { header: 'lapsesOn', kind: 'date', value: (row) => row.lapsesOn },
  { header: 'reference', kind: 'text', value: (row) => row.reference, width: 20 },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 30 },
];

/** The filtered list of sales as .xlsx or .csv, streamed (decision 20). */
export async function exportBatches(
  ctx: Ctx,
  { format = 'xlsx', ...filter }: z.output<typeof batchExport>,
): Promise<FileAnswer> {
  const file = { name: `voucher-sales-${ctx.today}`, sheetName: 'Voucher sales', format };
  return exportFile(file, columns, queries.streamBatches(ctx.db, filter, ctx.now, BATCH));
}
