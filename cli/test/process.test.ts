import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createDatabase, createPool } from '@nimule/core/database/connect';
import { dueJobs } from '@nimule/core/jobs/service';
import {
  createTestDatabase,
  type TestDatabase,
} from '@nimule/fixtures/testing/databases/test-database';
import { untilBlocked } from '@nimule/fixtures/testing/databases/waiting';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('./isp.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nimule-process-'));
let database: TestDatabase;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  database = await createTestDatabase();
  const { host = '', port = 5432, user = '', database: name = '' } = database.settings;
  const query = new URLSearchParams({ host, port: String(port), user });
  const { NO_COLOR: _, ...inherited } = process.env;
  env = {
    ...inherited,
    DATABASE_URL: `postgresql:///${name}?${query}`,
    ISP_DATA_DIR: folder,
    ISP_LOG_LEVEL: 'warn',
  };
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

function isp(...argv: string[]): ChildProcess {
  return ispWith(argv, {});
}

function ispWith(
  argv: string[],
  more: NodeJS.ProcessEnv,
  stdout: 'pipe' | number = 'pipe',
): ChildProcess {
  const options = ['--conditions=nimule-source', '--import', 'tsx'];
  return spawn(process.execPath, [...options, entry, ...argv], {
    env: { ...env, ...more },
    stdio: ['ignore', stdout, 'pipe'],
  });
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));

/** Reads a stream until it contains the expected text. */
async function until(
  child: ChildProcess,
  stream: 'stdout' | 'stderr',
  wanted: RegExp,
): Promise<RegExpExecArray> {
  let seen = '';
  for await (const chunk of child[stream] ?? []) {
    seen += chunk;
    const found = wanted.exec(seen);
    if (found) return found;
  }
  throw new Error(`the process ended without ${wanted}: ${seen}`);
}

describe('a process', () => {
  it('writes data to stdout and sets its exit code', async () => {
    const child = isp('customers', 'list', '--format', 'json');
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      ended(child),
    ]);
    expect([code, stdout, stderr]).toEqual([0, '[]\n', '']);
  });

  it('prints no error when its output pipe is closed', async () => {
    const child = isp('help');
    child.stdout!.destroy();
    const [stderr, code] = await Promise.all([text(child.stderr!), ended(child)]);
    expect([code, stderr]).toEqual([0, '']);
  });

  // /dev/full is a device that is always full.
  if (existsSync('/dev/full')) {
    it('says that its output cannot be written', async () => {
      const full = openSync('/dev/full', 'w');
      const child = ispWith(['customers', 'list', '--format', 'json'], {}, full);
      const [stderr, code] = await Promise.all([text(child.stderr!), ended(child)]);
      closeSync(full);
      expect([code, stderr]).toEqual([8, 'error: The output cannot be written (ENOSPC).\n']);
    });
  }

  it('says what is wrong with its data directory', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const child = ispWith(['users', 'list'], { DATABASE_URL: '', ISP_DATA_DIR: join(file, 'x') });
    const [stderr, code] = await Promise.all([text(child.stderr!), ended(child)]);
    expect([code, stderr]).toEqual([
      8,
      `error: The data directory ${join(file, 'x')} is not a directory. ISP_DATA_DIR names another one.\n`,
    ]);
  });

  it('says which database it cannot reach, and never the password', async () => {
    const child = ispWith(['users', 'list'], {
      DATABASE_URL: 'postgres://nobody:s3cret@localhost:1/none',
    });
    const [stderr, code] = await Promise.all([text(child.stderr!), ended(child)]);
    expect([code, stderr]).toEqual([
      8,
      expect.stringMatching(
        /^error: The database cannot be reached: "none" at localhost:1 \(.*ECONNREFUSED.*\)\. DATABASE_URL .*\n$/,
      ),
    ]);
    expect(stderr).not.toContain('s3cret');
  });

  it('says that there is no such database', async ({ skip }) => {
    // The embedded database accepts every name.
    if (database.embedded) skip();
    const address = env.DATABASE_URL ?? '';
    const name = database.settings.database ?? '';
    const child = ispWith(['users', 'list'], { DATABASE_URL: address.replace(name, 'nimul') });
    const [stderr, code] = await Promise.all([text(child.stderr!), ended(child)]);
    expect([code, stderr]).toEqual([
      8,
      expect.stringMatching(
        /^error: There is no database "nimul" at .*\. DATABASE_URL names it\.\n$/,
      ),
    ]);
  });

  it('reports in doctor which database it tries and why mail fails, without passwords', async () => {
    const { host = '', database: name = '' } = database.settings;
    const child = ispWith(['doctor'], { SMTP_URL: 'smtp://grace:s3cret@localhost:1' });
    const [stdout, code] = await Promise.all([text(child.stdout!), ended(child)]);
    expect(code).toBe(8);
    expect(stdout).toMatch(/^ok +database +PostgreSQL [\d.]+, database "/m);
    expect(stdout).toContain(`database "${name}" at ${host}:`);
    expect(stdout).toMatch(
      /^failed +mail +The mail server localhost:1, user grace cannot be used: .*ECONNREFUSED/m,
    );
    expect(stdout).not.toContain('s3cret');
  });

  it('that is not built says how to', async () => {
    mkdirSync(join(folder, 'bin'));
    copyFileSync(
      fileURLToPath(new URL('../bin/isp.mjs', import.meta.url)),
      join(folder, 'bin', 'isp.mjs'),
    );
    const child = spawn(process.execPath, [join(folder, 'bin', 'isp.mjs')], { env });
    const [stderr, code] = await Promise.all([text(child.stderr), ended(child)]);
    expect([code, stderr]).toEqual([
      1,
      'error: Nimule is not built yet. Run in its folder: npm run build\n',
    ]);
  });
});

