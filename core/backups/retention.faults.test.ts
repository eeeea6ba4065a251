import { copyFile, lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  backupEngine,
  createSite,
  filesOf,
  type Site,
  type SiteApp,
} from '@nimule/fixtures/testing/documents/backup-site';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKUPS_KEPT } from './schema.ts';
import { listBackups } from './service.ts';
import { createBackup } from './service-create.ts';
import { prune } from './service-files.ts';
import { writeJournal } from './service-journal.ts';
import { verifyBackup } from './service-verify.ts';

// Which files pruning removes, and that it removes nothing else, however it is interrupted.

let site: Site;
let one: SiteApp;
let first: string;

const path = (name: string) => join(site.config.backupDir, name);
const names = async () => (await listBackups(one.ctx())).map(({ filename }) => filename);

beforeAll(async () => {
  site = await createSite(backupEngine());
  one = await site.open();
  first = (await createBackup(one.ctx())).filename;
  expect(await verifyBackup(one.ctx(), first)).toMatchObject({ verified: true });
});

afterAll(async () => {
  await one.close();
  await site.drop();
});

/** More backups with the content of the first one, made one after the other. */
async function addCopies(month: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const filename = `nimule-2026${month}${String(number).padStart(2, '0')}-120000-manual.sql`;
    await copyFile(path(first), path(filename));
    const bytes = (await lstat(path(first))).size;
    await writeJournal(one.ctx(), {
      event: 'backup.created',
      file: filename,
      type: 'manual',
      bytes,
      sha256: '',
    });
  }
}

const FOREIGN = {
  link: 'nimule-20200101-000000-manual.sql',
  folder: 'nimule-20200102-000000-manual.sql',
  notes: 'notes.txt',
  copy: 'nimule-20200103-000000-manual.sql.bak',
  other: 'nimule-20200103-000000-weekly.sql',
};

test('keeps the last verified one as the oldest, and the newest one under a clock that was set back', async () => {
  await symlink('/etc/hostname', path(FOREIGN.link));
  await mkdir(path(FOREIGN.folder));
  for (const name of [FOREIGN.notes, FOREIGN.copy, FOREIGN.other]) await writeFile(path(name), 'x');
  await addCopies('10', 28);
  await addCopies('09', 10);
  one.set('2025-01-01T08:00:00Z');
  const { filename } = await createBackup(one.ctx());
  expect(filename).toMatch(/^nimule-20250101/);
  const found = await names();
  expect(found[0]).toBe(filename);
  expect(found.at(-1)).toBe(first);
  expect(found).toHaveLength(BACKUPS_KEPT + 1);
  // By the order in which they were made: of October the last ones, and all of September.
  expect(found.filter((name) => name.startsWith('nimule-202609'))).toHaveLength(10);
  expect(found).toContain('nimule-20261028-120000-manual.sql');
  expect(found).not.toContain('nimule-20261001-120000-manual.sql');
  expect(await filesOf(site)).toEqual(expect.arrayContaining(Object.values(FOREIGN)));
  expect((await readFile(path(FOREIGN.link))).length).toBeGreaterThan(0);
});

test('that is killed in the middle is completed by the next backup', async () => {
  await addCopies('07', 12);
  const before = await names();
  // Each removal is followed by a line in the journal, which begins with a look at the clock: the sixth is in the middle.
  const work = site.start({ work: 'backup', now: '2026-11-21T11:00:00Z', killAt: 7 });
  expect(await work.ended).toBeUndefined();
  const between = await names();
  expect(between.length).toBeLessThan(before.length + 1);
  expect(between.length).toBeGreaterThan(BACKUPS_KEPT + 1);
  expect(between).toContain(first);
  await prune(one.ctx());
  one.set('2026-11-21T12:00:00Z');
  const { filename } = await createBackup(one.ctx());
  const found = await names();
  expect([found[0], found.at(-1)]).toEqual([filename, first]);
  expect(found).toHaveLength(BACKUPS_KEPT + 1);
  expect(await filesOf(site)).toEqual(expect.arrayContaining(Object.values(FOREIGN)));
});
