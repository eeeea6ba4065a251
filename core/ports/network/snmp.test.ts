import { readdirSync } from 'node:fs';
import { inspect } from 'node:util';
import { needing } from '@nimule/fixtures/testing/needs';
import { type SnmpAgent, startSnmpAgent, TEXT } from '@nimule/fixtures/testing/servers/snmp-agent';
import { AUTH_KEY, PRIV_KEY, type Snmpd, startSnmpd } from '@nimule/fixtures/testing/servers/snmpd';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SnmpCredentials } from '../network.ts';
import { openNetwork } from './open.ts';
import { counter64 } from './snmp.ts';

const port = openNetwork({ fping: 'fping' });
const v2c: SnmpCredentials = { version: 'v2c', community: 'public' };
const clock = () => new Date('2026-11-21T08:00:00Z');

const read = (
  at: number,
  credentials: SnmpCredentials = v2c,
  timeoutMs = 5_000,
  signal?: AbortSignal,
) => port.readDevice({ address: '127.0.0.1', port: at, credentials }, { timeoutMs, clock, signal });

/** Open files and sockets of this process. */
const sockets = () => readdirSync('/proc/self/fd').length;

test('a 64-bit counter is up to eight octets and a leading zero', () => {
  expect(counter64(Buffer.from('00ffffffffffffffff', 'hex'))).toBe(2n ** 64n - 1n);
  expect(counter64(Buffer.from('07'))).toBe(12_343n);
  for (const wrong of [null, 'x', 1, Buffer.alloc(0), Buffer.alloc(10), Buffer.alloc(9, 1)])
    expect(counter64(wrong)).toBeUndefined();
});

