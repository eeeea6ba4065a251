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
import { IMPORT_BATCH } from '@nimule/core/imports/reading/service';
import { dueJobs } from '@nimule/core/jobs/service';
import {
  createTestDatabase,
  type TestDatabase,
} from '@nimule/fixtures/testing/databases/test-database';
import { untilBlocked } from '@nimule/fixtures/testing/databases/waiting';
import { bundled } from '@nimule/fixtures/testing/processes/companion';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../main.ts';
import { makeIo } from './harness.ts';

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
  return spawn(process.execPath, [bundled('isp'), ...argv], {
    env: { ...env, ...more },
    stdio: ['ignore', stdout, 'pipe'],
  });
}

const query = async (sql: string) => {
  const pool = createPool({ ...database.settings, max: 1 });
  return pool.query(sql).finally(() => pool.end());
};

/** Its exit code, once all of its output has been read. */
const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));

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

  it('of the built program answers as that of the sources does', async () => {
    const program = fileURLToPath(new URL('../bin/isp.mjs', import.meta.url));
    const child = spawn(process.execPath, [program, 'users', 'list', '--format', 'json'], { env });
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      ended(child),
    ]);
    // A failure can also mean that the program was not built: npm run build.
    expect([code, stdout, stderr]).toEqual([0, '[]\n', '']);
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

describe('a command that cannot work', () => {
  /** The command as the process runs it, in this one. */
  async function inProcess(argv: string[], more: Record<string, string>) {
    const { io, read } = makeIo({ env: { ...(env as Record<string, string>), ...more } });
    return { code: await run(argv, io), ...read() };
  }

  it('says what is wrong with its data directory', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { code, stderr } = await inProcess(['users', 'list'], {
      DATABASE_URL: '',
      ISP_DATA_DIR: join(file, 'x'),
    });
    expect([code, stderr]).toEqual([
      8,
      `error: The data directory ${join(file, 'x')} is not a directory. ISP_DATA_DIR names another one.\n`,
    ]);
  });

  it('says which database it cannot reach, and never the password', async () => {
    const { code, stderr } = await inProcess(['users', 'list'], {
      DATABASE_URL: 'postgres://nobody:s3cret@localhost:1/none',
    });
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
    const { code, stderr } = await inProcess(['users', 'list'], {
      DATABASE_URL: address.replace(name, 'nimul'),
    });
    expect([code, stderr]).toEqual([
      8,
      expect.stringMatching(
        /^error: There is no database "nimul" at .*\. DATABASE_URL names it\.\n$/,
      ),
    ]);
  });

  it('reports in doctor which database it tries and why mail fails, without passwords', async () => {
    const { host = '', database: name = '' } = database.settings;
    const { code, stdout } = await inProcess(['doctor'], {
      SMTP_URL: 'smtp://grace:s3cret@localhost:1',
    });
    expect(code).toBe(8);
    expect(stdout).toMatch(/^ok +database +PostgreSQL [\d.]+, database "/m);
    expect(stdout).toContain(`database "${name}" at ${host}:`);
    expect(stdout).toMatch(
      /^failed +mail +The mail server localhost:1, user grace cannot be used: .*ECONNREFUSED/m,
    );
    expect(stdout).not.toContain('s3cret');
  });
});

