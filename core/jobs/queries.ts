import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import { isPaused } from '../records/pause.ts';
import type { RunState } from './rules.ts';

export interface JobRun extends RunState {
  job: string;
  period: string;
  summary: string;
  error: string;
}

export interface Claim {
  job: string;
  period: string;
  claimedBy: string;
  now: Date;
  leaseUntil: Date;
  /** Whether the job runs in a pause after a restore too. */
  whilePaused: boolean;
  /** Whether the job may run while another period of it is running. */
  manyAtOnce: boolean;
}

/**
 * Claims a period in one statement: a new row, or one that failed or whose lease expired, if no other period of the job
 * is running or the job allows that; with `force` in any case. No claim succeeds in a pause, except `whilePaused`. Returns whether the claim
 * succeeded, so any number of processes may try.
 */
export async function claimRun(db: Db, claim: Claim, force: boolean): Promise<boolean> {
  const mayRun = sql<boolean>`(${claim.whilePaused}::boolean or not ${isPaused})`;
  const result = await sql`
    insert into job_runs (job, period, status, claimed_by, lease_until, started_at)
    select ${claim.job}, ${claim.period}, 'running', ${claim.claimedBy}, ${claim.leaseUntil}::timestamptz,
      ${claim.now}::timestamptz
    where ${mayRun} and (${force || claim.manyAtOnce}::boolean or not exists (
      select 1 from job_runs
      where job = ${claim.job} and period <> ${claim.period} and status = 'running' and lease_until > ${claim.now}))
    on conflict (job, period) do update set
      status = 'running', claimed_by = excluded.claimed_by, lease_until = excluded.lease_until,
      started_at = excluded.started_at, finished_at = null, attempts = job_runs.attempts + 1, error = ''
    where ${force}::boolean or job_runs.status = 'failed'
      or (job_runs.status = 'running' and job_runs.lease_until <= ${claim.now})
    returning 1`.execute(db);
  return result.rows.length > 0;
}

/** The run while this claim holds it. */
function claimed(db: Db, { job, period, claimedBy }: Claim) {
  return db
    .updateTable('job_runs')
    .where('job', '=', job)
    .where('period', '=', period)
    .where('claimed_by', '=', claimedBy);
}

/** Answers false when another process has taken the run over. */
export async function renewLease(db: Db, claim: Claim, leaseUntil: Date): Promise<boolean> {
  const result = await claimed(db, claim)
    .set({ lease_until: leaseUntil })
    .where('status', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface Finish {
  status: 'done' | 'failed';
  at: Date;
  summary: string;
  error: string;
}

/** Ends the run if this claim still holds it; one that was taken over is left unchanged. */
export async function finishRun(db: Db, claim: Claim, finish: Finish): Promise<void> {
  const { status, at, summary, error } = finish;
  await claimed(db, claim)
    .set({ status, finished_at: at, lease_until: at, summary, error })
    .execute();
}

/** Deletes the finished runs of a job before a period. */
export async function removeRunsBefore(db: Db, job: string, period: string): Promise<void> {
  await db
    .deleteFrom('job_runs')
    .where('job', '=', job)
    .where('period', '<', period)
    .where('status', '<>', 'running')
    .execute();
}

function runs(db: Db) {
  return db
    .selectFrom('job_runs')
    .select([
      'job',
      'period',
      'status',
      'lease_until as leaseUntil',
      'finished_at as finishedAt',
      'summary',
      'error',
    ]);
}

export function getRun(db: Db, job: string, period: string): Promise<JobRun | undefined> {
  return runs(db).where('job', '=', job).where('period', '=', period).executeTakeFirst();
}

/** The latest period of each job. */
export function findLatestRuns(db: Db): Promise<JobRun[]> {
  return runs(db).distinctOn('job').orderBy('job').orderBy('period', 'desc').execute();
}

const SEARCH_TEXTS = 'searchTexts';

/** The version of the rule by which all search texts are written; 0 before it was first stored. */
export async function getSearchTextVersion(db: Db): Promise<number> {
  const value = await readSetting(db, SEARCH_TEXTS);
  return Number(value ?? 0);
}

export async function setSearchTextVersion(db: Db, version: number, at: Date): Promise<void> {
  await saveSetting(db, SEARCH_TEXTS, version, at);
}
