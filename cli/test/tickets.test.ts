import type { TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

it('opens, assigns, shows, lists, resolves and exports tickets', async () => {
  const { username } = await makeWorker(shell.app as TestApp, 'technician', 'Peter Loro');
  await shell.isp('customers create --name Akol');
  const create = 'tickets create --title Slow --description Evenings';
  expect(await shell.json(`${create} --customer SC001 --priority high`)).toMatchObject({
    ticketId: 'TKT-001',
    customerName: 'Akol',
    status: 'open',
  });
  await shell.json(`${create} --assigned-to ${username} --visit-date 2026-11-23`);
  expect((await shell.isp(`${create} --customer SC999`)).code).toBe(5);
  expect((await shell.isp('tickets create --title Slow')).code).toBe(2);
  const ids = async (query: string) =>
    ((await shell.json(`tickets list ${query}`)) as { ticketId: string }[]).map(
      ({ ticketId }) => ticketId,
    );
  expect(await ids('--status unresolved')).toEqual(['TKT-002', 'TKT-001']);
  expect(await ids('--priority urgent --customer sc001')).toEqual(['TKT-001']);
  expect(await ids('--assigned-to nobody')).toEqual(['TKT-001']);
  expect(await ids(`--assigned-to ${username}`)).toEqual(['TKT-002']);
  expect(await ids('--visits planned')).toEqual(['TKT-002']);
  expect(await shell.json(`tickets assign tkt-1 ${username}`)).toMatchObject({
    status: 'assigned',
    assignedName: 'Peter Loro',
  });
  expect(await shell.json('tickets assign TKT-001 nobody')).toMatchObject({ status: 'open' });
  expect((await shell.isp('tickets assign TKT-001 no.such.user')).code).toBe(5);
  expect(await shell.json('tickets resolve TKT-001 --resolution Cable')).toMatchObject({
    status: 'resolved',
    resolution: 'Cable',
  });
  expect((await shell.isp('tickets assign TKT-001 nobody')).code).toBe(0);
  expect((await shell.isp(`tickets assign TKT-001 ${username}`)).code).toBe(7);
  expect(await shell.json('tickets show 1')).toMatchObject({
    ticketId: 'TKT-001',
    balanceUsd: 0,
    comments: [],
  });
  expect((await shell.isp('tickets show TKT-001')).stdout).toMatch(/Resolution +Cable/);
  expect((await shell.isp('tickets show TKT-009')).code).toBe(5);
  const { stdout } = await shell.isp('tickets export --status resolved');
  expect(stdout).toMatch(/^\uFEFF?ticketId,title/);
  expect(stdout).toContain('TKT-001,Slow,SC001,Akol');
});
