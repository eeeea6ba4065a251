import { runBilling } from '@nimule/core/billing/runs/service';
import { type App, createContext } from '@nimule/core/context';
import { createPool, type PoolSettings } from '@nimule/core/database/connect';
import { getDashboardStats } from '@nimule/core/reports/service';
import {
  forgetStatistics,
  recordStatements,
  type Statement,
} from '@nimule/fixtures/testing/databases/statements';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { type Bench, fillCustomers } from './database.ts';
import { withNimule } from './http.ts';
import { load } from './load.ts';
import { fixed, line, median, seconds, verdict } from './measure.ts';

const PATH = '/api/dashboard/stats';
/** Measured once, without a limit. */
const OTHERS = [
  '/api/dashboard/attention',
  '/api/reports/analytics?period=monthly',
  '/api/reports/analytics?period=annual',
];
const ROUNDS = 5;
const MEASURE_MS = 4000;
const WARM_UP_MS = 1500;
const MOST_MS = 50;
const AT_MOST = 1.3;

/** What the overview counts beside customers: tickets, nodes with measurements, changes of status; plain SQL. */
const FILL = [
  `insert into tickets (ticket_id, customer_id, title, description, search_text, issue_type, priority, status, assigned_name,
     resolution, resolved_at, created_at, created_by, updated_at)
   select 'TKT-' || id, id, 'No connection', 'The light is red.', 'no connection tkt-' || id, 'connection',
     case when id % 7 = 0 then 'high' else 'medium' end, case when id % 50 = 0 then 'open' else 'resolved' end,
     case when id % 50 = 0 then '' else 'Bench' end, case when id % 50 = 0 then '' else 'New cable' end,
     case when id % 50 = 0 then null else timestamptz '2026-10-20' - make_interval(mins => 25 * id::int) end,
     timestamptz '2026-10-19' - make_interval(mins => 25 * id::int), 'Bench', now()
   from customers order by id`,
  `insert into network_nodes (name, name_key, search_text, location, type, status, capacity_kbps, address, created_at, updated_at)
   select 'Node ' || n, 'node ' || n, 'node ' || n, (array['Wau','Juba Central','Bor','Yei'])[1 + n % 4], 'tower', 'operational',
     1000000, '192.0.2.1', now(), now() from generate_series(1, 200) n`,
  `insert into network_rollups (node_id, span, start, samples, up_samples, maintenance_samples, sent, received, latency_count,
     latency_sum_us, traffic_count, in_sum_kbps, in_max_kbps, out_sum_kbps, out_max_kbps)
   select id, 'day', timestamptz '2026-10-31 00:00+02' - make_interval(days => d), 1440, 1430, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1
   from network_nodes cross join generate_series(0, 89) d`,
  `insert into customer_status_changes (customer_id, from_status, to_status, at, business_date, by_rule, actor_kind,
     actor_name)
   select id, 'Suspended', 'Active', now(), date '2026-11-01' - (id / 10 % 60)::int, true, 'system', '' from customers where id % 10 = 0
   order by id`,
];

async function fill(app: App, customers: number): Promise<void> {
  await fillCustomers(app, customers);
  for (const statement of FILL) await app.pool.query(statement);
  await runBilling(createContext(app, { kind: 'shell', osUser: 'bench' }));
  await app.pool.query('vacuum');
  await forgetStatistics(app.pool);
}

/** The statements of the operation, as it sends them. */
async function statementsOf(settings: PoolSettings): Promise<Statement[]> {
  const app = openApp({ ...settings, max: 1 });
  const recorded = recordStatements(app.pool);
  const ctx = createContext(app, { kind: 'shell', osUser: 'bench' });
  await getDashboardStats(ctx);
  const statements = recorded.take();
  await app.close();
  return statements;
}

/** Milliseconds of each replay of statements on one connection, ascending. */
async function replay(settings: PoolSettings, statements: readonly Statement[]): Promise<number[]> {
  const pool = createPool({ ...settings, max: 1 });
  const times: number[] = [];
  const measured = async (forMs: number, into: number[]) => {
    const begin = Date.now();
    while (Date.now() - begin < forMs)
      into.push(
        1000 *
          (await seconds(async () => {
            for (const { text, values } of statements) await pool.query(text, values);
          })),
      );
  };
  await measured(WARM_UP_MS, []);
  await measured(MEASURE_MS, times);
  await pool.end();
  return times.sort((a, b) => a - b);
}

/**
 * (q) The statistics of the overview over HTTP, one request after the other, against their own statements on one connection
 * of the driver.
 */
export async function benchOverview(bench: Bench, customers: number): Promise<void> {
  line(`(q) statistics of the overview over HTTP, ${customers} customers`);
  await bench.create('overview');
  const settings = bench.settings('overview');
  const app = openApp({ ...settings, max: 4 });
  await fill(app, customers);
  await app.close();
  const statements = await statementsOf(settings);
  const http: { median: number; p99: number }[] = [];
  const bare: { median: number; p99: number }[] = [];
  await withNimule(settings, async (origin, headers) => {
    await load(origin + PATH, headers, 1, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const times = await replay(settings, statements);
      bare.push({ median: median(times), p99: times[Math.floor(times.length * 0.99)]! });
      const { medianMs, p99Ms } = await load(origin + PATH, headers, 1, MEASURE_MS);
      http.push({ median: medianMs, p99: p99Ms });
    }
    for (const path of OTHERS) {
      const { medianMs } = await load(origin + path, headers, 1, MEASURE_MS);
      line(`    ${path}: median ${fixed(medianMs, 1)} ms`);
    }
  });
  const of = (all: typeof http, key: 'median' | 'p99') => median(all.map((one) => one[key]));
  const p99 = of(http, 'p99');
  const ratio = p99 / of(bare, 'p99');
  const medians = of(http, 'median') / of(bare, 'median');
  line(
    `    over HTTP: median ${fixed(of(http, 'median'), 1)} ms, p99 ${fixed(p99, 1)} ms (at most ${MOST_MS}: ${verdict(p99, MOST_MS, true)})`,
  );
  line(
    `    ${statements.length} statements alone: median ${fixed(of(bare, 'median'), 1)} ms, p99 ${fixed(of(bare, 'p99'), 1)} ms; ratio of p99 ${fixed(ratio)} (at most ${fixed(AT_MOST)}: ${verdict(ratio, AT_MOST, true)}), of medians ${fixed(medians)}`,
  );
  await bench.drop('overview');
}
