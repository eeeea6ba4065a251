import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundled } from '@nimule/fixtures/testing/processes/companion';
import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';

const LARGE_BYTES = 39 * 1024 * 1024;
/** For a file of 39 MB; ten concurrent ones took 3 GB. */
const MAX_GROWTH_MB = 250;

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'nimule-memory-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** A .csv of about so many bytes. */
async function written(filename: string, bytes: number) {
  const header = 'customerId,name,address,packageType,bandwidth,monthlyFeeUsd,status,notes\n';
  const address = 'Block 7 behind the old market in Munuki '.repeat(3);
  const row = (at: number) =>
    `MEMORY-TEST-${at},Customer number ${at} of the file,${address},Flexible Plan,20,${(at % 900) + 1}.50,Active,${'x'.repeat(120)}\n`;
  const count = Math.max(1, Math.floor(bytes / row(100_000).length));
  const path = join(folder, filename);
  await writeFile(path, header + Array.from({ length: count }, (_, at) => row(at)).join(''));
  return { upload: { filename, path, size: (await stat(path)).size }, count };
}

test('concurrent imports of 39 MB need the memory of one', async () => {
  const small = await written('small.csv', 1);
  const large = await written('large.csv', LARGE_BYTES);
  const input = { settings: app.settings, small: small.upload, large: large.upload, times: 2 };
  const { stdout } = await promisify(execFile)(process.execPath, [
    // Without a limit the heap would grow more than needed.
    '--max-old-space-size=128',
    ...[bundled('import-memory-child'), JSON.stringify(input)],
  ]);
  const { created, megabytes } = JSON.parse(stdout) as { created: number[]; megabytes: number };
  expect(created).toEqual([large.count, large.count]);
  expect(megabytes).toBeLessThan(MAX_GROWTH_MB);
});
