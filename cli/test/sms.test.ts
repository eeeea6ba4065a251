import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smsRefused, smsUnreachable } from '@nimule/core/ports/sms';
import type { TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
const folder = mkdtempSync(join(tmpdir(), 'nimule-sms-'));
const list = join(folder, 'numbers.txt');

beforeAll(async () => {
  shell = await openShell();
  writeFileSync(list, 'Achol,0977123456\n0977123457\n12345\n');
});
afterAll(async () => {
  await shell.close();
  rmSync(folder, { recursive: true });
});

const gateway = () => (shell.app as TestApp).sms;

it('sends to a list after a look at it, and shows how it goes', async () => {
  const send = `sms send --to custom_list --list ${list} --message Hello`;
  expect(await shell.json(`${send} --dry-run`)).toMatchObject({ recipients: 2, totalParts: 2 });
  const unasked = await shell.isp(send);
  expect(unasked.code).toBe(2);
  expect(unasked.stderr).toContain('Send to 2 recipients (1 left out), 2 parts?');
  expect(await shell.json(`${send} --yes`)).toMatchObject({
    campaignId: 'SMS-2026-000001',
    recipients: 2,
    leftOut: 1,
    status: 'queued',
  });
  gateway().before = ({ to }) => {
    if (to.endsWith('7')) throw smsRefused('unknown number');
  };
  expect(await shell.json('sms run')).toEqual({ handed: 2 });
  expect(await shell.json('sms status sms-2026-000001')).toMatchObject({
    sent: 1,
    failed: 1,
    status: 'done',
  });
  gateway().before = undefined;
  expect(await shell.json('sms retry SMS-2026-000001')).toMatchObject({ queued: 1 });
  expect(await shell.json('sms run')).toEqual({ handed: 1 });
  expect(await shell.json('sms list --status done')).toMatchObject([{ sent: 2, failed: 0 }]);
  expect(await shell.json('sms status')).toMatchObject({ sentThisMonth: 2, queued: 0 });
  // Nobody means all customers who gives a list.
  const both = await shell.isp(`sms send --to all_customers --list ${list} --message a --yes`);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--to custom_list')]);
  expect((await shell.isp('sms retry SMS-2026-000001')).code).toBe(7);
  expect((await shell.isp('sms status SMS-2026-000009')).code).toBe(5);
  expect(
    (await shell.isp(`sms send --to custom_list --list ${folder}/none --message a`)).stderr,
  ).toContain('cannot be read');
});

it('sends a test message at once and nothing else, and says what came of it', async () => {
  const waiting = `sms send --to custom_list --list ${list} --message Later --yes`;
  expect(await shell.json(waiting)).toMatchObject({ queued: 2 });
  expect(await shell.json('sms test 0977000001')).toMatchObject({
    status: 'sent',
    recipient: '+211977000001',
  });
  expect(gateway().sent.at(-1)?.text).toContain('Test message of');
  expect(await shell.json('sms status')).toMatchObject({ queued: 2 });
  gateway().before = () => {
    throw smsRefused('no route');
  };
  const refused = await shell.isp('sms test 0977000001 --message Hello');
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('no route')]);
  gateway().before = () => {
    throw smsUnreachable('connection refused');
  };
  const away = await shell.isp('sms test 0977000001');
  expect([away.code, away.stdout]).toEqual([1, expect.stringContaining('connection refused')]);
  expect((await shell.isp('sms test 12345')).code).toBe(2);
});

it('prints the address for receipts, where there is one', async () => {
  const without = await shell.isp('sms receipts');
  expect(without.code).toBe(7);
  expect(without.stderr).toContain('Only a gateway with an HTTP interface');
});
