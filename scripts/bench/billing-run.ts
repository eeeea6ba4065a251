import { createPool } from '@nimule/core/database/connect';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type { Bench } from './database.ts';
import { fillCustomers } from './database.ts';
import { fixed, inChild, line, median, seconds, verdict } from './measure.ts';
import { PREVIOUS_LEDGER, usePreviousLedger } from './previous-ledger.ts';

/** Machines are shared: single runs differ by a third. */
const ROUNDS = 9;
const TABLES = [
  'billing_runs',
  'invoices',
  'invoice_lines',
  'outbox',
  'journal_lines',
  'journal_entries',
] as const;

/**
 * (a) The monthly run against plain SQL that inserts the same rows into the same tables, and against the same run on the
 * previous ledger.
 */
export async function benchBillingRun(bench: Bench, customers: number): Promise<void> {
  line(`(a) monthly run, ${customers} customers, with postings`);
  await bench.create('run_source');
  const source = openApp(bench.settings('run_source'));
  await fillCustomers(source, customers);
  await source.close();
  await prepareStage(bench);
  await bench.create('run_previous', 'run_source');
  await usePreviousLedger(bench, 'run_previous');
  const ours: number[] = [];
  const previous: number[] = [];
  const plain: number[] = [];
  let memory = 0;
  const runOn = async (template: string) => {
    await bench.create('run_target', template);
    return inChild('./child-run.mjs', { settings: { ...bench.settings('run_target'), max: 4 } });
  };
  const measureOurs = async () => {
    const run = await runOn('run_source');
    ours.push(run.seconds);
    memory = Math.max(memory, run.peakMegabytes);
  };
  const measurePrevious = async () => {
    previous.push((await runOn('run_previous')).seconds);
  };
  const measurePlain = async () => {
    await bench.create('run_target', 'run_stage');
    plain.push(await plainInsert(bench));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternates the order, so that no side always runs after the same other one.
    const order = [measureOurs, measurePrevious, measurePlain];
    for (const measure of round % 2 === 0 ? order : order.reverse()) await measure();
  }
  const ratio = median(ours) / median(plain);
  line(`    nimule     median ${fixed(median(ours))} s  (${ours.map((s) => fixed(s)).join(', ')})`);
  line(
    `    plain SQL  median ${fixed(median(plain))} s  (${plain.map((s) => fixed(s)).join(', ')})`,
  );
  line(
    `    ratio ${fixed(ratio)} (at most 1.20: ${verdict(ratio, 1.2, true)}); peak memory ${fixed(memory, 0)} MB (at most 200: ${verdict(memory, 200, true)})`,
  );
  const change = median(ours) / median(previous);
  line(
    `    previous   median ${fixed(median(previous))} s  (${previous.map((s) => fixed(s)).join(', ')})`,
  );
  line(`      ${PREVIOUS_LEDGER}`);
  line(`    ratio to it ${fixed(change)} (at most 1.10: ${verdict(change, 1.1, true)})`);
  for (const name of ['run_target', 'run_stage', 'run_previous', 'run_source'])
    await bench.drop(name);
}

/** Creates a database with the customers and, in extra tables, every row that a run creates. */
async function prepareStage(bench: Bench): Promise<void> {
  await bench.create('run_target', 'run_source');
  await inChild('./child-run.mjs', { settings: { ...bench.settings('run_target'), max: 4 } });
  await bench.create('run_stage', 'run_target');
  const pool = createPool({ ...bench.settings('run_stage'), max: 1 });
  for (const table of TABLES)
    await pool.query(`create table stage_${table} as select * from ${table}`);
  // The tables, and those whose rows refer to theirs, are append-only by triggers.
  await pool.query('set session_replication_role = replica');
  await pool.query(
    `truncate account_months, revenue_days, invoice_counts, ${TABLES.join(', ')} cascade`,
  );
  await pool.query('reset session_replication_role');
  await pool.query('update customers set connection_fee_billed = false');
  await pool.query('vacuum full customers');
  await pool.end();
}

async function plainInsert(bench: Bench): Promise<number> {
  const pool = createPool({ ...bench.settings('run_target'), max: 1 });
  const took = await seconds(async () => {
    const client = await pool.connect();
    await client.query('begin');
    for (const table of TABLES) {
      const identity =
        table === 'billing_runs' || table === 'outbox' ? ' overriding system value' : '';
      await client.query(`insert into ${table}${identity} select * from stage_${table}`);
      if (table === 'invoices') {
        await client.query(
          'update customers set connection_fee_billed = true where connection_fee_cents > 0',
        );
      }
    }
    await client.query('commit');
    client.release();
  });
  await pool.end();
  return took;
}
