import type { Ctx } from '../../context.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { ImportSource } from '../journal/rules.ts';
import { findPosted, type PostedLine } from './queries-undo.ts';
import { importDigest } from './service-known.ts';

export const REVERSED = 'It was reversed in the portal.';

/** What the books hold of imported lines, by their keys: the entry, or the payment that a line became. */
export async function postedLines(
  tx: Ctx,
  source: ImportSource,
  keys: readonly string[],
): Promise<Map<string, PostedLine>> {
  return new Map((await findPosted(tx.db, source, keys)).map((line) => [line.key, line]));
}

/** What the books hold of imported entries, by their references; reversed ones hold nothing. */
export async function entriesInBooks(
  tx: Ctx,
  rows: readonly { reference: string }[],
): Promise<(BookValues | undefined)[]> {
  const keys = rows.map(({ reference }) => importDigest(reference));
  const posted = await postedLines(tx, 'import.accounting', keys);
  return keys.map((key): BookValues | undefined => {
    const entry = posted.get(key);
    if (!entry) return undefined;
    if (entry.isReversed)
      return {
        values: { debits: 0, credits: 0 },
        reasons: { debits: REVERSED, credits: REVERSED },
      };
    return { values: { debits: entry.amountUsd, credits: entry.amountUsd } };
  });
}
