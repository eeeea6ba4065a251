import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { matchesSearch } from '../database/like.ts';
import {
  allOf,
  type DetailedList,
  findDetailed,
  type Sorts,
  streamDetailed,
  sumCents,
} from '../database/list.ts';
import { firstDay, type IsoMonth, lastDay } from '../kernel/dates.ts';
import type { Page } from '../kernel/paging.ts';
import { expenseColumns } from './queries.ts';
import type { ReadExpense } from './rules.ts';
import type { ExpenseFilter, expenseSorts } from './schema.ts';

const sorts: Sorts<(typeof expenseSorts)[number]> = {
  keys: {
    date: 'e.expense_date',
    transactionId: 'e.transaction_id',
    location: 'e.search_text',
    description: sql`lower(e.description)`,
    category: 'e.category',
    amountUsd: 'e.amount_cents',
  },
  unique: 'e.id',
  first: { column: 'date', descending: true },
  complete: ['transactionId'],
};

/** As in the predicate of the partial index. */
const isOpen = sql<SqlBool>`e.account = 'accounts_payable' and e.settled_cents < e.amount_cents`;

function paidCondition(paid: ExpenseFilter['paid']): RawBuilder<SqlBool> | undefined {
  switch (paid) {
    case 'open':
      return isOpen;
    case 'unpaid':
      return sql`${isOpen} and e.settled_cents = 0`;
    case 'part':
      return sql`${isOpen} and e.settled_cents > 0`;
    case 'paid':
      return sql`not (${isOpen})`;
    default:
      return undefined;
  }
}

function conditionsOf(filter: ExpenseFilter): RawBuilder<SqlBool>[] {
  const { month, from, to, q } = filter;
  const all: RawBuilder<SqlBool>[] = [sql`e.deleted_at is null`];
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined && value !== 'all') all.push(sql`${sql.ref(column)} = ${value}`);
  };
  equal('e.expense_type', filter.expenseType);
  equal('e.category', filter.category);
  equal('e.account', filter.account);
  equal('e.currency', filter.currency);
  const paid = paidCondition(filter.paid);
  if (paid) all.push(paid);
  if (month) all.push(inMonth(month));
  if (from) all.push(sql`e.expense_date >= ${from}`);
  if (to) all.push(sql`e.expense_date <= ${to}`);
  if (q)
    all.push(
      sql`e.id in (select s.id from expenses s where ${matchesSearch(sql`s.search_text`, q)} offset 0)`,
    );
  return all;
}

function inMonth(month: IsoMonth): RawBuilder<SqlBool> {
  return sql`e.expense_date between ${firstDay(month)} and ${lastDay(month)}`;
}

/** Expenses `e` that match the filter, without deleted ones. */
function found(db: Db, filter: ExpenseFilter) {
  return db.selectFrom('expenses as e').where(allOf(conditionsOf(filter)));
}

const list: DetailedList<ReadExpense, (typeof expenseSorts)[number]> = {
  table: 'expenses',
  alias: 'e',
  columns: expenseColumns,
  lookUps: sql`where e.deleted_at is null`,
  sorts,
};

/** One page of the filtered list, newest first by default. */
export function findExpenses(db: Db, filter: ExpenseFilter): Promise<Page<ReadExpense>> {
  return findDetailed(db, list, found(db, filter).selectAll('e'), filter);
}

/** The whole filtered, sorted list, `size` expenses at a time. */
export function streamExpenses(
  db: Db,
  filter: ExpenseFilter,
  size: number,
): AsyncGenerator<ReadExpense[]> {
  return streamDetailed(db, list, found(db, filter).selectAll('e'), { sort: filter.sort, size });
}

/** Sums in US cents over all expenses of every currency (decision 9), and what is not paid yet. */
export function sumExpenses(db: Db, month: IsoMonth) {
  const amount = 'e.amount_cents';
  return db
    .selectFrom('expenses as e')
    .select(({ fn }) => [
      sumCents(amount).as('totalUsd'),
      fn.countAll<number>().as('count'),
      sumCents(amount, inMonth(month)).as('thisMonthUsd'),
      sumCents(amount, sql`e.category = 'bandwidth_cost'`).as('bandwidthUsd'),
      sumCents(sql`e.amount_cents - e.settled_cents`, isOpen).as('unpaidUsd'),
      fn.countAll<number>().filterWhere(isOpen).as('unpaidCount'),
    ])
    .where('e.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}
