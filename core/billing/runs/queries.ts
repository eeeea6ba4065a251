import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import { firstDay, type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { type Cents, sumToSsp } from '../../kernel/money.ts';
import type { BillingRun } from './schema.ts';

interface RunRecord extends Omit<BillingRun, 'month' | 'revenueSsp'> {
  month: IsoDate;
  exchangeRate: Cents;
  heartbeatAt: Date;
}

export const runs = defineRecord<'billing_runs', RunRecord>(
  'billing_runs',
  {
    id: 'id bigint',
    month: 'month date',
    status: 'status text',
    startedAt: 'started_at timestamptz',
    heartbeatAt: 'heartbeat_at timestamptz',
    finishedAt: 'finished_at timestamptz',
    actorName: 'actor_name text',
    totalCustomers: 'total_customers int',
    processed: 'processed int',
    generated: 'generated int',
    skipped: 'skipped int',
    revenueUsd: 'revenue_cents bigint',
    exchangeRate: 'rate_cents bigint',
    error: 'error text',
  },
  { versioned: false },
);

/** Maps a row; a 'running' one without a heartbeat since `heartbeatCutoff` was killed and is shown as abandoned. */
function toRun(record: RunRecord, heartbeatCutoff: Date): BillingRun {
  const { month, exchangeRate, heartbeatAt, ...run } = record;
  const isAbandoned = run.status === 'running' && heartbeatAt < heartbeatCutoff;
  return {
    ...run,
    month: monthOf(month),
    status: isAbandoned ? 'abandoned' : run.status,
    revenueSsp: sumToSsp(run.revenueUsd, exchangeRate),
  };
}

export async function getRun(
  db: Db,
  id: number,
  heartbeatCutoff: Date,
): Promise<BillingRun | undefined> {
  const run = await runs.get(db, id);
  return run && toRun(run, heartbeatCutoff);
}

export async function findRuns(
  db: Db,
  limit: number,
  heartbeatCutoff: Date,
): Promise<BillingRun[]> {
  const latest = db.selectFrom('billing_runs').select(runs.list()).orderBy('id', 'desc');
  return (await latest.limit(limit).execute()).map((run) => toRun(run, heartbeatCutoff));
}

/** Whether a run of a month has billed all of its customers. */
export async function isMonthDone(db: Db, month: IsoMonth): Promise<boolean> {
  const done = await db
    .selectFrom('billing_runs')
    .select('id')
    .where('month', '=', firstDay(month))
    .where('status', '=', 'done')
    .limit(1)
    .executeTakeFirst();
  return done !== undefined;
}

/** Marks runs without a heartbeat since `heartbeatCutoff` as abandoned and returns them. Their invoices are kept. */
export async function abandonSilentRuns(
  db: Db,
  heartbeatCutoff: Date,
  at: Date,
): Promise<BillingRun[]> {
  const abandoned = await db
    .updateTable('billing_runs')
    .set({ status: 'abandoned', finished_at: at })
    .where('status', '=', 'running')
    .where('heartbeat_at', '<', heartbeatCutoff)
    .returning(runs.list())
    .execute();
  return abandoned.map((run) => toRun(run, heartbeatCutoff));
}

export async function addRunProgress(
  db: Db,
  id: number,
  step: { processed: number; generated: number; skipped: number; revenueUsd: Cents; at: Date },
): Promise<void> {
  await sql`update billing_runs set processed = processed + ${step.processed}, generated = generated + ${step.generated},
    skipped = skipped + ${step.skipped}, revenue_cents = revenue_cents + ${step.revenueUsd}, heartbeat_at = ${step.at},
    status = 'running', finished_at = null where id = ${id}`.execute(db);
}

export async function finishRun(
  db: Db,
  id: number,
  status: 'done' | 'failed',
  at: Date,
  error: string,
): Promise<BillingRun> {
  const run = await db
    .updateTable('billing_runs')
    .set({ status, finished_at: at, error })
    .where('id', '=', id)
    .returning(runs.list())
    .executeTakeFirstOrThrow();
  return toRun(run, at);
}

/** Customers with `afterId` < id <= `upToId` that already have the month's invoice. */
export async function findBilledCustomers(
  db: Db,
  month: IsoMonth,
  afterId: number,
  upToId: number,
): Promise<Set<number>> {
  const billed = await db
    .selectFrom('invoices')
    .select('customer_id')
    .where('kind', '=', 'recurring')
    .where('billing_month', '=', firstDay(month))
    .where('customer_id', '>', afterId)
    .where('customer_id', '<=', upToId)
    .execute();
  return new Set(billed.map((row) => row.customer_id));
}
