import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../context.ts';
import { clearPause, setPause } from '../../records/pause.ts';
import { previewDisconnect, runDisconnect } from '../disconnect/service.ts';
import { listBillingRuns, runBilling } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());

test('after a restore nobody is billed or disconnected until somebody resumes; previews work', async () => {
  const ctx = contextOf(app);
  const filename = 'nimule-20261121-020000-scheduled.sql';
  await transact(ctx, (tx) => setPause(tx, { since: ctx.now, by: 'Grace Lado', filename }));
  for (const run of [runDisconnect, runBilling]) {
    await expect(run(ctx, {})).rejects.toMatchObject({ kind: 'rule', code: 'jobs.paused' });
    expect(await run(ctx, { dryRun: true })).toMatchObject({ dryRun: true });
  }
  expect(await previewDisconnect(ctx, 'tomorrow')).toMatchObject({ dryRun: true });
  expect((await listBillingRuns(ctx)).rows).toEqual([]);
  await transact(ctx, clearPause);
  expect(await runDisconnect(ctx)).toMatchObject({ dryRun: false });
  expect(await runBilling(ctx)).toMatchObject({ dryRun: false });
});
