import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBase } from '../base.ts';
import { type Harness, serverWith, startHarness } from './harness.ts';

const SCRIPT = `console.log('${'nimule '.repeat(50)}')`;
const webRoot = mkdtempSync(join(tmpdir(), 'nimule-web-'));
let harness: Harness;
let server: FastifyInstance;

beforeAll(async () => {
  await mkdir(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'wifi-payment.html'), '<!doctype html><title>Nimule</title>');
  writeFileSync(join(webRoot, 'auth.html'), '<!doctype html><title>Nimule</title>');
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Nimule</title>');
  await mkdir(join(webRoot, 'staff'));
  for (const name of ['dashboard-overview', 'dashboard-customers', 'dashboard-till', 'hr'])
    writeFileSync(join(webRoot, 'staff', `${name}.html`), `<!doctype html><title>${name}</title>`);
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg/>');
  const script = join(webRoot, 'assets', 'main-4f3a2b.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  writeFileSync(join(webRoot, '.hidden'), 'secret');
  harness = await startHarness({ webRoot });
  ({ server } = harness);
});
afterAll(async () => {
  await harness.close();
  rmSync(webRoot, { recursive: true });
});

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('somebody in the garden', () => {
  it('is sent to the page that takes money when the telephone asks whether it is online', async () => {
    const site = await serverWith(harness.app, { publicUrl: 'https://isp.example' }, { webRoot });
    const ask = (url: string, method: 'GET' | 'POST' = 'GET') =>
      site.inject({ method, url, headers: { host: 'connectivitycheck.gstatic.com' } });
    for (const url of ['/generate_204', '/hotspot-detect.html', '/success.txt?ipv4']) {
      const { statusCode, headers } = await ask(url);
      expect([statusCode, headers.location]).toEqual([302, 'https://isp.example/wifi-payment']);
    }
    expect((await ask('/generate_205')).statusCode).toBe(404);
    expect((await ask('/generate_204', 'POST')).statusCode).not.toBe(302);
    await site.close();
    // Without a public address nobody knows where to send them.
    expect((await server.inject('/generate_204')).statusCode).toBe(404);
  });
});

describe('a busy server', () => {
  it('answers a browser with a sentence and has it try again, and a program with JSON', async () => {
    const base = await createBase(harness.app.config, undefined);
    base.get('/auth', async () => {
      throw Object.assign(new Error('busy'), { code: 'FST_UNDER_PRESSURE', statusCode: 503 });
    });
    const told = 'The server is busy. Try again in a moment.';
    const shown = await base.inject({ url: '/auth', headers: page });
    expect([shown.statusCode, shown.headers.refresh, shown.body]).toEqual([503, '10', `${told}\n`]);
    const answered = await base.inject({ url: '/auth', headers: { accept: '*/*' } });
    expect(answered.json()).toMatchObject({ code: 'server.busy', message: told });
    await base.close();
  });
});

describe('the portal', () => {
  it.each([
    '/',
    '/auth',
    '/dashboard?tab=customers&customer=SC003',
    '/hr/',
    '/wifi-payment?code=1',
  ])('is answered at %s, asked for anew each time', async (url) => {
    const answer = await server.inject({ url, headers: page });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<title>Nimule</title>');
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    expect(answer.headers.etag).toBeDefined();
  });

  it.each([
    '/assets',
    '/assets/',
    '/.hidden',
    '/assets/../.hidden',
    '/assets/%2e%2e/.hidden',
    '/assets/..%2f.hidden',
    '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/.git/config',
  ])('has no list of files, and none besides its own, at %s', async (url) => {
    const answer = await server.inject({ url, headers: { accept: '*/*' } });
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toMatch(/secret|main-4f3a2b|root:|repositoryformatversion/);
  });

  it.each([
    ['/dashboard', 'dashboard-overview'],
    ['/dashboard?tab=customers&customer=SC003', 'dashboard-customers'],
    ['/dashboard?view=till', 'dashboard-till'],
    // The tab decides.
    ['/dashboard?view=till&tab=customers', 'dashboard-customers'],
    ['/hr/?view=employees', 'hr'],
    ['/dashboard?tab=../hr', 'Nimule'],
    ['/dashboard?tab=unknown', 'Nimule'],
    ['/procurement', 'Nimule'],
    ['/', 'Nimule'],
    ['/auth', 'Nimule'],
  ])(
    'at %s names the files of its screen to who has a session, to nobody else',
    async (url, title) => {
      for (const cookie of ['nimule_session=1', 'a=b; __Host-nimule_session=1']) {
        const answer = await server.inject({ url, headers: { ...page, cookie } });
        expect([answer.statusCode, answer.body]).toEqual([
          200,
          `<!doctype html><title>${title}</title>`,
        ]);
      }
      const visitor = await server.inject({ url, headers: { ...page, cookie: 'a=b' } });
      expect(visitor.body).toContain('<title>Nimule</title>');
    },
  );

  it.each(['/no/such/page', '/apiary', '/hr/employees'])(
    'is answered at %s as an address without a page',
    async (url) => {
      const answer = await server.inject({ url, headers: { ...page, 'if-none-match': '*' } });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(answer.body).toContain('<title>Nimule</title>');
      const program = await server.inject({ url, headers: { accept: '*/*' } });
      expect([program.statusCode, program.json().code]).toEqual([404, 'address.notFound']);
    },
  );

  it.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'is answered at its pages to a caller with %j',
    async (headers) => {
      const answer = await server.inject({ url: '/dashboard', headers });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect((await server.inject({ method: 'HEAD', url: '/auth', headers })).statusCode).toBe(200);
    },
  );

  it('has a page at each address of its modules', async () => {
    const modules = readFileSync(
      new URL('../../web/app/modules.ts', import.meta.url),
      'utf8',
    ).matchAll(/^ {4}path: '(.*)',$/gm);
    const urls = [...modules].map(([, path]) => path!);
    expect(urls.length).toBeGreaterThan(10);
    for (const url of [...urls, '/', '/auth', '/dashboard'])
      expect((await server.inject({ url })).statusCode).toBe(200);
  });

  it('caches hashed files permanently, and sends them precompressed', async () => {
    const url = '/assets/main-4f3a2b.js';
    const plain = await server.inject({ url, headers: { 'accept-encoding': 'identity' } });
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const brotli = await server.inject({
      url,
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const gzip = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(String(gzip.headers.vary).toLowerCase()).toContain('accept-encoding');
  });

  it('revalidates other files, and does not resend unchanged ones', async () => {
    const first = await server.inject('/favicon.svg');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await server.inject({
      url: '/favicon.svg',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it.each([
    '/assets/gone-000000.js',
    '/api/nothing',
    '/.hidden',
    '/../package.json',
    '/..%2fpackage.json',
  ])('is not answered in place of %s', async (url) => {
    const answer = await server.inject({ url, headers: { accept: '*/*' } });
    expect([403, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('Nimule');
  });

  it('is not the answer to an unknown call of a browser', async () => {
    expect((await server.inject({ url: '/api/nothing', headers: page })).statusCode).toBe(404);
    const posted = await server.inject({ method: 'POST', url: '/dashboard', headers: page });
    expect(posted.statusCode).toBe(404);
  });

  it('that is not built is reported', async () => {
    const bare = await startHarness({ webRoot: join(webRoot, 'assets') });
    const answer = await bare.server.inject({ url: '/', headers: page });
    expect([answer.statusCode, answer.body]).toEqual([
      503,
      'The portal is not built yet. Run: npm run build\n',
    ]);
    await bare.close();
  });
});
