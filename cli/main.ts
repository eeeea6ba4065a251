import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenSettings } from '@nimule/core/create-app';
import { AppError, errorTable, type FieldErrors } from '@nimule/core/kernel/errors';
import type { Command } from './command.ts';
import { readEnvFile } from './env-file.ts';
import { type Globals, takeGlobals } from './globals.ts';
import { type Io, printMessage } from './io.ts';
import { type Host, openHost } from './open.ts';
import { optionFlag, parse } from './program.ts';
import { type Change, createSession, type Session } from './session.ts';

const OUR_BUG = 1;
/** How long an abandoned command waits for the database to close: a running query delays it. */
const LEAVE_MS = 1_000;
/** Exit codes after signals, as in a shell: 128 plus the signal's number. */
const SIGNAL_EXITS: Record<string, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Runs one command in this process and returns its exit code (architecture, Errors). Writes only to `io`. */
export async function run(
  line: readonly string[],
  real: Io,
  host: Host = openHost(real),
): Promise<number> {
  let globals: Globals;
  try {
    globals = takeGlobals(line);
    if (globals.envFile !== undefined) Object.assign(real.env, readEnvFile(globals.envFile));
  } catch (error) {
    return report(error, undefined, real);
  }
  const { argv, isQuiet } = globals;
  const io = isQuiet ? quiet(real) : real;
  const parsed = await parse(argv, real);
  if ('exitCode' in parsed) return parsed.exitCode;
  const { command, args, options } = parsed.chosen;
  // If the command has its own --format, as an export, it stays in its options.
  const { format, ...rest } = options;
  const values = command.answers ? rest : options;
  let opening: ReturnType<Host> | undefined;
  const left = new AbortController();
  const open = async (settings: OpenSettings = {}): Promise<Session> => {
    opening ??= host(settings);
    return createSession((await opening).app, io.osUser, change, left.signal);
  };
  let limit: number | undefined;
  let endsItself = false;
  let changing = false;
  let changed = false;
  const change: Change = async (work) => {
    if (io.signal?.aborted) throw new Error('interrupted');
    changing = true;
    changed = true;
    try {
      return await work();
    } finally {
      changing = false;
    }
  };
  const takeSignal = () => {
    endsItself = true;
    return io.signal;
  };
  const call = {
    io,
    args,
    options: values,
    format: command.answers ? format : 'table',
    open,
    takeSignal,
  };
  const goesOn = () => {
    if (changing) reportInterrupted(io, ': what is under way is finished first.');
    return changing || endsItself;
  };
  try {
    const work = command.run(call as Parameters<Command['run']>[0]);
    return (await untilSignal(work, io.signal, goesOn, left)) ?? 0;
  } catch (error) {
    const signal = interruptedBy(error, io);
    // A change that was completed despite a signal ends with its own result.
    const ownResult = error instanceof AppError && !endsItself;
    if (!signal || ownResult) return report(await translate(error), command, real);
    if (error instanceof AppError) report(error, command, real);
    else {
      reportInterrupted(io, changed ? '.' : '. Nothing was changed.');
      limit = LEAVE_MS;
    }
    return SIGNAL_EXITS[signal] ?? OUR_BUG;
  } finally {
    await within(limit, close(opening));
  }
}

/** Drops progress and notes; nobody is asked. */
function quiet(io: Io): Io {
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  return { ...io, stderr, isTTY: { ...io.isTTY, stderr: false } };
}

/** The signal that ended a command; a prompt handles Ctrl-C itself and throws. */
function interruptedBy(error: unknown, io: Io): string | undefined {
  if (io.signal?.aborted) return String(io.signal.reason);
  return error instanceof Error && error.name === 'ExitPromptError' ? 'SIGINT' : undefined;
}

async function close(opening: ReturnType<Host> | undefined): Promise<void> {
  await (await opening?.catch(() => undefined))?.close();
}

async function within(limit: number | undefined, work: Promise<void>): Promise<void> {
  await (limit === undefined ? work : Promise.race([work, pause(limit)]));
}

/** Nothing is printed for SIGHUP, because the terminal is closed. */
function reportInterrupted(io: Io, more: string): void {
  if (io.signal?.reason !== 'SIGHUP') io.stderr.write(`Interrupted${more}\n`);
}

/**
 * Ends a command on a signal, unless it is changing data or handles the signal itself. Its reads are cancelled.
 */
function untilSignal<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  goesOn: () => boolean,
  left: AbortController,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const interrupt = () => {
      if (goesOn()) return;
      left.abort();
      reject(new Error('interrupted'));
    };
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', interrupt));
  });
}

async function translate(error: unknown): Promise<unknown> {
  if (error instanceof AppError) return error;
  const [{ toAppError }, { constraints }] = await Promise.all([
    import('@nimule/core/database/errors'),
    import('@nimule/core/constraints'),
  ]);
  return toAppError(error, constraints);
}

function report(error: unknown, command: Command | undefined, io: Io): number {
  // The priority of an error in the journal.
  const mark = io.isJournal ? '<3>' : '';
  if (error instanceof AppError) {
    for (const line of linesOf(error, command)) printMessage(io, `${mark}error: ${line}`);
    return errorTable[error.kind].exit;
  }
  const failure = error instanceof Error ? error : new Error(String(error));
  printMessage(io, `${mark}error: This should not have happened: ${failure.message}`);
  printMessage(
    io,
    io.env.ISP_LOG_LEVEL === 'debug' ? `${failure.stack}` : 'ISP_LOG_LEVEL=debug shows where.',
  );
  return OUR_BUG;
}

/** The message, or one line per wrong field, named as it is typed. */
function linesOf(error: AppError, command: Command | undefined): string[] {
  const fields = Object.entries((error.fields ?? {}) as FieldErrors);
  if (fields.length === 0 || !command) return error.message.split('\n');
  return fields.map(([field, message]) => {
    if (command.options && field in command.options) return `${optionFlag(field)}: ${message}`;
    return command.args && field in command.args ? `<${field}>: ${message}` : message;
  });
}
