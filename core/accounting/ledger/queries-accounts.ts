import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import type { Account } from '../schema.ts';

export async function insertAccount(db: Db, account: Account): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      code: account.code,
      name: account.name,
      type: account.type,
      parent_code: account.parentCode,
      level: account.level,
      normal_balance: account.normalBalance,
      is_cash: account.isCash,
      currency: account.currency,
      cash_flow: account.cashFlow,
      expense_class: account.expenseClass,
      is_active: account.isActive,
    })
    .execute();
}

export async function updateAccount(
  db: Db,
  { code, name, isActive }: Pick<Account, 'code' | 'name' | 'isActive'>,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ name, is_active: isActive })
    .where('code', '=', code)
    .execute();
}

/** Waits for postings that are not committed yet, and makes later ones wait until this transaction ends. */
export async function lockPostings(db: Db): Promise<void> {
  await sql`select lock_table('journal_lines')`.execute(db);
}

/** Whether an account has a balance, in dollars or in pounds. */
export async function hasBalance(db: Db, code: string): Promise<boolean> {
  const { net, ssp } = await db
    .selectFrom('account_months')
    .select([sumCents(sql`debit_cents - credit_cents`).as('net'), sumCents('ssp_cents').as('ssp')])
    .where('account_code', '=', code)
    .executeTakeFirstOrThrow();
  return net !== 0 || ssp !== 0;
}
