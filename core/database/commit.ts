import { sql } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Lets the running transaction commit without waiting for the disk. For the batches of a run that is
 * repeated whole after a crash and tells nobody of its success before a last commit that does wait: commits
 * reach the disk in their order, so that last one, like any payment in between, carries all before it along.
 */
export async function commitWithoutWaiting(db: Db): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(db);
}
