import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@nimule/core/config';
import { transact } from '@nimule/core/context';
import { createPool } from '@nimule/core/database/connect';
import { ownerRights } from '@nimule/core/database/probe';
import { secureRandom } from '@nimule/core/ports/random';
import { openSecrets } from '@nimule/core/ports/secrets';
import { clearPause, setPause } from '@nimule/core/records/pause';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkBackupCopy, checkBackupDirectory, checkSecretKey } from '../doctor-backups.ts';
import { sizeText } from '../doctor-findings.ts';
import { openShell, runBare, type Shell } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'nimule-doctor-backups-'));
const server = inject('postgres');
let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
  shell.app.config = { ...shell.app.config, backupDir: join(folder, 'of-the-app') };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await shell.close();
});

async function finding(check: string): Promise<{ state: string; detail: string } | undefined> {
  const env = { ISP_DATA_DIR: folder };
  const { stdout } = await shell.isp('doctor --format json', { env });
  return JSON.parse(stdout).find((found: { check: string }) => found.check === check);
}

describe('the directory of backups', () => {
  const check = (directory: string) =>
    checkBackupDirectory(readConfig({ ISP_BACKUP_DIR: directory }));

  it('is made later, in a place that can be written to', async () => {
    const directory = join(folder, 'none', 'backups');
    expect(await check(directory)).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining(`0 in ${directory}, still to be made;`),
    });
    expect(existsSync(join(folder, 'none'))).toBe(false);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await check(join(file, 'backups'))).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(
        /cannot be written to \(ENOTDIR\)\. ISP_BACKUP_DIR names it\.$/,
      ),
    });
  });

  it('is warned of when others may read it', async () => {
    const directory = join(folder, 'open');
    mkdirSync(directory, { mode: 0o700 });
    expect(await check(directory)).toMatchObject({ state: 'ok' });
    chmodSync(directory, 0o750);
    expect(await check(directory)).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining(`chmod 700 ${directory}`),
    });
  });
});

describe('the copy of backups', () => {
  const check = (ISP_BACKUP_COPY: string, DATABASE_URL = 'postgres://u@h/d') =>
    checkBackupCopy(readConfig({ ISP_DATA_DIR: folder, ISP_BACKUP_COPY, DATABASE_URL }));

  it('is missed where PostgreSQL is used', async () => {
    expect(await check('')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('ISP_BACKUP_COPY is not set'),
    });
    expect(await check('', '')).toMatchObject({ state: 'ok' });
  });

  it('is a directory that exists, on another disk, or a program that is there', async () => {
    const nowhere = join(folder, 'nothere', 'nimule');
    expect(await check(nowhere)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining(`there is no ${nowhere}`),
    });
    const same = join(folder, 'copies');
    mkdirSync(same);
    expect(await check(same)).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('it is not mounted'),
    });
    const isOther = (path: string) => {
      try {
        return statSync(path).dev !== statSync(folder).dev;
      } catch {
        return false;
      }
    };
    // Temporary files of a run may be in memory themselves.
    const other = ['/dev/shm', '/tmp', '/var/tmp'].find(isOther);
    if (other) expect(await check(other)).toMatchObject({ state: 'ok' });
    for (const missing of ['/usr/local/bin/nosuch-copy --to x', 'nosuch-copy-program x'])
      expect(await check(missing)).toMatchObject({
        state: 'failed',
        detail: expect.stringContaining('nosuch-copy'),
      });
    const command = 'cp --password s3cret-word';
    const found = await check(command);
    expect(found).toMatchObject({ state: 'ok', detail: expect.stringMatching(/command \S*cp;/) });
    expect(found.detail).not.toContain('s3cret');
    const file = join(folder, 'not-executable');
    writeFileSync(file, '', { mode: 0o600 });
    expect(await check(`${file} x`)).toMatchObject({ state: 'failed' });
  });
});

it('a small disk has its size in megabytes', () => {
  expect([0, 5000, 120 * 1024 ** 2, 1.5 * 1024 ** 3].map(sizeText)).toEqual([
    '0 MB',
    'less than 1 MB',
    '120 MB',
    '1.5 GB',
  ]);
});

