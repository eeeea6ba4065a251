import type { Report } from '@nimule/core/database/dump/engine';
import { type Io, supportsStyling } from './io.ts';

export interface Progress {
  update(done: number, total: number): void;
  say(text: string): void;
  stop(): void;
}

/** Shows progress on stderr: a bar that moves, or a line at every tenth in a terminal that cannot; nothing without one. */
export async function showProgress(io: Io, label: string): Promise<Progress> {
  const progress = supportsRedraw(io) ? await moving(io, label) : plain(io, label);
  const onAbort = () => {
    progress.stop();
    io.stderr.write('Interrupted: the step under way is finished first.\n');
  };
  io.signal?.addEventListener('abort', onAbort, { once: true });
  return {
    ...progress,
    stop() {
      io.signal?.removeEventListener('abort', onAbort);
      progress.stop();
    },
  };
}

function supportsRedraw(io: Io): boolean {
  // Without a known width a terminal cannot redraw lines.
  const { columns = 0 } = io.stderr as NodeJS.WriteStream;
  return supportsStyling(io, 'stderr') && columns > 0;
}

async function moving(io: Io, label: string): Promise<Progress> {
  const { default: ora } = await import('ora');
  const spinner = ora({
    text: label,
    stream: io.stderr as NodeJS.WriteStream,
    discardStdin: false,
  });
  spinner.start();
  return {
    update(done, total) {
      spinner.text = total > 0 ? `${label}: ${done} of ${total}` : `${label}: ${done}`;
    },
    say(text) {
      spinner.text = text;
    },
    stop: () => void spinner.stop(),
  };
}

const TENTHS = 10;

/** Nothing where nobody watches: cron would mail each line. */
function plain(io: Io, label: string): Progress {
  if (!io.isTTY.stderr) return { update: () => {}, say: () => {}, stop: () => {} };
  let reported = 0;
  return {
    update(done, total) {
      const tenth = total > 0 ? Math.floor((done / total) * TENTHS) : 0;
      if (tenth <= reported) return;
      reported = tenth;
      io.stderr.write(`${label}: ${done} of ${total}\n`);
    },
    say: (text) => void io.stderr.write(`${text}\n`),
    stop: () => {},
  };
}

/** Steps of one kind count as one line: 'Loading invoices (3 of 41 tables)' is one of 'Loading tables'. */
function kindOf(step: string): string {
  return step
    .replace(/ \(\d{1,6} of \d{1,6} tables\)$/, '')
    .replace(/^(Writing|Loading|Comparing) [a-z_]{1,63}$/, '$1 tables');
}

/**
 * Shows the steps of long work on stderr: the current one with its percentage, or a line for each kind of step and each
 * tenth of the work in a terminal that cannot move text; nothing without a terminal. The work does not end on a signal.
 */
export async function reporting<T>(
  io: Io,
  label: string,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  const isMoving = supportsRedraw(io);
  const progress = isMoving ? await moving(io, label) : plain(io, label);
  const stop = () => progress.stop();
  io.signal?.addEventListener('abort', stop, { once: true });
  let kind = '';
  let tenth = 0;
  try {
    return await work((step, percent = 0) => {
      const [shownKind, shownTenth] = [kind, tenth];
      kind = kindOf(step);
      tenth = Math.max(tenth, Math.floor(percent / TENTHS));
      if (isMoving ? io.signal?.aborted : kind === shownKind && tenth === shownTenth) return;
      progress.say(
        percent > 0 ? `${label}: ${step}, ${Math.floor(percent)} %` : `${label}: ${step}`,
      );
    });
  } finally {
    io.signal?.removeEventListener('abort', stop);
    progress.stop();
  }
}
