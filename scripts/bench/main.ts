import { cpus, totalmem } from 'node:os';
import { runBilling } from '@nimule/core/billing/runs/service';
import { createContext } from '@nimule/core/context';
import { forgetStatistics } from '@nimule/fixtures/testing/databases/statements';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { benchAssistant } from './assistant.ts';
import { benchBackups, benchEmbeddedBackups } from './backups.ts';
import { benchBillingRun } from './billing-run.ts';
import { fillCustomers, openBench } from './database.ts';
import { benchFinance } from './finance.ts';
import { benchEmbeddedGrowth, benchGrowth } from './growth.ts';
import { benchHttp } from './http-lists.ts';
import { benchImport } from './import-csv.ts';
import { line } from './measure.ts';
import { benchMessages } from './messages.ts';
import { benchNetwork } from './network.ts';
import { benchOverview } from './overview.ts';
import { benchPayroll } from './payroll.ts';
import { benchProcurement } from './procurement.ts';
import { benchAccess } from './records/access.ts';
import { benchEvidence } from './records/evidence.ts';
import { benchSeals } from './records/seals.ts';
import { benchReports } from './reports.ts';
import { benchSales } from './sales.ts';
import { benchTrialBalance } from './trial-balance.ts';
import { benchVouchers } from './vouchers.ts';
import { benchWifiPage } from './wifi-page.ts';

const CUSTOMERS = 100_000;
const parts = new Set(process.argv.slice(2).filter((word) => /^[a-t]$/.test(word)));
const wants = (part: string) => parts.size === 0 || parts.has(part);

line(
  `Nimule bench: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);
const bench = await openBench();
try {
  if (wants('a')) await benchBillingRun(bench, CUSTOMERS);
  if (wants('b')) await benchImport(bench, CUSTOMERS);
  if (wants('c')) {
    await bench.create('lists');
    const app = openApp(bench.settings('lists'));
    await fillCustomers(app, CUSTOMERS);
    await runBilling(createContext(app, { kind: 'shell', osUser: 'bench' }));
    await app.pool.query('vacuum');
    await forgetStatistics(app.pool);
    await app.close();
    await benchHttp(bench, 'lists');
    await bench.drop('lists');
  }
  if (wants('d')) await benchTrialBalance(bench, 1_000_000);
  if (wants('e')) {
    await benchGrowth(bench, [10_000, 100_000, 300_000]);
    await benchEmbeddedGrowth([10_000, 40_000]);
  }
  if (wants('f')) {
    await benchBackups(bench, CUSTOMERS);
    await benchEmbeddedBackups(10_000);
  }
  if (wants('g')) await benchMessages(bench, CUSTOMERS);
  if (wants('h')) await benchNetwork(bench, 200);
  if (wants('i')) await benchFinance(bench, [100_000, 1_000_000]);
  if (wants('j')) await benchProcurement(bench, { items: 2000, moves: 100_000 });
  if (wants('k')) await benchSales(bench, { customers: 10_000, items: 2000, moves: 100_000 });
  if (wants('l')) await benchPayroll(bench, 300);
  if (wants('m')) await benchVouchers(bench, 1_000_000);
  if (wants('n')) await benchWifiPage(bench);
  if (wants('o')) await benchReports(bench, { rows: 100_000, lines: 1_000_000 });
  if (wants('p')) benchAssistant();
  if (wants('q')) await benchOverview(bench, CUSTOMERS);
  if (wants('r')) await benchSeals(bench, 100_000);
  if (wants('s')) await benchEvidence(bench, 10_000);
  if (wants('t')) await benchAccess(bench, CUSTOMERS);
} finally {
  await bench.stop();
}
