import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { firstDay, type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { type Cents, sumToSsp } from '../../kernel/money.ts';
import type { BillingRun } from './schema.ts';

/** A run that has said nothing since `silentSince` was killed, whatever its row still says. */
function statusOf(silentSince: Date): RawBuilder<BillingRun['status']> {
  return sql`case when status = 'running' and heartbeat_at < ${silentSince} then 'abandoned' else status end`;
}

/** The columns of a run as it is at `silentSince`. */
const columns = (silentSince: Date) =>
  [
    'id',
    'month',
    statusOf(silentSince).as('status'),
    'started_at as startedAt',
    'finished_at as finishedAt',
    'actor_name as actorName',
    'total_customers as totalCustomers',
    'processed',
    'generated',
    'skipped',
    'revenue_cents as revenueUsd',
    'rate_cents as exchangeRate',
    'error',
  ] as const;

interface RunRow extends Omit<BillingRun, 'month' | 'revenueSsp'> {
  month: IsoDate;
  exchangeRate: Cents;
}

function toRun({ month, exchangeRate, ...run }: RunRow): BillingRun {
  const revenueSsp = sumToSsp(run.revenueUsd, exchangeRate);
  return { ...run, month: monthOf(month), revenueSsp };
}

export async function getRun(
  db: Db,
  id: number,
  silentSince: Date,
): Promise<BillingRun | undefined> {
  const runs = db.selectFrom('billing_runs').select(columns(silentSince));
  const row = await runs.where('id', '=', id).executeTakeFirst();
  return row && toRun(row);
}

export async function findRuns(db: Db, limit: number, silentSince: Date): Promise<BillingRun[]> {
  const runs = db.selectFrom('billing_runs').select(columns(silentSince));
  return (await runs.orderBy('id', 'desc').limit(limit).execute()).map(toRun);
}

export async function insertRun(
  db: Db,
  run: { month: IsoMonth; at: Date; actorName: string; total: number; exchangeRate: Cents },
): Promise<number> {
  const { id } = await db
    .insertInto('billing_runs')
    .values({
      month: firstDay(run.month),
      status: 'running',
      started_at: run.at,
      heartbeat_at: run.at,
      actor_name: run.actorName,
      total_customers: run.total,
      rate_cents: run.exchangeRate,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A run that said nothing for long was killed; its invoices stand, the next run makes the rest. Answers which. */
export async function abandonSilentRuns(
  db: Db,
  silentSince: Date,
  at: Date,
): Promise<BillingRun[]> {
  const rows = await db
    .updateTable('billing_runs')
    .set({ status: 'abandoned', finished_at: at })
    .where('status', '=', 'running')
    .where('heartbeat_at', '<', silentSince)
    .returning(columns(silentSince))
    .execute();
  return rows.map(toRun);
}

export async function addRunProgress(
  db: Db,
  id: number,
  step: { processed: number; generated: number; skipped: number; revenueUsd: Cents; at: Date },
): Promise<void> {
  await db
    .updateTable('billing_runs')
    .set((eb) => ({
      processed: eb('processed', '+', step.processed),
      generated: eb('generated', '+', step.generated),
      skipped: eb('skipped', '+', step.skipped),
      revenue_cents: sql<Cents>`revenue_cents + ${step.revenueUsd}`,
      heartbeat_at: step.at,
      status: 'running',
      finished_at: null,
    }))
    .where('id', '=', id)
    .execute();
}

export async function finishRun(
  db: Db,
  id: number,
  status: 'done' | 'failed',
  at: Date,
  error: string,
): Promise<BillingRun> {
  const row = await db
    .updateTable('billing_runs')
    .set({ status, finished_at: at, error })
    .where('id', '=', id)
    .returning(columns(at))
    .executeTakeFirstOrThrow();
  return toRun(row);
}

/** Customers with an id after `afterId`, up to and with `upToId`, that have the month's invoice already. */
export async function findBilledCustomers(
  db: Db,
  month: IsoMonth,
  afterId: number,
  upToId: number,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('invoices')
    .select('customer_id')
    .where('kind', '=', 'recurring')
    .where('billing_month', '=', firstDay(month))
    .where('customer_id', '>', afterId)
    .where('customer_id', '<=', upToId)
    .execute();
  return new Set(rows.map((row) => row.customer_id));
}
