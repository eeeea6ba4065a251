import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { dateInJuba } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import * as queries from './queries.ts';
import type { Supplier, SupplierFilter, supplierExport } from './schema.ts';

/** Suppliers, by name by default; the total is counted only on request. */
export function listSuppliers(ctx: Ctx, filter: SupplierFilter): Promise<Page<Supplier>> {
  return queries.findSuppliers(ctx.db, filter);
}

/** Suppliers read at a time by an export. */
const BATCH = 1000;

const columns: readonly Column<Supplier>[] = [
  { header: 'supplierCode', kind: 'text', value: (row) => row.supplierCode, width: 12 },
  { header: 'name', kind: 'text', value: (row) => row.name, width: 32 },
  { header: 'contactPerson', kind: 'text', value: (row) => row.contactPerson },
  { header: 'email', kind: 'text', value: (row) => row.email, width: 28 },
  { header: 'phone', kind: 'text', value: (row) => row.phone, width: 18 },
  { header: 'address', kind: 'text', value: (row) => row.address, width: 32 },
  { header: 'city', kind: 'text', value: (row) => row.city, width: 16 },
  { header: 'country', kind: 'text', value: (row) => row.country, width: 16 },
  { header: 'taxNumber', kind: 'text', value: (row) => row.taxNumber, width: 16 },
  { header: 'paymentTerms', kind: 'text', value: (row) => row.paymentTerms, width: 14 },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 10 },
  { header: 'orders', kind: 'integer', value: (row) => row.orders },
  { header: 'spentUsd', kind: 'money', value: (row) => row.spentUsd },
  { header: 'openUsd', kind: 'money', value: (row) => row.openUsd },
  { header: 'advanceUsd', kind: 'money', value: (row) => row.advanceUsd },
  { header: 'createdOn', kind: 'date', value: (row) => dateInJuba(row.createdAt) },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 40 },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20); an import reads it again. */
export async function exportSuppliers(
  ctx: Ctx,
  query: z.output<typeof supplierExport>,
): Promise<FileAnswer> {
  const { format = 'xlsx' } = query;
  const file = { name: `suppliers-${ctx.today}`, sheetName: 'Suppliers', format };
  return exportFile(file, columns, queries.streamSuppliers(ctx.db, query, BATCH));
}

/** At most `limit` suppliers whose name, contact person or code matches. */
export function searchSuppliers(ctx: Ctx, q: string, limit: number) {
  return queries.searchSuppliers(ctx.db, q, limit);
}
