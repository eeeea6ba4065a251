import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertDefaultArticles } from '@nimule/core/assistant/articles/service';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
const folder = mkdtempSync(join(tmpdir(), 'nimule-ai-'));
const file = join(folder, 'bar.txt');
beforeAll(async () => {
  shell = await openShell();
  await insertDefaultArticles(contextOf(shell.app as TestApp));
  await shell.isp('customers create --name Akol');
  await shell.isp('customers create --name Other');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await shell.close();
});

interface Chat {
  sessionId: string;
  status: string;
}

it('answers, hands over, lists, shows and exports chats', async () => {
  const samples = (await shell.isp('ai stats')).stdout;
  expect(samples).toMatch(/Resolution rate +87% \(sample\)/);
  expect(samples).toMatch(/Last training +never/);

  const asked = await shell.isp(['ai', 'ask', 'SC001', 'How much do I owe?']);
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('owe nothing') });
  expect(asked.stderr).toContain('Not handed to a person.');
  const key = /Chat (shell-\S+)/.exec(asked.stderr)![1]!;
  const again = await shell.isp([
    'ai',
    'ask',
    'sc001',
    'I want to talk to a person',
    '--chat',
    key,
  ]);
  expect(again.stderr).toContain('Handed to a person, TKT-001: The customer asked for a person.');
  expect((await shell.isp(['ai', 'ask', 'SC002', 'Hello', '--chat', key])).code).toBe(6);
  expect((await shell.isp(['ai', 'ask', 'SC999', 'Hello'])).code).toBe(5);
  expect(await shell.json('ai ask SC002 internet')).toMatchObject({
    needsEscalation: false,
    session: { customerNumber: 'SC002' },
  });

  const chats = async (query: string) =>
    ((await shell.json(`ai chats list ${query}`)) as Chat[]).map(({ sessionId }) => sessionId);
  expect(await chats('--status escalated')).toEqual([key]);
  expect(await chats('--customer SC001 --mine')).toEqual([key]);
  expect(await chats('--customer SC002')).toHaveLength(1);
  expect(await chats('--topic speed')).toEqual([]);
  const { stdout } = await shell.isp(`ai chats show ${key}`);
  expect(stdout).toContain('How much do I owe?');
  expect(stdout).toMatch(/Ticket +TKT-001/);
  expect((await shell.isp('ai chats show chat-none-0')).code).toBe(5);
  const csv = (await shell.isp('ai chats export --customer SC001')).stdout;
  expect(csv).toContain('SC001,Akol,escalated');
  expect(csv).not.toContain('Other');
  expect((await shell.isp('ai stats')).stdout).not.toMatch(/Resolution rate.*sample/);
});

it('adds, shows, changes, lists and deletes articles', async () => {
  writeFileSync(file, '1. Unplug the antenna.\n2. Plug it in again.\n');
  const { id } = (await shell.json(
    `ai articles add --title Antenna --topic equipment --keywords antenna --file ${file}`,
  )) as { id: number };
  const shown = (await shell.isp(`ai articles show ${id}`)).stdout;
  expect(shown).toMatch(/Title +Antenna/);
  expect(shown).toContain('1. Unplug the antenna.\n2. Plug it in again.');
  const twice = `ai articles add --title antenna --topic equipment --file ${file}`;
  expect((await shell.isp(twice)).code).toBe(6);
  writeFileSync(file, 'Call us.');
  expect(await shell.json(`ai articles change ${id} --active no --file ${file}`)).toMatchObject({
    title: 'Antenna',
    body: 'Call us.',
    isActive: false,
    version: 2,
  });
  const titles = async (query: string) =>
    ((await shell.json(`ai articles list ${query}`)) as { title: string }[]).map(
      (one) => one.title,
    );
  expect(await titles('--active no')).toEqual(['Antenna']);
  expect(await titles('--active yes')).not.toContain('Antenna');
  expect((await shell.isp(`ai articles change ${id} --active perhaps`)).code).toBe(2);
  expect((await shell.isp(`ai articles change ${id} --file ${folder}/none`)).stderr).toContain(
    'cannot be read',
  );
  writeFileSync(file, 'a'.repeat(100_001));
  expect((await shell.isp(`ai articles change ${id} --file ${file}`)).stderr).toContain(
    'too large',
  );
  expect((await shell.isp(`ai articles delete ${id}`)).code).toBe(2);
  expect((await shell.isp(`ai articles delete ${id} --yes`)).code).toBe(0);
  expect((await shell.isp(`ai articles show ${id}`)).code).toBe(5);
});

it('trains, and prints the questions without an answer', async () => {
  await shell.isp(['ai', 'ask', 'SC001', 'qwpoei zmxn asdkjh']);
  const { stdout, stderr } = await shell.isp('ai train');
  expect(stderr).toMatch(/^Read \d+ articles and no resolved tickets|^Read \d+ articles and 0/);
  expect(stdout).toContain('qwpoei zmxn asdkjh');
  expect((await shell.isp('ai stats')).stdout).not.toMatch(/Last training +never/);
});
