import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../kernel/errors.ts';
import { systemFault } from './system-faults.ts';

/**
 * Creates a directory and its parents, accessible to this user only. The recursive `mkdir` of Node 20 hangs where the
 * system allows no directory and reports ENOENT, as in /proc.
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

/** As `makeDirectory`, for what cannot wait. */
export function makeDirectorySync(path: string): void {
  const make = () => mkdirSync(path, { mode: 0o700 });
  try {
    try {
      make();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
      makeDirectorySync(dirname(path));
      make();
    }
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Explains why a data directory cannot be used; returns other errors unchanged. */
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
