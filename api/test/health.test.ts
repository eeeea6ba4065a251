import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, transact } from '@nimule/core/context';
import { createDatabase } from '@nimule/core/database/connect';
import { appliedMigrations, readMigrations } from '@nimule/core/database/migrate';
import { invoke } from '@nimule/core/invoke';
import { clearPause, setPause } from '@nimule/core/records/pause';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../server.ts';
import { type Harness, MAX_DELAY_MS, PASSWORD, staffCookie, startHarness } from './harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

describe('health', () => {
  it('is answered while the process runs, even without a database', async () => {
    const pool = { query: () => Promise.reject(new Error('gone')) };
    const offline = await buildServer({ app: { ...harness.app, pool: pool as never } });
    expect((await offline.inject('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await offline.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'unavailable' }]);
    await offline.close();
  });

  it('is readiness once every migration is applied', async () => {
    const known = (await readMigrations()).length;
    const ready = await harness.server.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ready', schemaVersion: known },
    ]);
    const { pool } = harness.app;
    const [last] = (
      await pool.query('delete from schema_migrations where version = $1 returning *', [known])
    ).rows;
    expect(await appliedMigrations(pool)).toHaveLength(known - 1);
    expect((await harness.server.inject('/readyz')).statusCode).toBe(503);
    await pool.query('insert into schema_migrations values ($1, $2, $3, $4)', [
      last.version,
      last.name,
      last.checksum,
      last.applied_at,
    ]);
  });
});

describe('while a restore replaces the database', () => {
  const message = 'A backup is being restored.';
  const refusal = [503, '10', { code: 'server.maintenance', message }];

  it('every call is refused before the database is asked, and pages are served', async () => {
    const { app, server } = harness;
    const cookie = await staffCookie(harness, 'super_admin');
    const pool = {
      query: () => Promise.reject(new Error('asked')),
      connect: () => Promise.reject(new Error('asked')),
    } as unknown as typeof app.pool;
    const held = await buildServer({
      app: { ...app, pool, db: createDatabase(pool) },
      maxDelayMs: MAX_DELAY_MS,
    });
    app.maintenance.message = message;
    try {
      for (const [method, url] of [
        ['GET', '/api/customers'],
        ['GET', '/api/company'],
        ['POST', '/api/auth/login'],
        ['GET', '/api/docs'],
      ] as const) {
        const { statusCode, headers, json } = await held.inject({
          method,
          url,
          headers: { cookie },
          ...(method === 'POST' ? { payload: { username: 'a', password: 'b' } } : {}),
        });
        expect([statusCode, headers['retry-after'], json()], url).toEqual(refusal);
      }
      expect((await held.inject('/healthz')).statusCode).toBe(200);
      const ready = await held.inject('/readyz');
      expect([ready.statusCode, ready.headers['retry-after'], ready.json()]).toEqual([
        503,
        '5',
        { status: 'maintenance' },
      ]);
      expect((await held.inject('/nowhere')).statusCode).toBe(404);
      await expect(invoke(app, { kind: 'shell', osUser: 'test' }, 'company', {})).rejects.toThrow(
        message,
      );
    } finally {
      app.maintenance.message = undefined;
      await held.close();
    }
    const answer = await server.inject({ url: '/api/customers', headers: { cookie } });
    expect(answer.statusCode).toBe(200);
  });

  it('a database that accepts no connections is told with the time to wait', async () => {
    const { app } = harness;
    const refuse = () =>
      Promise.reject(
        Object.assign(new Error('the database system is starting'), { code: '57P03' }),
      );
    const pool = { query: refuse, connect: refuse } as unknown as typeof app.pool;
    const held = await buildServer({
      app: { ...app, pool, db: createDatabase(pool) },
      maxDelayMs: MAX_DELAY_MS,
    });
    const answer = await held.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'grace', password: PASSWORD },
    });
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '10',
      {
        code: 'database.starting',
        message: 'The database is starting. Try again in a minute.',
      },
    ]);
    await held.close();
  });
});

