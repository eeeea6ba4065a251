import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '../context.ts';
import { clearPause, getPause, jobsPaused, setPause } from './pause.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());

it('a pause is kept until it is cleared, and a later one replaces it', async () => {
  const ctx = contextOf(app);
  expect(await getPause(app.db)).toBeUndefined();
  const pause = {
    since: new Date('2026-11-21T23:30:00Z'),
    by: 'Grace Lado',
    filename: 'nimule-20261121-020000-scheduled.sql',
  };
  await transact(ctx, (tx) => setPause(tx, { ...pause, by: 'tester (shell)' }));
  await transact(ctx, (tx) => setPause(tx, pause));
  expect(await getPause(app.db)).toEqual(pause);
  const { rows } = await app.pool.query(`select value from settings where name = 'pause'`);
  expect(rows).toEqual([{ value: { ...pause, since: pause.since.toISOString() } }]);
  expect(jobsPaused(pause)).toMatchObject({
    kind: 'rule',
    code: 'jobs.paused',
    // Half past one on the next day in Juba.
    message:
      'Jobs are paused since the backup nimule-20261121-020000-scheduled.sql was restored on 22 Nov 2026 by Grace Lado. Resume them under Backup & Security or with isp backups resume.',
  });
  expect(await transact(ctx, clearPause)).toBe(true);
  expect(await transact(ctx, clearPause)).toBe(false);
  expect(await getPause(app.db)).toBeUndefined();
});
