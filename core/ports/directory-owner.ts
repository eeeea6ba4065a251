import { readFileSync, statSync } from 'node:fs';
import { AppError } from '../kernel/errors.ts';

const LARGEST_PASSWD = 1024 * 1024;

/** The name of a user of this machine; its number where it has none. */
function userName(uid: number): string {
  try {
    const text = readFileSync('/etc/passwd', 'utf8').slice(0, LARGEST_PASSWD);
    const fields = text.split('\n').map((line) => line.split(':'));
    return fields.find(([, , id]) => id === String(uid))?.[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}

/** Undefined for what does not exist or cannot be looked at, which its use tells better. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

/**
 * Why a directory is not to be used by this process: it belongs to another user, who could not use what is made in it.
 * Undefined for one's own, one that does not exist yet, and on Windows.
 */
export function foreignOwner(path: string, uid = process.getuid?.()): string | undefined {
  const owner = ownerOf(path);
  if (uid === undefined || owner === undefined || owner === uid) return undefined;
  const [name, me] = [userName(owner), userName(uid)];
  return `${path} belongs to ${name}, and this command is run by ${me}: what it makes there could not be used by ${name}. Run it as ${name}: sudo -u ${name} isp …`;
}

/**
 * Before anything is made in them: the data directory and the directory of backups belong to the user of this process,
 * also where that is root.
 * @throws AppError unavailable `dataDir.otherOwner`, with the owner's name.
 */
export function assertOwnDirectories(
  { dataDir, backupDir }: { dataDir: string; backupDir: string },
  uid = process.getuid?.(),
): void {
  for (const path of [dataDir, backupDir]) {
    const problem = foreignOwner(path, uid);
    if (problem) throw new AppError('unavailable', 'dataDir.otherOwner', problem);
  }
}
