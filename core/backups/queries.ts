import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/**
 * Bulk work that is under way in any process, by its table and name; `cutoff` is the heartbeat since which it lives. A
 * restore would let it go on in other data.
 */
export async function findBulkWork(
  db: Db,
  { now, cutoff }: { now: Date; cutoff: Date },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'the billing of ' || to_char(month, 'FMMonth YYYY') as name from billing_runs
     where status = 'running' and heartbeat_at > ${cutoff}
    union all
    select 'the import of ' || filename from import_runs
     where status in ('queued', 'running') and heartbeat_at > ${cutoff}
    union all
    select 'the job ' || job from job_runs
     where status = 'running' and lease_until > ${now} and job <> 'backup.nightly'`.execute(db);
  return rows.map(({ name }) => name);
}
