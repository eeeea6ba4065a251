import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialBalance } from '@nimule/core/accounting/service';
import { listCustomers } from '@nimule/core/billing/accounts/service-list';
import { previewDisconnect } from '@nimule/core/billing/disconnect/service';
import { getAutomationStatus, runBilling } from '@nimule/core/billing/runs/service';
import { type App, createContext } from '@nimule/core/context';
import { openEmbedded } from '@nimule/core/database/embedded/embedded';
import { migrate } from '@nimule/core/database/migrate';
import { forgetStatistics } from '@nimule/fixtures/testing/databases/statements';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { type Bench, fillCustomers } from './database.ts';
import { fixed, line, median, seconds } from './measure.ts';

const ROUNDS = 7;
const HEADINGS = [
  'customers',
  'run s',
  'us/customer',
  'again s',
  'status ms',
  'disconnect ms',
  'list ms',
  'search ms',
  'balance ms',
];
const WIDTH = 14;

const row = (cells: readonly string[]) =>
  line(`    ${cells.map((cell) => cell.padStart(WIDTH)).join('')}`);

/**
 * (e) How the cost of the run, of a repeated run, of counting unbilled customers and debtors, of a list page and of the
 * trial balance grows with the number of customers, on tables without statistics.
 */
export async function benchGrowth(bench: Bench, sizes: readonly number[]): Promise<void> {
  line('(e) growth');
  row(HEADINGS);
  for (const size of sizes) {
    await bench.create('growth');
    const app = openApp(bench.settings('growth'));
    await measureGrowth(app, size);
    await app.close();
    await bench.drop('growth');
  }
}

/** The same on the embedded database. */
export async function benchEmbeddedGrowth(sizes: readonly number[]): Promise<void> {
  line('(e) growth, embedded database');
  row(HEADINGS);
  for (const size of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'nimule-growth-'));
    const connection = await openEmbedded(folder, 'server');
    const app = { ...openApp({ ...connection.config, max: 4 }), embedded: true };
    await migrate(app.pool);
    await measureGrowth(app, size);
    await app.close();
    await connection.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureGrowth(app: App, size: number): Promise<void> {
  await fillCustomers(app, size);
  const context = createContext(app, { kind: 'shell', osUser: 'bench' });
  const once = async (work: () => Promise<unknown>) => {
    await forgetStatistics(app.pool);
    return seconds(work);
  };
  const timed = async (work: () => Promise<unknown>) => {
    await forgetStatistics(app.pool);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await seconds(work));
    return fixed(median(times) * 1000, 1);
  };
  const run = await once(() => runBilling(context));
  const again = await once(() => runBilling(context));
  await app.pool.query('vacuum');
  row([
    String(size),
    fixed(run),
    fixed((run / size) * 1e6, 0),
    fixed(again),
    await timed(() => getAutomationStatus(context)),
    await timed(() => previewDisconnect(context, 'tomorrow')),
    await timed(() => listCustomers(context, { pageSize: 50 })),
    await timed(() => listCustomers(context, { pageSize: 50, q: 'nyandeng kuol' })),
    await timed(() => trialBalance(context, {})),
  ]);
}
