import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresBinaries, startCluster } from '@nimule/fixtures/testing/databases/cluster';
import { ask } from '@nimule/fixtures/testing/databases/embedded-probes';
import { linkEmptyDatabase } from '@nimule/fixtures/testing/databases/test-database';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needing } from '@nimule/fixtures/testing/needs';
import { type Actor, startActor } from '@nimule/fixtures/testing/processes/embedded-actor';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createPool } from '../connect.ts';
import { embeddedEngine } from '../dump/embedded.ts';
import { makeEmptyDatabase } from '../dump/embedded-places.ts';
import type { Scratch } from '../dump/engine.ts';
import { copyEmbeddedTemplate, type EmbeddedConnection, openEmbedded } from './embedded.ts';
import { markMoved } from './moved.ts';
import { dumpToFile, holdDatabase } from './requests-client.ts';

const run = promisify(execFile);
const template = inject('embeddedTemplate');

const readContents = async (
  query: (text: string) => Promise<Record<string, unknown>[]>,
): Promise<{ schemaVersion: number; tables: object; trialBalanceCents: number }> => {
  const [row] = await query('select count(*)::int as notes from notes');
  return { schemaVersion: row?.notes as number, tables: {}, trialBalanceCents: 0 };
};

const TEXTS = ['', null, '\\N', '\\.', 'a\tb\\c\nd\r', 'ünï 🎉 \u0001', "it's", '\\', 'x\\'];

