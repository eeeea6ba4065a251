import type { Db } from '../../database/connect.ts';
import { eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { findPostedLines } from '../queries-post.ts';
import type { PostingLine } from '../rules.ts';
import { OPENINGS } from './schema.ts';

export interface OpeningRecord {
  id: number;
  entryNumber: string;
  date: IsoDate;
  sourceId: number;
  lines: PostingLine[];
}

function unreversed(db: Db) {
  return db
    .selectFrom('journal_entries as e')
    .select([
      'e.id',
      'e.entry_number as entryNumber',
      'e.entry_date as date',
      'e.source_id as sourceId',
    ])
    .where('e.source', '=', OPENINGS)
    .where('e.revision', '=', 1)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('journal_entries as r')
            .select('r.id')
            .whereRef('r.reversal_of', '=', 'e.id'),
        ),
      ),
    )
    .orderBy('e.id', 'desc');
}

async function withLines(db: Db, entry: Omit<OpeningRecord, 'lines'>): Promise<OpeningRecord> {
  return { ...entry, lines: (await findPostedLines(db, [entry.id])).get(entry.id) ?? [] };
}

/** The opening entry of a trial balance that is in force. */
export async function findOpeningEntry(db: Db): Promise<OpeningRecord | undefined> {
  const entry = await unreversed(db).limit(1).executeTakeFirst();
  return entry && withLines(db, entry);
}

/** Those of these entries that are openings of a trial balance and not reversed. */
export async function findOpeningEntries(db: Db, ids: readonly number[]): Promise<OpeningRecord[]> {
  if (ids.length === 0) return [];
  const entries = await unreversed(db).innerJoin(eachId(ids), 'k.id', 'e.id').execute();
  return Promise.all(entries.map((entry) => withLines(db, entry)));
}

/** The numbers of entries. */
export function findEntryNumbers(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; entryNumber: string }[]> {
  return db
    .selectFrom('journal_entries as e')
    .innerJoin(eachId(ids), 'k.id', 'e.id')
    .select(['e.id', 'e.entry_number as entryNumber'])
    .orderBy('e.id')
    .execute();
}
