import { signIn } from '@nimule/fixtures/testing/accounts';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { initAdministrator } from './service-init.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

function init(username: string) {
  return initAdministrator(contextOf(app), {
    username,
    fullName: 'Achol Majok',
    email: `${username}@nimule.example`,
  });
}

it('has no account before', async () => {
  const { rows } = await app.pool.query('select 1 from users');
  expect(rows).toEqual([]);
});

it('is refused for staff', async () => {
  const input = { username: 'achol', fullName: 'Achol', email: 'achol@nimule.example' };
  await expect(
    initAdministrator(contextOf(app, staff('master_admin')), input),
  ).rejects.toMatchObject({ kind: 'forbidden' });
});

it('makes one administrator, who must change the temporary password', async () => {
  const { user, temporaryPassword } = await init('achol');
  expect(user).toMatchObject({ role: 'master_admin', isActive: true, mustChangePassword: true });
  const signedIn = await signIn(app, 'achol', temporaryPassword);
  expect(signedIn.user.mustChangePassword).toBe(true);
  const { rows } = await app.pool.query('select action, actor_name from audit_log order by id');
  expect(rows).toEqual([
    { action: 'user.create', actor_name: 'test (shell)' },
    { action: 'session.login', actor_name: 'Achol Majok' },
  ]);
});

it('refuses while there is an administrator, even a suspended one', async () => {
  await app.pool.query('update users set is_active = false');
  await expect(init('five')).rejects.toMatchObject({ kind: 'conflict' });
});

it('makes one administrator of concurrent calls', async () => {
  for (let round = 0; round < 5; round += 1) {
    await app.pool.query('delete from users');
    const names = Array.from({ length: 6 }, (_, n) => `name${n}`);
    const tries = await Promise.allSettled(names.map(init));
    const refused = tries.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(names.length - 1);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ kind: 'conflict', code: 'administrator.exists' });
    }
    const { rows } = await app.pool.query('select role from users');
    expect(rows).toEqual([{ role: 'master_admin' }]);
  }
});