describe('a device', () => {
  let agent: SnmpAgent;
  let open = 0;
  beforeAll(async () => {
    agent = await startSnmpAgent();
    open = sockets();
  });
  afterAll(() => agent.close());
  beforeEach(() => {
    Object.assign(agent, { delayMs: 0, spoil: undefined, community: 'public' });
  });

  test('with 64-bit counters', async () => {
    agent.be({
      ticks: 2 ** 32 - 1,
      interfaces: [
        { name: 'sfp1', alias: 'to Wau', mbps: 10_000, inOctets: 2n ** 63n, outOctets: 5n },
        { name: 'ether1', isUp: false, mbps: 0, inOctets: 1n, outOctets: 2n ** 64n - 1n },
      ],
    });
    expect(await read(agent.port)).toEqual({
      readAt: clock(),
      uptime: 2 ** 32 - 1,
      interfaces: [
        {
          index: 1,
          name: 'sfp1',
          alias: 'to Wau',
          speedKbps: 10_000_000,
          isUp: true,
          counterBits: 64,
          inOctets: 2n ** 63n,
          outOctets: 5n,
        },
        {
          index: 2,
          name: 'ether1',
          alias: '',
          speedKbps: null,
          isUp: false,
          counterBits: 64,
          inOctets: 1n,
          outOctets: 2n ** 64n - 1n,
        },
      ],
    });
  });

  test('with 32-bit counters alone', async () => {
    agent.be({
      interfaces: [{ name: 'eth0', hc: false, mbps: 100, inOctets: 7n, outOctets: 2n ** 32n - 1n }],
    });
    expect((await read(agent.port)).interfaces).toEqual([
      {
        index: 1,
        name: 'eth0',
        alias: '',
        speedKbps: 100_000,
        isUp: true,
        counterBits: 32,
        inOctets: 7n,
        outOctets: 2n ** 32n - 1n,
      },
    ]);
  });

  test('with many interfaces, equal names and hostile texts', async () => {
    const names = ['eth', 'eth', '', 'a\0b\u202E\n', 'é'.repeat(300)];
    agent.be({
      interfaces: Array.from({ length: 130 }, (_, n) => ({
        name: names[n] ?? `port${n}`,
        index: 10 * n + 1,
        inOctets: BigInt(n),
        outOctets: 0n,
      })),
    });
    const { interfaces } = await read(agent.port);
    expect(interfaces.slice(0, 5).map(({ name }) => name)).toEqual([
      'eth',
      'eth 11',
      'interface 21',
      'ab',
      'é'.repeat(100),
    ]);
    expect(new Set(interfaces.map(({ name }) => name)).size).toBe(130);
    expect(interfaces.at(-1)).toMatchObject({ index: 1291, inOctets: 129n });
  });

  test('of more interfaces than are kept', async () => {
    agent.be({
      interfaces: Array.from({ length: 1010 }, (_, n) => ({
        name: `p${n}`,
        inOctets: 0n,
        outOctets: 0n,
      })),
    });
    expect((await read(agent.port)).interfaces).toHaveLength(1000);
  });

  test('without interfaces', async () => {
    agent.be({ interfaces: [] });
    expect(await read(agent.port)).toEqual({ readAt: clock(), uptime: 360_000, interfaces: [] });
  });

  test('that answers the second time only', async () => {
    agent.be({ interfaces: [{ name: 'eth0', inOctets: 1n, outOctets: 1n }] });
    agent.spoil = (answer) => (agent.asked % 2 === 1 ? undefined : answer);
    agent.asked = 0;
    expect((await read(agent.port, v2c, 250)).interfaces).toHaveLength(1);
  });

  test('that does not answer, or not to this community', async () => {
    agent.be({ interfaces: [] });
    agent.community = 'secret';
    await expect(read(agent.port, v2c, 50)).rejects.toMatchObject({
      code: 'network.snmp',
      message: expect.stringMatching(/^No answer by SNMP from 127\.0\.0\.1, port \d+: check/),
    });
    await expect.poll(sockets).toBe(open);
  });

  test.each([
    ['another community', 'changed'],
    ['no community', ''],
  ])('that answers with %s never tells that of the question', async (_, other) => {
    agent.be({ interfaces: [] });
    agent.community = 's3cret-word';
    agent.spoil = (answer) => {
      const at = answer.indexOf('s3cret-word');
      const head = answer.subarray(0, at - 1);
      const spoilt = Buffer.concat([head, Buffer.from([other.length]), Buffer.from(other)]);
      const whole = Buffer.concat([spoilt, answer.subarray(at + 's3cret-word'.length)]);
      whole[1]! -= 's3cret-word'.length - other.length;
      return whole;
    };
    const credentials = { version: 'v2c', community: 's3cret-word' } as const;
    const error = await read(agent.port, credentials).catch((failure: Error) => failure);
    expect(error).toMatchObject({
      code: 'network.snmp',
      message: expect.stringMatching(/: the device answers with another community\.$/),
    });
    // With its cause, as a log writes it.
    expect(inspect(error)).not.toContain('s3cret-word');
  });

  test('that answers too late', async () => {
    agent.be({ interfaces: [{ name: 'eth0', inOctets: 1n, outOctets: 1n }] });
    agent.delayMs = 60_000;
    await expect(read(agent.port, v2c, 50)).rejects.toMatchObject({ code: 'network.snmp' });
  });

  test.each([
    ['noise', () => Buffer.from('this is no SNMP')],
    ['nothing', () => Buffer.alloc(0)],
    ['a cut answer', (answer: Buffer) => answer.subarray(0, answer.length - 5)],
    [
      'a wrong length',
      (answer: Buffer) =>
        Buffer.concat([Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), answer]),
    ],
    [
      'another type of PDU',
      (answer: Buffer) => Buffer.from(answer.map((byte) => (byte === 0xa2 ? 0xa8 : byte))),
    ],
  ])('that answers with %s', async (_, spoil) => {
    agent.be({ interfaces: [{ name: 'eth0', inOctets: 1n, outOctets: 1n }] });
    agent.spoil = spoil;
    await expect(read(agent.port, v2c, 50)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'network.snmp',
    });
    await expect.poll(sockets).toBe(open);
  });

  test('whose octets are changed at random never ends the process or hangs', async () => {
    agent.be({ interfaces: [{ name: 'eth0', inOctets: 1n, outOctets: 1n }] });
    let seed = 7;
    agent.spoil = (answer) => {
      const spoilt = Buffer.from(answer);
      seed = (seed * 48_271) % 2_147_483_647;
      if (seed % 3 === 0) spoilt[seed % spoilt.length] = seed % 251;
      return spoilt;
    };
    const runs = Array.from({ length: 200 }, () =>
      read(agent.port, v2c, 40).then(
        () => '',
        (error) => error.code,
      ),
    );
    const codes = new Set(await Promise.all(runs));
    expect([...codes].filter((code) => code !== '' && code !== 'network.snmp')).toEqual([]);
    await expect.poll(sockets).toBe(open);
  });

  test('with values of wrong types', async () => {
    agent.be({
      interfaces: [
        { name: 'eth0', inOctets: 1n, outOctets: 1n },
        { name: 'eth1', inOctets: 3n, outOctets: 4n },
      ],
    });
    for (const column of ['31.1.1.1.6.1', '2.2.1.10.1', '31.1.1.1.15.2', '2.2.1.8.2', '1.3.0'])
      agent.values.set(`1.3.6.1.2.1.${column}`, { type: TEXT, value: 'many' });
    expect(await read(agent.port)).toMatchObject({
      uptime: null,
      interfaces: [{ name: 'eth1', isUp: false, speedKbps: 1_000_000, inOctets: 3n }],
    });
  });

  test('reading stops when the program stops', async () => {
    agent.be({ interfaces: [] });
    agent.delayMs = 60_000;
    agent.asked = 0;
    const stop = new AbortController();
    const answer = read(agent.port, v2c, 60_000, stop.signal);
    const refused = expect(answer).rejects.toMatchObject({ code: 'network.stopped' });
    await expect.poll(() => agent.asked).toBe(1);
    stop.abort();
    await refused;
    await expect.poll(sockets).toBe(open);
  });
});

