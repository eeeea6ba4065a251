import type { Operation } from '@nimule/core/routes';
import { makePasskey } from '@nimule/fixtures/testing/sign-in/passkey';
import { generateSync } from 'otplib';
import type { CallInput } from './call-input.ts';
import { createUser, type Harness, PASSWORD, signIn } from './harness.ts';

type Given = Partial<CallInput>;

/** Inputs of second factors and sessions, each of an account of its own. */
export function factorInputs({
  app,
  server,
}: Pick<Harness, 'app' | 'server'>): Partial<Record<Operation, () => Promise<Given>>> {
  const account = async () => {
    const { username } = await createUser(app, 'technician');
    return { username, cookie: await signIn(server, username) };
  };
  type Account = Awaited<ReturnType<typeof account>>;
  const send = async (
    { cookie }: { cookie: string },
    method: 'GET' | 'POST',
    url: string,
    payload: object = {},
  ) => {
    const request = { method, url: `/api/auth/${url}`, headers: { cookie } };
    const answer = await server.inject(method === 'GET' ? request : { ...request, payload });
    if (answer.statusCode >= 400) throw new Error(`${url}: ${answer.body}`);
    return answer.json();
  };
  const codeOf = (secret: string) =>
    generateSync({ secret, epoch: Math.floor(app.clock().getTime() / 1_000) });
  const withApp = async () => {
    const own = await account();
    const { secret } = await send(own, 'POST', 'factors/app');
    const finished = await send(own, 'POST', 'factors/app/confirm', { code: codeOf(secret) });
    return { ...own, recoveryCodes: finished.recoveryCodes as string[] };
  };
  const withPasskey = async () => {
    const own = await account();
    const passkey = makePasskey();
    const asked = await send(own, 'POST', 'factors/passkey/challenge');
    await send(own, 'POST', 'factors/passkey', passkey.create(asked));
    return { ...own, passkey };
  };
  /** A session of the account that waits for its second factor. */
  const waiting = async ({ username }: Account) => ({ cookie: await signIn(server, username) });
  return {
    async signInWithCode() {
      const own = await withApp();
      return { ...(await waiting(own)), body: { code: own.recoveryCodes[0]! } };
    },
    askPasskey: async () => ({ cookie: (await withPasskey()).cookie }),
    async signInWithPasskey() {
      const { passkey, ...own } = await withPasskey();
      const half = await waiting(own);
      const asked = await send(half, 'POST', 'second-step/challenge');
      return { ...half, body: { ...passkey.answer(asked) } };
    },
    startApp: async () => ({ cookie: (await account()).cookie }),
    async finishApp() {
      const own = await account();
      const { secret } = await send(own, 'POST', 'factors/app');
      return { cookie: own.cookie, body: { code: codeOf(secret) } };
    },
    startPasskey: async () => ({ cookie: (await account()).cookie }),
    async finishPasskey() {
      const own = await account();
      const asked = await send(own, 'POST', 'factors/passkey/challenge');
      return { cookie: own.cookie, body: { ...makePasskey().create(asked) } };
    },
    async removeFactor() {
      const own = await withApp();
      const { factors } = await send(own, 'GET', 'factors');
      return { cookie: own.cookie, params: { id: String(factors[0].id) } };
    },
    renewRecoveryCodes: async () => ({ cookie: (await withApp()).cookie }),
    async confirmSession() {
      const { cookie } = await account();
      return { cookie, body: { password: PASSWORD } };
    },
    async confirmWithPasskey() {
      const { passkey, ...own } = await withPasskey();
      const asked = await send(own, 'POST', 'second-step/challenge');
      return { cookie: own.cookie, body: { ...passkey.answer(asked) } };
    },
    async endStaffSession() {
      const own = await account();
      await signIn(server, own.username);
      const sessions = (await send(own, 'GET', 'sessions')) as { id: number; isCurrent: boolean }[];
      const other = sessions.find(({ isCurrent }) => !isCurrent)!;
      return { cookie: own.cookie, params: { id: String(other.id) } };
    },
    async endOtherSessions() {
      const own = await account();
      await signIn(server, own.username);
      return { cookie: own.cookie };
    },
    updateSecuritySettings: async () => ({ body: { minPasswordLength: '6' } }),
  };
}
