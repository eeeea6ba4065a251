import { sealedLog } from '@nimule/fixtures/testing/audit';
import { untilAlone } from '@nimule/fixtures/testing/databases/waiting';
import { runAndKill, statementsOf } from '@nimule/fixtures/testing/processes/kill';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newestSeal } from './service.ts';
import { verifySeals } from './service-verify.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a program that is killed while it seals leaves the whole seal or none, at each of its statements', async () => {
  const log = sealedLog(app);
  await log.empty();
  const input = { settings: app.settings, now: app.time.now.toISOString() };
  await log.writeMany(2);
  await log.seal();
  // The first seal of a log takes more statements than those after it.
  await log.write(0);
  const statements = await statementsOf('sealing-child', input);
  expect(await newestSeal(app)).toMatchObject({ id: 2, lines: 1 });
  let outcomes = '';
  for (let killAt = 1; killAt <= statements; killAt += 1) {
    const before = (await newestSeal(app))!;
    await log.write(killAt);
    expect(await runAndKill('sealing-child', input, killAt)).toBe(true);
    await untilAlone(app);
    const after = (await newestSeal(app))!;
    expect([before.id, before.id + 1]).toContain(after.id);
    outcomes += after.id === before.id ? '-' : '+';
    const { problems, lines, unsealed } = await verifySeals(contextOf(app));
    expect(problems).toEqual([]);
    expect(lines + unsealed).toBe(3 + killAt);
  }
  expect(outcomes).toMatch(/^-+\+*$/);
  await log.seal();
  expect(await verifySeals(contextOf(app))).toMatchObject({ isSound: true, unsealed: 0 });
});
