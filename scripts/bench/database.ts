import type { App } from '@nimule/core/context';
import { createPool, type PoolSettings } from '@nimule/core/database/connect';
import { migrate } from '@nimule/core/database/migrate';
import { type Cluster, startCluster } from '@nimule/fixtures/testing/databases/cluster';

export interface Bench {
  cluster: Cluster;
  settings(database: string): PoolSettings;
  create(database: string, template?: string): Promise<void>;
  drop(database: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A durable cluster for the benchmark, configured for bulk work; both sides of a comparison use the same settings.
 * Only the program itself analyses tables, as after a company's first import.
 */
export async function openBench(): Promise<Bench> {
  const cluster = await startCluster({
    durable: true,
    settings: [
      'shared_buffers=1GB',
      'max_wal_size=8GB',
      'checkpoint_timeout=30min',
      'autovacuum=off',
    ],
  });
  const settings = (database: string): PoolSettings => ({
    host: cluster.host,
    port: cluster.port,
    user: cluster.user,
    database,
    max: 60,
  });
  const admin = async (statement: string) => {
    const pool = createPool({ ...settings('postgres'), max: 1 });
    await pool.query(statement);
    await pool.end();
  };
  return {
    cluster,
    settings,
    async create(database, template) {
      await admin(`drop database if exists ${database} with (force)`);
      // The server side of a closed pool may still be ending, and a template must have no connections.
      if (template)
        await admin(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
        );
      await admin(`create database ${database}${template ? ` template ${template}` : ''}`);
      if (template) {
        // Writes the copy to disk before the next measurement.
        await admin('checkpoint');
        return;
      }
      const pool = createPool({ ...settings(database), max: 2 });
      await migrate(pool);
      await pool.end();
    },
    drop: (database) => admin(`drop database if exists ${database} with (force)`),
    stop: () => cluster.stop(),
  };
}

/** Creates customers of every location and package, with searchable names; plain SQL, not measured. */
export async function fillCustomers(app: App, count: number): Promise<void> {
  await app.pool.query(
    `insert into customers (customer_id, name, type, email, phone, location, address, package_type, bandwidth, monthly_fee_cents,
       connection_fee_cents, other_expenses_cents, connection_fee_billed, service_start_date, status, search_text, created_at, updated_at)
     select 'SC' || lpad(n::text, 6, '0'), name, case when n % 4 = 0 then 'business' else 'individual' end, 'c' || n || '@example.ss',
       '+2119' || lpad(n::text, 8, '0'), location, 'Block ' || n % 90, package, mbps, fee, case when n % 20 = 0 then 5000 else 0 end,
       0, false, '2026-01-01', 'Active', lower(name || ' sc' || lpad(n::text, 6, '0') || ' ' || location) || ' 09' || lpad(n::text, 8, '0') || ' c' || n || '@example.ss', now(), now()
     from (
       select n, (array['Achol','Deng','Nyandeng','Garang','Akuol','Lado','Keji','Wani','Nyakim','Tut'])[1 + n % 10] || ' '
           || (array['Majok','Lual','Kuol','Biar','Loro','Jada','Gatluak','Malual','Ayuen','Chol'])[1 + (n / 10) % 10] || ' ' || n as name,
         (array['Juba Central','Juba Commercial','Wau','Malakal','Bentiu','Yei','Aweil','Kuacjok','Bor','Torit'])[1 + n % 10] as location,
         (array['Basic Fiber','Standard Fiber','Business Fiber','Enterprise Fiber'])[1 + n % 4] as package,
         (array[10,50,100,500])[1 + n % 4] as mbps, (array[12500,45000,85000,320000])[1 + n % 4] as fee
       from generate_series(1, $1::int) n) g`,
    [count],
  );
  await app.pool.query('vacuum customers');
  await app.pool.query(`insert into counters (name, value) values ('customer', $1)`, [count]);
}
