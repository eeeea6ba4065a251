import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPool } from '@nimule/core/database/connect';
import { findPgDump } from '@nimule/core/database/dump/pg-dump';
import { openEmbedded } from '@nimule/core/database/embedded/embedded';
import { migrate } from '@nimule/core/database/migrate';
import { findPostgresBinaries } from '@nimule/fixtures/testing/databases/cluster';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type { Bench } from './database.ts';
import { fillBooks, MONTHS } from './fill-books.ts';
import { fixed, inChild, line, median, seconds, verdict } from './measure.ts';

const ROUNDS = 3;
const RATIO_LIMIT = 1.5;
const MEMORY_LIMIT = 150;

const run = promisify(execFile);

type Name = 'create' | 'verify' | 'restore';

interface Step {
  name: Name;
  /** By default the file that an earlier step has made. */
  filename?: string;
}

interface Answer {
  answers: Partial<
    Record<Name, { seconds: number; filename: string; waitedMs: number; rows: number }>
  >;
  owners?: Partial<Record<'owner' | 'copy' | 'scratch', number>>;
}

interface Place {
  settings?: ReturnType<Bench['settings']>;
  dataDir?: string;
  backupDir: string;
}

async function inProcess(place: Place, steps: readonly Step[]) {
  const { answer, peakMegabytes } = await inChild('./child-backup.mjs', { ...place, steps });
  return { ...(answer as Answer), peakMegabytes };
}

/** Both sides of a comparison in alternating order; returns the ratio of the medians. */
async function compare(
  [ours, theirs]: readonly [string, string],
  [measureOurs, measureTheirs]: readonly [() => Promise<number>, () => Promise<number>],
): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = [
      async () => times[0].push(await measureOurs()),
      async () => times[1].push(await measureTheirs()),
    ];
    for (const measure of round % 2 === 0 ? order : order.reverse()) await measure();
  }
  for (const [name, taken] of [
    [ours, times[0]],
    [theirs, times[1]],
  ] as const) {
    const rounds = taken.map((took) => fixed(took)).join(', ');
    line(`    ${name.padEnd(15)} median ${fixed(median(taken))} s  (${rounds})`);
  }
  return median(times[0]) / median(times[1]);
}

function judge(ratio: number, memory: number): void {
  line(
    `    ratio ${fixed(ratio)} (at most ${fixed(RATIO_LIMIT)}: ${verdict(ratio, RATIO_LIMIT, true)}); peak memory ${fixed(memory, 0)} MB (at most ${MEMORY_LIMIT}: ${verdict(memory, MEMORY_LIMIT, true)})`,
  );
}

