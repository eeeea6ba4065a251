import { AppError } from '@nimule/core/kernel/errors';
import { canAsk, type Io } from './io.ts';

/**
 * Asks before something that cannot be taken back. `--yes` answers; without a terminal nobody is there to
 * be asked, and the command is refused.
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
  const ask = inquirer.createPromptModule({
    input: io.stdin as NodeJS.ReadStream,
    output: io.stderr as NodeJS.WriteStream,
    ...(io.signal ? { signal: io.signal } : {}),
  });
  const answer = await ask([{ type: 'confirm', name: 'yes', message: question, default: false }]);
  if (!answer.yes) io.stderr.write('Nothing was done.\n');
  return answer.yes === true;
}
