import { AppError, errorTable, type FieldErrors } from '@nimule/core/kernel/errors';
import type { Command } from './command.ts';
import { forTerminal, type Io } from './io.ts';
import { type Host, openHost } from './open.ts';
import { optionFlag, parse } from './program.ts';
import { createSession, type Session } from './session.ts';

const OUR_BUG = 1;
/** As a shell reports a program that a signal ended: 128 and the signal's number. */
const SIGNAL_EXITS: Record<string, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Runs one command in this process and answers its exit code (architecture, Errors). Writes to `io` alone.
 */
export async function run(
  argv: readonly string[],
  io: Io,
  host: Host = openHost(io),
): Promise<number> {
  const parsed = await parse(argv, io);
  if ('exitCode' in parsed) return parsed.exitCode;
  const { command, args, options } = parsed.chosen;
  // Where --format is the command's own, as with an export, it stays among its options.
  const { format, ...rest } = options;
  const values = command.answers ? rest : options;
  let opening: ReturnType<Host> | undefined;
  const open = async (settings: { migrate?: boolean } = {}): Promise<Session> => {
    opening ??= host(settings);
    return createSession((await opening).app, io.osUser);
  };
  let endsItself = false;
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
  try {
    const work = command.run(call as Parameters<Command['run']>[0]);
    return (await untilSignal(work, io.signal, () => endsItself)) ?? 0;
  } catch (error) {
    const signal = leftBy(error, io);
    if (!signal) return report(await translate(error), command, io);
    // What a command says that ended itself is told; of one that was left there is nothing to tell.
    if (error instanceof AppError) report(error, command, io);
    return SIGNAL_EXITS[signal] ?? OUR_BUG;
  } finally {
    await (await opening?.catch(() => undefined))?.close();
  }
}

/** The signal that ended a command; a prompt takes Ctrl-C for itself and throws. */
function leftBy(error: unknown, io: Io): string | undefined {
  if (io.signal?.aborted) return String(io.signal.reason);
  return error instanceof Error && error.name === 'ExitPromptError' ? 'SIGINT' : undefined;
}

/** A command that is interrupted is left where it stands, unless it ends itself: what it had not committed is rolled back. */
function untilSignal<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  endsItself: () => boolean,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const interrupt = () => {
      if (!endsItself()) reject(new Error('interrupted'));
    };
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', interrupt));
  });
}

async function translate(error: unknown): Promise<unknown> {
  if (error instanceof AppError) return error;
  const { toAppError } = await import('@nimule/core/database/errors');
  return toAppError(error);
}

function report(error: unknown, command: Command, io: Io): number {
  if (error instanceof AppError) {
    for (const line of linesOf(error, command)) io.stderr.write(`error: ${forTerminal(line)}\n`);
    return errorTable[error.kind].exit;
  }
  const failure = error instanceof Error ? error : new Error(String(error));
  io.stderr.write(`error: This should not have happened: ${failure.message}\n`);
  if (io.env.ISP_LOG_LEVEL === 'debug') io.stderr.write(`${failure.stack}\n`);
  else io.stderr.write('ISP_LOG_LEVEL=debug shows where.\n');
  return OUR_BUG;
}

/** The message, or one line for each field that is wrong, named as it is typed. */
function linesOf(error: AppError, command: Command): string[] {
  const fields = Object.entries((error.fields ?? {}) as FieldErrors);
  if (fields.length === 0) return error.message.split('\n');
  return fields.map(([field, message]) => {
    if (command.options && field in command.options) return `${optionFlag(field)}: ${message}`;
    return command.args && field in command.args ? `<${field}>: ${message}` : message;
  });
}
