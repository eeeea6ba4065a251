import { patiently } from '@nimule/fixtures/testing/machine';
import { need, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Ctx, createContext, transact } from '../context.ts';
import { AppError } from '../kernel/errors.ts';
import { clearPause, setPause } from '../records/pause.ts';
import { RENEW_SECONDS } from './rules.ts';
import { dueJobs, listJobs, runClaimed, runDueJobs, runJob, runJobNow } from './service.ts';
import type { Job } from './table.ts';

let app: TestApp;
let runs: string[];

beforeAll(async () => {
  app = await createTestApp();
  await app.pool.query(`update schema_migrations set applied_at = '2026-10-01T00:00:00Z'`);
});
afterAll(() => app.close());
beforeEach(async () => {
  runs = [];
  app.time.set('2026-11-21T08:00:00Z');
  await app.pool.query('delete from job_runs');
  await transact(contextOf(app), clearPause);
});

const system = (): Ctx => createContext(app, { kind: 'system', job: 'test' });

/** A job for tests of the claim. */
function makeJob(run: Job['run'] = async () => 'worked'): Job {
  return {
    name: 'test.job',
    title: 'Test',
    schedule: { every: 'day', at: '06:00' },
    run: (ctx, period) => {
      runs.push(period);
      return run(ctx, period);
    },
  };
}

async function row() {
  return (await app.pool.query(`select * from job_runs where job = 'test.job'`)).rows[0];
}

describe('the claim of a period', () => {
  it('succeeds for one of twenty concurrent tries', async () => {
    const job = makeJob();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => runClaimed(system(), job, false)),
    );
    expect(runs).toEqual(['2026-11-21']);
    expect(results.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    expect(await row()).toMatchObject({ status: 'done', attempts: 1, summary: 'worked' });
  });

  it('reports that it is done, and runs again for the next period', async () => {
    const job = makeJob();
    await runClaimed(system(), job, false);
    expect(await runClaimed(system(), job, false)).toEqual({
      name: 'test.job',
      period: '2026-11-21',
      outcome: 'alreadyDone',
      summary: 'worked',
    });
    app.time.set('2026-11-22T08:00:00Z');
    await runClaimed(system(), job, false);
    expect(runs).toEqual(['2026-11-21', '2026-11-22']);
  });

  it('is refused while an earlier period runs, unless it is forced', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = () => {};
    const under = new Promise<void>((resolve) => {
      started = resolve;
    });
    const job = makeJob(async (_ctx, period) => {
      started();
      if (period === '2026-11-21') await held;
      return 'worked';
    });
    const slow = runClaimed(system(), job, false);
    await under;
    app.time.set('2026-11-22T08:00:00Z');
    await app.pool.query(`update job_runs set lease_until = '2026-11-22T08:01:00Z'`);
    expect(await runClaimed(system(), job, false)).toMatchObject({ outcome: 'running' });
    expect(await runClaimed(system(), job, true)).toMatchObject({ outcome: 'done' });
    release();
    await slow;
    expect(runs).toEqual(['2026-11-21', '2026-11-22']);
  });

  it('succeeds at once after a killed period, if the job may run in several processes', async () => {
    const killed = `insert into job_runs (job, period, status, claimed_by, lease_until, started_at)
      values ($1, '2026-11-21 09:59', 'running', 'killed', '2026-11-21T08:04:00Z', '2026-11-21T07:59:00Z')`;
    await app.pool.query(killed, ['test.job']);
    const job: Job = { ...makeJob(), schedule: { every: 'minutes', minutes: 1 } };
    expect(await runClaimed(system(), job, false)).toMatchObject({ outcome: 'running' });
    const free: Job = { ...job, manyAtOnce: true };
    expect(await runClaimed(system(), free, false)).toMatchObject({ outcome: 'done' });
    expect(await runClaimed(system(), free, false)).toMatchObject({ outcome: 'alreadyDone' });
    await app.pool.query(killed, ['imports.resume']);
    expect(await dueJobs(app)).toContain('imports.resume');
    expect(await runJob(app, 'imports.resume')).toMatchObject({ outcome: 'done' });
  });

  it('of a job every few minutes keeps only the last run', async () => {
    const job: Job = { ...makeJob(), schedule: { every: 'minutes', minutes: 5 } };
    for (const minute of ['00', '04', '05', '12']) {
      app.time.set(`2026-11-21T08:${minute}:00Z`);
      await runClaimed(system(), job, false);
    }
    expect(runs).toEqual(['2026-11-21 10:00', '2026-11-21 10:05', '2026-11-21 10:10']);
    const { rows } = await app.pool.query('select period, status from job_runs');
    expect(rows).toEqual([{ period: '2026-11-21 10:10', status: 'done' }]);
  });

  it('records a failure, throws it, and can be retried', async () => {
    let healthy = false;
    const job = makeJob(async () => {
      if (!healthy) throw new AppError('rule', 'month.locked', 'The month is locked.');
      return 'worked after all';
    });
    await expect(runClaimed(system(), job, false)).rejects.toThrow('The month is locked.');
    expect(await row()).toMatchObject({ status: 'failed', error: 'The month is locked.' });
    healthy = true;
    expect(await runClaimed(system(), job, false)).toMatchObject({ outcome: 'done' });
    expect(await row()).toMatchObject({ status: 'done', error: '', attempts: 2 });
  });

  it('is held while its lease is renewed and taken over when it expires', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let started = () => {};
      const under = new Promise<void>((resolve) => {
        started = resolve;
      });
      let first = true;
      const job = makeJob(async () => {
        if (!first) return 'second';
        first = false;
        started();
        await held;
        return 'first';
      });
      const slow = runClaimed(system(), job, false);
      await under;
      app.time.set('2026-11-21T08:04:00Z');
      vi.advanceTimersByTime(RENEW_SECONDS * 1000);
      await vi.waitFor(async () =>
        expect((await row()).lease_until).toEqual(new Date('2026-11-21T08:09:00Z')),
      );
      app.time.set('2026-11-21T08:08:59Z');
      expect(await runClaimed(system(), job, false)).toMatchObject({ outcome: 'running' });
      app.time.set('2026-11-21T08:09:00Z');
      expect(await runClaimed(system(), job, false)).toMatchObject({ summary: 'second' });
      release();
      await slow;
      // The run that lost its claim does not overwrite the result of the other.
      expect(await row()).toMatchObject({ status: 'done', summary: 'second', attempts: 2 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not block a user, whose call is audited', async () => {
    const job = makeJob();
    await runClaimed(system(), job, false);
    expect(await runClaimed(contextOf(app), job, true)).toMatchObject({ outcome: 'done' });
    expect(runs).toHaveLength(2);
    const audited = await app.pool.query(
      `select actor_name, entity_id, summary from audit_log where action = 'job.run'`,
    );
    expect(audited.rows).toEqual([
      { actor_name: 'test (shell)', entity_id: 'test.job', summary: 'worked' },
    ]);
  });
});