describe('metrics', () => {
  it('count by route, not by address', async () => {
    await harness.server.inject('/api/customers/1');
    await harness.server.inject('/api/customers/2');
    const { body, headers } = await harness.server.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/customers\/:id",status="401"\} 2/,
    );
    expect(body).toContain('nodejs_eventloop_lag_seconds');
    expect(body).not.toContain('/api/customers/1');
  });

  it('tell of the backups and of a pause, and leave out what cannot be read', async () => {
    const told = async (server = harness.server) =>
      Object.fromEntries(
        [...(await server.inject('/metrics')).body.matchAll(/^nimule_(\w+) (\S+)$/gm)].map(
          ([, name, value]) => [name, Number(value)],
        ),
      );
    const { pool, config } = harness.app;
    const backupDir = mkdtempSync(join(tmpdir(), 'nimule-metrics-'));
    const app = { ...harness.app, config: { ...config, backupDir } };
    const server = await buildServer({ app, maxDelayMs: MAX_DELAY_MS });
    try {
      expect(await told(server)).toMatchObject({
        backup_last_success_timestamp_seconds: 0,
        backup_last_verified_timestamp_seconds: 0,
        jobs_paused: 0,
      });
      const ctx = createContext(app, { kind: 'system', job: 'test' });
      await transact(ctx, (tx) => setPause(tx, { since: tx.now, by: 'Grace', filename: 'a.sql' }));
      await pool.query(`update schema_migrations set applied_at = '2026-01-01T00:00:00Z'`);
      expect(await told(server)).toMatchObject({ backup_failed: 1, jobs_paused: 1 });
      await transact(ctx, clearPause);
      expect(await told(server)).toMatchObject({ jobs_paused: 0 });
      rmSync(backupDir, { recursive: true });
      writeFileSync(backupDir, '');
      expect(await told(server)).toEqual({
        database_connections_max: pool.options.max,
        database_waiting_requests: 0,
      });
    } finally {
      await server.close();
      rmSync(backupDir, { recursive: true });
    }
  });

  it('tell of connections, of what waits to be sent, and of the last runs of jobs', async () => {
    const { app, server } = harness;
    await app.pool.query(
      `insert into messages (type, channel, recipient, text, status, next_at, queued_at, created_by)
       values ('single', 'email', 'a@mail.example', 'x', 'queued', now(), now(), 'test')`,
    );
    await app.pool.query(
      `insert into job_runs (job, period, status, claimed_by, started_at, lease_until, finished_at, error)
       values ('billing.disconnect', '2026-11-20', 'failed', 'x', '2026-11-20T01:00:00Z', '2026-11-20T01:10:00Z',
         '2026-11-20T01:00:05Z', 'no')`,
    );
    const { body } = await server.inject('/metrics');
    expect(body).toContain('nimule_messages_waiting{channel="email"} 1\n');
    expect(body).toContain('nimule_messages_waiting{channel="sms"} 0\n');
    expect(body).toContain(
      `nimule_job_last_finished_timestamp_seconds{job="billing.disconnect"} ${Date.parse('2026-11-20T01:00:05Z') / 1000}\n`,
    );
    expect(body).toContain('nimule_job_failed{job="billing.disconnect"} 1\n');
    expect(body).toMatch(/^nimule_database_connections\{state="used"\} \d+$/m);
    expect(body).toContain(`nimule_database_connections_max ${app.pool.options.max}\n`);
    await app.pool.query('delete from job_runs; delete from messages');
  });

  it('are answered only on this machine, and not through a proxy on it', async () => {
    const remote = await harness.server.inject({ url: '/metrics', remoteAddress: '192.0.2.1' });
    expect(remote.statusCode).toBe(403);
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    expect((await harness.server.inject({ url: '/metrics', headers })).statusCode).toBe(403);
  });
});
