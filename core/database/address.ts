import pg from 'pg';
import { AppError } from '../kernel/errors.ts';
import { isLoopback } from '../kernel/loopback.ts';
import { toAppError } from './errors.ts';

const NO_SUCH_DATABASE = '3D000';
const NO_SUCH_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN']);
/** Wrong user or password, no entry in pg_hba.conf, or no right to create tables. */
const REFUSED = /^28|^42501$/;
const PASSWORD_MISSING = /client password must be a string/;

/** Describes the database that a URL names, including the driver's defaults and without the password. */
export function describeAddress(url: string): string {
  const { host, port, database, user } = new pg.Client(url);
  return `database "${database}" at ${host}:${port} as user "${user}"`;
}

/** Whether a URL leads to a database on another machine without TLS, so that what is read and written can be overheard. */
export function isInClear(url: string): boolean {
  const { host, ssl } = new pg.Client(url);
  const isHere = host.startsWith('/') || host === '::1' || isLoopback(host);
  return !isHere && !ssl;
}

/**
 * Explains why the database that `DATABASE_URL`, or another `variable`, names cannot be opened, and what to change. For
 * administrators: visitors of the portal are not told where the database is.
 */
export function openingError(url: string, error: unknown, variable = 'DATABASE_URL'): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const { host, port, database, user } = new pg.Client(url);
  const at = `${host}:${port}`;
  const fails = (message: string) =>
    new AppError('unavailable', 'database.unavailable', message, { cause: error });
  if (code === NO_SUCH_DATABASE) {
    return fails(`There is no database "${database}" at ${at}. ${variable} names it.`);
  }
  if (NO_SUCH_HOST.has(code)) {
    return fails(`The host "${host}" of the database cannot be found. ${variable} names it.`);
  }
  const noPassword = PASSWORD_MISSING.test(error.message);
  if (noPassword || REFUSED.test(code)) {
    const reason = noPassword ? 'no password is given' : error.message;
    return fails(
      `Database "${database}" at ${at} refuses user "${user}": ${reason}. ${variable} names user and password.`,
    );
  }
  const known = toAppError(error, {});
  if (!(known instanceof AppError) || known.kind !== 'unavailable') return known;
  return fails(
    `The database cannot be reached: "${database}" at ${at} (${error.message || code}). ${variable} says where it is; if that is right, try again in a moment.`,
  );
}
