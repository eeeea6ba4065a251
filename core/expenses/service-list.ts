import type { z } from 'zod';
import type { Ctx } from '../context.ts';
import { type Column, exportFile } from '../documents/sheets/write.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { monthOf } from '../kernel/dates.ts';
import { parseCents } from '../kernel/money.ts';
import type { Page } from '../kernel/paging.ts';
import * as queries from './queries-list.ts';
import { toExpense } from './rules.ts';
import type { Expense, ExpenseFilter, expenseExport, expenseStats } from './schema.ts';

/** Expenses, newest first by default; deleted ones are left out. */
export async function listExpenses(ctx: Ctx, filter: ExpenseFilter): Promise<Page<Expense>> {
  const { rows, ...page } = await queries.findExpenses(ctx.db, filter);
  return { ...page, rows: rows.map(toExpense) };
}

/** The cards (seeds/001 2) in US cents of all currencies; this month is that of today, with its year (decision 9). */
export function getExpenseStats(ctx: Ctx): Promise<z.output<typeof expenseStats>> {
  return queries.sumExpenses(ctx.db, monthOf(ctx.today));
}

/** Expenses read at a time by an export. */
const BATCH = 2000;

const columns: readonly Column<Expense>[] = [
  { header: 'transactionId', kind: 'text', value: (row) => row.transactionId, width: 18 },
  { header: 'date', kind: 'date', value: (row) => row.date },
  { header: 'location', kind: 'text', value: (row) => row.location, width: 28 },
  { header: 'description', kind: 'text', value: (row) => row.description, width: 40 },
  { header: 'expenseType', kind: 'text', value: (row) => row.expenseType, width: 20 },
  { header: 'category', kind: 'text', value: (row) => row.category, width: 18 },
  { header: 'amount', kind: 'money', value: (row) => parseCents(row.amount) ?? null },
  { header: 'currency', kind: 'text', value: (row) => row.currency, width: 10 },
  { header: 'amountUsd', kind: 'money', value: (row) => row.amountUsd },
  { header: 'exchangeRate', kind: 'money', value: (row) => row.exchangeRate },
  { header: 'account', kind: 'text', value: (row) => row.account, width: 18 },
  { header: 'paid', kind: 'text', value: (row) => row.paid, width: 10 },
  { header: 'openUsd', kind: 'money', value: (row) => row.openUsd },
  { header: 'reference', kind: 'text', value: (row) => row.reference, width: 24 },
  { header: 'recordedBy', kind: 'text', value: (row) => row.createdBy, width: 24 },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 40 },
];

/** The filtered list as .xlsx or .csv, streamed. */
export async function exportExpenses(
  ctx: Ctx,
  query: z.output<typeof expenseExport>,
): Promise<FileAnswer> {
  const file = {
    name: `expenses-${ctx.today}`,
    sheetName: 'Expenses',
    format: query.format ?? 'xlsx',
  };
  return exportFile(file, columns, batches(ctx, query));
}

async function* batches(ctx: Ctx, filter: ExpenseFilter): AsyncGenerator<Expense[]> {
  for await (const rows of queries.streamExpenses(ctx.db, filter, BATCH)) yield rows.map(toExpense);
}
