import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import { firstDay, type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { PRIVATE_SOURCES } from './rules.ts';

/** Entries `e` of private sources; the condition of the index that finds them. */
export const IS_PRIVATE: RawBuilder<SqlBool> = sql`e.source like ${sql.lit(`${PRIVATE_SOURCES}%`)}`;

/** The sum of one side of an account in a month, over private entries. */
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

/** The sums of private entries by month, account and side, debits first. */
export async function findPrivateSums(db: Db, { from, to, lastId }: Wanted): Promise<PrivateSum[]> {
  const known = lastId === undefined ? sql`` : sql`and e.id <= ${lastId}`;
  const { rows } = await sql<Omit<PrivateSum, 'month'> & { month: IsoDate }>`
    select s.month, s.account_code as account, a.name as "accountName", s.debit, s.credit, s.ssp, s.posted_at as "postedAt"
    from (
      select e.month, l.account_code, l.debit_cents > 0 as is_debit, sum(l.debit_cents)::bigint as debit,
        sum(l.credit_cents)::bigint as credit, sum(l.ssp_cents)::bigint as ssp, max(e.created_at) as posted_at
      from journal_entries e
      cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} l
      where ${IS_PRIVATE} and e.month between ${firstDay(from)} and ${firstDay(to)} ${known}
      group by 1, 2, 3) s
    join accounts a on a.code = s.account_code
    order by s.month, s.is_debit desc, s.account_code`.execute(db);
  return rows.map((row) => ({ ...row, month: monthOf(row.month) }));
}