// Other processes are started, and a server of PostgreSQL.
describe('backups of the embedded database', { timeout: patiently(60_000) }, () => {
  let folder: string;
  let server: EmbeddedConnection;
  let pool: pg.Pool;
  const notes: string[] = [];
  let made: Promise<Scratch> | undefined;
  /** One for all, since preparing a database takes seconds. */
  const theScratch = () => {
    made ??= engine().createScratch(report);
    return made;
  };
  const engine = () =>
    embeddedEngine({ dataDir: folder, pool, readContents: readContents as never });
  const own = async () =>
    (await readdir(folder)).filter((name) => /copy|scratch|repl|remov/.test(name));
  const report = () => {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nimule-requests-'));
    await copyEmbeddedTemplate(template!, folder);
    await linkEmptyDatabase(template!, folder);
    server = await openEmbedded(folder, 'server', { onWait: (note) => void notes.push(note) });
    pool = createPool({ ...server.config, max: 4 });
    await pool.query(`
      create table notes (id int generated always as identity, body text not null);
      create table "Odd ""names" (
        "select" text, b bytea, "Ü" timestamptz, doubled int generated always as (n * 2) stored, n int);
      create table renamed_before (id serial primary key, at date not null);
      alter table renamed_before rename to renamed;
      create sequence "Odd seq"; select nextval('"Odd seq"'), nextval('"Odd seq"')`);
    await pool.query(
      `insert into notes (body) select 'note ' || n from generate_series(1, 20000) n`,
    );
    await pool.query(
      `insert into "Odd ""names" ("select", b, "Ü", n)
       select t, '\\x00ff5c'::bytea, '2026-01-31 23:59:59.5+02', o::int
         from unnest($1::text[]) with ordinality as u (t, o)`,
      [TEXTS],
    );
    await pool.query(`insert into "Odd ""names" ("select", n) values (repeat('long', 700000), 99)`);
  });

  afterAll(async () => {
    await pool.end();
    await server.close();
    expect(await own()).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });

  it('dumps a copy while others wait for the copy only, and leaves nothing else', async () => {
    const file = join(folder, 'dump.sql');
    const contents = await engine().dump(file, report);
    expect(contents).toMatchObject({ schemaVersion: 20000 });
    expect(contents.database).toMatch(/^embedded PostgreSQL 18\.\d+$/);
    expect(contents.waitedMs).toBeGreaterThan(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(/transaction_timeout|^\\(un)?restrict|OWNER TO/m);
    expect(text.match(/^SET statement_timeout/gm)).toHaveLength(1);
    expect(text.match(/database dump complete/g)).toHaveLength(1);
    expect(text.match(/^SET default_tablespace/gm)).toHaveLength(1);
    expect(await own()).toEqual([]);
    await expect(dumpToFile(folder, file)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it(
    'dumps what psql of PostgreSQL loads, and loads its rows',
    needing('psql', 'pg_dump'),
    async () => {
      const cluster = await startCluster();
      try {
        const file = join(folder, 'dump.sql');
        const bin = findPostgresBinaries()!;
        const at = ['-h', cluster.host, '-p', String(cluster.port), '-U', cluster.user];
        await run(join(bin, 'psql'), [
          ...at,
          '-X',
          '-q',
          '-v',
          'ON_ERROR_STOP=1',
          '-d',
          'postgres',
          '-f',
          file,
        ]);
        const other = createPool({ ...cluster, database: 'postgres', max: 1 });
        const odd = `select * from "Odd ""names" order by n`;
        expect((await other.query(odd)).rows).toEqual((await pool.query(odd)).rows);
        expect((await other.query(`select nextval('"Odd seq"') n`)).rows).toEqual([{ n: 3 }]);
        await other.query(`select setval('"Odd seq"', 2)`);
        await other.end();

        const theirs = join(folder, 'theirs.sql');
        await run(join(bin, 'pg_dump'), [...at, '-d', 'postgres', '--no-owner', '-f', theirs]);
        const parts = async (path: string) => {
          const text = await readFile(path, 'utf8');
          const blocks = text.match(/^COPY .* FROM stdin;\n[\s\S]*?^\\\.\n\n\n/gm) ?? [];
          // The order of rows is that of the pages on which the database has put them.
          const rows = blocks.map((block) => block.split('\n').sort());
          return [...rows, ...(text.match(/^SELECT pg_catalog.setval.*$/gm) ?? [])]
            .map(String)
            .sort();
        };
        expect(await parts(file)).toEqual(await parts(theirs));
        expect((await parts(file)).length).toBeGreaterThan(30);

        const bytes = await readFile(theirs);
        const scratch = await theScratch();
        await scratch.pool.query(
          `create table "Odd ""names" ("select" text, b bytea, "Ü" timestamptz, n int);
         create table notes (id int primary key, body text)`,
        );
        for (const [table, columns] of [
          ['Odd "names', ['select', 'b', 'Ü', 'n']],
          ['notes', ['id', 'body']],
        ] as const) {
          const head = bytes.indexOf(
            `COPY public.${table === 'notes' ? 'notes' : '"Odd ""names"'} (`,
          );
          const from = bytes.indexOf('\n', head) + 1;
          const to = bytes.indexOf('\n\\.\n', from) + 1;
          await scratch.copy({ table, columns, file: theirs, from, to });
        }
        const bare = `select "select", b, "Ü", n from "Odd ""names" order by n`;
        expect((await scratch.pool.query(bare)).rows).toEqual((await pool.query(bare)).rows);
        expect(
          await readContents(async (text) => (await scratch.pool.query(text)).rows),
        ).toMatchObject({
          schemaVersion: 20000,
        });
      } finally {
        await cluster.stop();
      }
    },
  );

  it('reports rows that cannot be loaded with the words and the code of PostgreSQL', async () => {
    const scratch = await theScratch();
    const file = join(folder, 'rows');
    const load = async (text: string, table = 'numbers') => {
      await writeFile(file, text);
      const to = Buffer.byteLength(text);
      await scratch.copy({ table, columns: ['n'], file, from: 0, to });
    };
    await scratch.pool.query('create table numbers (n int primary key)');
    await expect(load('1\nx\n')).rejects.toMatchObject({ code: '22P02', message: /integer: "x"/ });
    await expect(load('1\n1\n')).rejects.toMatchObject({ code: '23505' });
    await expect(load('1\n', 'n"; drop table numbers')).rejects.toMatchObject({ code: '42P01' });
    await expect(
      scratch.copy({ table: 'numbers', columns: ['n'], file, from: 0, to: 99 }),
    ).rejects.toThrow(/shorter/);
    await load('1\n');
    expect((await scratch.pool.query('select * from numbers')).rows).toEqual([{ n: 1 }]);
  });

  describe('held for a restore', () => {
    let guest: Actor;
    beforeEach(async () => {
      guest = await startActor();
      await guest.open(folder, 'shell');
    });
    afterEach(() => guest.kill());

    it('waits for an open transaction, then refuses all, until it is released', async () => {
      await guest.query('begin');
      await guest.query("insert into notes (body) values ('of the guest')");
      const holding = holdDatabase(folder);
      await expect.poll(() => Promise.race([holding, 'waiting'])).toBe('waiting');
      await guest.query('commit');
      const held = await holding;
      await expect(guest.query('select 1')).rejects.toThrow(
        /being replaced|terminated|connection/i,
      );
      await expect(pool.query('select 1')).rejects.toMatchObject({
        code: '57P03',
        message: 'The database is being replaced by a backup. Try again in a minute.',
      });
      await expect(holdDatabase(folder)).rejects.toMatchObject({
        kind: 'conflict',
        code: 'database.beingReplaced',
      });
      await expect(engine().dump(join(folder, 'never'), report)).rejects.toMatchObject({
        kind: 'conflict',
      });
      held.release();
      await expect
        .poll(() =>
          pool.query('select 1').then(
            () => 'served',
            () => 'refused',
          ),
        )
        .toBe('served');
      const { rows } = await pool.query("select 1 as n from notes where body = 'of the guest'");
      expect(rows).toEqual([{ n: 1 }]);
    });

    it('is replaced by a scratch database; the server and guests have the new one', async () => {
      const present = join(folder, 'present.sql');
      const scratch = await theScratch();
      await scratch.pool.query(
        `drop table if exists notes; create table notes as select 'restored' as body`,
      );
      let before = 0;
      await engine().replaceWith(
        scratch,
        async (frozen) => {
          before = (await frozen.dump(present, report)).schemaVersion;
        },
        report,
      );
      expect(before).toBe(20001);
      expect(await readFile(present, 'utf8')).toContain('\tof the guest\n');
      expect((await pool.query('select body from notes')).rows).toEqual([{ body: 'restored' }]);
      expect(notes).toEqual([
        'The embedded database was replaced by a restored backup and is opened again.',
      ]);
      await guest.close();
      expect(await guest.open(folder, 'shell')).toMatchObject({ owner: false });
      expect(await guest.query('select body from notes')).toEqual([{ body: 'restored' }]);
      expect(await own()).toEqual([expect.stringMatching(/^pg\.replaced-\d{14}$/)]);
      await engine().removeReplaced();
      expect(await own()).toEqual([]);
    });
  });

  it('is replaced too where a shell has started the owner process, and its guest may ask for it', async () => {
    const place = join(folder, 'of-a-shell');
    await copyEmbeddedTemplate(template!, place);
    const shell = await startActor();
    await shell.open(place, 'shell');
    const guest = await openEmbedded(place, 'shell');
    const connections = createPool({ ...guest.config, max: 1 });
    await connections.query('create table replaced ()');
    // As a closed scratch database.
    const scratch = join(place, 'scratch-of-the-test');
    await copyEmbeddedTemplate(template!, scratch);
    const held = await holdDatabase(place);
    await expect(held.swap(folder)).rejects.toThrow(/not a scratch database/);
    await held.swap(scratch);
    const tables = () =>
      connections.query("select to_regclass('replaced') as old").then(
        ({ rows }) => rows,
        () => 'closed',
      );
    await expect.poll(tables, { timeout: patiently(20_000) }).toEqual([{ old: null }]);
    await connections.end();
    await guest.close();
    await shell.close();
    await shell.kill();
    const again = await openEmbedded(place, 'shell');
    expect(again.owner).toBe(true);
    expect(await ask(again, "select to_regclass('replaced') as old")).toEqual([{ old: null }]);
    await markMoved(place, 'postgres://clerk:secret@db.example:5433/nimule', '2026-11-22');
    const moved = {
      code: 'database.moved',
      message:
        /moved to database "nimule" at db\.example:5433 as user "clerk" on 2026-11-22\. Set DATABASE_URL to it\..* delete .*moved\.json/,
    };
    await expect(openEmbedded(place, 'shell')).rejects.toMatchObject(moved);
    await again.close();
    await expect(openEmbedded(place, 'server')).rejects.toMatchObject(moved);
  });
});

it(
  'prepares the first empty databases of a data directory at once',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nimule-requests-'));
    try {
      const places = ['one', 'other'].map((name) => join(folder, name));
      // Without the seconds that a new database takes.
      for (const place of places) await copyEmbeddedTemplate(template!, place);
      await Promise.all(places.map((place) => makeEmptyDatabase(folder, place)));
      const [empty, ...rest] = (await readdir(folder)).filter((name) => !/^one|^other/.test(name));
      expect([empty, rest]).toEqual([expect.stringMatching(/^pg\.empty-\d+$/), []]);
      for (const place of places) expect(await readdir(place)).not.toContain(`${empty}.new`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  patiently(60_000),
);
