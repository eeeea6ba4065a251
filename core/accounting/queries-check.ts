import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { byKey } from '../database/look-up.ts';
import { IS_PRIVATE } from './private/fragments.ts';
import { openingEntries } from './opening/fragments.ts';

/** One invariant of the books: SQL that returns a row with a message `what` for each violation. */
export interface BooksCheckQuery {
  name: string;
  violations: RawBuilder<{ what: string }>;
  /** What is told of a sound check: a message `what`, or no row. */
  counted?: RawBuilder<{ what: string }>;
}

export interface Violations {
  total: number;
  examples: string[];
}

/** Runs a check in one statement, hence one snapshot, so that concurrent postings do not appear as violations. */
export async function findViolations(
  db: Db,
  check: BooksCheckQuery,
  examples: number,
): Promise<Violations> {
  const result = await sql<{ what: string; total: number }>`
    select what, count(*) over ()::bigint as total from (${check.violations}) as violations
    order by what limit ${examples}`.execute(db);
  return { total: result.rows[0]?.total ?? 0, examples: result.rows.map((row) => row.what) };
}

/** What is told of a sound check, '' for nothing. */
export async function findCounted(db: Db, { counted }: BooksCheckQuery): Promise<string> {
  if (!counted) return '';
  const { rows } = await counted.execute(db);
  return rows.map(({ what }) => what).join('; ');
}

/** Cents as dollars in a message. */
function usd(cents: string): RawBuilder<string> {
  return sql`(${sql.raw(cents)} / 100.0)::numeric(30, 2)::text`;
}

/** Cents as pounds in a message. */
function ssp(cents: string): RawBuilder<string> {
  return sql`'SSP ' || ${usd(cents)}`;
}

/**
 * What is wrong with an entry `e`, with its amounts; without them for entries whose single lines need pay.read, since who
 * may see the books reads the messages (decision 44).
 */
function unlessPrivate(withAmounts: RawBuilder<unknown>, without: string): RawBuilder<string> {
  return sql`case when ${IS_PRIVATE} then ${without} else ${withAmounts} end`;
}

/**
 * Every invariant of the ledger, recomputed from the lines (architecture, The books). Entries are joined with lines by full joins
 * behind `offset 0`: with statistics of a table that was nearly empty, the planner reads all lines again for each entry.
 */
