import { browserOf, makeAccount, PASSWORD } from '@nimule/fixtures/testing/accounts';
import { makePasskey } from '@nimule/fixtures/testing/servers/passkey';
import { contextOf, createMarkedApp, type MarkedApp } from '@nimule/fixtures/testing/test-app';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, createContext, type Origin } from '../../context.ts';
import type { Role } from '../roles.ts';
import { login } from '../sessions/service.ts';
import { listOwnSessions } from '../sessions/service-list.ts';
import {
  finishApp,
  finishPasskey,
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
  signInWithPasskey,
} from './service-step.ts';

let app: MarkedApp;
beforeAll(async () => {
  app = await createMarkedApp();
  await app.mark();
});
beforeEach(() => app.restore());
afterAll(() => app.close());

const later = (seconds: number) => {
  app.time.now = new Date(app.time.now.getTime() + seconds * 1_000);
};
const codeOf = (secret: string, seconds = 0) =>
  generateSync({ secret, epoch: app.time.now.getTime() / 1_000 + seconds });
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was done',
    (error: unknown) => (error as { code: string }).code,
  );

/** A browser that keeps the cookies of session and device. */
class Browser {
  token = '';
  device: string | undefined;
  readonly origin: Origin;

  constructor(device?: string) {
    this.device = device;
    const browser = this;
    this.origin = {
      ip: '192.0.2.1',
      userAgent: 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/128.0',
      session: {
        set: (value) => {
          browser.token = value;
        },
        clear: () => {
          browser.token = '';
        },
      },
      get device() {
        return {
          token: browser.device,
          set: (value: string) => {
            browser.device = value;
          },
        };
      },
    };
  }

  async signIn(username: string) {
    const visitor = createContext(app, { kind: 'visitor' }, this.origin);
    return (await login(visitor, { username, password: PASSWORD })).user;
  }

  async ctx(): Promise<Ctx> {
    const { actor } = (await browserOf(app, this.token)).ctx;
    return createContext(app, actor, this.origin);
  }
}

async function signedIn(role: Role) {
  const { username, id } = await makeAccount(app, role);
  const browser = new Browser();
  await browser.signIn(username!);
  return { username: username!, id, browser };
}

/** An account with an authenticator app, and its recovery codes. */
async function withApp(role: Role = 'billing') {
  const account = await signedIn(role);
  const { secret } = await startApp(await account.browser.ctx());
  const { recoveryCodes } = await finishApp(await account.browser.ctx(), { code: codeOf(secret) });
  later(60);
  return { ...account, secret, recoveryCodes };
}

async function withPasskey(role: Role = 'billing') {
  const account = await signedIn(role);
  const passkey = makePasskey();
  const made = passkey.create(await startPasskey(await account.browser.ctx()));
  await finishPasskey(await account.browser.ctx(), made);
  return { ...account, passkey };
}

/** A browser with the right password that waits for the code. */
async function halfSignedIn(username: string, device?: string) {
  const browser = new Browser(device);
  const user = await browser.signIn(username);
  expect(user.secondStep).toBe('code');
  return browser;
}

