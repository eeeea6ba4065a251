import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { containing } from '../database/like.ts';
import { findPage, type Sorts } from '../database/list.ts';
import { byKey, eachId } from '../database/look-up.ts';
import { firstDay, type IsoDate, type IsoMonth, lastDay } from '../kernel/dates.ts';
import type { Page } from '../kernel/paging.ts';
import type { BooksEntry, BooksLine } from './rules-export.ts';
import type { JournalEntry, JournalFilter, JournalLine, journalSorts } from './schema.ts';

/** A stored entry; its debits equal its credits. */
export type EntryRecord = Omit<JournalEntry, 'totalCredit' | 'isBalanced' | 'status'>;

function entries(db: Db) {
  return db
    .selectFrom('journal_entries as e')
    .select((eb) => [
      'e.id',
      'e.entry_number as entryId',
      'e.entry_date as entryDate',
      'e.description',
      'e.reference',
      'e.total_cents as totalDebit',
      'e.source',
      'e.source_id as sourceId',
      eb
        .selectFrom('journal_entries as o')
        .select('o.entry_number')
        .whereRef('o.id', '=', 'e.reversal_of')
        .as('reversalOf'),
      eb
        .selectFrom('journal_entries as r')
        .select('r.entry_number')
        .whereRef('r.reversal_of', '=', 'e.id')
        .as('reversedBy'),
      'e.created_at as createdAt',
      'e.created_by as createdBy',
    ]);
}

/** A list is within one year, where longer numbers are later, so 1000000 follows 999999. */
const sorts: Sorts<(typeof journalSorts)[number]> = {
  keys: {
    entryDate: 'e.entry_date',
    entryId: [sql`length(e.entry_number)`, 'e.entry_number'],
    totalDebit: 'e.total_cents',
  },
  unique: 'e.id',
  first: { column: 'entryDate', descending: true },
};

function conditionsOf(month: IsoMonth, filter: JournalFilter): RawBuilder<SqlBool>[] {
  const all = [sql<SqlBool>`e.entry_date between ${firstDay(month)} and ${lastDay(month)}`];
  if (filter.source) all.push(sql`e.source = ${filter.source}`);
  if (filter.accountCode) {
    all.push(
      sql`exists (select 1 from ${byKey('journal_lines', 'entry_id', sql`e.id`)} l where l.account_code = ${filter.accountCode})`,
    );
  }
  if (filter.q) {
    // The number is searched separately: its "C" collation would apply to the whole text and lower only ASCII letters.
    all.push(
      sql`(lower(e.entry_number) like ${containing(filter.q)} or lower(e.reference || ' ' || e.description) like ${containing(filter.q)})`,
    );
  }
  return all;
}

/** One page of a month's entries. */
export function findEntries(
  db: Db,
  month: IsoMonth,
  filter: JournalFilter,
): Promise<Page<EntryRecord>> {
  const query = entries(db).where((eb) => eb.and(conditionsOf(month, filter)));
  return findPage(query, sorts, filter);
}

export function getEntry(db: Db, id: number): Promise<EntryRecord | undefined> {
  return entries(db).where('e.id', '=', id).executeTakeFirst();
}

/** The entry of a number, given in upper case. */
export function getEntryByNumber(db: Db, entryNumber: string): Promise<EntryRecord | undefined> {
  return entries(db).where('e.entry_number', '=', entryNumber).executeTakeFirst();
}

/** An entry's lines with the names of their accounts. */
export function findLines(db: Db, entryId: number): Promise<JournalLine[]> {
  return db
    .selectFrom('journal_lines as l')
    .innerJoin('accounts as a', 'a.code', 'l.account_code')
    .select([
      'l.line_no as lineNo',
      'l.account_code as accountCode',
      'a.name as accountName',
      'l.debit_cents as debitAmount',
      'l.credit_cents as creditAmount',
      'l.customer_id as customerId',
      'l.description',
    ])
    .where('l.entry_id', '=', entryId)
    .orderBy('l.line_no')
    .execute();
}

/** The newest entry's id, 0 if there is none; the end of an export, which excludes later postings. */
export async function getLastEntryId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('journal_entries')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0`).as('id'))
    .executeTakeFirstOrThrow();
  return row.id;
}

export type ExportedEntry = Omit<BooksEntry, 'lines'> & { id: number; date: IsoDate };
export type ExportedLine = BooksLine & { entryId: number };

/** A batch of entries after a date and id, in journal order. */
export function findEntriesAfter(
  db: Db,
  after: { date: IsoDate; id: number },
  lastId: number,
  limit: number,
): Promise<ExportedEntry[]> {
  return db
    .selectFrom('journal_entries')
    .select([
      'id',
      'entry_number as number',
      'entry_date as date',
      'description',
      'reference',
      'source',
      'source_id as sourceId',
      'revision',
    ])
    .where(sql<SqlBool>`(entry_date, id) > (${after.date}::date, ${after.id}::bigint)`)
    .where('id', '<=', lastId)
    .orderBy('entry_date')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findLinesOfEntries(
  db: Db,
  entryIds: readonly number[],
): Promise<ExportedLine[]> {
  const result = await sql<ExportedLine>`
    select entry_id as "entryId", account_code as account, debit_cents as debit, credit_cents as credit,
      customer_id as "customerId", description
    from ${eachId(entryIds)} cross join lateral ${byKey('journal_lines', 'entry_id', sql`k.id`)} l
    order by entry_id, line_no`.execute(db);
  return result.rows;
}
