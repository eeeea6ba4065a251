import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { headersKey } from '../reading/rules-headers.ts';
import type { ImportSettings } from '../schema-centre.ts';
import type { BuiltImportType } from '../schema-types.ts';
import * as queries from './queries-mappings.ts';
import { type StoredSettings, settingsFrom } from './rules.ts';

function hashOf(headers: readonly string[]): string {
  return createHash('sha256').update(headersKey(headers)).digest('hex');
}

/**
 * The settings of the last import of this type whose file had these headers, in any order and spelling; undefined for new
 * ones. Sheet and header row are not kept: the next file may have them elsewhere.
 */
export async function savedSettings(
  ctx: Ctx,
  type: BuiltImportType,
  headers: readonly string[],
): Promise<ImportSettings | undefined> {
  const stored = await queries.getMapping(ctx.db, type, hashOf(headers));
  return stored && settingsFrom(stored);
}

/** Keeps the settings of an import for the next file with these headers. */
export async function saveSettings(
  ctx: Ctx,
  type: BuiltImportType,
  headers: readonly string[],
  { sheet: _sheet, headerRow: _headerRow, ...settings }: StoredSettings,
): Promise<void> {
  await queries.upsertMapping(ctx.db, {
    type,
    headersHash: hashOf(headers),
    settings,
    savedAt: ctx.clock(),
    actorName: actorName(ctx.actor),
  });
}
