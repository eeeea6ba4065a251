import { createHash } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { takeNumbers } from '../../database/counters.ts';
import type { ImportSource } from '../journal/rules.ts';
import * as queries from './queries.ts';

/** A short hash of texts, to store and compare them. */
export function importDigest(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
}

/**
 * What earlier imports have posted of these keys: key → content. Unless it is a dry run, other imports of the source wait
 * until the transaction ends, so that two of the same file post it once. Call it with the accounts of customers locked
 * and before counters are taken (architecture, lock order).
 */
export async function knownImports(
  tx: Ctx,
  source: ImportSource,
  keys: readonly string[],
  { dryRun }: { dryRun: boolean },
): Promise<Map<string, string>> {
  if (!dryRun) await takeNumbers(tx.db, source, 0);
  const found = await queries.findImported(tx.db, source, keys);
  return new Map(found.map(({ key, content }) => [key, content]));
}

/** Ids for new lines of a source, which are the source ids of their entries. Returns the first. */
export function takeImportIds(tx: Ctx, source: ImportSource, count: number): Promise<number> {
  return takeNumbers(tx.db, source, count);
}

/** Stores what is posted, so that the same file again does not post it again. Call it before the posting. */
export function recordImports(
  tx: Ctx,
  source: ImportSource,
  lines: readonly queries.ImportedLine[],
): Promise<void> {
  return queries.insertImported(tx.db, source, lines);
}
