import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { type Posting, totalsOf } from './rules.ts';

export async function nextEntryIds(db: Db, count: number): Promise<number[]> {
  const result = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('journal_entries', 'id')) as id from generate_series(1, ${count}::int)`.execute(
    db,
  );
  return result.rows.map((row) => row.id).sort((a, b) => a - b);
}

/** The lines of all postings in one statement, so that the trigger checks and sums them once. */
export async function insertLines(
  db: Db,
  postings: readonly Posting[],
  ids: readonly number[],
): Promise<void> {
  const entry: number[] = [];
  const lineNo: number[] = [];
  const month: string[] = [];
  const account: string[] = [];
  const debit: number[] = [];
  const credit: number[] = [];
  const customer: (number | null)[] = [];
  const description: string[] = [];
  postings.forEach((posting, index) => {
    posting.lines.forEach((line, lineIndex) => {
      entry.push(ids[index]!);
      lineNo.push(lineIndex + 1);
      month.push(`${posting.date.slice(0, 7)}-01`);
      account.push(line.account);
      debit.push(line.debit);
      credit.push(line.credit);
      customer.push(line.customerId ?? null);
      description.push(line.description ?? '');
    });
  });
  await sql`
    insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, customer_id, description)
    select * from unnest(${entry}::bigint[], ${lineNo}::int[], ${month}::date[], ${account}::text[], ${debit}::bigint[],
      ${credit}::bigint[], ${customer}::bigint[], ${description}::text[])`.execute(db);
}

export async function insertEntries(
  db: Db,
  postings: readonly Posting[],
  ids: readonly number[],
  numbers: readonly string[],
  made: { at: Date; by: string },
): Promise<void> {
  await sql`
    insert into journal_entries (id, entry_number, entry_date, month, description, reference, source, source_id, revision,
      total_cents, reversal_of, created_at, created_by)
    select e.*, ${made.at}::timestamptz, ${made.by}::text
    from unnest(${ids}::bigint[], ${numbers}::text[], ${postings.map(({ date }) => date)}::date[],
      ${postings.map(({ date }) => `${date.slice(0, 7)}-01`)}::date[], ${postings.map((posting) => posting.description)}::text[],
      ${postings.map((posting) => posting.reference)}::text[], ${postings.map((posting) => posting.source)}::text[],
      ${postings.map((posting) => posting.sourceId)}::bigint[], ${postings.map((posting) => posting.revision)}::int[],
      ${postings.map((posting) => totalsOf(posting.lines).debit)}::bigint[],
      ${postings.map((posting) => posting.reversalOf ?? null)}::bigint[]) as e`.execute(db);
}

export async function getEntryIdBySource(
  db: Db,
  source: string,
  sourceId: number,
  revision: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('journal_entries')
    .select('id')
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row?.id;
}

export async function sumRevenue(db: Db, month: IsoDate): Promise<Cents> {
  const result = await sql<{ revenue: Cents }>`
    select coalesce(sum(m.credit_cents - m.debit_cents), 0)::bigint as revenue
    from account_months m join accounts a on a.code = m.account_code
    where m.month = ${month} and a.type = 'REVENUE'`.execute(db);
  return result.rows[0]!.revenue;
}
