import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { firstDay, type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { type Cents, sumToSsp } from '../../kernel/money.ts';
import type { BillingRun } from './schema.ts';

type RunRow = Omit<BillingRun, 'month' | 'revenueSsp'> & { month: IsoDate; rate: Cents };

/** A run that has said nothing since `silentSince` was killed, whatever its row still says. */
const columns = (silentSince: Date) => sql`id, month,
  case when status = 'running' and heartbeat_at < ${silentSince} then 'abandoned' else status end as status, started_at as "startedAt", finished_at as "finishedAt", actor_name as "actorName",
  total_customers as "totalCustomers", processed, generated, skipped, revenue_cents as "revenueUsd", rate_cents as rate, error`;

function toRun(row: RunRow): BillingRun {
  return {
    id: row.id,
    month: monthOf(row.month),
    status: row.status,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    actorName: row.actorName,
    totalCustomers: row.totalCustomers,
    processed: row.processed,
    generated: row.generated,
    skipped: row.skipped,
    revenueUsd: row.revenueUsd,
    revenueSsp: sumToSsp(row.revenueUsd, row.rate),
    error: row.error,
  };
}

export async function getRun(
  db: Db,
  id: number,
  silentSince: Date,
): Promise<BillingRun | undefined> {
  const row = (
    await sql<RunRow>`select ${columns(silentSince)} from billing_runs where id = ${id}`.execute(db)
  ).rows[0];
  return row && toRun(row);
}

export async function findRuns(db: Db, limit: number, silentSince: Date): Promise<BillingRun[]> {
  return (
    await sql<RunRow>`select ${columns(silentSince)} from billing_runs order by id desc limit ${limit}`.execute(
      db,
    )
  ).rows.map(toRun);
}

export async function insertRun(
  db: Db,
  run: { month: IsoMonth; at: Date; actorName: string; total: number; rate: Cents },
): Promise<number> {
  const result = await sql<{ id: number }>`
    insert into billing_runs (month, status, started_at, heartbeat_at, actor_name, total_customers, rate_cents)
    values (${firstDay(run.month)}, 'running', ${run.at}, ${run.at}, ${run.actorName}, ${run.total}, ${run.rate}) returning id`.execute(
    db,
  );
  return result.rows[0]!.id;
}

/** A run that said nothing for long was killed; its invoices stand, the next run makes the rest. Answers which. */
export async function abandonSilentRuns(
  db: Db,
  silentSince: Date,
  at: Date,
): Promise<BillingRun[]> {
  const result = await sql<RunRow>`
    update billing_runs set status = 'abandoned', finished_at = ${at}
    where status = 'running' and heartbeat_at < ${silentSince}
    returning ${columns(silentSince)}`.execute(db);
  return result.rows.map(toRun);
}

export async function addRunProgress(
  db: Db,
  id: number,
  step: { processed: number; generated: number; skipped: number; revenue: Cents; at: Date },
): Promise<void> {
  await sql`update billing_runs set processed = processed + ${step.processed}, generated = generated + ${step.generated},
    skipped = skipped + ${step.skipped}, revenue_cents = revenue_cents + ${step.revenue}, heartbeat_at = ${step.at}, status = 'running',
    finished_at = null where id = ${id}`.execute(db);
}

export async function finishRun(
  db: Db,
  id: number,
  status: 'done' | 'failed',
  at: Date,
  error: string,
): Promise<BillingRun> {
  const result = await sql<RunRow>`
    update billing_runs set status = ${status}, finished_at = ${at}, error = ${error}
    where id = ${id} returning ${columns(at)}`.execute(db);
  return toRun(result.rows[0]!);
}

/** Customers with an id after `afterId`, up to and with `upToId`, that have the month's invoice already. */
export async function findBilledCustomers(
  db: Db,
  month: IsoMonth,
  afterId: number,
  upToId: number,
): Promise<Set<number>> {
  const result = await sql<{ customer_id: number }>`
    select customer_id from invoices
    where kind = 'recurring' and billing_month = ${firstDay(month)} and customer_id > ${afterId}
      and customer_id <= ${upToId}`.execute(db);
  return new Set(result.rows.map((row) => row.customer_id));
}
