import { connect, type Socket } from 'node:net';
import { MAX_IMPORT_LINES } from '@nimule/core/expenses/schema';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Listener, listen } from '../listener.ts';
import {
  type Harness,
  serverTimingBodies,
  staffCookie,
  startHarness,
  untilRead,
} from './harness.ts';

const MEGABYTE = 1024 * 1024;
const BODY_TIMEOUT_MS = 300;
/** Longer than the server reads on after a refusal (bodies.ts). */
const LINGER_MS = 3_000;
const BOUNDARY = 'nimule-boundary';

let harness: Harness;
let shortTimeout: Awaited<ReturnType<typeof serverTimingBodies>>;
let listener: Listener;
let billing: string;
let newcomer: string;

beforeAll(async () => {
  harness = await startHarness();
  // A clock that stands still: no rate is too low.
  const stands = { bodyTimeoutMs: BODY_TIMEOUT_MS, bodyClock: () => 0 };
  shortTimeout = await serverTimingBodies(harness.app, stands);
  listener = await listen({ host: '127.0.0.1', port: 0 }, harness.server.routing);
  billing = await staffCookie(harness, 'billing');
  newcomer = await staffCookie(harness, 'technician', { mustChangePassword: true });
});
afterAll(async () => {
  await listener.close();
  await shortTimeout.server.close();
  await harness.close();
});

const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
const json = (framing: string) => `Content-Type: application/json\r\n${framing}`;
const form = `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nTransfer-Encoding: chunked`;
const part = (disposition: string) =>
  chunk(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`);
const filePart = part('name="file"; filename="a.csv"');

interface Sender {
  socket: Socket;
  /** What was answered so far. */
  answer(): string;
  /** The first of an answer, or the end of the connection. */
  answered: Promise<unknown>;
  closed: Promise<unknown>;
}

function send(cookie: string, path: string, head: string): Sender {
  const { hostname, port } = new URL(listener.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  const first = new Promise((resolve) => {
    socket.once('data', resolve);
  });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n${head}\r\n\r\n`);
  return { socket, answer: () => answer, answered: Promise.race([first, closed]), closed };
}

/** Until one of these happens. */
function next(socket: Socket, ...events: ('drain' | 'data' | 'close')[]): Promise<void> {
  return new Promise((resolve) => {
    const take = () => {
      for (const event of events) socket.off(event, take);
      resolve();
    };
    for (const event of events) socket.on(event, take);
  });
}

/** Sends until an answer has arrived. Returns the amount sent, in megabytes. */
async function sendUntilAnswered({ socket, answer }: Sender, piece: string): Promise<number> {
  const bytes = Buffer.from(piece);
  let sent = 0;
  while (!answer().includes('\r\n\r\n{') && !socket.destroyed && sent < 100 * MEGABYTE) {
    sent += bytes.length;
    if (!socket.write(bytes)) await next(socket, 'drain', 'data', 'close');
  }
  return sent / MEGABYTE;
}

/** Sends on after an answer until the connection has ended. */
async function sendUntilClosed({ socket, closed }: Sender, piece: string): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    if (!socket.write(piece)) await next(socket, 'drain', 'close');
    vi.advanceTimersByTime(LINGER_MS);
  }
  await closed;
}