export const ledgerChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Entries have two lines or more and balance',
    violations: sql`
      select e.entry_number || ': ' || coalesce(e.lines, 0) || ' lines' || ${unlessPrivate(
        sql`', debits ' || ${usd('coalesce(e.debit, 0)')} || ', credits ' || ${usd('coalesce(e.credit, 0)')}
          || ', total ' || ${usd('e.total_cents')}`,
        ', which do not balance or are too few',
      )} as what
      from (select e.entry_number, e.total_cents, e.source, s.lines, s.debit, s.credit
        from journal_entries e full join (
          select entry_id, count(*) as lines, sum(debit_cents) as debit, sum(credit_cents) as credit
          from journal_lines group by entry_id) s on s.entry_id = e.id
        offset 0) e
      where e.entry_number is not null
        and (e.lines is null or e.lines < 2 or e.debit <> e.credit or e.debit <> e.total_cents)`,
  },
  {
    name: 'Lines belong to an entry',
    violations: sql`
      select 'Entry id ' || l.entry_id || ' does not exist: ' || count(*) || ' lines' as what
      from (select l.entry_id, e.id from journal_lines l full join journal_entries e on e.id = l.entry_id offset 0) l
      where l.id is null group by l.entry_id`,
  },
  {
    name: "Lines stand in their entry's month and on one side",
    violations: sql`
      select e.entry_number || ' line ' || e.line_no || ': '
        || case when e.line_month <> e.month then 'month ' || e.line_month || ' instead of ' || e.month
                else ${unlessPrivate(
                  sql`'debit ' || ${usd('e.debit_cents')} || ', credit ' || ${usd('e.credit_cents')}`,
                  'on both sides or none',
                )} end as what
      from (select e.entry_number, e.month, e.source, l.line_no, l.month as line_month, l.debit_cents, l.credit_cents
        from journal_lines l full join journal_entries e on e.id = l.entry_id offset 0) e
      where e.line_month <> e.month or least(e.debit_cents, e.credit_cents) <> 0
        or greatest(e.debit_cents, e.credit_cents) <= 0`,
  },
  {
    name: 'Lines are on leaves of the chart',
    violations: sql`
      select 'Account ' || l.account_code || case when a.code is null then ' does not exist' else ' is a group' end as what
      from (select distinct account_code from journal_lines) l left join accounts a on a.code = l.account_code
      where a.code is null or a.level <> 2
        or exists (select 1 from accounts child where child.parent_code = a.code)`,
  },
  {
    name: 'Monthly balances equal their lines',
    violations: sql`
      select 'Account ' || account_code || ' in ' || to_char(month, 'YYYY-MM')
        || ': kept ' || ${usd('coalesce(k.debit_cents, 0)')} || ' and ' || ${usd('coalesce(k.credit_cents, 0)')}
        || ', lines ' || ${usd('coalesce(l.debit_cents, 0)')} || ' and ' || ${usd('coalesce(l.credit_cents, 0)')} as what
      from account_months k full join (
        select account_code, month, sum(debit_cents) as debit_cents, sum(credit_cents) as credit_cents
        from journal_lines group by account_code, month) l using (account_code, month)
      where coalesce(k.debit_cents, 0) <> coalesce(l.debit_cents, 0)
        or coalesce(k.credit_cents, 0) <> coalesce(l.credit_cents, 0)`,
  },
  {
    name: 'Lines on pound accounts carry pounds, no others do, and monthly pounds equal them',
    violations: sql`
      select e.entry_number || ' line ' || l.line_no || ' on ' || l.account_code
        || case when l.ssp_cents is null then ' has no pounds' else ' has pounds' end as what
      from journal_lines l join accounts a on a.code = l.account_code join journal_entries e on e.id = l.entry_id
      where (a.currency = 'SSP') <> (l.ssp_cents is not null)
      union all
      select 'Account ' || account_code || ' in ' || to_char(month, 'YYYY-MM') || ': kept ' || ${ssp('coalesce(k.ssp_cents, 0)')}
        || ', lines ' || ${ssp('coalesce(l.ssp_cents, 0)')}
      from account_months k full join (
        select account_code, month, coalesce(sum(ssp_cents), 0) as ssp_cents
        from journal_lines group by account_code, month) l using (account_code, month)
      where coalesce(k.ssp_cents, 0) <> coalesce(l.ssp_cents, 0)`,
  },
  {
    name: 'The counterparts of cash equal their lines',
    violations: sql`
      select 'Account ' || account_code || ' in ' || to_char(month, 'YYYY-MM')
        || ': kept ' || ${usd('coalesce(k.debit_cents, 0)')} || ' and ' || ${usd('coalesce(k.credit_cents, 0)')}
        || ', lines ' || ${usd('coalesce(l.debit_cents, 0)')} || ' and ' || ${usd('coalesce(l.credit_cents, 0)')} as what
      from cash_months k full join (
        select l.account_code, l.month, sum(l.debit_cents) as debit_cents, sum(l.credit_cents) as credit_cents
        from (select l.*, c.entry_id as cash_entry_id
          from journal_lines l full join (
            select distinct c.entry_id from journal_lines c join accounts ca on ca.code = c.account_code and ca.is_cash
          ) c on c.entry_id = l.entry_id
          offset 0) l
        join accounts a on a.code = l.account_code and not a.is_cash
        where l.cash_entry_id is not null and l.entry_id not in (${openingEntries})
        group by l.account_code, l.month) l using (account_code, month)
      where coalesce(k.debit_cents, 0) <> coalesce(l.debit_cents, 0)
        or coalesce(k.credit_cents, 0) <> coalesce(l.credit_cents, 0)`,
  },
  {
    name: 'The counterparts of cash add up to its change in every month',
    violations: sql`
      select to_char(month, 'YYYY-MM') || ': cash changed by ' || ${usd('coalesce(c.change, 0)')}
        || ', its counterparts by ' || ${usd('coalesce(k.change, 0)')} as what
      from (
        select m.month, sum(m.debit_cents - m.credit_cents) as change
        from (
          select account_code, month, debit_cents, credit_cents from account_months
          union all
          select l.account_code, l.month, -l.debit_cents, -l.credit_cents
          from (select distinct entry_id from (${openingEntries}) o) o
          cross join lateral ${byKey('journal_lines', 'entry_id', 'o.entry_id')} l) m
        join accounts a on a.code = m.account_code and a.is_cash group by m.month) c
      full join (
        select month, sum(credit_cents - debit_cents) as change from cash_months group by month) k using (month)
      where coalesce(c.change, 0) <> coalesce(k.change, 0)`,
  },
  {
    name: 'Debits equal credits in every month',
    violations: sql`
      select to_char(month, 'YYYY-MM') || ': debits ' || ${usd('sum(debit_cents)')} || ', credits '
        || ${usd('sum(credit_cents)')} as what
      from account_months group by month having sum(debit_cents) <> sum(credit_cents)`,
  },
  {
    name: 'Entry numbers follow each other without gaps',
    violations: sql`
      with entries as (
        select entry_number, to_char(entry_date, 'YYYY') as year,
          case when entry_number ~ '^JE-[0-9]{4}-[0-9]{1,15}$' then substr(entry_number, 9)::bigint end as number
        from journal_entries),
      years as (
        select year, min(number) as first, max(number) as last, count(*) as entries from entries group by year),
      kept as (
        select substring(name from 9) as year, value from counters where name like 'journal:%')
      select entry_number || ' is not a number of ' || year as what
      from entries where number is null or substr(entry_number, 4, 4) <> year
      union all
      select 'JE-' || year || ': ' || entries || ' entries between ' || first || ' and ' || last
      from years where first <> 1 or last <> entries
      union all
      select 'JE-' || year || ': the counter stands at ' || coalesce(k.value, 0) || ', the last number is ' || coalesce(y.last, 0)
      from years y full join kept k using (year) where coalesce(k.value, 0) <> coalesce(y.last, 0)`,
  },
  {
    name: 'Revenue and expenses begin on the opening date',
    violations: sql`
      select e.entry_number || ' of ' || e.entry_date || ' is on account ' || l.account_code as what
      from (select (value #>> '{}')::date as date from settings where name = 'openingDate') opening
      join journal_entries e on e.entry_date < opening.date
      cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} l
      join accounts a on a.code = l.account_code
      where a.type in ('REVENUE', 'EXPENSE')`,
  },
  {
    name: 'Reversals mirror what they reverse',
    violations: sql`
      select r.entry_number || ' does not mirror ' || o.entry_number as what
      from journal_entries r join journal_entries o on o.id = r.reversal_of
      where o.reversal_of is not null or exists (
        select 1 from (
          select * from ${byKey('journal_lines', 'entry_id', sql`r.id`)} of_reversal
          union all select * from ${byKey('journal_lines', 'entry_id', sql`o.id`)} of_original) l
        group by l.account_code, l.customer_id, l.supplier_id, l.employee_id
        having sum(l.debit_cents - l.credit_cents) <> 0 or sum(l.ssp_cents) <> 0)`,
  },
];
