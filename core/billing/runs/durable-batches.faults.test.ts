import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '@nimule/fixtures/testing/databases/cluster';
import { isLong } from '@nimule/fixtures/testing/long';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '../../context.ts';
import { createPool } from '../../database/connect.ts';
import { migrate } from '../../database/migrate.ts';
import { importFile } from '../../imports/service.ts';
import { addMonths, isoMonth } from '../../kernel/dates.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { runBilling } from './service.ts';

/** What a run or an import has reported as done is stored after a fault of the database. */
const CUSTOMERS = isLong ? 12_000 : 8_000;
const FAULTS = isLong ? 6 : 2;

let cluster: Cluster;
let app: App & { close(): Promise<void> };

beforeAll(async () => {
  cluster = await startCluster({ settings: ['synchronous_commit=on'] });
  const pool = createPool({ ...cluster, database: 'postgres', max: 1 });
  await migrate(pool);
  await pool.end();
});
afterAll(() => cluster.stop());
beforeEach(() => {
  app = openApp({ ...cluster, database: 'postgres', max: 4 });
});
afterEach(() => app.close());

async function countInvoices(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from invoices`.execute(app.db);
  return rows[0]!.n;
}

/** Breaks the database down at the first report of at least `from`; answers what the message claims is done. */
async function breakDownAt(
  from: number,
  work: (report: (done: number) => void) => Promise<unknown>,
): Promise<number> {
  let fault: Promise<void> | undefined;
  const failure = await work((done) => {
    if (done >= from) fault ??= cluster.crash();
  }).catch((error: unknown) => error);
  await fault;
  if (!(failure instanceof Error)) throw new Error('it came to its end before the fault');
  return Number(
    /(\d+) (?:invoices were made|rows were imported) before this/.exec(failure.message)?.[1],
  );
}

test(`${FAULTS} faults of the database lose no invoice that a run has reported`, async () => {
  await sql`
    insert into customers (customer_id, name, type, location, package_type, monthly_fee_cents, connection_fee_cents, other_expenses_cents,
      service_start_date, status, search_text, created_at, updated_at)
    select 'K' || n, 'Customer ' || n, 'individual', 'Wau', 'Flexible Plan', 100 + n, 0, 0,
      '2025-01-01', 'Active', 'customer', ${app.clock()}, ${app.clock()}
    from generate_series(1, ${CUSTOMERS}::int) n`.execute(app.db);
  for (let fault = 0; fault < FAULTS; fault += 1) {
    const month = addMonths(isoMonth('2026-01'), fault);
    const before = await countInvoices();
    const claimed = await breakDownAt(2000 * (1 + (fault % 3)), (report) =>
      runBilling(contextOf(app), { month, onProgress: ({ generated }) => report(generated) }),
    );
    expect(claimed).toBeGreaterThan(0);
    expect((await countInvoices()) - before).toBeGreaterThanOrEqual(claimed);
  }
  const { checks } = await checkBooks(contextOf(app));
  expect(checks.filter((check) => !check.isSound)).toEqual([]);
});

test('a fault loses no row that an import has reported', async () => {
  const path = join(tmpdir(), `nimule-durable-${process.pid}.csv`);
  const lines = Array.from(
    { length: CUSTOMERS },
    (_, index) => `OLD-${index},K${index + 1},12.00,2026-08-01`,
  );
  const text = `invoiceId,customerId,amountUsd,billDate\n${lines.join('\n')}\n`;
  await writeFile(path, text);
  const upload = { filename: 'invoices.csv', path, size: text.length };
  const before = await countInvoices();
  const claimed = await breakDownAt(1, (report) =>
    importFile(
      contextOf(app),
      upload,
      { type: 'billing' },
      { onProgress: ({ processed }) => report(processed) },
    ),
  );
  expect(claimed).toBeGreaterThan(0);
  expect((await countInvoices()) - before).toBeGreaterThanOrEqual(claimed);
});
