import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import type { Page } from '../../kernel/paging.ts';
import * as queries from './queries-list.ts';
import {
  type Payment,
  type PaymentExportQuery,
  type PaymentFilter,
  type PaymentSums,
  paymentAccountLabel,
} from './schema.ts';

/** Payments and credits, newest first by default. */
export function listPayments(ctx: Ctx, filter: PaymentFilter): Promise<Page<Payment>> {
  return queries.findPayments(ctx.db, filter);
}

/** Sums in cents over the payments and credits that match the filter, without reversed ones. */
export function getPaymentSums(ctx: Ctx, filter: PaymentFilter): Promise<PaymentSums> {
  return queries.sumPayments(ctx.db, filter);
}

/** The names of the users who recorded payments, as stored in payments. */
export async function listPaymentClerks(ctx: Ctx): Promise<{ clerks: string[] }> {
  return { clerks: await queries.findClerks(ctx.db) };
}

/** Payments read at a time by an export. */
const BATCH = 2000;

const columns: readonly Column<Payment>[] = [
  { header: 'receiptId', kind: 'text', value: (row) => row.receiptId, width: 18 },
  { header: 'paymentDate', kind: 'date', value: (row) => row.paymentDate },
  { header: 'customerId', kind: 'text', value: (row) => row.customerNumber, width: 14 },
  { header: 'customerName', kind: 'text', value: (row) => row.customerName, width: 32 },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 12 },
  {
    header: 'account',
    kind: 'text',
    value: (row) => paymentAccountLabel(row),
    width: 16,
  },
  { header: 'currency', kind: 'text', value: (row) => row.currency, width: 10 },
  { header: 'amountUsd', kind: 'money', value: (row) => row.amountUsd },
  { header: 'amountSsp', kind: 'money', value: (row) => row.amountSsp },
  { header: 'exchangeRate', kind: 'money', value: (row) => row.exchangeRate },
  { header: 'unallocatedUsd', kind: 'money', value: (row) => row.unallocatedUsd },
  { header: 'reference', kind: 'text', value: (row) => row.reference, width: 24 },
  { header: 'recordedBy', kind: 'text', value: (row) => row.createdBy, width: 24 },
  { header: 'reversedDate', kind: 'date', value: (row) => row.reversedDate },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 32 },
];

/** The filtered list as .xlsx or .csv, streamed. */
export async function exportPayments(ctx: Ctx, query: PaymentExportQuery): Promise<FileAnswer> {
  const file = { name: `payments-${ctx.today}`, sheetName: 'Payments', format: query.format };
  return exportFile(file, columns, queries.streamPayments(ctx.db, query, BATCH));
}
