import { AppError } from '../kernel/errors.ts';

/**
 * The imports of this process, one at a time: a file of 50 MB costs some 200 MB of memory while it is read and
 * written, whoever sends it. Others wait in line, in the order in which they came.
 */

/** More are refused at once: each keeps its file on the disk, and its caller waits for an answer. */
const MAX_WAITING = 20;
/** Of one person, so that nobody takes the whole line. */
const MAX_WAITING_EACH = 15;
const TRY_AGAIN_SECONDS = 60;
const RESTART_SECONDS = 10;

interface Waiting {
  who: string;
  onWait: ((before: number) => void) | undefined;
  start(): void;
}

interface Running {
  processed: number;
  total: number;
}

let running: Running | undefined;
const waiting: Waiting[] = [];

/** What one caller may know of the line. */
export interface ImportLine {
  running: boolean;
  /** Rows of the running import that are done, of how many; 0 of 0 while its file is still being read. */
  processed: number;
  total: number;
  /** How many wait. */
  waiting: number;
  /** The place in the line of the caller's first file that waits: 1 is the next one. */
  position: number | null;
}

export function importLine(who: string): ImportLine {
  const place = waiting.findIndex((one) => one.who === who);
  return {
    running: running !== undefined,
    processed: running?.processed ?? 0,
    total: running?.total ?? 0,
    waiting: waiting.length,
    position: place === -1 ? null : place + 1,
  };
}

export interface WaitOptions {
  /** Told how many imports come before this one: first, and when that changes. */
  onWait?: ((before: number) => void) | undefined;
  /** Aborted when nobody waits for the answer any more. */
  gone?: AbortSignal | undefined;
  /** Each is aborted when this process is asked to end. */
  stops: readonly (AbortSignal | undefined)[];
}

export interface ImportTurn {
  progress(processed: number, total: number): void;
  /** Lets the next one begin. */
  end(): void;
}

/**
 * Waits until it is the turn of an import; the caller ends the turn, whatever happens.
 * @throws AppError unavailable: 'import.busy' when too many wait, 'run.stopped' when the process is asked to end,
 *   'import.left' when the caller is gone.
 */
export async function takeImportTurn(who: string, options: WaitOptions): Promise<ImportTurn> {
  if (options.stops.some((signal) => signal?.aborted)) throw stopped();
  const turn: Running = { processed: 0, total: 0 };
  if (running === undefined) running = turn;
  else await wait(who, turn, options);
  return {
    progress(processed, total) {
      turn.processed = processed;
      turn.total = total;
    },
    end() {
      if (running === turn) next();
    },
  };
}

/** The turn is handed over without a gap in which another one could take it. */
function next(): void {
  running = undefined;
  waiting.shift()?.start();
  tellPlaces();
}

function tellPlaces(): void {
  for (const [place, { onWait }] of waiting.entries()) onWait?.(place + 1);
}

/** Until `turn` is the running one. */
function wait(who: string, turn: Running, { onWait, gone, stops }: WaitOptions): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    throw new AppError(
      'unavailable',
      'import.busy',
      `${MAX_WAITING} imports are waiting already. Try again in some minutes.`,
      { retryAfter: TRY_AGAIN_SECONDS },
    );
  }
  if (waiting.filter((entry) => entry.who === who).length >= MAX_WAITING_EACH) {
    throw new AppError(
      'unavailable',
      'import.busy',
      `${MAX_WAITING_EACH} of your imports are waiting already. Try again when one has ended.`,
      { retryAfter: TRY_AGAIN_SECONDS },
    );
  }
  return new Promise((resolve, reject) => {
    const signals = [gone, ...stops].filter((signal) => signal !== undefined);
    const settle = () => {
      for (const signal of signals) signal.removeEventListener('abort', leave);
    };
    const entry: Waiting = {
      who,
      onWait,
      start() {
        settle();
        running = turn;
        resolve();
      },
    };
    const leave = () => {
      settle();
      waiting.splice(waiting.indexOf(entry), 1);
      tellPlaces();
      reject(gone?.aborted ? left() : stopped());
    };
    waiting.push(entry);
    for (const signal of signals) signal.addEventListener('abort', leave, { once: true });
    if (gone?.aborted) leave();
    else onWait?.(waiting.length);
  });
}

function left(): AppError {
  return new AppError('unavailable', 'import.left', 'The sender left before the import began.');
}

function stopped(): AppError {
  return new AppError(
    'unavailable',
    'run.stopped',
    'The program is stopping. Nothing of this file was imported; send it again when the program runs.',
    { retryAfter: RESTART_SECONDS },
  );
}
