import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { findPage, inBatches, orderOf, type Sorts, sumCents } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { firstDay, type IsoDate, lastDay } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import { namesOfPayroll, payrolls } from './queries.ts';
import type { NamedPayroll } from './rules-record.ts';
import type {
  BatchFilter,
  PayrollBatch,
  PayrollFilter,
  PayrollSort,
  PayrollStatus,
} from './schema.ts';

const sorts: Sorts<PayrollSort> = {
  keys: {
    endDate: 'p.end_date',
    payrollNumber: [sql`length(p.payroll_number)`, 'p.payroll_number'],
    employeeName: 'e.search_text',
    netPay: 'p.net_cents',
  },
  unique: 'p.id',
  first: { column: 'endDate', descending: true },
};

export type ListFilter = PayrollFilter & { statuses?: readonly PayrollStatus[] };

/** Payrolls `p` that match the filter, with their employees `e`, departments `d` and batches `b`. */
function found(db: Db, filter: ListFilter) {
  const { status = 'all', employeeId, batchId, month, statuses, q } = filter;
  let query = db
    .selectFrom('payrolls as p')
    .innerJoin('employees as e', 'e.id', 'p.employee_id')
    .innerJoin('departments as d', 'd.id', 'e.department_id')
    .leftJoin('payroll_batches as b', 'b.id', 'p.batch_id');
  if (status !== 'all') query = query.where('p.status', '=', status);
  if (statuses) query = query.where('p.status', 'in', statuses);
  if (employeeId !== undefined) query = query.where('p.employee_id', '=', employeeId);
  if (batchId !== undefined) query = query.where('p.batch_id', '=', batchId);
  if (month)
    query = query.where(sql<SqlBool>`p.end_date between ${firstDay(month)} and ${lastDay(month)}`);
  // A union of indexed searches; an OR across the two tables would read them whole.
  if (q)
    query = query.where(
      sql<SqlBool>`p.id in (
        select f.id from payrolls f where ${matchesSearch(sql`f.search_text`, q)}
        union all
        select f.id from employees fe join payrolls f on f.employee_id = fe.id
        where ${matchesSearch(sql`fe.search_text`, q)})`,
    );
  return query;
}

const columns = [...payrolls.list('p'), ...namesOfPayroll] as const;

/** One page of the filtered payrolls, newest first by default. */
export function findPayrolls(db: Db, filter: ListFilter): Promise<Page<NamedPayroll>> {
  return findPage(found(db, filter).select(columns), sorts, filter);
}

/** The payrolls of these ids, with their names, in no order. */
export function findByIds(db: Db, ids: readonly number[]): Promise<NamedPayroll[]> {
  return db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('payrolls', 'id', 'k.id').as('p'))
    .crossJoinLateral(byKey('employees', 'id', 'p.employee_id').as('e'))
    .innerJoin('departments as d', 'd.id', 'e.department_id')
    .leftJoin('payroll_batches as b', 'b.id', 'p.batch_id')
    .select(columns)
    .execute();
}

/** The whole filtered, sorted list, `size` payrolls at a time. */
export async function* streamPayrolls(
  db: Db,
  filter: ListFilter,
  size: number,
): AsyncGenerator<NamedPayroll[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter).select('p.id').orderBy(order).execute();
  yield* inBatches(
    matches.map(({ id }) => id),
    size,
    (part) => findByIds(db, part),
  );
}

/** The ids of the payrolls of a batch that are not reversed, by employee. */
export async function findPayslipsOf(db: Db, batchId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payrolls as p')
    .innerJoin('employees as e', 'e.id', 'p.employee_id')
    .select('p.id')
    .where('p.batch_id', '=', batchId)
    .where('p.status', '<>', 'reversed')
    .orderBy('e.search_text')
    .orderBy('p.id')
    .execute();
  return rows.map(({ id }) => id);
}

const batchSorts: Sorts<'month' | 'batchNumber'> = {
  keys: { month: 'b.month', batchNumber: [sql`length(b.batch_number)`, 'b.batch_number'] },
  unique: 'b.id',
  first: { column: 'month', descending: true },
};

type BatchRow = Omit<PayrollBatch, 'month'> & { month: IsoDate };

function countOf(status: PayrollFilter['status']) {
  return sql<number>`count(p.id) filter (where p.status = ${status})`;
}

const unreversed = sql`p.status <> 'reversed'`;

/** Batches with what their payrolls add up to. */
function batchesWithSums(db: Db) {
  return db
    .selectFrom('payroll_batches as b')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom(byKey('payrolls', 'batch_id', 'b.id').as('p'))
          .select([
            countOf('processed').as('processed'),
            countOf('approved').as('approved'),
            countOf('paid').as('paid'),
            countOf('reversed').as('reversed'),
            sumCents('p.gross_cents', unreversed).as('grossUsd'),
            sumCents(sql`p.gross_cents - p.net_cents`, unreversed).as('deductionsUsd'),
            sumCents('p.net_cents', unreversed).as('netUsd'),
            sql<number>`coalesce(sum(p.version), 0)::bigint`.as('version'),
          ])
          .as('s'),
      (join) => join.onTrue(),
    )
    .select(['b.id', 'b.batch_number as batchNumber', 'b.month', 'b.created_at as createdAt'])
    .select(['b.created_by as createdBy', 's.processed', 's.approved', 's.paid', 's.reversed'])
    .select(['s.grossUsd', 's.deductionsUsd', 's.netUsd', 's.version']);
}

/** One page of the batches, newest first by default. */
export function findBatches(db: Db, { month, q, ...page }: BatchFilter): Promise<Page<BatchRow>> {
  let query = batchesWithSums(db);
  if (month) query = query.where('b.month', '=', firstDay(month));
  if (q) query = query.where(sql<SqlBool>`${matchesSearch(sql`lower(b.batch_number)`, q)}`);
  return findPage(query, batchSorts, page) as Promise<Page<BatchRow>>;
}

export async function getBatch(db: Db, id: number): Promise<BatchRow | undefined> {
  return (await batchesWithSums(db).where('b.id', '=', id).executeTakeFirst()) as
    | BatchRow
    | undefined;
}
