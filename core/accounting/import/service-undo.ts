import type { Ctx } from '../../context.ts';
import { takeNumbers } from '../../database/counters.ts';
import type { KeptRecord } from '../../kernel/imported.ts';
import type { ImportSource } from '../journal/rules.ts';
import { keptLinesProblem } from '../opening/rules.ts';
import { findPostedLines } from '../queries-post.ts';
import { mirrored, type Posting } from '../rules.ts';
import * as queries from './queries-undo.ts';
import { type ReversalFacts, reversalDate } from './rules-undo.ts';

export interface EntryUndo extends ReversalFacts {
  runId: number;
}

/**
 * Prepares the reversal of imported entries, given by their ids in the source, and sets their keys free, so that the file
 * can be imported again. Entries that were reversed before stay so, and so do those with a line
 * on an account that modules have kept since. Call it with the accounts of customers locked and
 * before counters are taken; the caller posts the postings last.
 */
export async function reverseImportedEntries(
  tx: Ctx,
  source: ImportSource,
  ids: readonly number[],
  { runId, ...facts }: EntryUndo,
): Promise<{ postings: Posting[]; kept: KeptRecord[] }> {
  if (ids.length === 0) return { postings: [], kept: [] };
  // Imports of the source wait, as for one another.
  await takeNumbers(tx.db, source, 0);
  const entries = await queries.findEntries(tx.db, source, ids);
  const unreversed = entries.filter(({ isReversed }) => !isReversed);
  const lines = await findPostedLines(
    tx.db,
    unreversed.map(({ id }) => id),
  );
  const problems = new Map(unreversed.map(({ id }) => [id, keptLinesProblem(lines.get(id)!)]));
  // Lines that have become no entry, of which notes tell (recordNotes).
  const withEntry = new Set(entries.map(({ sourceId }) => sourceId));
  const noted = ids.filter((id) => !withEntry.has(id));
  const standing = unreversed.filter(({ id }) => problems.get(id) === undefined);
  await queries.freeKeys(
    tx.db,
    source,
    [...standing.map(({ sourceId }) => sourceId), ...noted],
    runId,
  );
  return {
    postings: standing.map((entry) => ({
      date: reversalDate(entry.date, facts),
      description: `Reversal of ${entry.entryNumber}: import ${runId} undone`,
      reference: entry.reference,
      source,
      sourceId: entry.sourceId,
      revision: 2,
      lines: mirrored(lines.get(entry.id)!),
      reversalOf: entry.id,
      cash: 'safe' as const,
    })),
    kept: entries.flatMap(({ id, entryNumber, isReversed }): KeptRecord[] => {
      const reason = isReversed ? 'It was reversed before.' : problems.get(id)?.message;
      return reason ? [{ entity: 'entry', entityId: id, label: entryNumber, reason }] : [];
    }),
  };
}

/** Sets the keys of imported lines free that became these payments. */
export function releaseKeys(tx: Ctx, paymentIds: readonly number[], runId: number): Promise<void> {
  return queries.freeKeysOfPayments(tx.db, paymentIds, runId);
}
