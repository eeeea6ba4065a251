import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { patiently } from '@nimule/fixtures/testing/machine';
import { afterEach, expect, test } from 'vitest';
import type { PdfRequest } from './documents.ts';
import { createPdfPool, type PdfPool } from './pool.ts';

/** Does what the invoice's number says: wait, exit or throw. */
const WORKER = `
  const { parentPort } = require('node:worker_threads');
  let made = 0;
  parentPort.on('message', ({ id, request }) => {
    const order = request.document.number;
    if (order === 'hang') for (;;) {}
    if (order === 'exit') process.exit(3);
    if (order === 'throw') throw new Error('thrown in the worker');
    if (order === 'fail') return parentPort.postMessage({ id, failure: new RangeError('no such glyph') });
    made += 1;
    parentPort.postMessage({ id, bytes: Buffer.from(order + ' ' + made) });
  });
`;

function order(number: string): PdfRequest {
  return { layout: 'invoice', document: { number } };
}

let pool: PdfPool;
let started: number;

interface OwnPool {
  /** For 'me', unless it is for another. */
  render(request: PdfRequest, requester?: string): Promise<Buffer>;
  close(): Promise<void>;
}

function openPool(
  options: { timeoutMs?: number; maxWaiting?: number; maxOfRequester?: number } = {},
): OwnPool {
  started = 0;
  const made = createPdfPool({
    startWorker: () => {
      started += 1;
      return new Worker(WORKER, { eval: true });
    },
    timeoutMs: options.timeoutMs ?? 10_000,
    maxWaiting: options.maxWaiting ?? 100,
    maxOfRequester: options.maxOfRequester ?? 100,
  });
  pool = made;
  return {
    render: (request, requester = 'me') => made.render(request, requester),
    close: () => made.close(),
  };
}

afterEach(() => pool.close());

test('one worker, started by the first document, renders in order', async () => {
  const { render } = openPool();
  expect(started).toBe(0);
  const made = await Promise.all(['a', 'b', 'c'].map((name) => render(order(name))));
  expect(made.map(String)).toEqual(['a 1', 'b 2', 'c 3']);
  expect(Buffer.isBuffer(made[0])).toBe(true);
  expect(started).toBe(1);
});

test('a document that hangs times out and the next ones get a new worker', async () => {
  const { render } = openPool({ timeoutMs: 1500 });
  const hanging = render(order('hang'));
  const next = render(order('next'));
  await expect(hanging).rejects.toMatchObject({ kind: 'unavailable', code: 'pdf.timeout' });
  expect(String(await next)).toBe('next 1');
  expect(started).toBe(2);
});

test.each(['exit', 'throw'])(
  'a worker that dies by %s takes only its own document along',
  async (how) => {
    const { render } = openPool();
    const before = render(order('before'));
    const dying = render(order(how));
    const after = render(order('after'));
    expect(String(await before)).toBe('before 1');
    await expect(dying).rejects.toMatchObject({ kind: 'unavailable', code: 'pdf.crashed' });
    expect(String(await after)).toBe('after 1');
    expect(started).toBe(2);
  },
);

test('an error of the layout reaches the caller and the worker continues', async () => {
  const { render } = openPool();
  await expect(render(order('fail'))).rejects.toThrow('no such glyph');
  await expect(render(order('fail'))).rejects.not.toHaveProperty('kind');
  expect(String(await render(order('fine')))).toBe('fine 1');
  expect(started).toBe(1);
});

test('a document that cannot be sent to a worker fails alone', async () => {
  const { render } = openPool();
  const request = { layout: 'invoice', document: { number: () => 'x' } };
  await expect(render(request)).rejects.toThrow('could not be cloned');
  expect(String(await render(order('fine')))).toBe('fine 1');
});

test('documents above the queue limit are refused at once', async () => {
  const { render } = openPool({ maxWaiting: 2 });
  const accepted = ['a', 'b', 'c'].map((name) => render(order(name)));
  await expect(render(order('d'))).rejects.toMatchObject({ code: 'pdf.busy', retryAfter: 10 });
  expect(await Promise.all(accepted)).toHaveLength(3);
});

test('users take turns, whatever one of them has ordered before', async () => {
  const { render } = openPool();
  const orders: [string, string][] = [
    ...[1, 2, 3, 4].map((n): [string, string] => ['ann', `ann${n}`]),
    ['ben', 'ben1'],
    ['cat', 'cat1'],
    ['ben', 'ben2'],
  ];
  const made = await Promise.all(orders.map(([who, name]) => render(order(name), who)));
  const places = made.map(String).sort((a, b) => Number(a.split(' ')[1]) - Number(b.split(' ')[1]));
  expect(places.map((text) => text.split(' ')[0])).toEqual([
    ...['ann1', 'ann2', 'ben1', 'cat1'],
    ...['ann3', 'ben2', 'ann4'],
  ]);
});

test('one user is refused above an own limit, and others are not', async () => {
  const { render } = openPool({ maxOfRequester: 2 });
  const accepted = ['a', 'b', 'c'].map((name) => render(order(name), 'ann'));
  await expect(render(order('d'), 'ann')).rejects.toMatchObject({ code: 'pdf.busy' });
  accepted.push(render(order('e'), 'ben'));
  expect(await Promise.all(accepted)).toHaveLength(4);
});

test('closing rejects pending documents, and a later one starts a new worker', async () => {
  const { render, close } = openPool();
  const refused = Promise.allSettled([render(order('hang')), render(order('waiting'))]);
  await close();
  for (const result of await refused) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'pdf.closed' } });
  }
  expect(String(await render(order('again')))).toBe('again 1');
  await close();
  await close();
});

test('an idle worker does not keep the process alive, a working one does', async () => {
  const script = `
    import { Worker } from 'node:worker_threads';
    import { createPdfPool } from ${JSON.stringify(new URL('./pool.ts', import.meta.url).href)};
    const startWorker = () => new Worker(${JSON.stringify(WORKER)}, { eval: true, execArgv: [] });
    const pool = createPdfPool({ startWorker, timeoutMs: 10000, maxWaiting: 9, maxOfRequester: 9 });
    console.log(String(await pool.render({ document: { number: 'alive' } }, 'me')));
  `;
  const run = promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { cwd: import.meta.dirname, timeout: patiently(15_000) },
  );
  expect((await run).stdout).toBe('alive 1\n');
});
