import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { expenses } from '../queries.ts';
import type { ExpenseRecord } from '../rules.ts';
import type { RecordedExpense } from './rules-file.ts';

/** The advisory lock of imports, next to those of sign-ins, e-mails and nodes. */
const IMPORT_LOCK = 4_106;

/** Lets one import at a time judge what is recorded, until the end of the transaction. */
export async function lockImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}::int, 0)`.execute(db);
}

/** The expenses of these days in the order of recording, without deleted ones. */
export async function findExpensesOn(db: Db, dates: readonly IsoDate[]): Promise<ExpenseRecord[]> {
  if (dates.length === 0) return [];
  const { rows } = await sql<ExpenseRecord>`select ${expenses.listText('e')}
    from unnest(${arrayOf('date', dates)}) as k (day) cross join lateral (
      select * from expenses where expense_date = k.day and deleted_at is null offset 0) e
    order by e.id`.execute(db);
  return rows;
}

/** The expenses of these days, and those that files gave these keys, in the order of recording, without deleted ones. */
export async function findRecorded(
  db: Db,
  dates: readonly IsoDate[],
  keys: readonly string[],
): Promise<RecordedExpense[]> {
  if (dates.length === 0) return [];
  const { rows } =
    await sql<RecordedExpense>`select ${expenses.listText('e')}, e.import_key as "importKey"
    from (
      select d.id from unnest(${arrayOf('date', dates)}) as k (day) cross join lateral (
        select id from expenses where expense_date = k.day and deleted_at is null offset 0) d
      union
      select d.id from unnest(${arrayOf('text', keys)}) as k (key) cross join lateral (
        select id from expenses
        where import_key = k.key and import_key <> '' and deleted_at is null offset 0) d
    ) found cross join lateral ${byKey('expenses', 'id', 'found.id')} e
    order by e.id`.execute(db);
  return rows;
}

/** Locks these expenses, in the order of their ids, deleted ones too. */
export async function lockExpenses(db: Db, ids: readonly number[]): Promise<ExpenseRecord[]> {
  const { rows } = await sql<ExpenseRecord>`select ${expenses.listText('e')} from expenses e
    where e.id = any(${arrayOf('bigint', ids)}) order by e.id for no key update`.execute(db);
  return rows;
}
