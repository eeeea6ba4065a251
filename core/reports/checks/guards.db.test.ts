import { type SealedLog, sealedLog } from '@nimule/fixtures/testing/audit';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUARD_CHECK, logChecks } from './queries-guards.ts';
import { checkBooks } from './service.ts';

let app: TestApp;
let log: SealedLog;
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  log = sealedLog(app);
});
afterAll(() => app.close());

async function unsound(): Promise<Record<string, string>> {
  const { checks } = await checkBooks(contextOf(app));
  const failed = checks.filter(({ isSound }) => !isSound);
  return Object.fromEntries(failed.map(({ name, detail }) => [name, detail]));
}

test('half the audit log gone is found, also where the seals of the last day are whole', async () => {
  await log.threeSeals();
  expect(await unsound()).toEqual({});
  app.time.set('2026-11-25T08:00:00Z');
  await log.write('later');
  await log.seal();
  await log.asOwner('delete from audit_log where id <= 6');
  expect(await unsound()).toEqual({
    [logChecks[0]!.name]: '13 lines were sealed up to line 13, 7 are there',
  });
});

test('a disabled trigger is found', async () => {
  await log.empty();
  await app.pool.query('alter table refunds disable trigger user');
  expect(await unsound()).toEqual({
    [GUARD_CHECK]: 'Trigger refunds_evidence of refunds is disabled',
  });
  await app.pool.query('alter table refunds enable trigger user');
  expect(await unsound()).toEqual({});
});
