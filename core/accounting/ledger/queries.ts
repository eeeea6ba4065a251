import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { accountMonths, IS_PRIVATE } from '../private/fragments.ts';
import { openingEntries } from '../opening/fragments.ts';
import { everyLine, type LineSource, monthlyPrivateLines, movesCashOf } from './queries-lines.ts';

/** An account and the first days of the first and last month of its ledger. */
export interface LedgerPeriod {
  code: string;
  from: IsoDate;
  to: IsoDate;
}

/** Sums of the period in US cents, and in SSP cents; balances are debits less credits. */
export interface LedgerSums {
  opening: Cents;
  openingSsp: Cents;
  debits: Cents;
  credits: Cents;
  changeSsp: Cents;
}

/** A line with the balances after it, debits less credits. */
export interface LedgerRow {
  /** 0 for a line that stands for the private lines of its month. */
  entryId: number;
  month: IsoDate;
  entryNumber: string;
  lineNo: number;
  date: IsoDate;
  description: string;
  reference: string;
  source: string;
  sourceId: number;
  debit: Cents;
  credit: Cents;
  ssp: Cents | null;
  net: Cents;
  netSsp: Cents;
}

/** Number and sums of the lines that match. */
interface Found {
  total: number;
  foundDebits: Cents;
  foundCredits: Cents;
}

export interface LedgerPage extends Found {
  sums: LedgerSums;
  rows: LedgerRow[];
}

export interface LedgerPart {
  limit: number;
  offset: number;
  descending: boolean;
  search: LedgerSearch;
  /** Without it, the private lines of a month are one for each side, after the others (decision 44). */
  withPrivate: boolean;
}

/** Which lines are shown: those that contain a text, those of entries with a line on a cash account, or all. */
export interface LedgerSearch {
  q: string | undefined;
  withCash: boolean;
  /** The months whose private lines match, where they are shown as one. */
  privateMonths: readonly IsoDate[];
}

const BEFORE = sql`month < (select first_month from period)`;
const WITHIN = sql`month >= (select first_month from period)`;

/** The columns of `LedgerSums` of the rows of `kept`: the monthly sums of the account up to the end of the period. */
const sums = sql`
  coalesce(sum(debit_cents - credit_cents) filter (where ${BEFORE}), 0)::bigint as opening,
  coalesce(sum(ssp_cents) filter (where ${BEFORE}), 0)::bigint as "openingSsp",
  coalesce(sum(debit_cents) filter (where ${WITHIN}), 0)::bigint as debits,
  coalesce(sum(credit_cents) filter (where ${WITHIN}), 0)::bigint as credits,
  coalesce(sum(ssp_cents) filter (where ${WITHIN}), 0)::bigint as "changeSsp"`;

/**
 * `months` are the months of the period with the balance before each, and the number of lines before and in each. Lines
 * are counted in the index alone; their number by month is not kept.
 */
function monthsOf({ from }: LedgerPeriod, lines: LineSource): RawBuilder<unknown> {
  return sql`
    period as (select ${from}::date as first_month),
    kept as materialized (${lines.months}),
    months as materialized (
      select *, coalesce(sum(lines) over (order by month rows between unbounded preceding and 1 preceding), 0)::bigint as lines_before
      from (
        select month,
          sum(debit_cents - credit_cents) over (order by month) - (debit_cents - credit_cents) as before,
          sum(ssp_cents) over (order by month) - ssp_cents as before_ssp, debit_cents as debits, credit_cents as credits,
          case when ${WITHIN}
            then ${lines.count}
            else 0 end as lines
        from kept) counted
      where ${WITHIN})`;
}

const IN_ORDER = sql`l.is_month, l.entry_date, l.entry_id, l.line_no`;

