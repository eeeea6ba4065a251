import { browserOf, PASSWORD } from '@nimule/fixtures/testing/accounts';
import { newEmployee } from '@nimule/fixtures/testing/employees';
import { fakeGateway } from '@nimule/fixtures/testing/servers/gateway';
import {
  Browser,
  codeOf,
  halfSignedIn,
  later,
  refusalOf,
  signedIn,
  withApp,
  withPasskey,
} from '@nimule/fixtures/testing/sign-in/browsers';
import { contextOf, createMarkedApp, type MarkedApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queueSecurityNotices } from '../../messaging/automatic/service-security.ts';
import { listOwnSessions } from '../sessions/service-list.ts';
import { resetUserPassword } from '../users/service.ts';
import {
  finishApp,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startApp,
  startPasskey,
} from './service.ts';
import { updateSecuritySettings } from './service-required.ts';
import {
  askPasskey,
  confirmSession,
  confirmWithPasskey,
  getSecondStep,
  signInWithCode,
} from './service-step.ts';

let app: MarkedApp;
beforeAll(async () => {
  app = await createMarkedApp();
  await app.mark();
});
beforeEach(() => app.restore());
afterAll(() => app.close());

describe('an authenticator app', () => {
  it('counts from its first code on and comes with ten recovery codes', async () => {
    const { browser } = await signedIn(app, 'billing');
    const { secret, address, picture } = await startApp(await browser.ctx());
    expect(address).toContain(`secret=${secret}`);
    expect(picture).toMatch(/^<svg /);
    expect((await listFactors(await browser.ctx())).factors).toEqual([]);
    expect(await refusalOf(finishApp(await browser.ctx(), { code: '000000' }))).toBe(
      'factor.wrongCode',
    );
    const { recoveryCodes } = await finishApp(await browser.ctx(), { code: codeOf(app, secret) });
    expect(recoveryCodes).toHaveLength(10);
    const own = await listFactors(await browser.ctx());
    expect(own).toMatchObject({
      factors: [{ kind: 'totp' }],
      recoveryCodesLeft: 10,
      isRequired: true,
      graceUntil: null,
    });
  });

  it('keeps neither its secret nor a recovery code as text', async () => {
    const { secret, recoveryCodes, id } = await withApp(app);
    const { rows } = await app.pool.query(
      `select f::text as row from second_factors f where user_id = $1
       union all select c::text from recovery_codes c where user_id = $1
       union all select a::text from audit_log a where entity_id = $1::text`,
      [id],
    );
    const stored = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(11);
    for (const text of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replace('-', '')),
    ])
      expect(stored).not.toContain(text);
  });

  it('completes a sign-in, whose first part gives a session that can do nothing else', async () => {
    const { username, secret } = await withApp(app);
    const browser = await halfSignedIn(app, username);
    const before = browser.token;
    const ctx = await browser.ctx();
    expect(await getSecondStep(ctx)).toEqual({
      ...{ step: 'code', hasApp: true, hasRecoveryCodes: true },
      ...{ hasPasskeys: false, passkeysWhyNot: '' },
    });
    for (const refused of [listFactors, startApp, startPasskey])
      expect(await refusalOf((async () => refused(ctx))())).toBe('factor.required');
    expect(await refusalOf(confirmSession(ctx, { password: PASSWORD }))).toBe('factor.required');
    const { user } = await signInWithCode(ctx, { code: codeOf(app, secret) });
    expect(user).toMatchObject({ username });
    expect(user.secondStep).toBeUndefined();
    expect(browser.token).not.toBe(before);
    expect((await browser.ctx()).actor).toMatchObject({ confirmedAt: app.time.now });
    await expect(browserOf(app, before)).rejects.toThrow('no such session');
  });

  it('takes a code of 30 seconds ago or ahead, once, and none after a later one', async () => {
    const { username, secret } = await withApp(app);
    const early = codeOf(app, secret, -30);
    const next = codeOf(app, secret, 30);
    const far = codeOf(app, secret, 90);
    const tryOf = async (code: string) =>
      refusalOf(signInWithCode(await (await halfSignedIn(app, username)).ctx(), { code }));
    expect(await tryOf(far)).toBe('factor.wrongCode');
    expect(await tryOf(early)).toBe('it was done');
    expect(await tryOf(early)).toBe('factor.wrongCode');
    expect(await tryOf(next)).toBe('it was done');
    expect(await tryOf(codeOf(app, secret))).toBe('factor.wrongCode');
  });

  it('lets one of two sign-ins with the same code at once through', async () => {
    const { username, secret } = await withApp(app);
    const browsers = [await halfSignedIn(app, username), await halfSignedIn(app, username)];
    const contexts = await Promise.all(browsers.map((browser) => browser.ctx()));
    const code = codeOf(app, secret);
    const outcomes = await Promise.all(
      contexts.map((ctx) => refusalOf(signInWithCode(ctx, { code }))),
    );
    expect(outcomes.sort()).toEqual(['factor.wrongCode', 'it was done']);
  });

  it('makes a right code wait after five wrong ones, but not in a device of the user', async () => {
    const { username, secret, browser } = await withApp(app);
    const stranger = await halfSignedIn(app, username);
    for (let count = 0; count < 5; count += 1)
      expect(await refusalOf(signInWithCode(await stranger.ctx(), { code: '000000' }))).toBe(
        'factor.wrongCode',
      );
    const right = { code: codeOf(app, secret) };
    expect(await refusalOf(signInWithCode(await stranger.ctx(), right))).toBe('factor.throttled');
    const owner = await halfSignedIn(app, username, browser.device);
    expect(await refusalOf(signInWithCode(await owner.ctx(), right))).toBe('it was done');
    later(app, 15 * 60);
    const again = await halfSignedIn(app, username);
    expect(await refusalOf(signInWithCode(await again.ctx(), { code: codeOf(app, secret) }))).toBe(
      'it was done',
    );
  });

  it.each(['', '12345', '1234567', 'x'.repeat(40)])('says what a code is for %j', async (code) => {
    const { username, id } = await withApp(app);
    const ctx = await (await halfSignedIn(app, username)).ctx();
    expect(await refusalOf(signInWithCode(ctx, { code }))).toBe('input.invalid');
    const { rowCount } = await app.pool.query('select 1 from factor_attempts where user_id = $1', [
      id,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('recovery codes', () => {
  it('complete a sign-in once each, and are replaced as a whole', async () => {
    const { username, recoveryCodes, browser } = await withApp(app);
    const [first, second] = recoveryCodes;
    const tryOf = async (code: string) =>
      refusalOf(signInWithCode(await (await halfSignedIn(app, username)).ctx(), { code }));
    expect(await tryOf(first!.toUpperCase())).toBe('it was done');
    expect(await tryOf(first!)).toBe('factor.wrongCode');
    expect((await listFactors(await browser.ctx())).recoveryCodesLeft).toBe(9);
    const renewed = await renewRecoveryCodes(await browser.ctx());
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await tryOf(second!)).toBe('factor.wrongCode');
    expect(await tryOf(renewed.recoveryCodes[0]!)).toBe('it was done');
  });

  it('of another account do not count', async () => {
    const [one, other] = [await withApp(app), await withApp(app)];
    const ctx = await (await halfSignedIn(app, one.username)).ctx();
    expect(await refusalOf(signInWithCode(ctx, { code: other.recoveryCodes[0]! }))).toBe(
      'factor.wrongCode',
    );
  });
});

describe('an account that must have a second factor', () => {
  it('can do without for seven days, then it sets one up first', async () => {
    const { username, browser } = await signedIn(app, 'billing');
    const { graceUntil } = await listFactors(await browser.ctx());
    expect(graceUntil).toEqual(new Date('2026-11-28T08:00:00Z'));
    later(app, 7 * 24 * 3_600 - 1);
    expect((await new Browser(app).signIn(username)).secondStep).toBeUndefined();
    later(app, 1);
    const late = new Browser(app);
    expect((await late.signIn(username)).secondStep).toBe('setUp');
    const { secret } = await startApp(await late.ctx());
    await finishApp(await late.ctx(), { code: codeOf(app, secret) });
    expect((await late.ctx()).actor).not.toHaveProperty('secondStep');
  });

  it('cannot remove its last one, others can', async () => {
    const { browser } = await withApp(app, 'billing');
    const [app1] = (await listFactors(await browser.ctx())).factors;
    expect(await refusalOf(removeFactor(await browser.ctx(), app1!.id))).toBe('factor.last');
    const free = await withApp(app, 'technician');
    const own = await listFactors(await free.browser.ctx());
    expect(own.isRequired).toBe(false);
    await removeFactor(await free.browser.ctx(), own.factors[0]!.id);
    expect(await listFactors(await free.browser.ctx())).toMatchObject({
      factors: [],
      recoveryCodesLeft: 0,
    });
  });

  it('is of the roles in the settings', async () => {
    await updateSecuritySettings(contextOf(app), { requiredRoles: ['technician'] });
    const { browser } = await signedIn(app, 'technician');
    expect(await listFactors(await browser.ctx())).toMatchObject({ isRequired: true });
    const other = await signedIn(app, 'billing');
    expect(await listFactors(await other.browser.ctx())).toMatchObject({ isRequired: false });
  });
});

describe('a reset password', () => {
  it('leads past no second factor', async () => {
    const { id, username, secret } = await withApp(app);
    const { temporaryPassword } = await resetUserPassword(contextOf(app), id, {});
    const browser = new Browser(app);
    const { secondStep } = await browser.signIn(username, temporaryPassword!);
    expect(secondStep).toBe('code');
    later(app, 60);
    const { user } = await signInWithCode(await browser.ctx(), { code: codeOf(app, secret) });
    expect(user).toMatchObject({ username, mustChangePassword: true });
  });
});

describe('a reset', () => {
  it('removes factors, codes and sessions, and asks for a new one at once', async () => {
    const { id, username, browser } = await withApp(app);
    await resetSecondFactor(contextOf(app), id);
    await expect(browser.ctx()).rejects.toThrow('no such session');
    expect((await new Browser(app).signIn(username)).secondStep).toBe('setUp');
    const { rows } = await app.pool.query(
      `select action from audit_log where entity = 'user' and entity_id = $1 order by id desc limit 1 offset 1`,
      [String(id)],
    );
    expect(rows).toEqual([{ action: 'factor.reset' }]);
  });

  it('is refused for the own account', async () => {
    const { id, browser } = await withApp(app, 'master_admin');
    expect(await refusalOf(resetSecondFactor(await browser.ctx(), id))).toBe('user.oneself');
  });
});

describe('confirming again', () => {
  it('is asked for after ten minutes before a factor is added, and takes the password, a code or a passkey', async () => {
    const { browser, passkey } = await withPasskey(app);
    later(app, 9 * 60);
    const { secret } = await startApp(await browser.ctx());
    await finishApp(await browser.ctx(), { code: codeOf(app, secret) });
    later(app, 2 * 60);
    expect(await refusalOf(startApp(await browser.ctx()))).toBe('session.confirm');
    expect(await refusalOf(confirmSession(await browser.ctx(), { password: 'wrong' }))).toBe(
      'password.wrong',
    );
    expect(await refusalOf(confirmSession(await browser.ctx(), {}))).toBe('input.invalid');
    await confirmSession(await browser.ctx(), { password: PASSWORD });
    expect(await refusalOf(startApp(await browser.ctx()))).toBe('it was done');
    for (const confirm of [
      async () => confirmSession(await browser.ctx(), { code: codeOf(app, secret) }),
      async () =>
        confirmWithPasskey(
          await browser.ctx(),
          passkey.answer(await askPasskey(await browser.ctx())),
        ),
    ]) {
      later(app, 5 * 60);
      await browser.ctx();
      later(app, 6 * 60);
      expect(await refusalOf(startApp(await browser.ctx()))).toBe('session.confirm');
      await confirm();
      expect(await refusalOf(startApp(await browser.ctx()))).toBe('it was done');
    }
  });
});

describe('the log', () => {
  it('has each wrong password and code, and what confirmed a session, without any of them', async () => {
    const { browser, secret, id } = await withApp(app);
    const lines: unknown[] = [];
    const ctx = async () => {
      const made = await browser.ctx();
      const keep = (data: object, message?: string) => void lines.push([message, data]);
      return { ...made, log: { ...made.log, warn: keep, info: keep } };
    };
    later(app, 60);
    await refusalOf(confirmSession(await ctx(), { password: 'not it at all' }));
    await refusalOf(confirmSession(await ctx(), { code: '000000' }));
    await confirmSession(await ctx(), { password: PASSWORD });
    await confirmSession(await ctx(), { code: codeOf(app, secret) });
    expect(lines).toMatchObject([
      ['wrong current password', { userId: id }],
      ['wrong second factor', { userId: id }],
      ['session confirmed again', { userId: id, by: 'password' }],
      ['session confirmed again', { userId: id, by: 'app' }],
    ]);
    const written = JSON.stringify(lines);
    for (const text of ['not it at all', '000000', PASSWORD, codeOf(app, secret)])
      expect(written).not.toContain(text);
  });
});

describe('a user is told by e-mail', () => {
  const told = async () => {
    await queueSecurityNotices(contextOf(app));
    const { rows } = await app.pool.query(
      `select recipient, subject, text from messages where type = 'security' order by id`,
    );
    return rows;
  };
  beforeEach(() => queueSecurityNotices(contextOf(app)));

  it('of a sign-in in another browser than before, and of nothing at the first', async () => {
    const { username, browser } = await signedIn(app, 'support');
    await new Browser(app, browser.device).signIn(username);
    expect(await told()).toEqual([]);
    later(app, 60);
    await new Browser(app).signIn(username);
    const [notice, ...others] = await told();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ recipient: `${username}@nimule.example` });
    expect(notice.text).toMatch(/Firefox on Linux from 192\.0\.2\.1.*\n\nWhen: 21 Nov 2026/);
    expect(await told()).toHaveLength(1);
  });

  it('by SMS where there is a telephone and no address, and a gateway', async () => {
    const { username, id } = await signedIn(app, 'support');
    await app.pool.query(`update users set email = '', email_key = $2 where id = $1`, [
      id,
      username,
    ]);
    const another = async () => {
      later(app, 60);
      await new Browser(app).signIn(username);
      return told();
    };
    app.ports.sms = fakeGateway();
    expect(await another()).toEqual([]);
    const employee = await newEmployee(contextOf(app));
    await app.pool.query(
      `update employees set user_id = $1, phone = '0977 100 000', status = 'active' where id = $2`,
      [id, employee],
    );
    const [notice, ...others] = await another();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ recipient: '+211977100000', subject: '' });
    expect(notice.text).toContain('Firefox on Linux from 192.0.2.1');
    app.ports.sms = { ...fakeGateway(), kind: 'outbox' };
    expect(await another()).toHaveLength(1);
  });

  it('of second factors that were added, reset by others, and of a recovery code', async () => {
    const { username, id, recoveryCodes, browser } = await withApp(app);
    const again = await halfSignedIn(app, username, browser.device);
    await signInWithCode(await again.ctx(), { code: recoveryCodes[0]! });
    await resetSecondFactor(contextOf(app), id);
    const subjects = (await told()).map(({ subject }) => subject.split(': ')[1]);
    expect(subjects).toEqual([
      ...['second factor added', 'recovery code used', 'second factors removed'],
    ]);
  });
});

it('lists the sessions of a user with their devices', async () => {
  const { browser, username } = await signedIn(app, 'support');
  await new Browser(app).signIn(username);
  const sessions = await listOwnSessions(await browser.ctx());
  expect(sessions).toHaveLength(2);
  expect(sessions.map(({ device }) => device)).toEqual(['Firefox on Linux', 'Firefox on Linux']);
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
});
