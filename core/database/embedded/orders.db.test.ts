import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ask,
  isRunning,
  ownerPidOf,
  POLL_OPTIONS,
} from '@nimule/fixtures/testing/databases/embedded-probes';
import { type Actor, startActor } from '@nimule/fixtures/testing/processes/embedded-actor';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { copyEmbeddedTemplate, type EmbeddedConnection, openEmbedded } from './embedded.ts';
import { newestClaim, runDirectory } from './lock.ts';

// All orders in which a server and shells open and close the embedded database. The server, the shells and the
// owner that serves the files are separate processes.

const template = inject('embeddedTemplate');

describe('owners and guests', () => {
  let folder: string;
  let one: Actor;
  let other: Actor;
  const opened: EmbeddedConnection[] = [];

  const startActors = async () => {
    [one, other] = await Promise.all([startActor(), startActor()]);
  };

  beforeAll(startActors);

  afterAll(async () => {
    const printed = one.printed() + other.printed();
    await Promise.all([one.kill(), other.kill()]);
    expect(printed).toBe('');
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nimule-orders-'));
    await copyEmbeddedTemplate(template!, folder);
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await Promise.all([one.kill(), other.kill()]);
      await startActors();
    }
    await Promise.all(opened.splice(0).map((connection) => connection.close()));
    await ownerGone();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(role: 'server' | 'shell', onWait?: (message: string) => void) {
    const connection = await openEmbedded(folder, role, { onWait });
    opened.push(connection);
    return connection;
  }

  const ownerPid = () => ownerPidOf(folder);

  async function ownerGone() {
    const pid = await ownerPid();
    if (pid) await expect.poll(() => isRunning(pid), POLL_OPTIONS).toBe(false);
  }

  it('server, then shell: the shell is a guest and leaves it running', async () => {
    expect((await one.open(folder, 'server')).owner).toBe(true);
    await one.query('create table t (id int)');
    expect((await other.open(folder, 'shell')).owner).toBe(false);
    await other.query('insert into t values (1)');
    expect(await one.query('select * from t')).toEqual([{ id: 1 }]);
    await other.close();
    await one.query('insert into t values (2)');
    const pid = await ownerPid();
    await one.close();
    expect(isRunning(pid)).toBe(false);
  });

  it('server, then shell, and the server ends: a clear error, and the next opening starts a new owner', async () => {
    await one.open(folder, 'server');
    await one.query('create table t (id int)');
    await other.open(folder, 'shell');
    await other.query('begin');
    const closing = one.close();
    // An open transaction may end.
    await other.query('insert into t values (1)');
    await other.query('commit');
    await closing;
    await expect(other.query('select 1')).rejects.toThrow(
      /The program that served the embedded database is stopping|connection error/,
    );
    await other.close();
    expect((await other.open(folder, 'shell')).owner).toBe(true);
    expect(await other.query('select * from t')).toEqual([{ id: 1 }]);
    await other.close();
  });

  it('shell, then server: the server waits for its end and then owns it', async () => {
    await one.open(folder, 'shell');
    await one.query('create table t (id int)');
    let servesNow = false;
    const server = other.open(folder, 'server').then((connection) => {
      servesNow = true;
      return connection;
    });
    expect(await other.noted(/isp/)).toMatch(/^Waiting for an `isp` command/);
    await one.query('insert into t values (1)');
    expect(servesNow).toBe(false);
    await one.close();
    expect((await server).owner).toBe(true);
    expect(await other.query('select * from t')).toEqual([{ id: 1 }]);
    // Other shells become guests again.
    expect((await one.open(folder, 'shell')).owner).toBe(false);
    await one.close();
    await other.close();
  });

  it('shell, waiting server, then another shell: the server goes first', async () => {
    await one.open(folder, 'shell');
    const server = other.open(folder, 'server');
    await other.noted(/isp/);
    const notes: string[] = [];
    const latecomer = open('shell', (note) => void notes.push(note));
    await expect.poll(() => notes.length, POLL_OPTIONS).toBe(1);
    expect(notes[0]).toMatch(/server that is about to start/);
    await one.close();
    // Either of the two may be first; the other waits for it or joins it.
    const shell = await latecomer;
    expect(await ask(shell, 'select 1 as one')).toEqual([{ one: 1 }]);
    await shell.close();
    expect((await server).owner).toBe(true);
    await other.close();
  });

  it('shell, then shell: the owner stays until its guest has left', async () => {
    expect((await one.open(folder, 'shell')).owner).toBe(true);
    expect((await other.open(folder, 'shell')).owner).toBe(false);
    let closed = false;
    const closing = one.close().then(() => {
      closed = true;
    });
    await one.noted(/another command/);
    await other.query('create table t (id int)');
    await other.query('insert into t values (1)');
    expect(closed).toBe(false);
    await other.close();
    await closing;
    await ownerGone();
    expect(await ask(await open('shell'), 'select * from t')).toEqual([{ id: 1 }]);
  });

  it('three at once on a new directory: one owner, the others its guests', async () => {
    const all = await Promise.all([
      one.open(folder, 'shell'),
      other.open(folder, 'shell'),
      open('shell'),
    ]);
    expect(all.filter(({ owner }) => owner)).toHaveLength(1);
    expect(new Set(all.map(({ config }) => config.host)).size).toBe(1);
    await one.query('create table t (id int)');
    expect(await other.query('select count(*)::int as rows from t')).toEqual([{ rows: 0 }]);
    await Promise.all([one.close(), other.close(), opened.pop()!.close()]);
  });

  it('a second server is refused while the first one isRunning', async () => {
    await one.open(folder, 'server');
    await expect(openEmbedded(folder, 'server')).rejects.toMatchObject({
      kind: 'conflict',
      code: 'database.inUse',
      message: expect.stringContaining(`process ${one.pid}`),
    });
    expect(await one.query('select 1 as one')).toEqual([{ one: 1 }]);
    await one.close();
  });

  it('waiting can be aborted', async () => {
    await one.open(folder, 'shell');
    const controller = new AbortController();
    const waiting = openEmbedded(folder, 'server', {
      signal: controller.signal,
      onWait: () => controller.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
    await one.close();
    await ownerGone();
    const opening = openEmbedded(folder, 'server', { signal: AbortSignal.abort('never mind') });
    await expect(opening).rejects.toBe('never mind');
    const before = await ownerPid();
    const hasty = new AbortController();
    const preparing = openEmbedded(folder, 'server', { signal: hasty.signal });
    await expect.poll(ownerPid, { ...POLL_OPTIONS, interval: 5 }).not.toBe(before);
    hasty.abort(new Error('too slow'));
    await expect(preparing).rejects.toThrow('too slow');
    expect(isRunning(await ownerPid())).toBe(false);
  });

  it('a program that forgets to close still ends, and so does its owner', async () => {
    const careless = await startActor();
    await careless.open(folder, 'shell');
    await careless.query('create table t (id int)');
    expect(await careless.forget()).toBe(0);
    await ownerGone();
    expect(await ask(await open('shell'), 'select count(*)::int as rows from t')).toEqual([
      { rows: 0 },
    ]);
  });

  it('Ctrl-C and a stopping service do not reach the owner process', async () => {
    const server = await open('server');
    const pid = await ownerPid();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    const group = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')[2];
    expect(Number(group)).toBe(pid);
  });

  it('keeps its files and sockets private', async () => {
    const server = await open('server');
    const modes = await Promise.all(
      ['run', 'run/.s.PGSQL.5432', 'pg', `run/${(await runFiles())[0]}`].map(
        async (name) => (await stat(join(folder, name))).mode & 0o077,
      ),
    );
    expect(modes).toEqual([0, 0, 0, 0]);
    await ask(server, 'create table t (id int)');
    const [file] = (await ask(server, "select pg_relation_filepath('t') as path")) as {
      path: string;
    }[];
    expect((await stat(join(folder, 'pg', file!.path))).mode & 0o077).toBe(0);
  });

  const runFiles = async () => {
    const { record } = await newestClaim(folder);
    return [record!.socket.slice(runDirectory(folder).length + 1)];
  };

  it('serves a data directory whose path is too long for a socket', async () => {
    const deep = join(folder, 'a'.repeat(50), 'b'.repeat(50));
    await copyEmbeddedTemplate(folder, deep);
    const server = await openEmbedded(deep, 'server');
    const guest = await openEmbedded(deep, 'shell');
    expect(guest).toMatchObject({ owner: false, config: server.config });
    expect(server.config.host.startsWith(tmpdir())).toBe(true);
    expect(await ask(guest, 'select 1 as one')).toEqual([{ one: 1 }]);
    await guest.close();
    await server.close();
    await rm(server.config.host, { recursive: true });
  });

  it('refuses to copy a database that is open, and to copy over one', async () => {
    await open('server');
    const target = join(folder, 'copy');
    await expect(copyEmbeddedTemplate(folder, target)).rejects.toMatchObject({
      code: 'database.inUse',
    });
    await expect(copyEmbeddedTemplate(template!, folder)).rejects.toMatchObject({
      code: 'database.exists',
    });
  });

  it('says why it cannot open what is not its database', async () => {
    await writeFile(join(folder, 'pg', 'PG_VERSION'), '12\n');
    await expect(openEmbedded(folder, 'server')).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('was made by PostgreSQL 12'),
    });
    await rm(join(folder, 'pg', 'PG_VERSION'));
    await expect(openEmbedded(folder, 'shell')).rejects.toThrow(/holds files but no database/);
  });
});
