import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseKey } from '../config-values.ts';
import { AppError } from '../kernel/errors.ts';
import { makeDirectorySync, unusableDataDirectory } from './data-directory.ts';
import type { Random } from './random.ts';

const KEY_BYTES = 32;
/** A key file has 65 bytes: digits and a line end. */
const LARGEST_FILE = 200;
/** Permission bits of other users. */
const OTHERS = 0o077;
/** File systems without hard links answer with one of these. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** The file that holds the key of an installation without ISP_SECRET_KEY. */
export function keyFileOf(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

function unusable(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', 'secret.keyUnusable', message, { cause });
}

/**
 * The key in the data directory; undefined if there is no file.
 * @throws AppError unavailable if it cannot be read, is damaged, or other users of this machine may read it.
 */
export function readKeyFile(dataDir: string): Buffer | undefined {
  const path = keyFileOf(dataDir);
  let file: number;
  try {
    // Without waiting for a writer, if it is a pipe.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') throw unusableDataDirectory(dataDir, error as NodeJS.ErrnoException);
    throw unusable(
      `The key of the stored secrets, ${path}, cannot be read (${code}): it must belong to the user who runs Nimule.`,
      error,
    );
  }
  try {
    const found = fstatSync(file);
    // Windows has no such permission bits.
    if (found.isFile() && found.mode & OTHERS && process.platform !== 'win32') {
      throw unusable(
        `Other users of this machine may read the key of the stored secrets: chmod 600 ${path}`,
      );
    }
    const isKeyFile = found.isFile() && found.size <= LARGEST_FILE;
    const key = isKeyFile ? parseKey(readFileSync(file, 'utf8')) : undefined;
    if (!key) {
      throw unusable(
        `${path} holds no key: 64 hexadecimal digits are expected. Put the copy of the key back, or remove the file if no secret was ever stored.`,
      );
    }
    return Buffer.from(key, 'hex');
  } finally {
    closeSync(file);
  }
}

/**
 * Makes the key of an installation and returns it: written and synced under a temporary name, then linked, which fails
 * if there is a file already. Of two processes that start at once both return the same key.
 * @throws AppError unavailable if the data directory cannot be written to.
 */
export function makeKeyFile(dataDir: string, random: Random): Buffer {
  const path = keyFileOf(dataDir);
  const draft = `${path}.${process.pid}-${random.bytes(6).toString('hex')}.tmp`;
  const text = `${random.bytes(KEY_BYTES).toString('hex')}\n`;
  try {
    makeDirectorySync(dataDir);
    writeSynced(draft, text);
    try {
      publish(draft, path, text);
    } finally {
      rmSync(draft, { force: true });
    }
    syncDirectory(dataDir);
  } catch (error) {
    throw unusableDataDirectory(dataDir, error as NodeJS.ErrnoException);
  }
  const key = readKeyFile(dataDir);
  if (!key) throw unusable(`The key of the stored secrets, ${path}, was removed at this moment.`);
  return key;
}

function publish(draft: string, path: string, text: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (!NO_LINKS.has(code)) throw error;
    try {
      writeSynced(path, text);
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
    }
  }
}

/** Writes a new file that only its owner may read. @throws the system's error EEXIST if there is one. */
function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    // The umask may have taken bits away.
    fchmodSync(file, 0o600);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncDirectory(path: string): void {
  // Windows cannot open a directory.
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