describe('a command that is interrupted', () => {
  /** Starts a command while a table is locked, and sends a signal when it waits for the lock. */
  async function whileLocked(table: string, mode: string, argv: string[]) {
    const pool = createPool({ ...database.settings, max: 2 });
    const holder = await pool.connect();
    await holder.query(`begin; lock table ${table} in ${mode} mode`);
    const child = isp(...argv);
    child.stdout!.resume();
    const code = ended(child);
    let stderr = '';
    const told = new Promise<void>((resolve) => {
      child.stderr!.on('data', (chunk) => {
        stderr += chunk;
        if (stderr.includes('Interrupted')) resolve();
      });
    });
    await untilBlocked({ pool, embedded: database.embedded });
    child.kill('SIGINT');
    await Promise.race([told, code]);
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
    const { rows } = await query('select rate_cents from currency_rates where rate_cents = 43100');
    expect(rows).toHaveLength(1);
  });

  it('in the middle of a job finishes that one and names those that are left', async ({ skip }) => {
    if (database.embedded) skip();
    const pool = createPool({ ...database.settings, max: 1 });
    // Jobs are not due for a time before the database was created.
    await pool.query(`update schema_migrations set applied_at = applied_at - interval '40 days'`);
    const due = () => dueJobs({ clock: () => new Date(), db: createDatabase(pool) });
    const [, ...later] = await due();
    const child = await whileLocked('job_runs', 'exclusive', ['jobs', 'due', '--format', 'csv']);
    await child.release();
    const stopped = (left: string[]) => [
      130,
      `Interrupted: what is under way is finished first.\nerror: Stopped. Still due: ${left.join(', ')}.\n`,
    ];
    const outcome = await child.outcome();
    // Meanwhile the time of another job may have come.
    expect([later, await due()].map(stopped)).toContainEqual(outcome);
    expect(later.length).toBeGreaterThan(0);
    expect((await pool.query('select status from job_runs')).rows).toEqual([{ status: 'done' }]);
    await pool.query(`update schema_migrations set applied_at = applied_at + interval '40 days'`);
    await pool.end();
  });

  it('in an import finishes the batch and reports how far it came', async ({ skip }) => {
    if (database.embedded) skip();
    const file = join(folder, 'many.csv');
    const rows = Array.from({ length: IMPORT_BATCH + 1 }, (_, row) => `R${row},Customer ${row}`);
    writeFileSync(file, ['customerId,name', ...rows].join('\n'));
    const importing = ['import', 'customers', file, '--set', 'packageType=Basic Fiber'];
    const child = await whileLocked('customers', 'exclusive', importing);
    await child.release();
    expect(await child.outcome()).toEqual([
      130,
      expect.stringMatching(
        /Interrupted: the step under way is finished first\.\nImport \d+; isp import show \d+ tells more\.\nerror: Stopped\. 5000 rows were imported before this; import the same file again to go on\.\n$/,
      ),
    ]);
    const { rows: counted } = await query('select count(*)::int as n from customers');
    expect(counted).toEqual([{ n: IMPORT_BATCH }]);
  });

  it('while reading ends at once, and reports that nothing was changed', async ({ skip }) => {
    if (database.embedded) skip();
    const child = await whileLocked('currency_rates', 'access exclusive', ['rates', 'list']);
    expect(await child.outcome()).toEqual([130, 'Interrupted. Nothing was changed.\n']);
  });
});

describe('isp serve', () => {
  interface Line {
    level: string;
    time: string;
    msg: string;
    url?: string;
  }

  /** Starts a server, and waits until it has said where it is. */
  async function startServer() {
    const child = ispWith(['serve', '--port', '0'], { ISP_LOG_LEVEL: 'info' });
    child.stdout!.resume();
    const lines: Line[] = [];
    const code = ended(child);
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stderr! }).on('line', (text) => {
        const line = JSON.parse(text) as Line;
        lines.push(line);
        if (line.url && line.msg.startsWith('Nimule is ready')) resolve(line.url);
      });
      void code.then(() => reject(new Error(`it ended: ${JSON.stringify(lines)}`)));
    });
    return { child, code, url, lines };
  }

  const words = (lines: readonly Line[]) => lines.map(({ msg }) => msg);

  it('answers until Ctrl-C, and exits with 0', async () => {
    const { child, code, url, lines } = await startServer();
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const taken = isp('serve', '--port', new URL(url).port);
    taken.stdout!.resume();
    expect(await Promise.all([text(taken.stderr!), ended(taken)])).toEqual([
      expect.stringMatching(/^error: Port \d+ on localhost is already in use\./),
      8,
    ]);
    child.kill('SIGINT');
    expect(await code).toBe(0);
    expect(words(lines)).toContain('There is no staff account yet: isp init makes the first.');
    expect(words(lines).at(-1)).toBe('Stopped.');
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('goes on after a hangup, ends on SIGTERM, and writes every line of its log in one form', async () => {
    const { child, code, url, lines } = await startServer();
    child.kill('SIGHUP');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await code).toBe(0);
    expect(words(lines)).toContain('Stopping: finishing what is under way.');
    for (const { level, time } of lines) {
      expect(['info', 'warn']).toContain(level);
      expect(new Date(time).toISOString()).toBe(time);
    }
  });
});
