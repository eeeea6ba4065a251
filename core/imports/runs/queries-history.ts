import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { findPage, type Sorts } from '../../database/list.ts';
import { type Fields, selectList } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Reason, ReconciledTotal, RunFilter } from '../schema-centre.ts';
import type { BuiltImportType } from '../schema-types.ts';
import type { RunStatus } from './queries.ts';
import type { StoredSettings } from './rules.ts';

/** A run as the history shows it. */
export interface HistoryRow {
  id: number;
  type: BuiltImportType;
  filename: string;
  fileId: number | null;
  status: RunStatus;
  startedAt: Date;
  finishedAt: Date | null;
  actorName: string;
  totalRows: number | null;
  created: number;
  updated: number;
  unchanged: number;
  lines: number;
  failed: number;
  error: string;
  undoStatus: 'running' | 'done' | 'failed' | null;
  undoneAt: Date | null;
  undoneBy: string;
  removed: number;
  reversed: number;
  kept: number;
  undoError: string;
}

const fields: Fields<'import_runs', Omit<HistoryRow, 'fileId'>> = {
  id: 'id bigint',
  type: 'type text',
  filename: 'filename text',
  status: 'status text',
  startedAt: 'started_at timestamptz',
  finishedAt: 'finished_at timestamptz',
  actorName: 'actor_name text',
  totalRows: 'total_rows int',
  created: 'created int',
  updated: 'updated int',
  unchanged: 'unchanged int',
  lines: 'lines int',
  failed: 'failed int',
  error: 'error text',
  undoStatus: 'undo_status text',
  undoneAt: 'undone_at timestamptz',
  undoneBy: 'undone_by text',
  removed: 'removed int',
  reversed: 'reversed int',
  kept: 'kept int',
  undoError: 'undo_error text',
};

/** Its file, unless it was not staged or has been removed since. */
const keptFile = sql<number | null>`
  (select f.id from import_files f where f.id = r.file_id and f.removed_at is null)`.as('fileId');

function history(db: Db) {
  return db
    .selectFrom('import_runs as r')
    .select(
      selectList<'import_runs', Omit<HistoryRow, 'fileId'>, keyof Omit<HistoryRow, 'fileId'>>(
        fields,
        'r',
      ),
    )
    .select(keptFile);
}

const sorts: Sorts<'startedAt'> = {
  keys: { startedAt: 'r.started_at' },
  unique: 'r.id',
  first: { column: 'startedAt', descending: true },
};

/** Imports of these types, the newest first; `q` searches their file names. */
export function findHistory(
  db: Db,
  filter: RunFilter,
  types: readonly BuiltImportType[],
): Promise<Page<HistoryRow>> {
  let query = history(db).where('r.type', 'in', types);
  if (filter.type) query = query.where('r.type', '=', filter.type);
  if (filter.q) query = query.where(sql`lower(r.filename)`, 'like', containing(filter.q));
  return findPage(query, sorts, filter) as Promise<Page<HistoryRow>>;
}

export async function getHistoryRow(db: Db, id: number): Promise<HistoryRow | undefined> {
  return (await history(db).where('r.id', '=', id).executeTakeFirst()) as HistoryRow | undefined;
}

/** What only the detail of a run shows. */
export interface RunMessages {
  mapping: StoredSettings;
  warnings: string[];
  reasons: Reason[];
  reconciliation: ReconciledTotal[] | null;
}

export async function getRunMessages(db: Db, id: number): Promise<RunMessages> {
  const { rows } = await sql<RunMessages>`
    select mapping, warnings, reasons, reconciliation from import_runs where id = ${id}`.execute(
    db,
  );
  return rows[0]!;
}

/** The number of earlier imports that have not ended. */
export async function countEarlier(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('import_runs')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', 'in', ['queued', 'running'])
    .where('id', '<', id)
    .executeTakeFirstOrThrow();
  return count;
}
