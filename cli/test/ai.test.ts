import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertDefaultArticles } from '@nimule/core/assistant/articles/service';
import { openAiModel } from '@nimule/core/ports/assistant/openai';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { startModelStub } from '@nimule/fixtures/testing/servers/model-stub';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
const folder = mkdtempSync(join(tmpdir(), 'nimule-ai-'));
beforeAll(async () => {
  shell = await openShell();
  await addCustomers(shell.app, 3);
  await insertDefaultArticles(contextOf(shell.app));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await shell.close();
});

interface Asked {
  response: string;
  needsEscalation: boolean;
  ticketNumber: string;
  sessionId: string;
}
const ask = async (question: string, more: string[] = []) => {
  const line = ['ai', 'ask', 't1', question, ...more, '--format', 'json'];
  const { code, stdout, stderr } = await shell.isp(line);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Asked;
};

describe('isp ai ask', () => {
  it('answers from the account, goes on with a chat, and opens a ticket where a person is needed', async () => {
    const first = await ask('how much do i owe');
    expect(first).toMatchObject({ needsEscalation: false, ticketNumber: '' });
    expect(first.response).toContain('You owe');
    const second = await ask('i want to talk to a person', ['--chat', first.sessionId]);
    expect(second).toMatchObject({ needsEscalation: true, sessionId: first.sessionId });
    expect(second.ticketNumber).toMatch(/^TKT-\d+$/);
    const ticket = await shell.isp(`tickets show ${second.ticketNumber}`);
    expect(ticket.stdout).toContain('how much do i owe');
    expect(await shell.json('ai chats list --customer t1 --status escalated')).toMatchObject([
      { sessionId: first.sessionId, messageCount: 4, ticketNumber: second.ticketNumber },
    ]);
    const shown = await shell.isp(`ai chats show ${first.sessionId}`);
    expect(shown.stdout).toMatch(/Customer, typed by tester[^\n]*:\nhow much do i owe\n/);
  });

  it('prints the reply alone on stdout', async () => {
    const { stdout, stderr } = await shell.isp(['ai', 'ask', 'T2', 'hello']);
    expect(stdout).toMatch(/^Hello /);
    expect(stderr).toMatch(/^Chat chat-[0-9a-f]{24}\n$/);
  });

  it('refuses an unknown customer, a chat of another and an empty question', async () => {
    const { sessionId } = await ask('hello');
    expect((await shell.isp(['ai', 'ask', 'T999', 'hello'])).code).toBe(5);
    const others = await shell.isp(['ai', 'ask', 'T2', 'hello', '--chat', sessionId]);
    expect([others.code, others.stderr]).toEqual([6, expect.stringContaining('another customer')]);
    const before = await shell.json('ai chats list --customer t1');
    expect((await shell.isp(['ai', 'ask', 'T1', ' '])).code).toBe(2);
    expect(await shell.json('ai chats list --customer t1')).toEqual(before);
    expect((await shell.isp('ai chats show chat-nowhere')).code).toBe(5);
  });
});

describe('isp ai articles', () => {
  it('adds, changes, switches off and deletes an article that answers use', async () => {
    const path = join(folder, 'camera.txt');
    writeFileSync(path, '1. Plug the kwekwe camera in.\n2. Scan its code.\n');
    const line = ['ai', 'articles', 'add', '--title', 'Set up a kwekwe camera'];
    const added = await shell.isp([...line, '--topic', 'equipment', '--file', path]);
    expect([added.code, added.stderr]).toEqual([0, '']);
    expect(added.stdout).toContain('1. Plug the kwekwe camera in.\n2. Scan its code.');
    expect((await ask('how do i set up my kwekwe camera')).response).toContain('Scan its code.');
    const [found] = (await shell.json('ai articles list --q kwekwe')) as [{ id: number }];
    const id = String(found.id);
    await shell.json(`ai articles change ${id} --off`);
    expect((await ask('how do i set up my kwekwe camera')).response).not.toContain('Scan its code');
    expect((await shell.isp(`ai articles change ${id}`)).stderr).toContain('Say what changes.');
    expect((await shell.isp(`ai articles change ${id} --on --off`)).code).toBe(2);
    const unasked = await shell.isp(`ai articles delete ${id}`);
    expect(unasked.stderr).toContain("Delete the article 'Set up a kwekwe camera'?");
    expect((await shell.isp(`ai articles delete ${id} --yes`)).code).toBe(0);
    expect((await shell.isp(`ai articles show ${id}`)).code).toBe(5);
  });

  it('names a file that cannot be read', async () => {
    const line = 'ai articles add --title x --topic billing --file';
    const missing = await shell.isp([...line.split(' '), join(folder, 'none.txt')]);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
    expect((await shell.isp([...line.split(' '), folder])).code).toBe(2);
  });
});

it('isp ai train says what was learned and which questions had no answer', async () => {
  await ask('what is the capital of france');
  const { code, stdout, stderr } = await shell.isp('ai train');
  expect([code, stderr]).toEqual([0, expect.stringMatching(/articles/)]);
  expect(stdout).toContain('capital of france');
});

it('isp ai stats marks figures that are samples', async () => {
  const { stdout } = await shell.isp('ai stats');
  expect(stdout).toMatch(/Satisfaction +4\.6 of 5 \(sample\)/);
  expect(stdout).toMatch(/Answers by +rules on this server/);
  expect(await shell.json('ai stats')).toMatchObject({ driver: 'local', requestsLeft: null });
});

it('isp doctor says who answers, and never shows the key', async () => {
  const found = async () => {
    const { stdout } = await shell.isp('doctor --format json');
    expect(stdout).not.toContain('s3cret-key');
    const findings = JSON.parse(stdout) as { check: string; state: string; detail: string }[];
    return findings.find(({ check }) => check === 'assistant');
  };
  expect(await found()).toMatchObject({ state: 'ok', detail: expect.stringContaining('rules') });
  const stub = await startModelStub();
  const before = shell.app.ports;
  const settings = { ...stub.settings, apiKey: 's3cret-key', callMs: 500 };
  shell.app.ports = { ...before, assistant: openAiModel(settings) };
  expect(await found()).toMatchObject({ state: 'ok' });
  await stub.close();
  expect(await found()).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('the call failed (ECONNREFUSED)'),
  });
  shell.app.ports = before;
});
