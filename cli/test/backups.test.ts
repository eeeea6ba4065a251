import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forge } from '@nimule/fixtures/testing/documents/backup-files';
import { need, needing, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'nimule-backups-'));
const options = needing(...programsOfBackups());
const isTTY = { stdin: true, stdout: false, stderr: true };
let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
  shell.app.config = { ...shell.app.config, backupDir: join(folder, 'backups') };
  await shell.json(
    'customers create --name "Akol Deng" --package-type "Basic Fiber" --service-start-date 2026-01-01',
  );
});
afterAll(async () => {
  await shell.close();
  rmSync(folder, { recursive: true });
});

/** A backup of the next second. */
async function made(): Promise<string> {
  shell.app.time.set(new Date(shell.app.time.now.getTime() + 1000).toISOString());
  const { filename } = (await shell.json('backups create')) as { filename: string };
  return filename;
}

const customerNames = async () =>
  ((await shell.json('customers list --sort name')) as { name: string }[]).map(({ name }) => name);

describe('isp backups create and list', () => {
  it('shows steps on stderr in lines where nothing can move, and the file on stdout', async (test) => {
    need(test, ...programsOfBackups());
    expect(await shell.isp('backups list')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing found.\n',
    });
    const isTTY = { stdin: false, stdout: false, stderr: true };
    const { code, stdout, stderr } = await shell.isp('backups create', { isTTY });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^File {2}nimule-20261121-100000-manual\.sql\nMB {4}0\.\d\d?\n$/);
    expect(stderr).toMatch(/^Backup: Writing the database\n(Backup: .+\n)+/);
    expect(stderr).toContain('Backup: Signing the file, 95 %\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing moves without a terminal
    expect(stderr).not.toMatch(/[\u001b\r]/);
    expect((await shell.isp('backups list')).stdout).toMatch(
      /^File +Type +MB +Created +State +Verified\nnimule-20261121-100000-manual\.sql +manual +0\.\d+ +2026-11-21 10:00 +unverified\n$/,
    );
    expect(await shell.json('backups list')).toEqual([
      {
        filename: 'nimule-20261121-100000-manual.sql',
        type: 'manual',
        size: expect.any(Number),
        created: '2026-11-21T08:00:00.000Z',
        verification: 'unverified',
        verifiedAt: null,
        problems: [],
      },
    ]);
    expect((await shell.isp('backups list --format csv')).stdout).toMatch(
      /^filename,type,size,created,verification,verifiedAt\r\nnimule-20261121-100000-manual\.sql,manual,/,
    );
  });
});

