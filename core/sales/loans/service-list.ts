import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { isoDate } from '../../kernel/dates.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Loan, LoanFilter, LoanStats, loanExport } from '../schema.ts';
import * as queries from './queries.ts';

/** Equipment at customers, newest first by default; the total is counted only on request. */
export function listLoans(ctx: Ctx, filter: LoanFilter): Promise<Page<Loan>> {
  return queries.findLoans(ctx.db, filter);
}

/** A loan; its value in US cents. @throws AppError notFound. */
export async function getLoan(ctx: Ctx, id: number): Promise<Loan> {
  return (await queries.getLoan(ctx.db, id)) ?? notFound('Loan', id);
}

/** The figures of the cards in US cents; losses since 1 January. */
export function getLoanStats(ctx: Ctx): Promise<LoanStats> {
  return queries.getStats(ctx.db, isoDate(`${ctx.today.slice(0, 4)}-01-01`));
}

/** Loans read at a time by an export. */
const BATCH = 2000;

const columns: readonly Column<Loan>[] = [
  { header: 'loanNumber', kind: 'text', value: (row) => row.loanNumber, width: 14 },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 10 },
  { header: 'equipmentId', kind: 'text', value: (row) => row.equipmentNumber, width: 12 },
  { header: 'description', kind: 'text', value: (row) => row.description, width: 36 },
  { header: 'serial', kind: 'text', value: (row) => row.serial, width: 20 },
  { header: 'macAddress', kind: 'text', value: (row) => row.macAddress, width: 20 },
  { header: 'quantity', kind: 'integer', value: (row) => row.quantity },
  { header: 'customerId', kind: 'text', value: (row) => row.customerNumber, width: 12 },
  { header: 'customerName', kind: 'text', value: (row) => row.customerName, width: 30 },
  { header: 'customerStatus', kind: 'text', value: (row) => row.customerStatus, width: 12 },
  { header: 'phone', kind: 'text', value: (row) => row.customerPhone, width: 18 },
  { header: 'location', kind: 'text', value: (row) => row.customerLocation ?? '', width: 18 },
  { header: 'address', kind: 'text', value: (row) => row.customerAddress, width: 40 },
  { header: 'issuedOn', kind: 'date', value: (row) => row.issuedOn },
  { header: 'issuedBy', kind: 'text', value: (row) => row.issuedBy },
  { header: 'valueUsd', kind: 'money', value: (row) => row.valueUsd },
  { header: 'endedOn', kind: 'date', value: (row) => row.endedOn },
  { header: 'endedBy', kind: 'text', value: (row) => row.endedBy },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 40 },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20). */
export function exportLoans(ctx: Ctx, query: z.output<typeof loanExport>): FileAnswer {
  const { format = 'xlsx', collect } = query;
  const name = collect ? 'equipment-to-collect' : 'equipment-loans';
  const file = { name: `${name}-${ctx.today}`, sheetName: 'Equipment on loan', format };
  return exportFile(file, columns, queries.streamLoans(ctx.db, query, BATCH));
}
