import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseUrl } from '@nimule/fixtures/testing/documents/backup-site';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needInFile, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BACKUPS_KEPT } from './schema.ts';
import { getBackupStats, listBackups } from './service.ts';
import { createBackup } from './service-create.ts';
import { readJournal, writeJournal } from './service-journal.ts';
import { readProgress, withBackupLock } from './service-lock.ts';
import { restoreBackup } from './service-restore.ts';
import { runScheduledBackup, verifyBackup } from './service-verify.ts';

// What a night, a copy or a restore that fails in part leaves, and what it tells. None of it depends on the engine: the
// embedded database would take minutes.

vi.setConfig({ testTimeout: patiently(120_000) });
needInFile(...programsOfBackups());

let app: TestApp;
const ctx = () => contextOf(app);
const withCopy = (backupCopy: string) => ({ ...ctx(), config: { ...app.config, backupCopy } });
const pathOf = (filename: string) => join(app.config.backupDir, filename);
const alert = async () => (await getBackupStats(ctx())).alert;
const namesOf = async () => (await listBackups(ctx())).map(({ filename }) => filename);

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});

afterAll(() => app.close());

test('a night that was killed before its verification is told, unless that is under way', async () => {
  if (app.embedded) return;
  const { filename } = await createBackup(ctx(), 'scheduled');
  expect(await alert()).toContain(`${filename} was made, but its verification was interrupted`);
  await withBackupLock(ctx(), 'verify', async () => expect(await alert()).toBeNull());
  await verifyBackup(ctx(), filename);
  expect(await alert()).toBeNull();
});

test('a night that could not be verified is told until its file is verified', async () => {
  if (app.embedded) return;
  const { host, port, database } = app.pool.options;
  const role = `reader_${process.pid}`;
  await app.pool.query(`create role ${role} login in role pg_read_all_data`);
  try {
    const ownerUrl = databaseUrl({ host: host!, port: Number(port), user: role }, database!);
    const night = { ...ctx(), config: { ...app.config, ownerUrl } };
    await expect(runScheduledBackup(night)).rejects.toMatchObject({ code: 'backup.mayNotCreate' });
  } finally {
    await app.pool.query(`drop role ${role}`);
  }
  const [filename] = await namesOf();
  expect(await alert()).toMatch(`${filename} was made, but could not be verified: The database`);
  expect((await readJournal(app.config.backupDir)).at(-1)).toMatchObject({
    event: 'backup.failed',
    type: 'scheduled',
    file: filename,
  });
});

test('a copy that hangs does not keep other work waiting, and its file is verified', async () => {
  if (app.embedded) return;
  const filename = (await namesOf())[0]!;
  const [started, go] = ['started', 'go'].map((name) => join(app.config.dataDir, name));
  // It waits for somebody to write into the pipe.
  execFileSync('mkfifo', [go!]);
  const copy = `touch ${started}; read go < ${go}; test -f`;
  const verified = verifyBackup(withCopy(copy), filename);
  await vi.waitFor(() => expect(existsSync(started!)).toBe(true), patiently(60_000));
  expect((await readProgress(app.config.backupDir)).work).toBeNull();
  expect(await alert()).toBeNull();
  await withBackupLock(ctx(), 'restore', async () => {});
  await writeFile(go!, '\n');
  expect(await verified).toMatchObject({ verified: true });
  expect((await readJournal(app.config.backupDir)).at(-1)).toMatchObject({
    event: 'backup.copied',
    file: filename,
  });
  expect(await alert()).toBeNull();
});

test('the place of copies is told without variables and arguments of a command', async () => {
  if (app.embedded) return;
  const disk = join(app.config.dataDir, 'my disk');
  await mkdir(disk);
  expect((await getBackupStats(withCopy(disk))).copiedTo).toBe(disk);
  const command = 'RESTIC_PASSWORD=hunter2 restic backup';
  expect((await getBackupStats(withCopy(command))).copiedTo).toBe('restic');
});

test('the oldest backup is restored and kept, also when the database does not answer after the swap', async () => {
  if (app.embedded) return;
  const { filename: first } = await createBackup(ctx());
  const { size } = await stat(pathOf(first));
  for (let number = 10; number < 10 + BACKUPS_KEPT - 1; number += 1) {
    const file = `nimule-20261120-1200${number}-manual.sql`;
    await copyFile(pathOf(first), pathOf(file));
    const made = { type: 'manual', bytes: size, sha256: '' } as const;
    await writeJournal(ctx(), { event: 'backup.created', file, ...made });
  }
  const deaf = Object.create(app.pool, {
    query: { value: () => Promise.reject(new Error('it does not answer')) },
  });
  const { setTimeout: wait } = globalThis;
  const hurry = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, ms?: number) =>
      wait(work, ms === 100 ? 0 : ms)) as typeof setTimeout);
  const percents: number[] = [];
  const restored = await restoreBackup({ ...ctx(), pool: deaf }, first, {
    onReport: (_, percent) => percents.push(percent ?? 0),
  }).finally(() => hurry.mockRestore());
  expect(restored.message).toContain('does not answer yet');
  expect((await readJournal(app.config.backupDir)).at(-1)).toMatchObject({
    event: 'restore.done',
    file: first,
    safety: restored.safety,
  });
  expect(percents).toEqual([...percents].sort((one, other) => one - other));
  expect(percents.at(-1)).toBe(99);

  await vi.waitFor(() => app.pool.query('select 1'), patiently(10_000));
  expect(await namesOf()).toEqual(expect.arrayContaining([first, restored.safety]));
  await createBackup(ctx());
  expect(await namesOf()).not.toContain(first);
});
