import type { z } from 'zod';
import type { Ctx } from '../context.ts';
import { type Column, exportFile } from '../documents/sheets/write.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { notFound } from '../kernel/errors.ts';
import type { Page } from '../kernel/paging.ts';
import * as queries from './queries.ts';
import { findUnits, type UnitRecord } from './queries-units.ts';
import { moveKindLabels } from './rules.ts';
import type { StockMove, StockMoveFilter, stockMoveExport } from './schema.ts';

/** Moves of stock, newest first by default; the total is counted only on request. */
export function listMoves(ctx: Ctx, filter: StockMoveFilter): Promise<Page<StockMove>> {
  return queries.findMoves(ctx.db, filter);
}

/** At most `limit` items whose name, brand, model or number matches. */
export function searchEquipment(ctx: Ctx, q: string, limit: number) {
  return queries.searchEquipment(ctx.db, q, limit);
}

/** @throws AppError notFound. */
export async function assertEquipmentKnown(ctx: Ctx, id: number): Promise<void> {
  if (!(await queries.equipment.get(ctx.db, id))) notFound('Equipment', id);
}

/** The moves that an item's detail shows. */
const LATEST = 20;

export async function latestMoves(ctx: Ctx, equipmentId: number): Promise<StockMove[]> {
  return (await queries.findMoves(ctx.db, { equipmentId, pageSize: LATEST })).rows;
}

/** Up to 500 units of an item with their serial numbers, those in stock first. */
export function unitsOfEquipment(ctx: Ctx, equipmentId: number): Promise<UnitRecord[]> {
  return findUnits(ctx.db, equipmentId);
}

/** Moves read at a time by an export. */
const BATCH = 2000;

const columns: readonly Column<StockMove>[] = [
  { header: 'date', kind: 'date', value: (row) => row.date },
  { header: 'equipmentId', kind: 'text', value: (row) => row.equipmentNumber, width: 12 },
  { header: 'name', kind: 'text', value: (row) => row.equipmentName, width: 36 },
  { header: 'kind', kind: 'text', value: (row) => moveKindLabels[row.kind], width: 18 },
  { header: 'quantity', kind: 'integer', value: (row) => row.quantity },
  { header: 'valueUsd', kind: 'money', value: (row) => row.valueUsd },
  { header: 'reserved', kind: 'integer', value: (row) => row.reserved },
  { header: 'reference', kind: 'text', value: (row) => row.reference, width: 20 },
  { header: 'note', kind: 'text', value: (row) => row.note, width: 40 },
  { header: 'createdBy', kind: 'text', value: (row) => row.createdBy, width: 24 },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20). */
export function exportMoves(ctx: Ctx, query: z.output<typeof stockMoveExport>): FileAnswer {
  const { format = 'xlsx' } = query;
  const file = { name: `stock-moves-${ctx.today}`, sheetName: 'Stock moves', format };
  return exportFile(file, columns, queries.streamMoves(ctx.db, query, BATCH));
}
