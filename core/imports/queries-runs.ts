import type { Db } from '../database/connect.ts';
import type { BuiltImportType } from './rules-fields.ts';
import type { Mapping } from './rules-mapping.ts';
import type { BatchCounts } from './rules-tally.ts';

/** What the committed batches of an import came to. */
export interface RunCounts extends BatchCounts {
  failed: number;
}

/** How a file was read, as the audit log keeps it. */
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

const columns = [
  'id',
  'type',
  'filename',
  'mapping',
  'status',
  'started_at as startedAt',
  'actor_name as actorName',
  'created',
  'updated',
  'unchanged',
  'lines',
  'failed',
] as const;

export async function insertRun(
  db: Db,
  run: Pick<ImportRun, 'type' | 'filename' | 'mapping' | 'actorName'> & { at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('import_runs')
    .values({
      type: run.type,
      filename: run.filename,
      mapping: JSON.stringify(run.mapping),
      status: 'running',
      started_at: run.at,
      heartbeat_at: run.at,
      actor_name: run.actorName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds the counts of a batch. A run that was taken for abandoned and goes on is running again. */
export async function addRunProgress(
  db: Db,
  id: number,
  batch: RunCounts,
  at: Date,
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set((eb) => ({
      created: eb('created', '+', batch.created),
      updated: eb('updated', '+', batch.updated),
      unchanged: eb('unchanged', '+', batch.unchanged),
      lines: eb('lines', '+', batch.lines),
      failed: eb('failed', '+', batch.failed),
      heartbeat_at: at,
      status: 'running',
      finished_at: null,
    }))
    .where('id', '=', id)
    .execute();
}

export async function finishRun(
  db: Db,
  id: number,
  status: 'done' | 'failed',
  at: Date,
  error: string,
): Promise<ImportRun> {
  const run = await db
    .updateTable('import_runs')
    .set({ status, finished_at: at, error })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return run as ImportRun;
}

/** Marks imports without a sign of life since then as abandoned: they were killed, and what they wrote stands. Answers them. */
export async function abandonSilentRuns(db: Db, silentSince: Date, at: Date): Promise<ImportRun[]> {
  const runs = await db
    .updateTable('import_runs')
    .set({ status: 'abandoned', finished_at: at })
    .where('status', '=', 'running')
    .where('heartbeat_at', '<', silentSince)
    .returning(columns)
    .execute();
  return runs as ImportRun[];
}
