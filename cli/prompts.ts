import { AppError } from '@nimule/core/kernel/errors';
import { canAsk, forTerminal, type Io } from './io.ts';

/**
 * Asks for confirmation of an irreversible action. `--yes` confirms it; without a terminal the command is refused.
 * @throws AppError invalid without a terminal.
 */
export async function confirmed(io: Io, yes: boolean, question: string): Promise<boolean> {
  if (yes) return true;
  if (!canAsk(io)) {
    throw new AppError(
      'invalid',
      'shell.unconfirmed',
      `${question} Nobody is at this terminal to be asked: add --yes to do it.`,
    );
  }
  const { default: inquirer } = await import('inquirer');
  const left = new AbortController();
  // Ctrl-D closes the prompt without an answer, which would be awaited forever.
  const leave = (_text: unknown, key?: { ctrl?: boolean; name?: string }) => {
    if (key?.ctrl && key.name === 'd') left.abort();
  };
  io.stdin.on('keypress', leave);
  const ask = inquirer.createPromptModule({
    input: io.stdin as NodeJS.ReadStream,
    output: io.stderr as NodeJS.WriteStream,
    signal: AbortSignal.any(io.signal ? [io.signal, left.signal] : [left.signal]),
  });
  try {
    const answer = await ask([
      { type: 'confirm', name: 'yes', message: forTerminal(question), default: false },
    ]);
    if (answer.yes === true) return true;
  } catch (error) {
    if (!left.signal.aborted) throw error;
  } finally {
    io.stdin.off('keypress', leave);
  }
  io.stderr.write('Nothing was done.\n');
  return false;
}
