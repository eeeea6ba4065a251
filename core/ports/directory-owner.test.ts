import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { assertOwnDirectories, foreignOwner } from './directory-owner.ts';

const folder = mkdtempSync(join(tmpdir(), 'nimule-owner-'));
afterAll(() => rmSync(folder, { recursive: true }));
const me = process.getuid?.() ?? 0;
/** Another user than the one of this process. */
const other = me + 4242;

describe.skipIf(process.platform === 'win32')('a data directory', () => {
  it('is used by its owner alone, not by another user and not by root', () => {
    expect(foreignOwner(folder)).toBeUndefined();
    expect(foreignOwner(folder, other)).toMatch(
      new RegExp(`^${folder} belongs to \\S+, and this command is run by ${other}: .* sudo -u`),
    );
    const backupDir = join(folder, 'still to be made');
    expect(() => assertOwnDirectories({ dataDir: folder, backupDir })).not.toThrow();
    expect(() => assertOwnDirectories({ dataDir: folder, backupDir }, other)).toThrow(/belongs to/);
    expect(() => assertOwnDirectories({ dataDir: backupDir, backupDir: folder }, other)).toThrow(
      /belongs to/,
    );
    expect(() => assertOwnDirectories({ dataDir: backupDir, backupDir }, other)).not.toThrow();
  });
});