describe('an authenticator app', () => {
  it('counts from its first code on and comes with ten recovery codes', async () => {
    const { browser } = await signedIn('billing');
    const { secret, address, picture } = await startApp(await browser.ctx());
    expect(address).toContain(`secret=${secret}`);
    expect(picture).toMatch(/^<svg /);
    expect((await listFactors(await browser.ctx())).factors).toEqual([]);
    expect(await refusalOf(finishApp(await browser.ctx(), { code: '000000' }))).toBe(
      'factor.wrongCode',
    );
    const { recoveryCodes } = await finishApp(await browser.ctx(), { code: codeOf(secret) });
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
    const { secret, recoveryCodes, id } = await withApp();
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
    const { username, secret } = await withApp();
    const browser = await halfSignedIn(username);
    const before = browser.token;
    const ctx = await browser.ctx();
    expect(await getSecondStep(ctx)).toEqual({
      ...{ step: 'code', hasApp: true, hasPasskeys: false, hasRecoveryCodes: true },
    });
    for (const refused of [listFactors, startApp, startPasskey])
      expect(await refusalOf((async () => refused(ctx))())).toBe('factor.required');
    expect(await refusalOf(confirmSession(ctx, { password: PASSWORD }))).toBe('factor.required');
    const { user } = await signInWithCode(ctx, { code: codeOf(secret) });
    expect(user).toMatchObject({ username });
    expect(user.secondStep).toBeUndefined();
    expect(browser.token).not.toBe(before);
    expect((await browser.ctx()).actor).toMatchObject({ confirmedAt: app.time.now });
    await expect(browserOf(app, before)).rejects.toThrow('no such session');
  });

  it('takes a code of 30 seconds ago or ahead, once, and none after a later one', async () => {
    const { username, secret } = await withApp();
    const early = codeOf(secret, -30);
    const next = codeOf(secret, 30);
    const far = codeOf(secret, 90);
    const tryOf = async (code: string) =>
      refusalOf(signInWithCode(await (await halfSignedIn(username)).ctx(), { code }));
    expect(await tryOf(far)).toBe('factor.wrongCode');
    expect(await tryOf(early)).toBe('it was done');
    expect(await tryOf(early)).toBe('factor.wrongCode');
    expect(await tryOf(next)).toBe('it was done');
    expect(await tryOf(codeOf(secret))).toBe('factor.wrongCode');
  });

  it('lets one of two sign-ins with the same code at once through', async () => {
    const { username, secret } = await withApp();
    const browsers = [await halfSignedIn(username), await halfSignedIn(username)];
    const contexts = await Promise.all(browsers.map((browser) => browser.ctx()));
    const code = codeOf(secret);
    const outcomes = await Promise.all(
      contexts.map((ctx) => refusalOf(signInWithCode(ctx, { code }))),
    );
    expect(outcomes.sort()).toEqual(['factor.wrongCode', 'it was done']);
  });

  it('makes a right code wait after five wrong ones, but not in a device of the user', async () => {
    const { username, secret, browser } = await withApp();
    const stranger = await halfSignedIn(username);
    for (let count = 0; count < 5; count += 1)
      expect(await refusalOf(signInWithCode(await stranger.ctx(), { code: '000000' }))).toBe(
        'factor.wrongCode',
      );
    const right = { code: codeOf(secret) };
    expect(await refusalOf(signInWithCode(await stranger.ctx(), right))).toBe('factor.throttled');
    const owner = await halfSignedIn(username, browser.device);
    expect(await refusalOf(signInWithCode(await owner.ctx(), right))).toBe('it was done');
    later(15 * 60);
    const again = await halfSignedIn(username);
    expect(await refusalOf(signInWithCode(await again.ctx(), { code: codeOf(secret) }))).toBe(
      'it was done',
    );
  });

  it.each(['', '12345', '1234567', 'x'.repeat(40)])('says what a code is for %j', async (code) => {
    const { username, id } = await withApp();
    const ctx = await (await halfSignedIn(username)).ctx();
    expect(await refusalOf(signInWithCode(ctx, { code }))).toBe('input.invalid');
    const { rowCount } = await app.pool.query('select 1 from factor_attempts where user_id = $1', [
      id,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('recovery codes', () => {
  it('complete a sign-in once each, and are replaced as a whole', async () => {
    const { username, recoveryCodes, browser } = await withApp();
    const [first, second] = recoveryCodes;
    const tryOf = async (code: string) =>
      refusalOf(signInWithCode(await (await halfSignedIn(username)).ctx(), { code }));
    expect(await tryOf(first!.toUpperCase())).toBe('it was done');
    expect(await tryOf(first!)).toBe('factor.wrongCode');
    expect((await listFactors(await browser.ctx())).recoveryCodesLeft).toBe(9);
    const renewed = await renewRecoveryCodes(await browser.ctx());
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await tryOf(second!)).toBe('factor.wrongCode');
    expect(await tryOf(renewed.recoveryCodes[0]!)).toBe('it was done');
  });

  it('of another account do not count', async () => {
    const [one, other] = [await withApp(), await withApp()];
    const ctx = await (await halfSignedIn(one.username)).ctx();
    expect(await refusalOf(signInWithCode(ctx, { code: other.recoveryCodes[0]! }))).toBe(
      'factor.wrongCode',
    );
  });
});

describe('a passkey', () => {
  it('completes a sign-in', async () => {
    const { username, passkey } = await withPasskey();
    const browser = await halfSignedIn(username);
    expect(await getSecondStep(await browser.ctx())).toMatchObject({
      hasApp: false,
      hasPasskeys: true,
    });
    const answer = passkey.answer(await askPasskey(await browser.ctx()));
    const { user } = await signInWithPasskey(await browser.ctx(), answer);
    expect(user).toMatchObject({ username });
  });

  it('is refused with a challenge used twice, of another session or purpose, or an old one', async () => {
    const { username, passkey } = await withPasskey();
    const [one, other] = [await halfSignedIn(username), await halfSignedIn(username)];
    const tryOf = async (browser: Browser, answer: ReturnType<typeof passkey.answer>) =>
      refusalOf(signInWithPasskey(await browser.ctx(), answer));
    const ofOther = passkey.answer(await askPasskey(await other.ctx()));
    await askPasskey(await one.ctx());
    expect(await tryOf(one, ofOther)).toBe('factor.wrongPasskey');
    // The challenge is used up by a refused answer.
    const asked = await askPasskey(await one.ctx());
    expect(await tryOf(one, passkey.answer({ ...asked, rpId: 'example.com' }))).toBe(
      'factor.wrongPasskey',
    );
    expect(await tryOf(one, passkey.answer(asked))).toBe('factor.wrongPasskey');
    const old = await askPasskey(await one.ctx());
    later(5 * 60);
    expect(await tryOf(one, passkey.answer(old))).toBe('factor.wrongPasskey');
    const right = passkey.answer(await askPasskey(await one.ctx()));
    expect(await tryOf(one, right)).toBe('it was done');
  });

  it('is refused from a page that is not ours, from a stranger, and when its counter goes back', async () => {
    const { username, passkey } = await withPasskey();
    const browser = await halfSignedIn(username);
    const ask = async () => askPasskey(await browser.ctx());
    const tryOf = async (answer: ReturnType<typeof passkey.answer>) =>
      refusalOf(signInWithPasskey(await browser.ctx(), answer));
    expect(await tryOf(passkey.answer(await ask(), 'https://evil.example'))).toBe(
      'factor.wrongPasskey',
    );
    expect(await tryOf(makePasskey().answer(await ask()))).toBe('factor.wrongPasskey');
    passkey.counter = 10;
    expect(await tryOf(passkey.answer(await ask()))).toBe('it was done');
    const copied = await halfSignedIn(username);
    passkey.counter = 5;
    const answer = passkey.answer(await askPasskey(await copied.ctx()));
    expect(await refusalOf(signInWithPasskey(await copied.ctx(), answer))).toBe(
      'factor.wrongPasskey',
    );
  });

  it('needs an address with https, or localhost', async () => {
    const { browser } = await signedIn('billing');
    const at = async (publicUrl: string | undefined) => {
      const ctx = await browser.ctx();
      return { ...ctx, config: { ...ctx.config, publicUrl } };
    };
    expect((await listFactors(await at('http://isp.example'))).passkeysWhyNot).toContain(
      'https://',
    );
    const start = async (url: string) => refusalOf(Promise.resolve(at(url)).then(startPasskey));
    expect(await start('http://isp.example')).toBe('factor.noPasskeys');
    expect(await start('https://isp.example')).toBe('it was done');
    expect((await listFactors(await at(undefined))).passkeysWhyNot).toBe('');
  });
});

describe('an account that must have a second factor', () => {
  it('can do without for seven days, then it sets one up first', async () => {
    const { username, browser } = await signedIn('billing');
    const { graceUntil } = await listFactors(await browser.ctx());
    expect(graceUntil).toEqual(new Date('2026-11-28T08:00:00Z'));
    later(7 * 24 * 3_600 - 1);
    expect((await new Browser().signIn(username)).secondStep).toBeUndefined();
    later(1);
    const late = new Browser();
    expect((await late.signIn(username)).secondStep).toBe('setUp');
    const { secret } = await startApp(await late.ctx());
    await finishApp(await late.ctx(), { code: codeOf(secret) });
    expect((await late.ctx()).actor).not.toHaveProperty('secondStep');
  });

  it('cannot remove its last one, others can', async () => {
    const { browser } = await withApp('billing');
    const [app1] = (await listFactors(await browser.ctx())).factors;
    expect(await refusalOf(removeFactor(await browser.ctx(), app1!.id))).toBe('factor.last');
    const free = await withApp('technician');
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
    const { browser } = await signedIn('technician');
    expect(await listFactors(await browser.ctx())).toMatchObject({ isRequired: true });
    const other = await signedIn('billing');
    expect(await listFactors(await other.browser.ctx())).toMatchObject({ isRequired: false });
  });
});

describe('a reset', () => {
  it('removes factors, codes and sessions, and asks for a new one at once', async () => {
    const { id, username, browser } = await withApp();
    await resetSecondFactor(contextOf(app), id);
    await expect(browser.ctx()).rejects.toThrow('no such session');
    expect((await new Browser().signIn(username)).secondStep).toBe('setUp');
    const { rows } = await app.pool.query(
      `select action from audit_log where entity = 'user' and entity_id = $1 order by id desc limit 1 offset 1`,
      [String(id)],
    );
    expect(rows).toEqual([{ action: 'factor.reset' }]);
  });

  it('is refused for the own account', async () => {
    const { id, browser } = await withApp('master_admin');
    expect(await refusalOf(resetSecondFactor(await browser.ctx(), id))).toBe('user.oneself');
  });
});

describe('confirming again', () => {
  it('is asked for after ten minutes before a factor is added, and takes the password, a code or a passkey', async () => {
    const { browser, passkey } = await withPasskey();
    later(9 * 60);
    const { secret } = await startApp(await browser.ctx());
    await finishApp(await browser.ctx(), { code: codeOf(secret) });
    later(2 * 60);
    expect(await refusalOf(startApp(await browser.ctx()))).toBe('session.confirm');
    expect(await refusalOf(confirmSession(await browser.ctx(), { password: 'wrong' }))).toBe(
      'password.wrong',
    );
    expect(await refusalOf(confirmSession(await browser.ctx(), {}))).toBe('input.invalid');
    await confirmSession(await browser.ctx(), { password: PASSWORD });
    expect(await refusalOf(startApp(await browser.ctx()))).toBe('it was done');
    for (const confirm of [
      async () => confirmSession(await browser.ctx(), { code: codeOf(secret) }),
      async () =>
        confirmWithPasskey(
          await browser.ctx(),
          passkey.answer(await askPasskey(await browser.ctx())),
        ),
    ]) {
      later(5 * 60);
      await browser.ctx();
      later(6 * 60);
      expect(await refusalOf(startApp(await browser.ctx()))).toBe('session.confirm');
      await confirm();
      expect(await refusalOf(startApp(await browser.ctx()))).toBe('it was done');
    }
  });
});

it('lists the sessions of a user with their devices', async () => {
  const { browser, username } = await signedIn('support');
  await new Browser().signIn(username);
  const sessions = await listOwnSessions(await browser.ctx());
  expect(sessions).toHaveLength(2);
  expect(sessions.map(({ device }) => device)).toEqual(['Firefox on Linux', 'Firefox on Linux']);
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
});
