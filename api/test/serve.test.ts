import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '@nimule/core/config';
import { createPool } from '@nimule/core/database/connect';
import {
  createTestDatabase,
  type TestDatabase,
} from '@nimule/fixtures/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../log.ts';
import { type RunningServer, serve } from '../serve.ts';

const log = createLogger('silent', { write: () => {} });
const folder = mkdtempSync(join(tmpdir(), 'nimule-serve-'));
let database: TestDatabase;
let config: Config;

beforeAll(async () => {
  database = await createTestDatabase();
  const { host = '', port = 5432, user = '', database: name = '' } = database.settings;
  const query = new URLSearchParams({ host, port: String(port), user });
  config = readConfig({
    DATABASE_URL: `postgresql:///${name}?${query}`,
    ISP_DATA_DIR: folder,
    ISP_COMPANY_NAME: 'Bor Link',
    PORT: '0',
    HOST: '127.0.0.1',
  });
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Starts a sign-in that waits for a lock until `release` is called. */
async function requestUnderWay({ url }: RunningServer) {
  const pool = createPool({ ...database.settings, max: 1 });
  const client = await pool.connect();
  await client.query('begin; lock table users in access exclusive mode');
  const answer = fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'nobody', password: 'nothing' }),
  });
  const waiting = createPool({ ...database.settings, max: 1 });
  const blocked = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waiting.query(blocked)).rows[0].n === 0);
  await waiting.end();
  return {
    answer,
    async release() {
      await client.query('commit');
      client.release();
      await pool.end();
    },
  };
}

describe('serve', () => {
  it('prepares the database, listens and reports the address', async () => {
    const prepared: string[] = [];
    const abandoned = mkdtempSync(join(tmpdir(), 'nimule-upload-'));
    utimesSync(abandoned, 0, 0);
    const server = await serve(config, {
      log,
      prepare: async (app) => void prepared.push(app.config.company.name),
    });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${server.url}/api/company`)).json()).toMatchObject({
      name: 'Bor Link',
    });
    expect(prepared).toEqual(['Bor Link']);
    expect(existsSync(abandoned)).toBe(false);
    expect(await server.close()).toBe(true);
    expect(await server.close()).toBe(true);
  });

  it('answers health checks while the database is being opened', async () => {
    let seen: Response[] = [];
    const page = { headers: { accept: 'text/html' } };
    const logged: string[] = [];
    const server = await serve(config, {
      log: createLogger('info', { write: (line) => logged.push(line) }),
      prepare: async () => {
        const url = /http:[^"]+/.exec(logged.join(''))?.[0];
        seen = await Promise.all([
          ...['/healthz', '/readyz', '/api/company'].map((path) => fetch(`${url}${path}`)),
          fetch(`${url}/dashboard`, page),
        ]);
      },
    });
    expect(seen.map(({ status }) => status)).toEqual([200, 503, 503, 503]);
    for (const { headers } of seen) {
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(await seen[1]!.json()).toEqual({ status: 'starting' });
    expect([await seen[2]!.json(), seen[2]!.headers.get('retry-after')]).toEqual([
      { code: 'server.starting', message: 'Bor Link is starting. Try again in a moment.' },
      '5',
    ]);
    expect([await seen[3]!.text(), seen[3]!.headers.get('refresh')]).toEqual([
      'Bor Link is starting. Try again in a moment.\n',
      '5',
    ]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.close()).toBe(true);
  });

  it('releases its address when the database cannot be opened', async () => {
    const first = await serve(config, { log });
    const port = Number(new URL(first.url).port);
    await first.close();
    const broken = { ...config, port, databaseUrl: 'postgresql://127.0.0.1:1/none' };
    const logged: string[] = [];
    const told = createLogger('info', { write: (line) => logged.push(line) });
    await expect(serve(broken, { log: told })).rejects.toThrow('ECONNREFUSED');
    expect(logged.map((line) => JSON.parse(line).msg)).toEqual([
      `starting at http://127.0.0.1:${port}`,
    ]);
    await expect(fetch(first.url)).rejects.toThrow();
  });

  it('closes the database when it cannot start', async () => {
    const first = await serve(config, { log });
    const port = Number(new URL(first.url).port);
    await expect(serve({ ...config, port }, { log })).rejects.toMatchObject({
      kind: 'unavailable',
      message: `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or choose another with PORT or --port.`,
    });
    await expect(serve({ ...config, host: '192.0.2.1' }, { log })).rejects.toMatchObject({
      code: 'server.address',
    });
    await first.close();
  });

  it('does not wait for idle connections', async () => {
    const server = await serve(config, { log });
    const { hostname, port } = new URL(server.url);
    const [silent, halfway] = [connect(Number(port), hostname), connect(Number(port), hostname)];
    halfway.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const ended = [silent, halfway].map((socket) => once(socket.resume(), 'close'));
    expect(await server.close()).toBe(true);
    await Promise.all(ended);
  });

  // On the embedded database an open transaction blocks all others, so the lock could not be released.
  it.skipIf(!inject('postgres'))('finishes requests under way when it is stopped', async () => {
    const server = await serve(config, { log });
    const { answer, release } = await requestUnderWay(server);
    const closed = server.close();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    await release();
    expect((await answer).status).toBe(401);
    expect(await closed).toBe(true);
  });

  it.skipIf(!inject('postgres'))('aborts requests that do not end in time', async () => {
    const server = await serve(config, { log });
    const { answer, release } = await requestUnderWay(server);
    expect(await server.close(50)).toBe(false);
    expect(await (await answer).json()).toMatchObject({ code: 'database.tooSlow' });
    await release();
  });
});
