import type { App } from '@nimule/core/context';
import { toAppError } from '@nimule/core/database/errors';
import { cronExpression } from '@nimule/core/jobs/rules';
import type { JobResult } from '@nimule/core/jobs/schema';
import { findJob, runDueJobs, runJob } from '@nimule/core/jobs/service';
import { jobs } from '@nimule/core/jobs/table';
import { BUSINESS_TIME_ZONE } from '@nimule/core/kernel/dates';
import { isAppError } from '@nimule/core/kernel/errors';
import { CronJob } from 'cron';

/** How often missed runs (machine asleep, database down, process killed) are caught up. */
const SWEEP_MS = 10 * 60_000;

export interface Scheduler {
  /** Starts no new job and waits for running ones. */
  stop(): Promise<void>;
}

/**
 * Runs the scheduled jobs by Juba's local time, and at the start those that are due in the current period. Any number of
 * processes may do so: a period is claimed in the database.
 */
export function startScheduler(app: App): Scheduler {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const track = (work: Promise<void>) => {
    const tracked = work
      .catch((error: unknown) => {
        const reason = passingReason(app, error);
        if (reason) app.log.warn({ reason }, 'the jobs wait for the database');
        else app.log.error({ err: error }, 'the scheduler failed');
      })
      .finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  };
  const report = (job: string, outcome: JobResult | Error) => {
    if (outcome instanceof Error) {
      const reason = passingReason(app, outcome);
      if (reason) return app.log.warn({ job, reason }, 'a job waits for the database');
      app.log.error({ err: isAppError(outcome) ? outcome.message : outcome, job }, 'a job failed');
    } else if (isWorthTelling(outcome)) app.log.info({ job, outcome }, outcomeText(outcome));
  };
  // A restore replaces the database: the jobs that are due meanwhile are caught up by a later sweep.
  const isHeld = () => app.maintenance.message !== undefined;
  const tick = async (name: string) => {
    if (!isHeld()) report(name, await runJob(app, name).catch(asError));
  };
  const sweep = () => {
    if (!isHeld()) track(runDueJobs(app, report, stopping.signal));
  };

  const crons = jobs.map(({ name, schedule }) =>
    CronJob.from({
      cronTime: cronExpression(schedule),
      timeZone: BUSINESS_TIME_ZONE,
      onTick: () => track(tick(name)),
      start: true,
      unrefTimeout: true,
    }),
  );
  const sweeper = setInterval(sweep, SWEEP_MS);
  sweeper.unref();
  sweep();
  return {
    async stop() {
      stopping.abort();
      clearInterval(sweeper);
      for (const cron of crons) void cron.stop();
      await Promise.all(underWay);
    },
  };
}

/** A job that runs every few minutes is told only when it did something. */
function isWorthTelling({ name, outcome, summary }: JobResult): boolean {
  if (findJob(name).schedule.every !== 'minutes') return true;
  return outcome === 'done' && summary !== '';
}

function outcomeText({ outcome }: JobResult): string {
  return outcome === 'paused' ? 'a job waits until somebody resumes the jobs' : 'a job was run';
}

/** Of the database while it restarts, or while a restore swaps it. */
const PASSING = new Set([
  'database.unavailable',
  'database.starting',
  'database.maintenance',
  'server.maintenance',
]);

/** Why a job could not run now, where that passes by itself: it is tried again, and nobody has to act. */
function passingReason({ maintenance }: App, error: unknown): string | undefined {
  const known = toAppError(error, {});
  if (isAppError(known) && PASSING.has(known.code)) return known.message;
  return maintenance.message;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
