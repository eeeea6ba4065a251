import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Ctx } from '../context.ts';
import type { Report } from '../database/dump/engine.ts';
import { fileTooLarge } from '../database/dump/manifest.ts';
import {
  claim,
  contactOwner,
  newestClaim,
  runDirectory,
  socketDirectory,
} from '../database/embedded/lock.ts';
import { toAppError } from '../database/errors.ts';
import { actorName } from '../identity/actor.ts';
import { AppError } from '../kernel/errors.ts';
import { makeDirectory } from '../ports/data-directory.ts';
import type { BackupProgress, BackupWork } from './schema.ts';

const IDLE: BackupProgress = {
  work: null,
  filename: null,
  step: '',
  percent: null,
  by: '',
  startedAt: null,
};

const workWords: Record<BackupWork, string> = {
  backup: 'A backup is being made',
  verify: 'A backup is being verified',
  restore: 'A backup is being restored',
  move: 'The data are being moved to a server',
};

/** What a piece of work tells others while it holds the lock. */
export interface Held {
  report: Report;
  /** The file that it is about, once known. */
  name(filename: string): void;
}

/**
 * Runs one piece of work at a time in the backup directory, among all processes. The lock ends with the process that
 * holds it, however that ends. Others read the progress through the same socket.
 * @throws AppError conflict `backup.busy` while other work runs.
 */
export async function withBackupLock<T>(
  ctx: Ctx,
  work: BackupWork,
  run: (held: Held) => Promise<T>,
): Promise<T> {
  const directory = ctx.config.backupDir;
  await makeDirectory(runDirectory(directory));
  await chmod(directory, 0o700);
  const progress: BackupProgress = {
    ...IDLE,
    work,
    step: 'Starting',
    by: actorName(ctx.actor),
    startedAt: ctx.clock(),
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(`${JSON.stringify(progress)}\n`);
  });
  const path = join(await socketDirectory(directory), `b-${randomBytes(4).toString('hex')}`);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  try {
    await chmod(path, 0o600);
    // Without the process's identity: this process goes on after it has released the lock and removed the socket.
    if (!(await claim(directory, { socket: path, pid: process.pid }))) {
      throw await busy(directory);
    }
    return await run({
      report: onlyForward((step, percent) => {
        progress.step = step;
        progress.percent = percent === undefined ? null : Math.round(percent);
      }),
      name(filename) {
        progress.filename = filename;
      },
    });
  } catch (error) {
    throw explainFault(error);
  } finally {
    server.close();
  }
}

/** Reports the highest percentage so far where a step has a lower one or none: progress never runs backwards. */
export function onlyForward(report: Report): Report {
  let highest: number | undefined;
  return (step, percent) => {
    if (percent !== undefined) highest = Math.max(highest ?? 0, percent);
    report(step, highest);
  };
}

/** The reports of a part of the work, as percentages of the whole. */
export function within(held: Held, from: number, to: number): Held {
  return {
    ...held,
    report(step, percent) {
      held.report(step, percent === undefined ? undefined : from + ((to - from) * percent) / 100);
    },
  };
}

/** A fault of the disk or the database, as the user and the journal are told it; other errors are returned unchanged. */
export function explainFault(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EFBIG') return fileTooLarge(error);
  return toAppError(error, {});
}

async function busy(directory: string): Promise<AppError> {
  const { work, by } = await readProgress(directory);
  const what = work ? `${workWords[work]} by ${by}` : 'Another backup is under way';
  const message = `${what}. Try again when that is finished.`;
  return new AppError('conflict', 'backup.busy', message);
}

/** What is running in the backup directory, in any process. */
export async function readProgress(directory: string): Promise<BackupProgress> {
  const { record } = await newestClaim(directory);
  const contact = record ? await contactOwner(record) : 'dead';
  if (typeof contact !== 'object') return IDLE;
  const text = await readAll(contact.socket);
  if (text === '') return IDLE;
  const value = JSON.parse(text) as BackupProgress;
  return { ...value, startedAt: value.startedAt ? new Date(value.startedAt) : null };
}

/** All text until the other side closes the connection. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.once('close', () => resolve(text));
    socket.setTimeout(2_000, () => socket.destroy());
  });
}