describe('the jobs of the table', { timeout: patiently(60_000) }, () => {
  it('run once by the system, and are shown with their state', async () => {
    const before = await listJobs(contextOf(app));
    expect(before.map(({ name, isDue, lastStatus }) => [name, isDue, lastStatus])).toEqual([
      ['billing.monthly', true, null],
      ['accounting.recurring', true, null],
      ['expenses.recurring', true, null],
      ['billing.disconnect', true, null],
      ['backup.nightly', true, null],
      ['identity.purge', true, null],
      ['vouchers.expire', true, null],
      ['outbox.purge', true, null],
      ['support.alarms', true, null],
      ['support.digest', true, null],
      ['reports.scheduled', true, null],
      ['messages.facts', true, null],
      ['messages.daily', true, null],
      ['messages.purge', true, null],
      ['imports.resume', true, null],
      ['imports.purge', true, null],
      ['network.purge', true, null],
      ['access.sweep', true, null],
      ['access.codes', true, null],
      ['access.purge', true, null],
      ['approvals.expire', true, null],
      ['audit.copy', true, null],
      ['audit.seal', true, null],
      ['audit.refusals', true, null],
      ['payments.check', true, null],
      ['network.poll', true, null],
    ]);
    expect(await runJob(app, 'billing.monthly')).toMatchObject({
      period: '2026-11',
      outcome: 'done',
      summary: '0 invoices, $0.00, 0 skipped, 0 already billed',
    });
    expect(await runJob(app, 'billing.monthly')).toMatchObject({ outcome: 'alreadyDone' });
    expect(await runJobNow(contextOf(app), 'billing.monthly')).toMatchObject({ outcome: 'done' });
    const [billing] = await listJobs(contextOf(app));
    expect(billing).toMatchObject({ lastPeriod: '2026-11', lastStatus: 'done', isDue: false });
  });

  it('all catch up on the current period only', async (test) => {
    need(test, ...programsOfBackups());
    const reported: string[] = [];
    await runDueJobs(app, (name, outcome) =>
      reported.push(`${name}: ${outcome instanceof Error ? outcome.message : outcome.outcome}`),
    );
    const ran = `billing.monthly accounting.recurring expenses.recurring billing.disconnect backup.nightly identity.purge vouchers.expire outbox.purge
      support.alarms support.digest reports.scheduled messages.facts messages.daily messages.purge imports.resume imports.purge
      network.purge access.sweep access.codes access.purge approvals.expire audit.copy audit.seal audit.refusals payments.check
      network.poll`;
    expect(reported).toEqual(ran.split(/\s+/).map((name) => `${name}: done`));
    expect(await dueJobs(app)).toEqual([]);
    const { rows } = await app.pool.query('select job, period from job_runs order by job');
    expect(rows).toEqual([
      { job: 'access.codes', period: '2026-11-21 10:00' },
      { job: 'access.purge', period: '2026-11-21' },
      { job: 'access.sweep', period: '2026-11-21 10:00' },
      { job: 'accounting.recurring', period: '2026-11-21' },
      { job: 'approvals.expire', period: '2026-11-21' },
      { job: 'audit.copy', period: '2026-11-21' },
      { job: 'audit.refusals', period: '2026-11-21 10:00' },
      { job: 'audit.seal', period: '2026-11-21 10:00' },
      { job: 'backup.nightly', period: '2026-11-21' },
      { job: 'billing.disconnect', period: '2026-11-21' },
      { job: 'billing.monthly', period: '2026-11' },
      { job: 'expenses.recurring', period: '2026-11-21' },
      { job: 'identity.purge', period: '2026-11-21' },
      { job: 'imports.purge', period: '2026-11-21' },
      { job: 'imports.resume', period: '2026-11-21 10:00' },
      { job: 'messages.daily', period: '2026-11-21' },
      { job: 'messages.facts', period: '2026-11-21 10:00' },
      { job: 'messages.purge', period: '2026-11-21' },
      { job: 'network.poll', period: '2026-11-21 10:00' },
      { job: 'network.purge', period: '2026-11-21' },
      { job: 'outbox.purge', period: '2026-11-21' },
      { job: 'payments.check', period: '2026-11-21 10:00' },
      { job: 'reports.scheduled', period: '2026-11-21' },
      { job: 'support.alarms', period: '2026-11-21 10:00' },
      { job: 'support.digest', period: '2026-11-21' },
      { job: 'vouchers.expire', period: '2026-11-21' },
    ]);
    app.time.set('2026-11-22T03:00:00Z');
    const next = `accounting.recurring expenses.recurring backup.nightly identity.purge vouchers.expire outbox.purge
      support.alarms messages.facts messages.purge imports.resume imports.purge network.purge access.sweep access.codes
      access.purge approvals.expire audit.seal audit.refusals payments.check network.poll`;
    expect(await dueJobs(app)).toEqual(next.split(/\s+/));
  });

  it('are not caught up on for a time before the database was made', async () => {
    await app.pool.query(`update schema_migrations set applied_at = '2026-11-21T04:30:00Z'`);
    const caughtUp = [
      'support.alarms',
      'support.digest',
      'reports.scheduled',
      'messages.facts',
      'messages.daily',
      'imports.resume',
      'access.sweep',
      'access.codes',
      'audit.copy',
      'audit.seal',
      'audit.refusals',
      'payments.check',
      'network.poll',
    ];
    expect(await dueJobs(app)).toEqual(caughtUp);
    const due = (await listJobs(contextOf(app))).filter((job) => job.isDue);
    expect(due.map(({ name }) => name)).toEqual(caughtUp);
    app.time.set('2026-11-22T04:00:00Z');
    expect(await dueJobs(app)).toEqual([
      'accounting.recurring',
      'expenses.recurring',
      'billing.disconnect',
      'backup.nightly',
      'identity.purge',
      'vouchers.expire',
      'outbox.purge',
      'support.alarms',
      'messages.facts',
      'messages.purge',
      'imports.resume',
      'imports.purge',
      'network.purge',
      'access.sweep',
      'access.codes',
      'access.purge',
      'approvals.expire',
      'audit.seal',
      'audit.refusals',
      'payments.check',
      'network.poll',
    ]);
    await app.pool.query(`update schema_migrations set applied_at = '2026-10-01T00:00:00Z'`);
  });

  it('refuse a name that is not in the table', async () => {
    await expect(runJob(app, 'billing.yearly')).rejects.toMatchObject({ kind: 'notFound' });
  });
});

