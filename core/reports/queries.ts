import { sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
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

export async function countCustomers(
  db: Db,
  monthStart: IsoDate,
  today: IsoDate,
): Promise<CustomerCounts> {
  const result = await sql<CustomerCounts>`
    select count(*) as total, count(*) filter (where status = 'Active') as active,
      count(*) filter (where service_start_date between ${monthStart} and ${today}) as "newThisMonth",
      coalesce(sum(bandwidth) filter (where status = 'Active'), 0)::bigint as "soldMbps"
    from customers`.execute(db);
  return result.rows[0]!;
}

export async function findRegions(db: Db): Promise<DashboardStats['regions']> {
  const result = await sql<DashboardStats['regions'][number]>`
    select location, count(*) as customers, count(*) filter (where status = 'Active') as active,
      coalesce(sum(bandwidth) filter (where status = 'Active'), 0)::bigint as "bandwidthMbps"
    from customers group by location order by count(*) desc, location`.execute(db);
  return result.rows;
}

/** Unresolved tickets, and those of them that are urgent. */
export async function countTickets(db: Db): Promise<{ unresolved: number; urgent: number }> {
  const result = await sql<{ unresolved: number; urgent: number }>`
    select count(*) as unresolved, count(*) filter (where priority in ('high', 'critical')) as urgent
    from tickets where status in ('open', 'assigned', 'in_progress')`.execute(db);
  return result.rows[0]!;
}

/**
 * The newest audit lines, without those of sign-ins and users, which not every role may see; with those of the entities
 * `alsoOf`.
 */
export async function findActivities(
  db: Db,
  limit: number,
  alsoOf: readonly string[] = [],
): Promise<DashboardStats['activities']> {
  const result = await sql<DashboardStats['activities'][number]>`
    select id, at, actor_name as "actorName", action, summary from audit_log
    where entity in ('customer', 'invoice', 'payment', 'billingRun', 'disconnectRun', 'currencyRate', 'import', 'ticket',
      'expense', 'expenseImport', 'expenseTemplate', 'supplier', 'requisition', 'purchaseOrder', 'equipment', 'stockCount',
      'salesOrder', 'loan', 'voucherBundle')
      -- Each activation is one of many.
      or (entity = 'voucherBatch' and action <> 'voucher.activate')
      or entity = any(${arrayOf('text', alsoOf)})
    order by id desc limit ${limit}`.execute(db);
  return result.rows;
}

/** Revenue by month from the monthly sums of the ledger, oldest first. */
export async function findRevenue(
  db: Db,
  from: IsoDate,
  to: IsoDate,
): Promise<{ month: IsoMonth; revenueUsd: Cents }[]> {
  const result = await sql<{ month: IsoDate; revenue: Cents }>`
    select m.month, ${sumCents(sql`m.credit_cents - m.debit_cents`)} as revenue
    from account_months m join accounts a on a.code = m.account_code
    where a.type = 'REVENUE' and m.month between ${from} and ${to}
    group by m.month order by m.month`.execute(db);
  return result.rows.map((row) => ({ month: monthOf(row.month), revenueUsd: row.revenue }));
}

/** Overdue amounts by location, largest first; invoices due on `dueBy` or earlier are overdue. */
export async function findOverdueByPlace(
  db: Db,
  dueBy: IsoDate,
  limit: number,
): Promise<{ location: string; overdue: Cents }[]> {
  const result = await sql<{ location: string; overdue: Cents }>`
    select c.location, ${sumCents(sql`i.amount_cents - i.paid_cents`)} as overdue
    from invoices i join customers c on c.id = i.customer_id
    where i.status in ('pending', 'overdue') and (i.status = 'overdue' or i.due_date <= ${dueBy})
    group by c.location order by overdue desc, c.location limit ${limit}`.execute(db);
  return result.rows;
}
