import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import pg from 'pg';
import { AppError } from '../../kernel/errors.ts';
import type { PoolSettings } from '../connect.ts';
import { fileTooLarge } from './manifest.ts';
import { findPgDump } from './pg-dump.ts';

// Started directly and not by the package pg-dump-restore: that one returns when pg_dump has ended, so it could neither
// be stopped with the work nor write to a file that we opened with the rights of this user alone.

const SSL_MODES = new Set(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']);
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'];
const STDERR_KEPT = 4_000;

/** The environment by which a program of PostgreSQL finds the database: the password is in no process list. */
export function environmentOf(settings: Omit<PoolSettings, 'max'>): Record<string, string> {
  const client = new pg.Client(settings.url ? { connectionString: settings.url } : settings);
  const parameters = settings.url ? new URL(settings.url).searchParams : new URLSearchParams();
  const mode = parameters.get('sslmode');
  const certificates = SSL_FILES.flatMap((name) => {
    const path = parameters.get(name);
    return path ? [[`PG${name.toUpperCase()}`, path]] : [];
  });
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR ? { TMPDIR } : {}),
    LC_ALL: 'C',
    PGHOST: client.host,
    PGPORT: String(client.port),
    PGUSER: client.user ?? '',
    PGDATABASE: client.database ?? '',
    ...(client.password ? { PGPASSWORD: client.password } : {}),
    ...(mode && SSL_MODES.has(mode) ? { PGSSLMODE: mode } : {}),
    ...Object.fromEntries(certificates),
    PGAPPNAME: 'nimule backup',
  };
}

export interface PgDumpOptions {
  settings: Omit<PoolSettings, 'max'>;
  snapshot: string;
  /** Major version of the server. */
  server: number;
  excludedSchemas: readonly string[];
  excludedTables: readonly string[];
  /** Must not exist; made readable for this user only. */
  file: string;
  signal?: AbortSignal;
}

/**
 * Dumps one snapshot as plain SQL, without owners and rights, and syncs the file.
 * @throws AppError unavailable when pg_dump is missing, older than the server, or fails.
 */
export async function runPgDump(options: PgDumpOptions): Promise<void> {
  const program = await findPgDump(options.server);
  if (!program) {
    throw new AppError(
      'unavailable',
      'backup.pgDumpMissing',
      `pg_dump is not installed on the machine of this program. Install the PostgreSQL client, version ${options.server} or newer.`,
    );
  }
  if (program.major < options.server) {
    throw new AppError(
      'unavailable',
      'backup.pgDumpOld',
      `pg_dump is version ${program.version} and the database version ${options.server}. Install the PostgreSQL client of version ${options.server} or newer.`,
    );
  }
  const exact = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const file = await open(options.file, 'wx', 0o600);
  try {
    const child = spawn(
      program.path,
      [
        '--format=plain',
        '--encoding=UTF8',
        '--no-owner',
        '--no-privileges',
        '--no-comments',
        '--no-password',
        '--extension=pg_trgm',
        `--snapshot=${options.snapshot}`,
        ...options.excludedSchemas.map((name) => `--exclude-schema=${exact(name)}`),
        ...options.excludedTables.map((name) => `--exclude-table=public.${exact(name)}`),
      ],
      { env: environmentOf(options.settings), stdio: ['ignore', file.fd, 'pipe'] },
    );
    const stop = () => child.kill('SIGTERM');
    options.signal?.addEventListener('abort', stop, { once: true });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_KEPT);
    });
    const ended = await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(code === 0 ? '' : (signal ?? `code ${code}`)));
    });
    options.signal?.removeEventListener('abort', stop);
    if (ended) throw dumpFailed(ended, stderr);
    await file.sync();
  } finally {
    await file.close();
  }
}

function explain(reason: string): string {
  if (reason.includes('No space left')) {
    return 'The disk with the backups is full: no backup was made. Make room, then try again.';
  }
  if (reason.includes('permission denied')) {
    return `The database user may not read everything (${reason}). Set ISP_OWNER_URL to the role that owns the tables.`;
  }
  return `pg_dump failed: ${reason}`;
}

function dumpFailed(ended: string, stderr: string): AppError {
  const reason =
    stderr
      .split('\n')
      .find((line) => line.includes('error:'))
      ?.replace(/^.{0,40}error: /, '') ?? ended;
  // The signal ends programs that write beyond the limit of the system; pg_dump does not ignore it.
  if (ended === 'SIGXFSZ' || reason.includes('File too large')) return fileTooLarge();
  return new AppError('unavailable', 'backup.dumpFailed', explain(reason.slice(0, 300)));
}
