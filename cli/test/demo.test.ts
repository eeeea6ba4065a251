import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUntouched } from '@nimule/fixtures/demo/load-demo';
import { patiently } from '@nimule/fixtures/testing/machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce, loadDemoCompany, prepareDemo } from '../demo.ts';
import { createSession } from '../session.ts';
import { makeIo, openShell, type Shell } from './harness.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'nimule-demo-'));
let shell: Shell;

beforeAll(async () => {
  shell = await openShell();
  shell.app.config = { ...shell.app.config, dataDir };
});
afterAll(async () => {
  await shell.close();
  rmSync(dataDir, { recursive: true });
});

/** The output of `isp serve --demo`, on this database or as if it were the embedded one. */
async function start(
  embedded: boolean,
  isTerminal = true,
): Promise<{ stdout: string; stderr: string }> {
  const made = makeIo();
  const { read } = made;
  const io = { ...made.io, isTTY: { ...made.io.isTTY, stdout: isTerminal, stderr: true } };
  const session = createSession({ ...shell.app, embedded }, 'tester');
  await prepareDemo(io, session);
  await announce(io, 'http://localhost:3000', session);
  return read();
}

describe('the demo company', () => {
  it('is not loaded automatically into a configured database', async () => {
    const { stdout, stderr } = await start(false);
    expect(stderr).toContain('--demo is for the embedded database');
    expect(stdout).toBe(
      'Nimule is ready: http://localhost:3000\nThere is no staff account yet: isp init makes the first.\n',
    );
  });

  it('is not loaded at all if the loading is interrupted', async () => {
    const session = createSession(shell.app, 'tester');
    const loading = loadDemoCompany(makeIo().io, session, AbortSignal.abort('SIGINT'));
    await expect(loading).rejects.toThrow('Stopped. Nothing was loaded.');
    expect(await isUntouched(shell.app)).toBe(true);
  });

  it('is loaded into an empty embedded one, and its sign-ins are printed at every start', {
    timeout: patiently(300_000),
  }, async () => {
    const first = await start(true);
    expect(first.stderr).toMatch(/^Loading the demo company: \w+ \d{4}$/m);
    expect(first.stdout).toMatch(/^DEMO sign-ins:$/m);
    expect(first.stdout).toMatch(/^\w+ +\S{12,} +master_admin +/m);
    expect(statSync(join(dataDir, 'demo-sign-ins.json')).mode & 0o777).toBe(0o600);
    const second = await start(true);
    expect(second).toEqual({ stdout: first.stdout, stderr: '' });
    const logged = await start(true, false);
    expect(logged.stdout).toBe(
      `Nimule is ready: http://localhost:3000\nThe DEMO sign-ins are in ${join(dataDir, 'demo-sign-ins.json')}.\n`,
    );
  });

  it('is refused by isp demo if the database is in use', async () => {
    const { code, stdout, stderr } = await shell.isp('demo');
    expect([code, stdout]).toEqual([6, '']);
    expect(stderr).toContain('error: The database is in use');
  });
});
