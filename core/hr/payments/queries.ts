import { type SqlBool, sql } from 'kysely';
import { arrayOf, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { findPage, type Sorts, sumCents } from '../../database/list.ts';
import { defineRecord } from '../../database/record.ts';
import { firstDay, type IsoDate, type IsoMonth, lastDay, monthOf } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import type { PayrollPaymentFilter, RemittanceFilter } from '../payroll/schema-payments.ts';
import type { PayAccount } from '../schema.ts';
import type { PaymentLine, PaymentRecord, RemittanceRecord } from './rules.ts';

const money = {
  account: 'account text',
  moneyAccount: 'money_account text',
  currency: 'currency text',
  exchangeRate: 'rate_cents bigint',
  amountUsd: 'amount_cents bigint',
  amount: 'paid_amount_cents bigint',
  reference: 'reference text',
  notes: 'notes text',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  reversedOn: 'reversed_on date',
  reversedAt: 'reversed_at timestamptz',
  reversedBy: 'reversed_by text',
  reversalReason: 'reversal_reason text',
  version: 'version int',
} as const;

export const payments = defineRecord<'payroll_payments', PaymentRecord>('payroll_payments', {
  id: 'id bigint',
  paymentNumber: 'payment_number text',
  paymentDate: 'payment_date date',
  payrolls: 'payrolls int',
  ...money,
});

type StoredRemittance = Omit<RemittanceRecord, 'month'> & { month: IsoDate };

const remittanceRows = defineRecord<'payroll_remittances', StoredRemittance>(
  'payroll_remittances',
  {
    id: 'id bigint',
    remittanceNumber: 'remittance_number text',
    kind: 'kind text',
    month: 'month date',
    settledUsd: 'settled_cents bigint',
    paymentDate: 'payment_date date',
    ...money,
  },
);

const toRemittance = ({ month, ...row }: StoredRemittance): RemittanceRecord => ({
  ...row,
  month: monthOf(month),
});

/** What a payment is chosen by. */
export interface DueFilter {
  month?: IsoMonth | undefined;
  batchId?: number | undefined;
  payrollIds?: readonly number[] | undefined;
  payBy?: PayAccount | undefined;
}

/** Approved payrolls `p` with net pay, and their employees `e`. */
function dueOf(db: Db, { month, batchId, payrollIds, payBy }: DueFilter) {
  let query = db
    .selectFrom('payrolls as p')
    .innerJoin('employees as e', 'e.id', 'p.employee_id')
    .where('p.status', '=', 'approved')
    .where('p.net_cents', '>', 0 as Cents);
  if (month)
    query = query.where(sql<SqlBool>`p.end_date between ${firstDay(month)} and ${lastDay(month)}`);
  if (batchId !== undefined) query = query.where('p.batch_id', '=', batchId);
  if (payrollIds) query = query.where(sql<SqlBool>`p.id = any(${arrayOf('bigint', payrollIds)})`);
  if (payBy) query = query.where('e.pay_by', '=', payBy);
  return query;
}

/** The ids of payrolls to be paid, ascending; at most `limit`. */
export async function findDueIds(db: Db, filter: DueFilter, limit: number): Promise<number[]> {
  const rows = await dueOf(db, filter).select('p.id').orderBy('p.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export interface DueRow {
  month: IsoDate;
  payBy: PayAccount;
  payrolls: number;
  netUsd: Cents;
}

/** What there is to pay, by month and way of payment, the oldest first. */
export async function sumDue(db: Db): Promise<DueRow[]> {
  const month = sql<IsoDate>`date_trunc('month', p.end_date)::date`;
  const rows = await dueOf(db, {})
    .select([month.as('month'), 'e.pay_by as payBy', sql<number>`count(*)`.as('payrolls')])
    .select(sumCents('p.net_cents').as('netUsd'))
    .groupBy([month, 'e.pay_by'])
    .orderBy('month')
    .orderBy('e.pay_by')
    .execute();
  return rows as DueRow[];
}

export async function insertLines(
  db: Db,
  paymentId: number,
  lines: readonly PaymentLine[],
): Promise<void> {
  await insertRows(db, 'payroll_payment_lines', lines, {
    payroll_id: ['bigint', (line) => line.payrollId],
    payment_id: ['bigint', () => paymentId],
    amount_cents: ['bigint', (line) => line.amountUsd],
    paid_amount_cents: ['bigint', (line) => line.amount],
  });
}

/** The payrolls that a payment pays, ascending. */
export async function findPaidIds(db: Db, paymentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payroll_payment_lines as l')
    .select('l.payroll_id as id')
    .where('l.payment_id', '=', paymentId)
    .orderBy('l.payroll_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks the lines of a payment as reversed; they stay as what it had paid. */
export async function reverseLines(db: Db, paymentId: number): Promise<void> {
  await db
    .updateTable('payroll_payment_lines')
    .set({ is_reversed: true })
    .where('payment_id', '=', paymentId)
    .execute();
}

const paymentSorts: Sorts<'paymentDate' | 'paymentNumber'> = {
  keys: {
    paymentDate: 'p.payment_date',
    paymentNumber: [sql`length(p.payment_number)`, 'p.payment_number'],
  },
  unique: 'p.id',
  first: { column: 'paymentDate', descending: true },
};

/** One page of the filtered payments, newest first by default. */
export function findPayments(db: Db, filter: PayrollPaymentFilter): Promise<Page<PaymentRecord>> {
  const { month, q } = filter;
  let query = db.selectFrom('payroll_payments as p').select(payments.list('p'));
  if (month)
    query = query.where(
      sql<SqlBool>`p.payment_date between ${firstDay(month)} and ${lastDay(month)}`,
    );
  if (q)
    query = query.where(
      sql<SqlBool>`${matchesSearch(sql`lower(p.payment_number || ' ' || p.reference)`, q)}`,
    );
  return findPage(query, paymentSorts, filter);
}

const remittanceSorts: Sorts<'paymentDate' | 'month' | 'remittanceNumber'> = {
  keys: {
    paymentDate: 'r.payment_date',
    month: 'r.month',
    remittanceNumber: [sql`length(r.remittance_number)`, 'r.remittance_number'],
  },
  unique: 'r.id',
  first: { column: 'paymentDate', descending: true },
};

/** One page of the filtered remittances, newest first by default. */
export async function findRemittances(
  db: Db,
  filter: RemittanceFilter,
): Promise<Page<RemittanceRecord>> {
  const { kind = 'all', month, q } = filter;
  let query = db.selectFrom('payroll_remittances as r').select(remittanceRows.list('r'));
  if (kind !== 'all') query = query.where('r.kind', '=', kind);
  if (month) query = query.where('r.month', '=', firstDay(month));
  if (q)
    query = query.where(
      sql<SqlBool>`${matchesSearch(sql`lower(r.remittance_number || ' ' || r.reference)`, q)}`,
    );
  const { rows, ...page } = await findPage(query, remittanceSorts, filter);
  return { rows: rows.map(toRemittance), ...page };
}

/** Until the transaction ends nobody else writes a remittance, so that not more is paid than is owed. */
export async function lockRemittances(db: Db): Promise<void> {
  await sql`select lock_table('payroll_remittances')`.execute(db);
}

export async function insertRemittance(
  db: Db,
  { month, ...row }: Omit<RemittanceRecord, 'id' | 'version'>,
): Promise<RemittanceRecord> {
  return toRemittance(await remittanceRows.insert(db, { ...row, month: firstDay(month) }));
}

export async function lockRemittance(db: Db, id: number): Promise<RemittanceRecord | undefined> {
  const row = await remittanceRows.lock(db, id);
  return row && toRemittance(row);
}

export async function updateRemittance(
  db: Db,
  before: RemittanceRecord,
  changes: Partial<Omit<RemittanceRecord, 'month'>>,
): Promise<RemittanceRecord> {
  const stored = { ...before, month: firstDay(before.month) };
  return toRemittance(await remittanceRows.update(db, stored, changes));
}
