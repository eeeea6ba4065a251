import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** The advisory locks of payees, next to those of payment references. */
const PAYEE_LOCKS = 4_151;

/**
 * Lets one transaction at a time judge what a payee gets of a kind, until it ends, so that the second of two counts the
 * first. The embedded database runs one transaction at a time.
 */
export async function lockPayee(db: Db, key: string): Promise<void> {
  const number = createHash('sha256').update(key).digest().readInt32BE();
  await sql`select pg_advisory_xact_lock(${PAYEE_LOCKS}::int, ${number}::int)`.execute(db);
}
