import { createDatabase } from '@nimule/core/database/connect';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../server.ts';
import { type Harness, MAX_DELAY_MS, serverWith, staffCookie, startHarness } from './harness.ts';

let harness: Harness;
let server: FastifyInstance;
let cookie: string;

beforeAll(async () => {
  harness = await startHarness();
  ({ server } = harness);
  cookie = await staffCookie(harness, 'master_admin');
});
afterAll(() => harness.close());

const json = { 'content-type': 'application/json' };

function post(url: string, payload: string, headers: Record<string, string> = json) {
  return server.inject({ method: 'POST', url, payload, headers: { cookie, ...headers } });
}

describe('a request that cannot be read', () => {
  it.each([
    ['broken JSON', '{"name":', json, 400, 'request.json', 'The request body is not valid JSON.'],
    [
      'a body past 1 MB',
      `"${'x'.repeat(1024 * 1024)}"`,
      json,
      413,
      'request.tooLarge',
      'The request is larger than 1 MB.',
    ],
    [
      'a form',
      'name=Akol',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'request.mediaType',
      'This kind of request body is not supported. Send JSON.',
    ],
    [
      'plain text, as a foreign form can send it',
      '{"name":"Akol"}',
      { 'content-type': 'text/plain' },
      415,
      'request.mediaType',
      'This kind of request body is not supported. Send JSON.',
    ],
    [
      'no kind at all',
      'x',
      { 'content-type': '' },
      415,
      'request.mediaType',
      'This kind of request body is not supported. Send JSON.',
    ],
    [
      'a multipart form where none belongs',
      '--b--\r\n',
      { 'content-type': 'multipart/form-data; boundary=b' },
      415,
      'request.mediaType',
      'This kind of request body is not supported. Send JSON.',
    ],
    [
      'a key that reaches for the prototype',
      '{"__proto__":{"role":"master_admin"}}',
      json,
      400,
      'request.json',
      'The request body is not valid JSON.',
    ],
    [
      'a constructor that does',
      '{"constructor":{"prototype":{"x":1}}}',
      json,
      400,
      'request.json',
      'The request body is not valid JSON.',
    ],
  ])('because of %s is told so', async (_, body, headers, status, code, message) => {
    const answer = await post('/api/customers', body, headers as Record<string, string>);
    expect([answer.statusCode, answer.json()]).toEqual([status, { code, message }]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each(['/api/customers/%ff', '/api/customers/%', '/%c0%ae%c0%ae/', '/api/customers/%00'])(
    'because of the address %s is told so',
    async (url) => {
      const answer = await server.inject({ url, headers: { cookie, accept: 'text/html' } });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { code: 'request.address', message: 'This address cannot be read.' },
      ]);
    },
  );
});

describe('input that is validated', () => {
  it('is answered normally for a very long name in the address', async () => {
    const url = `/api/customers/${'x'.repeat(10_000)}`;
    const answer = await server.inject({ url, headers: { cookie } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('input.invalid');
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
  });

  it('names every field that is wrong', async () => {
    const answer = await post(
      '/api/customers',
      '{"name":"  ","location":"Paris","bandwidth":"-5"}',
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'input.invalid',
      fields: {
        name: 'The name is required.',
        location: 'Choose a location.',
        bandwidth: expect.stringContaining('bandwidth'),
      },
    });
  });

  it.each([0.001, 10.005, '1,250.505'])(
    'is refused with fractions of a cent: %s',
    async (amount) => {
      for (const [url, body, field] of [
        ['/api/customers', { name: 'Akol', monthlyFeeUsd: amount }, 'monthlyFeeUsd'],
        ['/api/billing/payments', { customerId: 1, amount }, 'amount'],
        ['/api/billing/rates', { purpose: 'standard', rate: amount }, 'rate'],
      ] as const) {
        const answer = await post(url, JSON.stringify(body));
        expect([answer.statusCode, answer.json().fields]).toEqual([
          400,
          { [field]: 'Enter an amount with at most two decimals.' },
        ]);
      }
    },
  );

  it.each(['null', '[]', '"text"', '42', 'true'])(
    'is refused when the body is %s',
    async (body) => {
      const answer = await post('/api/customers', body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'input.invalid' });
    },
  );

  it('may have no body if nothing is required, with any content type', async () => {
    const answer = await post('/api/billing/automation/trigger', '');
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { invoicesGenerated: 0 }]);
  });

  it('accepts any text that can be typed', async () => {
    const odd = ['\u0000NUL', '\ud800lone', '𝒜kol 🛰', '‮gnol', `O'Brien"; drop table users;--`];
    for (const name of odd) {
      const answer = await post('/api/customers', JSON.stringify({ name }));
      expect([name, answer.statusCode]).toEqual([name, 200]);
      const found = await server.inject({
        url: `/api/customers?q=${encodeURIComponent(name.toWellFormed())}&page=1`,
        headers: { cookie },
      });
      expect(found.statusCode).toBe(200);
    }
  });

  it('refuses a parameter that is given twice, and takes none from the wrong place', async () => {
    for (const url of ['/api/customers?page=1&page=2', '/api/customers?q=a&q=b']) {
      const answer = await server.inject({ url, headers: { cookie } });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 400, 'input.invalid']);
    }
    // The username and the password are read from the body alone.
    const query = await server.inject({
      method: 'POST',
      url: '/api/auth/login?username=root&password=a%20long%20password',
      payload: {},
    });
    expect(query.statusCode).toBe(400);
  });

  it('reports which columns a list can be sorted by', async () => {
    for (const sort of ['password', '%00', '-', 'name%3Bdrop']) {
      const url = `/api/customers?sort=${sort}`;
      const answer = await server.inject({ url, headers: { cookie } });
      expect([sort, answer.statusCode, answer.json()]).toMatchObject([
        sort,
        400,
        { fields: { sort: expect.stringMatching(/^Must be one of name, -name, /) } },
      ]);
    }
  });

  it.each([
    'q=a&q=b',
    'page=0',
    'page=1e9',
    'pageSize=1001',
    'status[]=Active',
    'status=',
    '__proto__=1',
    'constructor[prototype]=1',
    `q=${'x'.repeat(300)}`,
    'total=maybe',
  ])('in a query like ?%s is answered or refused, never a fault', async (query) => {
    const { statusCode } = await server.inject({
      url: `/api/customers?${query}`,
      headers: { cookie },
    });
    expect([200, 400]).toContain(statusCode);
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999999999999999', "1'--", '%20'])(
    'is refused when the id in the address is %s',
    async (id) => {
      const answer = await server.inject({ url: `/api/customers/${id}`, headers: { cookie } });
      expect(answer.statusCode).toBe(400);
    },
  );
});

