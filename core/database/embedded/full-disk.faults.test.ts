import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patiently } from '@nimule/fixtures/testing/machine';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { unusableDataDirectory } from '../../ports/data-directory.ts';
import { createPool } from '../connect.ts';
import { copyEmbeddedTemplate, type EmbeddedConnection, openEmbedded } from './embedded.ts';

const MEGABYTE = 1024 ** 2;
/** Statements while the disk is full. */
const TRIES = 5;
/** An engine that keeps ending is started every 10 seconds. */
const WAITING = { timeout: patiently(60_000), interval: 500 };

let folder: string;
let connection: EmbeddedConnection | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-full-'));
});
afterEach(async () => {
  await connection?.close();
  connection = undefined;
  // An owner that is about to exit still has it as its directory.
  execFileSync('umount', ['--lazy', folder]);
  await rm(folder, { recursive: true, force: true });
});

function mountSmallDisk(): Promise<void> {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'none', folder]);
  return copyEmbeddedTemplate(inject('embeddedTemplate')!, folder);
}

/** Fills the disk except for some bytes. */
async function fillDisk(left: number): Promise<() => Promise<void>> {
  const filler = join(folder, 'filler');
  const { bavail, bsize } = statfsSync(folder);
  await writeFile(filler, Buffer.alloc(bavail * bsize - left));
  return () => rm(filler);
}

// Only root may mount a disk. 14 MB break the engine at a log segment, 6 MB at a table.
test.skipIf(process.getuid?.() !== 0).each([14, 6])(
  'a server whose disk was full with the last %i MB serves again when there is room, with all that was saved',
  async (left) => {
    await mountSmallDisk();
    const notes: string[] = [];
    connection = await openEmbedded(folder, 'server', { onWait: (note) => void notes.push(note) });
    const pool = createPool({ ...connection.config, max: 1 });
    await pool.query('create table filled (id int, filling text)');
    const makeRoom = await fillDisk(left * MEGABYTE);
    const write = (id: number) =>
      pool.query(
        `insert into filled select $1::int, repeat(md5(n::text), 60) from generate_series(1, 500) n`,
        [id],
      );
    let saved = 0;
    const failure = await (async () => {
      for (;;) {
        await write(saved + 1);
        saved += 1;
      }
    })().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '53100' });
    const serves = () =>
      write(-1).then(
        () => true,
        () => false,
      );
    // What fails in the full disk may end the engine, which is started again and fails again.
    for (let tries = 0; tries < TRIES; tries += 1) await serves();
    await makeRoom();
    await expect.poll(serves, WAITING).toBe(true);
    const { rows } = await pool.query(
      'select id, count(*)::int as n from filled where id > 0 group by id order by id',
    );
    expect(rows).toEqual(Array.from({ length: saved }, (_, index) => ({ id: index + 1, n: 500 })));
    expect(notes.join()).not.toContain('PGlite');
    await pool.end();
  },
);

const openings: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
  [
    'a disk without room',
    () => fillDisk(0),
    /disk that is full|disk with the data directory is full/,
  ],
  [
    'a disk that is read-only',
    async () => execFileSync('mount', ['-o', 'remount,ro', folder]),
    /lies on a disk that is read-only/,
  ],
  [
    'a damaged file',
    () => truncate(join(folder, 'pg/global/pg_control')),
    /cannot be opened: its files may be damaged/,
  ],
];

test.skipIf(process.getuid?.() !== 0).each(openings)(
  '%s is named when the database is opened',
  async (_what, spoil, message) => {
    await mountSmallDisk();
    // An owner has run before.
    await (await openEmbedded(folder, 'shell')).close();
    await spoil();
    const opening = openEmbedded(folder, 'server').catch((error: NodeJS.ErrnoException) => {
      throw unusableDataDirectory(folder, error);
    });
    await expect(opening).rejects.toThrow(message);
  },
);
