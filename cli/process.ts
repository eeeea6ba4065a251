import { fstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import { errorTable } from '@nimule/core/kernel/errors';
import type { Io } from './io.ts';
import { run } from './main.ts';

/**
 * Runs the command of this process's arguments and ends the process with its exit code.
 * @param portal A build of the portal that is under way, for which `isp serve` waits.
 */
export async function main(portal?: Promise<void>): Promise<void> {
  quietPipes();
  const code = await run(process.argv.slice(2), { ...processIo(), portal });
  // Flushes the pipe before the process ends; a closed pipe calls back with an error.
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  process.exit(code);
}

/** `isp customers list | head` closes the pipe early, which is no error. */
function quietPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      if (stream === process.stdout)
        process.stderr.write(`error: The output cannot be written (${error.code}).\n`);
      process.exit(errorTable.unavailable.exit);
    });
  }
}

function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  return {
    stdin,
    stdout,
    stderr,
    env,
    isTTY: {
      stdin: stdin.isTTY === true,
      stdout: stdout.isTTY === true,
      stderr: stderr.isTTY === true,
    },
    ...(isJournal(env) ? { isJournal: true } : {}),
    ...(stdout.columns ? { columns: stdout.columns } : {}),
    osUser: osUser(env),
    signal: signals(isService()),
  };
}

/** Whether stderr is the journal: systemd names its device and inode in JOURNAL_STREAM. */
function isJournal({ JOURNAL_STREAM }: NodeJS.ProcessEnv): boolean {
  if (!JOURNAL_STREAM) return false;
  const { dev, ino } = fstatSync(2);
  return JOURNAL_STREAM === `${dev}:${ino}`;
}

/** `isp serve` without a terminal: nobody can close one, so that a hangup is a request to reopen logs, not to end. */
function isService(): boolean {
  return process.argv.includes('serve') && process.stderr.isTTY !== true;
}

/** The real user behind sudo: 'grace as nimule'. */
function osUser(env: NodeJS.ProcessEnv): string {
  const username = nameOfUser();
  return env.SUDO_USER && env.SUDO_USER !== username ? `${env.SUDO_USER} as ${username}` : username;
}

/** A user without a name, as in a container, is a number. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** npm and npx forward a Ctrl-C that the process has already received: within this time it is the same one. */
const ECHO_MS = 500;

/** The first signal, but for a hangup of a service, asks the command to end; the second one ends the process. */
function signals(ignoresHangup: boolean): AbortSignal {
  const controller = new AbortController();
  let asked = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && ignoresHangup) return;
      if (!controller.signal.aborted) {
        asked = performance.now();
        controller.abort(signal);
      } else if (performance.now() - asked > ECHO_MS) {
        process.stderr.write(
          'Broken off: what was under way may or may not have been saved; isp audit list shows what was.\n',
        );
        process.exit(130);
      }
    });
  }
  return controller.signal;
}
