import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needInFile, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { sealedLog } from '@nimule/fixtures/testing/audit';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readManifest } from '../database/dump/manifest.ts';
import { readCopies } from '../seals/rules.ts';
import { newestSeal } from '../seals/service.ts';
import { verifySeals } from '../seals/service-verify.ts';
import { createBackup } from './service-create.ts';
import { restoreBackup } from './service-restore.ts';
import { verifyBackup } from './service-verify.ts';

// The embedded database takes seconds to prepare each scratch database.
vi.setConfig({ testTimeout: patiently(120_000) });
needInFile(...programsOfBackups());

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());

test('a backup carries the newest seal, and a restore continues the chain and says where it was cut', async () => {
  const log = sealedLog(app);
  await log.writeMany(3);
  const kept = await log.seal();
  const { filename } = await createBackup(ctx());
  const path = join(app.config.backupDir, filename);
  expect((await readManifest(path)).manifest.auditSeal).toBe(kept.copy);
  const copies = readCopies((await readFile(path, 'utf8')).slice(-100_000), filename);
  expect(copies).toEqual([{ seal: kept.id, hash: kept.hash }]);
  expect((await verifyBackup(ctx(), filename)).problems).toEqual([]);
  await log.writeMany(2);
  const lost = await log.seal();
  await log.write('not sealed');

  const { safety } = await restoreBackup(ctx(), filename);
  const restored = (await newestSeal(app))!;
  expect(restored).toMatchObject({
    ...{ id: kept.id + 1, kind: 'restore', previous: kept.hash },
    ...{ cutSeal: lost.id, cutHash: lost.hash },
  });
  const own = { seal: kept.id, hash: kept.hash };
  const result = await verifySeals(ctx(), { against: [own] });
  expect(result).toMatchObject({ isSound: true, unsealed: 0 });
  expect(result.notes).toEqual([
    expect.stringContaining(`the chain was cut after seal ${kept.id}. The newest of the replaced`),
  ]);
  const gone = await verifySeals(ctx(), { against: [{ seal: lost.id, hash: lost.hash }] });
  expect(gone.problems).toEqual([expect.stringContaining('A backup was restored before seal 2')]);
  // The safety backup has what was cut off.
  const replaced = await readManifest(join(app.config.backupDir, safety!));
  expect(replaced.manifest.auditSeal).toBe(lost.copy);
  await log.write('later');
  expect(await log.seal()).toMatchObject({ id: kept.id + 2, kind: 'usual' });
});