describe('snmpd', needing('snmpd'), () => {
  let snmpd: Snmpd;
  let open = 0;
  beforeAll(async () => {
    snmpd = await startSnmpd();
    open = sockets();
  });
  afterAll(() => snmpd.stop());

  const v3 = (user: string, authProtocol: string, privProtocol: string, more = {}) =>
    ({
      version: 'v3',
      user,
      authProtocol,
      authKey: AUTH_KEY,
      privProtocol,
      privKey: PRIV_KEY,
      ...more,
    }) as SnmpCredentials;

  test.each([
    ['v2c', v2c],
    ['SHA and AES', v3('shaAes', 'sha', 'aes')],
    ['SHA-256 and AES', v3('sha256Aes', 'sha256', 'aes')],
    ['SHA-512 and AES-256', v3('sha512Aes256', 'sha512', 'aes256b')],
    ['MD5 and DES', v3('md5Des', 'md5', 'des')],
    ['SHA without encryption', v3('shaOnly', 'sha', 'none')],
    ['no authentication', v3('nobody', 'none', 'none')],
  ])('by %s', async (_, credentials) => {
    const { interfaces, uptime } = await read(snmpd.port, credentials, 1000);
    expect(uptime).toBeGreaterThan(0);
    expect(interfaces.find(({ name }) => name === 'lo')).toMatchObject({
      isUp: true,
      counterBits: 64,
    });
  });

  test.each([
    ['an unknown user', v3('nobodyKnows', 'sha', 'aes'), /does not know the user/],
    [
      'a wrong authentication key',
      v3('shaAes', 'sha', 'aes', { authKey: 'wrong-key-1' }),
      /authentication protocol or key/,
    ],
    [
      'a wrong privacy key',
      v3('shaAes', 'sha', 'aes', { privKey: 'wrong-key-1' }),
      /privacy|No answer/,
    ],
    [
      'too little security',
      v3('shaAes', 'sha', 'none'),
      /allows the user too little|does not offer/,
    ],
    ['a short key', v3('shaAes', 'sha', 'aes', { authKey: 'short' }), /at least 8 characters/],
    ['encryption without authentication', v3('shaAes', 'none', 'aes'), /only with authentication/],
  ])('refuses %s', async (_, credentials, message) => {
    const error = await read(snmpd.port, credentials, 300).catch((failure: Error) => failure);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toMatch(
      /wrong-key|confidential|authentication\b(?! protocol| key|:|\.)/,
    );
    await expect.poll(sockets).toBe(open);
  });
});
