import { createPool } from '@nimule/core/database/connect';
import { withinReadLimit } from '@nimule/core/database/read-limit';
import { patiently } from '@nimule/fixtures/testing/machine';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Listener, listen } from '../listener.ts';
import { type Harness, staffCookie, startHarness } from './harness.ts';

/** As long as a test: what is waited for comes sooner or never. */
const WAITING = { timeout: patiently(20_000) };

const RATE = JSON.stringify({ purpose: 'standard', rate: 5000 });

let harness: Harness;
let listener: Listener;
let cookie: string;
let unlock: (() => Promise<void>) | undefined;

beforeAll(async () => {
  harness = await startHarness();
  listener = await listen({ host: '127.0.0.1', port: 0 }, harness.server.routing);
  cookie = await staffCookie(harness, 'admin');
});
afterEach(async () => {
  await unlock?.();
  unlock = undefined;
  const { pool } = harness.app;
  await expect.poll(() => pool.totalCount - pool.idleCount, WAITING).toBe(0);
});
afterAll(async () => {
  await listener.close();
  await harness.close();
});

/** Locks tables until the end of the test. */
async function lock(tables: string): Promise<void> {
  const pool = createPool({ ...harness.app.settings, max: 1 });
  const client = await pool.connect();
  await client.query(`begin; lock table ${tables} in access exclusive mode`);
  unlock = async () => {
    await client.query('commit');
    client.release();
    await pool.end();
  };
}

/** The connections that wait for a lock. */
async function blocked(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' order by pid`.execute(
    harness.app.db,
  );
  return rows.map(({ pid }) => pid);
}

const untilBlocked = (count: number) => expect.poll(blocked, WAITING).toHaveLength(count);

function send(path: string, init: RequestInit = {}) {
  const leaving = new AbortController();
  const answer = fetch(listener.url + path, {
    ...init,
    headers: { cookie, 'content-type': 'application/json', ...init.headers },
    signal: leaving.signal,
  }).catch((error: unknown) => error);
  return { answer, leave: () => leaving.abort() };
}

describe.skipIf(!inject('postgres'))('a reading on PostgreSQL', () => {
  it('is cancelled when its caller disconnects', async () => {
    await lock('customers');
    const { answer, leave } = send('/api/customers');
    await untilBlocked(1);
    leave();
    await answer;
    await untilBlocked(0);
    await unlock!();
    unlock = undefined;
    expect(await (send('/api/customers').answer as Promise<Response>)).toMatchObject({
      status: 200,
    });
  });

  it.each([
    ['a change', '/api/billing/rates', { method: 'POST', body: RATE }, 'currency_rates'],
    ['a check of the books', '/api/accounting/check', {}, 'journal_lines'],
    ['an export', '/api/customers/export?format=csv', {}, 'customers'],
  ] as const)('goes on where it is %s', async (_what, path, init, table) => {
    await lock(`${table}, customers`);
    const { answer, leave } = send(path, init);
    await untilBlocked(1);
    const goesOn = await blocked();
    leave();
    await answer;
    // A reading whose caller leaves later is cancelled: by then this one would be, too.
    const reading = send('/api/customers');
    await untilBlocked(2);
    reading.leave();
    await reading.answer;
    await untilBlocked(1);
    expect(await blocked()).toEqual(goesOn);
  });

  it('ends at its time limit with a message, and its connection is closed', async () => {
    const { pool } = harness.app;
    const before = pool.totalCount;
    let pid = 0;
    const read = withinReadLimit(pool, { limitMs: 200 }, async (db) => {
      pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
      await sql`select pg_sleep(60)`.execute(db);
    });
    await expect(read).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'database.tooSlow',
      message: expect.stringContaining('longer than 0.2 seconds'),
    });
    const isThere = async () =>
      (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(harness.app.db)).rows
        .length;
    await expect.poll(isThere, WAITING).toBe(0);
    expect(pool.totalCount).toBeLessThanOrEqual(before + 1);
  });

  it('that ends in time is not affected, and releases its connection', async () => {
    const pool = createPool({ ...harness.app.settings, max: 1 });
    for (const value of [1, 2, 3]) {
      const { rows } = await withinReadLimit(pool, {}, (db) =>
        sql<{ value: number }>`select ${value}::int as value`.execute(db),
      );
      expect(rows).toEqual([{ value }]);
    }
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
    await pool.end();
  });

  it('gets no connection when its caller disconnects first', async () => {
    const pool = createPool({ ...harness.app.settings, max: 1 });
    const busy = await pool.connect();
    const leaving = new AbortController();
    let ran = false;
    const read = withinReadLimit(pool, { signal: leaving.signal }, async (db) => {
      await sql`select 1`.execute(db);
      ran = true;
    });
    leaving.abort();
    await expect(read).rejects.toMatchObject({ code: 'request.left' });
    busy.release();
    await expect.poll(() => pool.idleCount, WAITING).toBe(1);
    expect(ran).toBe(false);
    await pool.end();
  });

  it('in a transaction leaves none open', async () => {
    const pool = createPool({ ...harness.app.settings, max: 1 });
    const read = withinReadLimit(pool, { limitMs: 100 }, (db) =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_sleep(60)`.execute(trx);
      }),
    );
    await expect(read).rejects.toMatchObject({ code: 'database.tooSlow' });
    const { rows } = await pool.query('select now() = statement_timestamp() as fresh');
    expect(rows).toEqual([{ fresh: true }]);
    await pool.end();
  });
});
