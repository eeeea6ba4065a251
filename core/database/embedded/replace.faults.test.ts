import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
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
import { embeddedEngine } from '../dump/embedded.ts';
import { copyEmbeddedTemplate, type EmbeddedConnection, openEmbedded } from './embedded.ts';
import { holdDatabase } from './requests-client.ts';
import { beginSwap } from './swap.ts';

// Backups and restores of the embedded database, interrupted anywhere: the old data or the new open by themselves, and
// nothing is left behind.

const template = inject('embeddedTemplate');
const report = () => {};

let folder: string;
const actors: Actor[] = [];
const opened: EmbeddedConnection[] = [];
const pools: pg.Pool[] = [];
let isDisk = false;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-replace-'));
});

afterEach(async () => {
  await Promise.all(actors.splice(0).map((actor) => actor.kill()));
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await Promise.all(opened.splice(0).map((connection) => connection.close()));
  if (isDisk) execFileSync('umount', ['--lazy', folder]);
  isDisk = false;
  await rm(folder, { recursive: true, force: true });
});

async function actor(): Promise<Actor> {
  const started = await startActor();
  actors.push(started);
  return started;
}

async function open(role: 'server' | 'shell', onWait?: (note: string) => void) {
  const connection = await openEmbedded(folder, role, { onWait });
  opened.push(connection);
  const pool = createPool({ ...connection.config, max: 2 });
  pools.push(pool);
  const contents = { schemaVersion: 0, tables: {}, trialBalanceCents: 0 };
  const settings = { dataDir: folder, pool, readContents: async () => contents };
  return { connection, pool, engine: embeddedEngine(settings) };
}

async function killOwner(dataDir = folder): Promise<void> {
  const pid = await ownerPidOf(dataDir);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(pid), { ...POLL_OPTIONS, interval: 5 }).toBe(false);
}

const answers = (pool: pg.Pool) =>
  pool.query('select 1').then(
    () => true,
    () => false,
  );

const entries = async (pattern: RegExp) =>
  (await readdir(folder)).filter((name) => pattern.test(name));
const TEMPORARY = /^(copy|scratch|removed)-/;

async function mark(dataDir: string, name: string): Promise<void> {
  await copyEmbeddedTemplate(template!, dataDir);
  const connection = await openEmbedded(dataDir, 'shell');
  await ask(connection, `create table mark as select '${name}' as name`);
  await connection.close();
}

async function markOf(): Promise<unknown> {
  const shell = await openEmbedded(folder, 'shell', { mustExist: true });
  try {
    return ((await ask(shell, 'select name from mark')) as { name: string }[])[0]?.name;
  } finally {
    await shell.close();
  }
}

