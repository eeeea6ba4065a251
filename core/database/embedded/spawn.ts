import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { companionOf } from '../../companion.ts';
import { AppError } from '../../kernel/errors.ts';
import type { EmbeddedConfig, EmbeddedRole, LeaveOrder, OwnerNews } from './control.ts';

/** The process that serves the database, as its parent sees it. */
export interface Owner {
  config: EmbeddedConfig;
  /** Resolves when the process has ended, with the last that it had to say. */
  ended: Promise<string>;
  /** Keeps this process alive until the owner has ended; before that, it does not. */
  hold(): void;
  leave(): void;
  kill(): void;
}

const LAST_WORDS = 4_000;
const GIVE_UP_LIMIT = 5_000;

/**
 * The stack that WebAssembly may use, in kB, below the 8 MB that systems give a process. With it and
 * `max_stack_depth` (embedded-engine.ts) deep recursion is an error instead of the end of the session.
 */
const STACK_SIZE = 3_900;

/**
 * Starts an owner process and waits until it serves. Answers undefined when another owner was quicker.
 * @throws AppError `database.unavailable` when the database cannot be opened, and the signal's reason.
 */
export async function startOwner(
  directory: string,
  role: EmbeddedRole,
  { onWait, signal }: { onWait?: (message: string) => void; signal?: AbortSignal },
): Promise<Owner | undefined> {
  const { file, execArgv } = companionOf(import.meta.url, 'embedded-owner');
  const options = [`--stack-size=${STACK_SIZE}`, ...execArgv];
  const child = spawn(process.execPath, [...options, fileURLToPath(file), directory, role], {
    cwd: directory,
    // A process group of its own: Ctrl-C in the terminal is for the parent.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  // Sending to a process that has just ended; its end is seen by itself.
  child.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    child.once('close', () => resolve(words.trim()));
    child.once('error', (error) => resolve(error.message));
  });

  const config = await new Promise<EmbeddedConfig | undefined>((resolve, reject) => {
    const fail = (message: string) =>
      reject(new AppError('unavailable', 'database.unavailable', message));
    const giveUp = () => {
      // Without its parent the process ends at once, unless guests wait for it already.
      if (child.connected) child.disconnect();
      void Promise.race([ended, pause(GIVE_UP_LIMIT, undefined, { ref: false })]).then(() =>
        reject(signal?.reason),
      );
    };
    if (signal?.aborted) return giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    child.on('message', (message: OwnerNews) => {
      if (message.news === 'progress') onWait?.(message.message);
      else if (!signal?.aborted) {
        signal?.removeEventListener('abort', giveUp);
        if (message.news === 'failed') fail(message.message);
        else resolve(message.news === 'ready' ? message.config : undefined);
      }
    });
    void ended.then((last) => {
      if (!signal?.aborted) fail(`The embedded database could not be opened. ${last}`.trim());
    });
  }).finally(() => {
    child.unref();
    child.channel?.unref();
    if (child.stderr && 'unref' in child.stderr) (child.stderr as { unref(): void }).unref();
  });
  if (!config) return undefined;

  return {
    config,
    ended,
    hold: () => child.ref(),
    leave() {
      const order: LeaveOrder = { order: 'leave' };
      if (child.connected) child.send(order, () => {});
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
