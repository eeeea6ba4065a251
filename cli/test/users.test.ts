import { makeAccount } from '@nimule/fixtures/testing/accounts';
import type { TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

it('removes the second factors of a user who has lost them, once asked', async () => {
  const app = shell.app as TestApp;
  const { id, fullName } = await makeAccount(app, 'billing', { username: 'deng' });
  await app.pool.query(
    `insert into recovery_codes (user_id, code_hash, made_at) values ($1, '\\x00', now())`,
    [id],
  );
  const left = async () =>
    (await app.pool.query('select 1 from recovery_codes where user_id = $1', [id])).rowCount;
  expect((await shell.isp('users reset-second-factor deng')).code).toBe(2);
  expect(await left()).toBe(1);
  expect(await shell.isp('users reset-second-factor deng --yes')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`The second factors of ${fullName} were removed.`),
  });
  expect(await left()).toBe(0);
  const lines = await shell.json(`audit list --entity user --entity-id ${id}`);
  expect(lines).toMatchObject([{ action: 'factor.reset', actorKind: 'shell' }, {}]);
});
