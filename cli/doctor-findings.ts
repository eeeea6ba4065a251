import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The result of one check of `isp doctor`. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'failed';
  detail: string;
}

export const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail });
export const warning = (check: string, detail: string): Finding => ({
  check,
  state: 'warning',
  detail,
});
export const failed = (check: string, detail: string): Finding => ({
  check,
  state: 'failed',
  detail,
});

/** Permission bits of other users. */
export const OTHERS = 0o077;

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The finding of a check; one that throws has failed. */
export async function attempt(
  check: string,
  work: () => Finding | Promise<Finding>,
): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return failed(check, messageOf(error));
  }
}

/** The directory, or the nearest existing parent. */
export async function nearestDirectory(path: string): Promise<string> {
  try {
    // With a trailing slash a file is refused.
    await stat(join(path, '/'));
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    return nearestDirectory(dirname(path));
  }
}

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;

/** '1.5 GB', '120 MB'; whole megabytes below one gigabyte, so that a small disk is not '0.0 GB'. */
export function sizeText(bytes: number): string {
  if (bytes >= GIBIBYTE) return `${(bytes / GIBIBYTE).toFixed(1)} GB`;
  return bytes >= MEBIBYTE || bytes === 0 ? `${Math.floor(bytes / MEBIBYTE)} MB` : 'less than 1 MB';
}
