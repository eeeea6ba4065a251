import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../main.ts';
import { makeIo } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'nimule-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Finding {
  check: string;
  state: string;
  detail: string;
}

/** The findings about an installation of its own, by their checks. */
async function examine(env: Record<string, string>): Promise<Record<string, Finding>> {
  const { io, read } = makeIo({ env: { ISP_DATA_DIR: folder, ...env } });
  expect(await run(['doctor', '--format', 'json'], io)).toBe(8);
  const findings = JSON.parse(read().stdout) as Finding[];
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
}

describe('isp doctor', () => {
  it('names a data directory without a database and makes nothing there', async () => {
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

  it('says that a file is no data directory', async () => {
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
});
