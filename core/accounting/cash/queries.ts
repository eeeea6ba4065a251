import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Currency } from '../schema-money.ts';
import { cashInHand } from './rules.ts';

/** The advisory lock of payments from the safe. */
const SAFE_LOCK = 4_107;

/** Payments from the safe wait for one another until the transaction ends; receipts do not. */
export async function lockSafe(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SAFE_LOCK}::int, 0)`.execute(db);
}

/** Payments from petty cash wait for one another until the transaction ends; receipts do not. */
export async function lockPettyCash(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SAFE_LOCK}::int, 1)`.execute(db);
}

/** What an account holds, in US cents or piastres. */
export async function sumAccount(db: Db, account: string, currency: Currency): Promise<Cents> {
  const held = currency === 'USD' ? sql`debit_cents - credit_cents` : sql`ssp_cents`;
  const { rows } = await sql<{ held: Cents }>`
    select coalesce(sum(${held}), 0)::bigint as held from account_months where account_code = ${account}`.execute(
    db,
  );
  return rows[0]!.held;
}

/** What the accounts of cash in hand hold beyond the tills that are not handed over, in US cents or piastres. */
export async function sumSafe(db: Db, currency: Currency): Promise<Cents> {
  const [ofAccount, ofTills] =
    currency === 'USD'
      ? [sql`debit_cents - credit_cents`, sql`usd_cents`]
      : [sql`ssp_cents`, sql`ssp_cents`];
  const { rows } = await sql<{ held: Cents }>`
    select (coalesce((select sum(${ofAccount}) from account_months where account_code = ${cashInHand[currency]}), 0)
      - coalesce((select sum(${ofTills}) from tills where status <> 'accepted'), 0))::bigint as held`.execute(
    db,
  );
  return rows[0]!.held;
}
