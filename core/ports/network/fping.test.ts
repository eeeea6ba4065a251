import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '@nimule/fixtures/testing/databases/embedded-probes';
import { needing } from '@nimule/fixtures/testing/needs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fpingVersion, parseLine, runFping } from './fping.ts';
import { openNetwork } from './open.ts';
import { createResolver, UNKNOWN } from './resolve.ts';

const options = { pings: 2, timeoutMs: 100 };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-fping-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that stands for fping. */
async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

test.each([
  ['10.0.0.1 : 0.25 - 0.75', { sent: 3, received: 2, latencyUs: 500 }],
  ['10.0.0.1        : - - -', { sent: 3, received: 0, latencyUs: null }],
  ['::1 : 1 2 3', { sent: 3, received: 3, latencyUs: 2000 }],
])('the line %j', (line, result) => expect(parseLine(line, 3)?.[1]).toEqual(result));

test.each([
  '',
  'ICMP Host Unreachable from 10.0.0.9 for ICMP Echo sent to 10.0.0.1',
  '10.0.0.1 : duplicate for [0], 84 bytes, 0.12 ms',
  '10.0.0.1 : 0.25 0.25',
  '10.0.0.1 : 0.25 -1 NaN',
  '10.0.0.1 : Infinity 1 1',
])('no result is in the line %j', (line) => expect(parseLine(line, 3)).toBeUndefined());

describe('a program that', () => {
  test('is not there', async () => {
    const path = join(folder, 'missing');
    await expect(runFping(path, ['127.0.0.1'], options)).rejects.toMatchObject({
      code: 'network.fping',
      message: expect.stringMatching(/^The program fping was not found \(.*missing\): install it/),
    });
    await expect(fpingVersion(path)).rejects.toMatchObject({ code: 'network.fping' });
  });

  test.each([
    ['may not send', 'echo "fping: can\'t create socket (must run as root?)" >&2; exit 4'],
    [
      'may not be run',
      "echo 'fping: can not create raw socket: Operation not permitted' >&2; exit 4",
    ],
  ])('%s', async (name, script) => {
    await expect(
      runFping(await program(name.replaceAll(' ', '-'), script), ['127.0.0.1'], options),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/^fping may not send echo requests: .*setcap cap_net_raw/),
    });
  });

  test('hangs is killed', async () => {
    const stop = new AbortController();
    const started = join(folder, 'started');
    // The process keeps its number when it becomes the program that hangs.
    const path = await program(
      'hangs',
      `echo $$ >'${started}.new'; mv '${started}.new' '${started}'; exec tail -f /dev/null`,
    );
    const answer = runFping(path, ['127.0.0.1'], { ...options, signal: stop.signal });
    await expect.poll(() => existsSync(started)).toBe(true);
    stop.abort();
    await expect(answer).rejects.toMatchObject({ code: 'network.stopped' });
    const pid = Number(await readFile(started, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('writes endless lines and addresses that nobody asked for', async () => {
    const path = await program(
      'noisy',
      "head -c 3000000 /dev/zero | tr '\\0' x; echo; echo '10.9.9.9 : 1 1'; echo '127.0.0.1 : 0.5 -'; exit 1",
    );
    expect(await runFping(path, ['127.0.0.1'], options)).toEqual(
      new Map([['127.0.0.1', { sent: 2, received: 1, latencyUs: 500 }]]),
    );
  });

  test('ends without a result', async () => {
    const path = await program('silent', 'exit 0');
    await expect(runFping(path, ['127.0.0.1'], options)).rejects.toMatchObject({
      message: 'fping failed: exit code 0.',
    });
  });

  test('gets addresses as they are, without a shell', async () => {
    const path = await program(
      'echo',
      `cat > '${folder}/got'; echo "$@" > '${folder}/args'; echo 'x : - -'`,
    );
    await runFping(path, ['x', '$(touch hacked)'], options);
    const { readFile } = await import('node:fs/promises');
    expect(await readFile(join(folder, 'got'), 'utf8')).toBe('x\n$(touch hacked)\n');
    expect(await readFile(join(folder, 'args'), 'utf8')).toBe('-q -C 2 -t 100 -p 100 -i 10\n');
  });
});

describe('names', () => {
  test('an address stands for itself, and what is no host is unknown', async () => {
    const found = await createResolver(['127.0.0.1:9']).resolve(['10.0.0.1', '::1', '-f', 'a b']);
    expect([...found.values()]).toEqual(expect.arrayContaining(['10.0.0.1', '::1', UNKNOWN]));
  });

  test('nothing is known of a name while no name server answers', async () => {
    const found = await createResolver(['127.0.0.1:9']).resolve(['router.example']);
    expect(found.get('router.example')).toBeUndefined();
    expect(found.has('router.example')).toBe(true);
  });
});

describe('a name server that never answers', () => {
  const silent = createSocket('udp4');
  beforeAll(() => new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => silent.close(() => resolve())));

  test('holds up a measurement of many names only for a time', async () => {
    const hosts = Array.from({ length: 80 }, (_, n) => `router${n}.example`);
    let asked = 0;
    silent.on('message', () => {
      asked += 1;
    });
    const limits = { nameMs: 60, totalMs: 50 };
    const names = createResolver([`127.0.0.1:${silent.address().port}`], limits);
    const found = await names.resolve([...hosts, '10.0.0.1']);
    // Those of the first round alone.
    expect(asked).toBeLessThanOrEqual(16);
    expect(found.size).toBe(81);
    expect(found.get('10.0.0.1')).toBe('10.0.0.1');
    expect(found.get('router0.example')).toBeUndefined();
  });
});

describe('fping', needing('fping'), () => {
  test('tells which addresses answer, IPv6 among them', async () => {
    const port = openNetwork({ fping: 'fping' });
    const addresses = ['127.0.0.1', '127.1.2.3', '::1', '240.0.0.1', '-f'];
    const results = await port.ping(addresses, options);
    expect([...results].map(([address, { received }]) => [address, received])).toEqual(
      expect.arrayContaining([
        ['127.0.0.1', 2],
        ['127.1.2.3', 2],
        ['240.0.0.1', 0],
        ['-f', 0],
      ]),
    );
    expect(results.get('127.0.0.1')!.latencyUs).toBeGreaterThan(0);
    expect(await port.verify()).toMatch(/fping/);
  });

  test('measures nothing where there is nothing', async () => {
    expect(await openNetwork({ fping: '/nowhere' }).ping([], options)).toEqual(new Map());
  });
});
