import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface PgDump {
  path: string;
  /** 15 for '15.18'. */
  major: number;
  version: string;
}

/** Where packages of Debian and Ubuntu install the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';
const ANSWER_LIMIT_MS = 10_000;

/**
 * The program pg_dump: the one of PATH, or the newest in /usr/lib/postgresql if there is none or that is older than
 * the server of major version `atLeast`. Undefined if none is installed; the newest one found may still be too old.
 */
export async function findPgDump(atLeast = 0): Promise<PgDump | undefined> {
  const onPath = await versionOf('pg_dump');
  if (onPath && onPath.major >= atLeast) return onPath;
  const versions = await readdir(VERSIONS).catch(() => []);
  const installed = await Promise.all(
    versions
      .filter((version) => Number.isInteger(Number(version)))
      .map((version) => versionOf(`${VERSIONS}/${version}/bin/pg_dump`)),
  );
  return [onPath, ...installed]
    .filter((found) => found !== undefined)
    .reduce<PgDump | undefined>(
      (newest, found) => (newest && newest.major >= found.major ? newest : found),
      undefined,
    );
}

/** Undefined if there is no such program, or it does not answer like pg_dump. */
async function versionOf(path: string): Promise<PgDump | undefined> {
  const answer = await promisify(execFile)(path, ['--version'], {
    timeout: ANSWER_LIMIT_MS,
  }).catch(() => undefined);
  // 'pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)', '17beta1', '9.6.24'
  const version = /^pg_dump \(PostgreSQL\) (\d{1,3}(?:\.\d{1,3})?)/.exec(
    answer?.stdout.slice(0, 200) ?? '',
  )?.[1];
  return version ? { path, major: Number.parseInt(version, 10), version } : undefined;
}
