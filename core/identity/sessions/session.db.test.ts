import { createHash } from 'node:crypto';
import {
  browserOf,
  makeAccount,
  PASSWORD,
  signedInActor,
  signIn,
} from '@nimule/fixtures/testing/accounts';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { watchVerifying } from '@nimule/fixtures/testing/verifying';
import argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createContext } from '../../context.ts';
import { resetUserPassword, suspendUser } from '../users/service.ts';
import {
  changePassword,
  getCurrentUser,
  login,
  logout,
  purgeSessions,
  recordActivity,
  resolveSession,
} from './service.ts';

const verifying = watchVerifying(argon2);
let app: TestApp;
const logged: unknown[] = [];

beforeAll(async () => {
  app = await createMarkedApp();
  app.log.warn = (data, message) => void logged.push(data, message);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.time.set('2026-11-21T08:00:00Z');
  await app.pool.query('delete from login_attempts');
});

const START = Date.parse('2026-11-21T08:00:00Z');
const at = (seconds: number) => {
  app.time.now = new Date(START + seconds * 1000);
};
const alive = async (token: string, touch = false) =>
  (await resolveSession(app, token, { touch })) !== undefined;
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was done',
    (error: unknown) => {
      const { kind, code, message, fields, retryAfter } = error as Record<string, unknown>;
      return { kind, code, message, fields, retryAfter };
    },
  );
const auditOf = async (userId: number) =>
  (
    await app.pool.query(
      `select action, actor_kind, actor_name, origin, before, after from audit_log
       where entity = 'user' and entity_id = $1 order by id`,
      [String(userId)],
    )
  ).rows;

describe('signing in', () => {
  it('answers the user and keeps of the token its SHA-256 alone', async () => {
    const account = await makeAccount(app, 'support');
    const { token, user } = await signIn(app, account.username!);
    expect(user).toEqual({
      id: account.id,
      username: account.username,
      fullName: account.fullName,
      role: 'support',
      grants: [],
      mustChangePassword: false,
    });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await app.pool.query('select * from sessions where user_id = $1', [user.id]);
    expect(rows).toHaveLength(1);
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(rows)).not.toContain(token);
    const stored = await app.pool.query('select last_login_at from users where id = $1', [user.id]);
    expect(stored.rows[0].last_login_at).toEqual(app.time.now);
    expect((await auditOf(user.id)).at(-1)).toMatchObject({
      action: 'session.login',
      actor_kind: 'staff',
      actor_name: account.fullName,
      origin: '192.0.2.1',
    });
  });

  it('takes the username in any case and form, and nothing but the password as it is', async () => {
    await makeAccount(app, 'support', { username: 'José.Garang' });
    expect((await signIn(app, ' JOSE\u0301.garang ')).user.username).toBe('José.Garang');
    expect(await refusalOf(signIn(app, 'josé.garang', PASSWORD.toUpperCase()))).toMatchObject({
      code: 'session.wrongCredentials',
    });
  });

  it('makes another token each time', async () => {
    const { username } = await makeAccount(app, 'support');
    const tokens = [await signIn(app, username!), await signIn(app, username!)];
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(2);
  });

  it('answers the same, after the same work, whatever is wrong', async () => {
    const { username } = await makeAccount(app, 'support');
    const suspended = await makeAccount(app, 'support');
    await suspendUser(contextOf(app), suspended.id, { isActive: false });
    const tries = [
      ['nobody', PASSWORD],
      ['', ''],
      [username!, 'wrong one'],
      [username!, ''],
      [suspended.username!, PASSWORD],
    ] as const;
    for (const [name, password] of tries) {
      expect(await refusalOf(signIn(app, name, password))).toEqual({
        kind: 'unauthenticated',
        code: 'session.wrongCredentials',
        message: 'Invalid credentials. Please try again.',
        fields: undefined,
        retryAfter: undefined,
      });
    }
    expect(verifying.count).toBe(tries.length);
  });

  it('refuses who is suspended, or whose password is reset, while it is verified', async () => {
    for (const meanwhile of [
      (id: number) => suspendUser(contextOf(app), id, { isActive: false }),
      (id: number) => resetUserPassword(contextOf(app), id, {}),
    ]) {
      const { id, username } = await makeAccount(app, 'support');
      verifying.meanwhile = async () => void (await meanwhile(id));
      expect(await refusalOf(signIn(app, username!))).toMatchObject({
        code: 'session.wrongCredentials',
      });
      const { rows } = await app.pool.query('select 1 from sessions where user_id = $1', [id]);
      expect(rows).toEqual([]);
    }
  });

  it("replaces the session that the browser had, and leaves the user's others", async () => {
    const { username } = await makeAccount(app, 'support');
    const [elsewhere, here] = [await signIn(app, username!), await signIn(app, username!)];
    const { ctx } = await browserOf(app, here.token);
    await login(ctx, { username: username!, password: PASSWORD });
    expect(await alive(here.token)).toBe(false);
    expect(await alive(elsewhere.token)).toBe(true);
  });

  it('writes no password and no token anywhere', async () => {
    const { username, id } = await makeAccount(app, 'support');
    const { token } = await signIn(app, username!);
    await refusalOf(signIn(app, username!, 'hippo in the sudd'));
    await refusalOf(signIn(app, 'hippo in the sudd', 'x'));
    const { ctx } = await browserOf(app, token);
    await changePassword(ctx, { currentPassword: PASSWORD, newPassword: 'shoebill 12' });
    const { temporaryPassword } = await resetUserPassword(contextOf(app), id, {});
    const { rows } = await app.pool.query('select * from audit_log');
    const written = JSON.stringify([rows, logged]);
    for (const secret of [PASSWORD, token, 'hippo', 'shoebill', temporaryPassword, '$argon2id']) {
      expect(written).not.toContain(secret);
    }
  });
});

