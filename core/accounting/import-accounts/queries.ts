import { type SqlBool, sql } from 'kysely';
import { arrayOf, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { LEAF_LEVEL } from '../schema.ts';
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

/** Inserts accounts and changes those with known codes, level by level, since an account refers to the one above it. */
export async function writeAccounts(db: Db, writes: readonly PlannedAccount[]): Promise<void> {
  for (let level = 0; level <= LEAF_LEVEL; level += 1) {
    const accounts = writes.flatMap(({ account }) => (account.level === level ? [account] : []));
    await insertRows(
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
      },
      sql`on conflict (code) do update set name = excluded.name, type = excluded.type,
        parent_code = excluded.parent_code, level = excluded.level, normal_balance = excluded.normal_balance`,
    );
  }
}

/** Removes those of these accounts that have no entries and no accounts below them, and returns their codes. */
export async function deleteUnusedAccounts(db: Db, codes: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('accounts as a')
    .where(sql<SqlBool>`a.code = any(${arrayOf('text', codes)})`)
    .where(sql<SqlBool>`not exists (select from account_months m where m.account_code = a.code)`)
    .where(sql<SqlBool>`not exists (select from accounts c where c.parent_code = a.code)`)
    .returning('a.code')
    .execute();
  return rows.map(({ code }) => code);
}
