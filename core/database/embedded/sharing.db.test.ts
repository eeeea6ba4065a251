import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyEmbeddedTemplate } from './embedded.ts';
import { openEngine } from './engine.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { checkpointIfDue, vacuumOneTable } from './maintenance.ts';
import { queryMessage, startupMessage, syncMessage } from './protocol.ts';

// One PGlite session shared by many connections. The engine runs in this process, so that the gateway's timeout can
// be short; orders.db.test.ts runs it in its own process.

const template = inject('embeddedTemplate');

describe('the shared session', () => {
  const path = () => join(directory, '.s.PGSQL.5432');
  let directory: string;
  let db: PGlite;
  let gateway: Gateway;
  let pool: pg.Pool;
  const broken: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nimule-share-'));
    await copyEmbeddedTemplate(template!, directory);
    db = await openEngine(directory, () => {});
    gateway = await createGateway(db, {
      user: 'postgres',
      database: 'postgres',
      onBroken: (reason) => void broken.push(reason),
      idleTimeout: 300,
      maxConnections: 40,
    });
    await gateway.listen(path());
    pool = new pg.Pool({ host: directory, user: 'postgres', database: 'postgres', max: 20 });
    pool.on('error', () => {});
    await pool.query('create table notes (id int primary key, body text)');
  });

  afterAll(async () => {
    await pool.end();
    await gateway.close('the tests are over', 1000);
    await db.close();
    await rm(directory, { recursive: true, force: true });
    expect(broken).toEqual([]);
  });

  /** A connection whose bytes the test writes itself. Returns the types of the messages read. */
  async function rawConnection() {
    const socket: Socket = connect(path());
    let buffer = Buffer.alloc(0);
    const types: string[] = [];
    const values: string[] = [];
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffer = Buffer.concat([buffer, chunk]);
      while (buffer.length >= 5) {
        const end = 1 + buffer.readUInt32BE(1);
        if (buffer.length < end) return;
        const type = String.fromCharCode(buffer[0]!);
        types.push(type);
        if (type === 'D') values.push(buffer.toString('utf8', 11, end));
        if (type === 'E') values.push(/\0C(\w{5})\0/.exec(buffer.toString('latin1', 5, end))![1]!);
        buffer = buffer.subarray(end);
      }
    });
    const until = (type: string, count = 1) =>
      expect
        .poll(() => types.filter((seen) => seen === type).length, { interval: 5 })
        .toBeGreaterThanOrEqual(count);
    socket.write(startupMessage('postgres', 'postgres'));
    await until('Z');
    types.length = 0;
    return { socket, types, values, until };
  }

  const text = (value: string) => Buffer.from(`${value}\0`);
  function message(type: string, ...fields: Buffer[]): Buffer {
    const body = Buffer.concat(fields);
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeUInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  }
  const parse = (sql: string) => message('P', text(''), text(sql), Buffer.alloc(2));
  const bindAndExecute = Buffer.concat([
    message('B', text(''), text(''), Buffer.alloc(6)),
    message('E', text(''), Buffer.alloc(4)),
  ]);
  const flush = message('H');

  it('gives each of many connections its own answers', async () => {
    const ask = async (worker: number, turn: number) => {
      const body = `${worker}-${turn}-`.padEnd(turn % 5 === 0 ? 150_000 : 20, 'x');
      const odd = turn % 2 === 1;
      const { rows } = await pool.query(
        odd
          ? 'select $1::text as body, $2::int as turn'
          : 'select $2::int * 2 as turn, $1::text as body',
        [body, turn],
      );
      expect(rows).toEqual([{ body, turn: odd ? turn : turn * 2 }]);
    };
    await Promise.all(
      Array.from({ length: 20 }, async (_, worker) => {
        for (let turn = 0; turn < 20; turn += 1) await ask(worker, turn);
      }),
    );
  });

  it('does not mix two queries whose messages arrive interleaved', async () => {
    const [one, other] = await Promise.all([rawConnection(), rawConnection()]);
    one.socket.write(Buffer.concat([parse("select 'of one'"), flush]));
    await one.until('1');
    // The unnamed statement is now that of `one`, and must stay so.
    other.socket.write(Buffer.concat([parse("select 'of the other'"), bindAndExecute]));
    other.socket.write(syncMessage());
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(other.types).toEqual([]);
    one.socket.write(Buffer.concat([bindAndExecute, syncMessage()]));
    await Promise.all([one.until('Z'), other.until('Z')]);
    expect([one.values, other.values]).toEqual([['of one'], ['of the other']]);
    one.socket.destroy();
    other.socket.destroy();
  });

  it('answers an error once, also to queries that are already waiting behind it', async () => {
    const connection = await rawConnection();
    const good = Buffer.concat([parse("select 'good'"), bindAndExecute, syncMessage()]);
    const bad = Buffer.concat([parse('selec'), bindAndExecute, syncMessage()]);
    connection.socket.write(Buffer.concat([bad, good, bad, queryMessage("select 'simple'"), good]));
    await connection.until('Z', 5);
    expect(connection.types.filter((type) => 'EDZ'.includes(type)).join('')).toBe('EZDZEZDZDZ');
    expect(connection.values).toEqual(['42601', 'good', '42601', 'simple', 'good']);
    connection.socket.destroy();
  });

  it('skips to the Sync after an error in a query that is sent in parts', async () => {
    const connection = await rawConnection();
    connection.socket.write(Buffer.concat([parse('selec'), flush]));
    await connection.until('E');
    connection.socket.write(Buffer.concat([bindAndExecute, flush, syncMessage()]));
    await connection.until('Z');
    connection.socket.write(queryMessage('select 1'));
    await connection.until('Z', 2);
    expect(connection.types.join('')).toBe('EZTDCZ');
    connection.socket.destroy();
  });

  it('makes a second connection wait for the end of a transaction', async () => {
    const [one, other] = await Promise.all([pool.connect(), pool.connect()]);
    const order: string[] = [];
    await one.query('begin');
    await one.query("insert into notes values (1, 'first')");
    const seen = other.query('select body from notes').then(({ rows }) => {
      order.push('read');
      return rows;
    });
    await one.query("update notes set body = 'second'");
    await one.query('select 1');
    order.push('commit');
    await one.query('commit');
    expect(await seen).toEqual([{ body: 'second' }]);
    expect(order).toEqual(['commit', 'read']);
    one.release();
    other.release();
  });

  it('rolls back the transaction of a broken connection', async () => {
    await pool.query('delete from notes');
    const [inBlock, inParts] = await Promise.all([rawConnection(), rawConnection()]);
    inBlock.socket.write(queryMessage("begin; insert into notes values (2, 'lost')"));
    await inBlock.until('Z');
    inBlock.socket.destroy();
    expect((await pool.query('select * from notes')).rows).toEqual([]);
    // Executed, but without the Sync that would commit it.
    const insert = parse("insert into notes values (3, 'lost too')");
    inParts.socket.write(Buffer.concat([insert, bindAndExecute, flush]));
    await inParts.until('C');
    inParts.socket.destroy();
    expect((await pool.query('select * from notes')).rows).toEqual([]);
  });

  it('drops queued messages of a broken connection', async () => {
    const [holder, leaver] = await Promise.all([pool.connect(), rawConnection()]);
    await holder.query('begin');
    leaver.socket.write(queryMessage("insert into notes values (4, 'never')"));
    await holder.query('select 1');
    leaver.socket.destroy();
    await once(leaver.socket, 'close');
    await holder.query('select 1');
    await holder.query('commit');
    holder.release();
    expect((await pool.query('select * from notes')).rows).toEqual([]);
  });

  it('ends a transaction that is idle while others wait', async () => {
    const idler = await rawConnection();
    idler.socket.write(queryMessage("begin; insert into notes values (5, 'idle')"));
    await idler.until('Z');
    // Waits until the gateway's timeout ends the idle connection.
    expect((await pool.query('select * from notes')).rows).toEqual([]);
    await idler.until('E');
    expect(idler.values).toEqual(['25P03']);
  });

  it('reports failed and running transactions as PostgreSQL does', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await expect(client.query('copy notes from stdin')).rejects.toMatchObject({ code: '0A000' });
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    await expect(client.query('select $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' });
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    client.release();
  });

  it('passes a notification on to every connection', async () => {
    const [listener, speaker] = await Promise.all([pool.connect(), pool.connect()]);
    const heard = once(listener, 'notification');
    await listener.query('listen invoices');
    await speaker.query("notify invoices, 'INV-2026-000001'");
    expect((await heard)[0]).toMatchObject({ channel: 'invoices', payload: 'INV-2026-000001' });
    await speaker.query('unlisten invoices');
    listener.release();
    speaker.release();
  });

  it('survives invalid protocol bytes', async () => {
    const greeting = connect(path());
    greeting.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    greeting.resume();
    await once(greeting, 'close');
    const stranger = await rawConnection();
    stranger.socket.write('!!!!!!!!!!!!');
    await stranger.until('E');
    expect(stranger.values).toEqual(['08P01']);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('refuses connections above its limit, and accepts new ones after some have left', async () => {
    const sockets = Array.from({ length: 41 }, () => connect(path()));
    const refusal = await new Promise<string>((resolve) => {
      for (const socket of sockets) socket.once('data', (bytes) => resolve(String(bytes)));
    });
    expect(refusal).toContain('53300');
    for (const socket of sockets) socket.destroy();
    const enter = async () => {
      const client = new pg.Client({ host: directory, user: 'postgres', database: 'postgres' });
      client.on('error', () => {});
      await client.connect();
      await client.end();
      return 'in';
    };
    await expect.poll(enter).toBe('in');
  });

  it('syncs every commit to disk', async () => {
    const { rows } = await pool.query("select current_setting('fsync') as fsync");
    expect(rows).toEqual([{ fsync: 'on' }]);
    const files = (
      db.Module as unknown as {
        FS: { filesystems: { NODEFS: { stream_ops: { fsync: (stream: object) => number } } } };
      }
    ).FS.filesystems.NODEFS.stream_ops;
    const real = files.fsync;
    const outcomes: number[] = [];
    files.fsync = (stream) => {
      outcomes.push(real(stream));
      return 0;
    };
    await pool.query("insert into notes values (6, 'on disk')");
    const committed = outcomes.length;
    await pool.query('checkpoint');
    files.fsync = real;
    expect(committed).toBeGreaterThanOrEqual(1);
    expect(outcomes.length).toBeGreaterThan(committed);
    expect(new Set(outcomes)).toEqual(new Set([0]));
  });

  it('writes checkpoints and vacuums tables, which PGlite does not do by itself', async () => {
    await pool.query('checkpoint');
    expect(await checkpointIfDue(db, 0)).toBe(false);
    await pool.query(
      "insert into notes select n, repeat('x', 1800) || n from generate_series(100, 20100) n",
    );
    expect(await checkpointIfDue(db, 0)).toBe(true);
    expect(await checkpointIfDue(db, 10 * 60_000)).toBe(false);
    await pool.query('delete from notes where id > 5000');
    await pool.query('select pg_stat_force_next_flush()');
    const cleaned: (string | undefined)[] = [];
    do cleaned.push(await gateway.exclusively(() => vacuumOneTable(db)));
    while (cleaned.at(-1) !== undefined && cleaned.length < 50);
    expect(cleaned).toContain('public.notes');
    expect(cleaned.at(-1)).toBeUndefined();
    expect(cleaned.length).toBeLessThan(20);
  });
});