describe('a session', () => {
  it('is the actor, with grants', async () => {
    const account = await makeAccount(app, 'billing');
    await app.pool.query(`update users set grants = '{invoice.edit}' where id = $1`, [account.id]);
    const actor = await signedInActor(app, account.username!);
    expect(actor).toEqual({
      kind: 'staff',
      userId: account.id,
      username: account.username,
      fullName: account.fullName,
      role: 'billing',
      grants: ['invoice.edit'],
      mustChangePassword: false,
      sessionId: expect.any(Number),
      confirmedAt: new Date('2026-11-21T08:00:00Z'),
    });
    expect(await getCurrentUser(createContext(app, actor))).toMatchObject({
      id: account.id,
      grants: ['invoice.edit'],
    });
  });

  it('is not found for any other token', async () => {
    const { username } = await makeAccount(app, 'support');
    const { token } = await signIn(app, username!);
    const other = Buffer.alloc(32, 7).toString('base64url');
    for (const wrong of [
      '',
      other,
      `${token}a`,
      token.slice(1),
      `${token.slice(0, -1)}\0`,
      'x'.repeat(5000),
    ]) {
      expect(await alive(wrong)).toBe(false);
    }
  });

  it("is nobody's while the account is suspended, even if the session is still there", async () => {
    const { username } = await makeAccount(app, 'support');
    const { token, user } = await signIn(app, username!);
    await app.pool.query('update users set is_active = false where id = $1', [user.id]);
    expect(await alive(token)).toBe(false);
  });

  it('ends after ten minutes without activity, and a poll is none', async () => {
    const { username } = await makeAccount(app, 'support');
    const { token } = await signIn(app, username!);
    at(599);
    expect(await alive(token)).toBe(true);
    at(600);
    expect(await alive(token)).toBe(false);
    expect(await alive(token, true)).toBe(false);
  });

  it('lives on with activity, which is written every fifteen seconds at most', async () => {
    const { username } = await makeAccount(app, 'support');
    const { token, user } = await signIn(app, username!);
    const lastActivity = async () =>
      (
        await app.pool.query('select last_activity_at from sessions where user_id = $1', [user.id])
      ).rows[0].last_activity_at.getTime() - START;
    at(14);
    expect(await alive(token, true)).toBe(true);
    expect(await lastActivity()).toBe(0);
    at(15);
    await alive(token, true);
    expect(await lastActivity()).toBe(15_000);
    at(614);
    expect(await alive(token)).toBe(true);
    at(615);
    expect(await alive(token)).toBe(false);
  });

  it('ends after twelve hours whatever happens', async () => {
    const { username } = await makeAccount(app, 'support');
    const { token } = await signIn(app, username!);
    for (let minute = 9; minute < 12 * 60; minute += 9) {
      at(minute * 60);
      expect(await alive(token, true)).toBe(true);
    }
    at(12 * 3600 - 1);
    expect(await alive(token, true)).toBe(true);
    at(12 * 3600);
    expect(await alive(token, true)).toBe(false);
  });

  it('is kept by recorded activity, which answers how long it lasts', async () => {
    const { username } = await makeAccount(app, 'support');
    const { token } = await signIn(app, username!);
    const { ctx } = await browserOf(app, token);
    const expiresAt = new Date(START + 12 * 3600_000);
    at(5);
    expect(await recordActivity({ ...ctx, now: app.clock() })).toEqual({
      idleSeconds: 600,
      expiresAt,
    });
    at(604);
    expect(await alive(token)).toBe(true);
    at(12 * 3600 - 90);
    expect(await recordActivity({ ...ctx, now: app.clock() })).toEqual({
      idleSeconds: 90,
      expiresAt,
    });
    await app.pool.query('delete from sessions');
    expect(await refusalOf(recordActivity(ctx))).toMatchObject({ kind: 'unauthenticated' });
  });

  it('ends on logout, here and in the browser; twice does no harm', async () => {
    const { username } = await makeAccount(app, 'support');
    const [here, elsewhere] = [await signIn(app, username!), await signIn(app, username!)];
    const { ctx, cookie } = await browserOf(app, here.token);
    await logout(ctx);
    expect(cookie.token).toBeNull();
    expect(await alive(here.token)).toBe(false);
    expect(await alive(elsewhere.token)).toBe(true);
    await logout(ctx);
    const actions = (await auditOf(here.user.id)).map((line) => line.action);
    expect(actions).toEqual(['user.create', 'session.login', 'session.login', 'session.logout']);
  });

  it('is not for the shell', async () => {
    for (const call of [getCurrentUser, recordActivity]) {
      expect(await refusalOf(call(contextOf(app)))).toMatchObject({ code: 'session.none' });
    }
    await expect(logout(contextOf(app))).resolves.toBeUndefined();
  });
});

describe('purgeSessions', () => {
  it('clears what is over and nothing else', async () => {
    await app.pool.query('delete from sessions');
    const { username } = await makeAccount(app, 'support');
    await signIn(app, username!);
    await refusalOf(signIn(app, 'nobody'));
    await app.pool.query(
      `insert into idempotency_keys (actor, operation, key, body_hash, created_at)
       values ('staff:1', 'recordPayment', 'old', '', $1), ('staff:1', 'recordPayment', 'new', '', $2)`,
      [new Date(START - 8 * 86_400_000), new Date(START)],
    );
    const purge = () => purgeSessions(contextOf(app, { kind: 'system', job: 'session.purge' }));
    expect(await purge()).toEqual({ sessions: 0, attempts: 0, idempotencyKeys: 1 });
    at(86_401);
    const { token } = await signIn(app, username!);
    expect(await purge()).toEqual({ sessions: 1, attempts: 1, idempotencyKeys: 0 });
    expect(await alive(token)).toBe(true);
  });
});
