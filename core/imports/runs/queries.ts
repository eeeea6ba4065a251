import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { Mapping } from '../reading/rules-mapping.ts';
import type { BatchCounts } from '../rules-tally.ts';
import type { BuiltImportType } from '../schema-types.ts';

/** Total counts of an import's committed batches. */
export interface RunCounts extends BatchCounts {
  failed: number;
}

/** The settings of an import, as stored in the audit log. */
export interface RunSettings extends Mapping {
  keepPrices?: boolean;
  combineRows?: boolean;
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

const runs = defineRecord<'import_runs', ImportRun>(
  'import_runs',
  {
    id: 'id bigint',
    type: 'type text',
    filename: 'filename text',
    mapping: 'mapping jsonb',
    status: 'status text',
    startedAt: 'started_at timestamptz',
    actorName: 'actor_name text',
    created: 'created int',
    updated: 'updated int',
    unchanged: 'unchanged int',
    lines: 'lines int',
    failed: 'failed int',
  },
  { versioned: false },
);

type NewRun = Pick<ImportRun, 'type' | 'filename' | 'mapping' | 'startedAt' | 'actorName'>;

export function insertRun(db: Db, run: NewRun): Promise<ImportRun> {
  const row = { ...run, status: 'running' as const };
  return runs.insert(db, row, { heartbeat_at: ['timestamptz', () => run.startedAt] });
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

export function finishRun(
  db: Db,
  id: number,
  status: 'done' | 'failed',
  at: Date,
  error: string,
): Promise<ImportRun> {
  return db
    .updateTable('import_runs')
    .set({ status, finished_at: at, error })
    .where('id', '=', id)
    .returning(runs.list())
    .executeTakeFirstOrThrow();
}

/** Marks imports without a sign of life since then as abandoned: they were killed, and what they wrote stands. Answers them. */
export function abandonSilentRuns(db: Db, heartbeatCutoff: Date, at: Date): Promise<ImportRun[]> {
  return db
    .updateTable('import_runs')
    .set({ status: 'abandoned', finished_at: at })
    .where('status', '=', 'running')
    .where('heartbeat_at', '<', heartbeatCutoff)
    .returning(runs.list())
    .execute();
}
