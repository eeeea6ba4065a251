import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { RowFailure } from '../rules-tally.ts';
import type { RunChange, RunDifference } from '../schema-centre.ts';

/** What a committed batch did, beside its counts. */
export interface BatchRecord {
  /** Ids of the created records by kind and version, see `packCreated`. */
  created: Record<string, readonly number[]>;
  changes: readonly RunChange[];
  differences: readonly RunDifference[];
  refused: readonly RowFailure[];
}

/** Stores a batch in its transaction, under its number in the run from 0. */
export async function insertBatch(
  db: Db,
  runId: number,
  number: number,
  { created, changes, differences, refused }: BatchRecord,
): Promise<void> {
  await sql`
    insert into import_batches (run_id, number, created, changes, differences, refused)
    values (${runId}, ${number}, ${JSON.stringify(created)}, ${JSON.stringify(changes)},
      ${JSON.stringify(differences)}, ${JSON.stringify(refused)})`.execute(db);
}
