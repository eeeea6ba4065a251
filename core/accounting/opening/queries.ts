import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { RECURRING } from '../recurring/rules.ts';
import type { OpeningSettings } from './schema.ts';
import { OPENINGS } from './schema.ts';

const OPENING_DATE = 'openingDate';

/** Entries that depend on the opening date only if they have revenue or expenses. */
const INDEPENDENT = ['manual', RECURRING, 'import.accounting', OPENINGS];

function opening(db: Db) {
  return db
    .selectFrom('settings')
    .select([sql<IsoDate | null>`(value #>> '{}')::date`.as('openingDate'), 'version'])
    .where('name', '=', OPENING_DATE);
}

export function getOpening(db: Db): Promise<OpeningSettings> {
  return opening(db).executeTakeFirstOrThrow();
}

/** The same; a change waits until this transaction ends. */
export function holdOpening(db: Db): Promise<OpeningSettings> {
  return opening(db).forShare().executeTakeFirstOrThrow();
}

/** The same, waiting for all transactions that hold it. */
export function lockOpening(db: Db): Promise<OpeningSettings> {
  return opening(db).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export async function updateOpening(db: Db, date: IsoDate | null, at: Date): Promise<void> {
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify(date), updated_at: at, version: sql`version + 1` })
    .where('name', '=', OPENING_DATE)
    .execute();
}

/** The sources of the entries of a document, and where it is marked as undone. */
const documentSources = {
  invoices: ['invoice', 'invoice.reversal'],
  payments: ['payment', 'payment.reversal', 'payment.takenUp', 'payment.released'],
} as const;

/**
 * Whether an entry `e` is of a document that an undo has reversed, or an entry of an import and its reversal, all within
 * the days: nothing is left of it.
 */
function isUndoneWithin(from: IsoDate | null, until: IsoDate): RawBuilder<boolean> {
  const isOutside = sql`(o.entry_date >= ${until} or o.entry_date < coalesce(${from}::date, '-infinity'))`;
  const undone = (table: keyof typeof documentSources) => sql`
    exists (select from ${byKey(table, 'id', sql`e.source_id`)} d where d.undone_run_id is not null)
    and not exists (
      select from unnest(${arrayOf('text', documentSources[table])}) as s (name)
      cross join lateral (
        select * from journal_entries where source = s.name and source_id = e.source_id offset 0) o
      where ${isOutside})`;
  const isReversed = sql`
    exists (
      select from journal_entries o
      where (o.reversal_of = e.id or o.id = e.reversal_of) and not ${isOutside})`;
  return sql<boolean>`case
    when e.source = any(${arrayOf('text', documentSources.invoices)}) then ${undone('invoices')}
    when e.source = any(${arrayOf('text', documentSources.payments)}) then ${undone('payments')}
    when e.source in ('import.cash', 'import.accounting', 'stock.opening') then ${isReversed}
    else false end`;
}

/**
 * The number of entries from `from` (or the first) to the day before `until` that depend on the opening date, with the
 * oldest: those of documents and of cash books, and manual or imported ones with revenue or expenses. What an
 * undo has reversed within these days does not count.
 */
export async function findDependentEntries(
  db: Db,
  from: IsoDate | null,
  until: IsoDate,
): Promise<{ count: number; first: { entryNumber: string; entryDate: IsoDate } | undefined }> {
  const earns = sql<SqlBool>`exists (
    select from ${byKey('journal_lines', 'entry_id', sql`e.id`)} l join accounts a on a.code = l.account_code
    where a.type in ('REVENUE', 'EXPENSE'))`;
  const [first] = await db
    .selectFrom('journal_entries as e')
    .select(['e.entry_number as entryNumber', 'e.entry_date as entryDate'])
    .select(sql<number>`count(*) over ()::bigint`.as('count'))
    .where('e.entry_date', '<', until)
    .$if(from !== null, (found) => found.where('e.entry_date', '>=', from!))
    .where((eb) => eb.or([eb('e.source', 'not in', INDEPENDENT), earns]))
    .where(sql<SqlBool>`not ${isUndoneWithin(from, until)}`)
    .orderBy('e.entry_date')
    .orderBy('e.id')
    .limit(1)
    .execute();
  return { count: first?.count ?? 0, first };
}
