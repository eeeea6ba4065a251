import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { allOf, countRows, findPage, orderOf, type Sorts } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { firstDay, type IsoDate, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { type Page, sortOf } from '../../kernel/paging.ts';
import type { BooksEntry, BooksLine } from '../export/rules.ts';
import { IS_PRIVATE } from '../private/fragments.ts';
import type { JournalEntry, JournalFilter, JournalLine, journalSorts } from '../schema.ts';

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

function partyOf({ customerId, supplierId, employeeId }: JournalFilter) {
  if (customerId !== undefined) return { column: 'customer_id', id: customerId } as const;
  if (supplierId !== undefined) return { column: 'supplier_id', id: supplierId } as const;
  if (employeeId !== undefined) return { column: 'employee_id', id: employeeId } as const;
  return undefined;
}

function conditionsOf(month: IsoMonth, filter: JournalFilter): RawBuilder<SqlBool>[] {
  const all = [sql<SqlBool>`e.entry_date between ${firstDay(month)} and ${lastDay(month)}`];
  if (filter.source) all.push(sql`e.source = ${filter.source}`);
  const party = partyOf(filter);
  if (party) {
    // The few lines of a party in the month are found by its index, once; the entries then by their ids.
    const onAccount = filter.accountCode ? sql`and account_code = ${filter.accountCode}` : sql``;
    all.push(
      sql`e.id = any(array(select entry_id from ${byKey('journal_lines', party.column, sql`${party.id}::bigint`)} l
        where month = ${firstDay(month)}::date ${onAccount}))`,
    );
  } else if (filter.accountCode) {
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

const IS_SHARED = sql<SqlBool>`not (${IS_PRIVATE})`;

function entriesOf(db: Db, month: IsoMonth, filter: JournalFilter, withPrivate: boolean) {
  const conditions = conditionsOf(month, filter);
  return entries(db).where(allOf(withPrivate ? conditions : [...conditions, IS_SHARED]));
}

/** One page of a month's entries; without those of private sources unless asked for. */
export function findEntries(
  db: Db,
  month: IsoMonth,
  filter: JournalFilter,
  withPrivate: boolean,
): Promise<Page<EntryRecord>> {
  return findPage(entriesOf(db, month, filter, withPrivate), sorts, filter);
}

/** Some of a month's entries without those of private sources, in the order of the list. */
export function findSharedEntries(
  db: Db,
  month: IsoMonth,
  filter: JournalFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRecord[]> {
  return entriesOf(db, month, filter, false)
    .orderBy(sql`${orderOf(sorts, filter.sort)}`)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The number of entries that are not private. */
export function countSharedEntries(
  db: Db,
  month: IsoMonth,
  filter: JournalFilter,
): Promise<number> {
  return countRows(entriesOf(db, month, filter, false));
}

/**
 * How many entries that are not private come before the entry of the month, whose total this is: it is the last one of the
 * month by date and number.
 */
export async function countBeforeMonthEntry(
  db: Db,
  month: IsoMonth,
  filter: JournalFilter,
  total: Cents,
): Promise<number> {
  const { column, descending } = sortOf(filter.sort, sorts.first);
  if (column !== 'totalDebit') return descending ? 0 : countSharedEntries(db, month, filter);
  const before = descending
    ? sql<SqlBool>`e.total_cents > ${total}`
    : sql<SqlBool>`e.total_cents <= ${total}`;
  return countRows(entriesOf(db, month, filter, false).where(before));
}

export function getEntry(db: Db, id: number): Promise<EntryRecord | undefined> {
  return entries(db).where('e.id', '=', id).executeTakeFirst();
}

/** Locks an entry, and its month against being locked or unlocked; undefined if there is no such entry. */
export async function lockEntry(
  db: Db,
  id: number,
): Promise<{ isMonthLocked: boolean } | undefined> {
  const { rows } = await sql<{ isMonthLocked: boolean }>`
    select m.locked_at is not null as "isMonthLocked"
    from journal_entries e join accounting_months m on m.month = e.month
    where e.id = ${id} for no key update of e for share of m`.execute(db);
  return rows[0];
}

/** The entry of a number, given in upper case. */
export function getEntryByNumber(db: Db, entryNumber: string): Promise<EntryRecord | undefined> {
  return entries(db).where('e.entry_number', '=', entryNumber).executeTakeFirst();
}

/** The entries of a document that it posts under these sources, oldest first. */
export function findEntriesOfSources(
  db: Db,
  sources: readonly string[],
  sourceId: number,
): Promise<EntryRecord[]> {
  return entries(db)
    .where('e.source', 'in', sources)
    .where('e.source_id', '=', sourceId)
    .orderBy('e.id')
    .execute();
}

/** An entry's lines with the names of their accounts and customers. */
export function findLines(db: Db, entryId: number): Promise<JournalLine[]> {
  return db
    .selectFrom('journal_lines as l')
    .innerJoin('accounts as a', 'a.code', 'l.account_code')
    .leftJoin('customers as c', 'c.id', 'l.customer_id')
    .select([
      'l.line_no as lineNo',
      'l.account_code as accountCode',
      'a.name as accountName',
      'l.debit_cents as debitAmount',
      'l.credit_cents as creditAmount',
      sql<Cents | null>`abs(l.ssp_cents)`.as('sspAmount'),
      'l.customer_id as customerId',
      'c.customer_id as customerNumber',
      'c.name as customerName',
      'l.supplier_id as supplierId',
      'l.employee_id as employeeId',
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

/** A batch of entries after a date and id, in journal order; without those of private sources unless asked for. */
export function findEntriesAfter(
  db: Db,
  after: { date: IsoDate; id: number },
  lastId: number,
  limit: number,
  withPrivate: boolean,
): Promise<ExportedEntry[]> {
  return db
    .selectFrom('journal_entries as e')
    .$if(!withPrivate, (query) => query.where(IS_SHARED))
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
      customer_id as "customerId", supplier_id as "supplierId", employee_id as "employeeId", ssp_cents as ssp, description
    from ${eachId(entryIds)} cross join lateral ${byKey('journal_lines', 'entry_id', sql`k.id`)} l
    order by entry_id, line_no`.execute(db);
  return result.rows;
}
