import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Ctx, createContext } from '@nimule/core/context';
import { defaultSettings } from '@nimule/core/network/monitoring/rules';
import { pollNetwork } from '@nimule/core/network/monitoring/service-poll';
import { nodeSeries } from '@nimule/core/network/monitoring/service-series';
import { updateNetworkSettings } from '@nimule/core/network/monitoring/service-settings';
import { createNode } from '@nimule/core/network/nodes/service';
import { forgetStatistics } from '@nimule/fixtures/testing/databases/statements';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { type Snmpd, startSnmpd } from '@nimule/fixtures/testing/servers/snmpd';
import type { Bench } from './database.ts';
import { fixed, line, median, seconds, verdict } from './measure.ts';

const run = promisify(execFile);
const ROUNDS = 3;
const PINGS = 3;
const TIMEOUT_MS = 500;
/** Tables of interfaces that are read of each device. */
const COLUMNS = [
  '31.1.1.1.1',
  '31.1.1.1.6',
  '31.1.1.1.10',
  '31.1.1.1.15',
  '31.1.1.1.18',
  '2.2.1.8',
];

/**
 * (h) A measurement of all nodes by echo requests and SNMP, against fping and a process of snmpbulkget for each node, as
 * many at once; and the series of a node from a year of samples.
 */
export async function benchNetwork(bench: Bench, nodes: number): Promise<void> {
  line(`(h) ${nodes} nodes are measured`);
  const addresses = Array.from({ length: nodes }, (_, n) => `127.0.${1 + (n >> 8)}.${n & 255}`);
  const snmpd = await startSnmpd();
  await bench.create('network');
  const app = openApp(bench.settings('network'));
  const started = Date.now();
  app.clock = () => new Date(Date.UTC(2026, 10, 21) + Date.now() - started);
  const ctx = () => createContext(app, { kind: 'shell', osUser: 'bench' });
  try {
    await fillNodes(ctx(), addresses, snmpd);
    const ours: number[] = [];
    const tools: number[] = [];
    // The first one of each loads programs and makes the rows of the interfaces.
    for (let round = 0; round <= ROUNDS; round += 1) {
      // A minute is stored once: each round has its own.
      const minute = Date.UTC(2026, 10, 21, 0, round);
      app.clock = () => new Date(minute);
      ours.push(await seconds(() => pollAll(ctx(), nodes)));
      tools.push(await seconds(() => runTools(addresses, snmpd.port)));
    }
    const [mine, theirs] = [ours.slice(1), tools.slice(1)];
    const ratio = median(mine) / median(theirs);
    line(
      `    nimule               median ${fixed(median(mine))} s  (${mine.map((s) => fixed(s)).join(', ')})`,
    );
    line(
      `    fping and snmpbulkget median ${fixed(median(theirs))} s  (${theirs.map((s) => fixed(s)).join(', ')})`,
    );
    line(`    ratio ${fixed(ratio)} (at most 1.50: ${verdict(ratio, 1.5, true)})`);
    await benchSeries(ctx);
  } finally {
    await app.close();
    await bench.drop('network');
    await snmpd.stop();
  }
}

async function fillNodes(ctx: Ctx, addresses: readonly string[], { port }: Snmpd): Promise<void> {
  await updateNetworkSettings(ctx, {
    ...defaultSettings,
    isPolling: true,
    pings: PINGS,
    timeoutMs: TIMEOUT_MS,
  });
  for (const [number, address] of addresses.entries())
    await createNode(ctx, {
      name: `Tower ${number}`,
      address,
      location: 'Wau',
      type: 'tower',
      capacity: 1,
      snmpPort: port,
      snmp: { version: 'v2c', community: 'public' },
    });
}

async function pollAll(ctx: Ctx, nodes: number): Promise<void> {
  const { reachable, snmpFailed } = await pollNetwork(ctx);
  if (reachable !== nodes || snmpFailed > 0)
    throw new Error(`${reachable} of ${nodes} answered, SNMP failed for ${snmpFailed}`);
}

/** The same with the usual programs, 32 processes at once. */
async function runTools(addresses: readonly string[], port: number): Promise<void> {
  const timing = ['-t', `${TIMEOUT_MS}`, '-p', `${TIMEOUT_MS}`, '-i', '10'];
  await run('fping', ['-q', '-C', `${PINGS}`, ...timing, ...addresses]);
  const waiting = [...addresses];
  const work = async () => {
    for (let address = waiting.pop(); address; address = waiting.pop()) {
      const args = ['-v2c', '-c', 'public', '-m', '', '-On', '-Cr20', `${address}:${port}`];
      await run('snmpbulkget', [...args, ...COLUMNS.map((column) => `1.3.6.1.2.1.${column}`)]);
    }
  };
  await Promise.all(Array.from({ length: 32 }, work));
}

/** The samples that are kept, and the sums of a year. */
async function benchSeries(ctx: () => Ctx): Promise<void> {
  const { pool } = ctx();
  await pool.query('truncate network_samples, network_rollups');
  const values = `true, false, 20000, 5, 5, 300000, 100000`;
  await pool.query(`insert into network_samples (node_id, at, is_up, in_maintenance, latency_us, sent, received, in_kbps, out_kbps)
    select n.id, m, ${values} from network_nodes n,
      generate_series('2026-11-07 00:00Z'::timestamptz, '2026-11-20 23:59Z', '1 minute') m`);
  for (const [span, from, step] of [
    ['hour', '2026-08-13 22:00Z', '1 hour'],
    ['day', '2025-11-20 22:00Z', '1 day'],
  ])
    await pool.query(
      `insert into network_rollups (node_id, span, start, samples, up_samples, maintenance_samples, sent, received,
         latency_count, latency_sum_us, latency_max_us, traffic_count, in_sum_kbps, in_max_kbps, out_sum_kbps, out_max_kbps)
       select n.id, $1, s, 60, 60, 0, 300, 300, 60, 1200000, 20000, 60, 18000000, 300000, 6000000, 100000
       from network_nodes n, generate_series($2::timestamptz, '2026-11-21 00:00Z', $3::interval) s`,
      [span, from, step],
    );
  await forgetStatistics(pool);
  const { rows } = await pool.query('select min(id)::int as id from network_nodes');
  for (const span of ['day', 'week', 'month', 'year'] as const) {
    let points = 0;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push(
        await seconds(async () => {
          points = (await nodeSeries(ctx(), rows[0].id, span)).points.length;
        }),
      );
    line(
      `    series of a ${span.padEnd(5)} ${points} points in ${fixed(median(times) * 1000, 1)} ms (at most 400 points: ${verdict(points, 400, true)})`,
    );
  }
}
