import type { Report } from '@nimule/core/database/dump/engine';
import { type Io, supportsStyling } from './io.ts';

export interface Progress {
  update(done: number, total: number): void;
  say(text: string): void;
  stop(): void;
}

/** Shows progress on stderr: a progress bar in a terminal, else a line at every tenth, to keep logs short. */
export async function showProgress(io: Io, label: string): Promise<Progress> {
  // Without a known width a terminal cannot redraw lines.
  const { columns = 0 } = io.stderr as NodeJS.WriteStream;
  const supportsRedraw = supportsStyling(io, 'stderr') && columns > 0;
  const progress = supportsRedraw ? await moving(io, label) : plain(io, label);
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

function plain(io: Io, label: string): Progress {
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

/** Shows the steps of long work: each kind of step once, with the percentage. */
export async function reporting<T>(
  io: Io,
  label: string,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  const progress = await showProgress(io, label);
  let shown = '';
  try {
    return await work((step, percent) => {
      const words = step.replace(/ \(\d{1,6} of \d{1,6} tables\)$/, '');
      const general = words.replace(/^(Writing|Loading|Comparing) [a-z_]{1,63}$/, '$1 tables');
      if (percent !== undefined) progress.update(Math.round(percent), 100);
      if (general !== shown) progress.say(general);
      shown = general;
    });
  } finally {
    progress.stop();
  }
}
