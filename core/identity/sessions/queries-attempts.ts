import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Failures, ThrottleName } from './rules-throttle.ts';

/** A password attempt: the account and the address it came from. */
export interface Attempt {
  usernameKey: string;
  address: string;
}

/** Two families of advisory locks, so that an account and an address never use the same lock. */
const ACCOUNT_LOCKS = 4_101;
const ADDRESS_LOCKS = 4_102;

function lockNumber(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE();
}

/**
 * Serialises counting attempts per account and per address until the transaction ends. The account is always
 * locked first, so two transactions cannot deadlock. The embedded database runs one transaction at a time, so
 * there the locks never wait.
 */
export async function lockAttempts(db: Db, attempt: Attempt): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ACCOUNT_LOCKS}::int, ${lockNumber(attempt.usernameKey)}::int)`.execute(
    db,
  );
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCKS}::int, ${lockNumber(attempt.address)}::int)`.execute(
    db,
  );
}

/** The failures since an instant, per throttle. */
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
    knownAddress: { count: row.address, last: row.addressLast },
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

/** Records the address of a sign-in. */
export async function upsertSignInAddress(
  db: Db,
  signIn: { address: string; userId: number; at: Date },
): Promise<void> {
  await db
    .insertInto('sign_in_addresses')
    .values({ address: signIn.address, user_id: signIn.userId, last_at: signIn.at })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'user_id'])
        .doUpdateSet((eb) => ({ last_at: eb.ref('excluded.last_at') })),
    )
    .execute();
}

/** Whether the account's owner, and whether any active user, signed in from the address since the given times. */
export async function getSignInsFrom(
  db: Db,
  address: string,
  owner: { id: number; since: Date },
  anyone: { since: Date },
): Promise<{ byOwner: boolean; byAnyone: boolean }> {
  const result = await sql<{ byOwner: boolean; byAnyone: boolean }>`
    select
      exists (select from sign_in_addresses
        where address = ${address} and user_id = ${owner.id} and last_at > ${owner.since}) as "byOwner",
      exists (select from sign_in_addresses s join users u on u.id = s.user_id
        where s.address = ${address} and s.last_at > ${anyone.since} and u.is_active) as "byAnyone"`.execute(
    db,
  );
  return result.rows[0]!;
}

export async function deleteSignInAddressesBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('sign_in_addresses').where('last_at', '<', instant).execute();
}
