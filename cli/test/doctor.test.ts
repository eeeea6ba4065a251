import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@nimule/core/database/connect';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { checkPasswords, judgeDatabase } from '../doctor.ts';
import { run } from '../main.ts';
import { makeIo } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'nimule-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Finding {
  check: string;
  state: string;
  detail: string;
}

/** The findings for a new installation, by check. */
async function examine(env: Record<string, string>): Promise<Record<string, Finding>> {
  const { io, read } = makeIo({ env: { ISP_DATA_DIR: folder, ...env } });
  expect(await run(['doctor', '--format', 'json'], io)).toBe(8);
  const findings = JSON.parse(read().stdout) as Finding[];
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
}

describe('isp doctor', () => {
  it('reports a data directory without a database and creates nothing there', async () => {
    const typo = join(folder, 'no', 'such');
    const missing = await examine({ ISP_DATA_DIR: typo });
    expect(missing.database).toMatchObject({
      state: 'failed',
      detail: `There is no database in the data directory ${typo}. If ISP_DATA_DIR names the right one, isp init or isp serve makes it.`,
    });
    expect(missing.disk?.detail).toMatch(`GB free in ${folder}; ${typo} is still to be made`);
    const { database } = await examine({});
    expect(database?.detail).toContain(`data directory ${folder}.`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports that a file is no data directory', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { disk, database } = await examine({ ISP_DATA_DIR: file });
    const detail = `The data directory ${file} is not a directory. ISP_DATA_DIR names another one.`;
    expect([disk, database]).toMatchObject([
      { state: 'failed', detail },
      { state: 'failed', detail },
    ]);
    expect(existsSync(join(folder, 'run'))).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'warns of a data directory that others may read',
    async () => {
      const directory = join(folder, 'data');
      mkdirSync(directory);
      const privacyAt = async (mode: number) => {
        chmodSync(directory, mode);
        return (await examine({ ISP_DATA_DIR: directory })).privacy;
      };
      for (const mode of [0o755, 0o701, 0o704])
        expect(await privacyAt(mode)).toMatchObject({
          state: 'warning',
          detail: expect.stringContaining(`chmod 700 ${directory}`),
        });
      expect(await privacyAt(0o700)).toMatchObject({ state: 'ok' });
      expect((await examine({ ISP_DATA_DIR: join(folder, 'none') })).privacy).toBeUndefined();
      rmSync(directory, { recursive: true });
    },
  );

  it('warns of a database on another machine without TLS', () => {
    const judge = (url: string, encoding = 'UTF8') => judgeDatabase(url, 'PostgreSQL 17', encoding);
    expect(judge('postgres://nimule:x@localhost/nimule').state).toBe('ok');
    expect(judge('postgres://nimule:x@db.example.net/nimule?sslmode=verify-full').state).toBe('ok');
    const clear = judge('postgres://nimule:s3cret@db.example.net/nimule');
    expect(clear.state).toBe('warning');
    expect(clear.detail).toContain('sslmode=verify-full');
    expect(clear.detail).not.toContain('s3cret');
    expect(judge('postgres://nimule:x@db.example.net/nimule', 'LATIN1').state).toBe('failed');
  });

  it('reports a list of common passwords that cannot be read', async () => {
    expect((await examine({})).passwords).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^\d{4,} common ones are refused$/),
    });
    const missing = await checkPasswords(() => {
      throw new Error('the list is missing');
    });
    expect(missing).toMatchObject({ state: 'failed', detail: 'the list is missing' });
    expect(await checkPasswords(() => new Set())).toMatchObject({ state: 'failed' });
  });

  // The embedded database is always in UTF8.
  it.skipIf(!inject('postgres'))('reports a database with another encoding', async () => {
    const { host = '', port = 5432, user = '', ...rest } = inject('postgres')!;
    const admin = createPool({ ...rest, host, port, user, database: 'postgres', max: 1 });
    const name = `test_latin_${process.pid}`;
    await admin.query(
      `create database ${name} template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`,
    );
    const query = new URLSearchParams({ host, port: String(port), user });
    const { database, migrations } = await examine({
      DATABASE_URL: `postgresql:///${name}?${query}`,
    });
    expect(database).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining(`database "${name}" at ${host}:${port}`),
    });
    expect(database?.detail).toContain('its encoding is LATIN1');
    expect(migrations).toBeUndefined();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
});
