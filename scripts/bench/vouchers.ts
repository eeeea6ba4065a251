import { type App, type Ctx, createContext } from '@nimule/core/context';
import { CODE_ALPHABET } from '@nimule/core/kernel/codes';
import { cents } from '@nimule/core/kernel/money';
import { createBundle } from '@nimule/core/vouchers/bundles/service';
import { sellVouchers } from '@nimule/core/vouchers/sales/service';
import { forgetStatistics } from '@nimule/fixtures/testing/databases/statements';
import { growVouchers } from '@nimule/fixtures/testing/grow/vouchers';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type pg from 'pg';
import type { Bench } from './database.ts';
import { CONNECTIONS, compareServers } from './http.ts';
import { fixed, line, median, seconds, verdict } from './measure.ts';

const ROUNDS = 61;
const QUANTITY = 100;
const AT_MOST = 1.5;

interface AuditRow {
  action: string;
  entity: string;
  entity_id: string;
  summary: string;
  before: string | null;
  after: string | null;
}

/** Sells vouchers with statements that any program needs, all prepared; codes are made, hashed and encrypted as ours. */
async function sellPlainly(
  app: App,
  day: string,
  bundle: number,
  audit: AuditRow,
): Promise<number> {
  const client: pg.PoolClient = await app.pool.connect();
  const run = async (name: string, text: string, values: unknown[]) =>
    (await client.query({ name: `plain vouchers ${name}`, text, values })).rows;
  const rate = async (purpose: string) =>
    Number(
      (
        await run(
          'rate',
          `select rate_cents from currency_rates where purpose = $1 and valid_from <= $2 order by valid_from desc, id desc limit 1`,
          [purpose, day],
        )
      )[0].rate_cents,
    );
  await client.query('begin');
  const [sold] = await run('bundle', 'select * from voucher_bundles where id = $1', [bundle]);
  const price = Number(sold.price_cents);
  const pounds = (price * (await rate('voucher'))) / 100;
  const standard = await rate('standard');
  await run('settings', `select value from settings where name = 'vouchers'`, []);
  const [number] = await run(
    'number',
    `insert into counters as c (name, value) values ('voucherBatch:2026', 1)
     on conflict (name) do update set value = c.value + 1 returning value`,
    [],
  );
  const batchNumber = `VB-2026-${String(number.value).padStart(6, '0')}`;
  const [batch] = await run(
    'batch',
    `insert into voucher_batches (batch_number, bundle_id, bundle_name, bundle_type, data_mb, validity_days, quantity, price_cents,
       price_ssp_cents, voucher_rate_cents, rate_cents, account, money_account, currency, value_cents, sold_on, lapses_on, sold_by,
       search_text, created_at)
     values ($1, $2, $3, $4, $5, $6, ${QUANTITY}, $7, $8, 130000, $9, 'cash', '1110', 'USD', $7, $10, $10::date + 365, 'bench (shell)',
       lower($1), now()) returning id`,
    [
      ...[batchNumber, bundle, sold.name, sold.bundle_type, sold.data_mb, sold.validity_days],
      ...[price, pounds, standard, day],
    ],
  );
  const hashes: Buffer[] = [];
  const codes: string[] = [];
  for (let index = 1; index <= QUANTITY; index += 1) {
    let code = '';
    for (let place = 0; place < 12; place += 1) code += CODE_ALPHABET[app.random.integer(31)];
    hashes.push(app.ports.secrets.hash(code, 'voucher'));
    codes.push(app.ports.secrets.encrypt(code, `voucher:${batchNumber}:${index}`));
  }
  await run(
    'vouchers',
    `insert into vouchers (batch_id, line_no, code_hash, code_encrypted)
     select $1::bigint, n, h, c from unnest($2::bytea[], $3::text[]) with ordinality as l (h, c, n)
     on conflict on constraint vouchers_code do nothing returning id, line_no`,
    [batch.id, hashes, codes],
  );
  await run(
    'audit',
    `insert into audit_log (at, actor_kind, actor_name, origin, action, entity, entity_id, summary, before, after, format)
     values (now(), 'shell', 'bench (shell)', '', $1, $2, $3, $4, $5, $6, 2)`,
    [audit.action, audit.entity, audit.entity_id, audit.summary, audit.before, audit.after],
  );
  const taken = await run(
    'take',
    `insert into counters as c (name, value) values ('journal', 1), ('journal:2026', 1)
     on conflict (name) do update set value = c.value + 1 returning name, value`,
    [],
  );
  const [entry, entryNumber] = ['journal', 'journal:2026'].map((name) =>
    Number(taken.find((row) => row.name === name)!.value),
  );
  await run(
    'journal lines',
    `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, cash_place)
     values ($1, 1, date_trunc('month', $2::date)::date, '1110', $3, 0, 'safe'),
       ($1, 2, date_trunc('month', $2::date)::date, '2220', 0, $3, null)`,
    [entry, day, price * QUANTITY],
  );
  await run(
    'journal entry',
    `insert into journal_entries (id, entry_number, entry_date, month, description, reference, source, source_id, total_cents, created_at, created_by)
     values ($1, 'JE-2026-' || lpad($2::text, 6, '0'), $3, date_trunc('month', $3::date)::date, '100 vouchers sold', $4, 'voucher.sale', $5, $6, now(), 'bench')`,
    [entry, entryNumber, day, batchNumber, batch.id, price * QUANTITY],
  );
  await client.query('commit');
  client.release();
  return Number(batch.id);
}

