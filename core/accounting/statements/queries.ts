import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { accountMonths, cashMonths } from '../private/fragments.ts';
import type { Sums } from './rules.ts';

/**
 * Sums by account at each of these months, from the sums by account and month: their cost does not grow with the number of
 * lines. Accounts without any sum are left out; `withPrivate` as for `accountMonths`. One statement, hence of one moment, with a `value` beside the sums that a
 * higher module needs with them.
 */
export async function findSums<V = null>(
  db: Db,
  months: readonly IsoDate[],
  withPrivate: boolean,
  value: RawBuilder<V> = sql`null`,
): Promise<{ sums: Sums[][]; value: V }> {
  const result = await sql<({ place: null } | (Sums & { place: number })) & { value: V }>`
    select beside.value, sums.* from (select ${value} as value) beside left join (
    select w.place, a.code, a.name, a.type, g.code as "groupCode", g.name as "groupName", a.is_cash as "isCash",
      a.cash_flow as "cashFlow", a.expense_class as "expenseClass",
      s.month, s.year_to_date as "yearToDate", s.before_year as "beforeYear", s.before,
      coalesce(s.cash_month, 0)::bigint as "cashMonth", coalesce(s.cash_year, 0)::bigint as "cashYearToDate"
    from (
      select month, date_trunc('year', month)::date as year, place
      from unnest(${arrayOf('date', months)}) with ordinality as t (month, place)) w
    cross join lateral (
      select m.*, c.cash_month, c.cash_year
      from (
        select account_code,
          coalesce(sum(debit_cents - credit_cents) filter (where a.month = w.month), 0)::bigint as month,
          coalesce(sum(debit_cents - credit_cents) filter (where a.month >= w.year), 0)::bigint as year_to_date,
          coalesce(sum(debit_cents - credit_cents) filter (where a.month < w.year), 0)::bigint as before_year,
          coalesce(sum(debit_cents - credit_cents) filter (where a.month < w.month), 0)::bigint as before
        from ${accountMonths(withPrivate)} a where a.month <= w.month group by account_code) m
      left join (
        select account_code,
          coalesce(sum(debit_cents - credit_cents) filter (where c.month = w.month), 0)::bigint as cash_month,
          sum(debit_cents - credit_cents)::bigint as cash_year
        from ${cashMonths(withPrivate)} c where c.month between w.year and w.month group by account_code) c using (account_code)) s
    join accounts a on a.code = s.account_code
    join accounts g on g.code = a.parent_code) sums on true
    order by sums.code`.execute(db);
  const sums: Sums[][] = months.map(() => []);
  for (const row of result.rows) if (row.place !== null) sums[row.place - 1]!.push(row);
  return { sums, value: result.rows[0]!.value };
}
