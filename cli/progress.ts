import { type Io, isLively } from './io.ts';

export interface Progress {
  update(done: number, total: number): void;
  say(text: string): void;
  stop(): void;
}

/**
 * Shows on stderr how far long work is: one moving line in a terminal, elsewhere a line at every tenth, so
 * that a log stays readable.
 */
export async function showProgress(io: Io, label: string): Promise<Progress> {
  // A terminal that does not know its width cannot be told which lines to draw again.
  const { columns = 0 } = io.stderr as NodeJS.WriteStream;
  const lively = isLively(io, 'stderr') && columns > 0;
  const progress = lively ? await moving(io, label) : plain(io, label);
  const left = () => {
    progress.stop();
    io.stderr.write('Interrupted: the step under way is finished first.\n');
  };
  io.signal?.addEventListener('abort', left, { once: true });
  return {
    ...progress,
    stop() {
      io.signal?.removeEventListener('abort', left);
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
  let told = 0;
  return {
    update(done, total) {
      const tenth = total > 0 ? Math.floor((done / total) * TENTHS) : 0;
      if (tenth <= told) return;
      told = tenth;
      io.stderr.write(`${label}: ${done} of ${total}\n`);
    },
    say: (text) => void io.stderr.write(`${text}\n`),
    stop: () => {},
  };
}
