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
  stopped: ', then stopped',
  abandoned: ', then was cut off',
} as const;

export type RunEnding = 'done' | 'failed' | 'stopped';

/** The status that is kept: one that was stopped has not done all, and its error says why. */
export function statusOf(ending: RunEnding): 'done' | 'failed' {
  return ending === 'done' ? 'done' : 'failed';
}

/** How a work ended that an error ended: somebody stopped it, or it failed. */
export function endingOf(error: unknown): 'failed' | 'stopped' {
  return error instanceof AppError && error.code === STOPPED ? 'stopped' : 'failed';
}

const STOPPED = 'run.stopped';

/**
 * Between two batches of a long work: what is committed stands, and the rest is left to the next run.
 * @throws AppError unavailable once somebody has asked it to stop.
 */
export function heedStop(signal: AbortSignal | undefined, message: () => string): void {
  if (signal?.aborted) throw new AppError('unavailable', STOPPED, message());
}