describe('the key of secrets', () => {
  it('is named by its fingerprint; a file is warned of, and none is made', async () => {
    const dataDir = join(folder, 'data');
    const config = readConfig({ ISP_DATA_DIR: dataDir });
    expect(await checkSecretKey(config)).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('none yet'),
    });
    expect(existsSync(dataDir)).toBe(false);
    const { fingerprint } = openSecrets(config, secureRandom);
    expect(await checkSecretKey(config)).toMatchObject({
      state: 'warning',
      detail: `fingerprint ${fingerprint}, from ${join(dataDir, 'secret.key')}: keep a copy apart from the backups, which cannot be restored without it`,
    });
    const set = readConfig({ ISP_SECRET_KEY: 'ab'.repeat(32) });
    expect(await checkSecretKey(set)).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^fingerprint [0-9a-f]{16}, from ISP_SECRET_KEY$/),
    });
  });
});

it('a pause after a restore is a warning', async () => {
  const ctx = contextOf(shell.app);
  await transact(ctx, (tx) => setPause(tx, { since: tx.now, by: 'Grace', filename: 'a.sql' }));
  expect(await finding('jobs')).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('Jobs are paused since the backup a.sql was restored'),
  });
  const refused = await shell.isp('jobs run billing.disconnect');
  expect(refused).toMatchObject({
    code: 7,
    stderr: expect.stringContaining(
      'Resume them under Backup & Security or with isp backups resume.',
    ),
  });
  expect((await shell.isp('jobs list')).stdout).toMatch(/^billing\.disconnect .* yes *$/m);
  await transact(ctx, clearPause);
  expect(await finding('jobs')).not.toMatchObject({
    detail: expect.stringContaining('paused'),
  });
});

it('a night without a backup has failed', async () => {
  expect(await finding('last backup')).toMatchObject({ state: 'ok' });
  await shell.app.pool.query(`update schema_migrations set applied_at = '2026-11-01T00:00:00Z'`);
  expect(await finding('last backup')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('no automatic backup'),
  });
});

describe.skipIf(!server)('the role that restores', () => {
  it('is told what it lacks', async () => {
    const [owner, app] = ['owner', 'app'].map(
      (name) => `doctor_${name}_${randomUUID().replaceAll('-', '')}`,
    );
    const { pool } = shell.app;
    await pool.query(`create role ${owner} login; create role ${app} login`);
    const asRole = createPool({ ...shell.app.settings, user: owner, max: 1 });
    const rights = async () => {
      const { createsDatabases, ownsDatabase, endsSessions } = await ownerRights(asRole, app!);
      return [createsDatabases, ownsDatabase, endsSessions];
    };
    try {
      expect(await rights()).toEqual([false, false, false]);
      await pool.query(`alter role ${owner} createdb; grant ${app} to ${owner}`);
      expect(await rights()).toEqual([true, false, true]);
      await pool.query(`revoke ${app} from ${owner}; grant pg_signal_backend to ${owner}`);
      await pool.query(`alter database ${shell.app.settings.database} owner to ${owner}`);
      expect(await rights()).toEqual([true, true, true]);
      await pool.query(`alter role ${app} superuser`);
      expect(await rights()).toEqual([true, true, false]);
      expect(await finding('owner')).toMatchObject({ state: 'ok' });
    } finally {
      await asRole.end();
      await pool.query(`alter database ${shell.app.settings.database} owner to current_user`);
      await pool.query(`drop role ${owner}; drop role ${app}`);
    }
  });
});

it('neither doctor nor env nor a refusal repeats a key or a password', async () => {
  const secrets = {
    DATABASE_URL: 'postgres://grace:pass-one@127.0.0.1:1/nimule',
    ISP_OWNER_URL: 'postgres://owner:pass-two@127.0.0.1:1/nimule',
    ISP_SECRET_KEY: 'c0ffee'.repeat(10).padEnd(64, '0'),
    ISP_BACKUP_COPY: 'rclone --password pass-three copy',
  };
  const env = { ISP_DATA_DIR: folder, ...secrets };
  const wrong = { ...env, ISP_SECRET_KEY: 'c0ffee', DATABASE_URL: '', PORT: 'x' };
  const outcomes = [
    await runBare(['env', '--format', 'json'], { env }),
    await runBare(['doctor', '--format', 'json'], { env }),
    await runBare(['doctor'], { env: wrong }),
    await shell.isp('doctor', { env }),
  ];
  for (const { stdout, stderr } of outcomes) {
    expect(stdout + stderr).not.toMatch(/pass-|c0ffee/);
    expect(stdout + stderr).not.toBe('');
  }
  expect(outcomes[2]?.stderr).toMatch(/ISP_OWNER_URL must be .*\n.*ISP_SECRET_KEY must be/);
});
