import { browserOf, makeAccount, PASSWORD, signIn } from '@nimule/fixtures/testing/accounts';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { watchVerifying } from '@nimule/fixtures/testing/verifying';
import argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAuditLog } from '../../reports/audit/service.ts';
import { authorise } from '../actor.ts';
import { updateSecuritySettings } from '../factors/service-required.ts';
import { resetUserPassword } from '../users/service.ts';
import { changePassword, resolveSession } from './service.ts';

const verifying = watchVerifying(argon2);
let app: TestApp;

beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query('delete from login_attempts');
});

const alive = async (token: string) =>
  (await resolveSession(app, token, { touch: false })) !== undefined;
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was done',
    (error: unknown) => error,
  );

describe("changing one's own password", () => {
  it('ends the other sessions and renews this one', async () => {
    const { username, id } = await makeAccount(app, 'support');
    const elsewhere = await signIn(app, username!);
    const here = await signIn(app, username!);
    const { ctx, cookie } = await browserOf(app, here.token);
    const changed = await changePassword(ctx, {
      currentPassword: PASSWORD,
      newPassword: 'shoebill 12',
    });
    expect(changed.message).toBe('Your password has been successfully updated.');
    expect(await alive(elsewhere.token)).toBe(false);
    expect(await alive(here.token)).toBe(false);
    expect(await alive(cookie.token!)).toBe(true);
    expect(await refusalOf(signIn(app, username!))).toMatchObject({ kind: 'unauthenticated' });
    await signIn(app, username!, 'shoebill 12');
    const { rows } = await app.pool.query(
      'select last_password_change, version from users where id = $1',
      [id],
    );
    expect(rows[0]).toEqual({ last_password_change: app.time.now, version: 2 });
    const lines = await listAuditLog(contextOf(app), { entity: 'user', entityId: String(id) });
    expect(lines.rows.map((line) => [line.action, line.before, line.after])).toContainEqual([
      'password.change',
      null,
      { mustChangePassword: false },
    ]);
  });

  it('lets who must change it do that alone, and everything after', async () => {
    const { username } = await makeAccount(app, 'admin', { mustChangePassword: true });
    const { token, user } = await signIn(app, username!);
    expect(user.mustChangePassword).toBe(true);
    const { ctx, cookie } = await browserOf(app, token);
    expect(() => authorise(ctx.actor, 'customer.read')).toThrowError(
      'You must change your password before continuing.',
    );
    authorise(ctx.actor, 'session');
    await changePassword(ctx, { currentPassword: PASSWORD, newPassword: 'shoebill 12' });
    const after = await browserOf(app, cookie.token!);
    expect(after.ctx.actor).toMatchObject({ mustChangePassword: false });
    authorise(after.ctx.actor, 'customer.read');
  });

  it('refuses in the words of the specification and in the order of its checks', async () => {
    const { username } = await makeAccount(app, 'support');
    const { ctx } = await browserOf(app, (await signIn(app, username!)).token);
    verifying.count = 0;
    const change = (currentPassword: string, newPassword: string) =>
      refusalOf(changePassword(ctx, { currentPassword, newPassword }));
    expect(await change('', 'a')).toMatchObject({
      kind: 'rule',
      code: 'password.missing',
      message: 'Please fill in all password fields.',
    });
    expect(await change('a', 'a')).toMatchObject({
      code: 'password.tooShort',
      message: 'New password must be at least 6 characters long.',
      fields: { newPassword: 'New password must be at least 6 characters long.' },
    });
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({
      code: 'password.same',
      message: 'New password must be different from current password.',
    });
    expect(await change(PASSWORD, 'password')).toMatchObject({ code: 'password.common' });
    expect(await change(PASSWORD, 'Nimule-2026')).toMatchObject({ code: 'password.guessable' });
    // The current password is judged first.
    expect(verifying.count).toBe(2);
    expect(await change('not this one', 'password')).toMatchObject({
      code: 'password.wrong',
      fields: { currentPassword: 'The current password is not correct.' },
    });
    expect(await change(PASSWORD, 'shoebill 12')).toBe('it was done');
  });

  it("changes the session's own password, whoever is claimed", async () => {
    const [mine, theirs] = [await makeAccount(app, 'support'), await makeAccount(app, 'support')];
    const { ctx } = await browserOf(app, (await signIn(app, mine.username!)).token);
    await changePassword(ctx, {
      userId: theirs.id,
      currentPassword: PASSWORD,
      newPassword: 'shoebill 12',
    });
    await signIn(app, theirs.username!);
    await signIn(app, mine.username!, 'shoebill 12');
  });

  it('asks for as many characters as the settings say', async () => {
    const { username } = await makeAccount(app, 'support');
    const { ctx } = await browserOf(app, (await signIn(app, username!)).token);
    const change = (newPassword: string) =>
      refusalOf(changePassword(ctx, { currentPassword: PASSWORD, newPassword }));
    await updateSecuritySettings(contextOf(app), { minPasswordLength: 15 });
    try {
      expect(await change('shoebill 12345')).toMatchObject({
        code: 'password.tooShort',
        message: 'The password must be at least 15 characters long.',
      });
      expect(await change('shoebill 123456')).toBe('it was done');
    } finally {
      await updateSecuritySettings(contextOf(app), { minPasswordLength: 6 });
    }
  });

  it('takes none of the last five again', async () => {
    const { username } = await makeAccount(app, 'support');
    let current = PASSWORD;
    const change = async (newPassword: string) => {
      const { ctx } = await browserOf(app, (await signIn(app, username!, current)).token);
      const refusal = await refusalOf(
        changePassword(ctx, { currentPassword: current, newPassword }),
      );
      if (refusal === 'it was done') current = newPassword;
      return refusal;
    };
    for (const bird of ['heron', 'stork', 'ibis', 'crane'])
      expect(await change(`${bird} by the river`)).toBe('it was done');
    expect(await change(PASSWORD)).toMatchObject({ code: 'password.usedBefore' });
    expect(await change('heron by the river')).toMatchObject({ code: 'password.usedBefore' });
    expect(await change('egret by the river')).toBe('it was done');
    // Five others were chosen since.
    expect(await change(PASSWORD)).toBe('it was done');
  });

  it('throttles guesses at the current password', async () => {
    const { username } = await makeAccount(app, 'support');
    const { ctx } = await browserOf(app, (await signIn(app, username!)).token);
    const guess = () =>
      refusalOf(changePassword(ctx, { currentPassword: 'not it', newPassword: 'shoebill 12' }));
    for (let n = 0; n < 6; n += 1) expect(await guess()).toMatchObject({ code: 'password.wrong' });
    expect(await guess()).toMatchObject({ kind: 'tooMany', retryAfter: 15 });
  });

  it('does not undo a reset of the same moment', async () => {
    const { username, id } = await makeAccount(app, 'support');
    const { ctx } = await browserOf(app, (await signIn(app, username!)).token);
    let temporary = '';
    verifying.meanwhile = async () => {
      temporary = (await resetUserPassword(contextOf(app), id, {})).temporaryPassword;
    };
    const change = changePassword(ctx, { currentPassword: PASSWORD, newPassword: 'shoebill 12' });
    expect(await refusalOf(change)).toMatchObject({ kind: 'conflict' });
    verifying.meanwhile = async () => {};
    await signIn(app, username!, temporary);
  });
});
