import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { needing } from '@nimule/fixtures/testing/needs';
import { type SnmpAgent, startSnmpAgent } from '@nimule/fixtures/testing/servers/snmp-agent';
import { type Snmpd, startSnmpd } from '@nimule/fixtures/testing/servers/snmpd';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNode, getNode, updateNode } from '../nodes/service.ts';
import type { NodeInput } from '../schema.ts';
import { defaultSettings } from './rules.ts';
import { countInterfaces, listInterfaces } from './service-interfaces.ts';
import { pollNetwork } from './service-poll.ts';
import { probeNode } from './service-probe.ts';
import { updateNetworkSettings } from './service-settings.ts';

/** Real programs: fping, snmpd and agents on loopback addresses, and an address that cannot be reached. */
const UNREACHABLE = '240.0.0.1';

describe('with fping and snmpd', needing('fping', 'snmpd'), () => {
  let app: TestApp;
  let snmpd: Snmpd;
  let agent: SnmpAgent;
  let silent: SnmpAgent;
  const start = new Date('2026-11-21T08:00:00Z').getTime();
  const ctx = () => contextOf(app);

  beforeAll(async () => {
    [app, snmpd, agent, silent] = await Promise.all([
      createTestApp(),
      startSnmpd(),
      startSnmpAgent('0.0.0.0'),
      startSnmpAgent('0.0.0.0'),
    ]);
    silent.community = 'nobody knows';
  });
  afterAll(async () => {
    await Promise.all([snmpd.stop(), agent.close(), silent.close()]);
    await app.close();
  });
  beforeEach(async () => {
    await emptyTables(
      app,
      'network_samples',
      'network_rollups',
      'network_states',
      'network_interfaces',
      'network_watches',
      'network_alarms',
    );
    await app.pool.query('delete from network_nodes');
    app.time.now = new Date(start);
    await updateNetworkSettings(ctx(), {
      ...defaultSettings,
      isPolling: true,
      pings: 2,
      timeoutMs: 150,
      badSamples: 1,
    });
  });

  async function add(name: string, address: string, port?: number): Promise<number> {
    const base = { name, address, location: 'Wau', type: 'tower', capacity: 1 } as const;
    const snmp: Partial<NodeInput> = port
      ? { snmpPort: port, snmp: { version: 'v2c', community: 'public' } }
      : {};
    return (await createNode(ctx(), { ...base, ...snmp })).id;
  }

  test('nodes that answer, do not, and answer slowly or wrong are told apart', async () => {
    const core = await add('Core', '127.0.0.1', snmpd.port);
    const tower = await add('Tower', '127.20.30.40');
    const gone = await add('Gone', UNREACHABLE, snmpd.port);
    const mute = await add('Mute', '127.0.0.2', silent.port);
    const wrong = await add('Wrong', '127.0.0.3', agent.port);
    agent.be({ interfaces: [{ name: 'eth0', inOctets: 0n, outOctets: 0n }] });
    agent.spoil = () => Buffer.from('no SNMP');
    const result = await pollNetwork(ctx());
    expect(result).toMatchObject({
      nodes: 5,
      reachable: 4,
      unreachable: 1,
      snmpFailed: 2,
      alarmsRaised: 1,
    });
    expect(result.seconds).toBeLessThan(10);
    expect(await getNode(ctx(), core)).toMatchObject({
      isReachable: true,
      snmpError: '',
      lossPercent: 0,
    });
    expect((await listInterfaces(ctx(), core)).map(({ name }) => name)).toContain('lo');
    expect((await getNode(ctx(), tower)).latencyMs).toBeGreaterThan(0);
    expect(await getNode(ctx(), gone)).toMatchObject({
      status: 'offline',
      isReachable: false,
      snmpError: '',
      openAlarms: 1,
    });
    expect((await getNode(ctx(), mute)).snmpError).toMatch(/^No answer by SNMP from 127\.0\.0\.2/);
    expect((await getNode(ctx(), wrong)).snmpError).toMatch(/does not speak this version/);
    agent.spoil = undefined;
  });

  test('a 32-bit counter that wraps, and a device that restarts', async () => {
    const id = await add('Core', '127.0.0.1', agent.port);
    const read = async (minute: number, ticks: number, octets: bigint) => {
      app.time.now = new Date(start + minute * 60_000);
      agent.be({
        ticks,
        interfaces: [{ name: 'eth0', hc: false, mbps: 100, inOctets: octets, outOctets: octets }],
      });
      await pollNetwork(ctx());
      return (await listInterfaces(ctx(), id))[0]!;
    };
    const first = await read(0, 1000, 2n ** 32n - 1_000_000n);
    expect(first).toMatchObject({ name: 'eth0', speedMbps: 100, inMbps: null });
    await countInterfaces(ctx(), id, [first.id]);
    expect(await read(1, 7000, 2n ** 32n + 6_500_000n)).toMatchObject({
      id: first.id,
      inMbps: 1,
      outMbps: 1,
    });
    expect(await getNode(ctx(), id)).toMatchObject({ currentUsage: 0.001, status: 'operational' });
    expect(await read(2, 500, 700n)).toMatchObject({ inMbps: null });
    expect(await read(3, 6500, 15_000_700n)).toMatchObject({ inMbps: 2 });
  });

  test('a node is tried with new credentials, and nothing is stored', async () => {
    const id = await add('Core', '127.0.0.1', snmpd.port);
    const probe = await probeNode(ctx(), id);
    expect(probe).toMatchObject({ isReachable: true, lossPercent: 0, snmp: 'answered' });
    expect(probe.message).toMatch(
      /^Core answers at 127\.0\.0\.1: 2 of 2 pings, .* By SNMP it tells of \d+ interfaces\.$/,
    );
    expect(probe.interfaces.map(({ name }) => name)).toContain('lo');
    expect(await probeNode(ctx(), id, { version: 'v2c', community: 'wrong' })).toMatchObject({
      isReachable: true,
      snmp: 'failed',
      message: expect.stringContaining('No answer by SNMP'),
      interfaces: [],
    });
    expect(await probeNode(ctx(), id, { version: 'none' })).toMatchObject({ snmp: 'unused' });
    await updateNode(ctx(), id, { address: UNREACHABLE, snmp: { version: 'none' } });
    expect(await probeNode(ctx(), id)).toMatchObject({
      isReachable: false,
      latencyMs: null,
      lossPercent: 100,
    });
    await updateNode(ctx(), id, { address: '' });
    await expect(probeNode(ctx(), id)).rejects.toMatchObject({ code: 'node.noAddress' });
    const { rows } = await app.pool.query(
      'select (select count(*) from network_samples) + (select count(*) from network_interfaces) as n',
    );
    expect(Number(rows[0].n)).toBe(0);
  });
});
