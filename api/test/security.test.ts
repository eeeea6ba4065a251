import { DEVICE_COOKIE } from '@nimule/core/identity/factors/schema';
import { SESSION_COOKIE } from '@nimule/core/identity/schema';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cookieOf,
  createUser,
  type Harness,
  PASSWORD,
  serverWith,
  staffCookie,
  startHarness,
} from './harness.ts';

let harness: Harness;
let server: FastifyInstance;

beforeAll(async () => {
  harness = await startHarness();
  ({ server } = harness);
});
afterAll(async () => {
  for (const made of servers.values()) await (await made).close();
  await harness.close();
});

const servers = new Map<string, Promise<FastifyInstance>>();

/** A server with other settings, which says the client address that it sees. Tests with equal settings share it. */
function serverOf(config: Parameters<typeof serverWith>[1]): Promise<FastifyInstance> {
  const key = JSON.stringify(config);
  const made = servers.get(key) ?? serverWith(harness.app, config, {}, tellAddress);
  servers.set(key, made);
  return made;
}

const POLICY =
  "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self' data:;connect-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'";

/** A route that returns the client address as the server sees it. */
function tellAddress(target: FastifyInstance): void {
  target.addHook('onSend', async (request, reply) => void reply.header('x-seen', request.ip));
}

describe('security headers', () => {
  it.each([
    ['an answer', 'GET', '/api/company', 200],
    ['a missing session', 'GET', '/api/customers', 401],
    ['an unknown call', 'GET', '/api/nothing', 404],
    ['a wrong method', 'DELETE', '/api/company', 405],
    ['an unreadable address', 'GET', '/api/customers/%ff', 400],
    ['a file that is not built', 'GET', '/assets/nothing.js', 404],
    ['health', 'GET', '/healthz', 200],
    ['a refused sign-in', 'POST', '/api/auth/login', 400],
  ] as const)('are on %s', async (_, method, url, status) => {
    const { headers, statusCode } = await server.inject({ method, url });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('require TLS if the public address has it', async () => {
    const secure = await serverOf({ publicUrl: 'https://portal.example.net' });
    const { headers } = await secure.inject('/api/company');
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  });
});

describe('the session cookie', () => {
  const login = async (target: FastifyInstance, headers: Record<string, string> = {}) => {
    const { username } = await createUser(harness.app, 'support');
    return target.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers,
      payload: { username, password: PASSWORD },
    });
  };

  it('cannot be read by scripts nor sent from other sites, and ends with the browser', async () => {
    const [cookie] = [(await login(server)).headers['set-cookie']].flat();
    expect(cookie).toMatch(
      new RegExp(`^${SESSION_COOKIE}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax$`),
    );
  });

  it('is sent only over TLS if the public address has it', async () => {
    const secure = await serverOf({ publicUrl: 'https://portal.example.net' });
    expect([(await login(secure)).headers['set-cookie']].flat()[0]).toMatch(/; Secure(;|$)/);
  });

  it('is sent only over TLS if a trusted proxy reports it', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' };
    const trusting = await serverOf({ trustProxy: ['127.0.0.0/8'] });
    for (const [target, isTrusted] of [
      [trusting, true],
      [server, false],
    ] as const) {
      const answer = await login(target, headers);
      expect(/; Secure(;|$)/.test(String(answer.headers['set-cookie']))).toBe(isTrusted);
      expect('strict-transport-security' in answer.headers).toBe(isTrusted);
    }
  });

  it('has a prefix with TLS that no other host and no page without TLS can set', async () => {
    const secure = await serverOf({ publicUrl: 'https://portal.example.net' });
    const answer = await login(secure);
    expect([answer.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(
        new RegExp(`^__Host-${SESSION_COOKIE}=[\\w-]{43}; Path=/; HttpOnly; Secure; SameSite=Lax$`),
      ),
      expect.stringMatching(
        new RegExp(
          `^__Host-${DEVICE_COOKIE}=[\\w-]{43}; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax$`,
        ),
      ),
    ]);
  });

  it('is found among invalid cookies of its name and of the name without TLS', async () => {
    const secure = await serverOf({ publicUrl: 'https://portal.example.net' });
    const valid = (await staffCookie(harness, 'billing')).slice(SESSION_COOKIE.length + 1);
    const [plain, prefixed] = [SESSION_COOKIE, `__Host-${SESSION_COOKIE}`];
    const wrong = 'a'.repeat(43);
    const ask = async (...cookies: string[]) =>
      (await secure.inject({ url: '/api/user', headers: { cookie: cookies.join('; ') } }))
        .statusCode;
    expect(await ask(`${prefixed}=${wrong}`, `${prefixed}=${valid}`)).toBe(200);
    expect(await ask(`${prefixed}=${valid}`, `${prefixed}=${wrong}`)).toBe(200);
    // Another host of the domain can set the plain name, so it is ignored.
    expect(await ask(`${plain}=${valid}`)).toBe(401);
    expect(await ask(`${plain}=${valid}`, `${prefixed}=${wrong}`)).toBe(401);
    const many = Array.from({ length: 3 }, (_, at) => `${prefixed}=${String(at).repeat(43)}`);
    expect(await ask(...many, `${prefixed}=${valid}`)).toBe(401);
    expect(await ask(`${plain}=${wrong}`, `${prefixed}=${valid}`, 'other=1')).toBe(200);
    expect(await ask(`x${plain}=${valid}`, `${plain}x=${valid}`, valid, `=${valid}`)).toBe(401);
  });

  it('of the secure name takes precedence over the plain one, which a page without TLS can set', async () => {
    const secure = await serverOf({ publicUrl: 'https://portal.example.net' });
    const [planted, own] = [
      await staffCookie(harness, 'support'),
      await staffCookie(harness, 'billing'),
    ];
    const cookie = `${planted}; __Host-${own}`;
    const user = await secure.inject({ url: '/api/user', headers: { cookie } });
    expect(user.json().role).toBe('billing');
    // The plain one is cleared when the session is renewed or ends.
    const out = await secure.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { cookie },
    });
    const ended = 'Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure';
    expect(out.headers['set-cookie']).toEqual([
      `__Host-${SESSION_COOKIE}=; ${ended}; SameSite=Lax`,
      `${SESSION_COOKIE}=; ${ended}; SameSite=Lax`,
    ]);
  });

  it('is cleared by signing out', async () => {
    const cookie = await staffCookie(harness, 'billing');
    const out = await server.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { cookie },
    });
    expect(out.statusCode).toBe(204);
    expect(out.body).toBe('');
    expect([out.headers['set-cookie']].flat()).toEqual([
      `${SESSION_COOKIE}=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax`,
    ]);
    expect(out.headers['clear-site-data']).toBe('"cache"');
    const after = await server.inject({ url: '/api/user', headers: { cookie } });
    expect(after.statusCode).toBe(401);
  });

  it('is renewed when the password is changed', async () => {
    const cookie = await staffCookie(harness, 'billing', { mustChangePassword: true });
    const changed = await server.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { cookie },
      payload: { userId: 1, currentPassword: PASSWORD, newPassword: 'Yambio-Maridi-81' },
    });
    expect(changed.statusCode).toBe(200);
    const renewed = cookieOf(changed);
    expect(renewed).not.toBe(cookie);
    expect((await server.inject({ url: '/api/user', headers: { cookie } })).statusCode).toBe(401);
    const user = await server.inject({ url: '/api/user', headers: { cookie: renewed } });
    expect(user.json()).toMatchObject({ role: 'billing', mustChangePassword: false });
  });

  it('with an unknown token is refused', async () => {
    for (const value of [
      'x',
      'a'.repeat(43),
      '%00',
      '%E0%A4%A',
      `${'a'.repeat(42)}"`,
      `${'a'.repeat(43)}; Path=/`,
    ]) {
      const cookie = `${SESSION_COOKIE}=${value}`;
      expect((await server.inject({ url: '/api/user', headers: { cookie } })).statusCode).toBe(401);
    }
  });
});

