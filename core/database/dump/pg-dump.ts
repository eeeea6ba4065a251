import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

export async function findPgDump(): Promise<
  { path: string; major: number; version: string } | undefined
> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions.sort((one, other) => Number(other) - Number(one));
  const places = ['pg_dump', ...newest.map((one) => `/usr/lib/postgresql/${one}/bin/pg_dump`)];
  for (const path of places) {
    const answer = await promisify(execFile)(path, ['--version']).catch(() => undefined);
    const version = /(\d{1,3}(?:\.\d{1,3})?)/.exec(answer?.stdout.slice(0, 200) ?? '')?.[1];
    if (version) return { path, major: Number.parseInt(version, 10), version };
  }
  return undefined;
}