describe('a command that cron runs', options, () => {
  it('writes errors to stderr also with --quiet', async () => {
    const quiet = await shell.isp('backups verify --quiet nimule-20200101-000000-manual.sql');
    expect(quiet).toMatchObject({ code: 5, stdout: '', stderr: expect.stringMatching(/^error: /) });
    const list = await shell.isp('--quiet customers list --q nobody-at-all');
    expect(list).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('isp backups verify', options, () => {
  it('tells what was compared, and writes nothing to the stderr of cron', async () => {
    const filename = await made();
    const { code, stdout, stderr } = await shell.isp(`backups verify ${filename}`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      new RegExp(
        `^File +${filename}\\nVerified +yes\\nTables +\\d+\\nRows +\\d+\\nSeconds +[\\d.]+\\nWhat differs +nothing\\n$`,
      ),
    );
  });

  it('ends with exit code 7 when a row differs, also where its hash was computed anew', async () => {
    const filename = await made();
    forge(join(shell.app.config.backupDir, filename), 'Akol Deng', 'Akol Dong');
    const { code, stdout, stderr } = await shell.isp(`backups verify ${filename} --format json`);
    expect([code, stderr]).toEqual([7, expect.not.stringContaining('error')]);
    expect(JSON.parse(stdout)).toMatchObject({
      filename,
      verified: false,
      problems: [
        expect.stringMatching(/^The rows of table \w+ are not those that were backed up\.$/),
      ],
    });
    const refused = await shell.isp(`backups restore ${filename} --yes`);
    expect([refused.code, refused.stdout]).toEqual([7, '']);
    expect(refused.stderr).toMatch(/error: nimule-.* was not restored, because it is not what was/);
    const [newest] = (await shell.json('backups list')) as { verification: string }[];
    expect(newest).toMatchObject({ filename, verification: 'failed' });
  });
});

describe('a name that is no backup', () => {
  it.each(['none.sql', '../backups/nimule-20261121-100000-manual.sql', '/etc/passwd'])(
    '%s is not found, before anything is asked',
    async (name) => {
      for (const verb of ['verify', 'restore', 'delete']) {
        const { code, stdout, stderr } = await shell.isp(`backups ${verb} ${name}`, { isTTY });
        expect([verb, code, stdout]).toEqual([verb, 5, '']);
        expect(stderr).toContain(`error: Backup ${name} was not found.\n`);
        expect(stderr).not.toContain('cannot be undone');
      }
    },
  );
});

describe('isp backups restore, resume and delete', options, () => {
  it('does nothing without a yes', async () => {
    const filename = await made();
    for (const verb of ['restore', 'delete']) {
      const unasked = await shell.isp(`backups ${verb} ${filename}`);
      expect([unasked.code, unasked.stdout]).toEqual([2, '']);
      expect(unasked.stderr).toMatch(/This action cannot be undone\..*add --yes to do it\.\n$/);
      const no = await shell.isp(`backups ${verb} ${filename}`, { isTTY, typed: 'n\n' });
      expect([no.code, no.stdout]).toEqual([0, '']);
      expect(no.stderr).toContain('Nothing was done.');
    }
    expect(readdirSync(shell.app.config.backupDir)).toContain(filename);
    const yes = await shell.isp(`backups delete ${filename}`, { isTTY, typed: 'y\n' });
    expect(yes.stderr).toContain(`${filename} was deleted.`);
    expect(readdirSync(shell.app.config.backupDir)).not.toContain(filename);
    const resumed = await shell.isp('backups resume');
    expect([resumed.code, resumed.stderr]).toEqual([
      7,
      'error: Jobs and messages are not paused.\n',
    ]);
  });

  it('brings the data back, names the safety backup, and pauses until resume', async ({ skip }) => {
    // The database of these tests belongs to another process, which a restore would end.
    if (shell.app.embedded) skip();
    const filename = await made();
    await shell.json(
      'customers create --name "Nyandeng" --package-type "Basic Fiber" --service-start-date 2026-01-01',
    );
    const { code, stdout, stderr } = await shell.isp(`backups restore ${filename} --yes`);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(
        `^Result +The data of ${filename} are in place\\..*\\nBackup of the replaced data +nimule-.*-manual\\.sql\\n$`,
      ),
    );
    expect(stderr).toMatch(/then run: isp backups resume\n$/);
    expect(await customerNames()).toEqual(['Akol Deng']);
    const due = await shell.isp('jobs run billing.disconnect');
    expect([due.code, due.stdout]).toEqual([7, '']);
    const resumed = await shell.isp('backups resume');
    expect([resumed.code, resumed.stderr]).toEqual([0, 'Jobs and outgoing messages run again.\n']);

    const [safety] = (await shell.json('backups list')) as { filename: string }[];
    const back = await shell.isp(
      `backups restore ${safety!.filename} --yes --without-safety --format json`,
    );
    expect(back).toMatchObject({ code: 0 });
    expect(JSON.parse(back.stdout)).toMatchObject({ safety: null });
    expect(await customerNames()).toEqual(['Akol Deng', 'Nyandeng']);
    const { rows } = await contextOf(shell.app).pool.query(
      `select datname from pg_database where datname like current_database() || '%scratch%'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('a copy elsewhere', options, () => {
  it('to a disk that is not mounted is an error, and the backup stays verified', async () => {
    const filename = await made();
    const { config } = shell.app;
    shell.app.config = { ...config, backupCopy: '/nowhere/disk' };
    const { code, stderr } = await shell.isp(`backups verify ${filename}`);
    shell.app.config = config;
    expect(code).toBe(8);
    expect(stderr).toContain(
      `error: The backup ${filename} is whole, but its copy elsewhere failed: There is no /nowhere/disk. If it is a directory of a disk, mount the disk.\n`,
    );
    const [newest] = (await shell.json('backups list')) as object[];
    expect(newest).toMatchObject({ filename, verification: 'verified' });
  });
});

describe('isp move', () => {
  it('is for the embedded database, and wants the address of a PostgreSQL database', async () => {
    const { app } = shell;
    const to = 'postgres://nimule:s3cret@localhost:1/none';
    const [embedded, isDatabaseOwner] = [app.embedded, app.isDatabaseOwner];
    if (!embedded) {
      expect(await shell.isp(`move --to ${to} --yes`)).toMatchObject({
        code: 7,
        stderr: expect.stringContaining('on a PostgreSQL server already'),
      });
    }
    Object.assign(app, { embedded: true, isDatabaseOwner: true });
    try {
      const wrong = await shell.isp('move --to http://db.example.net --yes');
      expect([wrong.code, wrong.stderr]).toEqual([
        2,
        expect.stringMatching(/^error: --to: An address is such as postgres:/),
      ]);
      const closed = await shell.isp(`move --to ${to} --yes`);
      expect([closed.code, closed.stderr]).toEqual([
        8,
        expect.stringMatching(/"none" at localhost:1 .* --to says where it is/),
      ]);
      expect(closed.stderr).not.toContain('s3cret');
      const asked = await shell.isp(`move --to ${to}`, { isTTY, typed: 'n\n' });
      expect([asked.code, asked.stdout]).toEqual([0, '']);
    } finally {
      Object.assign(app, { embedded, isDatabaseOwner });
    }
  });
});
