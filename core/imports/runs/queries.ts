import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { Mapping } from '../reading/rules-mapping.ts';
import type { BatchCounts } from '../rules-tally.ts';
import type { runStatuses } from '../schema-centre.ts';
import type { BuiltImportType } from '../schema-types.ts';

/** Total counts of an import's committed batches. */
export interface RunCounts extends BatchCounts {
  failed: number;
}

/** The settings of an import, as stored in the audit log. */
export interface RunSettings extends Mapping {
  sheet?: string;
  headerRow?: number;
  keepPrices?: boolean;
  combineRows?: boolean;
  numberRows?: boolean;
}

export interface ImportRun extends RunCounts {
  id: number;
  type: BuiltImportType;
  filename: string;
  mapping: RunSettings;
  status: RunStatus;
  startedAt: Date;
  finishedAt: Date | null;
  actorName: string;
  /** The staged file; null for a file that was sent with the call. */
  fileId: number | null;
  /** The user for whom it goes on after a kill; null for a run that does not. */
  userId: number | null;
  totalRows: number | null;
  isStopRequested: boolean;
  error: string;
}

export type RunStatus = (typeof runStatuses)[number];

/** An execution of a run: `token` is in its row as long as no other process has taken the run over. */
export interface Claim {
  runId: number;
  token: string;
}

export const runs = defineRecord<'import_runs', ImportRun>(
  'import_runs',
  {
    id: 'id bigint',
    type: 'type text',
    filename: 'filename text',
    mapping: 'mapping jsonb',
    status: 'status text',
    startedAt: 'started_at timestamptz',
    finishedAt: 'finished_at timestamptz',
    fileId: 'file_id bigint',
    userId: 'user_id bigint',
    totalRows: 'total_rows int',
    isStopRequested: 'is_stop_requested boolean',
    error: 'error text',
    actorName: 'actor_name text',
    created: 'created int',
    updated: 'updated int',
    unchanged: 'unchanged int',
    lines: 'lines int',
    failed: 'failed int',
  },
  { versioned: false },
);

export type NewRun = Pick<
  ImportRun,
  'type' | 'filename' | 'mapping' | 'status' | 'startedAt' | 'actorName'
> &
  Partial<Pick<ImportRun, 'fileId' | 'userId' | 'totalRows'>>;

export function insertRun(db: Db, run: NewRun, token: string): Promise<ImportRun> {
  return runs.insert(db, run, {
    heartbeat_at: ['timestamptz', () => run.startedAt],
    claimed_by: ['text', () => token],
  });
}

function claimed(db: Db, { runId, token }: Claim) {
  return db.updateTable('import_runs').where('id', '=', runId).where('claimed_by', '=', token);
}

/**
 * Adds the counts of a batch, and returns whether somebody asked to stop; undefined if another process has taken the run
 * over or has begun to undo it. A run that was taken for abandoned and goes on is running again.
 */
export async function addRunProgress(
  db: Db,
  claim: Claim,
  batch: RunCounts,
  at: Date,
): Promise<{ isStopRequested: boolean } | undefined> {
  return claimed(db, claim)
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
    .where('undo_status', 'is', null)
    .returning('is_stop_requested as isStopRequested')
    .executeTakeFirst();
}

/** Marks a run as alive. False if another process has taken it over, or it has ended. */
export async function beatRun(db: Db, claim: Claim, at: Date): Promise<boolean> {
  const result = await claimed(db, claim)
    .set({ heartbeat_at: at })
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The end of a run with its messages; undefined if another process has taken it over, or it has ended. */
export function finishRun(
  db: Db,
  claim: Claim,
  ending: { status: 'done' | 'failed' | 'stopped'; at: Date; error: string },
  told: { warnings: readonly string[]; reasons: readonly unknown[] },
): Promise<ImportRun | undefined> {
  return claimed(db, claim)
    .set({
      status: ending.status,
      finished_at: ending.at,
      error: ending.error,
      warnings: JSON.stringify(told.warnings),
      reasons: JSON.stringify(told.reasons),
    })
    .where('status', 'not in', ['done', 'failed', 'stopped'])
    .returning(runs.list())
    .executeTakeFirst();
}

/**
 * Marks imports without a sign of life since then as abandoned: they were killed, and what they wrote stands. Returns
 * them. Those of a staged file with a user go on instead.
 */
export function abandonSilentRuns(db: Db, heartbeatCutoff: Date, at: Date): Promise<ImportRun[]> {
  return db
    .updateTable('import_runs')
    .set({ status: 'abandoned', finished_at: at })
    .where('status', 'in', ['queued', 'running'])
    .where('heartbeat_at', '<', heartbeatCutoff)
    .where((eb) => eb.or([eb('file_id', 'is', null), eb('user_id', 'is', null)]))
    .returning(runs.list())
    .execute();
}
