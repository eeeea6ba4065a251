import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { type Claim, type ImportRun, runs } from './queries.ts';

/** Runs that any process may go on with: released, or without a heartbeat since then. */
function isFree(heartbeatCutoff: Date): RawBuilder<boolean> {
  return sql<boolean>`status in ('queued', 'running') and file_id is not null and user_id is not null
    and (claimed_by = '' or heartbeat_at < ${heartbeatCutoff})`;
}

/** The ids of runs to go on with, the oldest first. */
export async function findFreeRuns(db: Db, heartbeatCutoff: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('import_runs')
    .select('id')
    .where(isFree(heartbeatCutoff))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes a run over, if no other process was faster. */
export function claimFreeRun(
  db: Db,
  { runId, token }: Claim,
  heartbeatCutoff: Date,
  at: Date,
): Promise<ImportRun | undefined> {
  return db
    .updateTable('import_runs')
    .set({ claimed_by: token, heartbeat_at: at })
    .where('id', '=', runId)
    .where(isFree(heartbeatCutoff))
    .returning(runs.list())
    .executeTakeFirst();
}

/** Begins or continues a claimed run. Undefined if it was taken over or stopped while it waited. */
export function beginRun(
  db: Db,
  { runId, token }: Claim,
  at: Date,
  totalRows?: number,
): Promise<ImportRun | undefined> {
  return db
    .updateTable('import_runs')
    .set({
      status: 'running',
      heartbeat_at: at,
      ...(totalRows !== undefined && { total_rows: totalRows }),
    })
    .where('id', '=', runId)
    .where('claimed_by', '=', token)
    .where('status', 'in', ['queued', 'running'])
    .returning(runs.list())
    .executeTakeFirst();
}

/** Lets any process go on with a run, because this one ends. */
export async function releaseRun(db: Db, { runId, token }: Claim): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({ status: 'queued', claimed_by: '' })
    .where('id', '=', runId)
    .where('claimed_by', '=', token)
    .where('status', 'in', ['queued', 'running'])
    .execute();
}

/**
 * Asks a run to stop: one that has not begun, or whose process is gone, is stopped at once; another one after its batch.
 * Returns it unless it has ended.
 */
export function requestStop(
  db: Db,
  id: number,
  heartbeatCutoff: Date,
  at: Date,
): Promise<ImportRun | undefined> {
  const isIdle = sql<boolean>`status = 'queued' or claimed_by = '' or heartbeat_at < ${heartbeatCutoff}`;
  return db
    .updateTable('import_runs')
    .set({
      is_stop_requested: true,
      status: sql<'stopped'>`case when ${isIdle} then 'stopped' else status end`,
      finished_at: sql<Date>`case when ${isIdle} then ${at}::timestamptz else finished_at end`,
      claimed_by: sql<string>`case when ${isIdle} then '' else claimed_by end`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .where('is_stop_requested', '=', false)
    .returning(runs.list())
    .executeTakeFirst();
}
