import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { BuiltImportType } from '../schema-types.ts';
import type { StoredSettings } from './rules.ts';

export interface SavedMapping {
  type: BuiltImportType;
  headersHash: string;
  settings: StoredSettings;
  savedAt: Date;
  actorName: string;
}

export async function upsertMapping(db: Db, saved: SavedMapping): Promise<void> {
  const values = {
    settings: JSON.stringify(saved.settings),
    saved_at: saved.savedAt,
    actor_name: saved.actorName,
  };
  await db
    .insertInto('import_mappings')
    .values({ type: saved.type, headers_hash: saved.headersHash, ...values })
    .onConflict((conflict) => conflict.columns(['type', 'headers_hash']).doUpdateSet(values))
    .execute();
}

export async function getMapping(
  db: Db,
  type: BuiltImportType,
  headersHash: string,
): Promise<StoredSettings | undefined> {
  const { rows } = await sql<{ settings: StoredSettings }>`
    select settings from import_mappings where type = ${type} and headers_hash = ${headersHash}`.execute(
    db,
  );
  return rows[0]?.settings;
}
