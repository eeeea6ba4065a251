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
  return isLively(io, 'stderr') ? moving(io, label) : plain(io, label);
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
