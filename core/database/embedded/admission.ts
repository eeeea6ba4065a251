import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../kernel/errors.ts';
import {
  type ControlAnswer,
  type EmbeddedConfig,
  type EmbeddedRole,
  readLines,
  writeLine,
} from './control.ts';
import { contactOwner, newestClaim } from './lock.ts';
import { type Owner, startOwner } from './spawn.ts';

const UNREACHABLE_TRIES = 5;
export const RETRY_PAUSE = 60;

export interface Waiting {
  onWait?: (message: string) => void;
  signal?: AbortSignal;
}

export interface Guest {
  guest: Socket;
  config: EmbeddedConfig;
  /** Resolves when the connection has ended: whether because the database was replaced. */
  replaced: Promise<boolean>;
}

/** Retries until this process is a guest or has its own owner process. */
export async function connectOrStart(
  directory: string,
  role: EmbeddedRole,
  options: Waiting,
): Promise<Guest | Owner> {
  let unreachable = 0;
  for (;;) {
    options.signal?.throwIfAborted();
    const { record } = await newestClaim(directory);
    const contact = record ? await contactOwner(record) : 'dead';
    if (contact === 'dead') {
      const owner = await startOwner(directory, role, options);
      if (owner) return owner;
    } else if (contact === 'unreachable') {
      unreachable += 1;
      if (unreachable === UNREACHABLE_TRIES) {
        throw new AppError(
          'unavailable',
          'database.unavailable',
          `The database in ${directory} is open in process ${record?.pid}, which cannot be reached from here.`,
        );
      }
    } else {
      const guest = await askOwner(contact.socket, role, options);
      if (guest) return guest;
    }
    await pause(RETRY_PAUSE);
  }
}

/** Asks a running owner for access. Returns undefined when it has exited and the caller must start over. */
function askOwner(
  socket: Socket,
  role: EmbeddedRole,
  { onWait, signal }: Waiting,
): Promise<Guest | undefined> {
  let wasReplaced = false;
  const replaced = new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(wasReplaced));
  });
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      socket.destroy();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    socket.once('close', () => {
      signal?.removeEventListener('abort', giveUp);
      resolve(undefined);
    });
    readLines<ControlAnswer>(socket, (answer) => {
      if (answer.state === 'ready') {
        signal?.removeEventListener('abort', giveUp);
        resolve({ guest: socket, config: answer.config, replaced });
      } else if (answer.state === 'refused') {
        socket.destroy();
        reject(new AppError('conflict', 'database.inUse', answer.message));
      } else if (answer.state === 'replaced') {
        wasReplaced = true;
      } else {
        onWait?.(answer.message);
      }
    });
    writeLine(socket, { role, pid: process.pid });
  });
}
