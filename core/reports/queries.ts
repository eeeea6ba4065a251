import { type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { sumCents } from '../database/list.ts';
import { type IsoDate, type IsoMonth, monthOf } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { DashboardStats } from './schema.ts';

export interface CustomerCounts {
  total: number;
  active: number;
  newThisMonth: number;
  soldMbps: number;
}

const isActive = sql<SqlBool>`status = 'Active'`;
/** Megabits per second of active customers. */
const soldMbps = sql<number>`coalesce(sum(bandwidth) filter (where ${isActive}), 0)::bigint`;

export async function countCustomers(
  db: Db,
  monthStart: IsoDate,
  today: IsoDate,
): Promise<CustomerCounts> {
  const isNew = sql<SqlBool>`service_start_date between ${monthStart} and ${today}`;
  return db
    .selectFrom('customers')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere(isActive).as('active'),
      eb.fn.countAll<number>().filterWhere(isNew).as('newThisMonth'),
      soldMbps.as('soldMbps'),
    ])
    .executeTakeFirstOrThrow();
}

export async function findRegions(db: Db): Promise<DashboardStats['regions']> {
  return db
    .selectFrom('customers')
    .select((eb) => [
      'location',
      eb.fn.countAll<number>().as('customers'),
      eb.fn.countAll<number>().filterWhere(isActive).as('active'),
      soldMbps.as('bandwidthMbps'),
    ])
    .groupBy('location')
    .orderBy('customers', 'desc')
    .orderBy('location')
    .execute();
}

const SHOWN_TO_ALL = [
  'customer',
  'invoice',
  'payment',
  'billingRun',
  'disconnectRun',
  'currencyRate',
  'import',
];

/** The newest lines of the audit log, without those of sign-ins and users, which are not for everybody. */
export async function findActivities(db: Db, limit: number): Promise<DashboardStats['activities']> {
  return db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_name as actorName', 'action', 'summary'])
    .where('entity', 'in', SHOWN_TO_ALL)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Revenue by month from the ledger's kept balances, oldest first. */
export async function findRevenue(
  db: Db,
  from: IsoDate,
  to: IsoDate,
): Promise<{ month: IsoMonth; revenueUsd: Cents }[]> {
  const rows = await db
    .selectFrom('account_months as m')
    .innerJoin('accounts as a', 'a.code', 'm.account_code')
    .select(['m.month', sumCents(sql`m.credit_cents - m.debit_cents`).as('revenueUsd')])
    .where('a.type', '=', 'REVENUE')
    .where('m.month', '>=', from)
    .where('m.month', '<=', to)
    .groupBy('m.month')
    .orderBy('m.month')
    .execute();
  return rows.map(({ month, revenueUsd }) => ({ month: monthOf(month), revenueUsd }));
}

/** Where the most is overdue, the largest first; `dueBy` is the last due day that counts. */
export async function findOverdueByPlace(
  db: Db,
  dueBy: IsoDate,
  limit: number,
): Promise<{ location: string; overdue: Cents }[]> {
  return db
    .selectFrom('invoices as i')
    .innerJoin('customers as c', 'c.id', 'i.customer_id')
    .select(['c.location', sumCents(sql`i.amount_cents - i.paid_cents`).as('overdue')])
    .where(sql<SqlBool>`i.status in ('pending', 'overdue')`)
    .where(sql<SqlBool>`(i.status = 'overdue' or i.due_date <= ${dueBy})`)
    .groupBy('c.location')
    .orderBy('overdue', 'desc')
    .orderBy('c.location')
    .limit(limit)
    .execute();
}

export async function getBoughtBandwidth(db: Db, on: IsoDate): Promise<number | null> {
  const row = await db
    .selectFrom('bandwidth_purchases')
    .select('mbps')
    .where('valid_from', '<=', on)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.mbps ?? null;
}
