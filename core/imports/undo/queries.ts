import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { KeptRecord, Touched } from '../../kernel/imported.ts';
import type { BuiltImportType } from '../schema-types.ts';
import type { CreatedKind, PackedRecords } from './rules.ts';

export interface RunToUndo {
  id: number;
  type: BuiltImportType;
  filename: string;
  status: string;
  created: number;
  updated: number;
  undoStatus: 'running' | 'done' | 'failed' | null;
  undoneBy: string;
  undoHeartbeatAt: Date | null;
  removed: number;
  reversed: number;
  kept: number;
}

const columns = sql`id, type, filename, status, created, updated, undo_status as "undoStatus", undone_by as "undoneBy",
  undo_heartbeat_at as "undoHeartbeatAt", removed, reversed, kept`;

export async function lockRun(db: Db, id: number): Promise<RunToUndo | undefined> {
  const { rows } = await sql<RunToUndo>`
    select ${columns} from import_runs where id = ${id} for no key update`.execute(db);
  return rows[0];
}

/**
 * Takes the undo of a locked run. Who has begun it stays its author. A process that was only thought to be killed loses its
 * claim on the run, and writes no more.
 */
export async function claimUndo(db: Db, id: number, at: Date, by: string): Promise<void> {
  await sql`
    update import_runs set undo_status = 'running', undo_heartbeat_at = ${at}, undo_error = '',
      claimed_by = '', undone_by = case when undo_status is null then ${by} else undone_by end
    where id = ${id}`.execute(db);
}

/** The runs whose undo has shown no sign of life since `cutoff`. */
export async function findSilentUndos(db: Db, cutoff: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('import_runs')
    .select('id')
    .where('undo_status', '=', 'running')
    .where('undo_heartbeat_at', '<', cutoff)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface BatchToUndo {
  number: number;
  created: PackedRecords;
  touched: Partial<Touched>;
}

/** The batches that are not undone, the last first. */
export function findBatches(db: Db, runId: number): Promise<BatchToUndo[]> {
  return db
    .selectFrom('import_batches')
    .select('number')
    .select(sql<PackedRecords>`created`.as('created'))
    .select(sql<Partial<Touched>>`touched`.as('touched'))
    .where('run_id', '=', runId)
    .where('undone_at', 'is', null)
    .orderBy('number', 'desc')
    .execute();
}

/** Kinds of records whose removal posts nothing. */
const UNPOSTED: readonly CreatedKind[] = [
  ...(['customers', 'accounts', 'nodes', 'suppliers', 'employees'] as const),
  ...(['items', 'itemCategories', 'stockCounts', 'bundles', 'fees'] as const),
];

/** The number of records that a run created, of those that are posted, and the kinds of the records. */
export async function countCreated(
  db: Db,
  runId: number,
): Promise<{ all: number; posted: number; kinds: CreatedKind[] }> {
  const { rows } = await sql<{ all: number; posted: number; kinds: CreatedKind[] }>`
    select coalesce(sum(jsonb_array_length(c.value)), 0)::int as "all",
      coalesce(sum(jsonb_array_length(c.value)) filter (where split_part(c.key, ':', 1) <> all (${[...UNPOSTED]}::text[])), 0)::int as posted,
      coalesce(array_agg(distinct split_part(c.key, ':', 1)), '{}') as kinds
    from import_batches b cross join lateral jsonb_each(b.created) c
    where b.run_id = ${runId}`.execute(db);
  return rows[0]!;
}

/** Locks a batch for its undo; false if another process has undone it. */
export async function lockBatch(db: Db, runId: number, number: number): Promise<boolean> {
  const { rows } = await sql`
    select from import_batches where run_id = ${runId} and number = ${number} and undone_at is null
    for update`.execute(db);
  return rows.length > 0;
}

export async function finishBatch(
  db: Db,
  runId: number,
  number: number,
  { at, kept }: { at: Date; kept: readonly KeptRecord[] },
): Promise<void> {
  await sql`
    update import_batches set undone_at = ${at}, kept = ${JSON.stringify(kept)}
    where run_id = ${runId} and number = ${number}`.execute(db);
}

export async function addUndone(
  db: Db,
  id: number,
  { removed, reversed, kept }: { removed: number; reversed: number; kept: number },
  at: Date,
): Promise<void> {
  await sql`
    update import_runs set removed = removed + ${removed}, reversed = reversed + ${reversed},
      kept = kept + ${kept}, undo_heartbeat_at = ${at}
    where id = ${id}`.execute(db);
}

export async function beatUndo(db: Db, id: number, at: Date): Promise<void> {
  await sql`
    update import_runs set undo_heartbeat_at = ${at} where id = ${id} and undo_status = 'running'`.execute(
    db,
  );
}

/** Closes a running undo; undefined if it was closed before. */
export async function finishUndo(
  db: Db,
  id: number,
  status: 'done' | 'failed',
  at: Date,
  error: string,
): Promise<RunToUndo | undefined> {
  const undoneAt = status === 'done' ? at : null;
  const { rows } = await sql<RunToUndo>`
    update import_runs set undo_status = ${status}, undone_at = ${undoneAt}, undo_error = ${error}
    where id = ${id} and undo_status = 'running' returning ${columns}`.execute(db);
  return rows[0];
}
