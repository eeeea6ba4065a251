import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClientError, unreachable } from '../../client/errors.ts';
import { createQueue, type Notice, type QueuePorts, type UploadQueue } from './queue.ts';
import { type FileStore, MAX_KEPT_FILES, type QueuedFile } from './queued-file.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const target = { of: 'ticket', recordId: 12, recordName: 'TKT-012' } as const;
const photo = (name = 'mast.jpg', text = 'a photo') =>
  new File([text], name, { type: 'image/jpeg' });

/** What a device keeps, shared by its tabs. */
function createDevice() {
  const files = new Map<string, QueuedFile>();
  const contents = new Map<string, ArrayBuffer>();
  let failure: Error | undefined;
  const store: FileStore = {
    list: async () => [...files.values()],
    read: async (key) => contents.get(key),
    async put(file, content) {
      if (failure) throw failure;
      files.set(file.key, file);
      if (content) contents.set(file.key, content);
    },
    async remove(key) {
      files.delete(key);
      contents.delete(key);
    },
  };
  let last: Promise<void> = Promise.resolve();
  return {
    files,
    store,
    failWith(error: Error | undefined) {
      failure = error;
    },
    /** As the lock of a browser. */
    exclusively(work: () => Promise<void>) {
      last = last.then(work);
      return last;
    },
  };
}

type Device = ReturnType<typeof createDevice>;
type Sent = { key: string; name: string; text: string };

/** A server that stores a file once for each key. */
function createServer() {
  const stored = new Map<string, Sent>();
  const attempts: Sent[] = [];
  let answer: (sent: Sent) => void = () => undefined;
  return {
    stored,
    attempts,
    /** What happens after the file was stored; throws for another answer. */
    answers(next: typeof answer) {
      answer = next;
    },
    async take(file: QueuedFile, content: File) {
      const sent = { key: file.key, name: content.name, text: await content.text() };
      attempts.push(sent);
      answer(sent);
      stored.set(sent.key, stored.get(sent.key) ?? sent);
    },
  };
}

function openTab(
  device: Device,
  server: ReturnType<typeof createServer>,
  changes: Partial<QueuePorts> = {},
) {
  const unsent: [number, boolean][] = [];
  const said: Notice[] = [];
  const queue = createQueue({
    store: device.store,
    userId: () => 7,
    send: (file, content) => server.take(file, content),
    prepare: async (content) => content,
    unfit: () => undefined,
    exclusively: device.exclusively,
    isOnline: () => true,
    tell: (notice) => said.push(notice),
    onUnsent: (userId, has) => unsent.push([userId, has]),
    ...changes,
  });
  return { queue, unsent, said };
}

/** Until nothing is to be done but to wait. */
const rest = () => vi.advanceTimersByTimeAsync(0);
const states = (queue: UploadQueue) => queue.files().map(({ name, state }) => [name, state]);

test('a file is kept until the server has confirmed it, and sent in the order of choice', async () => {
  const device = createDevice();
  const server = createServer();
  const keptWhileSent: number[] = [];
  server.answers(() => keptWhileSent.push(device.files.size));
  const { queue, unsent } = openTab(device, server);
  const arrived: string[] = [];
  queue.onSent(({ recordName }) => arrived.push(recordName));
  await queue.add(target, [photo('a.jpg'), photo('b.jpg')]);
  expect(queue.hasUnkept()).toBe(false);
  await rest();
  expect(server.attempts.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
  expect(keptWhileSent).toEqual([2, 1]);
  expect(arrived).toEqual(['TKT-012', 'TKT-012']);
  expect([device.files.size, queue.files()]).toEqual([0, []]);
  expect(unsent[0]).toEqual([7, true]);
  expect(unsent.at(-1)).toEqual([7, false]);
});

test('after a closed page the file goes on with the same key and content', async () => {
  const device = createDevice();
  const server = createServer();
  const first = openTab(device, server, { send: () => new Promise(() => undefined) });
  await first.queue.add(target, [photo()]);
  await rest();
  expect(states(first.queue)).toEqual([['mast.jpg', 'sending']]);
  const [kept] = device.files.values();
  first.queue.stop();
  // The lock of a closed page is free.
  const second = openTab(device, server, { exclusively: (work) => work() });
  await second.queue.wake();
  expect([...server.stored.values()]).toEqual([
    { key: kept?.key, name: 'mast.jpg', text: 'a photo' },
  ]);
  expect(device.files.size).toBe(0);
});

test('a lost answer makes no second file', async () => {
  const device = createDevice();
  const server = createServer();
  const lost = unreachable(new TypeError('no answer'));
  const { queue } = openTab(device, server, {
    async send(file, content) {
      await server.take(file, content);
      if (server.attempts.length === 1) throw lost;
    },
  });
  await queue.add(target, [photo()]);
  await rest();
  expect(server.stored.size).toBe(1);
  expect(states(queue)).toEqual([['mast.jpg', 'waiting']]);
  expect(queue.files()[0]?.trouble).toMatch(/^The connection was lost/);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.attempts).toHaveLength(2);
  expect(server.stored.size).toBe(1);
  expect(queue.files()).toEqual([]);
});

