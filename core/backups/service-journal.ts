import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import type { BackupType } from './schema.ts';

/** What happened to backups, outside the database, so that a restore does not remove it. */
export type JournalEvent =
  | { event: 'backup.created'; file: string; type: BackupType; bytes: number; sha256: string }
  // With `file` when the file was made, but not verified.
  | { event: 'backup.failed'; type: BackupType; file?: string; reason: string }
  /** `toSetAgain`: statements that only an administrator may run, and has to after a restore. */
  | {
      event: 'backup.verified';
      file: string;
      sha256: string;
      bytes: number;
      toSetAgain?: string[];
    }
  | { event: 'backup.differs'; file: string; sha256: string; bytes: number; problems: string[] }
  | { event: 'backup.deleted'; file: string; reason: 'asked' | 'pruned' }
  | { event: 'backup.copied'; file: string }
  | { event: 'backup.copyFailed'; file: string; reason: string }
  | { event: 'restore.begun'; file: string; sha256: string }
  | { event: 'restore.step'; file: string; step: string }
  | { event: 'restore.done'; file: string; safety: string | null; toSetAgain?: string[] }
  | { event: 'restore.failed'; file: string; reason: string }
  | { event: 'pause.ended'; file: string }
  | { event: 'moved'; file: string; to: string };

export type JournalLine = JournalEvent & { at: string; by: string };

const NAME = 'nimule-journal.jsonl';

export function journalPath(directory: string): string {
  return join(directory, NAME);
}

/** Appends a line and waits until it is on the disk. */
export async function writeJournal(ctx: Ctx, event: JournalEvent): Promise<void> {
  const line: JournalLine = {
    at: ctx.clock().toISOString(),
    by: actorName(ctx.actor),
    ...event,
  };
  const file = await open(journalPath(ctx.config.backupDir), 'a', 0o600);
  try {
    // The line end first: a line that a crash cut off does not spoil this one.
    await file.write(`\n${JSON.stringify(line)}`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** All lines, oldest first, without those that a crash cut off. */
export async function readJournal(directory: string): Promise<JournalLine[]> {
  const text = await readFile(journalPath(directory), 'utf8').catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as JournalLine];
    } catch {
      return [];
    }
  });
}