describe('an import that is interrupted', () => {
  it('ends after the current batch and reports how far it came', async () => {
    const file = join(folder, 'many.csv');
    const rows = Array.from({ length: 20_000 }, (_, row) => `R${row},Customer ${row}`);
    writeFileSync(file, ['customerId,name', ...rows].join('\n'));
    const child = isp('import', 'customers', file, '--set', 'packageType=Basic Fiber');
    let stderr = '';
    child.stderr!.on('data', (chunk) => {
      stderr += chunk;
    });
    const pool = createPool({ ...database.settings, max: 1 });
    const isBegun = async () => (await pool.query('select from customers limit 1')).rows.length > 0;
    await expect.poll(isBegun, { interval: 20 }).toBe(true);
    child.kill('SIGINT');
    await pool.end();
    expect([await ended(child), stderr]).toEqual([
      130,
      expect.stringMatching(
        /Interrupted: the step under way is finished first\.\nImport \d+; isp import show \d+ tells more\.\nerror: Stopped\. \d+ rows were imported before this; import the same file again to go on\.\n$/,
      ),
    ]);
  });
});

describe('a command that is interrupted', () => {
  /** Starts a command while a table is locked, and sends a signal when it waits for the lock. */
  async function whileLocked(table: string, mode: string, argv: string[]) {
    const pool = createPool({ ...database.settings, max: 2 });
    const holder = await pool.connect();
    await holder.query(`begin; lock table ${table} in ${mode} mode`);
    const child = isp(...argv);
    const code = ended(child);
    let stderr = '';
    const told = new Promise<void>((resolve) => {
      child.stderr!.on('data', (chunk) => {
        stderr += chunk;
        resolve();
      });
    });
    await untilBlocked({ pool, embedded: database.embedded });
    child.kill('SIGINT');
    await told;
    return {
      async outcome() {
        const result = [await code, stderr];
        await holder.query('rollback');
        holder.release();
        await pool.end();
        return result;
      },
      release: () => holder.query('rollback'),
    };
  }

  it('in the middle of a change finishes it and ends with its result', async ({ skip }) => {
    // In the embedded database an open transaction blocks all others.
    if (database.embedded) skip();
    const child = await whileLocked('currency_rates', 'exclusive', ['rates', 'set', '431']);
    await child.release();
    expect(await child.outcome()).toEqual([
      0,
      'Interrupted: what is under way is finished first.\n',
    ]);
    const rates = await text(isp('rates', 'list', '--format', 'csv').stdout!);
    expect(rates).toContain('standard,431,');
  });

  it('in the middle of a job finishes that one and names those that are left', async ({ skip }) => {
    if (database.embedded) skip();
    const pool = createPool({ ...database.settings, max: 1 });
    // Jobs are not due for a time before the database was created.
    await pool.query(`update schema_migrations set applied_at = applied_at - interval '40 days'`);
    const [, ...later] = await dueJobs({ clock: () => new Date(), db: createDatabase(pool) });
    // Until half past three in Juba the day's jobs are not due yet.
    if (later.length === 0) skip();
    const child = await whileLocked('job_runs', 'exclusive', ['jobs', 'due', '--format', 'csv']);
    await child.release();
    expect(await child.outcome()).toEqual([
      130,
      `Interrupted: what is under way is finished first.\nerror: Stopped. Still due: ${later.join(', ')}.\n`,
    ]);
    expect((await pool.query('select status from job_runs')).rows).toEqual([{ status: 'done' }]);
    await pool.query(`update schema_migrations set applied_at = applied_at + interval '40 days'`);
    await pool.end();
  });

  it('while reading ends at once, and reports that nothing was changed', async ({ skip }) => {
    if (database.embedded) skip();
    const child = await whileLocked('currency_rates', 'access exclusive', ['rates', 'list']);
    expect(await child.outcome()).toEqual([130, 'Interrupted. Nothing was changed.\n']);
  });
});

