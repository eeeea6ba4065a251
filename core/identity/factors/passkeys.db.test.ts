import {
  type Browser,
  halfSignedIn,
  later,
  refusalOf,
  signedIn,
  withPasskey,
} from '@nimule/fixtures/testing/sign-in/browsers';
import { makePasskey } from '@nimule/fixtures/testing/sign-in/passkey';
import { createMarkedApp, type MarkedApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listFactors, startPasskey } from './service.ts';
import { askPasskey, getSecondStep, signInWithPasskey } from './service-step.ts';

let app: MarkedApp;
beforeAll(async () => {
  app = await createMarkedApp();
  await app.mark();
});
beforeEach(() => app.restore());
afterAll(() => app.close());

describe('a passkey', () => {
  it('completes a sign-in', async () => {
    const { username, passkey } = await withPasskey(app);
    const browser = await halfSignedIn(app, username);
    expect(await getSecondStep(await browser.ctx())).toMatchObject({
      ...{ hasApp: false, hasPasskeys: true, passkeysWhyNot: '' },
    });
    const answer = passkey.answer(await askPasskey(await browser.ctx()));
    const { user } = await signInWithPasskey(await browser.ctx(), answer);
    expect(user).toMatchObject({ username });
  });

  it('is refused with a challenge used twice, of another session or purpose, or an old one', async () => {
    const { username, passkey } = await withPasskey(app);
    const [one, other] = [await halfSignedIn(app, username), await halfSignedIn(app, username)];
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
    later(app, 5 * 60);
    expect(await tryOf(one, passkey.answer(old))).toBe('factor.wrongPasskey');
    const right = passkey.answer(await askPasskey(await one.ctx()));
    expect(await tryOf(one, right)).toBe('it was done');
  });

  it('is refused from a page that is not ours, from a stranger, and when its counter goes back', async () => {
    const { username, passkey } = await withPasskey(app);
    const browser = await halfSignedIn(app, username);
    const ask = async () => askPasskey(await browser.ctx());
    const tryOf = async (answer: ReturnType<typeof passkey.answer>) =>
      refusalOf(signInWithPasskey(await browser.ctx(), answer));
    expect(await tryOf(passkey.answer(await ask(), 'https://evil.example'))).toBe(
      'factor.wrongPasskey',
    );
    expect(await tryOf(makePasskey().answer(await ask()))).toBe('factor.wrongPasskey');
    passkey.counter = 10;
    expect(await tryOf(passkey.answer(await ask()))).toBe('it was done');
    const copied = await halfSignedIn(app, username);
    passkey.counter = 5;
    const answer = passkey.answer(await askPasskey(await copied.ctx()));
    expect(await refusalOf(signInWithPasskey(await copied.ctx(), answer))).toBe(
      'factor.wrongPasskey',
    );
  });

  it('needs an address with https, or localhost', async () => {
    const { browser } = await signedIn(app, 'billing');
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

  it.each([
    [undefined, '192.0.2.10:3000', false],
    [undefined, 'isp.example', false],
    [undefined, 'localhost:3000', true],
    ['http://isp.example', 'isp.example', false],
    // A proxy may ask by another name than the one of the page.
    ['https://isp.example', 'localhost:3000', true],
  ])('with the address %s is asked for on pages of %s: %s', async (publicUrl, host, isOffered) => {
    const { username } = await withPasskey(app);
    const ctx = await (await halfSignedIn(app, username)).ctx();
    const there = {
      ...{ ...ctx, config: { ...ctx.config, publicUrl } },
      origin: { ...ctx.origin, host },
    };
    const step = await getSecondStep(there);
    expect(step.hasPasskeys).toBe(isOffered);
    expect(step.passkeysWhyNot.startsWith('Passkeys need an address')).toBe(!isOffered);
    expect(await refusalOf(askPasskey(there))).toBe(
      isOffered ? 'it was done' : 'factor.noPasskeys',
    );
  });
});
