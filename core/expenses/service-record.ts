import { type Calendar, openDay } from '../accounting/opening/rules-calendar.ts';
import type { Posting } from '../accounting/rules.ts';
import { postedEntry } from '../accounting/service-post.ts';
import type { Ctx } from '../context.ts';
import { type Numbering, takeYearlyNumbers } from '../database/counters.ts';
import { actorName } from '../identity/actor.ts';
import { notFound } from '../kernel/errors.ts';
import { ZERO } from '../kernel/money.ts';
import { assertVersion } from '../kernel/versions.ts';
import { audit } from '../records/audit.ts';
import { EXPENSE, expensePosted, expenseReversed } from './postings.ts';
import { expenses } from './queries.ts';
import {
  type ExpenseRecord,
  ledgerAccounts,
  type NewExpense,
  nameOfExpense,
  toExpense,
} from './rules.ts';
import { expense as schema } from './schema.ts';

/** TXN-2026-000001, counted in the year of the expense's date (decision 7). */
const NUMBERS: Numbering = { counter: EXPENSE, prefix: 'TXN' };

/**
 * Inserts expenses with their numbers in one statement. Answers them in the given order, with their postings, which the
 * caller posts last. Dates, categories and amounts must have been judged. `importKeys` are what the rows of a file are known by.
 */
export async function insertExpenses(
  tx: Ctx,
  rows: readonly NewExpense[],
  importKeys?: readonly string[],
): Promise<{ recorded: ExpenseRecord[]; postings: Posting[] }> {
  if (rows.length === 0) return { recorded: [], postings: [] };
  const numbers = await takeYearlyNumbers(
    tx.db,
    NUMBERS,
    rows.map(({ date }) => date),
  );
  const createdBy = actorName(tx.actor);
  const stored = await expenses.insertMany(
    tx.db,
    rows.map((row, index) => ({
      ...row,
      ...ledgerAccounts(row),
      ...{ transactionId: numbers[index]!, revision: 1, settledUsd: ZERO, settledSsp: ZERO },
      ...{ raisedUsd: ZERO, raisedOn: null, raisedBy: '' },
      ...{ templateId: row.templateId ?? null, templateMonth: row.templateMonth ?? null },
      ...{ createdAt: tx.now, createdBy, version: 1 },
    })),
    {
      updated_at: ['timestamptz', () => tx.now],
      import_key: ['text', (_, index) => importKeys?.[index] ?? ''],
    },
  );
  const byNumber = new Map(stored.map((row) => [row.transactionId, row]));
  const recorded = numbers.map((number) => byNumber.get(number)!);
  return { recorded, postings: recorded.map((row) => expensePosted(row, row.date)) };
}

/** @throws AppError notFound, also for a deleted expense. */
export async function assertExpenseKnown(ctx: Ctx, id: number): Promise<void> {
  const record = await expenses.get(ctx.db, id);
  if (!record || record.deletedAt !== null) notFound('Expense', id);
}

/** Locks an expense that is not deleted. @throws AppError notFound; conflict for an outdated version. */
export async function lockExpense(
  tx: Ctx,
  id: number,
  version?: number | undefined,
): Promise<ExpenseRecord> {
  const record = await expenses.lock(tx.db, id);
  if (!record || record.deletedAt !== null) notFound('Expense', id);
  assertVersion('expense', record.version, version);
  return record;
}

/** Reverses the current posting: dated as its entry, or today where that month is locked. */
export async function reversalOf(
  tx: Ctx,
  record: ExpenseRecord,
  calendar: Calendar,
): Promise<Posting> {
  const entry = await postedEntry(tx, EXPENSE, record.id, record.revision);
  return expenseReversed(record, openDay(entry.date, calendar), entry.id);
}

/** A line of the audit log about one expense; the number of receipts has lines of its own. */
export function auditExpense(
  tx: Ctx,
  action: string,
  { before, after, note = '' }: { before?: ExpenseRecord; after?: ExpenseRecord; note?: string },
): Promise<void> {
  const record = (after ?? before)!;
  const shown = (one: ExpenseRecord) => {
    const { attachments, ...fields } = toExpense({ ...one, attachments: 0 });
    return fields;
  };
  return audit(tx, {
    action,
    entity: 'expense',
    entityId: record.id,
    summary: `${nameOfExpense(record)}${note}`,
    schema,
    ...(before ? { before: shown(before) } : {}),
    ...(after ? { after: shown(after) } : {}),
  });
}