/** What a sale wrote, without ids, numbers, codes and names. */
async function written(app: App, batch: number): Promise<string> {
  const { rows } = await app.pool.query(
    `select b.quantity, b.price_cents, b.price_ssp_cents, b.rate_cents, b.value_cents, b.sold_on, b.lapses_on,
       (select jsonb_agg(jsonb_build_array(v.line_no, v.status, length(v.code_encrypted)) order by v.line_no)
         from vouchers v where v.batch_id = b.id) as vouchers,
       (select jsonb_agg(jsonb_build_array(j.line_no, j.account_code, j.debit_cents, j.credit_cents) order by j.line_no)
         from journal_entries e join journal_lines j on j.entry_id = e.id
         where e.source = 'voucher.sale' and e.source_id = b.id) as posted
     from voucher_batches b where b.id = $1`,
    [batch],
  );
  return JSON.stringify(rows);
}

async function measureSale(app: App, ctx: Ctx): Promise<void> {
  const bundle = await createBundle(ctx, {
    ...{ name: 'Weekly 5 GB', dataAllowanceMB: 5120, validityDays: 7, priceUsd: cents(5_00) },
    bundleType: 'data',
  });
  const [ours, plain]: [number[], number[]] = [[], []];
  let audit: AuditRow | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    let [one, two] = [0, 0];
    ours.push(
      await seconds(async () => {
        one = (await sellVouchers(ctx, { bundleId: bundle.id, quantity: QUANTITY })).id;
      }),
    );
    audit ??= (
      await app.pool.query<AuditRow>(
        `select action, entity, entity_id, summary, before::text, after::text from audit_log order by id desc limit 1`,
      )
    ).rows[0]!;
    plain.push(
      await seconds(async () => {
        two = await sellPlainly(app, ctx.today, bundle.id, audit!);
      }),
    );
    if ((await written(app, one)) !== (await written(app, two)))
      throw new Error(`the rows of the sales ${one} and ${two} differ`);
  }
  const ratio = median(ours) / median(plain);
  line(
    `    a sale of ${QUANTITY} vouchers: median ${fixed(median(ours) * 1000, 1)} ms, plain SQL ${fixed(median(plain) * 1000, 1)} ms, ratio ${fixed(ratio)} (at most ${AT_MOST}: ${verdict(ratio, AT_MOST, true)})`,
  );
}

/** (m) A sale of vouchers against plain SQL that writes the same rows, and the list of vouchers over HTTP. */
export async function benchVouchers(bench: Bench, vouchers: number): Promise<void> {
  line(`(m) vouchers, among ${vouchers} sold, ${CONNECTIONS} connections, 50 rows a page`);
  await bench.create('vouchers');
  const settings = bench.settings('vouchers');
  const app = openApp({ ...settings, max: 4 });
  await growVouchers(app, 1, vouchers / QUANTITY, QUANTITY);
  await app.pool.query('vacuum');
  await forgetStatistics(app.pool);
  await measureSale(app, createContext(app, { kind: 'shell', osUser: 'bench' }));
  await app.close();
  await compareServers(settings, [['voucher list', '/api/internet-vouchers?pageSize=50']]);
  await bench.drop('vouchers');
}
