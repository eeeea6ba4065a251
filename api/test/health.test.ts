import { appliedMigrations, readMigrations } from '@nimule/core/database/migrate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../server.ts';
import { type Harness, startHarness } from './harness.ts';

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

  it('are answered only on this machine, and not through a proxy on it', async () => {
    const remote = await harness.server.inject({ url: '/metrics', remoteAddress: '192.0.2.1' });
    expect(remote.statusCode).toBe(403);
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    expect((await harness.server.inject({ url: '/metrics', headers })).statusCode).toBe(403);
  });
});
