import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@nimule/core/database/connect';
import {
  createTestDatabase,
  type TestDatabase,
} from '@nimule/fixtures/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { run } from '../main.ts';
import { makeIo } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'nimule-secrets-'));
const dataDir = join(folder, 'data');
const [right, wrong] = ['ab'.repeat(32), 'cd'.repeat(32)];
const SERVER = inject('postgres');
let database: TestDatabase;

/** A command with its own settings: '' for no ISP_SECRET_KEY. */
async function isp(key: string, line: string[], more: Record<string, string> = {}) {
  const { host = '', port = 5432, user = '', database: name = '' } = database.settings;
  const query = new URLSearchParams({ host, port: String(port), user });
  const env = {
    DATABASE_URL: `postgresql:///${name}?${query}`,
    ISP_DATA_DIR: dataDir,
    ISP_LOG_LEVEL: 'silent',
    ISP_SECRET_KEY: key,
    ...more,
  };
  const { io, read } = makeIo({ env });
  return { code: await run(line, io), ...read() };
}

let sales = 0;
const sell = (key: string) => {
  sales += 1;
  const paid = ['--account', 'bank', '--reference', `TRF-${sales}`];
  return isp(key, ['vouchers', 'sell', 'Daily 1 GB', ...paid, '--format', 'json']);
};
const listed = async (key: string) => isp(key, ['vouchers', 'list', '--format', 'json']);

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ ...database.settings, max: 1 });
  await pool.query(
    `insert into voucher_bundles (name, name_key, bundle_type, data_mb, validity_days, price_cents, created_at,
       created_by, updated_at)
     values ('Daily 1 GB', 'daily 1 gb', 'data', 1024, 1, 100, now(), 'test', now())`,
  );
  await pool.end();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe.skipIf(!SERVER)('a database whose vouchers another key encrypted', () => {
  let filename: string;

  it('keeps the fingerprint of the first text', async () => {
    expect(await sell(right)).toMatchObject({ code: 0 });
    const { stdout } = await isp(right, ['backups', 'create', '--format', 'json']);
    ({ filename } = JSON.parse(stdout));
  });

  it('starts no server and sells, lists and activates nothing with another key', async () => {
    const refused = { code: 8, stderr: expect.stringContaining('isp secrets accept-lost-key') };
    expect(await isp(wrong, ['serve', '--port', '0'])).toMatchObject(refused);
    expect(await sell(wrong)).toMatchObject(refused);
    expect(await listed(wrong)).toMatchObject(refused);
    expect(await isp(wrong, ['vouchers', 'activate', '3Y9M-H836-7GYP'])).toMatchObject(refused);
    const doctor = await isp(wrong, ['doctor', '--format', 'json']);
    expect(doctor.code).toBe(8);
    const findings = JSON.parse(doctor.stdout) as { check: string; state: string }[];
    expect(findings.find(({ check }) => check === 'secret key')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('from ISP_SECRET_KEY'),
    });
  });

  it('gets no new key where there is none, and commands that need none go on', async () => {
    const refused = { code: 8, stderr: expect.stringContaining('there is no key here') };
    expect(await isp('', ['serve', '--port', '0'])).toMatchObject(refused);
    expect(await sell('')).toMatchObject(refused);
    expect(await isp('', ['customers', 'list'])).toMatchObject({ code: 0 });
    expect(await isp('', ['backups', 'create'])).toMatchObject({ code: 0 });
    expect(existsSync(join(dataDir, 'secret.key'))).toBe(false);
  });

  it('is restored only with its key, or with the word that it is lost', async () => {
    const restore = (key: string, ...more: string[]) =>
      isp(key, ['backups', 'restore', filename, '--yes', ...more]);
    expect(await restore(wrong)).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('--lost-key'),
    });
    expect(await restore('')).toMatchObject({ code: 7 });
    expect(readdirSync(dataDir)).not.toContain('secret.key');
    expect(await restore(wrong, '--lost-key')).toMatchObject({ code: 0 });
    expect(await isp(wrong, ['serve', '--port', '0'])).toMatchObject({ code: 8 });
    expect(await isp(right, ['backups', 'resume'])).toMatchObject({ code: 0 });
  });

  it('names what is lost with the key, and asks', async () => {
    const line = ['secrets', 'accept-lost-key'];
    const asked = await isp(wrong, line);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(asked.stdout).toMatch(/^ *1 {2}unused vouchers .*\$1\.00 was paid for them/m);
    const accepted = await isp(wrong, [...line, '--yes']);
    expect(accepted).toMatchObject({ code: 0 });
    expect(await isp(wrong, [...line, '--yes'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('nothing is lost'),
    });
    expect(await sell(wrong)).toMatchObject({ code: 0 });
    expect(await sell(right)).toMatchObject({ code: 8 });
    const codes = JSON.parse((await listed(wrong)).stdout) as { voucherCode: string }[];
    expect(codes.map(({ voucherCode }) => voucherCode === '')).toEqual([false, true]);
    const { stdout } = await isp(wrong, ['audit', 'list']);
    expect(stdout).toContain('key.accept-lost');
  });
});