describe('a body past the limit that never ends', () => {
  // The server reads on for two seconds.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterAll(() => void vi.useRealTimers());

  it.each([
    ['in chunks', 'Transfer-Encoding: chunked', chunk('x'.repeat(65_536))],
    ['of a length that it tells', `Content-Length: ${100 * MEGABYTE}`, 'x'.repeat(65_536)],
  ])('%s is answered in words, and the connection ends', async (_, framing, piece) => {
    const sender = send(billing, '/api/customers', json(framing));
    expect(await sendUntilAnswered(sender, piece)).toBeLessThan(50);
    expect(sender.answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(sender.answer()).toMatch(/\r\nconnection: close\r\n/i);
    expect(sender.answer()).toContain('"message":"The request is larger than 1 MB."');
    await sendUntilClosed(sender, piece);
  });

  it('is answered where it is a file of a form', async () => {
    const sender = send(billing, '/api/import/upload', form);
    sender.socket.write(filePart);
    const sent = await sendUntilAnswered(sender, chunk('x'.repeat(MEGABYTE)));
    expect(sent).toBeGreaterThan(50);
    expect(sent).toBeLessThan(80);
    expect(sender.answer()).toMatch(/^HTTP\/1\.1 413 .*"The file is larger than 50 MB\."/s);
    sender.socket.destroy();
  });

  it.each([
    ['a field', part('name="map"'), 413],
    ['what is before its first part', '', 400],
  ])('is answered early where it is %s of a form', async (_, begin, status) => {
    const sender = send(billing, '/api/import/upload', form);
    sender.socket.write(begin);
    const piece = chunk('x'.repeat(MEGABYTE));
    expect(await sendUntilAnswered(sender, piece)).toBeLessThan(50);
    expect(sender.answer()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await sendUntilClosed(sender, piece);
  });

  // Every role may import something: a user who must change the password first may not.
  it('is not read without permission to import', async () => {
    for (const [cookie, status] of [
      [newcomer, 403],
      ['', 401],
    ] as const) {
      const sender = send(cookie, '/api/import/upload', form);
      sender.socket.write(filePart);
      expect(await sendUntilAnswered(sender, chunk('x'.repeat(65_536)))).toBeLessThan(20);
      expect(sender.answer()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      sender.socket.destroy();
    }
  });
});

describe('a body that stops arriving', () => {
  beforeAll(() => {
    listener.handOver(shortTimeout.server.routing);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterAll(() => {
    vi.useRealTimers();
    listener.handOver(harness.server.routing);
  });

  /** Sends the beginning of a request, and waits until the server reads its body. */
  async function begun(path: string, head: string, begin: string) {
    const arrival = shortTimeout.arrival();
    const sender = send(billing, path, head);
    const request = await arrival;
    const write = async (text: string) => {
      sender.socket.write(text);
      await untilRead(request, sender.socket, sender.answer);
    };
    await write(begin);
    return { sender, write };
  }

  it.each([
    ['JSON', '/api/customers', json('Content-Length: 20'), '{"name":'],
    ['JSON that drips', '/api/customers', json('Content-Length: 200'), '{'],
    ['a form', '/api/import/upload', form, filePart + chunk('customerId,name\n')],
    ['a form without its first part', '/api/import/upload', form, ''],
  ])('is answered after a while: %s', async (name, path, head, begin) => {
    const { sender, write } = await begun(path, head, begin);
    if (name.includes('drips')) await write(' ');
    // In the first interval of a form its beginning arrived.
    vi.advanceTimersByTime((path.includes('import') ? 2 : 1) * BODY_TIMEOUT_MS);
    await sender.answered;
    expect(sender.answer()).toMatch(/^HTTP\/1\.1 408 .*"The request took too long to arrive\."/s);
    sender.socket.end();
    await sender.closed;
  });

  it('is waited for while an upload makes progress', async () => {
    const begin = part('name="type"') + chunk('customers\r\n') + filePart;
    const { sender, write } = await begun('/api/import/upload', form, begin);
    for (let sent = 0; sent < 12; sent += 1) {
      await write(chunk('customerId,name\n'));
      vi.advanceTimersByTime(BODY_TIMEOUT_MS);
    }
    expect(sender.answer()).toBe('');
    sender.socket.write(`${chunk(`\r\n--${BOUNDARY}--\r\n`)}0\r\n\r\n`);
    await sender.answered;
    expect(sender.answer()).toMatch(/^HTTP\/1\.1 200 /);
    sender.socket.destroy();
  });
});

describe('before somebody has signed in', () => {
  it('no more than 16 KB is read', async () => {
    const post = (url: string, payload: string) =>
      harness.server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload,
      });
    const nested = '['.repeat(500_000);
    const before = process.cpuUsage();
    const answer = await post('/api/auth/login', nested);
    const { user, system } = process.cpuUsage(before);
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { code: 'request.tooLarge', message: 'The request is larger than 16 KB.' },
    ]);
    // Microseconds of CPU, whatever else the machine does.
    expect(user + system).toBeLessThan(200_000);
    const small = JSON.stringify({ username: 'nobody', password: 'x'.repeat(200) });
    expect((await post('/api/auth/login', small.padEnd(16 * 1024))).statusCode).toBe(401);
    expect((await post('/api/auth/login', small.padEnd(16 * 1024 + 1))).statusCode).toBe(413);
  });

  it('nor when the password must be changed', async () => {
    const answer = await harness.server.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { cookie: billing },
      payload: { currentPassword: 'x'.repeat(20_000) },
    });
    expect(answer.statusCode).toBe(413);
  });
});

it('an import of 5,000 lines with long texts is read, and a larger one refused', async () => {
  const preview = (length: number) =>
    harness.server.inject({
      method: 'POST',
      url: '/api/expenses/bulk-import/preview',
      headers: { cookie: billing },
      payload: {
        expenses: Array.from({ length: MAX_IMPORT_LINES }, (_, n) => ({
          date: '2026-10-01',
          location: `${n} ${'v'.repeat(150)}`,
          description: 'd'.repeat(length),
          amount: '$2,500.00',
        })),
      },
    });
  const answer = await preview(450);
  expect([answer.statusCode, answer.json().verdicts.length]).toEqual([200, MAX_IMPORT_LINES]);
  expect((await preview(1900)).json().message).toBe('The request is larger than 8 MB.');
});
