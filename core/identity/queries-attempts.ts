import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Failures, ThrottleName } from './rules-throttle.ts';

/** One try to prove who one is: at which account, from which place. */
export interface Attempt {
  usernameKey: string;
  address: string;
}

/** The two families of advisory locks, so that an account and an address never share one. */
const ACCOUNT_LOCKS = 4_101;
const ADDRESS_LOCKS = 4_102;

function lockNumber(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE();
}

/**
 * Lets one try at a time be counted for an account and for an address, until the transaction ends. The
 * account always comes first, so two transactions never wait for one another. The embedded database runs
 * one transaction at a time anyway, and there the locks are simply granted.
 */
export async function lockAttempts(db: Db, attempt: Attempt): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ACCOUNT_LOCKS}::int, ${lockNumber(attempt.usernameKey)}::int)`.execute(
    db,
  );
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCKS}::int, ${lockNumber(attempt.address)}::int)`.execute(
    db,
  );
}

/** The failures since an instant, as each throttle counts them. */
export async function countAttempts(
  db: Db,
  { usernameKey, address }: Attempt,
  since: Date,
): Promise<Record<ThrottleName, Failures>> {
  const result = await sql<{
    pair: number;
    pairLast: Date | null;
    address: number;
    addressLast: Date | null;
    account: number;
    accountLast: Date | null;
  }>`
    select
      count(*) filter (where username_key = ${usernameKey} and ip = ${address}) as pair,
      max(at) filter (where username_key = ${usernameKey} and ip = ${address}) as "pairLast",
      count(*) filter (where ip = ${address}) as address,
      max(at) filter (where ip = ${address}) as "addressLast",
      count(*) filter (where username_key = ${usernameKey}) as account,
      max(at) filter (where username_key = ${usernameKey}) as "accountLast"
    from login_attempts
    where at > ${since} and (username_key = ${usernameKey} or ip = ${address})`.execute(db);
  const row = result.rows[0]!;
  return {
    accountFromAddress: { count: row.pair, last: row.pairLast },
    address: { count: row.address, last: row.addressLast },
    account: { count: row.account, last: row.accountLast },
  };
}

export async function insertAttempt(
  db: Db,
  { usernameKey, address }: Attempt,
  at: Date,
): Promise<void> {
  await db
    .insertInto('login_attempts')
    .values({ username_key: usernameKey, ip: address, at })
    .execute();
}

export async function deleteAttempts(db: Db, usernameKey: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('username_key', '=', usernameKey).execute();
}

export async function deleteAttemptsBefore(db: Db, instant: Date): Promise<number> {
  const result = await db.deleteFrom('login_attempts').where('at', '<', instant).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** The addresses from which a user signed in since an instant, by the audit log. */
export async function findSignInAddresses(db: Db, userId: number, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('origin')
    .distinct()
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(userId))
    .where('action', '=', 'session.login')
    .where('at', '>', since)
    .execute();
  return rows.map((row) => row.origin);
}
