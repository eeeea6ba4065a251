import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../kernel/errors.ts';
import { systemFault } from './system-faults.ts';

/**
 * Makes a directory that this user alone may read, and those above it. The recursive `mkdir` of Node 20 never ends
 * where the system takes no directory and says that something is not there, as /proc does.
 * @throws the system's error.
 */
export async function makeDirectory(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 });
  try {
    await make().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || dirname(path) === path) throw error;
      await makeDirectory(dirname(path));
      await make();
    });
  } catch (error) {
    const there = await stat(path).catch(() => undefined);
    if (!there?.isDirectory()) throw error;
  }
}

/** What is wrong with a data directory that cannot be used; every other error as it came. */
export function unusableDataDirectory(dataDir: string, error: NodeJS.ErrnoException): Error {
  const reason = {
    EACCES: 'may not be written by this user',
    EPERM: 'may not be written by this user',
    EROFS: 'lies on a disk that is read-only',
    ENOSPC: 'lies on a disk that is full',
    EDQUOT: "lies on a disk where this user's quota is used up",
    EIO: 'lies on a disk that does not answer',
    ENAMETOOLONG: 'has a name that is too long',
    ELOOP: 'is a link that leads to itself',
    ENOTDIR: 'is not a directory',
    EEXIST: 'is not a directory',
    ENOENT: 'cannot be made there',
  }[error.code ?? ''];
  if (reason) {
    const message = `The data directory ${dataDir} ${reason}. ISP_DATA_DIR names another one.`;
    return new AppError('unavailable', 'dataDir.unusable', message, { cause: error });
  }
  const fault = systemFault(error) ?? error;
  if (fault instanceof AppError || !error.code || !error.syscall) return fault;
  const message = `The data directory ${dataDir} cannot be used (${error.code} at ${error.syscall}). ISP_DATA_DIR names another one.`;
  return new AppError('unavailable', 'dataDir.unusable', message, { cause: error });
}
