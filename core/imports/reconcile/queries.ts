import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { ReconciledTotal } from '../schema-centre.ts';

/** The reconciliation of the batches of a run so far. The run is locked by the counts of its batch. */
export async function getReconciliation(db: Db, runId: number): Promise<ReconciledTotal[]> {
  const { rows } = await sql<{ totals: ReconciledTotal[] | null }>`
    select reconciliation as totals from import_runs where id = ${runId}`.execute(db);
  return rows[0]?.totals ?? [];
}

export async function setReconciliation(
  db: Db,
  runId: number,
  totals: readonly ReconciledTotal[],
): Promise<void> {
  await sql`update import_runs set reconciliation = ${JSON.stringify(totals)} where id = ${runId}`.execute(
    db,
  );
}
