import { type SqlBool, sql } from 'kysely';
import { arrayOf, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { type Account, LEAF_LEVEL } from '../schema.ts';
import type { PlannedAccount } from './rules.ts';

/** Makes other changes of the chart wait until this transaction ends; postings go on. */
export async function lockAccounts(db: Db): Promise<void> {
  await sql`lock table accounts in share row exclusive mode`.execute(db);
}

/** The codes of accounts with entries. */
export async function findUsedCodes(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('account_months')
    .select('account_code as code')
    .distinct()
    .execute();
  return new Set(rows.map(({ code }) => code));
}

/**
 * Inserts accounts and changes those with known codes, level by level, since an account refers to the one above it.
 * Returns the ids by code.
 */
export async function writeAccounts(
  db: Db,
  writes: readonly PlannedAccount[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let level = 0; level <= LEAF_LEVEL; level += 1) {
    const accounts = writes.flatMap(({ account }) => (account.level === level ? [account] : []));
    const rows = await insertRows<Account, { id: number; code: string }>(
      db,
      'accounts',
      accounts,
      {
        code: ['text', (one) => one.code],
        name: ['text', (one) => one.name],
        type: ['text', (one) => one.type],
        parent_code: ['text', (one) => one.parentCode],
        level: ['int', (one) => one.level],
        normal_balance: ['text', (one) => one.normalBalance],
        is_cash: ['boolean', (one) => one.isCash],
        is_active: ['boolean', (one) => one.isActive],
        currency: ['text', (one) => one.currency],
        cash_flow: ['text', (one) => one.cashFlow],
        expense_class: ['text', (one) => one.expenseClass],
      },
      sql`on conflict (code) do update set name = excluded.name, type = excluded.type,
        parent_code = excluded.parent_code, level = excluded.level, normal_balance = excluded.normal_balance,
        is_cash = excluded.is_cash, currency = excluded.currency, cash_flow = excluded.cash_flow, expense_class = excluded.expense_class
        returning id, code`,
    );
    for (const { id, code } of rows) ids.set(code, id);
  }
  return ids;
}

/** Removes those of these accounts that have no entries and no accounts below them, and returns their ids. */
export async function deleteUnusedAccounts(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .deleteFrom('accounts as a')
    .where(sql<SqlBool>`a.id = any(${arrayOf('bigint', ids)})`)
    .where(sql<SqlBool>`not exists (select from account_months m where m.account_code = a.code)`)
    .where(sql<SqlBool>`not exists (select from accounts c where c.parent_code = a.code)`)
    .returning('a.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of these accounts that exist, by code. */
export function findAccountsById(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; code: string; name: string }[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'code', 'name'])
    .where(sql<SqlBool>`id = any(${arrayOf('bigint', ids)})`)
    .orderBy('code')
    .execute();
}