describe('kill -9 in a swap', () => {
  const scratch = () => join(folder, 'scratch-other');

  beforeEach(async () => {
    await mark(folder, 'one');
    await mark(scratch(), 'two');
  });

  const states: readonly (readonly [string, (replaced: string) => Promise<unknown>])[] = [
    ['before the first rename', async () => {}],
    ['after the first rename', (replaced) => rename(join(folder, 'pg'), replaced)],
    [
      'after both renames',
      async (replaced) => {
        await rename(join(folder, 'pg'), replaced);
        await rename(join(scratch(), 'pg'), join(folder, 'pg'));
      },
    ],
  ];

  it.each(states)(
    '%s: the new data open, also where a database must exist',
    async (_when, state) => {
      await beginSwap(folder, scratch(), new Date());
      const { replaced } = JSON.parse(await readFile(join(folder, 'swap.json'), 'utf8'));
      await state(join(folder, replaced));
      expect(await markOf()).toBe('two');
      expect(await entries(/^(swap|pg)/)).toEqual(['pg', replaced]);
    },
  );

  /** Looks until a file of the swap is there, or `isOver`. */
  async function untilThere(pattern: RegExp, isOver = () => false): Promise<void> {
    while (!isOver() && (await entries(pattern)).length === 0);
  }
  const BEGUN = /^(swap\.json|pg\.replaced)/;
  const RENAMED = /^pg\.replaced/;

  it.each([
    ['at once', /./],
    ['when it has begun', BEGUN],
    ['when the old data are put away', RENAMED],
  ])(
    'of the process that asked for it, %s: the server goes on with the old or the new data',
    async (_when, pattern) => {
      const notes: string[] = [];
      const { pool } = await open('server', (note) => notes.push(note));
      const requester = await actor();
      await requester.hold(folder, scratch());
      await untilThere(pattern);
      await requester.kill();
      const found = async () => {
        const { rows } = await pool.query('select name from mark');
        return rows[0].name as string;
      };
      await expect.poll(() => found().catch(() => 'closed'), POLL_OPTIONS).not.toBe('closed');
      const [replaced] = await entries(/^pg\.replaced/);
      expect(await found()).toBe(replaced ? 'two' : 'one');
      expect(notes.join()).toMatch(
        replaced ? /^The embedded database was replaced by [^,]+$/ : /^$/,
      );
    },
  );

  it('of the owner, again and again: the old or the new data open', async () => {
    let present = 'one';
    const outcomes = new Map<string, number>();
    // Before the owner reads what it is asked, at once, and so on to its answer.
    const moments = ['unread', /./, BEGUN, RENAMED, 'answered'] as const;
    for (let turn = 0; turn < (isLong ? 40 : 5); turn += 1) {
      const moment = moments[turn % moments.length]!;
      const shell = await openEmbedded(folder, 'shell');
      const next = present === 'one' ? 'two' : 'one';
      const held = await holdDatabase(folder);
      if (moment === 'unread') process.kill(await ownerPidOf(folder), 'SIGSTOP');
      let isOver = false;
      const swapping = held
        .swap(scratch())
        .then(
          () => 'acknowledged',
          () => 'not acknowledged',
        )
        .finally(() => {
          isOver = true;
        });
      if (moment === 'answered') await swapping;
      else if (moment !== 'unread') await untilThere(moment, () => isOver);
      // A little later in each round.
      for (let looks = Math.floor(turn / moments.length); looks > 0; looks -= 1) await entries(/./);
      const pid = await ownerPidOf(folder);
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      const answer = await swapping;
      held.release();
      await expect.poll(() => isRunning(pid), POLL_OPTIONS).toBe(false);
      await shell.close();
      const found = await markOf();
      expect(answer === 'acknowledged' ? [next] : [present, next]).toContain(found);
      expect(await entries(/^swap/)).toEqual([]);
      const outcome = `${answer}, ${found === next ? 'new' : 'old'}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const [replaced] = await entries(/^pg\.replaced/);
      expect(replaced !== undefined).toBe(found === next);
      if (replaced) await rename(join(folder, replaced), join(scratch(), 'pg'));
      present = found as string;
    }
    // Otherwise the kills miss the swap.
    expect([...outcomes.keys()].sort()).toEqual(
      expect.arrayContaining(['acknowledged, new', 'not acknowledged, old']),
    );
  });
});

describe('kill -9', () => {
  it('of the process that holds the database lets all others in again', async () => {
    await copyEmbeddedTemplate(template!, folder);
    const { pool } = await open('server');
    const requester = await actor();
    await requester.hold(folder);
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '57P03' });
    await requester.kill();
    await expect.poll(() => answers(pool), POLL_OPTIONS).toBe(true);
  });

  it('of the process that waits to hold it does not keep others out', async () => {
    await copyEmbeddedTemplate(template!, folder);
    const { pool } = await open('server');
    const client = await pool.connect();
    await client.query('begin');
    const requester = await actor();
    void requester.hold(folder).catch(() => {});
    // The owner answers so often that it has also taken the request, which waits for the end of the transaction.
    for (let turn = 0; turn < 200; turn += 1) await client.query('select 1');
    await requester.kill();
    await client.query('commit');
    client.release();
    // The owner may not have noticed yet that the requester has gone.
    await expect.poll(() => answers(pool), POLL_OPTIONS).toBe(true);
  });

  it.each([/^Copying/, /^Writing/])(
    'of a process that dumps (%s) leaves a copy that is removed later',
    async (step) => {
      await copyEmbeddedTemplate(template!, folder);
      const { pool, engine } = await open('server');
      const requester = await actor();
      await requester.open(folder, 'shell');
      void requester.dump(folder, join(folder, 'dump.sql')).catch(() => {});
      await requester.noted(step);
      const [copy] = await entries(TEMPORARY);
      await engine.removeReplaced();
      expect(await entries(TEMPORARY)).toEqual([copy].filter(Boolean));
      await requester.kill();
      const removed = async () => {
        await engine.removeReplaced();
        return entries(TEMPORARY);
      };
      await expect.poll(removed, POLL_OPTIONS).toEqual([]);
      expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    },
  );

  it('of the owner process of the copy: the dump fails and nothing is left', async () => {
    await copyEmbeddedTemplate(template!, folder);
    const { engine } = await open('server');
    const file = join(folder, 'dump.sql');
    const kill = async (step: string) => {
      if (!step.startsWith('Writing')) return;
      const [copy] = await entries(TEMPORARY);
      await killOwner(join(folder, copy!));
    };
    await expect(engine.dump(file, (step) => void kill(step))).rejects.toMatchObject({
      code: 'database.unavailable',
    });
    expect(await entries(TEMPORARY)).toEqual([]);
  });

  it('of the owner process while it is held: the server opens the old data again', async () => {
    await copyEmbeddedTemplate(template!, folder);
    const { pool, engine } = await open('server');
    await pool.query('create table present ()');
    const scratch = await engine.createScratch(report);
    const beforeSwap = () => killOwner();
    await expect(engine.replaceWith(scratch, beforeSwap, report)).rejects.toMatchObject({
      code: 'database.unavailable',
    });
    expect((await pool.query('select * from present')).rows).toEqual([]);
    await scratch.drop();
    expect(await entries(/^(copy|scratch|removed|swap|pg\.replaced)/)).toEqual([]);
  });
});

describe.skipIf(process.getuid?.() !== 0)('a full disk', () => {
  beforeEach(async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m', 'none', folder]);
    isDisk = true;
    await copyEmbeddedTemplate(template!, folder);
  });

  async function fill(left: number): Promise<string> {
    const filler = join(folder, 'filler');
    const { bavail, bsize } = statfsSync(folder);
    await writeFile(filler, Buffer.alloc(bavail * bsize - left * 1024 ** 2));
    return filler;
  }

  it('is named before the files are copied, and nothing is left', async () => {
    const { pool, engine } = await open('server');
    const outside = await mkdtemp(join(tmpdir(), 'nimule-dump-'));
    const filler = await fill(90);
    const full = { kind: 'unavailable', code: 'disk.full' };
    await expect(engine.dump(join(outside, 'dump.sql'), report)).rejects.toMatchObject({
      ...full,
      message: expect.stringMatching(/has \d+ MB left, and this needs \d+ MB/),
    });
    await expect(engine.createScratch(report)).rejects.toMatchObject(full);
    expect([await entries(TEMPORARY), await readdir(outside)]).toEqual([[], []]);
    await rm(filler);
    await engine.dump(join(outside, 'dump.sql'), report);
    expect((await stat(join(outside, 'dump.sql'))).size).toBeGreaterThan(10_000);
    await rm(outside, { recursive: true });
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  });

  it('is named where it fills while a dump is written or rows are loaded', async () => {
    const { engine } = await open('server');
    const scratch = await engine.createScratch(report);
    await scratch.pool.query('create table long (body text)');
    const rows = join(tmpdir(), `nimule-rows-${process.pid}`);
    const line = Buffer.from(`${'0123456789abcdef'.repeat(60)}\n`);
    await writeFile(rows, Buffer.alloc(line.length * 200_000, line));
    const block = {
      table: 'long',
      columns: ['body'],
      file: rows,
      from: 0,
      to: line.length * 200_000,
    };
    await expect(scratch.copy(block)).rejects.toMatchObject({ code: 'disk.full' });
    await scratch.drop();
    expect(await entries(TEMPORARY)).toEqual([]);
    await rm(rows);
    const small = join(folder, 'small');
    await mkdir(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'none', small]);
    try {
      await expect(engine.dump(join(small, 'dump.sql'), report)).rejects.toMatchObject({
        code: 'disk.full',
      });
      expect(await readdir(small)).toEqual([]);
    } finally {
      execFileSync('umount', [small]);
    }
    expect(await entries(TEMPORARY)).toEqual([]);
  });
});
