import { sealedLog } from '@nimule/fixtures/testing/audit';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needInFile, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { newestSeal } from '../seals/service.ts';
import { verifySeals } from '../seals/service-verify.ts';
import { createBackup } from './service-create.ts';
import { restoreBackup } from './service-restore.ts';

vi.setConfig({ testTimeout: patiently(120_000) });
needInFile(...programsOfBackups());

/** The schema before audit_seals. */
const BEFORE_SEALS = 66;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());

const ctx = () => contextOf(app);

test('a backup older than the seals is restored, and its lines are sealed once as older than their seal', async () => {
  await app.pool.query('drop schema public cascade');
  await app.pool.query('create schema public');
  await migrate(app.pool, BEFORE_SEALS);
  const log = sealedLog(app);
  await log.writeMany(3);
  const { filename } = await createBackup(ctx());

  // The program is upgraded and goes on before the old backup comes back.
  await migrate(app.pool);
  await log.write('after the upgrade');
  const lost = await log.seal();
  expect(lost).toMatchObject({ id: 2, kind: 'usual' });

  await restoreBackup(ctx(), filename);
  const sealed = (await newestSeal(app))!;
  const { isSound, problems, unsealed, notes } = await verifySeals(ctx(), { against: [] });
  expect({ isSound, problems, unsealed }).toEqual({ isSound: true, problems: [], unsealed: 0 });
  // Seal 1 is of the upgrade in the scratch database, seal 2 of the restore itself.
  expect(sealed).toMatchObject({ id: 2, kind: 'restore', cutSeal: lost.id, cutHash: lost.hash });
  expect(notes).toEqual([
    expect.stringMatching(/^The 3 lines up to 3 are older than seals .* by seal 1 of/),
    expect.stringMatching(
      /^A backup was restored before seal 2 .* the chain was cut after seal 1\./,
    ),
  ]);
  await log.write('after the restore');
  expect(await log.seal()).toMatchObject({ id: sealed.id + 1, kind: 'usual' });
  expect((await verifySeals(ctx(), { against: [] })).isSound).toBe(true);
});
