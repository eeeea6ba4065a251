import { hostname } from 'node:os';
import { type App, type Ctx, createContext, transact } from '../context.ts';
import { getInstalledAt } from '../database/migrate.ts';
import { notFound } from '../kernel/errors.ts';
import { audit } from '../records/audit.ts';
import { getPause, jobsPaused, pauseText } from '../records/pause.ts';
import * as queries from './queries.ts';
import {
  isDue,
  isInterrupted,
  LEASE_MINUTES,
  periodOf,
  RENEW_SECONDS,
  scheduleInWords,
} from './rules.ts';
import type { JobResult, JobState } from './schema.ts';
import { type Job, jobs } from './table.ts';

/** @throws AppError notFound. */
export function findJob(name: string): Job {
  return jobs.find((candidate) => candidate.name === name) ?? notFound('Job', name);
}

/**
 * Runs a job for its current period on behalf of the system: once, with any number of concurrent processes. A failure
 * is recorded and thrown; the period can then be retried. In a pause after a restore the outcome is 'paused' and nothing
 * is recorded, so that the job is due when the pause ends.
 * @throws AppError notFound for an unknown name; whatever the job throws.
 */
export async function runJob(app: App, name: string): Promise<JobResult> {
  return runClaimed(createContext(app, { kind: 'system', job: name }), findJob(name), false);
}

/**
 * Runs a job at once for a user, without regard to claims (architecture, Jobs); audited.
 * @throws AppError notFound for an unknown name; rule jobs.paused in a pause after a restore; whatever the job throws.
 */
export async function runJobNow(ctx: Ctx, name: string): Promise<JobResult> {
  return runClaimed(ctx, findJob(name), true);
}

/**
 * Runs each job that is due in the current period; a failed job does not prevent the others. After an abort of `signal`
 * no further job is started.
 */
export async function runDueJobs(
  app: App,
  report: (name: string, outcome: JobResult | Error) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const name of await dueJobs(app)) {
    if (signal?.aborted) return;
    try {
      report(name, await runJob(app, name));
    } catch (error) {
      report(name, error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/**
 * The names of the jobs that are due, in the order of the table. Only the current period counts; earlier ones are not
 * caught up.
 */
export async function dueJobs(app: Pick<App, 'clock' | 'db'>): Promise<string[]> {
  const now = app.clock();
  const installedAt = await getInstalledAt(app.db);
  const names: string[] = [];
  for (const { name, schedule } of jobs) {
    const run = await queries.getRun(app.db, name, periodOf(schedule, now));
    if (isDue(schedule, run, now, installedAt)) names.push(name);
  }
  return names;
}

/**
 * All jobs with their schedules, how their latest periods ended and whether they are due. A run whose process was
 * killed is shown as interrupted.
 */
export async function listJobs(ctx: Ctx): Promise<JobState[]> {
  const latest = new Map((await queries.findLatestRuns(ctx.db)).map((run) => [run.job, run]));
  const installedAt = await getInstalledAt(ctx.db);
  const pause = await getPause(ctx.db);
  return jobs.map(({ name, title, schedule, whilePaused }) => {
    const run = latest.get(name);
    const current = run?.period === periodOf(schedule, ctx.now) ? run : undefined;
    return {
      name,
      title,
      schedule: scheduleInWords(schedule),
      lastPeriod: run?.period ?? null,
      lastStatus: run ? (isInterrupted(run, ctx.now) ? 'interrupted' : run.status) : null,
      lastSummary: run ? run.error || run.summary : '',
      lastFinishedAt: run?.finishedAt ?? null,
      isDue: isDue(schedule, current, ctx.now, installedAt),
      isPaused: pause !== undefined && !whilePaused,
    };
  });
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MINUTES * 60_000);
}

/**
 * Claims the job's current period and runs it under a lease that is renewed while it runs.
 * @throws AppError rule jobs.paused with `force` in a pause after a restore; whatever the job throws.
 */
export async function runClaimed(ctx: Ctx, job: Job, force: boolean): Promise<JobResult> {
  const now = ctx.clock();
  const period = periodOf(job.schedule, now);
  const claim: queries.Claim = {
    job: job.name,
    period,
    claimedBy: `${hostname()}:${process.pid}:${ctx.random.bytes(8).toString('hex')}`,
    now,
    leaseUntil: leaseFrom(now),
    whilePaused: job.whilePaused ?? false,
    manyAtOnce: job.manyAtOnce ?? false,
  };
  if (!(await queries.claimRun(ctx.db, claim, force))) return unclaimed(ctx, job, claim, force);
  const renewal = setInterval(() => {
    queries.renewLease(ctx.db, claim, leaseFrom(ctx.clock())).catch((error: unknown) => {
      ctx.log.warn({ err: error, job: job.name, period }, 'the lease of a job was not renewed');
    });
  }, RENEW_SECONDS * 1000);
  renewal.unref();
  try {
    const summary = await job.run(ctx, period);
    await finish(ctx, job, claim, summary);
    return { name: job.name, period, outcome: 'done', summary };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await queries
      .finishRun(ctx.db, claim, { status: 'failed', at: ctx.clock(), summary: '', error: message })
      .catch((failure: unknown) => {
        // The lease expires by itself; the caller needs the job's own error.
        ctx.log.warn({ err: failure, job: job.name, period }, 'a failed job was not recorded');
      });
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Why a period could not be claimed. */
async function unclaimed(
  ctx: Ctx,
  job: Job,
  { period, whilePaused }: queries.Claim,
  force: boolean,
): Promise<JobResult> {
  const pause = whilePaused ? undefined : await getPause(ctx.db);
  if (pause && force) throw jobsPaused(pause);
  const run = await queries.getRun(ctx.db, job.name, period);
  const result = { name: job.name, period };
  if (run?.status === 'done') return { ...result, outcome: 'alreadyDone', summary: run.summary };
  if (pause) return { ...result, outcome: 'paused', summary: pauseText(pause) };
  return { ...result, outcome: 'running', summary: run?.summary ?? '' };
}

async function finish(ctx: Ctx, job: Job, claim: queries.Claim, summary: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const at = ctx.clock();
    await queries.finishRun(tx.db, claim, { status: 'done', at, summary, error: '' });
    // Runs every few minutes would fill the table.
    if (job.schedule.every === 'minutes')
      await queries.removeRunsBefore(tx.db, job.name, claim.period);
    // Scheduled runs are in job_runs; only runs by a user get an audit line.
    if (tx.actor.kind === 'system') return;
    await audit(tx, { action: 'job.run', entity: 'job', entityId: job.name, summary });
  });
}
