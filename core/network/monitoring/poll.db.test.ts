import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import {
  createTestNetwork,
  interfaceOf,
  type TestNetwork,
} from '@nimule/fixtures/testing/servers/test-network';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../context.ts';
import { drainOutbox, registerConsumer } from '../../records/outbox.ts';
import { createNode, deleteNode, getNode, updateNode } from '../nodes/service.ts';
import type { NetworkSettings, NodeInput } from '../schema.ts';
import { defaultSettings } from './rules.ts';
import { listAlarms } from './service-alarms.ts';
import { countInterfaces, listInterfaces } from './service-interfaces.ts';
import { pollByJob, pollNetwork, purgeMeasurements } from './service-poll.ts';
import { nodeSeries } from './service-series.ts';
import { getNetworkSettings, updateNetworkSettings } from './service-settings.ts';

let app: TestApp;
let network: TestNetwork;
let minute: number;
const start = new Date('2026-11-21T08:00:00Z').getTime();
const at = (minutes: number) => new Date(start + minutes * 60_000);

beforeAll(async () => {
  app = await createTestApp();
  for (const fact of ['alarm.raised', 'alarm.ended'] as const)
    await registerConsumer(contextOf(app), 'test', fact);
});
beforeEach(async () => {
  const measured = 'alarms watches samples rollups interfaces states'.split(' ');
  await emptyTables(app, 'outbox', ...measured.map((name) => `network_${name}`));
  await app.pool.query('delete from network_nodes');
  network = createTestNetwork();
  app.ports.network = network;
  minute = 0;
  app.time.now = at(0);
  await settings({});
});
afterAll(() => app.close());

const ctx = () => contextOf(app);
const settings = (change: Partial<NetworkSettings>) =>
  updateNetworkSettings(ctx(), { ...defaultSettings, isPolling: true, ...change });

/** Measures, and lets a minute pass. */
async function poll() {
  app.time.now = at(minute);
  minute += 1;
  return pollNetwork(ctx());
}
async function polls(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await poll();
}

async function add(
  name: string,
  address: string,
  change: Partial<NodeInput> = {},
): Promise<number> {
  const base = { name, address, location: 'Wau', type: 'tower', capacity: 1 } as const;
  return (await createNode(ctx(), { ...base, ...change })).id;
}
const v2c = { snmp: { version: 'v2c' as const, community: 'hidden' } };

/** Alarms as 'name kind, raised after n minutes, end'. */
async function alarms(): Promise<string[]> {
  const { rows } = await listAlarms(ctx(), { sort: 'raisedAt' });
  return rows.map(({ nodeName, kind, raisedAt, endReason }) => {
    const raised = (raisedAt.getTime() - start) / 60_000;
    return `${nodeName} ${kind} at ${raised}${endReason && `, ${endReason}`}`;
  });
}

async function facts(fact: 'alarm.raised' | 'alarm.ended'): Promise<number> {
  return drainOutbox(ctx(), 'test', fact, async () => {});
}

const perMinute = (mbps: number) => (BigInt(mbps) * 1_000_000n * 60n) / 8n;
const device = (
  ticks: number | null,
  octets: bigint,
  more: ReturnType<typeof interfaceOf>[] = [],
) => ({
  uptime: ticks,
  interfaces: [interfaceOf('sfp1', octets, octets / 2n), ...more],
});

