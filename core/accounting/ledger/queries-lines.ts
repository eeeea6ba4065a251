import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { IS_PRIVATE, IS_SUMMED } from '../private/fragments.ts';
import { isOpeningEntry } from '../opening/fragments.ts';

interface Period {
  code: string;
  from: IsoDate;
  to: IsoDate;
}

const BEFORE_ALL = '0001-01-01' as IsoDate;

type EntryText = 'entry_number' | 'reference' | 'description';

/** The lines of an account as the parts of the statement that reads a page of its ledger. */
export interface LineSource {
  /** Named queries in front of the others, each followed by a comma. */
  with: RawBuilder<unknown>;
  /** Rows with the sums of the account by month up to the end of the period. */
  months: RawBuilder<unknown>;
  /** The number of lines of `kept.month`. */
  count: RawBuilder<unknown>;
  /**
   * The lines of the months `chosen`, with these texts of their entries. `debit_cents` … change the balance, `shown_debit` …
   * are shown; `is_month` tells a line that stands for others of its month.
   */
  rows(texts: readonly EntryText[]): RawBuilder<unknown>;
}

const countOf = (code: string) =>
  sql`(select count(*) from journal_lines l where l.account_code = ${code} and l.month = kept.month)`;

function singleLines(code: string, texts: readonly EntryText[]): RawBuilder<unknown> {
  const columns = ['entry_date', ...texts].map((column) => sql`, ${sql.ref(`e.${column}`)}`);
  return sql`
    select c.before, c.before_ssp, c.lines_before, c.month, l.entry_id, l.line_no, l.debit_cents, l.credit_cents, l.ssp_cents,
      l.debit_cents as shown_debit, l.credit_cents as shown_credit, l.ssp_cents as shown_ssp, false as is_month,
      l.description as line_text${sql.join(columns, sql``)}
    from chosen c
    cross join lateral (
      select * from journal_lines where account_code = ${code} and month = c.month offset 0) l
    cross join lateral ${byKey('journal_entries', 'id', 'l.entry_id')} e`;
}

/** All lines one by one. */
export function everyLine({ code, to }: Period): LineSource {
  const months = sql`
    select month, debit_cents, credit_cents, ssp_cents from account_months
    where account_code = ${code} and month <= ${to}`;
  return { with: sql``, months, count: countOf(code), rows: (texts) => singleLines(code, texts) };
}

/** Whether an entry has a line on a cash account and opens no balances, so that its lines are flows of cash. */
export function movesCashOf(entryId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(exists (
    select 1 from ${byKey('journal_lines', 'entry_id', entryId)} c
    join accounts a on a.code = c.account_code and a.is_cash) and not ${isOpeningEntry(entryId)})`;
}

/**
 * The private lines of the account in a period, by month and side: their number, and the sums of those that are not left out
 * (decision 67). What is shown of them is only that of entries which move cash, if asked for.
 */
function privateSums(
  { code, from, to }: Period,
  withCash: boolean,
  lastId?: number,
): RawBuilder<unknown> {
  const known = lastId === undefined ? sql`` : sql`and e.id <= ${lastId}`;
  return sql`
    select l.month, l.debit_cents > 0 as is_debit, count(*) as lines, bool_or(l.is_summed) as is_summed,
      coalesce(sum(l.debit_cents) filter (where l.is_summed), 0)::bigint as debit_cents,
      coalesce(sum(l.credit_cents) filter (where l.is_summed), 0)::bigint as credit_cents,
      sum(l.ssp_cents) filter (where l.is_summed)::bigint as ssp_cents,
      coalesce(sum(l.debit_cents) filter (where not l.is_summed), 0)::bigint as left_debit,
      coalesce(sum(l.credit_cents) filter (where not l.is_summed), 0)::bigint as left_credit,
      coalesce(sum(l.ssp_cents) filter (where not l.is_summed), 0)::bigint as left_ssp,
      coalesce(sum(l.debit_cents) filter (where l.is_shown), 0)::bigint as shown_debit,
      coalesce(sum(l.credit_cents) filter (where l.is_shown), 0)::bigint as shown_credit,
      sum(l.ssp_cents) filter (where l.is_shown)::bigint as shown_ssp
    from (
      select l.*, l.is_summed and ${withCash ? movesCashOf(sql`l.entry_id`) : sql`true`} as is_shown
      from (
        select l.*, ${IS_SUMMED} as is_summed
        from journal_entries e
        cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} l
        where ${IS_PRIVATE} and e.month between ${from} and ${to} and l.account_code = ${code} ${known}
        offset 0) l) l
    group by 1, 2`;
}

/**
 * Private lines as one for each month and side, after the other lines of the month, debits first (decision 44), without those
 * that are left out.
 */
export function monthlyPrivateLines(period: Period, withCash: boolean): LineSource {
  const { code, to } = period;
  return {
    // Those before the period change its opening balance.
    with: sql`hidden as materialized (${privateSums({ ...period, from: BEFORE_ALL }, withCash)}), `,
    months: sql`
      select k.month, k.debit_cents - h.left_debit as debit_cents, k.credit_cents - h.left_credit as credit_cents,
        k.ssp_cents - h.left_ssp as ssp_cents
      from (select * from account_months where account_code = ${code} and month <= ${to}) k
      cross join lateral (
        select coalesce(sum(left_debit), 0)::bigint as left_debit, coalesce(sum(left_credit), 0)::bigint as left_credit,
          coalesce(sum(left_ssp), 0)::bigint as left_ssp
        from hidden where hidden.month = k.month) h
      where k.debit_cents <> h.left_debit or k.credit_cents <> h.left_credit`,
    count: sql`(${countOf(code)} - coalesce((
      select sum(lines) - count(*) filter (where h.is_summed) from hidden h where h.month = kept.month), 0))::bigint`,
    rows: (texts) => sql`
      ${singleLines(code, texts)} where not (${IS_PRIVATE})
      union all
      select c.before, c.before_ssp, c.lines_before, c.month, 0, case when h.is_debit then 1 else 2 end, h.debit_cents,
        h.credit_cents, h.ssp_cents, h.shown_debit, h.shown_credit, h.shown_ssp, true, '', null::date
        ${sql.join(
          texts.map(() => sql`, ''`),
          sql``,
        )}
      from chosen c join hidden h on h.month = c.month and h.is_summed`,
  };
}

/** A line that stands for the private lines of one side in its month. */
export interface PrivateLine {
  month: IsoDate;
  /** 1 for debits, 2 for credits. */
  lineNo: number;
  /** What changes the balance, debits less credits. */
  change: Cents;
  changeSsp: Cents;
  debit: Cents;
  credit: Cents;
  ssp: Cents | null;
}

/** The lines that stand for private ones in an export, up to an entry, in order. */
export async function findPrivateLines(
  db: Db,
  period: Period,
  lastId: number,
  withCash: boolean,
): Promise<PrivateLine[]> {
  const { rows } = await sql<PrivateLine>`
    select month, case when is_debit then 1 else 2 end as "lineNo", (debit_cents - credit_cents)::bigint as change,
      coalesce(ssp_cents, 0)::bigint as "changeSsp", shown_debit as debit, shown_credit as credit, shown_ssp as ssp
    from (${privateSums(period, withCash, lastId)}) s where is_summed
    order by 1, 2`.execute(db);
  return rows;
}
