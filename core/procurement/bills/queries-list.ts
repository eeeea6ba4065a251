import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { findPage, inBatches, orderOf, type Sorts, sumCents } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Ageing } from '../payments/schema.ts';
import { bills } from './queries.ts';
import type { BillRecord } from './rules.ts';
import type { BillFilter, BillSort } from './schema.ts';

type NamedBill = BillRecord & { supplierName: string };

/** US cents still to pay of a bill `b`. */
const openUsd = sql`case b.status when 'posted' then b.total_cents - b.settled_cents else 0 end`;
/** As in the partial index supplier_bills_due. */
const isOpen = sql<SqlBool>`b.status = 'posted' and b.settled_amount_cents < b.total_amount_cents`;

const sorts: Sorts<BillSort> = {
  keys: {
    billDate: 'b.bill_date',
    dueDate: 'b.due_date',
    billId: [sql`length(b.bill_id)`, 'b.bill_id'],
    supplierName: 's.search_text',
    openUsd,
  },
  unique: 'b.id',
  first: { column: 'billDate', descending: true },
};

function conditionOf(state: NonNullable<BillFilter['state']>, today: IsoDate): RawBuilder<SqlBool> {
  switch (state) {
    case 'all':
      return sql`true`;
    case 'open':
      return isOpen;
    case 'part':
      return sql`${isOpen} and b.settled_amount_cents > 0`;
    case 'overdue':
      return sql`${isOpen} and b.due_date < ${today}`;
    case 'paid':
      return sql`b.status = 'posted' and b.settled_amount_cents = b.total_amount_cents`;
    default:
      return sql`b.status = ${state}`;
  }
}

/** Bills `b` that match the filter, with their suppliers `s`. */
function found(db: Db, filter: BillFilter, today: IsoDate) {
  const { supplierId, state = 'all', dueBy, q } = filter;
  let query = db
    .selectFrom('supplier_bills as b')
    .innerJoin('suppliers as s', 's.id', 'b.supplier_id')
    .where(conditionOf(state, today));
  if (supplierId !== undefined) query = query.where('b.supplier_id', '=', supplierId);
  if (dueBy) query = query.where('b.due_date', '<=', dueBy);
  // A union of indexed searches; an OR across the two tables would read them whole.
  if (q)
    query = query.where(
      sql<SqlBool>`b.id in (
        select f.id from supplier_bills f where ${matchesSearch(sql`f.search_text`, q)}
        union all
        select f.id from suppliers fs join supplier_bills f on f.supplier_id = fs.id
        where ${matchesSearch(sql`fs.search_text`, q)})`,
    );
  return query;
}

const columns = [...bills.list('b'), 's.name as supplierName'] as const;

/** One page of the filtered bills, newest first by default. */
export function findBills(db: Db, filter: BillFilter, today: IsoDate): Promise<Page<NamedBill>> {
  return findPage(found(db, filter, today).select(columns), sorts, filter);
}

/** The whole filtered, sorted list, `size` bills at a time. */
export async function* streamBills(
  db: Db,
  filter: BillFilter,
  today: IsoDate,
  size: number,
): AsyncGenerator<NamedBill[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter, today).select('b.id').orderBy(order).execute();
  const ids = matches.map(({ id }) => id);
  yield* inBatches(ids, size, (part) =>
    db
      .selectFrom(eachId(part))
      .crossJoinLateral(byKey('supplier_bills', 'id', 'k.id').as('b'))
      .crossJoinLateral(byKey('suppliers', 'id', 'b.supplier_id').as('s'))
      .select(columns)
      .execute(),
  );
}

/** Days past due that end a column of the ageing. */
const LIMITS = { days30: 30, days60: 60, days90: 90 };
/** The days after today of what is due next. */
const DUE_SOON_DAYS = 7;

/**
 * What is open by supplier and days past due, in US cents as booked, the largest sum first. 'Due this week' is due today or
 * in the next seven days.
 */
export async function findAgeing(db: Db, today: IsoDate): Promise<Ageing['suppliers']> {
  const before = (days: number) => addDays(today, -days);
  const due = (where: RawBuilder<unknown>) => sumCents('b.cents', where);
  const { rows } = await sql<Ageing['suppliers'][number]>`
    select s.id as "supplierId", s.name as "supplierName",
      ${due(sql`b.due_date >= ${today}`)} as "notDueUsd",
      ${due(sql`b.due_date < ${today} and b.due_date >= ${before(LIMITS.days30)}`)} as "days30Usd",
      ${due(sql`b.due_date < ${before(LIMITS.days30)} and b.due_date >= ${before(LIMITS.days60)}`)} as "days60Usd",
      ${due(sql`b.due_date < ${before(LIMITS.days60)} and b.due_date >= ${before(LIMITS.days90)}`)} as "days90Usd",
      ${due(sql`b.due_date < ${before(LIMITS.days90)}`)} as "olderUsd",
      ${sumCents('b.cents')} as "totalUsd",
      ${due(sql`b.due_date >= ${today} and b.due_date <= ${addDays(today, DUE_SOON_DAYS)}`)} as "dueThisWeekUsd"
    from (select b.supplier_id, b.due_date, b.total_cents - b.settled_cents as cents
      from supplier_bills b where ${isOpen}) b
    join suppliers s on s.id = b.supplier_id
    group by s.id, s.name, s.search_text order by "totalUsd" desc, s.search_text, s.id`.execute(db);
  return rows;
}
