import { type RawBuilder, sql } from 'kysely';
import type { Created, KeptRecord } from '../kernel/imported.ts';
import { arrayOf } from './bulk.ts';
import type { Db } from './connect.ts';
import { findReferences } from './references.ts';

/** How the records of one table are named when they stay. */
export interface RemovalTexts<Row> {
  entity: string;
  labelOf(row: Row): string;
  /** Why a record stays that was changed since. */
  changed: string;
  /** Why one stays that other records name. */
  named: string;
}

/**
 * Removes records of a list that an import created, unless they were changed since or other records name them, in a constant
 * number of statements. Answers the number of removed ones, and those that stay with the reason.
 */
export async function removeUnused<Row extends { id: number; version: number }>(
  db: Db,
  { table, listText }: { table: string; listText(alias?: string): RawBuilder<Row> },
  created: readonly Created[],
  { entity, labelOf, changed, named }: RemovalTexts<Row>,
): Promise<{ removed: number; kept: KeptRecord[] }> {
  if (created.length === 0) return { removed: 0, kept: [] };
  const versions = new Map(created.map(({ id, version }) => [id, version]));
  // Against every record that is about to name them.
  const { rows } = await sql<Row>`select ${listText('t')} from ${sql.table(table)} t
    where t.id = any(${arrayOf('bigint', [...versions.keys()])}) order by t.id for update`.execute(
    db,
  );
  const references = await findReferences(
    db,
    table,
    rows.map(({ id }) => id),
  );
  const free: number[] = [];
  const kept: KeptRecord[] = [];
  for (const row of rows) {
    const isChanged = row.version !== versions.get(row.id);
    if (!isChanged && !references.has(row.id)) free.push(row.id);
    else {
      const reason = isChanged ? changed : named;
      kept.push({ entity, entityId: row.id, label: labelOf(row), reason });
    }
  }
  await sql`delete from ${sql.table(table)} where id = any(${arrayOf('bigint', free)})`.execute(db);
  return { removed: free.length, kept };
}
