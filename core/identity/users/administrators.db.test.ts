import {
  actingAs,
  countSessions,
  makeAccount,
  signIn,
  userIdOf,
} from '@nimule/fixtures/testing/accounts';
import { codeOf } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import type { Role } from '../roles.ts';
import { resolveSession } from '../sessions/service.ts';
import { deleteUser, listUsers, resetUserPassword, suspendUser } from './service.ts';
import { updateUser } from './service-update.ts';

let app: TestApp;
let shell: Ctx;

beforeAll(async () => {
  app = await createTestApp();
  shell = contextOf(app);
});
afterAll(() => app.close());
beforeEach(() => app.pool.query('delete from users'));

const as = (role: Role) => actingAs(app, role);
describe('ending sessions', () => {
  const acts: [string, (id: number) => Promise<unknown>][] = [
    ['suspending', (id) => suspendUser(shell, id, { isActive: false })],
    ['deleting', (id) => deleteUser(shell, id)],
    ['another role', (id) => updateUser(shell, id, { role: 'technician' })],
    ['a reset password', (id) => resetUserPassword(shell, id, {})],
  ];

  it.each(acts)('%s ends all of them at once', async (_name, act) => {
    const { id, username } = await makeAccount(app, 'support');
    const other = await signIn(app, (await makeAccount(app, 'support')).username!);
    const tokens = [await signIn(app, username!), await signIn(app, username!)];
    await act(id);
    for (const { token } of tokens) {
      expect(await resolveSession(app, token, { touch: true })).toBeUndefined();
    }
    expect(await countSessions(app, id)).toBe(0);
    expect(await resolveSession(app, other.token, { touch: false })).toBeDefined();
  });

  it('holds also for a session that is opened at the same moment', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { id, username } = await makeAccount(app, 'support');
      await Promise.all([
        codeOf(signIn(app, username!)),
        codeOf(signIn(app, username!)),
        suspendUser(shell, id, { isActive: false }),
      ]);
      expect(await countSessions(app, id)).toBe(0);
    }
  });
});

describe('the last active master administrator', () => {
  const ends: [string, (ctx: Ctx, id: number) => Promise<unknown>][] = [
    ['suspended', (ctx, id) => suspendUser(ctx, id, { isActive: false })],
    ['deleted', (ctx, id) => deleteUser(ctx, id)],
    ['demoted', (ctx, id) => updateUser(ctx, id, { role: 'admin' })],
  ];
  const activeAdministrators = async () =>
    (await listUsers(shell, { role: 'master_admin', status: 'active' })).rows.length;

  it.each(ends)('is not %s, not even by the shell', async (_name, end) => {
    const { id } = await makeAccount(app, 'master_admin');
    const suspended = await makeAccount(app, 'master_admin');
    await suspendUser(shell, suspended.id, { isActive: false });
    expect(await codeOf(end(shell, id))).toBe('user.lastAdministrator');
    expect(await activeAdministrators()).toBe(1);
    expect(await codeOf(end(shell, suspended.id))).toBe('it was done');
    await makeAccount(app, 'master_admin');
    expect(await codeOf(end(shell, id))).toBe('it was done');
  });

  it.each(ends)('remains when two who are the last are %s at once', async (_name, end) => {
    for (let n = 0; n < 8; n += 1) {
      await app.pool.query('delete from users');
      const [one, two] = [await as('master_admin'), await as('master_admin')];
      const results = await Promise.all([
        codeOf(end(one, userIdOf(two))),
        codeOf(end(two, userIdOf(one))),
      ]);
      expect(results.sort()).toEqual(['it was done', 'user.lastAdministrator']);
      expect(await activeAdministrators()).toBe(1);
    }
  });

  it('remains when five are removed concurrently in every way', async () => {
    const administrators = [];
    for (let n = 0; n < 5; n += 1) administrators.push(await makeAccount(app, 'master_admin'));
    const results = await Promise.all(
      administrators.map(({ id }, n) => codeOf(ends[n % ends.length]![1](shell, id))),
    );
    expect(results.filter((code) => code === 'it was done')).toHaveLength(4);
    expect(await activeAdministrators()).toBe(1);
  });
});
