import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUntouched, saveSignIns } from '@nimule/fixtures/demo/load-demo';
import { createDemoApp } from '@nimule/fixtures/testing/demo-app';
import { patiently } from '@nimule/fixtures/testing/machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce, loadDemoCompany, prepareDemo } from '../demo.ts';
import { createSession } from '../session.ts';
import { type IoOptions, makeIo, openShell, type Shell, shellOf } from './harness.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'nimule-demo-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const inDataDir = (opened: Shell): Shell => {
  opened.app.config = { ...opened.app.config, dataDir };
  return opened;
};

/** The output of `isp serve --demo`, on this database or as if it were the embedded one. */
async function start(
  { app }: Shell,
  {
    embedded = true,
    isTerminal = true,
    ...options
  }: IoOptions & { embedded?: boolean; isTerminal?: boolean } = {},
): Promise<{ stdout: string; stderr: string }> {
  const isTTY = { stdin: false, stdout: isTerminal, stderr: true };
  const { io, read } = makeIo({ ...options, isTTY });
  const session = createSession({ ...app, embedded }, 'tester');
  await prepareDemo(io, session);
  await announce(io, 'http://localhost:3000', session);
  return read();
}

describe('a database without the demo company', () => {
  let shell: Shell;
  beforeAll(async () => {
    shell = inDataDir(await openShell());
  });
  afterAll(() => shell.close());

  it('does not get it automatically where it is configured', async () => {
    const { stdout, stderr } = await start(shell, { embedded: false });
    expect(stderr).toContain('--demo is for the embedded database');
    expect(stdout).toBe(
      'Nimule is ready: http://localhost:3000\nThere is no staff account yet: isp init makes the first.\n',
    );
  });

  it('stays as it is if the loading is interrupted', async () => {
    const session = createSession(shell.app, 'tester');
    const loading = loadDemoCompany(makeIo().io, session, AbortSignal.abort('SIGINT'));
    await expect(loading).rejects.toThrow('Stopped. Nothing was loaded.');
    expect(await isUntouched(shell.app)).toBe(true);
  });

  // The loading to its end is that of the database of the tests below.
  it('gets it where it is an empty embedded one, with the months on stderr', async () => {
    const onStderr = (text: string) => {
      if (/^Loading the demo company: \w+ \d{4}\n$/.test(text))
        throw new Error('the pipe is closed');
    };
    await expect(start(shell, { onStderr })).rejects.toThrow('the pipe is closed');
    expect(await isUntouched(shell.app)).toBe(true);
  });
});

describe('a database with the demo company', () => {
  let shell: Shell;
  beforeAll(async () => {
    const app = await createDemoApp();
    await saveSignIns(dataDir, app.signIns);
    shell = inDataDir(shellOf(app));
  }, patiently(300_000));
  afterAll(() => shell.close());

  it('prints its sign-ins at every start', async () => {
    const first = await start(shell);
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(/^DEMO sign-ins:$/m);
    expect(first.stdout).toMatch(/^\w+ +\S{12,} +master_admin +/m);
    expect(statSync(join(dataDir, 'demo-sign-ins.json')).mode & 0o777).toBe(0o600);
    expect(await start(shell)).toEqual(first);
    const logged = await start(shell, { isTerminal: false });
    expect(logged.stdout).toBe(
      `Nimule is ready: http://localhost:3000\nThe DEMO sign-ins are in ${join(dataDir, 'demo-sign-ins.json')}.\n`,
    );
  });

  it('is refused by isp demo', async () => {
    const { code, stdout, stderr } = await shell.isp('demo');
    expect([code, stdout]).toEqual([6, '']);
    expect(stderr).toContain('error: The database is in use');
  });
});
