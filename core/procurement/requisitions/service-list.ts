import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Caller } from '../rules.ts';
import { callerOf } from '../service-caller.ts';
import * as queries from './queries.ts';
import { type RequisitionRow, toRequisition } from './rules.ts';
import { actionsFor } from './rules-actions.ts';
import type { Requisition, RequisitionFilter, requisitionExport } from './schema.ts';

/** Rows with their lines and what the caller may do, in one more query for all of them. */
async function complete(
  ctx: Ctx,
  rows: readonly RequisitionRow[],
  caller: Caller,
): Promise<Requisition[]> {
  const lines = await queries.findLines(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const byId = groupedBy(lines, ({ requisitionId }) => requisitionId);
  return rows.map((row) => toRequisition(row, byId.get(row.id) ?? [], actionsFor(row, caller)));
}

/** Requisitions, newest first by default; the total is counted only on request. */
export async function listRequisitions(
  ctx: Ctx,
  filter: RequisitionFilter,
): Promise<Page<Requisition>> {
  const { rows, ...page } = await queries.findRequisitions(ctx.db, filter);
  return { ...page, rows: await complete(ctx, rows, await callerOf(ctx)) };
}

/** The most rows of a list that is not paged. */
const MOST = 500;

/** Approved requisitions without an order that counts, newest first. */
export async function listApprovedRequisitions(ctx: Ctx): Promise<Requisition[]> {
  return complete(ctx, await queries.findApproved(ctx.db, MOST), await callerOf(ctx));
}

/** A requisition with its lines. @throws AppError notFound. */
export async function getRequisition(ctx: Ctx, id: number): Promise<Requisition> {
  const row = (await queries.getRequisition(ctx.db, id)) ?? notFound('Requisition', id);
  return (await complete(ctx, [row], await callerOf(ctx)))[0]!;
}

/** @throws AppError notFound. */
export async function assertRequisitionKnown(ctx: Ctx, id: number): Promise<void> {
  if (!(await queries.getRequisition(ctx.db, id))) notFound('Requisition', id);
}

/** Requisitions read at a time by an export. */
const BATCH = 500;

interface ExportedLine {
  requisition: Requisition;
  item: Requisition['items'][number];
}

const columns: readonly Column<ExportedLine>[] = [
  {
    header: 'requisitionId',
    kind: 'text',
    value: (row) => row.requisition.requisitionId,
    width: 16,
  },
  { header: 'requestDate', kind: 'date', value: (row) => row.requisition.requestDate },
  { header: 'requestedBy', kind: 'text', value: (row) => row.requisition.requestedBy },
  { header: 'department', kind: 'text', value: (row) => row.requisition.department, width: 16 },
  { header: 'priority', kind: 'text', value: (row) => row.requisition.priority, width: 10 },
  { header: 'status', kind: 'text', value: (row) => row.requisition.status, width: 12 },
  {
    header: 'expectedDeliveryDate',
    kind: 'date',
    value: (row) => row.requisition.expectedDeliveryDate,
  },
  { header: 'description', kind: 'text', value: (row) => row.item.description, width: 40 },
  { header: 'quantity', kind: 'integer', value: (row) => row.item.quantity },
  { header: 'unitCostUsd', kind: 'money', value: (row) => row.item.unitCostUsd },
  { header: 'totalCostUsd', kind: 'money', value: (row) => row.item.totalCostUsd },
  { header: 'totalCostSsp', kind: 'money', value: (row) => row.item.totalCostSsp },
  { header: 'exchangeRate', kind: 'money', value: (row) => row.requisition.exchangeRate },
  {
    header: 'purchaseOrder',
    kind: 'text',
    value: (row) => row.requisition.purchaseOrder?.poNumber ?? '',
    width: 16,
  },
  { header: 'reviewedBy', kind: 'text', value: (row) => row.requisition.reviewedBy },
  { header: 'decidedBy', kind: 'text', value: (row) => row.requisition.decidedBy },
  { header: 'notes', kind: 'text', value: (row) => row.requisition.notes, width: 40 },
];

/** The filtered list as .xlsx or .csv, one row for each line, streamed (decision 20). */
export async function exportRequisitions(
  ctx: Ctx,
  query: z.output<typeof requisitionExport>,
): Promise<FileAnswer> {
  const { format = 'xlsx' } = query;
  const file = { name: `requisitions-${ctx.today}`, sheetName: 'Requisitions', format };
  const caller = await callerOf(ctx);
  async function* rows() {
    for await (const batch of queries.streamRequisitions(ctx.db, query, BATCH)) {
      const found = await complete(ctx, batch, caller);
      yield found.flatMap((requisition) =>
        requisition.items.map((item) => ({ requisition, item })),
      );
    }
  }
  return exportFile(file, columns, rows());
}

/** At most `limit` requisitions whose number, requester, department or justification matches. */
export function searchRequisitions(ctx: Ctx, q: string, limit: number) {
  return queries.searchRequisitions(ctx.db, q, limit);
}
