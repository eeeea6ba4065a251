import { AppError } from '../../kernel/errors.ts';

/**
 * Previews of this process run one at a time: like an import, one of a file of 50 MB needs about 200 MB of memory. They
 * do not wait for imports, which can take minutes.
 */

const MAX_WAITING = 20;
const TRY_AGAIN_SECONDS = 30;

let last: Promise<void> = Promise.resolve();
let waiting = 0;

/** The error of a preview that nobody waits for any more, or whose process is asked to stop. */
export function previewEnded(): AppError {
  return new AppError('unavailable', 'import.left', 'The preview was ended before it was ready.', {
    retryAfter: TRY_AGAIN_SECONDS,
  });
}

/**
 * Does `work` when no other preview runs. Waiting ends when one of the signals is aborted.
 * @throws AppError unavailable: 'import.busy' when too many wait, 'import.left' when aborted.
 */
export async function inPreviewQueue<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  if (waiting >= MAX_WAITING) {
    throw new AppError(
      'unavailable',
      'import.busy',
      `${MAX_WAITING} previews are waiting already. Try again in a minute.`,
      { retryAfter: TRY_AGAIN_SECONDS },
    );
  }
  const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
  const before = last;
  let release = () => {};
  const own = new Promise<void>((resolve) => {
    release = resolve;
  });
  last = before.then(() => own);
  waiting += 1;
  try {
    await Promise.race([before, whenAborted(signal)]);
  } finally {
    waiting -= 1;
  }
  try {
    if (signal.aborted) throw previewEnded();
    return await work();
  } catch (error) {
    throw signal.aborted ? previewEnded() : error;
  } finally {
    release();
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
