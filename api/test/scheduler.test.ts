import { createDatabase } from '@nimule/core/database/connect';
import { jobs } from '@nimule/core/jobs/table';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needing, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startScheduler } from '../scheduler.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await app.pool.query(`update schema_migrations set applied_at = '2026-10-01T00:00:00Z'`);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query('delete from job_runs');
});
afterEach(() => {
  vi.useRealTimers();
});

async function runs(): Promise<string[]> {
  const { rows } = await app.pool.query<{ run: string }>(
    `select job || ' ' || period || ' ' || status as run from job_runs order by job, period`,
  );
  return rows.map(({ run }) => run);
}

/** The period that is current at 10:00 in Juba by the interval of a job. */
const periods = {
  minutes: '2026-11-21 10:00',
  day: '2026-11-21',
  week: '2026-W47',
  month: '2026-11',
};

describe('the scheduler', () => {
  it('catches up on the current period at the start', {
    timeout: patiently(60_000),
    ...needing(...programsOfBackups()),
  }, async () => {
    app.time.set('2026-11-21T08:00:00Z');
    const scheduler = startScheduler(app);
    const expected = jobs.map(({ name, schedule }) => `${name} ${periods[schedule.every]} done`);
    await expect.poll(runs, { timeout: patiently(50_000) }).toHaveLength(expected.length);
    await scheduler.stop();
    expect(await runs()).toEqual(expected.sort());
  });

  it('calls a database that restarts no error, and starts nothing while it is being swapped', async () => {
    const lines: { level: string; data: object }[] = [];
    const logged = (level: string) => (data: object) => void lines.push({ level, data });
    const log = { info: logged('info'), warn: logged('warn'), error: logged('error') };
    const failing = (error: Error, message?: string) => {
      const refuse = () => Promise.reject(error);
      const pool = { query: refuse, connect: refuse } as unknown as typeof app.pool;
      return { ...app, log, pool, db: createDatabase(pool), maintenance: { message } };
    };
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    await startScheduler(failing(lost)).stop();
    expect(lines).toEqual([
      { level: 'warn', data: { reason: expect.stringContaining('cannot be reached') } },
    ]);
    lines.length = 0;
    await startScheduler(failing(new Error('odd'), 'The backup a.sql is being restored.')).stop();
    expect(lines).toEqual([]);
    await startScheduler(failing(new Error('odd'))).stop();
    expect(lines).toMatchObject([{ level: 'error' }]);
  });

  it('starts nothing after it is stopped', async () => {
    app.time.set('2026-11-21T08:00:00Z');
    await startScheduler(app).stop();
    expect(await runs()).toEqual([]);
  });

  it('runs a job when its time comes in Juba, once among several schedulers', async () => {
    // A minute before six in Juba: the disconnection is not due yet, the others are.
    const start = new Date('2026-12-02T03:59:00Z');
    app.time.set(start.toISOString());
    vi.useFakeTimers({
      now: start,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    const schedulers = [startScheduler(app), startScheduler(app)];
    app.time.set('2026-12-02T04:00:00Z');
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    await expect.poll(runs).toContain('billing.disconnect 2026-12-02 done');
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    const { rows } = await app.pool.query(
      `select attempts from job_runs where job = 'billing.disconnect'`,
    );
    expect(rows).toEqual([{ attempts: 1 }]);
  });
});