/** (f) Backups and restores against pg_dump and psql; the seconds during which others are refused. */
export async function benchBackups(bench: Bench, customers: number): Promise<void> {
  line(`(f) backups, ${customers * MONTHS} invoices`);
  const folder = await mkdtemp(join(tmpdir(), 'nimule-backups-'));
  // The server of the other side of the comparison may run as another user.
  await chmod(folder, 0o755);
  try {
    await bench.create('backed_up');
    const app = openApp(bench.settings('backed_up'));
    await fillBooks(app, customers);
    await app.close();
    const backupDir = join(folder, 'backups');
    const filename = await measureCreate(bench, backupDir, join(folder, 'plain.sql'));
    await measureVerify(bench, backupDir, filename);
    await measureRestore(bench, backupDir, filename);
    await bench.drop('backed_up');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Settles what earlier statements have left to be written. */
async function checkpoint(bench: Bench): Promise<void> {
  const pool = createPool({ ...bench.settings('postgres'), max: 1 });
  await pool.query('checkpoint');
  await pool.end();
}

function clientArguments(bench: Bench, database: string): string[] {
  const { host, port, user } = bench.cluster;
  return ['-h', host, '-p', String(port), '-U', user, '-d', database];
}

async function measureCreate(bench: Bench, backupDir: string, plain: string): Promise<string> {
  const program = await findPgDump(15);
  if (!program) throw new Error('pg_dump is not installed');
  const place = { settings: bench.settings('backed_up'), backupDir };
  let memory = 0;
  let filename = '';
  const ratio = await compare(
    ['create', 'pg_dump'],
    [
      async () => {
        await checkpoint(bench);
        const { answers, peakMegabytes } = await inProcess(place, [{ name: 'create' }]);
        memory = Math.max(memory, peakMegabytes);
        ({ filename } = answers.create!);
        return answers.create!.seconds;
      },
      async () => {
        await rm(plain, { force: true });
        await checkpoint(bench);
        return seconds(() =>
          run(program.path, [...clientArguments(bench, 'backed_up'), '-f', plain]),
        );
      },
    ],
  );
  judge(ratio, memory);
  const { size } = await stat(join(backupDir, filename));
  line(`    file of ${fixed(size / 1024 ** 2, 0)} MB`);
  return filename;
}

async function measureVerify(bench: Bench, backupDir: string, filename: string): Promise<void> {
  const psql = join(findPostgresBinaries()!, 'psql');
  const place = { settings: bench.settings('backed_up'), backupDir };
  let memory = 0;
  let rows = 0;
  const ratio = await compare(
    ['verify', 'psql'],
    [
      async () => {
        await checkpoint(bench);
        const { answers, peakMegabytes } = await inProcess(place, [{ name: 'verify', filename }]);
        memory = Math.max(memory, peakMegabytes);
        ({ rows } = answers.verify!);
        return answers.verify!.seconds;
      },
      async () => {
        await bench.create('loaded', 'template0');
        await checkpoint(bench);
        const options = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', join(backupDir, filename)];
        const took = await seconds(() =>
          run(psql, [...clientArguments(bench, 'loaded'), ...options]),
        );
        await bench.drop('loaded');
        return took;
      },
    ],
  );
  judge(ratio, memory);
  line(`    ${rows} rows restored, compared, and their books checked`);
}

async function measureRestore(bench: Bench, backupDir: string, filename: string): Promise<void> {
  await checkpoint(bench);
  const place = { settings: bench.settings('backed_up'), backupDir };
  const { answers, peakMegabytes } = await inProcess(place, [{ name: 'restore', filename }]);
  line(
    `    restore         ${fixed(answers.restore!.seconds)} s, ${await refusals(backupDir)}; peak memory ${fixed(peakMegabytes, 0)} MB`,
  );
}

/** How long the last restore refused the others, from its journal. */
async function refusals(backupDir: string): Promise<string> {
  const text = await readFile(join(backupDir, 'nimule-journal.jsonl'), 'utf8');
  const at = new Map<string, number>();
  for (const entry of text.split('\n').filter((part) => part !== '')) {
    const { event, step = '', at: instant } = JSON.parse(entry) as Record<string, string>;
    at.set(`${event} ${step}`.replace(/ backup nimule-.*/, '').trim(), Date.parse(instant!));
  }
  const between = (from: string, to: string) => (at.get(to)! - at.get(from)!) / 1000;
  const begun = 'restore.step maintenance begun';
  const whole = between(begun, 'restore.step databases swapped');
  const safety = between(begun, 'restore.step safety');
  return `others refused for ${fixed(whole)} s, ${fixed(whole - safety)} s of them after the safety backup`;
}

/** The same on the embedded database, without limits. */
export async function benchEmbeddedBackups(customers: number): Promise<void> {
  line(
    `(f) backups, embedded database, ${customers} customers with ${customers * MONTHS} invoices`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'nimule-backups-'));
  try {
    const connection = await openEmbedded(folder, 'server');
    const app = { ...openApp({ ...connection.config, max: 2 }), embedded: true };
    await migrate(app.pool);
    await fillBooks(app, customers);
    await app.close();
    await connection.close();
    const backupDir = join(folder, 'backups');
    const { answers, owners, peakMegabytes } = await inProcess({ dataDir: folder, backupDir }, [
      { name: 'create' },
      { name: 'verify' },
      { name: 'restore' },
    ]);
    const { size } = await stat(join(backupDir, answers.create!.filename));
    line(
      `    create   ${fixed(answers.create!.seconds)} s, of which others waited ${answers.create!.waitedMs} ms; file of ${fixed(size / 1024 ** 2, 0)} MB`,
    );
    line(`    verify   ${fixed(answers.verify!.seconds)} s, ${answers.verify!.rows} rows`);
    line(`    restore  ${fixed(answers.restore!.seconds)} s, ${await refusals(backupDir)}`);
    const peaks = Object.entries(owners ?? {}).map(([name, peak]) => `${name} ${fixed(peak, 0)}`);
    line(
      `    peak memory in MB: program ${fixed(peakMegabytes, 0)}; processes of the database: ${peaks.join(', ')}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
