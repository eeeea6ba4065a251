import { type SqlBool, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import { firstDay, type IsoDate, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { foldForSearch } from '../../kernel/search.ts';
import type { NamedPayroll, Payee, PayeeDetails, PayrollRecord } from './rules-record.ts';
import type { PayrollRate } from './schema-rates.ts';

export const payrolls = defineRecord<'payrolls', PayrollRecord>(
  'payrolls',
  {
    id: 'id bigint',
    payrollNumber: 'payroll_number text',
    employeeId: 'employee_id bigint',
    batchId: 'batch_id bigint',
    startDate: 'start_date date',
    endDate: 'end_date date',
    baseSalary: 'base_cents bigint',
    overtime: 'overtime_cents bigint',
    bonus: 'bonus_cents bigint',
    grossPay: 'gross_cents bigint',
    tax: 'tax_cents bigint',
    socialSecurity: 'social_cents bigint',
    employerSocialSecurity: 'employer_social_cents bigint',
    advances: 'advance_cents bigint',
    deductions: 'other_cents bigint',
    netPay: 'net_cents bigint',
    isTaxTyped: 'is_tax_typed boolean',
    isSocialSecurityTyped: 'is_social_typed boolean',
    overtimeHundredths: 'overtime_hundredths int',
    rateId: 'hr_rate_id bigint',
    exchangeRate: 'rate_cents bigint',
    status: 'status text',
    notes: 'notes text',
    processedAt: 'processed_at timestamptz',
    processedBy: 'processed_by text',
    processedById: 'processed_by_id bigint',
    changedBy: 'changed_by text',
    changedById: 'changed_by_id bigint',
    postedOn: 'posted_on date',
    approvedBy: 'approved_by text',
    approvedById: 'approved_by_id bigint',
    approvedAt: 'approved_at timestamptz',
    isSole: 'is_sole boolean',
    paidOn: 'paid_on date',
    reversedOn: 'reversed_on date',
    reversedAt: 'reversed_at timestamptz',
    reversedBy: 'reversed_by text',
    reversalReason: 'reversal_reason text',
    version: 'version int',
  },
  { derived: { search_text: ['text', ({ payrollNumber }) => foldForSearch(payrollNumber)] } },
);

export interface BatchRecord {
  id: number;
  batchNumber: string;
  month: IsoDate;
  createdAt: Date;
  createdBy: string;
  createdById: number | null;
}

export const batches = defineRecord<'payroll_batches', BatchRecord>(
  'payroll_batches',
  {
    id: 'id bigint',
    batchNumber: 'batch_number text',
    month: 'month date',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
    createdById: 'created_by_id bigint',
  },
  { versioned: false },
);

/** The names that belong to a payroll, of its tables `e`, `d` and `b`. */
export const namesOfPayroll = [
  'e.employee_number as employeeNumber',
  sql<string>`e.first_name || ' ' || e.last_name`.as('employeeName'),
  'd.name as department',
  sql<string>`coalesce(b.batch_number, '')`.as('batchNumber'),
] as const;

type RateRecord = Omit<PayrollRate, 'brackets'> & { brackets: { from: Cents; points: number }[] };

const rates = defineRecord<'hr_rates', RateRecord>(
  'hr_rates',
  {
    id: 'id bigint',
    validFrom: 'valid_from date',
    taxKind: 'tax_kind text',
    taxCurrency: 'tax_currency text',
    brackets: 'brackets jsonb',
    socialPoints: 'social_points int',
    employerPoints: 'employer_points int',
    note: 'note text',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
  },
  { versioned: false },
);

function toRate({ brackets, ...rate }: RateRecord): PayrollRate {
  return { ...rate, brackets: brackets.map(({ from, points }) => ({ fromAmount: from, points })) };
}

/** The latest rates, newest first. */
export async function findRates(db: Db, limit: number): Promise<PayrollRate[]> {
  const rows = await db
    .selectFrom('hr_rates as r')
    .select(rates.list('r'))
    .orderBy('r.valid_from', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toRate);
}

/** The rates in force on a day; undefined before the first. */
export async function getRateOn(db: Db, on: IsoDate): Promise<PayrollRate | undefined> {
  const row = await db
    .selectFrom('hr_rates as r')
    .select(rates.list('r'))
    .where('r.valid_from', '<=', on)
    .orderBy('r.valid_from', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toRate(row);
}

export async function insertRate(db: Db, rate: Omit<PayrollRate, 'id'>): Promise<PayrollRate> {
  const brackets = rate.brackets.map(({ fromAmount, points }) => ({ from: fromAmount, points }));
  return toRate(await rates.insert(db, { ...rate, brackets }));
}

/** The names that belong to payrolls, by payroll id. */
export async function findNames(
  db: Db,
  ids: readonly number[],
): Promise<
  Map<number, Pick<NamedPayroll, 'employeeNumber' | 'employeeName' | 'department' | 'batchNumber'>>
> {
  const rows = await db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('payrolls', 'id', 'k.id').as('p'))
    .crossJoinLateral(byKey('employees', 'id', 'p.employee_id').as('e'))
    .innerJoin('departments as d', 'd.id', 'e.department_id')
    .leftJoin('payroll_batches as b', 'b.id', 'p.batch_id')
    .select(['p.id', ...namesOfPayroll])
    .execute();
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

// Employees, as payroll needs them.

const payeeColumns = sql`e.id, e.employee_number as "employeeNumber", e.first_name || ' ' || e.last_name as "employeeName",
  d.name as department, e.base_salary_cents as "monthlySalary", e.hire_date as "hireDate", e.last_day as "lastDay", e.status,
  e.is_tax_exempt as "isTaxExempt", e.is_social_exempt as "isSocialExempt"`;
const payeeTables = sql`employees e join departments d on d.id = e.department_id`;

/** Employees of these ids, in the order of their ids. */
export async function findPayees(db: Db, ids: readonly number[]): Promise<PayeeDetails[]> {
  const { rows } = await sql<PayeeDetails>`
    select ${payeeColumns}, e.position, e.email, e.pay_by as "payBy", e.bank_name as "bankName",
      e.bank_account as "bankAccount", e.mobile_money as "mobileMoney"
    from ${payeeTables} where e.id = any(${arrayOf('bigint', ids)}) order by e.id`.execute(db);
  return rows;
}

/** The active employees, and those who left, with a day of work between two dates; in the order of their ids. */
export async function findStaffOf(db: Db, from: IsoDate, to: IsoDate): Promise<Payee[]> {
  const { rows } = await sql<Payee>`
    select ${payeeColumns} from ${payeeTables}
    where (e.status = 'active' or (e.status in ('inactive', 'terminated') and e.last_day is not null))
      and e.hire_date <= ${to} and (e.last_day is null or e.last_day >= ${from})
    order by e.id`.execute(db);
  return rows;
}

/** The unreversed payrolls that overlap a period, their numbers by employee. */
export async function findOverlapping(
  db: Db,
  employeeIds: readonly number[],
  from: IsoDate,
  to: IsoDate,
  exceptId = 0,
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('payrolls as p')
    .select(['p.employee_id as employeeId', 'p.payroll_number as payrollNumber'])
    .where(sql<SqlBool>`p.employee_id = any(${arrayOf('bigint', employeeIds)})`)
    .where('p.end_date', '>=', from)
    .where('p.start_date', '<=', to)
    .where('p.status', '<>', 'reversed')
    .where('p.id', '<>', exceptId)
    .orderBy('p.id')
    .execute();
  return new Map(rows.map(({ employeeId, payrollNumber }) => [employeeId, payrollNumber]));
}

/** What payrolls take of the advances of an employee, US cents. */
interface TakenAdvances {
  /** By those that are processed: it is still open. */
  planned: Cents;
  /** By those that end in the month, approved ones too. */
  ofMonth: Cents;
}

/** What unreversed payrolls take of advances, by employee. */
export async function sumTakenAdvances(
  db: Db,
  employeeIds: readonly number[],
  month: IsoMonth,
  exceptId = 0,
): Promise<Map<number, TakenAdvances>> {
  const isOfMonth = sql<SqlBool>`p.end_date between ${firstDay(month)} and ${lastDay(month)}`;
  const isPlanned = sql<SqlBool>`p.status = 'processed'`;
  const rows = await db
    .selectFrom('payrolls as p')
    .select('p.employee_id as employeeId')
    .select(sumCents('p.advance_cents', isPlanned).as('planned'))
    .select(sumCents('p.advance_cents', isOfMonth).as('ofMonth'))
    .where(sql<SqlBool>`p.employee_id = any(${arrayOf('bigint', employeeIds)})`)
    .where('p.status', '<>', 'reversed')
    .where((eb) => eb.or([isPlanned, isOfMonth]))
    .where('p.id', '<>', exceptId)
    .groupBy('p.employee_id')
    .execute();
  return new Map(rows.map(({ employeeId, ...taken }) => [employeeId, taken]));
}
