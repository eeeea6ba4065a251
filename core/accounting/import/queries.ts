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
