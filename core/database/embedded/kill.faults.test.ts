import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ask,
  isRunning,
  ownerPidOf,
  POLL_OPTIONS,
} from '@nimule/fixtures/testing/databases/embedded-probes';
import { isLong } from '@nimule/fixtures/testing/long';
import { type Actor, startActor } from '@nimule/fixtures/testing/processes/embedded-actor';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createPool } from '../connect.ts';
import { copyEmbeddedTemplate, type EmbeddedConnection, openEmbedded } from './embedded.ts';
import { newestClaim } from './lock.ts';

// kill -9 of every process involved, at any moment: no acknowledged data are lost, nothing is incomplete,
// and the database recovers by itself.

const template = inject('embeddedTemplate');

const KILLS = isLong ? 25 : 5;

describe('kill -9', () => {
  let folder: string;
  const opened: EmbeddedConnection[] = [];
  const actors: Actor[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nimule-kill-'));
    await copyEmbeddedTemplate(template!, folder);
  });

  afterEach(async () => {
    await Promise.all(actors.splice(0).map((actor) => actor.kill()));
    await Promise.all(opened.splice(0).map((connection) => connection.close()));
    const pid = await ownerPid();
    await expect.poll(() => pid !== 0 && isRunning(pid), POLL_OPTIONS).toBe(false);
    await rm(folder, { recursive: true, force: true });
  });

  async function open(
    role: 'server' | 'shell',
    onWait?: (message: string) => void,
  ): Promise<EmbeddedConnection> {
    const connection = await openEmbedded(folder, role, { onWait });
    opened.push(connection);
    return connection;
  }

  async function actor(): Promise<Actor> {
    const started = await startActor();
    actors.push(started);
    return started;
  }

  const ownerPid = () => ownerPidOf(folder);

  async function killOwner(): Promise<void> {
    const pid = await ownerPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isRunning(pid), { ...POLL_OPTIONS, interval: 5 }).toBe(false);
  }

  it(`of the owner, ${KILLS} times in the middle of writing, loses no acknowledged row`, async () => {
    const acknowledged = new Set<number>();
    let attempted = 0;

    /** Writes pairs of rows, each pair in a transaction, until its connection breaks. */
    async function write(pool: pg.Pool): Promise<void> {
      const client = await pool.connect();
      // A checked-out connection that breaks emits an event in addition to failing its query.
      client.on('error', () => {});
      try {
        for (;;) {
          attempted += 1;
          const id = attempted;
          const insert = 'insert into pairs values ($1, $2, $3)';
          await client.query('begin');
          await client.query(insert, [id, 1, 'x'.repeat(id % 3000)]);
          await client.query(insert, [id, 2, 'y'.repeat(id % 3000)]);
          await client.query('commit');
          acknowledged.add(id);
        }
      } catch (error) {
        client.release(error as Error);
      }
    }

    for (let kill = 0; kill <= KILLS; kill += 1) {
      const shell = await openEmbedded(folder, 'shell');
      expect(shell.owner).toBe(true);
      if (kill === 0) {
        const key = 'primary key (id, half)';
        await ask(shell, `create table pairs (id int, half int, filling text, ${key})`);
      }
      const sql = 'select id, count(*)::int as halves from pairs group by id';
      const rows = (await ask(shell, sql)) as { id: number; halves: number }[];
      const found = new Set(rows.map(({ id }) => id));
      expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
      expect(rows.filter(({ halves }) => halves !== 2)).toEqual([]);
      if (kill < KILLS) {
        const enough = acknowledged.size + 20 + kill * 13;
        const pool = createPool({ ...shell.config, max: 4 });
        const writers = [write(pool), write(pool), write(pool), write(pool)];
        await expect
          .poll(() => acknowledged.size, { ...POLL_OPTIONS, interval: 7 })
          .toBeGreaterThan(enough);
        await killOwner();
        await Promise.all(writers);
        await pool.end();
      }
      await shell.close();
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS * 20);
  });

  it('of the owner under a server: guests get an error, the server restarts it', async () => {
    const notes: string[] = [];
    const server = await open('server', (note) => void notes.push(note));
    const guest = await actor();
    await guest.open(folder, 'shell');
    await guest.query('create table t (id int)');
    await guest.query('begin');
    await guest.query('insert into t values (1)');
    await killOwner();
    await expect(guest.query('commit')).rejects.toThrow(
      /Connection terminated|ECONNRESET|EPIPE|connection error/,
    );
    await expect.poll(() => notes.join(), POLL_OPTIONS).toMatch(/started again/);
    await expect
      .poll(
        () => ask(server, 'select count(*)::int as rows from t').catch(() => 'not yet'),
        POLL_OPTIONS,
      )
      .toEqual([{ rows: 0 }]);
    await guest.close();
    expect((await guest.open(folder, 'shell')).owner).toBe(false);
    await guest.close();
  });

  it('of the owner repeatedly: the server delays restarts, reports it, and serves again', async () => {
    const notes: string[] = [];
    const server = await open('server', (note) => void notes.push(note));
    for (let kill = 0; kill <= 5; kill += 1) {
      await expect
        .poll(() => ask(server, 'select 1').catch(() => 'not yet'), POLL_OPTIONS)
        .not.toBe('not yet');
      await killOwner();
    }
    await expect.poll(() => notes.at(-1), POLL_OPTIONS).toMatch(/keeps ending/);
    await expect
      .poll(() => ask(server, 'select 1').catch(() => 'not yet'), POLL_OPTIONS)
      .not.toBe('not yet');
  });

  it('of the owner under a shell: an error, and the next opening starts a new owner', async () => {
    const shell = await open('shell');
    await ask(shell, 'create table t (id int)');
    const guest = await actor();
    await guest.open(folder, 'shell');
    await guest.query('insert into t values (1)');
    await killOwner();
    await expect(guest.query('select 1')).rejects.toThrow();
    await Promise.all([guest.close(), shell.close()]);
    const next = await open('shell');
    expect(next.owner).toBe(true);
    expect(await ask(next, 'select * from t')).toEqual([{ id: 1 }]);
  });

  it('of the server: a guest may finish, a new server waits and then finds all data', async () => {
    const server = await actor();
    await server.open(folder, 'server');
    await server.query('create table t (id int)');
    await server.query('insert into t values (1)');
    const guest = await actor();
    await guest.open(folder, 'shell');
    await guest.query('begin');
    await guest.query('insert into t values (2)');
    await server.kill();
    const notes: string[] = [];
    const successor = open('server', (note) => void notes.push(note));
    await expect.poll(() => notes.length, POLL_OPTIONS).toBeGreaterThan(0);
    expect(notes[0]).toMatch(/previous server/);
    await guest.query('commit');
    await guest.close();
    expect(await ask(await successor, 'select id from t order by id')).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  it('of the server in the middle of a transaction: rolled back, the owner ends by itself', async () => {
    const server = await actor();
    await server.open(folder, 'server');
    await server.query('create table t (id int)');
    await server.query('begin');
    await server.query('insert into t values (1)');
    await server.kill();
    expect(await ask(await open('server'), 'select * from t')).toEqual([]);
  });

  it('of a guest in the middle of a transaction: rolled back without blocking others', async () => {
    const server = await open('server');
    await ask(server, 'create table t (id int)');
    const guest = await actor();
    await guest.open(folder, 'shell');
    await guest.query('begin');
    await guest.query('insert into t values (1)');
    const waiting = ask(server, 'select * from t');
    await guest.kill();
    expect(await waiting).toEqual([]);
  });

  it('of a shell that owns it, with a guest: the guest goes on, and the owner ends after it', async () => {
    const shell = await actor();
    expect((await shell.open(folder, 'shell')).owner).toBe(true);
    const guest = await actor();
    expect((await guest.open(folder, 'shell')).owner).toBe(false);
    await shell.kill();
    await guest.query('create table t (id int)');
    await guest.query('insert into t values (1)');
    const pid = await ownerPid();
    expect(isRunning(pid)).toBe(true);
    await guest.close();
    await expect.poll(() => isRunning(pid), POLL_OPTIONS).toBe(false);
    expect(await ask(await open('shell'), 'select * from t')).toEqual([{ id: 1 }]);
  });

  it('by a statement that ends the session: all connections get an error, and it is restarted', async () => {
    const server = await open('server');
    await ask(server, 'create table t (id int); insert into t values (1)');
    // The gateway does not parse comments, and this statement ends PGlite's session.
    await expect(ask(server, '/* in */ copy t from stdin')).rejects.toThrow();
    await expect
      .poll(() => ask(server, 'select * from t').catch(() => 'not yet'), POLL_OPTIONS)
      .toEqual([{ id: 1 }]);
  });

  it('survives a stack overflow', async () => {
    const server = await open('server');
    const before = await ownerPid();
    await ask(
      server,
      `create function down(n int) returns int language plpgsql as 'begin return down(n + 1); end';
       create function down_sql(n int) returns int language sql as 'select down_sql(n + 1)'`,
    );
    const nested = `'${'['.repeat(9000)}${']'.repeat(9000)}'`;
    const sum = Array.from({ length: 9000 }, () => 'x').join('+');
    for (const sql of [
      'select down(1)',
      'select down_sql(1)',
      `select ${nested}::jsonb`,
      `select ${sum} from (values (1)) v (x)`,
    ]) {
      await expect(ask(server, sql)).rejects.toMatchObject({ code: '54001' });
    }
    expect(await ownerPid()).toBe(before);
  });

  it('during the first initialisation leaves nothing incomplete', async () => {
    const fresh = join(folder, 'fresh');
    const hasty = new AbortController();
    const preparing = openEmbedded(fresh, 'shell', {
      signal: hasty.signal,
      onWait: (note) => {
        if (!/first use/.test(note)) return;
        void newestClaim(fresh).then(({ record }) => process.kill(record!.pid, 'SIGKILL'));
      },
    });
    await expect(preparing).rejects.toMatchObject({ code: 'database.unavailable' });
    expect(await readdir(fresh)).not.toContain('pg');
    const shell = await openEmbedded(fresh, 'shell');
    expect(await ask(shell, "select extname from pg_extension where extname = 'pg_trgm'")).toEqual([
      { extname: 'pg_trgm' },
    ]);
    await shell.close();
    expect(await readdir(fresh)).toEqual(['pg', 'run']);
  });
});
