import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
const folder = mkdtempSync(join(tmpdir(), 'nimule-access-'));

beforeAll(async () => {
  shell = await openShell();
  shell.app.config = { ...shell.app.config, dataDir: folder };
});
afterAll(async () => {
  await shell.close();
  rmSync(folder, { recursive: true });
});

async function finding(): Promise<{ state: string; detail: string }> {
  const { stdout } = await shell.isp('doctor --format json');
  const findings = JSON.parse(stdout) as { check: string; state: string; detail: string }[];
  return findings.find(({ check }) => check === 'radius')!;
}

it('shows and changes what the network enforces', async () => {
  expect(await shell.json('access settings')).toMatchObject({ enforced: false });
  const changed = await shell.json('access settings --enforced yes --suspended off');
  expect(changed).toMatchObject({ enforced: true, suspended: 'off', interimSeconds: 300 });
  expect((await shell.isp('access settings --suspended often')).code).toBe(2);
  expect(await shell.json('access settings --account-for-new-customers pppoe')).toMatchObject({
    accountForNewCustomers: 'pppoe',
    enforced: true,
  });
  const packages = ['access', 'package', 'Basic Fiber', '--fair-use-gb', '250'];
  expect((await shell.isp(packages)).code).toBe(2);
  expect((await shell.isp([...packages, '--reduced-mbps', '2'])).code).toBe(0);
  expect(await shell.json('access packages')).toContainEqual(
    expect.objectContaining({ packageType: 'Basic Fiber', fairUseGb: 250, reducedMbps: 2 }),
  );
});

it('adds, changes and deletes routers, with their secrets and lines', async () => {
  expect(await finding()).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('no router'),
  });
  const made = (await shell.json('access routers add --name Wau --address 10.0.0.1')) as {
    secret: string;
  };
  expect(made).toMatchObject({ name: 'Wau', secret: expect.stringMatching(/^\w{32}$/) });
  const renewed = (await shell.json('access routers secret wau')) as { secret: string };
  expect(renewed.secret).not.toBe(made.secret);
  const { stdout } = await shell.isp('access routers script Wau --server 10.0.0.2');
  expect(stdout).toContain(renewed.secret);
  expect(await shell.json('access routers change Wau --coa-port 1700')).toMatchObject({
    coaPort: 1700,
    kind: 'mikrotik',
  });
  expect(await shell.json('access routers list')).toMatchObject([{ name: 'Wau' }]);
  expect((await shell.isp('access routers delete Bor --yes')).code).toBe(5);
});

it('lets everybody on, with a reason and an end', async () => {
  const at = (hours: number) =>
    new Date(shell.app.clock().getTime() + hours * 3_600_000).toISOString();
  const on = (...more: string[]) => shell.isp(['access', 'everybody', 'on', ...more]);
  expect((await on('--reason', 'Restored')).code).toBe(2);
  expect((await on('--until', at(2))).code).toBe(2);
  expect((await on('--until', at(2), '--reason', 'Restored')).code).toBe(0);
  expect(await shell.json('access settings')).toMatchObject({ everybodyUntil: at(2) });
  expect(await shell.json('access everybody off')).toMatchObject({ everybodyUntil: null });
  expect((await on('--until', at(2), '--reason', 'Fault', '--router', 'Wau')).code).toBe(0);
  expect(await shell.json('access routers list')).toMatchObject([{ everybodyUntil: at(2) }]);
  expect((await shell.isp('access everybody perhaps')).code).toBe(2);
});

it('says in doctor whether FreeRADIUS of this machine works', async () => {
  expect(await finding()).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('not configured on this machine'),
  });
  const raddb = join(folder, 'raddb');
  const { code } = await shell.isp(['radius', 'config', raddb, '--auth-port', '51812']);
  expect(code).toBe(0);
  const place = readFileSync(join(folder, 'radius.json'), 'utf8');
  expect(JSON.parse(place)).toEqual({ address: '127.0.0.1', port: 51_812 });
  // Nothing listens at this port of this machine, which answers so at once.
  expect(await finding()).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('does not answer at 127.0.0.1, port 51812'),
  });
  writeFileSync(join(folder, 'radius.json'), '{');
  expect(await finding()).toMatchObject({ state: 'failed' });
  expect((await shell.isp('access routers delete wau --yes')).code).toBe(0);
});