const count = async (table: string) =>
  (await app.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

describe('a measurement', () => {
  test('stores the samples, states and sums of its minute', async () => {
    const up = await add('Tower 1', '10.0.0.1');
    const down = await add('Tower 2', '10.0.0.2');
    await add('Not measured', '');
    await add('Not polled', '10.0.0.3', { isPolled: false });
    network.down.add('10.0.0.2');
    network.received = 4;
    expect(await poll()).toMatchObject({ nodes: 2, reachable: 1, unreachable: 1, snmpFailed: 0 });
    expect(await getNode(ctx(), up)).toMatchObject({
      status: 'operational',
      isReachable: true,
      latencyMs: 20,
      lossPercent: 20,
      uptime: 100,
      polledAt: at(0),
      version: 1,
    });
    expect(await getNode(ctx(), down)).toMatchObject({
      status: 'offline',
      isReachable: false,
      latencyMs: null,
      lossPercent: 100,
      uptime: 0,
    });
    network.down.clear();
    expect(await poll()).toMatchObject({ reachable: 2 });
    expect(await getNode(ctx(), down)).toMatchObject({ status: 'operational', uptime: 50 });
    const { rows } = await app.pool.query(
      `select span, samples, up_samples, sent, received, latency_count, latency_sum_us::int, latency_max_us
       from network_rollups where node_id = $1 order by span`,
      [down],
    );
    const sums = {
      samples: 2,
      up_samples: 1,
      sent: 10,
      received: 4,
      latency_count: 1,
      latency_sum_us: 20_000,
      latency_max_us: 20_000,
    };
    expect(rows).toEqual([
      { span: 'day', ...sums },
      { span: 'hour', ...sums },
    ]);
  });

  test('stores a minute once, however often and at once it is measured', async () => {
    const id = await add('Tower 1', '10.0.0.1', v2c);
    network.down.add('10.0.0.1');
    await Promise.all(Array.from({ length: 8 }, () => pollNetwork(ctx())));
    await pollNetwork(ctx());
    expect(await count('network_samples')).toBe(1);
    const { rows } = await app.pool.query('select samples, sent from network_rollups');
    expect(rows).toEqual([
      { samples: 1, sent: 5 },
      { samples: 1, sent: 5 },
    ]);
    const watches = await app.pool.query(
      `select bad from network_watches where node_id = $1 and kind = 'down'`,
      [id],
    );
    expect(watches.rows).toEqual([{ bad: 1 }]);
  });

  test('holds no transaction while it waits for the network', async () => {
    await add('Tower 1', '10.0.0.1');
    let open = -1;
    network.meanwhile = async () => {
      if (app.embedded) return;
      const { rows } = await app.pool.query(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
      );
      open = rows[0].n;
    };
    await poll();
    expect(open).toBe(app.embedded ? -1 : 0);
    await expect(transact(ctx(), (tx) => pollNetwork(tx))).rejects.toThrow(
      'a transaction would wait',
    );
  });

  test('leaves out what was retired, deleted or given another address meanwhile', async () => {
    const [retired, deleted, moved, kept] = [
      await add('Retired', '10.0.0.1'),
      await add('Deleted', '10.0.0.2'),
      await add('Moved', '10.0.0.3'),
      await add('Kept', '10.0.0.4'),
    ];
    network.meanwhile = async () => {
      await updateNode(ctx(), retired, { isRetired: true });
      await deleteNode(ctx(), deleted);
      await updateNode(ctx(), moved, { address: '10.0.0.9' });
      await updateNode(ctx(), kept, { status: 'maintenance' });
    };
    await poll();
    const { rows } = await app.pool.query(
      'select node_id::int as id, in_maintenance from network_samples',
    );
    expect(rows).toEqual([{ id: kept, in_maintenance: true }]);
  });

  test('that ends after a later one adds to the sums alone', async () => {
    const id = await add('Tower 1', '10.0.0.1');
    network.meanwhile = async () => {
      network.meanwhile = undefined;
      app.time.now = at(1);
      network.down.add('10.0.0.1');
      await pollNetwork(ctx());
      network.down.clear();
    };
    app.time.now = at(0);
    await pollNetwork(ctx());
    expect(await count('network_samples')).toBe(2);
    expect(await getNode(ctx(), id)).toMatchObject({
      isReachable: false,
      polledAt: at(1),
      uptime: 50,
    });
  });

  test('knows nothing of a name that cannot be looked up', async () => {
    await add('Tower 1', 'tower1.example');
    network.unknown.add('tower1.example');
    expect(await poll()).toMatchObject({ nodes: 0 });
    expect(await count('network_samples')).toBe(0);
  });

  test('does nothing by itself while polling is off', async () => {
    await add('Tower 1', '10.0.0.1');
    await settings({ isPolling: false });
    expect(await pollByJob(ctx())).toBe('');
    expect(await count('network_samples')).toBe(0);
    await expect(pollNetwork(ctx())).rejects.toMatchObject({ code: 'network.off' });
  });

  test('stops with the program and stores nothing', async () => {
    await add('Tower 1', '10.0.0.1');
    const stop = new AbortController();
    network.meanwhile = () => stop.abort();
    await expect(pollNetwork({ ...ctx(), stopping: stop.signal })).rejects.toMatchObject({
      code: 'network.stopped',
    });
    expect(await count('network_samples')).toBe(0);
  });
});

describe('traffic', () => {
  test('of the chosen interfaces is the usage of the node', async () => {
    const id = await add('Core', '10.0.0.1', { ...v2c, currentUsage: 0.1 });
    network.devices.set(
      '10.0.0.1',
      device(100, 2n ** 64n - 5n, [{ ...interfaceOf('ether2', 0n), index: 2 }]),
    );
    await poll();
    expect(network.read[0]).toMatchObject({ port: 161, credentials: { community: 'hidden' } });
    const found = await listInterfaces(ctx(), id);
    expect(found).toMatchObject([
      { name: 'sfp1', speedMbps: 1000, isUp: true, isCounted: false, inMbps: null },
      { name: 'ether2' },
    ]);
    await countInterfaces(ctx(), id, [found[0]!.id]);
    // A counter of 64 bits that wraps, and an interface with another index.
    network.devices.set('10.0.0.1', {
      uptime: 6100,
      interfaces: [
        {
          ...interfaceOf('sfp1', perMinute(300) - 5n, 0n),
          index: 7,
          outOctets: (2n ** 64n - 5n) / 2n + perMinute(100),
        },
      ],
    });
    await poll();
    expect((await listInterfaces(ctx(), id)).find(({ name }) => name === 'sfp1')).toMatchObject({
      inMbps: 300,
      outMbps: 100,
    });
    expect(await getNode(ctx(), id)).toMatchObject({ currentUsage: 0.3, version: 2 });
    // After a restart nothing is known, and the last usage stays.
    network.devices.set('10.0.0.1', device(50, 1000n));
    await poll();
    expect(await getNode(ctx(), id)).toMatchObject({ currentUsage: 0.3 });
    network.devices.set('10.0.0.1', device(6050, 1000n + perMinute(8)));
    await poll();
    expect(await getNode(ctx(), id)).toMatchObject({ currentUsage: 0.008 });
    const { rows } = await app.pool.query(
      'select in_kbps::int as "in" from network_samples order by at',
    );
    expect(rows.map((row) => row.in)).toEqual([null, 300_000, null, 8000]);
    const { points } = await nodeSeries(ctx(), id, 'day');
    expect(points.at(-1)).toMatchObject({
      inMbps: 154,
      inMaxMbps: 300,
      upPercent: 100,
      latencyMs: 20,
    });
  });

  test('is read again after a device did not answer', async () => {
    const id = await add('Core', '10.0.0.1', v2c);
    network.devices.set('10.0.0.1', device(0, 0n));
    await poll();
    await countInterfaces(ctx(), id, [(await listInterfaces(ctx(), id))[0]!.id]);
    network.devices.clear();
    expect(await poll()).toMatchObject({ reachable: 1, snmpFailed: 1 });
    expect(await getNode(ctx(), id)).toMatchObject({ snmpError: 'No answer by SNMP.' });
    network.devices.set('10.0.0.1', device(12_000, 2n * perMinute(50)));
    await poll();
    expect(await getNode(ctx(), id)).toMatchObject({ snmpError: '', currentUsage: 0.05 });
  });

  test('of interfaces of other nodes cannot be chosen', async () => {
    const [one, other] = [await add('A', '10.0.0.1', v2c), await add('B', '10.0.0.2', v2c)];
    for (const address of ['10.0.0.1', '10.0.0.2']) network.devices.set(address, device(0, 0n));
    await poll();
    const [foreign] = await listInterfaces(ctx(), other);
    await expect(countInterfaces(ctx(), one, [foreign!.id])).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(countInterfaces(ctx(), 999_999, [])).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('above the threshold raises an alarm', async () => {
    const id = await add('Core', '10.0.0.1', { ...v2c, maxUtilisation: 50 });
    network.devices.set('10.0.0.1', device(0, 0n));
    await poll();
    await countInterfaces(ctx(), id, [(await listInterfaces(ctx(), id))[0]!.id]);
    for (let n = 1; n <= 3; n += 1) {
      network.devices.set('10.0.0.1', device(n * 6000, BigInt(n) * perMinute(601)));
      await poll();
    }
    const { rows } = await listAlarms(ctx(), { nodeId: id, state: 'open' });
    expect(rows).toMatchObject([
      { kind: 'utilisation', value: 61, threshold: 50, beganAt: at(1), raisedAt: at(3) },
    ]);
  });

  test('is measured again after a clock that ran ahead is set back', async () => {
    const id = await add('Core', '10.0.0.1', v2c);
    const gone = interfaceOf('ppp7', 0n);
    const { interfaces, ...rest } = device(0, 0n);
    network.devices.set('10.0.0.1', { ...rest, interfaces: [...interfaces, gone] });
    minute = 600_000;
    await poll();
    const first = (await listInterfaces(ctx(), id)).find(({ name }) => name !== 'ppp7');
    await countInterfaces(ctx(), id, [first!.id]);
    minute = 0;
    network.devices.set('10.0.0.1', device(0, 0n));
    await poll();
    expect(await getNode(ctx(), id)).toMatchObject({ polledAt: at(0), currentUsage: 0 });
    network.devices.set('10.0.0.1', device(6000, perMinute(200)));
    await poll();
    expect(await getNode(ctx(), id)).toMatchObject({ polledAt: at(1), currentUsage: 0.2 });
  });

  test('of a node that went down while the clock ran ahead begins when it is set back', async () => {
    await add('Core', '10.0.0.1');
    network.down.add('10.0.0.1');
    minute = 600_000;
    await polls(2);
    minute = 0;
    await polls(3);
    const { rows } = await listAlarms(ctx(), {});
    expect(rows).toMatchObject([{ kind: 'down', beganAt: at(0), raisedAt: at(0) }]);
    expect((await app.pool.query('select since from network_states')).rows).toEqual([
      { since: at(0) },
    ]);
  });

  test('is not read with credentials of another installation, and the others are', async () => {
    const id = await add('Core', '10.0.0.1', v2c);
    await app.pool.query(`update network_nodes set snmp_secret = 'v1.other.secret' where id = $1`, [
      id,
    ]);
    await add('Edge', '10.0.0.2', v2c);
    network.devices.set('10.0.0.2', device(0, 0n));
    expect(await poll()).toMatchObject({ nodes: 2, snmpFailed: 1 });
    expect((await getNode(ctx(), id)).snmpError).not.toBe('');
    expect(JSON.stringify(await getNode(ctx(), id))).not.toContain('hidden');
  });
});

describe('alarms', () => {
  test('of a node that is down are raised once, with a fact, and end', async () => {
    await add('Tower 1', '10.0.0.1');
    network.down.add('10.0.0.1');
    await polls(2);
    expect(await alarms()).toEqual([]);
    await polls(5);
    expect(await alarms()).toEqual(['Tower 1 down at 2']);
    expect([await facts('alarm.raised'), await facts('alarm.ended')]).toEqual([1, 0]);
    network.down.clear();
    await polls(5);
    expect(await alarms()).toEqual(['Tower 1 down at 2, recovered']);
    expect([await facts('alarm.raised'), await facts('alarm.ended')]).toEqual([0, 1]);
    const { rows } = await listAlarms(ctx(), { state: 'ended', q: 'tower' });
    expect(rows).toMatchObject([{ beganAt: at(0), raisedAt: at(2), endedAt: at(9) }]);
  });

  test('of a node that comes and goes are not raised', async () => {
    await add('Tower 1', '10.0.0.1');
    for (let n = 0; n < 12; n += 1) {
      if (n % 3 === 0) network.down.clear();
      else network.down.add('10.0.0.1');
      await poll();
    }
    expect(await alarms()).toEqual([]);
  });

  test('of what is below a node that is down are not raised, and end', async () => {
    const parentId = await add('Core', '10.0.0.1');
    const tower = await add('Tower', '10.0.0.2', { parentId });
    const unmeasured = await add('Switch', '', { parentId: tower });
    await add('Access point', '10.0.0.3', { parentId: unmeasured });
    network.down.add('10.0.0.2').add('10.0.0.3');
    await polls(4);
    expect(await alarms()).toEqual(['Tower down at 2']);
    network.down.add('10.0.0.1');
    await polls(4);
    expect(await alarms()).toEqual(['Tower down at 2, parent', 'Core down at 6']);
    network.down.delete('10.0.0.1');
    network.down.delete('10.0.0.2');
    await polls(4);
    expect(await alarms()).toEqual([
      'Tower down at 2, parent',
      'Core down at 6, recovered',
      'Access point down at 10',
    ]);
  });

  test('end with maintenance, retirement, and when a node is no longer measured', async () => {
    const ids = [];
    for (const n of [1, 2, 3, 4]) {
      ids.push(await add(`Tower ${n}`, `10.0.0.${n}`));
      network.down.add(`10.0.0.${n}`);
    }
    await polls(3);
    expect(await alarms()).toHaveLength(4);
    await app.pool.query(`update network_nodes set status = 'maintenance' where id = $1`, [ids[0]]);
    await app.pool.query('update network_nodes set retired_at = now() where id = $1', [ids[1]]);
    await updateNode(ctx(), ids[2]!, { isPolled: false });
    await poll();
    expect((await alarms()).sort()).toEqual([
      'Tower 1 down at 2, maintenance',
      'Tower 2 down at 2, retired',
      'Tower 3 down at 2, unpolled',
      'Tower 4 down at 2',
    ]);
    expect(await getNode(ctx(), ids[0]!)).toMatchObject({ status: 'maintenance', uptime: 0 });
    await settings({ isPolling: false });
    expect(await alarms()).toContain('Tower 4 down at 2, unpolled');
    expect(await facts('alarm.ended')).toBe(4);
    expect(await count('network_watches')).toBe(0);
  });

  test('are not raised by a measurement during which polling is switched off', async () => {
    const id = await add('Tower 1', '10.0.0.1');
    network.down.add('10.0.0.1');
    await polls(2);
    network.meanwhile = async () => {
      await settings({ isPolling: false });
    };
    expect(await poll()).toMatchObject({ nodes: 1, alarmsRaised: 0 });
    expect(await alarms()).toEqual([]);
    expect(await count('network_samples')).toBe(2);
    expect(await count('network_watches')).toBe(0);
    expect(await getNode(ctx(), id)).toMatchObject({ polledAt: at(1) });
  });

  test.each([
    ['SNMP', (id: number) => updateNode(ctx(), id, { snmp: { version: 'none' } })],
    ['counted interfaces', (id: number) => countInterfaces(ctx(), id, [])],
    ['a capacity', (id: number) => updateNode(ctx(), id, { capacity: 0 })],
  ])('of the utilisation end on a node without %s', async (_, change) => {
    const id = await add('Core', '10.0.0.1', v2c);
    await settings({ badSamples: 1 });
    network.devices.set('10.0.0.1', device(0, 0n));
    await poll();
    await countInterfaces(ctx(), id, [(await listInterfaces(ctx(), id))[0]!.id]);
    network.devices.set('10.0.0.1', device(6000, perMinute(990)));
    await poll();
    expect(await alarms()).toEqual(['Core utilisation at 1']);
    // Without an answer the load is not known, and the alarm stays.
    network.devices.clear();
    await poll();
    expect(await alarms()).toEqual(['Core utilisation at 1']);
    await change(id);
    await poll();
    expect(await alarms()).toEqual(['Core utilisation at 1, unpolled']);
    expect(await facts('alarm.ended')).toBe(1);
  });

  test('of latency and loss are raised while a node answers', async () => {
    const id = await add('Tower 1', '10.0.0.1', { maxLatencyMs: 100 });
    Object.assign(network, { latencyUs: 100_001, received: 3 });
    await polls(3);
    expect((await alarms()).sort()).toEqual(['Tower 1 latency at 2', 'Tower 1 loss at 2']);
    const { rows } = await listAlarms(ctx(), { nodeId: id, kind: 'latency' });
    expect(rows).toMatchObject([{ value: 101, threshold: 100 }]);
  });
});

describe('settings', () => {
  test('are those of nobody until they are changed, and the change is audited', async () => {
    await app.pool.query(`delete from settings where name = 'network'`);
    expect(await getNetworkSettings(ctx())).toEqual(defaultSettings);
    await settings({ maxLoss: 30 });
    expect(await getNetworkSettings(ctx())).toMatchObject({ isPolling: true, maxLoss: 30 });
    const { rows } = await app.pool.query(
      `select before, after from audit_log where action = 'network.settings' order by id desc limit 1`,
    );
    expect(rows[0].after).toMatchObject({ isPolling: true, maxLoss: 30 });
  });

  test('that take longer than a minute are refused', async () => {
    await expect(settings({ pings: 10, timeoutMs: 5000 })).rejects.toMatchObject({
      fields: { timeoutMs: expect.any(String) },
    });
  });
});

test('old samples and hours are removed, days are kept', async () => {
  const id = await add('Tower 1', '10.0.0.1');
  await sql`insert into network_samples (node_id, at, is_up, in_maintenance, sent, received)
    select ${id}, ${at(0)}::timestamptz - n * interval '1 day', true, false, 5, 5 from generate_series(1, 400) n`.execute(
    app.db,
  );
  await sql`insert into network_rollups (node_id, span, start, samples, up_samples, maintenance_samples, sent, received,
      latency_count, latency_sum_us, traffic_count, in_sum_kbps, out_sum_kbps)
    select ${id}, span, ${at(0)}::timestamptz - n * interval '1 day', 1, 1, 0, 5, 5, 0, 0, 0, 0, 0
    from generate_series(1, 400) n, unnest(array['hour', 'day']) span`.execute(app.db);
  await settings({ keepSamplesDays: 7, keepHoursDays: 32 });
  expect(await purgeMeasurements(ctx())).toBe('393 samples, 368 hours');
  const { rows } = await app.pool.query(
    'select span, count(*)::int as n from network_rollups group by span order by span',
  );
  expect(rows).toEqual([
    { span: 'day', n: 400 },
    { span: 'hour', n: 32 },
  ]);
  const { points } = await nodeSeries(ctx(), id, 'year');
  expect(points.filter(({ upPercent }) => upPercent === 100)).toHaveLength(364);
  await expect(nodeSeries(ctx(), 999_999)).rejects.toMatchObject({ kind: 'notFound' });
});
