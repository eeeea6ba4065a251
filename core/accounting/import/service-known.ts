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

/**
 * The key of a note about posted lines, which are kept beside them: `subject` is what the note is about, and `name` tells
 * its notes apart. The keys of the lines themselves have no blank (`importDigest`).
 */
export function notedKey(kind: string, subject: string | number, name: string | number): string {
  return `${notedStart(kind, subject)}${name}`;
}

function notedStart(kind: string, subject: string | number): string {
  return `${kind} ${subject} `;
}

/** The notes of a kind by their subjects: their names with their contents. Undone imports have none. */
export async function notedLines<Subject extends string | number>(
  tx: Ctx,
  source: ImportSource,
  kind: string,
  subjects: readonly Subject[],
): Promise<Map<Subject, { name: string; content: string }[]>> {
  const byStart = new Map(subjects.map((subject) => [notedStart(kind, subject), subject]));
  const found = new Map<Subject, { name: string; content: string }[]>();
  for (const { start, key, content } of await queries.findNoted(tx.db, source, [
    ...byStart.keys(),
  ])) {
    const subject = byStart.get(start)!;
    found.set(subject, [...(found.get(subject) ?? []), { name: key.slice(start.length), content }]);
  }
  return found;
}

/** Stores notes under keys of `notedKey`, with the ids of their lines, whose undo sets the keys free. */
export function recordNotes(
  tx: Ctx,
  source: ImportSource,
  notes: readonly Omit<queries.ImportedLine, 'paymentId'>[],
): Promise<void> {
  return queries.upsertNoted(tx.db, source, notes);
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
