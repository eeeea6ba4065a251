import { trialBalance } from '@nimule/core/accounting/service';
import { runBilling } from '@nimule/core/billing/service-automation';
import { createContext } from '@nimule/core/context';
import { listCustomers } from '@nimule/core/customers/service';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { type Bench, fillCustomers } from './database.ts';
import { fixed, line, median, seconds } from './measure.ts';

const ROUNDS = 7;

/** (e) How the cost of the run, a page of the list and the trial balance grows with the customers. */
export async function benchGrowth(bench: Bench, sizes: readonly number[]): Promise<void> {
  line(
    '(e) growth        customers      run s   us/customer   list ms   search ms   trial balance ms',
  );
  for (const size of sizes) {
    await bench.create('growth');
    const app = openApp(bench.settings('growth'));
    await fillCustomers(app, size);
    const context = createContext(app, { kind: 'shell', osUser: 'bench' });
    const run = await seconds(() => runBilling(context));
    await app.pool.query('vacuum analyze');
    const timed = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await seconds(work));
      return median(times) * 1000;
    };
    const list = await timed(() => listCustomers(context, { pageSize: 50 }));
    const search = await timed(() => listCustomers(context, { pageSize: 50, q: 'nyandeng kuol' }));
    const balance = await timed(() => trialBalance(context, {}));
    line(
      `    ${String(size).padStart(20)} ${fixed(run).padStart(10)} ${fixed((run / size) * 1e6, 0).padStart(13)} ${fixed(list, 1).padStart(9)} ${fixed(search, 1).padStart(11)} ${fixed(balance, 1).padStart(18)}`,
    );
    await app.close();
    await bench.drop('growth');
  }
}
