import { createContext } from '@nimule/core/context';
import { createPool } from '@nimule/core/database/connect';
import { sendSms } from '@nimule/core/messaging/campaigns/service';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { type Bench, fillCustomers } from './database.ts';
import { fixed, line, median, seconds, verdict } from './measure.ts';

const ROUNDS = 5;

/** (g) Queueing a message to all customers, against plain SQL that inserts the same rows into the same tables. */
export async function benchMessages(bench: Bench, customers: number): Promise<void> {
  line(`(g) a message to ${customers} customers is queued`);
  await bench.create('messages_source');
  const source = openApp(bench.settings('messages_source'));
  await fillCustomers(source, customers);
  await source.close();
  await bench.create('messages_stage', 'messages_source');
  await queue(bench, 'messages_stage', customers);
  const stage = createPool({ ...bench.settings('messages_stage'), max: 1 });
  for (const table of ['campaigns', 'messages'])
    await stage.query(`create table stage_${table} as select * from ${table}`);
  await stage.query('truncate campaigns, messages cascade');
  await stage.end();
  const ours: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await bench.create('messages_target', 'messages_source');
    ours.push(await queue(bench, 'messages_target', customers));
    await bench.create('messages_target', 'messages_stage');
    plain.push(await plainInsert(bench));
  }
  const ratio = median(ours) / median(plain);
  for (const [name, times] of [
    ['nimule   ', ours],
    ['plain SQL', plain],
  ] as const)
    line(
      `    ${name}  median ${fixed(median(times))} s  (${times.map((s) => fixed(s)).join(', ')})`,
    );
  line(`    ratio ${fixed(ratio)} (at most 2.00: ${verdict(ratio, 2, true)})`);
  for (const name of ['messages_target', 'messages_stage', 'messages_source'])
    await bench.drop(name);
}

async function queue(bench: Bench, database: string, customers: number): Promise<number> {
  const app = openApp({ ...bench.settings(database), max: 2 });
  const ctx = createContext(app, { kind: 'shell', osUser: 'bench' });
  const took = await seconds(async () => {
    const { recipients } = await sendSms(ctx, {
      recipientType: 'all_customers',
      message: 'Dear {name}, your balance is {balance}.',
    });
    if (recipients !== customers) throw new Error(`${recipients} of ${customers} were queued`);
  });
  await app.close();
  return took;
}

async function plainInsert(bench: Bench): Promise<number> {
  const pool = createPool({ ...bench.settings('messages_target'), max: 1 });
  const took = await seconds(async () => {
    const client = await pool.connect();
    await client.query('begin');
    for (const table of ['campaigns', 'messages'])
      await client.query(
        `insert into ${table} overriding system value select * from stage_${table}`,
      );
    await client.query('commit');
    client.release();
  });
  await pool.end();
  return took;
}
