import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { withTotal } from '../../database/list.ts';
import type { Touched } from '../../kernel/imported.ts';
import { limitOf, type Page, type Paging } from '../../kernel/paging.ts';
import type { CountedMessage, RowFailure } from '../rules-tally.ts';
import type { KeptRecord, RunChange, RunDifference } from '../schema-centre.ts';

/** What a committed batch did, beside its counts. */
export interface BatchRecord {
  /** Ids of the created records by kind and version, see `packCreated`. */
  created: Record<string, readonly number[]>;
  touched?: Touched | undefined;
  changes: readonly RunChange[];
  differences: readonly RunDifference[];
  refused: readonly RowFailure[];
  notes: readonly CountedMessage[];
}

const NOTHING_TOUCHED: Touched = { invoices: [], payments: [] };

/** Stores a batch in its transaction, under its number in the run from 0. */
export async function insertBatch(
  db: Db,
  runId: number,
  number: number,
  { created, touched = NOTHING_TOUCHED, changes, differences, refused, notes }: BatchRecord,
): Promise<void> {
  await sql`
    insert into import_batches (run_id, number, created, touched, changes, change_count, differences, difference_count, refused, notes)
    values (${runId}, ${number}, ${JSON.stringify(created)}, ${JSON.stringify(touched)}, ${JSON.stringify(changes)}, ${changes.length},
      ${JSON.stringify(differences)}, ${differences.length}, ${JSON.stringify(refused)}, ${JSON.stringify(notes)})`.execute(
    db,
  );
}

export async function countBatches(db: Db, runId: number): Promise<number> {
  const { count } = await db
    .selectFrom('import_batches')
    .select(sql<number>`count(*)`.as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The messages of one committed batch. */
export async function getBatchMessages(
  db: Db,
  runId: number,
  number: number,
): Promise<{ refused: RowFailure[]; notes: CountedMessage[] }> {
  const { rows } = await sql<{ refused: RowFailure[]; notes: CountedMessage[] }>`
    select refused, notes from import_batches where run_id = ${runId} and number = ${number}`.execute(
    db,
  );
  return rows[0] ?? { refused: [], notes: [] };
}

/** The lists of a run, and how many entries of them each batch has. */
const lists = {
  changes: sql`change_count`,
  differences: sql`difference_count`,
  kept: sql`jsonb_array_length(kept)`,
} as const;

/** The entries of each list of a run. */
export interface Entries {
  changes: RunChange;
  differences: RunDifference;
  kept: KeptRecord;
}

/** A page of one list of a run, in the order of its batches. Only the batches of the page are read. */
export async function findEntries<L extends keyof Entries>(
  db: Db,
  runId: number,
  list: L,
  paging: Paging & { total?: boolean | undefined },
): Promise<Page<Entries[L]>> {
  const { limit, offset } = limitOf(paging);
  const { rows } = await sql<{ entry: Entries[L] }>`
    select e.entry from (
        select number, ${lists[list]} as count,
          sum(${lists[list]}) over (order by number rows unbounded preceding) - ${lists[list]} as before
        from import_batches where run_id = ${runId}) as b
      join import_batches t on t.run_id = ${runId} and t.number = b.number
      cross join lateral jsonb_array_elements(t.${sql.ref(list)}) with ordinality as e(entry, place)
    where b.before < ${offset + limit} and b.before + b.count > ${offset}
      and b.before + e.place > ${offset} and b.before + e.place <= ${offset + limit}
    order by b.number, e.place`.execute(db);
  return withTotal(
    rows.map(({ entry }) => entry),
    paging,
    () => countList(db, runId, list),
  );
}

/** The lengths of a run's lists of changes and differences. */
export async function countEntries(
  db: Db,
  runId: number,
): Promise<{ changes: number; differences: number }> {
  const { rows } = await sql<{ changes: number; differences: number }>`
    select coalesce(sum(change_count), 0)::int as changes,
      coalesce(sum(difference_count), 0)::int as differences
    from import_batches where run_id = ${runId}`.execute(db);
  return rows[0]!;
}

async function countList(db: Db, runId: number, list: keyof Entries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(${lists[list]}), 0)::int as count from import_batches where run_id = ${runId}`.execute(
    db,
  );
  return rows[0]!.count;
}