describe('an address', () => {
  it('that does not exist is 404, as JSON under /api and for programs', async () => {
    for (const url of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/customers/1/nothing',
      '/assets/x.js',
    ]) {
      const answer = await server.inject({ url, headers: { accept: '*/*' } });
      expect([url, answer.statusCode, answer.json()]).toEqual([
        url,
        404,
        { code: 'address.notFound', message: 'There is nothing at this address.' },
      ]);
    }
  });

  it('with other methods is 405 and names them', async () => {
    const answer = await server.inject({ method: 'PATCH', url: '/api/customers/3', payload: {} });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, PUT, DELETE');
    expect(answer.json().message).toBe('PATCH is not served here, only GET and PUT and DELETE.');
  });

  it('does not repeat a request that asks for it (TRACE)', async () => {
    for (const url of ['/api/customers/3', '/dashboard']) {
      const headers = { cookie, 'x-probe': 'repeat me' };
      const answer = await server.inject({ method: 'TRACE' as 'GET', url, headers });
      expect([404, 405]).toContain(answer.statusCode);
      expect(`${answer.body}${JSON.stringify(answer.headers)}`).not.toContain('repeat me');
    }
  });
});

describe('an answer', () => {
  it('is a plain array, with the total in a header when asked for', async () => {
    const plain = await server.inject({ url: '/api/users?pageSize=1', headers: { cookie } });
    expect(plain.json()).toHaveLength(1);
    expect(plain.headers).not.toHaveProperty('x-total-count');
    const counted = await server.inject({ url: '/api/users?total=1', headers: { cookie } });
    expect(counted.headers['x-total-count']).toBe(String(counted.json().length));
  });
});

describe('an internal error', () => {
  it('is logged with its stack and answered without', async () => {
    const logged: string[] = [];
    const { createLogger } = await import('../log.ts');
    const log = createLogger('error', { write: (line) => logged.push(line) });
    // A configuration without a company is impossible and causes a TypeError.
    const broken = await serverWith(harness.app, { company: undefined as never }, { log });
    const answer = await broken.inject('/api/company');
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { code: 'internal', message: 'Something went wrong on our side. Please try again.' },
    ]);
    expect(logged).toHaveLength(1);
    const line = JSON.parse(logged[0] ?? '');
    expect(line).toMatchObject({ operation: 'company', err: { type: 'TypeError' } });
    expect(line.err.stack).toContain('service.ts');
    expect(line.reqId).toBe(answer.headers['x-request-id']);
    await broken.close();
  });

  it('differs from a database that is down', async () => {
    const logged: string[] = [];
    const { createLogger } = await import('../log.ts');
    const log = createLogger('warn', { write: (line) => logged.push(line) });
    const refuse = async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
    const { pool } = harness.app;
    // The session lookup still works.
    const partly = { query: pool.query.bind(pool), connect: refuse } as unknown as typeof pool;
    const away = { ...harness.app, pool: partly, db: createDatabase(partly) };
    const offline = await buildServer({ app: away, log, maxDelayMs: MAX_DELAY_MS });
    const answer = await offline.inject({ url: '/api/customers', headers: { cookie } });
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        code: 'database.unavailable',
        message: 'The database cannot be reached. Try again in a moment.',
      },
    ]);
    expect(answer.headers['retry-after']).toBe('10');
    await offline.close();
  });
});
