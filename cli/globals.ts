import { AppError } from '@nimule/core/kernel/errors';

/** What may be typed with every command. */
export interface Globals {
  /** The rest of the command line. */
  argv: string[];
  /** Whose settings are taken, as the service's unit reads them. */
  envFile: string | undefined;
  /** Errors alone on stderr. */
  isQuiet: boolean;
}

const ENV_FILE = '--env-file';
const QUIET = '--quiet';

/** @throws AppError invalid for --env-file without a file. */
export function takeGlobals(line: readonly string[]): Globals {
  const found: Globals = { argv: [], envFile: undefined, isQuiet: false };
  for (let at = 0; at < line.length; at += 1) {
    const word = line[at]!;
    // What follows belongs to the command.
    if (word === '--') return { ...found, argv: [...found.argv, ...line.slice(at)] };
    if (word === QUIET) found.isQuiet = true;
    else if (word.startsWith(`${ENV_FILE}=`)) found.envFile = word.slice(ENV_FILE.length + 1);
    else if (word === ENV_FILE) {
      at += 1;
      found.envFile = line[at] ?? '';
    } else found.argv.push(word);
  }
  if (found.envFile === '')
    throw new AppError('invalid', 'shell.envFile', '--env-file needs the name of a file.');
  return found;
}
