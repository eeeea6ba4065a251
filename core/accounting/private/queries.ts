import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import { firstDay, type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { IS_SUMMED } from './fragments.ts';

/** The sum of one side of an account in a month, over the private entries that are shown in sums. */
export interface PrivateSum {
  month: IsoMonth;
  account: string;
  accountName: string;
  debit: Cents;
  credit: Cents;
  /** SSP cents on an account in pounds, below zero for credits. */
  ssp: Cents | null;
  /** When the last entry of this month on this side of the account was posted. */
  postedAt: Date;
}

interface Wanted {
  from: IsoMonth;
  to: IsoMonth;
  /** The newest entry that counts. */
  lastId?: number;
}

/** The sums of the private entries that those see who may not see pay (decision 67), by month, account and side, debits first. */
export async function findPrivateSums(db: Db, { from, to, lastId }: Wanted): Promise<PrivateSum[]> {
  const known = lastId === undefined ? sql`` : sql`and e.id <= ${lastId}`;
  const { rows } = await sql<Omit<PrivateSum, 'month'> & { month: IsoDate }>`
    select s.month, s.account_code as account, a.name as "accountName", s.debit, s.credit, s.ssp, s.posted_at as "postedAt"
    from (
      select e.month, l.account_code, l.debit_cents > 0 as is_debit, sum(l.debit_cents)::bigint as debit,
        sum(l.credit_cents)::bigint as credit, sum(l.ssp_cents)::bigint as ssp, max(e.created_at) as posted_at
      from journal_entries e
      cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} l
      where ${IS_SUMMED} and e.month between ${firstDay(from)} and ${firstDay(to)} ${known}
      group by 1, 2, 3) s
    join accounts a on a.code = s.account_code
    order by s.month, s.is_debit desc, s.account_code`.execute(db);
  return rows.map((row) => ({ ...row, month: monthOf(row.month) }));
}

/** Adds the entries that these documents post under a source to the sums that everybody sees. */
export async function insertShown(
  db: Db,
  source: string,
  sourceIds: readonly number[],
): Promise<void> {
  await sql`insert into shown_pay_entries (source, source_id)
    select ${source}, unnest(${arrayOf('bigint', sourceIds)})`.execute(db);
}

/** The ids of those documents of a source whose entries are in the sums. */
export async function findShown(
  db: Db,
  source: string,
  sourceIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('shown_pay_entries')
    .select('source_id')
    .where('source', '=', source)
    .where('source_id', '=', sql<number>`any(${arrayOf('bigint', sourceIds)})`)
    .execute();
  return rows.map((row) => row.source_id);
}
