import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

/** The advisory locks of payment references, next to those of sign-ins, redemptions and imports. */
const REFERENCE_LOCKS = 4_149;

/** A reference as references are compared: without case and blanks. */
export function referenceKey(reference: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`lower(replace(${reference}, ' ', ''))`;
}

/**
 * Lets one transaction at a time record a payment of a kind and account with a reference, so that the second of two sees
 * the first. Call it after the locks of rows. The embedded database runs one transaction at a time.
 */
export async function lockReference(db: Db, kind: string, reference: string): Promise<void> {
  const key = `${kind} ${reference.toLowerCase().replaceAll(' ', '')}`;
  const number = createHash('sha256').update(key).digest().readInt32BE();
  await sql`select pg_advisory_xact_lock(${REFERENCE_LOCKS}::int, ${number}::int)`.execute(db);
}
