import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '@nimule/core/config';
import { copyEmbeddedTemplate } from '@nimule/core/database/embedded/embedded';
import { waitForImportSlot } from '@nimule/core/imports/runs/service-queue';
import {
  createTestDatabase,
  type TestDatabase,
} from '@nimule/fixtures/testing/databases/test-database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createLogger } from '../log.ts';
import { type RunningServer, serve } from '../serve.ts';
import { createUser, PASSWORD } from './harness.ts';

/** As long as a test. */
const WAITING_MS = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'nimule-line-'));
let database: TestDatabase | undefined;
let config: Config;
let server: RunningServer;
let cookie: string;

/** A server opens the embedded database itself. */
async function databaseOfServer(): Promise<Record<string, string>> {
  const template = inject('embeddedTemplate');
  if (template && !inject('postgres')) {
    await copyEmbeddedTemplate(template, folder);
    return {};
  }
  database = await createTestDatabase();
  const { host = '', port = 5432, user = '', database: name = '' } = database.settings;
  const query = new URLSearchParams({ host, port: String(port), user });
  return { DATABASE_URL: `postgresql:///${name}?${query}` };
}

beforeAll(async () => {
  config = readConfig({
    ...(await databaseOfServer()),
    ISP_DATA_DIR: folder,
    PORT: '0',
    HOST: '127.0.0.1',
  });
  server = await serve(config, { log: createLogger('silent', { write: () => {} }) });
  const { username } = await createUser(server.app, 'support');
  const signedIn = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
});
afterAll(async () => {
  await server.close();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

function upload(signal?: AbortSignal): Promise<Response> {
  const form = new FormData();
  form.append('type', 'customers');
  form.append('file', new Blob(['customerId,name,location\nL-1,Akol,Wau\n']), 'customers.csv');
  const init = { method: 'POST', headers: { cookie }, body: form };
  return fetch(`${server.url}/api/import/upload`, signal ? { ...init, signal } : init);
}

async function status() {
  const answer = await fetch(`${server.url}/api/import/status`, { headers: { cookie } });
  return (await answer.json()) as { waiting: number; position: number | null };
}

const untilWaiting = (count: number) =>
  expect.poll(async () => (await status()).waiting, { timeout: WAITING_MS }).toBe(count);

const uploads = () => readdirSync(tmpdir()).filter((name) => name.startsWith('nimule-upload-'));

it('a waiting import reports its position, and leaves the queue when its caller disconnects', async () => {
  const before = uploads();
  const slot = await waitForImportSlot('another', { stops: [] });
  slot.progress(1_000, 4_000);
  const caller = new AbortController();
  const left = upload(caller.signal);
  await untilWaiting(1);
  expect(await status()).toEqual({
    running: true,
    processed: 1_000,
    total: 4_000,
    waiting: 1,
    position: 1,
  });
  const second = upload();
  await untilWaiting(2);
  caller.abort();
  await expect(left).rejects.toThrow();
  await untilWaiting(1);
  slot.end();
  const answer = await second;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    recordsCreated: 1,
    warnings: expect.arrayContaining([
      expect.stringMatching(/^This import waited \d+ s for others to end\.$/),
    ]),
  });
  expect(await status()).toMatchObject({ running: false, waiting: 0, position: null });
  const isOlder = (name: string) => before.includes(name);
  await expect.poll(() => uploads().every(isOlder), { timeout: WAITING_MS }).toBe(true);
});

it('a waiting import is answered when the server stops', async () => {
  const slot = await waitForImportSlot('another', { stops: [] });
  const refused = upload();
  await untilWaiting(1);
  expect(await server.close()).toBe(true);
  slot.end();
  const answer = await refused;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await answer.json()).toEqual({
    code: 'run.stopped',
    message:
      'The program is stopping. Nothing of this file was imported; send it again when the program runs.',
  });
});
