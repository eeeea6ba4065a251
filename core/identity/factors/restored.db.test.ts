import {
  codeOf,
  halfSignedIn,
  later,
  refusalOf,
  withApp,
  withPasskey,
} from '@nimule/fixtures/testing/sign-in/browsers';
import { contextOf, createMarkedApp, type MarkedApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { listFactors, renewRecoveryCodes } from './service.ts';
import { endRestoredCodes } from './service-restored.ts';
import { signInWithCode } from './service-step.ts';

let app: MarkedApp;
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());

it('codes that were used since the backup are of no use after its restore', async () => {
  const { id, username, secret, recoveryCodes, browser } = await withApp(app);
  const passkey = await withPasskey(app);
  const signInWith = async (code: string) =>
    refusalOf(signInWithCode(await (await halfSignedIn(app, username)).ctx(), { code }));
  const present = codeOf(app, secret);
  const noticesOfEnd = async () =>
    (
      await app.pool.query(
        `select entity_id::int as id from outbox where fact = 'user.security' and data->>'what' = 'codesEnded' order by 1`,
      )
    ).rows.map((row) => row.id);
  await app.pool.query('update recovery_codes set used_at = now() where user_id = $1', [
    (await withApp(app)).id,
  ]);
  await transact(contextOf(app), endRestoredCodes);
  // Who had no code left lost nothing.
  expect(await noticesOfEnd()).toEqual([id, passkey.id]);
  for (const code of [recoveryCodes[0]!, present, codeOf(app, secret, 30)])
    expect(await signInWith(code)).toBe('factor.wrongCode');
  later(app, 60);
  expect(await signInWith(codeOf(app, secret))).toBe('it was done');
  for (const one of [browser, passkey.browser]) {
    const ctx = await one.ctx();
    expect(await listFactors(ctx)).toMatchObject({
      factors: [{ kind: expect.any(String) }],
      recoveryCodesLeft: 0,
    });
    expect((await renewRecoveryCodes(ctx)).recoveryCodes).toHaveLength(10);
  }
});
