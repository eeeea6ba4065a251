import { AppError } from '../kernel/errors.ts';

const SILENT_MINUTES = 10;

/** Long works that have told nothing since then were killed: a batch takes seconds. */
export function silentSince(now: Date): Date {
  return new Date(now.getTime() - SILENT_MINUTES * 60_000);
}

/** What the audit line of a long work adds to its counts, by how it ended. */
export const runEndings = {
  running: '',
  done: '',
  failed: ', then failed',
  abandoned: ', then was cut off',
} as const;

/**
 * Between two batches of a long work: what is committed stands, and the rest is left to the next run.
 * @throws AppError unavailable once somebody has asked it to stop.
 */
export function heedStop(signal: AbortSignal | undefined, message: () => string): void {
  if (signal?.aborted) throw new AppError('unavailable', 'run.stopped', message());
}
