import type { Log } from '@nimule/core/context';
import { throwIfStopped } from '@nimule/core/database/runs';
import { type DemoSessions, startDemoSessions } from '@nimule/fixtures/demo/access/keeper';
import {
  isUntouched,
  loadDemo,
  readSignIns,
  type SignIn,
  signInsFile,
} from '@nimule/fixtures/demo/load-demo';
import type { Format } from './command.ts';
import type { Io } from './io.ts';
import { printRows, textColumn } from './output.ts';
import { showProgress } from './progress.ts';
import type { Session } from './session.ts';

/**
 * Loads the demo company into an empty database (decision 13) with progress output, in one transaction: if `signal` is
 * aborted, nothing is loaded.
 * @throws AppError conflict when the database is already in use; unavailable when aborted.
 */
export async function loadDemoCompany(
  io: Io,
  { app }: Session,
  signal?: AbortSignal,
): Promise<SignIn[]> {
  const progress = await showProgress(io, 'Loading the demo company');
  try {
    const { signIns } = await loadDemo(app, {
      onProgress: (text) => {
        throwIfStopped(signal, () => 'Stopped. Nothing was loaded.');
        progress.say(`Loading the demo company: ${text}`);
      },
    });
    return signIns;
  } finally {
    progress.stop();
  }
}

/** Run by `isp serve --demo` before it listens; does nothing if the database is in use or not embedded. */
export async function prepareDemo(io: Io, session: Session): Promise<void> {
  if (!session.app.embedded) {
    io.stderr.write(
      '--demo is for the embedded database; DATABASE_URL is set. isp demo loads it there.\n',
    );
  } else if (await isUntouched(session.app)) await loadDemoCompany(io, session);
}

/** Run by `isp serve`: reports the sessions of the demo company, wherever it is, until it is stopped. */
export function keepDemoSessions({ app }: Session): Promise<DemoSessions> {
  return startDemoSessions(app);
}

/** Prints the portal's address and, on a terminal, the sign-ins: a service's log keeps no passwords. */
export async function announce(io: Io, url: string, session: Session): Promise<void> {
  io.stdout.write(`Nimule is ready: ${url}\n`);
  const signIns = await keptSignIns(session);
  if (signIns.length > 0 && !io.isTTY.stdout) {
    const file = signInsFile(session.app.config.dataDir);
    io.stdout.write(`The DEMO sign-ins are in ${file}.\n`);
    return;
  }
  if (signIns.length > 0) {
    io.stdout.write('\nDEMO sign-ins:\n');
    await printSignIns(io, 'table', signIns);
    return;
  }
  const { body } = await session.call('userStats', {});
  if (body.total > 0) return;
  io.stdout.write('There is no staff account yet: isp init makes the first.\n');
}

/** The same in the log of a service, which others read: without passwords. */
export async function announceIn(log: Pick<Log, 'info'>, url: string, session: Session) {
  log.info({ url }, `Nimule is ready: ${url}`);
  const { body } = await session.call('userStats', {});
  if (body.total === 0) log.info({}, 'There is no staff account yet: isp init makes the first.');
}

export async function printSignIns(
  io: Io,
  format: Format,
  signIns: readonly SignIn[],
): Promise<void> {
  const rows = signIns.map((signIn) => ({ ...signIn }));
  await printRows(io, format, rows, [
    textColumn('username', 'Username'),
    textColumn('password', 'Password'),
    textColumn('role', 'Role'),
    textColumn('fullName', 'Name'),
  ]);
}

/** The sign-ins of the demo company, if this database contains it. */
async function keptSignIns(session: Session): Promise<SignIn[]> {
  const { body } = await session.call('company', {});
  return body.demo ? readSignIns(session.app.config.dataDir) : [];
}
