import { access, constants, stat, statfs } from 'node:fs/promises';
import { findBackupHealth } from '@nimule/core/backups/service';
import { findFiles } from '@nimule/core/backups/service-files';
import type { Config } from '@nimule/core/config';
import type { App } from '@nimule/core/context';
import { findPgDump } from '@nimule/core/database/dump/pg-dump';
import { asOwner } from '@nimule/core/database/owner';
import { currentRole, ownerRights, serverVersion } from '@nimule/core/database/probe';
import { formatInstant } from '@nimule/core/kernel/dates';
import { findKeyOrigin } from '@nimule/core/ports/secrets';
import { type Finding, failed, nearestDirectory, OTHERS, ok, warning } from './doctor-findings.ts';
import type { Session } from './session.ts';

/** How many times the size of the last backup should be free: a backup, its scratch database, and some room. */
const FREE_BACKUPS = 3;

/** The directory of the backups, and the space on its disk. */
export async function checkBackupDirectory({ backupDir }: Config): Promise<Finding> {
  const check = 'backups';
  let place: string;
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
  const detail = `${files.length} in ${backupDir}${missing}; ${gigabytes(free)} free`;
  if (newest && free < FREE_BACKUPS * newest.bytes) {
    const needed = gigabytes(FREE_BACKUPS * newest.bytes);
    return warning(check, `${detail}, ${needed} should be, for the last one has a third of that`);
  }
  return ok(check, detail);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

/** Where the key of the stored secrets comes from. Prints its fingerprint, never the key. */
export function checkSecretKey(config: Config): Finding {
  const check = 'secret key';
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
  return missing.length === 0
    ? ok(check, `role "${role}" may verify and restore backups`)
    : warning(check, `role "${role}" ${missing.join('; it ')}`);
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
