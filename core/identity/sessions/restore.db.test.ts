import { actingAs, browserOf, makeAccount, signIn } from '@nimule/fixtures/testing/accounts';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transact } from '../../context.ts';
import type { KeptSession } from './queries.ts';
import { currentSession, keepOnlySession, resolveSession } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());
beforeEach(() => app.time.set('2026-11-21T08:00:00Z'));

const keep = (session: KeptSession | undefined) =>
  transact(contextOf(app), (tx) => keepOnlySession(tx, session));
const sessions = async () =>
  (await app.pool.query<{ user_id: number }>('select user_id from sessions')).rows;

/** An administrator with a session, as the database that is replaced has them. */
async function restorer() {
  const { id, username } = await makeAccount(app, 'super_admin');
  const { token } = await signIn(app, username!);
  const { ctx } = await browserOf(app, token);
  const session = await currentSession(ctx);
  if (!session) throw new Error('there is no session');
  return { id, token, session };
}

it('the shell and visitors have no session to keep', async () => {
  expect(await currentSession(contextOf(app))).toBeUndefined();
  expect(await currentSession(contextOf(app, { kind: 'visitor' }))).toBeUndefined();
  await actingAs(app, 'admin');
  expect(await keep(undefined)).toBe(false);
  expect(await sessions()).toEqual([]);
});

it('keeps the session of the one who restores and ends all others', async () => {
  const other = await actingAs(app, 'super_admin');
  const { id, token, session } = await restorer();
  // The backup was made before the sign-in, and its restore took longer than a session may be idle.
  await app.pool.query('delete from sessions where user_id = $1', [id]);
  app.time.set('2026-11-21T08:25:00Z');
  expect(await keep(session)).toBe(true);
  expect(await sessions()).toEqual([{ user_id: id }]);
  expect(await resolveSession(app, token, { touch: false })).toMatchObject({ userId: id });
  expect(await currentSession(other)).toBeUndefined();
  // A second time, where the backup holds the session itself, gives the same.
  expect(await keep(session)).toBe(true);
  expect(await sessions()).toHaveLength(1);
});

it('does not extend a session past its twelve hours', async () => {
  const { token, session } = await restorer();
  app.time.set('2026-11-21T20:00:00Z');
  expect(await keep(session)).toBe(true);
  expect(await resolveSession(app, token, { touch: false })).toBeUndefined();
});

it.each([
  ['was suspended', 'is_active = false'],
  ['had another name', `username = 'elsewhere', username_key = 'elsewhere'`],
  ['had to change the password', 'must_change_password = true'],
  ['might not manage backups', `role = 'manager'`],
])('keeps no session of a user who %s in the backup', async (_, change) => {
  const { id, session } = await restorer();
  await app.pool.query(`update users set ${change} where id = $1`, [id]);
  expect(await keep(session)).toBe(false);
  expect(await sessions()).toEqual([]);
  await app.pool.query('delete from users where id = $1', [id]);
});

it('keeps no session of a user who is not in the backup', async () => {
  const { id, session } = await restorer();
  await app.pool.query('delete from users where id = $1', [id]);
  expect(await keep(session)).toBe(false);
  expect(await sessions()).toEqual([]);
});
