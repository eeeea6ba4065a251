import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '@nimule/core/context';
import type { Io } from './io.ts';
import { printRows, textColumn } from './output.ts';
import { showProgress } from './progress.ts';
import type { Row, Session } from './session.ts';

export interface SignIn {
  username: string;
  password: string;
  role: string;
}

/** Readable by its owner alone: it holds passwords, of an invented company (decision 13). */
const SIGN_INS_FILE = 'demo-sign-ins.json';
const OWNER_ALONE = 0o600;

export function signInsFile(app: App): string {
  return join(app.config.dataDir, SIGN_INS_FILE);
}

/** No staff account yet: nobody has begun to use this database. */
export async function isUnused(session: Session): Promise<boolean> {
  const { body } = await session.call('userStats', {});
  return (body as { total: number }).total === 0;
}

/** Loads the demo company with new random passwords and keeps its sign-ins for later starts. */
export async function loadDemoCompany(io: Io, app: App): Promise<SignIn[]> {
  const { loadDemo } = await import('@nimule/fixtures/demo/load-demo');
  const progress = await showProgress(io, 'Loading the demo company');
  try {
    const { signIns } = await loadDemo(app, { onProgress: (text) => progress.say(text) });
    const path = signInsFile(app);
    await writeFile(`${path}.tmp`, `${JSON.stringify(signIns, null, 2)}\n`, { mode: OWNER_ALONE });
    await rename(`${path}.tmp`, path);
    return signIns;
  } finally {
    progress.stop();
  }
}

/** The sign-ins that were kept, where the database holds the demo company. */
export async function keptSignIns(session: Session): Promise<SignIn[]> {
  const { body } = await session.call('company', {});
  if (!(body as { demo: boolean }).demo) return [];
  try {
    return JSON.parse(await readFile(signInsFile(session.app), 'utf8')) as SignIn[];
  } catch {
    return [];
  }
}

export async function printSignIns(io: Io, signIns: readonly SignIn[]): Promise<void> {
  await printRows(io, 'table', signIns as unknown as Row[], [
    textColumn('username', 'Username'),
    textColumn('password', 'Password'),
    textColumn('role', 'Role'),
  ]);
}
