import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { ImportSource } from '../journal/rules.ts';

export interface FoundEntry {
  id: number;
  entryNumber: string;
  date: IsoDate;
  reference: string;
  sourceId: number;
  isReversed: boolean;
}

/** The first entries of a source with these ids in it. */
export async function findEntries(
  db: Db,
  source: ImportSource,
  sourceIds: readonly number[],
): Promise<FoundEntry[]> {
  const { rows } = await sql<FoundEntry>`
    select e.id, e.entry_number as "entryNumber", e.entry_date as date, e.reference, e.source_id as "sourceId",
      exists (select from journal_entries r where r.reversal_of = e.id offset 0) as "isReversed"
    from ${eachId(sourceIds)} cross join lateral (
      select * from journal_entries where source = ${source} and source_id = k.id and revision = 1 offset 0) e
    order by e.id`.execute(db);
  return rows;
}

/** Sets the keys of entries free: the lines stay under another key, as the number of an undone invoice does. */
export async function freeKeys(
  db: Db,
  source: ImportSource,
  ids: readonly number[],
  runId: number,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update imported_lines set key = key || ${`#${runId}`}::text
    where source = ${source} and payment_id is null and id = any(${arrayOf('bigint', ids)})`.execute(
    db,
  );
}

/** The same for lines that became payments. */
export async function freeKeysOfPayments(
  db: Db,
  paymentIds: readonly number[],
  runId: number,
): Promise<void> {
  if (paymentIds.length === 0) return;
  await sql`
    update imported_lines set key = key || ${`#${runId}`}::text
    where payment_id = any(${arrayOf('bigint', paymentIds)})`.execute(db);
}

export interface PostedLine {
  key: string;
  /** The payment that the line became; null if it is an entry. */
  paymentId: number | null;
  /** The total of the entry; zero for a payment. */
  amountUsd: Cents;
  isReversed: boolean;
}

/** The entries of imported lines, by their keys. */
export async function findPosted(
  db: Db,
  source: ImportSource,
  keys: readonly string[],
): Promise<PostedLine[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<PostedLine>`
    select l.key, l.payment_id as "paymentId", coalesce(e.total_cents, 0)::bigint as "amountUsd",
      exists (select from journal_entries r where r.reversal_of = e.id offset 0) as "isReversed"
    from unnest(${arrayOf('text', keys)}) as k (key)
    cross join lateral (select * from imported_lines where source = ${source} and key = k.key offset 0) l
    left join lateral (
      select * from journal_entries
      where source = ${source} and source_id = l.id and revision = 1 offset 0) e on l.payment_id is null`.execute(
    db,
  );
  return rows;
}
