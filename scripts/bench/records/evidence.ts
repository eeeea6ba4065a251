import { createJournalEntry } from '@nimule/core/accounting/journal/service';
import { openInvoicesOf, recordPayment } from '@nimule/core/billing/payments/service';
import { runBilling } from '@nimule/core/billing/runs/service';
import { type App, type Ctx, createContext } from '@nimule/core/context';
import { cents, sumOf } from '@nimule/core/kernel/money';
import { forgetStatistics } from '@nimule/fixtures/testing/databases/statements';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { type Bench, fillCustomers } from '../database.ts';
import { fixed, line, median, seconds, verdict } from '../measure.ts';

const PAIRS = 30;
/** Pairs before them, which are not measured. */
const WARMING = 3;
/** Customers of one side of a pair: each pays, and one journal entry is posted by hand for each. */
const BATCH = 20;
const AT_MOST = 1.1;
const NOW = '2026-11-01T00:05:00+02:00';

const contextOf = (app: App): Ctx => createContext(app, { kind: 'shell', osUser: 'bench' });

/** Removes the triggers that `guardsOf` makes, and no others: those that balance and append stay. Returns how many there were. */
async function dropGuards({ pool }: App): Promise<number> {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('drop trigger %I on %I', t.tgname, c.relname) as statement
       from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'public.evidence_kept'::regproc`,
  );
  for (const { statement } of rows) await pool.query(statement);
  return rows.length;
}

/** The customer pays the whole open invoice at the bank, and what the bank takes for it is posted by hand. Returns the seconds. */
async function postFor(app: App, id: number): Promise<number> {
  const ctx = contextOf(app);
  const amount = sumOf(await openInvoicesOf(ctx, id), ({ openUsd }) => openUsd);
  return seconds(async () => {
    const reference = `TT-${id}`;
    const payment = await recordPayment(ctx, {
      customerId: id,
      amount,
      account: 'bank',
      reference,
    });
    if (payment.keptUsd !== 0) throw new Error(`customer ${id} paid too much`);
    await createJournalEntry(contextOf(app), {
      ...{ date: ctx.today, description: `Charge for ${reference}` },
      entries: [
        { accountCode: '5930', debitAmount: cents(150) },
        { accountCode: '1120', creditAmount: cents(150) },
      ],
    });
  });
}

/** (s) Single postings with and without the triggers that keep evidence (decision 129), in pairs that take turns. */
export async function benchEvidence(bench: Bench, customers: number): Promise<void> {
  line(
    `(s) ${PAIRS} pairs of ${BATCH} payments and ${BATCH} journal entries, with and without the triggers of evidence`,
  );
  await bench.create('evidence_source');
  const source = openApp(bench.settings('evidence_source'), NOW);
  await fillCustomers(source, customers);
  await runBilling(contextOf(source));
  await source.pool.query('vacuum');
  await forgetStatistics(source.pool);
  await source.close();
  const open = async (name: string) => {
    await bench.create(name, 'evidence_source');
    const settings = { ...bench.settings(name), max: 2 };
    const setting = openApp(settings, NOW);
    // Waiting for the disk is longer than the work that is compared.
    await setting.pool.query(`alter database ${name} set synchronous_commit = off`);
    await setting.close();
    return openApp(settings, NOW);
  };
  const guarded = await open('evidence_kept');
  const bare = await open('evidence_free');
  const dropped = await dropGuards(bare);
  const ratios: number[] = [];
  const took = { guarded: [] as number[], bare: [] as number[] };
  let customer = 0;
  for (let pair = 0; pair < WARMING + PAIRS; pair += 1) {
    const sums = { guarded: 0, bare: 0 };
    for (let round = 0; round < BATCH; round += 1) {
      customer += 1;
      // By turns, so that what else the machine does is in both sums.
      const addGuarded = async () => {
        sums.guarded += await postFor(guarded, customer);
      };
      const addBare = async () => {
        sums.bare += await postFor(bare, customer);
      };
      const order = [addGuarded, addBare];
      for (const add of round % 2 === 0 ? order : order.reverse()) await add();
    }
    if (pair < WARMING) continue;
    took.guarded.push(sums.guarded);
    took.bare.push(sums.bare);
    ratios.push(sums.guarded / sums.bare);
  }
  const each = (times: readonly number[]) => fixed((1000 * median(times)) / (2 * BATCH));
  const ratio = median(ratios);
  line(
    `    with them ${each(took.guarded)} ms a posting, without all ${dropped} of them ${each(took.bare)} ms (medians)`,
  );
  line(
    `    ratio ${fixed(ratio, 3)} (at most ${fixed(AT_MOST)}: ${verdict(ratio, AT_MOST, true)}); ${fixed(Math.min(...ratios))} to ${fixed(Math.max(...ratios))}`,
  );
  for (const app of [guarded, bare]) await app.close();
  for (const name of ['evidence_kept', 'evidence_free', 'evidence_source']) await bench.drop(name);
}
