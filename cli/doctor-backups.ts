import { execFile } from 'node:child_process';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { findBackupHealth } from '@nimule/core/backups/service';
import { findFiles } from '@nimule/core/backups/service-files';
import type { Config } from '@nimule/core/config';
import type { App } from '@nimule/core/context';
import { findPgDump } from '@nimule/core/database/dump/pg-dump';
import { asOwner } from '@nimule/core/database/owner';
import { currentRole, ownerRights, serverVersion } from '@nimule/core/database/probe';
import { formatInstant } from '@nimule/core/kernel/dates';
import { foreignOwner } from '@nimule/core/ports/directory-owner';
import { findKeyOrigin } from '@nimule/core/ports/secrets';
import { findKeyState } from '@nimule/core/reports/secret-key/service';
import {
  type Finding,
  failed,
  nearestDirectory,
  OTHERS,
  ok,
  sizeText,
  warning,
} from './doctor-findings.ts';
import type { Session } from './session.ts';

/** How many times the size of the last backup should be free: a backup, its scratch database, and some room. */
const FREE_BACKUPS = 3;

/** The directory of the backups, and the space on its disk. */
export async function checkBackupDirectory({ backupDir }: Config): Promise<Finding> {
  const check = 'backups';
  let place: string;
  const foreign = foreignOwner(backupDir);
  if (foreign) return failed(check, foreign);
  try {
    place = await nearestDirectory(backupDir);
    await access(place, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return failed(check, `${backupDir} cannot be written to (${code}). ISP_BACKUP_DIR names it.`);
  }
  const exists = place === backupDir;
  const { mode } = await stat(place);
  // Windows has no such permission bits.
  if (exists && mode & OTHERS && process.platform !== 'win32') {
    return warning(
      check,
      `other users of this machine may look into ${backupDir}, where all data lie: chmod 700 ${backupDir}`,
    );
  }
  const { bavail, bsize } = await statfs(place);
  const files = await findFiles(backupDir);
  const newest = files.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0];
  const free = bavail * bsize;
  const missing = exists ? '' : ', still to be made';
  const detail = `${files.length} in ${backupDir}${missing}; ${sizeText(free)} free`;
  if (newest && free < FREE_BACKUPS * newest.bytes) {
    const needed = sizeText(FREE_BACKUPS * newest.bytes);
    return warning(
      check,
      `${detail}, ${needed} should be: three times the last backup, which has ${sizeText(newest.bytes)}`,
    );
  }
  return ok(check, detail);
}

/** Two directories on the same disk are lost together. */
async function isOnSameDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([stat(one), stat(await nearestDirectory(other))]);
  return first.dev === second.dev;
}

/** The programs that a command of the shell begins with may be named by a path or found on PATH. */
function findProgram(command: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const word = command.trim().split(/\s+/, 1)[0] ?? '';
    // Assignments, substitutions and quotes are the shell's: only a plain word is looked up.
    if (!/^[\w./+-]+$/.test(word)) return resolve(word);
    if (word.includes('/'))
      return void access(word, constants.X_OK).then(
        () => resolve(word),
        () => resolve(undefined),
      );
    execFile('/bin/sh', ['-c', 'command -v "$1"', 'nimule', word], (error, found) =>
      resolve(error ? undefined : found.trim()),
    );
  });
}

