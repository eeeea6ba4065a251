import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import { typedCode } from '../../kernel/codes.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { formatInstant } from '../../kernel/dates.ts';
import { isAppError, notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { localPhone } from '../../kernel/phone.ts';
import { statusAt } from '../rules.ts';
import type { Voucher, VoucherBatchDetail, VoucherFilter, voucherExport } from '../schema.ts';
import type { VoucherSums } from '../schema-sums.ts';
import * as batchQueries from './queries-batches.ts';
import * as queries from './queries-list.ts';
import { hashOfCode, readCode } from './service-codes.ts';

function statusNow({ now }: Ctx, { status, expiryDate }: queries.VoucherRow): Voucher['status'] {
  return statusAt({ status, expiresAt: expiryDate }, now);
}

/** A voucher with its code, for who sells vouchers. A literal: spreading rows of the driver takes twice the time of a list. */
function toVoucher(ctx: Ctx, row: queries.VoucherRow): Voucher {
  return {
    id: row.id,
    voucherCode: codeOrNone(ctx, row),
    batchId: row.batchId,
    batchNumber: row.batchNumber,
    bundleId: row.bundleId,
    bundleName: row.bundleName,
    dataAllowanceMB: row.dataAllowanceMB,
    validityDays: row.validityDays,
    speedMbps: row.speedMbps,
    customerName: row.customerName,
    customerPhone: row.customerPhone,
    notes: row.notes,
    salePrice: row.salePrice,
    salePriceSsp: row.salePriceSsp,
    currency: row.currency,
    status: statusNow(ctx, row),
    soldDate: row.soldDate,
    soldBy: row.soldBy,
    activatedAt: row.activatedAt,
    expiryDate: row.expiryDate,
    lapsesOn: row.lapsesOn,
  };
}

/** '' where another key is in use than on the day of sale: such vouchers can still be listed and taken back. */
function codeOrNone(ctx: Ctx, row: queries.VoucherRow): string {
  try {
    return readCode(ctx, row);
  } catch (error) {
    if (isAppError(error) && error.code === 'secret.unreadable') return '';
    throw error;
  }
}

/** The filter of a list; a search that is a whole code finds the voucher by the hash of it. */
function searchOf(ctx: Ctx, filter: VoucherFilter): queries.VoucherSearch {
  const code = typedCode(filter.q ?? '');
  return { ...filter, now: ctx.now, ...(code ? { codeHash: hashOfCode(ctx, code) } : {}) };
}

/**
 * Vouchers with their codes, newest first by default (seeds/002 3); searched by a whole code, by customer, telephone number
 * and number of the sale.
 * A code is '' where ISP_SECRET_KEY is another one than when it was sold.
 */
export async function listVouchers(ctx: Ctx, filter: VoucherFilter): Promise<Page<Voucher>> {
  const page = await queries.findVouchers(ctx.db, searchOf(ctx, filter));
  return { ...page, rows: page.rows.map((row) => toVoucher(ctx, row)) };
}

/** Counts and amounts of all vouchers that match the filter, in US cents and piastres. */
export function getVoucherSums(ctx: Ctx, filter: VoucherFilter): Promise<VoucherSums> {
  return queries.sumVouchers(ctx.db, searchOf(ctx, filter));
}

/** @throws AppError notFound. */
export async function getVoucher(ctx: Ctx, id: number): Promise<Voucher> {
  return toVoucher(ctx, (await queries.getVoucher(ctx.db, id)) ?? notFound('Voucher', id));
}

/** A sale with the codes of its vouchers and what was taken back of it. @throws AppError notFound. */
export async function getVoucherBatch(ctx: Ctx, id: number): Promise<VoucherBatchDetail> {
  const row = await batchQueries.getBatch(ctx.db, id, ctx.now);
  if (!row) notFound('Sale of vouchers', id);
  const rows = await queries.findOfBatch(ctx.db, id);
  const voids = rows.some(({ status }) => status === 'void')
    ? await batchQueries.findVoids(ctx.db, id)
    : [];
  return { ...row, vouchers: rows.map((one) => toVoucher(ctx, one)), voids };
}

/** Vouchers read at a time by an export. */
const BATCH = 1000;

const timeOf = (instant: Date | null) => (instant === null ? '' : formatInstant(instant));

type Exported = Omit<queries.VoucherRow, 'codeEncrypted'>;

const columns: readonly Column<Exported>[] = [
  { header: 'batch', kind: 'text', value: (row) => row.batchNumber, width: 18 },
  { header: 'line', kind: 'integer', value: (row) => row.lineNo },
  { header: 'bundle', kind: 'text', value: (row) => row.bundleName, width: 24 },
  { header: 'dataAllowanceMB', kind: 'integer', value: (row) => row.dataAllowanceMB },
  { header: 'validityDays', kind: 'integer', value: (row) => row.validityDays },
  { header: 'speedMbps', kind: 'integer', value: (row) => row.speedMbps },
  { header: 'customer', kind: 'text', value: (row) => row.customerName, width: 28 },
  { header: 'customerPhone', kind: 'text', value: (row) => localPhone(row.customerPhone) },
  { header: 'salePriceUsd', kind: 'money', value: (row) => row.salePrice },
  { header: 'salePriceSsp', kind: 'money', value: (row) => row.salePriceSsp },
  { header: 'currency', kind: 'text', value: (row) => row.currency },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 12 },
  { header: 'soldDate', kind: 'date', value: (row) => row.soldDate },
  { header: 'soldBy', kind: 'text', value: (row) => row.soldBy, width: 20 },
  { header: 'activatedAt', kind: 'text', value: (row) => timeOf(row.activatedAt), width: 18 },
  { header: 'expiryDate', kind: 'text', value: (row) => timeOf(row.expiryDate), width: 18 },
  { header: 'lapsesOn', kind: 'date', value: (row) => row.lapsesOn },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 30 },
];

/** The filtered list as .xlsx or .csv without the codes, which files would carry out of the portal, streamed (decision 20). */
export async function exportVouchers(
  ctx: Ctx,
  { format = 'xlsx', ...filter }: z.output<typeof voucherExport>,
): Promise<FileAnswer> {
  const file = { name: `vouchers-${ctx.today}`, sheetName: 'Vouchers', format };
  async function* rows(): AsyncGenerator<Exported[]> {
    for await (const batch of queries.streamVouchers(ctx.db, searchOf(ctx, filter), BATCH))
      yield batch.map((row) => Object.assign(row, { status: statusNow(ctx, row) }));
  }
  return exportFile(file, columns, rows());
}