test('attempts become rarer, up to one a minute, and a new connection begins at once', async () => {
  const device = createDevice();
  const server = createServer();
  let isReachable = false;
  server.answers(() => {
    if (!isReachable) throw unreachable(undefined);
  });
  const { queue } = openTab(device, server);
  await queue.add(target, [photo()]);
  await rest();
  for (const [waitMs, count] of [
    [1_999, 1],
    [1, 2],
    [4_000, 3],
    [8_000, 4],
    [16_000, 5],
    [32_000, 6],
    [60_000, 7],
    [60_000, 8],
  ] as const) {
    await vi.advanceTimersByTimeAsync(waitMs);
    expect(server.attempts).toHaveLength(count);
  }
  // A server that answers small requests alone would be sent the file again and again.
  queue.reached();
  await rest();
  expect(server.attempts).toHaveLength(8);
  isReachable = true;
  await queue.wake();
  expect(server.stored.size).toBe(1);
});

test('nothing is tried without a connection', async () => {
  const device = createDevice();
  const server = createServer();
  let isOnline = false;
  const { queue } = openTab(device, server, { isOnline: () => isOnline });
  await queue.add(target, [photo()]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.attempts).toEqual([]);
  isOnline = true;
  await queue.wake();
  expect(server.stored.size).toBe(1);
});

