import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDirectory, makeDirectorySync } from './data-directory.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-directory-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('makeDirectory', () => {
  it('creates parents too, for this user only, also concurrently', async () => {
    const deep = join(folder, 'a', 'b', 'c');
    await Promise.all([makeDirectory(deep), makeDirectory(deep), makeDirectory(join(deep, 'd'))]);
    await makeDirectory(deep);
    expect((await stat(deep)).mode & 0o777).toBe(0o700);
    const other = join(folder, 'sync', 'b');
    makeDirectorySync(other);
    makeDirectorySync(other);
    expect((await stat(other)).mode & 0o777).toBe(0o700);
  });

  it('refuses a path that is a file or leads through one', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeDirectory(join(file, 'x', 'y'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(() => makeDirectorySync(file)).toThrow('EEXIST');
    expect(() => makeDirectorySync(join(file, 'x', 'y'))).toThrow('ENOTDIR');
  });

  // The recursive mkdir of Node 20 hangs on this path.
  it.runIf(process.platform === 'linux')('gives up where no directory can be made', async () => {
    await expect(makeDirectory('/proc/nimule/run')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(() => makeDirectorySync('/proc/nimule/run')).toThrow('ENOENT');
  });
});
