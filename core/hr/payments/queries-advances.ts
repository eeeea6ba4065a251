import { type SqlBool, sql } from 'kysely';
import { arrayOf, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { findPage, type Sorts, sumCents } from '../../database/list.ts';
import { defineRecord } from '../../database/record.ts';
import { firstDay, type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import type { AdvanceDetail, AdvanceFilter } from '../payroll/schema-payments.ts';
import type { AdvanceRecord, Movement, NamedAdvance, RepaymentRecord } from './rules.ts';

/** As the table stores it: the first month as its first day. */
type StoredAdvance = Omit<AdvanceRecord, 'firstMonth'> & { firstMonth: IsoDate };

const toRecord = <A extends StoredAdvance>({ firstMonth, ...advance }: A) => ({
  ...advance,
  firstMonth: monthOf(firstMonth),
});

export const advances = defineRecord<'employee_advances', StoredAdvance>('employee_advances', {
  id: 'id bigint',
  advanceNumber: 'advance_number text',
  employeeId: 'employee_id bigint',
  advanceDate: 'advance_date date',
  amountUsd: 'amount_cents bigint',
  instalmentUsd: 'instalment_cents bigint',
  firstMonth: 'first_month date',
  repaidUsd: 'repaid_cents bigint',
  account: 'account text',
  moneyAccount: 'money_account text',
  currency: 'currency text',
  amount: 'paid_amount_cents bigint',
  exchangeRate: 'rate_cents bigint',
  reason: 'reason text',
  reference: 'reference text',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  reversedOn: 'reversed_on date',
  reversedAt: 'reversed_at timestamptz',
  reversedBy: 'reversed_by text',
  reversalReason: 'reversal_reason text',
  version: 'version int',
});

export interface OpenAdvanceRow {
  id: number;
  employeeId: number;
  amountUsd: Cents;
  repaidUsd: Cents;
  instalmentUsd: Cents;
  firstMonth: IsoMonth;
}

const isOpen = sql<SqlBool>`a.reversed_on is null and a.repaid_cents < a.amount_cents`;

function openOnes(db: Db, employeeIds: readonly number[]) {
  return db
    .selectFrom('employee_advances as a')
    .select(['a.id', 'a.employee_id as employeeId', 'a.amount_cents as amountUsd'])
    .select(['a.repaid_cents as repaidUsd', 'a.instalment_cents as instalmentUsd'])
    .select('a.first_month as firstMonth')
    .where(sql<SqlBool>`a.employee_id = any(${arrayOf('bigint', employeeIds)})`)
    .where(isOpen)
    .orderBy('a.id');
}

/** The open advances of employees, oldest first, by employee. */
export async function findOpenAdvances(
  db: Db,
  employeeIds: readonly number[],
): Promise<Map<number, OpenAdvanceRow[]>> {
  const rows = (await openOnes(db, employeeIds).execute()).map((row) => ({
    ...row,
    firstMonth: monthOf(row.firstMonth),
  }));
  return groupedBy(rows, ({ employeeId }) => employeeId);
}

/** As `findOpenAdvances`, locked in the order of their ids. */
export async function lockOpenAdvances(
  db: Db,
  employeeIds: readonly number[],
): Promise<Map<number, OpenAdvanceRow[]>> {
  if (employeeIds.length === 0) return new Map();
  const rows = await openOnes(db, employeeIds).forNoKeyUpdate().execute();
  return groupedBy(
    rows.map((row) => ({ ...row, firstMonth: monthOf(row.firstMonth) })),
    ({ employeeId }) => employeeId,
  );
}

const named = [
  'e.employee_number as employeeNumber',
  sql<string>`e.first_name || ' ' || e.last_name`.as('employeeName'),
] as const;

function withEmployees(db: Db) {
  return db
    .selectFrom('employee_advances as a')
    .innerJoin('employees as e', 'e.id', 'a.employee_id')
    .select([...advances.list('a'), ...named]);
}

export async function getAdvance(db: Db, id: number): Promise<NamedAdvance | undefined> {
  const row = await withEmployees(db).where('a.id', '=', id).executeTakeFirst();
  return row && toRecord(row);
}

/** Locks an advance. */
export async function lockAdvance(db: Db, id: number): Promise<NamedAdvance | undefined> {
  await advances.lock(db, id);
  return getAdvance(db, id);
}

const sorts: Sorts<'advanceDate' | 'advanceNumber' | 'employeeName' | 'openUsd'> = {
  keys: {
    advanceDate: 'a.advance_date',
    advanceNumber: [sql`length(a.advance_number)`, 'a.advance_number'],
    employeeName: 'e.search_text',
    openUsd: sql`case when a.reversed_on is null then a.amount_cents - a.repaid_cents else 0 end`,
  },
  unique: 'a.id',
  first: { column: 'advanceDate', descending: true },
};

const states = {
  open: isOpen,
  repaid: sql<SqlBool>`a.reversed_on is null and a.repaid_cents = a.amount_cents`,
  reversed: sql<SqlBool>`a.reversed_on is not null`,
};

/** One page of the filtered advances, newest first by default. */
export async function findAdvances(db: Db, filter: AdvanceFilter): Promise<Page<NamedAdvance>> {
  const { employeeId, state = 'all', q } = filter;
  let query = withEmployees(db);
  if (employeeId !== undefined) query = query.where('a.employee_id', '=', employeeId);
  if (state !== 'all') query = query.where(states[state]);
  if (q)
    query = query.where(
      sql<SqlBool>`a.id in (
        select f.id from employee_advances f where ${matchesSearch(sql`lower(f.advance_number)`, q)}
        union all
        select f.id from employees fe join employee_advances f on f.employee_id = fe.id
        where ${matchesSearch(sql`fe.search_text`, q)})`,
    );
  const { rows, ...page } = await findPage(query, sorts, filter);
  return { rows: rows.map(toRecord), ...page };
}

/** The movements of an advance, oldest first. */
export function findMovements(db: Db, advanceId: number): Promise<AdvanceDetail['movements']> {
  return db
    .selectFrom('advance_movements as m')
    .leftJoin('payrolls as p', 'p.id', 'm.payroll_id')
    .select(['m.id', 'm.kind', 'm.moved_on as date', 'm.amount_cents as amountUsd'])
    .select(['m.payroll_id as payrollId', 'm.reference', 'm.created_by as createdBy'])
    .select(sql<string>`coalesce(p.payroll_number, '')`.as('payrollNumber'))
    .select(['m.reason', 'm.account', 'm.currency'])
    .select(
      sql<boolean>`exists (select from advance_movements r where r.reversal_of = m.id)`.as(
        'isReversed',
      ),
    )
    .where('m.advance_id', '=', advanceId)
    .orderBy('m.id')
    .execute() as Promise<AdvanceDetail['movements']>;
}

/** What payrolls repaid of advances, not taken back. */
export async function findRepaidBy(
  db: Db,
  payrollIds: readonly number[],
): Promise<Pick<Movement, 'advanceId' | 'payrollId' | 'amountUsd'>[]> {
  return db
    .selectFrom('advance_movements as m')
    .select([
      'm.advance_id as advanceId',
      'm.payroll_id as payrollId',
      'm.amount_cents as amountUsd',
    ])
    .where(sql<SqlBool>`m.payroll_id = any(${arrayOf('bigint', payrollIds)})`)
    .where('m.kind', '=', 'payroll')
    .orderBy('m.id')
    .execute();
}

export interface NewMovement {
  advanceId: number;
  kind: Movement['kind'];
  payrollId: number | null;
  date: IsoDate;
  amountUsd: Cents;
}

/** Writes movements of payrolls, and adds them to what is repaid of their locked advances. */
export async function movePayrollParts(
  db: Db,
  parts: readonly NewMovement[],
  made: { at: Date; by: string },
): Promise<void> {
  await insertRows(db, 'advance_movements', parts, {
    advance_id: ['bigint', (part) => part.advanceId],
    kind: ['text', (part) => part.kind],
    payroll_id: ['bigint', (part) => part.payrollId],
    moved_on: ['date', (part) => part.date],
    amount_cents: ['bigint', (part) => part.amountUsd],
    created_at: ['timestamptz', () => made.at],
    created_by: ['text', () => made.by],
  });
  const sums = new Map<number, number>();
  for (const { advanceId, amountUsd } of parts)
    sums.set(advanceId, (sums.get(advanceId) ?? 0) + amountUsd);
  const ids = arrayOf('bigint', [...sums.keys()]);
  await sql`update employee_advances a set repaid_cents = a.repaid_cents + n.cents, version = a.version + 1
    from (select unnest(${ids}) as id, unnest(${arrayOf('bigint', [...sums.values()])}) as cents) n
    where a.id = n.id`.execute(db);
}

/** The movements of money. */
export const repayments = defineRecord<'advance_movements', RepaymentRecord>(
  'advance_movements',
  {
    id: 'id bigint',
    advanceId: 'advance_id bigint',
    kind: 'kind text',
    date: 'moved_on date',
    amountUsd: 'amount_cents bigint',
    account: 'account text',
    moneyAccount: 'money_account text',
    currency: 'currency text',
    amount: 'paid_amount_cents bigint',
    exchangeRate: 'rate_cents bigint',
    reference: 'reference text',
    reversalOf: 'reversal_of bigint',
    reason: 'reason text',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
  },
  { versioned: false },
);

/** Whether a repayment is taken back. */
export async function isReversed(db: Db, repaymentId: number): Promise<boolean> {
  const { rows } = await sql`
    select from advance_movements where reversal_of = ${repaymentId}`.execute(db);
  return rows.length > 0;
}

/** Writes changes of a locked advance. */
export async function updateAdvance(
  db: Db,
  before: NamedAdvance,
  changes: Partial<Omit<AdvanceRecord, 'firstMonth'>>,
): Promise<NamedAdvance> {
  const { employeeName, employeeNumber, ...record } = before;
  const stored = { ...record, firstMonth: firstDay(record.firstMonth) };
  const after = toRecord(await advances.update(db, stored, changes));
  return { ...after, employeeName, employeeNumber };
}

/** What an employee was paid in advance since an instant, US cents; reversed advances left out. */
export async function sumAdvancesSince(db: Db, employeeId: number, since: Date): Promise<Cents> {
  const { sum } = await db
    .selectFrom('employee_advances')
    .select(sumCents('amount_cents').as('sum'))
    .where('employee_id', '=', employeeId)
    .where('created_at', '>=', since)
    .where('reversed_on', 'is', null)
    .executeTakeFirstOrThrow();
  return sum;
}