test.each([
  [
    new ClientError(413, 'A file can have at most 10 MB.', { code: 'attachment.tooLarge' }),
    /10 MB/,
  ],
  [new ClientError(413, '413: Request Entity Too Large'), /^The file is too large/],
  [new ClientError(415, 'Only PDF.', { code: 'attachment.type' }), /^Only PDF/],
  [new ClientError(403, 'Access Denied.', { code: 'access.denied' }), /^Access Denied/],
  [new ClientError(404, 'No such ticket', { code: 'notFound' }), /^TKT-012 is gone/],
])('%s is said and the file kept until the user decides', async (error, reason) => {
  const device = createDevice();
  const server = createServer();
  server.answers(({ name }) => {
    if (name === 'bad.jpg') throw error;
  });
  const { queue } = openTab(device, server);
  await queue.add(target, [photo('bad.jpg'), photo('good.jpg')]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(states(queue)).toEqual([['bad.jpg', 'refused']]);
  expect(queue.files()[0]?.refusal).toMatch(reason);
  expect(server.attempts).toHaveLength(2);
  // It is refused after a reload too, and can be saved.
  queue.stop();
  const next = openTab(device, server).queue;
  await next.wake();
  expect(server.attempts).toHaveLength(2);
  const [file] = next.files();
  expect(await (await next.content(file!.key))?.text()).toBe('a photo');
  server.answers(() => undefined);
  await next.retry(file!.key);
  expect(server.attempts.at(-1)?.key).toBe(file!.key);
  expect(device.files.size).toBe(0);
});

test.each([
  new ClientError(503, 'Busy.', { code: 'import.busy', retryAfter: 10 }),
  new ClientError(500, 'Something went wrong.', { code: 'internal' }),
  new ClientError(400, 'The upload broke off.', { code: 'upload.broken' }),
  new ClientError(403, '403: the log-in page of a hotspot'),
  new TypeError('a bug of this page'),
])('%s is no refusal', async (error) => {
  const device = createDevice();
  const server = createServer();
  server.answers(() => {
    if (server.attempts.length === 1) throw error;
  });
  const { queue } = openTab(device, server);
  await queue.add(target, [photo()]);
  await rest();
  expect(states(queue)).toEqual([['mast.jpg', 'waiting']]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.stored.size).toBe(1);
});

test('another user neither sees nor sends it', async () => {
  const device = createDevice();
  const server = createServer();
  let user: number | undefined = 7;
  server.answers(() => {
    throw unreachable(undefined);
  });
  const { queue, unsent } = openTab(device, server, { userId: () => user });
  await queue.add(target, [photo()]);
  await rest();
  expect(server.attempts).toHaveLength(1);
  user = undefined;
  await queue.wake();
  user = 8;
  await queue.wake();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([queue.files(), server.attempts.length, device.files.size]).toEqual([[], 1, 1]);
  expect(unsent.at(-1)).toEqual([8, false]);
  expect(unsent).not.toContainEqual([7, false]);
  server.answers(() => undefined);
  user = 7;
  await queue.wake();
  expect([server.stored.size, device.files.size]).toEqual([1, 0]);
});

test('a user who signs out while a photo is made smaller does not send it as the next one', async () => {
  const device = createDevice();
  const server = createServer();
  let user = 7;
  const { queue } = openTab(device, server, {
    userId: () => user,
    async prepare(content) {
      user = 8;
      return content;
    },
  });
  await queue.add(target, [photo()]);
  await rest();
  expect([server.attempts, device.files.size]).toEqual([[], 1]);
});

test('of several tabs one sends, and the others show it', async () => {
  const device = createDevice();
  const server = createServer();
  let finish = () => {};
  const tabs: ReturnType<typeof openTab>[] = [];
  const heardByOthers = (from: number) => (notice: Notice) => {
    for (const [at, tab] of tabs.entries()) if (at !== from) tab.queue.hear(notice);
  };
  for (const at of [0, 1])
    tabs.push(
      openTab(device, server, {
        tell: heardByOthers(at),
        async send(file, content, onProgress) {
          onProgress(0.08);
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          await server.take(file, content);
        },
      }),
    );
  const [one, two] = tabs as [(typeof tabs)[0], (typeof tabs)[0]];
  const seenByTwo: number[] = [];
  two.queue.subscribe(() => seenByTwo.push(two.queue.files()[0]?.percent ?? -1));
  await one.queue.add(target, [photo()]);
  await rest();
  expect(seenByTwo).toContain(8);
  finish();
  await rest();
  expect(server.attempts).toHaveLength(1);
  expect([one.queue.files(), two.queue.files()]).toEqual([[], []]);
});

test('photos are made smaller once, so that each attempt sends the same', async () => {
  const device = createDevice();
  const server = createServer();
  const prepare = vi.fn(async () => photo('mast.jpg', `small ${prepare.mock.calls.length}`));
  server.answers(() => {
    if (server.attempts.length < 3) throw unreachable(undefined);
  });
  const { queue } = openTab(device, server, { prepare });
  await queue.add(target, [photo('mast.heic')]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(prepare).toHaveBeenCalledTimes(1);
  expect(server.attempts.map(({ text }) => text)).toEqual(['small 1', 'small 1', 'small 1']);
});

test('what cannot be kept is sent from the page, with a warning', async () => {
  const device = createDevice();
  const server = createServer();
  server.answers(() => {
    throw unreachable(undefined);
  });
  const full = new DOMException('full', 'QuotaExceededError');
  device.failWith(full);
  const { queue } = openTab(device, server);
  await queue.add(target, [photo('a.jpg')]);
  await rest();
  expect(queue.files()[0]?.warning).toMatch(/^This device has no room left.* Do not leave/);
  expect(queue.hasUnkept()).toBe(true);
  server.answers(() => undefined);
  await queue.retry();
  expect([server.stored.size, queue.hasUnkept()]).toEqual([1, false]);

  const old = openTab(device, server, { store: undefined });
  await old.queue.add(target, [photo('b.jpg')]);
  expect(old.queue.files()[0]?.warning).toMatch(/^This browser cannot keep files.* Do not leave/);
  await rest();
  expect(server.stored.size).toBe(2);
});

test('a device keeps at most 100 files, of all its users', async () => {
  const device = createDevice();
  const server = createServer();
  const { queue } = openTab(device, server, { isOnline: () => false });
  await queue.add(
    target,
    Array.from({ length: MAX_KEPT_FILES + 1 }, (_, at) => photo(`${at}.jpg`)),
  );
  expect(device.files.size).toBe(MAX_KEPT_FILES);
  expect(queue.files().at(-1)?.warning).toMatch(/as many unsent files as it may/);
  expect(queue.files().filter(({ warning }) => warning)).toHaveLength(1);
});

test('a file can be discarded, also by another tab', async () => {
  const device = createDevice();
  const server = createServer();
  const ports = { isOnline: () => false };
  const [one, two] = [openTab(device, server, ports), openTab(device, server, ports)];
  await one.queue.add(target, [photo()]);
  await two.queue.wake();
  await two.queue.discard(two.queue.files()[0]!.key);
  one.queue.hear({ about: 'files' });
  await rest();
  expect([one.queue.files(), device.files.size, server.attempts]).toEqual([[], 0, []]);
});
