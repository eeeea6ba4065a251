import { type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { sumCents } from '../database/list.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { accountMonths } from './private/fragments.ts';
import type { Account, AccountType } from './schema.ts';

export function findAccounts(db: Db): Promise<Account[]> {
  return db
    .selectFrom('accounts')
    .select([
      'code',
      'name',
      'type',
      'parent_code as parentCode',
      'level',
      'normal_balance as normalBalance',
      'is_cash as isCash',
      'currency',
      'cash_flow as cashFlow',
      'expense_class as expenseClass',
      'is_active as isActive',
    ])
    .orderBy('code')
    .execute();
}

export interface AccountBalance {
  code: string;
  name: string;
  type: AccountType;
  /** Debits less credits of all entries up to the month. */
  net: Cents;
}

/**
 * Balances at the end of a month, from monthly sums: accounts with a balance or with movements in that month; `withPrivate`
 * as for `accountMonths`.
 */
export function findBalances(
  db: Db,
  month: IsoDate,
  withPrivate: boolean,
): Promise<AccountBalance[]> {
  const net = sumCents(sql`m.debit_cents - m.credit_cents`);
  const moved = sumCents(sql`m.debit_cents + m.credit_cents`, sql`m.month = ${month}`);
  return db
    .selectFrom(monthsOf(withPrivate).as('m'))
    .innerJoin('accounts as a', 'a.code', 'm.account_code')
    .select(['a.code', 'a.name', 'a.type', net.as('net')])
    .where('m.month', '<=', month)
    .groupBy(['a.code', 'a.name', 'a.type'])
    .having(sql<SqlBool>`${net} <> 0 or ${moved} > 0`)
    .orderBy('a.code')
    .execute();
}

interface MonthSums {
  account_code: string;
  month: IsoDate;
  debit_cents: Cents;
  credit_cents: Cents;
}

const monthsOf = (withPrivate: boolean) =>
  sql<MonthSums>`${withPrivate ? sql`(select * from account_months)` : accountMonths(false)}`;

export interface Movement {
  accountCode: string;
  month: IsoDate;
  debit: Cents;
  credit: Cents;
}

export function findMovements(
  db: Db,
  from: IsoDate,
  to: IsoDate,
  withPrivate: boolean,
): Promise<Movement[]> {
  return db
    .selectFrom(monthsOf(withPrivate).as('m'))
    .select([
      'account_code as accountCode',
      'month',
      'debit_cents as debit',
      'credit_cents as credit',
    ])
    .where('month', '>=', from)
    .where('month', '<=', to)
    .orderBy('account_code')
    .orderBy('month')
    .execute();
}

export interface MonthRow {
  month: IsoDate;
  lockedAt: Date | null;
  lockedBy: string | null;
}

function months(db: Db) {
  return db
    .selectFrom('accounting_months')
    .select(['month', 'locked_at as lockedAt', 'locked_by as lockedBy']);
}

export function findMonths(db: Db): Promise<MonthRow[]> {
  return months(db).orderBy('month').execute();
}

/** Locks the row of the month, creating it if missing; waits for concurrent postings in that month. */
export async function lockMonthRow(db: Db, month: IsoDate): Promise<MonthRow> {
  await db
    .insertInto('accounting_months')
    .values({ month })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return months(db).where('month', '=', month).forUpdate().executeTakeFirstOrThrow();
}

export async function updateMonthLock(
  db: Db,
  month: IsoDate,
  lock: { at: Date; by: string } | null,
): Promise<void> {
  await db
    .updateTable('accounting_months')
    .set({ locked_at: lock?.at ?? null, locked_by: lock?.by ?? null })
    .where('month', '=', month)
    .execute();
}