// On the embedded database of a busy machine the nightly backup takes most of 20 s.
describe('the pause after a restore', { timeout: patiently(60_000) }, () => {
  const pause = { by: 'Grace Lado', filename: 'nimule-20261121-020000-scheduled.sql' };
  const pauseJobs = () =>
    transact(contextOf(app), (tx) => setPause(tx, { ...pause, since: tx.now }));
  const resume = () => transact(contextOf(app), clearPause);
  const outcomes = async () => {
    const told: string[] = [];
    await runDueJobs(app, (name, outcome) =>
      told.push(`${name}: ${outcome instanceof Error ? outcome.message : outcome.outcome}`),
    );
    return told;
  };

  it('keeps jobs from starting, which are then due until somebody resumes them', async (test) => {
    need(test, ...programsOfBackups());
    await pauseJobs();
    expect(await outcomes()).toEqual([
      'billing.monthly: paused',
      'accounting.recurring: paused',
      'expenses.recurring: paused',
      'billing.disconnect: paused',
      'backup.nightly: done',
      'identity.purge: done',
      'vouchers.expire: paused',
      'outbox.purge: done',
      'support.alarms: paused',
      'support.digest: paused',
      'reports.scheduled: paused',
      'messages.facts: paused',
      'messages.daily: paused',
      'messages.purge: done',
      'imports.resume: paused',
      'imports.purge: paused',
      'network.purge: done',
      'access.sweep: done',
      'access.codes: paused',
      'access.purge: done',
      'approvals.expire: paused',
      'audit.copy: paused',
      'audit.seal: done',
      'audit.refusals: done',
      'payments.check: paused',
      'network.poll: done',
    ]);
    expect(await runJob(app, 'billing.disconnect')).toMatchObject({
      outcome: 'paused',
      summary: expect.stringMatching(/^Jobs are paused since the backup .* by Grace Lado\./),
    });
    const waiting = [
      'billing.monthly',
      'accounting.recurring',
      'expenses.recurring',
      'billing.disconnect',
      'vouchers.expire',
      'support.alarms',
      'support.digest',
      'reports.scheduled',
      'messages.facts',
      'messages.daily',
      'imports.resume',
      'imports.purge',
      'access.codes',
      'approvals.expire',
      'audit.copy',
      'payments.check',
    ];
    expect(await dueJobs(app)).toEqual(waiting);
    const shown = await listJobs(contextOf(app));
    expect(shown.map(({ name, isDue, isPaused }) => [name, isDue, isPaused])).toEqual([
      ['billing.monthly', true, true],
      ['accounting.recurring', true, true],
      ['expenses.recurring', true, true],
      ['billing.disconnect', true, true],
      ['backup.nightly', false, false],
      ['identity.purge', false, false],
      ['vouchers.expire', true, true],
      ['outbox.purge', false, false],
      ['support.alarms', true, true],
      ['support.digest', true, true],
      ['reports.scheduled', true, true],
      ['messages.facts', true, true],
      ['messages.daily', true, true],
      ['messages.purge', false, false],
      ['imports.resume', true, true],
      ['imports.purge', true, true],
      ['network.purge', false, false],
      ['access.sweep', false, false],
      ['access.codes', true, true],
      ['access.purge', false, false],
      ['approvals.expire', true, true],
      ['audit.copy', true, true],
      ['audit.seal', false, false],
      ['audit.refusals', false, false],
      ['payments.check', true, true],
      ['network.poll', false, false],
    ]);
    const { rows } = await app.pool.query(`select 1 from job_runs where job like 'billing.%'`);
    expect(rows).toEqual([]);
    await resume();
    expect(await outcomes()).toEqual(waiting.map((name) => `${name}: done`));
    expect((await listJobs(contextOf(app))).some(({ isPaused }) => isPaused)).toBe(false);
  });

  it('refuses a user who runs a job, except those that run in a pause', async () => {
    await runJob(app, 'billing.disconnect');
    await pauseJobs();
    await expect(runJobNow(contextOf(app), 'billing.disconnect')).rejects.toMatchObject({
      kind: 'rule',
      code: 'jobs.paused',
    });
    expect(await runJob(app, 'billing.disconnect')).toMatchObject({ outcome: 'alreadyDone' });
    expect(await runJobNow(contextOf(app), 'identity.purge')).toMatchObject({ outcome: 'done' });
    await resume();
    expect(await runJobNow(contextOf(app), 'billing.disconnect')).toMatchObject({
      outcome: 'done',
    });
  });

  it('holds for a run that failed and for one that was cut off', async () => {
    const job = makeJob();
    for (const status of ['failed', 'running']) {
      await app.pool.query('delete from job_runs');
      await app.pool.query(
        `insert into job_runs (job, period, status, claimed_by, lease_until, started_at, finished_at)
         values ('test.job', '2026-11-21', $1, 'gone', '2026-11-21T06:00:00Z', '2026-11-21T05:00:00Z',
           case when $1 = 'failed' then '2026-11-21T06:00:00Z'::timestamptz end)`,
        [status],
      );
      await pauseJobs();
      expect(await runClaimed(system(), job, false)).toMatchObject({ outcome: 'paused' });
      expect(runs).toEqual([]);
      await resume();
      expect(await runClaimed(system(), job, false)).toMatchObject({ outcome: 'done' });
      runs = [];
    }
  });
});
