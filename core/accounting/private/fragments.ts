import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { byKey } from '../../database/look-up.ts';

/** Entries `e` of private sources; the condition of the index that finds them. */
export const IS_PRIVATE: RawBuilder<SqlBool> = sql`e.source like 'payroll.%'`;

/** No subquery for each entry: the table is read once. */
const IS_SHOWN = sql<SqlBool>`(e.source, e.source_id) in (select s.source, s.source_id from shown_pay_entries s)`;

/** Private entries `e` that are in the sums which those see who may not see pay (decision 67). */
export const IS_SUMMED: RawBuilder<SqlBool> = sql`(${IS_PRIVATE} and ${IS_SHOWN})`;

/** Private entries `e` that are left out of every figure of those who may not see pay (decision 67). */
const IS_LEFT_OUT: RawBuilder<SqlBool> = sql`(${IS_PRIVATE} and not ${IS_SHOWN})`;

/** Whether what a document posts under a private source is in the sums that are shown. */
export function isShownOf(source: string, id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${source}::text, ${id}) in (
    select s.source, s.source_id from shown_pay_entries s)`;
}

const leftOutLines = sql`journal_entries e cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} l`;

/** The condition on `a` that an account is cash. */
const isCash = sql`exists (select from accounts a where a.code = l.account_code and a.is_cash)`;

/**
 * `account_months` as a source of a query: as it is, or for those who may not see pay without what is left out for them.
 */
export function accountMonths(withPrivate: boolean): RawBuilder<unknown> {
  if (withPrivate) return sql`account_months`;
  return sql`(
    select account_code, month, sum(debit_cents)::bigint as debit_cents, sum(credit_cents)::bigint as credit_cents,
      sum(ssp_cents)::bigint as ssp_cents
    from (
      select account_code, month, debit_cents, credit_cents, ssp_cents from account_months
      union all
      select l.account_code, e.month, -l.debit_cents, -l.credit_cents, -coalesce(l.ssp_cents, 0)
      from ${leftOutLines} where ${IS_LEFT_OUT}) shown_months
    group by account_code, month
    having sum(debit_cents) <> 0 or sum(credit_cents) <> 0)`;
}

/** `cash_months`, as `accountMonths`. */
export function cashMonths(withPrivate: boolean): RawBuilder<unknown> {
  if (withPrivate) return sql`cash_months`;
  return sql`(
    select account_code, month, sum(debit_cents)::bigint as debit_cents, sum(credit_cents)::bigint as credit_cents
    from (
      select account_code, month, debit_cents, credit_cents from cash_months
      union all
      select l.account_code, e.month, -l.debit_cents, -l.credit_cents
      from ${leftOutLines} where ${IS_LEFT_OUT} and not ${isCash} and exists (
        select from ${byKey('journal_lines', 'entry_id', 'e.id')} c
        join accounts a on a.code = c.account_code and a.is_cash)) shown_months
    group by account_code, month
    having sum(debit_cents) <> 0 or sum(credit_cents) <> 0)`;
}
