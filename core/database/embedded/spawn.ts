import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { companionOf } from '../../companion.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  type EmbeddedConfig,
  type EmbeddedRole,
  EXIT_REPLACED,
  type LeaveMessage,
  type OwnerMessage,
} from './control.ts';

/** The owner process as its parent sees it. */
export interface Owner {
  config: EmbeddedConfig;
  /** Resolves when the process has ended. */
  ended: Promise<End>;
  /** Keeps this process alive until the owner has ended. */
  hold(): void;
  leave(): void;
  kill(): void;
}

export interface End {
  /** Its last output on standard error. */
  output: string;
  /** It has replaced the database and expects that it is opened again. */
  replaced: boolean;
}

const MAX_STDERR_LENGTH = 4_000;
const GIVE_UP_LIMIT = 5_000;

/**
 * The stack that WebAssembly may use, in kB, below the 8 MB that systems give a process. Together with
 * `max_stack_depth` (engine.ts) it makes deep recursion an error instead of the end of the session.
 */
const STACK_SIZE = 3_900;

/**
 * Starts an owner process and waits until it serves. Returns undefined when another owner was faster.
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
    // Its own process group: Ctrl-C in the terminal is for the parent.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_LENGTH);
  });
  // Emitted when sending to a process that has just ended, which is detected below.
  child.on('error', () => {});
  const ended = new Promise<End>((resolve) => {
    child.once('close', (code) =>
      resolve({ output: stderr.trim(), replaced: code === EXIT_REPLACED }),
    );
    child.once('error', (error) => resolve({ output: error.message, replaced: false }));
  });

  const config = await new Promise<EmbeddedConfig | undefined>((resolve, reject) => {
    const fail = (message: string, code = 'database.unavailable') =>
      reject(new AppError('unavailable', code, message));
    const giveUp = () => {
      // Without its parent the process exits at once, unless guests are waiting for it.
      if (child.connected) child.disconnect();
      void Promise.race([ended, pause(GIVE_UP_LIMIT, undefined, { ref: false })]).then(() =>
        reject(signal?.reason),
      );
    };
    if (signal?.aborted) return giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    child.on('message', (message: OwnerMessage) => {
      if (message.type === 'progress') onWait?.(message.message);
      else if (!signal?.aborted) {
        signal?.removeEventListener('abort', giveUp);
        if (message.type === 'failed') fail(message.message, message.code);
        else resolve(message.type === 'ready' ? message.config : undefined);
      }
    });
    void ended.then(({ output }) => {
      if (!signal?.aborted) fail(`The embedded database could not be opened. ${output}`.trim());
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
      const message: LeaveMessage = { type: 'leave' };
      if (child.connected) child.send(message, () => {});
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
