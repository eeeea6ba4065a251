import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { BuiltImportType } from '../schema-types.ts';

export interface ImportFile {
  id: number;
  filename: string;
  bytes: number;
  sha256: string;
  uploadedAt: Date;
  actorKey: string;
  actorName: string;
  /** What it holds by its headers; null if they do not tell. */
  detectedType: BuiltImportType | null;
  /** When its bytes were removed. */
  removedAt: Date | null;
}

const files = defineRecord<'import_files', ImportFile>(
  'import_files',
  {
    id: 'id bigint',
    filename: 'filename text',
    bytes: 'bytes bigint',
    sha256: 'sha256 text',
    uploadedAt: 'uploaded_at timestamptz',
    actorKey: 'actor_key text',
    actorName: 'actor_name text',
    detectedType: 'detected_type text',
    removedAt: 'removed_at timestamptz',
  },
  { versioned: false },
);

export const insertFile = (db: Db, file: Omit<ImportFile, 'id' | 'removedAt'>) =>
  files.insert(db, file);

export const getFile = files.get;

/** Whether the file was imported as one of these types. */
export async function hasRunOfType(
  db: Db,
  fileId: number,
  types: readonly BuiltImportType[],
): Promise<boolean> {
  const row = await db
    .selectFrom('import_runs')
    .select('id')
    .where('file_id', '=', fileId)
    .where('type', 'in', types)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The latest run of a file with these bytes that imported it, or is importing it, and was not undone. */
export function findEarlierRun(
  db: Db,
  sha256: string,
  types: readonly BuiltImportType[],
): Promise<{ runId: number; at: Date; by: string } | undefined> {
  return db
    .selectFrom('import_files as f')
    .innerJoin('import_runs as r', 'r.file_id', 'f.id')
    .select(['r.id as runId', 'r.started_at as at', 'r.actor_name as by'])
    .where('f.sha256', '=', sha256)
    .where('r.type', 'in', types)
    .where('r.status', 'in', ['queued', 'running', 'done'])
    .where('r.undo_status', 'is', null)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const isInUse = (file: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from import_runs r where r.file_id = ${sql.ref(file)} and r.status in ('queued', 'running'))`;

/**
 * Marks files as removed that were uploaded before then, or are the oldest of more than `maxBytes`; never those of runs
 * that have not ended. Returns them: their bytes can be removed.
 */
export async function markRemovedFiles(
  db: Db,
  { before, maxBytes, at }: { before: Date; maxBytes: number; at: Date },
): Promise<ImportFile[]> {
  const { rows } = await sql<ImportFile>`
    update import_files f set removed_at = ${at}
    from (select id, sum(bytes) over (order by id desc rows unbounded preceding) as total
          from import_files where removed_at is null) as kept
    where kept.id = f.id and f.removed_at is null and (f.uploaded_at < ${before} or kept.total > ${maxBytes})
      and not ${isInUse('f.id')}
    returning ${sql.join(files.list('f'))}`.execute(db);
  return rows;
}

/** The names by which the bytes of kept files are stored are made of these. */
export function findKeptFiles(db: Db): Promise<Pick<ImportFile, 'id' | 'sha256'>[]> {
  return db
    .selectFrom('import_files')
    .select(['id', 'sha256'])
    .where('removed_at', 'is', null)
    .execute();
}
