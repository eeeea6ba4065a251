import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Listener, listen } from '../listener.ts';
import {
  type Harness,
  serverTimingBodies,
  staffCookie,
  startHarness,
  untilRead,
} from './harness.ts';

/** Those that all users may send at once, and those of one user (uploads.ts). */
const MAX_AT_ONCE = 25;
const MAX_ARRIVING_EACH = 3;
const INTERVAL_MS = 200;

let harness: Harness;
let listener: Listener;
let cookie: string;
let other: string;
/** Other files of tests upload at the same time: without a folder of its own this one would count theirs. */
const ownTmp = mkdtempSync(join(tmpdir(), 'nimule-uploads-left-'));
const { TMPDIR } = process.env;

beforeAll(async () => {
  process.env.TMPDIR = ownTmp;
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  listener = await listen({ host: '127.0.0.1', port: 0 }, harness.server.routing);
  cookie = await staffCookie(harness, 'billing');
  other = await staffCookie(harness, 'billing');
});
afterAll(async () => {
  await listener.close();
  await harness.close();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  rmSync(ownTmp, { recursive: true, force: true });
});

const folders = () => readdirSync(ownTmp).filter((name) => name.startsWith('nimule-upload-'));
const FILE_PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

/** Begins an upload of which only the head and some bytes are sent. */
async function begin(as = cookie): Promise<Socket> {
  const { hostname, port } = new URL(listener.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /api/import/upload HTTP/1.1\r\nHost: x\r\nCookie: ${as}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n${FILE_PART}`,
  );
  return socket;
}

async function upload(as = cookie) {
  const form = new FormData();
  form.set('type', 'customers');
  form.set('file', new Blob(['customerId,name,location\nL-1,Akol,Wau\n']), 'a.csv');
  const init = { method: 'POST', headers: { cookie: as }, body: form };
  const answer = await fetch(`${listener.url}/api/import/upload`, init);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** Until places are free: requests of senders that have left may still be on their way to their ends. */
const untilTaken = () => expect.poll(async () => (await upload()).status).toBe(200);

/** Until the uploads that began have their folders. */
const untilFolders = (count: number) => expect.poll(() => folders().length).toBe(count);

it.each(['destroy', 'resetAndDestroy', 'end'] as const)(
  'uploads whose senders leave at once (%s) keep no folder and no place',
  async (leave) => {
    for (let batch = 0; batch < 6; batch += 1) {
      // The sooner it leaves, the sooner in its request: before the caller was looked up, or while the folder is made.
      const sockets = await Promise.all(Array.from({ length: 5 }, () => begin()));
      for (let turns = 0; turns < batch * 4; turns += 1) await nextTurn();
      for (const socket of sockets) socket[leave]();
      await untilFolders(0);
    }
    expect(6 * 5).toBeGreaterThan(MAX_AT_ONCE);
    await untilTaken();
    await untilFolders(0);
  },
);

it('of one user only a few files arrive at once, and those of others are taken', async () => {
  const sockets = [];
  for (let sent = 0; sent < MAX_ARRIVING_EACH; sent += 1) sockets.push(await begin());
  await untilFolders(MAX_ARRIVING_EACH);
  const refused = await upload();
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    429,
    '60',
    {
      code: 'upload.tooMany',
      message: '3 of your files are being sent already. Wait until one has arrived, and try again.',
    },
  ]);
  expect((await upload(other)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await untilTaken();
  await untilFolders(0);
});

it('a file that arrives at a few bytes a second is refused, and gives its place back', async () => {
  let now = 0;
  const slow = await serverTimingBodies(harness.app, {
    bodyTimeoutMs: INTERVAL_MS,
    // Half a minute between two looks.
    bodyClock: () => {
      now += 30_000;
      return now;
    },
  });
  listener.handOver(slow.server.routing);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const arrival = slow.arrival();
  const socket = await begin();
  let answer = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      resolve();
    });
  });
  const request = await arrival;
  socket.write('x');
  await untilRead(request, socket, () => answer);
  vi.advanceTimersByTime(INTERVAL_MS);
  await answered;
  vi.useRealTimers();
  expect(answer).toMatch(
    /^HTTP\/1\.1 408 .*"The file arrives too slowly, at less than 1 KB a second\. Send it again over a better connection\."/s,
  );
  socket.destroy();
  await untilFolders(0);
  listener.handOver(harness.server.routing);
  await slow.server.close();
});