describe('idleness', () => {
  const at = (minutes: number) =>
    harness.app.time.set(new Date(Date.UTC(2026, 10, 22, 8, minutes)).toISOString());
  const ask = (cookie: string, headers: Record<string, string> = {}) =>
    server.inject({ url: '/api/customers/stats', headers: { cookie, ...headers } });

  it('ends a session after ten minutes in which only polls came (decision 14)', async () => {
    at(0);
    const cookie = await staffCookie(harness, 'support');
    at(9);
    expect((await ask(cookie, { 'x-background': '1' })).statusCode).toBe(200);
    expect(
      (await server.inject({ url: '/api/billing/automation/status', headers: { cookie } }))
        .statusCode,
    ).toBe(200);
    expect((await server.inject({ url: '/api/company', headers: { cookie } })).statusCode).toBe(
      200,
    );
    at(11);
    expect((await ask(cookie)).statusCode).toBe(401);
  });

  it('is reset by activity', async () => {
    at(0);
    const cookie = await staffCookie(harness, 'support');
    for (const minutes of [9, 18, 27]) {
      at(minutes);
      expect((await ask(cookie)).statusCode).toBe(200);
    }
  });
});

describe('a mutation from another site', () => {
  const post = (headers: Record<string, string>, target = server) =>
    target.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { host: 'portal.example.net', ...headers },
      payload: {},
    });

  it.each([
    ['its Origin', { origin: 'https://evil.example' }],
    ['its Origin on another port', { origin: 'https://portal.example.net:8443' }],
    ['an opaque Origin', { origin: 'null' }],
    ['an Origin that is no address', { origin: 'portal.example.net' }],
    ['fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ['fetch metadata of a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('is refused by %s', async (_, headers) => {
    const answer = await post(headers as Record<string, string>);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({
      code: 'request.foreign',
      message: 'This request came from another site.',
    });
  });

  it.each([
    ['our own page', { origin: 'https://portal.example.net', 'sec-fetch-site': 'same-origin' }],
    ['a page behind a proxy that ends TLS', { origin: 'http://portal.example.net' }],
    ['a program', {}],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
  ])('is told from %s', async (_, headers) => {
    expect((await post(headers as Record<string, string>)).statusCode).not.toBe(403);
  });

  it('is compared with the public address only, if there is one', async () => {
    const proxied = await serverOf({ publicUrl: 'https://isp.example.net' });
    expect((await post({ origin: 'https://isp.example.net' }, proxied)).statusCode).not.toBe(403);
    for (const origin of [
      'https://evil.example',
      // Equals the request's Host, which the sender chooses.
      'https://portal.example.net',
      'http://isp.example.net',
      'https://isp.example.net:8443',
    ])
      expect([origin, (await post({ origin }, proxied)).statusCode]).toEqual([origin, 403]);
    expect((await post({ origin: 'https://evil.example' }, proxied)).json().message).toBe(
      'This request came from another site. The address of this portal is https://isp.example.net.',
    );
    const plain = await serverOf({ publicUrl: 'http://isp.example.net' });
    expect((await post({ origin: 'http://isp.example.net' }, plain)).statusCode).not.toBe(403);
  });

  it('does not matter for reads', async () => {
    const read = await server.inject({
      url: '/api/company',
      headers: { origin: 'https://evil.example' },
    });
    expect(read.statusCode).toBe(200);
    expect(read.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a flood', () => {
  it('is answered 429 with the time to wait, per address', async () => {
    const limited = await serverWith(harness.app, {}, { requestsPerMinute: 3 });
    const ask = (remoteAddress: string) => limited.inject({ url: '/api/company', remoteAddress });
    for (let n = 0; n < 3; n += 1) expect((await ask('192.0.2.1')).statusCode).toBe(200);
    const refused = await ask('192.0.2.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('20');
    expect(refused.json()).toEqual({
      code: 'request.tooMany',
      message: 'Too many requests. Try again in 20 seconds.',
    });
    expect((await ask('192.0.2.2')).statusCode).toBe(200);
    const probe = await limited.inject({ url: '/healthz', remoteAddress: '192.0.2.1' });
    expect(probe.statusCode).toBe(200);
    harness.app.time.now = new Date(harness.app.time.now.getTime() + 20_000);
    expect((await ask('192.0.2.1')).statusCode).toBe(200);
    await limited.close();
  });
});

describe('the address of a caller', () => {
  const seenBy = async (
    trustProxy: readonly string[],
    forwarded: string,
    remoteAddress?: string,
  ) => {
    const target = await serverOf({ trustProxy });
    const headers = { 'x-forwarded-for': forwarded };
    const answer = await target.inject({ url: '/api/company', headers, remoteAddress });
    return answer.headers['x-seen'];
  };
  const loopback = ['127.0.0.0/8', '::1'];

  it.each([
    ['nobody is trusted', [], '203.0.113.9, 198.51.100.7', '127.0.0.1', '127.0.0.1'],
    ['our proxy says it', loopback, '203.0.113.9, 198.51.100.7', '127.0.0.1', '198.51.100.7'],
    ['it comes over IPv6', loopback, '198.51.100.7', '::1', '198.51.100.7'],
    ['it is written as IPv6', loopback, '198.51.100.7', '::ffff:127.0.0.1', '198.51.100.7'],
    ['somebody else says it', loopback, '198.51.100.7', '192.0.2.1', '192.0.2.1'],
    ['a named proxy says it', ['192.0.2.0/24'], '198.51.100.7', '192.0.2.1', '198.51.100.7'],
    [
      'two proxies pass it on',
      ['192.0.2.1', '10.0.0.0/8'],
      '1.1.1.1, 198.51.100.7, 10.1.2.3',
      '192.0.2.1',
      '198.51.100.7',
    ],
    ['it is no address', loopback, 'unknown', '127.0.0.1', '127.0.0.1'],
    ['it is empty', loopback, ' , ', '127.0.0.1', '127.0.0.1'],
    ['it has a port', loopback, '198.51.100.7:4711', '127.0.0.1', '127.0.0.1'],
    [
      'what is no address stands before it',
      loopback,
      '<b>x</b>, 198.51.100.7',
      '127.0.0.1',
      '198.51.100.7',
    ],
    [
      'what is no address stands between',
      [...loopback, '10.0.0.1'],
      '6.6.6.6, x, 10.0.0.1',
      '127.0.0.1',
      '10.0.0.1',
    ],
  ])(
    'is told from the connection and the proxies that are trusted: %s',
    async (_, trusted, forwarded, remote, seen) => {
      expect(await seenBy(trusted, forwarded, remote)).toBe(seen);
    },
  );

  it.each(['https', 'HTTPS', 'Https'])(
    'has TLS where a trusted proxy says %s',
    async (protocol) => {
      const target = await serverOf({ trustProxy: loopback });
      const headers = { 'x-forwarded-proto': protocol };
      const { headers: answered } = await target.inject({ url: '/api/company', headers });
      expect(answered).toHaveProperty('strict-transport-security');
    },
  );
});
