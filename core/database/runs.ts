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
