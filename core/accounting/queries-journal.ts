import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { containing } from '../database/like.ts';
import { byKey, eachId } from '../database/look-up.ts';
import { firstDay, type IsoDate, type IsoMonth, lastDay } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { limitOf, type Page, type Sort } from '../kernel/paging.ts';
import type { JournalFilter, JournalLine, journalSorts } from './schema.ts';

export interface EntryRecord {
  id: number;
  entryId: string;
  entryDate: IsoDate;
  description: string;
  reference: string;
  total: Cents;
  source: string;
  sourceId: number;
  revision: number;
  reversalOf: string | null;
  reversedBy: string | null;
  createdAt: Date;
  createdBy: string;
}

const columns = sql`e.id, e.entry_number as "entryId", e.entry_date as "entryDate", e.description, e.reference,
  e.total_cents as total, e.source, e.source_id as "sourceId", e.revision,
  (select o.entry_number from journal_entries o where o.id = e.reversal_of) as "reversalOf",
  (select r.entry_number from journal_entries r where r.reversal_of = e.id) as "reversedBy",
  e.created_at as "createdAt", e.created_by as "createdBy"`;

type SortColumn = (typeof journalSorts)[number];

/** Within a month, hence a year: a longer number is a later one, so 1000000 follows 999999. */
const sortColumns: Record<SortColumn, readonly RawBuilder<unknown>[]> = {
  entryDate: [sql`e.entry_date`],
  entryId: [sql`length(e.entry_number)`, sql`e.entry_number`],
  totalDebit: [sql`e.total_cents`],
};

function conditions(month: IsoMonth, filter: JournalFilter): RawBuilder<unknown> {
  const all = [sql`e.entry_date between ${firstDay(month)} and ${lastDay(month)}`];
  if (filter.source) all.push(sql`e.source = ${filter.source}`);
  if (filter.accountCode) {
    all.push(
      sql`exists (select 1 from ${byKey('journal_lines', 'entry_id', sql`e.id`)} l where l.account_code = ${filter.accountCode})`,
    );
  }
  if (filter.q) {
    // The number is kept apart: its "C" collation would spread and lower no letter beyond ASCII.
    all.push(
      sql`(lower(e.entry_number) like ${containing(filter.q)} or lower(e.reference || ' ' || e.description) like ${containing(filter.q)})`,
    );
  }
  return sql.join(all, sql` and `);
}

/** One page of a month's entries, sorted and with the id as the last word so that pages never overlap. */
export async function findEntries(
  db: Db,
  month: IsoMonth,
  filter: JournalFilter,
  sort: Sort<SortColumn>,
): Promise<Page<EntryRecord>> {
  const { limit, offset } = limitOf(filter);
  const where = conditions(month, filter);
  const direction = sql.raw(sort.descending ? 'desc' : 'asc');
  const order = sql.join(
    [...sortColumns[sort.column], sql`e.id`].map((column) => sql`${column} ${direction}`),
  );
  const rows = (
    await sql<EntryRecord>`select ${columns} from journal_entries e where ${where}
      order by ${order} limit ${limit} offset ${offset}`.execute(db)
  ).rows;
  if (!filter.total) return { rows };
  const counted = await sql<{ total: number }>`
    select count(*)::bigint as total from journal_entries e where ${where}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

export async function getEntry(db: Db, id: number): Promise<EntryRecord | undefined> {
  const result =
    await sql<EntryRecord>`select ${columns} from journal_entries e where e.id = ${id}`.execute(db);
  return result.rows[0];
}

/** The entry of a number, which has capital letters. */
export async function getEntryByNumber(
  db: Db,
  entryNumber: string,
): Promise<EntryRecord | undefined> {
  const result =
    await sql<EntryRecord>`select ${columns} from journal_entries e where e.entry_number = ${entryNumber}`.execute(
      db,
    );
  return result.rows[0];
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

export interface ExportedEntry {
  id: number;
  number: string;
  date: IsoDate;
  description: string;
  reference: string;
  source: string;
  sourceId: number;
  revision: number;
}

export interface ExportedLine {
  entryId: number;
  account: string;
  debit: Cents;
  credit: Cents;
  customerId: number | null;
  description: string;
}

/** The newest entry's id, 0 in empty books: where an export ends, whatever is posted while it runs. */
export async function getLastEntryId(db: Db): Promise<number> {
  const result = await sql<{ id: number }>`
    select coalesce(max(id), 0)::bigint as id from journal_entries`.execute(db);
  return result.rows[0]!.id;
}

/** A batch of entries in the order of the journal, after a date and id. */
export async function findEntriesAfter(
  db: Db,
  after: { date: IsoDate; id: number },
  lastId: number,
  limit: number,
): Promise<ExportedEntry[]> {
  const result = await sql<ExportedEntry>`
    select id, entry_number as number, entry_date as date, description, reference, source, source_id as "sourceId", revision
    from journal_entries
    where (entry_date, id) > (${after.date}::date, ${after.id}::bigint) and id <= ${lastId}
    order by entry_date, id limit ${limit}`.execute(db);
  return result.rows;
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