/** Where verified backups are copied to: a directory that exists, is mounted and can be written to, or a command that is there. */
export async function checkBackupCopy({
  backupCopy,
  backupDir,
  databaseUrl,
}: Pick<Config, 'backupCopy' | 'backupDir' | 'databaseUrl'>): Promise<Finding> {
  const check = 'backup copy';
  if (!backupCopy) {
    const detail = 'ISP_BACKUP_COPY is not set: backups are on the disk of this machine alone';
    return (databaseUrl ? warning : ok)(check, detail);
  }
  const place = await stat(backupCopy).catch(() => undefined);
  if (place?.isDirectory()) {
    try {
      await access(backupCopy, constants.W_OK | constants.X_OK);
    } catch {
      return failed(check, `${backupCopy} cannot be written to by this user (ISP_BACKUP_COPY)`);
    }
    if (await isOnSameDisk(backupCopy, backupDir))
      return warning(
        check,
        `${backupCopy} is on the same disk as ${backupDir}: if it is a disk of its own, it is not mounted`,
      );
    const { bavail, bsize } = await statfs(backupCopy);
    return ok(check, `to ${backupCopy}; ${sizeText(bavail * bsize)} free`);
  }
  if (backupCopy.startsWith('/') && !/\s/.test(backupCopy) && !place)
    return failed(
      check,
      `there is no ${backupCopy} (ISP_BACKUP_COPY): if it is a directory of a disk, mount the disk`,
    );
  const program = await findProgram(backupCopy);
  if (program === undefined) {
    const word = backupCopy.trim().split(/\s+/, 1)[0];
    return failed(check, `the command ${word} of ISP_BACKUP_COPY is not there, or may not be run`);
  }
  return ok(check, `by the command ${program}; whether it succeeds shows with the next backup`);
}

/** Where the key of the stored secrets comes from. Prints its fingerprint, never the key. */
export async function checkSecretKey(config: Config, app?: App): Promise<Finding> {
  const check = 'secret key';
  const { problem } = app ? await findKeyState(app) : {};
  if (problem) return failed(check, problem.message);
  const { source, path, fingerprint } = findKeyOrigin(config);
  if (source === 'environment') return ok(check, `fingerprint ${fingerprint}, from ISP_SECRET_KEY`);
  if (!fingerprint) return ok(check, `none yet: isp serve makes it, in ${path}`);
  return warning(
    check,
    `fingerprint ${fingerprint}, from ${path}: keep a copy apart from the backups, which cannot be restored without it`,
  );
}

/** Whether PostgreSQL can be dumped from this machine. */
export async function checkPgDump(app: App): Promise<Finding> {
  const check = 'pg_dump';
  const version = await serverVersion(app.db);
  const server = Number.parseInt(version, 10);
  const found = await findPgDump(server);
  const wanted = `install the PostgreSQL client of version ${server} or newer`;
  if (!found) return failed(check, `not found, so no backup can be made: ${wanted}`);
  if (found.major < server) {
    return failed(
      check,
      `${found.path} is version ${found.version}, the server ${version}: ${wanted}`,
    );
  }
  return ok(check, `${found.version}, ${found.path}`);
}

/** Whether the role that verifies and restores backups may do so. */
export async function checkOwner(app: App): Promise<Finding> {
  const check = 'owner';
  const application = await currentRole(app.db);
  const rights = await asOwner(app.pool, app.config, (pool) => ownerRights(pool, application));
  const { role } = rights;
  const missing = [
    rights.createsDatabases ? '' : `may not create databases: alter role "${role}" createdb`,
    rights.ownsDatabase ? '' : 'does not own the database: ISP_OWNER_URL names the role that does',
    rights.endsSessions
      ? ''
      : `may not end the sessions of "${application}", as a restore does: grant "${application}" to "${role}"`,
  ].filter(Boolean);
  if (missing.length === 0) return ok(check, `role "${role}" may verify and restore backups`);
  const detail = `role "${role}" ${missing.join('; it ')}`;
  // Without these no backup is verified, and each night's fails.
  return rights.createsDatabases && rights.ownsDatabase
    ? warning(check, detail)
    : failed(check, `${detail}; until then no backup can be verified or restored`);
}

/** The last night's backup. */
export async function checkLastBackup(session: Session): Promise<Finding> {
  const check = 'last backup';
  const { alert, lastSuccess, lastVerified } = await findBackupHealth(await session.context());
  if (alert) return failed(check, alert);
  if (!lastSuccess) return ok(check, 'none yet; the first is due at 2:00 AM');
  const verified = lastVerified ? `, verified ${formatInstant(lastVerified)}` : ', not verified';
  return ok(check, `${formatInstant(lastSuccess)}${verified}`);
}
