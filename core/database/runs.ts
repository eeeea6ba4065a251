import { AppError, isAppError } from '../kernel/errors.ts';

const HEARTBEAT_TIMEOUT_MINUTES = 10;

/** Runs without a heartbeat since then were killed: a batch takes seconds. */
export function heartbeatCutoff(now: Date): Date {
  return new Date(now.getTime() - HEARTBEAT_TIMEOUT_MINUTES * 60_000);
}

/** What the audit line adds to a run's counts, by how it ended. */
export const runEndings = {
  running: '',
  done: '',
  failed: ', then failed',
  stopped: ', then stopped',
  abandoned: ', then was cut off',
} as const;

export type RunEnding = 'done' | 'failed' | 'stopped';

/** The stored status: a stopped run is incomplete, and its error says why. */
export function statusOf(ending: RunEnding): 'done' | 'failed' {
  return ending === 'done' ? 'done' : 'failed';
}

/** How a run ended that threw this error. */
export function endingOf(error: unknown): 'failed' | 'stopped' {
  return error instanceof AppError && error.code === STOPPED ? 'stopped' : 'failed';
}

const STOPPED = 'run.stopped';

/**
 * The text that is stored with a run, such as 'the import', that an error has ended. Whoever sees the run reads it, so the
 * message of an unexpected error, such as one of the database, is left to the log.
 */
export function storedError(error: unknown, run: string): string {
  if (isAppError(error)) return error.message;
  return `An unexpected error ended ${run}. The log of the server has the details.`;
}

/**
 * Called between two batches of a run: committed batches stay, the next run does the rest.
 * @throws AppError unavailable if the run was asked to stop.
 */
export function throwIfStopped(signal: AbortSignal | undefined, message: () => string): void {
  if (signal?.aborted) throw new AppError('unavailable', STOPPED, message());
}
