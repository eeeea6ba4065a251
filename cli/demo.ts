import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '@nimule/core/context';
import { AppError } from '@nimule/core/kernel/errors';
import type { Format } from './command.ts';
import type { Io } from './io.ts';
import { printRows, textColumn } from './output.ts';
import { showProgress } from './progress.ts';
import type { Session } from './session.ts';

export interface SignIn {
  username: string;
  password: string;
  role: string;
}

/** Readable by its owner alone: it holds passwords, of an invented company (decision 13). */
const SIGN_INS_FILE = 'demo-sign-ins.json';
const OWNER_ALONE = 0o600;

/**
 * Loads the demo company into an empty database, with new random passwords that are kept for later starts.
 * @throws AppError conflict when somebody uses the database already.
 */
export async function loadDemoCompany(io: Io, session: Session): Promise<SignIn[]> {
  if (!(await isUnused(session))) {
    throw new AppError(
      'conflict',
      'demo.notEmpty',
      'The database is in use: the demo company is loaded into an empty one alone.',
    );
  }
  const { loadDemo } = await import('@nimule/fixtures/demo/load-demo');
  const progress = await showProgress(io, 'Loading the demo company');
  try {
    const { signIns } = await loadDemo(session.app, { onProgress: (text) => progress.say(text) });
    await keepSignIns(session.app, signIns);
    return signIns;
  } finally {
    progress.stop();
  }
}

/** What `isp serve --demo` does before it listens: nothing where the database is in use or not our own. */
export async function prepareDemo(io: Io, session: Session): Promise<void> {
  if (!session.app.embedded) {
    io.stderr.write(
      '--demo is for the embedded database; DATABASE_URL is set. isp demo loads it there.\n',
    );
  } else if (await isUnused(session)) await loadDemoCompany(io, session);
}

/** Says where the portal is, and how to get in. */
export async function announce(io: Io, url: string, session: Session): Promise<void> {
  io.stdout.write(`Nimule is ready: ${url}\n`);
  const signIns = await keptSignIns(session);
  if (signIns.length > 0) {
    io.stdout.write('\nDEMO sign-ins:\n');
    await printSignIns(io, 'table', signIns);
  } else if (await isUnused(session)) {
    io.stdout.write('There is no staff account yet: isp init makes the first.\n');
  }
}

export async function printSignIns(
  io: Io,
  format: Format,
  signIns: readonly SignIn[],
): Promise<void> {
  const rows = signIns.map(({ username, password, role }) => ({ username, password, role }));
  await printRows(io, format, rows, [
    textColumn('username', 'Username'),
    textColumn('password', 'Password'),
    textColumn('role', 'Role'),
  ]);
}

/** No staff account yet: nobody has begun to use this database. */
async function isUnused(session: Session): Promise<boolean> {
  const { body } = await session.call('userStats', {});
  return (body as { total: number }).total === 0;
}

export function signInsFile(app: App): string {
  return join(app.config.dataDir, SIGN_INS_FILE);
}

async function keepSignIns(app: App, signIns: readonly SignIn[]): Promise<void> {
  const path = signInsFile(app);
  await writeFile(`${path}.tmp`, `${JSON.stringify(signIns, null, 2)}\n`, { mode: OWNER_ALONE });
  await rename(`${path}.tmp`, path);
}

/** The sign-ins that were kept, where the database holds the demo company. */
async function keptSignIns(session: Session): Promise<SignIn[]> {
  const { body } = await session.call('company', {});
  if (!(body as { demo: boolean }).demo) return [];
  try {
    return JSON.parse(await readFile(signInsFile(session.app), 'utf8')) as SignIn[];
  } catch {
    // Deleted, or kept elsewhere: isp users reset-password helps.
    return [];
  }
}
