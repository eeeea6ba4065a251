import { execFileSync } from 'node:child_process';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostgresBinaries } from '@nimule/fixtures/testing/databases/cluster';
import {
  addBilledCustomers,
  availableEngines,
  createSite,
  filesOf,
  type Site,
  type SiteApp,
  type StartOptions,
} from '@nimule/fixtures/testing/documents/backup-site';
import { needing, needingBackups } from '@nimule/fixtures/testing/needs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBackupStats, listBackups } from './service.ts';
import { createBackup } from './service-create.ts';
import { readJournal } from './service-journal.ts';

// Backups that this machine does not allow: a clear error, no file, and the journal and the page tell.

const isRoot = process.getuid?.() === 0;

let site: Site;
let one: SiteApp;

async function expectRefused(work: Promise<unknown>, refused: object, before: string[]) {
  const answer = await work.then(
    (value) => value,
    (error: unknown) => ({ error }),
  );
  expect(answer).toMatchObject({ error: { kind: 'unavailable', ...refused } });
  expect(await filesOf(site)).toEqual(before);
  expect((await listBackups(one.ctx())).map(({ filename }) => filename)).toEqual(before);
  const journal = await readJournal(site.config.backupDir);
  expect(journal.at(-1)).toMatchObject({ event: 'backup.failed' });
}

for (const engine of availableEngines())
  describe(`a full disk on ${engine}`, needingBackups(engine), () => {
    beforeAll(async () => {
      site = await createSite(engine);
      one = await site.open();
      await addBilledCustomers(one, 400);
    });

    afterAll(async () => {
      await one.close();
      await site.drop();
    });

    // Only root may mount a disk.
    test.skipIf(!isRoot)('keeps no part of a backup, and is told', async () => {
      const disk = site.config.backupDir;
      await mkdir(disk, { recursive: true });
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'none', disk]);
      try {
        await expectRefused(
          createBackup(one.ctx(), 'scheduled'),
          { message: expect.stringContaining('full') },
          [],
        );
        expect((await getBackupStats(one.ctx())).alert).toContain('full');
        execFileSync('mount', ['-o', 'remount,size=20m', disk]);
        await createBackup(one.ctx());
        expect(await filesOf(site)).toHaveLength(1);
      } finally {
        execFileSync('umount', ['--lazy', disk]);
      }
    });
  });

describe('on PostgreSQL', needing('pg_dump'), () => {
  let bytes: number;
  let before: string[];

  beforeAll(async () => {
    site = await createSite('postgres');
    one = await site.open();
    await addBilledCustomers(one, 400);
    const { filename } = await createBackup(one.ctx());
    bytes = (await stat(join(site.config.backupDir, filename))).size;
    before = [filename];
  });

  afterAll(async () => {
    await one.close();
    await site.drop();
  });

  const fails = (refused: object, options: StartOptions) =>
    expectRefused(
      site.start({ work: 'backup', now: '2026-11-21T09:00:00Z' }, options).ended,
      refused,
      before,
    );

  test.each([
    ['the dump', 0.3],
    ['the manifest', 0.997],
  ])('a limit of the size of files that %s exceeds is named', async (_, part) => {
    await fails(
      { code: 'backup.tooLarge' },
      { shell: `ulimit -f ${Math.floor((bytes * part) / 1024)}` },
    );
  });

  /** A folder with a pg_dump of its own. */
  async function folderWith(name: string, script: string): Promise<string> {
    const folder = join(site.folder, name);
    await mkdir(folder);
    await writeFile(join(folder, 'pg_dump'), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, 'pg_dump'), 0o755);
    return folder;
  }

  const withoutPackages = {
    ownMounts: true,
    shell: '/bin/mount -t tmpfs none /usr/lib/postgresql',
  };

  test.skipIf(!isRoot)('a missing pg_dump is named', async () => {
    await mkdir(join(site.folder, 'empty'));
    const env = { PATH: join(site.folder, 'empty') };
    await fails({ code: 'backup.pgDumpMissing' }, { ...withoutPackages, env });
  });

  test.skipIf(!isRoot)('a pg_dump that is older than the server is named', async () => {
    const PATH = await folderWith('old', 'echo "pg_dump (PostgreSQL) 9.6.24"');
    await fails(
      { code: 'backup.pgDumpOld', message: expect.stringContaining('version 9.6') },
      { ...withoutPackages, env: { PATH } },
    );
  });

  test('a pg_dump that is killed leaves no file', async () => {
    const real = join(findPostgresBinaries()!, 'pg_dump');
    const PATH = await folderWith(
      'killed',
      `[ "$1" = --version ] && exec ${real} --version\n${real} "$@" | head -c 50000\nkill -9 $$`,
    );
    await fails(
      { code: 'backup.dumpFailed', message: expect.stringContaining('SIGKILL') },
      { env: { PATH: `${PATH}:${process.env.PATH}` } },
    );
  });
});
