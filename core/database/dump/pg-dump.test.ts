import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPgDump } from './pg-dump.ts';
import { environmentOf } from './run-pg-dump.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nimule-pg-dump-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Puts a pg_dump into PATH that answers this. */
function install(answer: string): void {
  const program = join(folder, 'pg_dump');
  writeFileSync(program, `#!/bin/sh\necho '${answer}'\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', folder);
}

describe.skipIf(process.platform === 'win32')('the search for pg_dump', () => {
  it('takes the one of PATH', async () => {
    install('pg_dump (PostgreSQL) 115.4 (Debian 115.4-1.pgdg12+2)');
    expect(await findPgDump(15)).toEqual({ path: 'pg_dump', major: 115, version: '115.4' });
    install('pg_dump (PostgreSQL) 118beta1');
    expect(await findPgDump()).toEqual({ path: 'pg_dump', major: 118, version: '118' });
    install('pg_dump (PostgreSQL) 9.6.24');
    expect(await findPgDump()).toMatchObject({ major: 9, version: '9.6' });
  });

  it('prefers an installed one where that is older than the server', async () => {
    install('pg_dump (PostgreSQL) 1.0');
    const found = await findPgDump(15);
    // Of the two the newer one, as this machine has it.
    if (found?.path === 'pg_dump') expect(found.major).toBe(1);
    else expect(found?.path).toBe(`/usr/lib/postgresql/${found?.major}/bin/pg_dump`);
  });

  it('ignores another program of that name', async () => {
    install('pg_dump: not found');
    expect((await findPgDump())?.path).not.toBe('pg_dump');
  });
});

it('pg_dump gets the certificates of the address', () => {
  const certificate = join(folder, 'ca.pem');
  writeFileSync(certificate, '');
  const url = `postgres://nimule@db.example.net/nimule?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}&sslcert=${certificate}&sslkey=${certificate}`;
  expect(environmentOf({ url })).toMatchObject({
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: certificate,
    PGSSLCERT: certificate,
    PGSSLKEY: certificate,
  });
  expect(environmentOf({ host: 'localhost' })).not.toHaveProperty('PGSSLROOTCERT');
});
