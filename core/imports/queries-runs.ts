import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Mapping } from './rules-mapping.ts';
import type { BatchCounts } from './rules-tally.ts';
import type { BuiltImportType } from './schema-types.ts';

/** Total counts of an import's committed batches. */
export interface RunCounts extends BatchCounts {
  failed: number;
}

/** The settings of an import, as stored in the audit log. */
export interface RunSettings extends Mapping {
  keepPrices?: boolean;
}

export interface ImportRun extends RunCounts {
  id: number;
  type: BuiltImportType;
  filename: string;
  mapping: RunSettings;
  status: 'running' | 'done' | 'failed' | 'abandoned';
  startedAt: Date;
  actorName: string;
}

const columns = sql`id, type, filename, mapping, status, started_at as "startedAt", actor_name as "actorName",
  created, updated, unchanged, lines, failed`;

export async function insertRun(
  db: Db,
  run: {
    type: BuiltImportType;
    filename: string;
    mapping: RunSettings;
    at: Date;
    actorName: string;
  },
): Promise<number> {
  const result = await sql<{ id: number }>`
    insert into import_runs (type, filename, mapping, status, started_at, heartbeat_at, actor_name)
    values (${run.type}, ${run.filename}, ${JSON.stringify(run.mapping)}, 'running', ${run.at}, ${run.at}, ${run.actorName})
    returning id`.execute(db);
  return result.rows[0]!.id;
}

/** Also revives a run that was marked as abandoned. */
export async function addRunProgress(
  db: Db,
  id: number,
  batch: RunCounts,
  at: Date,
): Promise<void> {
  await sql`
    update import_runs set created = created + ${batch.created}, updated = updated + ${batch.updated},
      unchanged = unchanged + ${batch.unchanged}, lines = lines + ${batch.lines}, failed = failed + ${batch.failed},
      heartbeat_at = ${at}, status = 'running', finished_at = null
    where id = ${id}`.execute(db);
}

export async function finishRun(
  db: Db,
  id: number,
  status: 'done' | 'failed',
  at: Date,
  error: string,
): Promise<ImportRun> {
  const result = await sql<ImportRun>`
    update import_runs set status = ${status}, finished_at = ${at}, error = ${error}
    where id = ${id} returning ${columns}`.execute(db);
  return result.rows[0]!;
}

/** Marks imports without a recent heartbeat as abandoned; their committed batches stay. Returns them. */
export async function abandonSilentRuns(
  db: Db,
  heartbeatCutoff: Date,
  at: Date,
): Promise<ImportRun[]> {
  const result = await sql<ImportRun>`
    update import_runs set status = 'abandoned', finished_at = ${at}
    where status = 'running' and heartbeat_at < ${heartbeatCutoff}
    returning ${columns}`.execute(db);
  return result.rows;
}
