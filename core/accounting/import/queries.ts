import { sql } from 'kysely';
import { arrayOf, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { ImportSource } from '../journal/rules.ts';

/** A line or entry of a file that is posted; see the migration for its columns. */
export interface ImportedLine {
  id: number;
  key: string;
  content: string;
  /** The payment that it became; null if it is an entry. */
  paymentId: number | null;
}

/** Looked up key by key, so that the cost does not depend on statistics (docs/architecture.md). */
export async function findImported(
  db: Db,
  source: ImportSource,
  keys: readonly string[],
): Promise<Pick<ImportedLine, 'key' | 'content'>[]> {
  if (keys.length === 0) return [];
  const result = await sql<Pick<ImportedLine, 'key' | 'content'>>`
    select l.key, l.content from unnest(${arrayOf('text', keys)}) as k (key)
    cross join lateral (
      select * from imported_lines where source = ${source} and key = k.key offset 0
    ) l`.execute(db);
  return result.rows;
}

/** What is noted about posted lines, under keys that begin with one of the texts (`notedKey`); freed keys are left out. */
export async function findNoted(
  db: Db,
  source: ImportSource,
  starts: readonly string[],
): Promise<{ start: string; key: string; content: string }[]> {
  if (starts.length === 0) return [];
  const { rows } = await sql<{ start: string; key: string; content: string }>`
    select k.start, l.key, l.content from unnest(${arrayOf('text', starts)}) as k (start)
    cross join lateral (
      select * from imported_lines
      where source = ${source} and key >= k.start collate "C" and key < (k.start || '~') collate "C" offset 0
    ) l where position('#' in l.key) = 0 order by l.key`.execute(db);
  return rows;
}

/** Writes notes, in place of those with the same keys. */
export async function upsertNoted(
  db: Db,
  source: ImportSource,
  notes: readonly Omit<ImportedLine, 'paymentId'>[],
): Promise<void> {
  if (notes.length === 0) return;
  await insertRows(
    db,
    'imported_lines',
    notes,
    {
      id: ['bigint', (note) => note.id],
      source: ['text', () => source],
      key: ['text', (note) => note.key],
      content: ['text', (note) => note.content],
    },
    sql`on conflict (source, key) do update set id = excluded.id, content = excluded.content`,
  );
}

export async function insertImported(
  db: Db,
  source: ImportSource,
  lines: readonly ImportedLine[],
): Promise<void> {
  await insertRows(db, 'imported_lines', lines, {
    id: ['bigint', (line) => line.id],
    source: ['text', () => source],
    key: ['text', (line) => line.key],
    content: ['text', (line) => line.content],
    payment_id: ['bigint', (line) => line.paymentId],
  });
}