/** The lines of the account in `chosen` months, with the balances after each. */
function balanced(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select l.*,
      (l.before + sum(l.debit_cents - l.credit_cents) over so_far)::bigint as net,
      (l.before_ssp + sum(coalesce(l.ssp_cents, 0)) over so_far)::bigint as net_ssp,
      l.lines_before + row_number() over so_far as place
    from (${rows}) l
    window so_far as (partition by l.month order by ${IN_ORDER} rows between unbounded preceding and current row)`;
}

/** Of all lines, only those of the months that the page lies in are read. */
function pageOfAll(
  { limit, offset, descending }: LedgerPart,
  lines: LineSource,
): RawBuilder<unknown> {
  // Places count from 1 in the order of dates, whatever the order of the page.
  const first = descending ? sql`(t.total - ${offset + limit}::bigint)` : sql`${offset}::bigint`;
  const last = descending ? sql`(t.total - ${offset}::bigint)` : sql`${offset + limit}::bigint`;
  return sql`
    total as (
      select coalesce(sum(lines), 0)::bigint as total, coalesce(sum(debits), 0)::bigint as "foundDebits",
        coalesce(sum(credits), 0)::bigint as "foundCredits" from months),
    chosen as materialized (
      select m.* from months m, total t
      where m.lines > 0 and m.lines_before < ${last} and m.lines_before + m.lines > ${first}),
    page as materialized (
      select l.* from (${balanced(lines.rows([]))}) l, total t
      where l.place > ${first} and l.place <= ${last})`;
}

/** Lines with texts of their entries, as `l`, that contain `q`. */
function containsText(q: string | undefined): RawBuilder<unknown> {
  return q
    ? sql`(lower(l.entry_number) like ${containing(q)}
        or lower(l.reference || ' ' || l.description || ' ' || l.line_text) like ${containing(q)})`
    : sql`true`;
}

/** All lines of the period are read and searched; their balances are those of the whole period. */
function pageOfMatches(
  { from, to }: LedgerPeriod,
  { limit, offset, descending, search }: LedgerPart,
  lines: LineSource,
): RawBuilder<unknown> {
  // One read of the cash lines of the period, instead of one for each line of the account.
  const movesCash = search.withCash
    ? sql`l.entry_id in (
        select c.entry_id from journal_lines c join accounts a on a.code = c.account_code and a.is_cash
        where c.month between ${from} and ${to})
      and l.entry_id not in (${openingEntries})`
    : sql`true`;
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`
    chosen as (select * from months),
    matches as materialized (
      select * from (${balanced(lines.rows(['entry_number', 'reference', 'description']))}) l
      where case when l.is_month
        then l.month = any(${arrayOf('date', search.privateMonths)}) and l.shown_debit + l.shown_credit > 0
        else ${containsText(search.q)} and ${movesCash} end),
    total as (
      select count(*) as total, coalesce(sum(shown_debit), 0)::bigint as "foundDebits",
        coalesce(sum(shown_credit), 0)::bigint as "foundCredits" from matches),
    page as materialized (
      select * from matches order by place ${direction} limit ${limit} offset ${offset})`;
}

/**
 * One page of an account's lines by date with the balance after each, and the sums of the period, in one statement, hence
 * of one moment. What was before the page is taken from the sums by account and month, not from its lines.
 */
export async function findLedgerPage(
  db: Db,
  period: LedgerPeriod,
  part: LedgerPart,
): Promise<LedgerPage> {
  const isSearched = Boolean(part.search.q) || part.search.withCash;
  const lines = part.withPrivate
    ? everyLine(period)
    : monthlyPrivateLines(period, part.search.withCash);
  const page = isSearched ? pageOfMatches(period, part, lines) : pageOfAll(part, lines);
  const { rows } = await sql<LedgerSums & Found & (LedgerRow | { entryId: null })>`
    with ${lines.with}${monthsOf(period, lines)}, ${page},
    sums as (select ${sums} from kept)
    select s.*, t.*, l.entry_id as "entryId", l.month, l.line_no as "lineNo", e.entry_number as "entryNumber",
      e.entry_date as date, coalesce(nullif(l.line_text, ''), e.description) as description, e.reference, e.source,
      e.source_id as "sourceId", l.shown_debit as debit, l.shown_credit as credit, l.shown_ssp as ssp, l.net,
      l.net_ssp as "netSsp"
    from sums s cross join total t
    left join page l on true
    left join lateral ${byKey('journal_entries', 'id', 'l.entry_id')} e on true
    order by l.place ${part.descending ? sql`desc` : sql`asc`}`.execute(db);
  const { total, foundDebits, foundCredits, opening, openingSsp, debits, credits, changeSsp } =
    rows[0]!;
  return {
    sums: { opening, openingSsp, debits, credits, changeSsp },
    total,
    foundDebits,
    foundCredits,
    rows: rows.filter((row): row is LedgerSums & Found & LedgerRow => row.entryId !== null),
  };
}

/** The sums of a period and the newest entry that is in them: entries get their ids in the order in which they are committed. */
export async function findLedgerSums(
  db: Db,
  { code, from, to }: LedgerPeriod,
  withPrivate: boolean,
): Promise<LedgerSums & { lastId: number }> {
  const { rows } = await sql<LedgerSums & { lastId: number }>`
    with period as (select ${from}::date as first_month)
    select ${sums}, (select coalesce(max(id), 0) from journal_entries) as "lastId"
    from ${accountMonths(withPrivate)} shown where account_code = ${code} and month <= ${to}`.execute(
    db,
  );
  return rows[0]!;
}

/** The months of a period in which the account has lines. */
export async function findLedgerMonths(
  db: Db,
  { code, from, to }: LedgerPeriod,
): Promise<IsoDate[]> {
  const rows = await db
    .selectFrom('account_months')
    .select('month')
    .where('account_code', '=', code)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .orderBy('month')
    .execute();
  return rows.map(({ month }) => month);
}

/**
 * The lines of the account in a month by date: ids of their entries and their numbers in them; without those of private
 * entries unless asked for.
 */
export async function findLineKeys(
  db: Db,
  code: string,
  month: IsoDate,
  lastId: number,
  withPrivate: boolean,
): Promise<{ entryIds: number[]; lineNos: number[] }> {
  const { rows } = await sql<{ entryId: number; lineNo: number }>`
    select l.entry_id as "entryId", l.line_no as "lineNo"
    from (select * from journal_lines
      where account_code = ${code} and month = ${month} and entry_id <= ${lastId} offset 0) l
    cross join lateral ${byKey('journal_entries', 'id', 'l.entry_id')} e
    where ${withPrivate ? sql`true` : sql`not (${IS_PRIVATE})`}
    order by e.entry_date, l.entry_id, l.line_no`.execute(db);
  return {
    entryIds: rows.map(({ entryId }) => entryId),
    lineNos: rows.map(({ lineNo }) => lineNo),
  };
}

export type ExportedLine = Omit<LedgerRow, 'net' | 'netSsp' | 'month'> & { matches: boolean };

/** These lines in the given order; `matches` tells whether they match the search and, if asked for, their entry moves cash. */
export async function findLinesByKey(
  db: Db,
  entryIds: readonly number[],
  lineNos: readonly number[],
  { q, withCash }: LedgerSearch,
): Promise<ExportedLine[]> {
  const movesCash = withCash ? movesCashOf(sql`k.id`) : sql`true`;
  const matches = q
    ? sql`(lower(e.entry_number) like ${containing(q)}
        or lower(e.reference || ' ' || e.description || ' ' || l.description) like ${containing(q)})`
    : sql`true`;
  const { rows } = await sql<ExportedLine>`
    select l.entry_id as "entryId", l.line_no as "lineNo", e.entry_number as "entryNumber", e.entry_date as date,
      coalesce(nullif(l.description, ''), e.description) as description, e.reference, e.source,
      e.source_id as "sourceId", l.debit_cents as debit, l.credit_cents as credit, l.ssp_cents as ssp,
      ${matches} and ${movesCash} as matches
    from unnest(${arrayOf('bigint', entryIds)}, ${arrayOf('int', lineNos)}) with ordinality as k (id, line_no, place)
    cross join lateral (
      select * from journal_lines where entry_id = k.id and line_no = k.line_no offset 0) l
    cross join lateral ${byKey('journal_entries', 'id', 'k.id')} e
    order by k.place`.execute(db);
  return rows;
}
