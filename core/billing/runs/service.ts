import { type Ctx, transact } from '../../context.ts';
import {
  endingOf,
  heartbeatCutoff,
  type RunEnding,
  runEndings,
  statusOf,
  storedError,
  throwIfStopped,
} from '../../database/runs.ts';
import { analyseGrown } from '../../database/statistics.ts';
import { actorName } from '../../identity/actor.ts';
import { firstDay, formatMonth, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { AppError, isAppError, notFound } from '../../kernel/errors.ts';
import { addCents, ZERO } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { transactPipelined } from '../../pipeline.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { assertNotPaused } from '../../records/pause.ts';
import { billDateFor, nextRunDate, startLimitFor } from '../rules.ts';
import * as queries from './queries.ts';
import { countBillable } from './queries-billable.ts';
import { type AutomationStatus, type BillingRun, billingRun, type RunResult } from './schema.ts';
import { billingTurn, type MadeBatch, type Run } from './service-batches.ts';
import { billedUntil, dryRun, isBilledElsewhere, monthToBill } from './service-preview.ts';

const RUN_HISTORY = 50;

export interface RunProgress {
  processed: number;
  total: number;
  generated: number;
}

export interface RunOptions {
  month?: IsoMonth;
  dryRun?: boolean;
  onProgress?: (progress: RunProgress) => void;
  /** Stops the run after the current batch. */
  signal?: AbortSignal;
}

/**
 * Bills a month: one recurring invoice for each Active customer whose service has started and who has none
 * for it, posted and settled from the customer's credit, in batches that each commit (decision 4). Repeated,
 * concurrent and killed runs produce the same invoices: customers are locked and read again before each batch,
 * and a unique index allows one invoice per month.
 * Amounts in US cents. @throws AppError rule for a month more than 3 ahead, a locked month or one before the
 * opening date, and jobs.paused in a pause after a restore, except for a dry run; unavailable when it was stopped.
 */
export async function runBilling(ctx: Ctx, options: RunOptions = {}): Promise<RunResult> {
  const month = monthToBill(ctx, options.month);
  if (options.dryRun) return dryRun(ctx, month);
  await assertNotPaused(ctx);
  const until = await billedUntil(ctx, month);
  const startedBy = startLimitFor(month, ctx.today);
  const counts = await countBillable(ctx.db, firstDay(month), startedBy, until);
  await closeKilledRuns(ctx);
  const begun = {
    month: firstDay(month),
    status: 'running',
    startedAt: ctx.now,
    heartbeatAt: ctx.now,
    actorName: actorName(ctx.actor),
    totalCustomers: counts.unbilled,
    exchangeRate: await currentRate(ctx, 'standard', billDateFor(month, ctx.today)),
  } as const;
  const runId = (await queries.runs.insertMany(ctx.db, [begun]))[0]!.id;
  try {
    const made = await billBatches(
      ctx,
      { id: runId, month, billedUntil: until },
      counts.unbilled,
      options,
    );
    await endRun(ctx, runId, 'done', '');
    await analyseGrown(ctx, made.generated, ['invoices', 'journal_entries', 'journal_lines']);
    return {
      runId,
      month,
      dryRun: false,
      invoicesGenerated: made.generated,
      totalRevenue: made.revenueUsd,
      skipped: made.skipped,
      // Includes customers billed by a concurrent run.
      alreadyBilled: Math.max(counts.billable - made.generated, 0),
    };
  } catch (error) {
    if (!isAppError(error)) ctx.log.error({ err: error, run: runId }, 'a billing run failed');
    const text = storedError(error, 'the run');
    // The committed batches remain. If this cannot be written, the next run writes the audit line.
    await endRun(ctx, runId, endingOf(error), text).catch(() => {});
    throw error;
  }
}

async function endRun(ctx: Ctx, id: number, ending: RunEnding, error: string) {
  await transact(ctx, async (tx) => {
    const run = await queries.finishRun(tx.db, id, statusOf(ending), tx.clock(), error);
    await auditRun(tx, run, ending);
  });
}

/** Marks killed runs as abandoned and writes the audit lines that they could not write. */
async function closeKilledRuns(ctx: Ctx): Promise<void> {
  await transact(ctx, async (tx) => {
    for (const run of await queries.abandonSilentRuns(tx.db, heartbeatCutoff(tx.now), tx.now))
      await auditRun(tx, run, run.status);
  });
}

/** Writes one audit line per run, with its counts and how it ended (architecture, audit log). */
async function auditRun(tx: Ctx, run: BillingRun, ending: keyof typeof runEndings): Promise<void> {
  await audit(tx, {
    action: 'billing.run',
    entity: 'billingRun',
    entityId: run.id,
    summary: `Billed ${formatMonth(run.month)}: ${run.generated} invoices${runEndings[ending]}`,
    schema: billingRun,
    after: run,
  });
}

async function billBatches(
  ctx: Ctx,
  run: Run,
  total: number,
  { onProgress, signal }: RunOptions,
): Promise<MadeBatch> {
  const sum = { generated: 0, skipped: 0, revenueUsd: ZERO };
  await transactPipelined(ctx, 0, billingTurn(run), (made) => {
    sum.generated += made.generated;
    sum.skipped += made.skipped;
    sum.revenueUsd = addCents(sum.revenueUsd, made.revenueUsd);
    const processed = Math.min(sum.generated, total);
    onProgress?.({ processed, total, generated: sum.generated });
    if (processed < total) throwIfStopped(signal, () => stoppedAt(sum.generated, total));
  }).catch((error: unknown) => {
    throw withProgress(error, sum.generated);
  });
  return sum;
}

/** The error of an unfinished run with its progress; a stop message already contains it. */
function withProgress(error: unknown, generated: number): unknown {
  if (!isAppError(error) || generated === 0 || endingOf(error) === 'stopped') return error;
  return new AppError(
    error.kind,
    error.code,
    `${error.message} ${generated} invoices were made before this and stand; run it again to make the rest.`,
    { fields: error.fields, cause: error },
  );
}

function stoppedAt(generated: number, total: number): string {
  return `Stopped with ${generated} of ${total} invoices made. They stand; run it again to make the rest.`;
}

/** Ready to run while a billable customer lacks this month's invoice (seeds/000 4, decision 4). */
export async function getAutomationStatus(ctx: Ctx): Promise<AutomationStatus> {
  const month = monthOf(ctx.today);
  const counts = (await isBilledElsewhere(ctx, month))
    ? { billable: 0, unbilled: 0 }
    : await countBillable(
        ctx.db,
        firstDay(month),
        startLimitFor(month, ctx.today),
        await billedUntil(ctx, month),
      );
  const history = await queries.findRuns(ctx.db, RUN_HISTORY, heartbeatCutoff(ctx.now));
  return {
    shouldRun: counts.unbilled > 0,
    month,
    billable: counts.billable,
    billed: counts.billable - counts.unbilled,
    nextRunDate: nextRunDate(ctx.today),
    lastRun: history.find(({ status }) => status !== 'running') ?? null,
    activeRun: history.find(({ status }) => status === 'running') ?? null,
  };
}

/** How many customers a run of the month would bill now; none of a month that was billed elsewhere. */
export async function countUnbilled(ctx: Ctx, month: IsoMonth): Promise<number> {
  if (await isBilledElsewhere(ctx, month)) return 0;
  const startedBy = startLimitFor(month, ctx.today);
  const until = await billedUntil(ctx, month);
  return (await countBillable(ctx.db, firstDay(month), startedBy, until)).unbilled;
}

/** The ends of the latest runs of a month, newest first, among the latest 50 runs of any month. */
export async function endedRunsOf(ctx: Ctx, month: IsoMonth): Promise<BillingRun[]> {
  const runs = await queries.findRuns(ctx.db, RUN_HISTORY, heartbeatCutoff(ctx.now));
  return runs.filter((run) => run.month === month && run.status !== 'running');
}

/**
 * The latest 50 runs, newest first, with their progress. A run without a heartbeat for ten minutes is shown as
 * abandoned. Amounts in US cents. Source: decision 4.
 */
export async function listBillingRuns(ctx: Ctx): Promise<Page<BillingRun>> {
  return { rows: await queries.findRuns(ctx.db, RUN_HISTORY, heartbeatCutoff(ctx.now)) };
}

/**
 * A run by its id, with its progress if it is still running. Amounts in US cents.
 * @throws AppError notFound.
 */
export async function getBillingRun(ctx: Ctx, id: number): Promise<BillingRun> {
  return (
    (await queries.getRun(ctx.db, id, heartbeatCutoff(ctx.now))) ?? notFound('Billing run', id)
  );
}
