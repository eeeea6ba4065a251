import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { RunState } from './rules.ts';

export interface JobRun extends RunState {
  job: string;
  period: string;
  summary: string;
  error: string;
}

const columns = sql`job, period, status, lease_until as "leaseUntil", finished_at as "finishedAt", summary, error`;

export interface Claim {
  job: string;
  period: string;
  claimedBy: string;
  now: Date;
  leaseUntil: Date;
}

/**
 * Claims a period in one statement: a new row, or one that failed or whose lease expired, if no other period of the job
 * is running; with `force` in any case. Returns whether the claim succeeded, so any number of processes may try.
 */
export async function claimRun(db: Db, claim: Claim, force: boolean): Promise<boolean> {
  const result = await sql`
    insert into job_runs (job, period, status, claimed_by, lease_until, started_at)
    select ${claim.job}, ${claim.period}, 'running', ${claim.claimedBy}, ${claim.leaseUntil}::timestamptz,
      ${claim.now}::timestamptz
    where ${force}::boolean or not exists (
      select 1 from job_runs
      where job = ${claim.job} and period <> ${claim.period} and status = 'running' and lease_until > ${claim.now})
    on conflict (job, period) do update set
      status = 'running', claimed_by = excluded.claimed_by, lease_until = excluded.lease_until,
      started_at = excluded.started_at, finished_at = null, attempts = job_runs.attempts + 1, error = ''
    where ${force}::boolean or job_runs.status = 'failed'
      or (job_runs.status = 'running' and job_runs.lease_until <= ${claim.now})
    returning 1`.execute(db);
  return result.rows.length > 0;
}

/** Returns false if another process has taken over the run. */
export async function renewLease(db: Db, claim: Claim, leaseUntil: Date): Promise<boolean> {
  const result = await sql`
    update job_runs set lease_until = ${leaseUntil}
    where job = ${claim.job} and period = ${claim.period} and claimed_by = ${claim.claimedBy} and status = 'running'
    returning 1`.execute(db);
  return result.rows.length > 0;
}

export interface Finish {
  status: 'done' | 'failed';
  at: Date;
  summary: string;
  error: string;
}

/** Ends the run if this claim still holds it; one that was taken over is left unchanged. */
export async function finishRun(db: Db, claim: Claim, finish: Finish): Promise<void> {
  await sql`
    update job_runs set status = ${finish.status}, finished_at = ${finish.at}, lease_until = ${finish.at},
      summary = ${finish.summary}, error = ${finish.error}
    where job = ${claim.job} and period = ${claim.period} and claimed_by = ${claim.claimedBy}`.execute(
    db,
  );
}

/** Deletes the finished runs of a job before a period. */
export async function removeRunsBefore(db: Db, job: string, period: string): Promise<void> {
  await sql`delete from job_runs where job = ${job} and period < ${period} and status <> 'running'`.execute(
    db,
  );
}

export async function getRun(db: Db, job: string, period: string): Promise<JobRun | undefined> {
  return (
    await sql<JobRun>`select ${columns} from job_runs where job = ${job} and period = ${period}`.execute(
      db,
    )
  ).rows[0];
}

/** When this database was created: its first migration. */
export async function getInstalledAt(db: Db): Promise<Date> {
  const row = await db
    .selectFrom('schema_migrations')
    .select('applied_at')
    .orderBy('version')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.applied_at;
}

/** The latest period of each job. */
export async function findLatestRuns(db: Db): Promise<JobRun[]> {
  return (
    await sql<JobRun>`select distinct on (job) ${columns} from job_runs order by job, period desc`.execute(
      db,
    )
  ).rows;
}

const SEARCH_TEXTS = 'searchTexts';

/** The version of the rule by which all search texts are written; 0 before it was first stored. */
export async function getSearchTextVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', SEARCH_TEXTS)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

export async function setSearchTextVersion(db: Db, version: number, at: Date): Promise<void> {
  await sql`insert into settings (name, value, updated_at)
    values (${SEARCH_TEXTS}, to_jsonb(${version}::int), ${at})
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  );
}