describe('isp serve', () => {
  it('answers until it is stopped, and exits with 0', async () => {
    const child = ispWith(['serve', '--port', '0'], { ISP_LOG_LEVEL: 'info' });
    const [, url] = await until(
      child,
      'stderr',
      /ready: ([^"\s]+)"\}\n[^\n]*There is no staff account yet/,
    );
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const taken = isp('serve', '--port', new URL(url ?? '').port);
    const [stderr, code] = await Promise.all([text(taken.stderr!), ended(taken)]);
    expect([code, stderr]).toEqual([
      8,
      expect.stringMatching(/^error: Port \d+ on localhost is already in use\./),
    ]);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('ends on Ctrl-C as well', async () => {
    const child = ispWith(['serve', '--port', '0'], { ISP_LOG_LEVEL: 'info' });
    // Its last line: a process that still writes to the pipe, which `until` closes, ends by itself.
    await until(child, 'stderr', /There is no staff account yet/);
    child.kill('SIGINT');
    expect(await ended(child)).toBe(0);
  });

  it('goes on after a hangup, and writes every line of its log in one form', async () => {
    const child = ispWith(['serve', '--port', '0'], { ISP_LOG_LEVEL: 'info' });
    const lines: string[] = [];
    const isReady = new Promise<string>((resolve) => {
      createInterface({ input: child.stderr! }).on('line', (line) => {
        lines.push(line);
        const { url, msg } = JSON.parse(line) as { url?: string; msg: string };
        if (url && msg.startsWith('Nimule is ready')) resolve(url);
      });
    });
    const url = await isReady;
    child.kill('SIGHUP');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    const said = lines.map(
      (line) => JSON.parse(line) as { level: string; time: string; msg: string },
    );
    expect(said.map(({ msg }) => msg)).toContain('Stopping: finishing what is under way.');
    for (const { level, time } of said) {
      expect(['info', 'warn']).toContain(level);
      expect(new Date(time).toISOString()).toBe(time);
    }
  });
});
