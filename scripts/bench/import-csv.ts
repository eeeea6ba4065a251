import { createReadStream } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@nimule/core/database/connect';
import { parseCsv } from '@nimule/core/documents/sheets/csv';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { type Bench, fillCustomers } from './database.ts';
import { fixed, inChild, line, median, seconds, verdict } from './measure.ts';

const ROUNDS = 3;

/** (b) Importing customers from .csv compared with parsing plus COPY into the same table, and its preview with parsing. */
export async function benchImport(bench: Bench, customers: number): Promise<void> {
  line(`(b) import of ${customers} customers from .csv`);
  const folder = await mkdtemp(join(tmpdir(), 'nimule-import-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'customers.csv');
  const copy = join(folder, 'customers.copy');
  try {
    await writeFiles(bench, customers, file, copy);
    const ours: number[] = [];
    const plain: number[] = [];
    const previews: number[] = [];
    const parsed: number[] = [];
    let memory = 0;
    let previewMemory = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await bench.create('import_target');
      const input = { settings: { ...bench.settings('import_target'), max: 4 }, path: file };
      const preview = await inChild('./child-preview.mjs', input);
      if ((preview.answer as { new: number }).new !== customers)
        throw new Error(JSON.stringify(preview.answer));
      previews.push(preview.seconds);
      previewMemory = Math.max(previewMemory, preview.peakMegabytes);
      parsed.push(await seconds(() => parse(file)));
      const result = await inChild('./child-import.mjs', input);
      if ((result.answer as { recordsCreated: number }).recordsCreated !== customers)
        throw new Error(JSON.stringify(result.answer).slice(0, 500));
      ours.push(result.seconds);
      memory = Math.max(memory, result.peakMegabytes);
      await bench.create('import_target');
      plain.push(await parseAndCopy(bench, file, copy));
    }
    const ratio = median(ours) / median(plain);
    line(
      `    nimule         median ${fixed(median(ours))} s  (${ours.map((s) => fixed(s)).join(', ')}), peak memory ${fixed(memory, 0)} MB`,
    );
    line(
      `    parser + COPY  median ${fixed(median(plain))} s  (${plain.map((s) => fixed(s)).join(', ')})`,
    );
    line(`    ratio ${fixed(ratio)} (at most 2.00: ${verdict(ratio, 2, true)})`);
    const previewRatio = median(previews) / median(parsed);
    line(
      `    preview        median ${fixed(median(previews))} s  (${previews.map((s) => fixed(s)).join(', ')}), peak memory ${fixed(previewMemory, 0)} MB (at most 200: ${verdict(previewMemory, 200, true)})`,
    );
    line(
      `    parser         median ${fixed(median(parsed))} s  (${parsed.map((s) => fixed(s)).join(', ')})`,
    );
    line(`    ratio ${fixed(previewRatio)} (at most 1.50: ${verdict(previewRatio, 1.5, true)})`);
    const checkedRatio = median(previews) / median(plain);
    line(
      `    preview to parser + COPY ${fixed(checkedRatio)} (at most 1.50: ${verdict(checkedRatio, 1.5, true)})`,
    );
    await bench.drop('import_target');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the same customers as a spreadsheet and as COPY text. */
async function writeFiles(
  bench: Bench,
  customers: number,
  file: string,
  copy: string,
): Promise<void> {
  await bench.create('import_source');
  const app = openApp(bench.settings('import_source'));
  await fillCustomers(app, customers);
  const { rows } = await app.pool.query<{ line: string }>(
    `select concat_ws(',', customer_id, name, type, email, phone, location, address, package_type, bandwidth,
       monthly_fee_cents / 100.0, service_start_date, status) as line from customers order by id`,
  );
  const header =
    'customerId,name,type,email,phone,location,address,packageType,bandwidth,monthlyFeeUsd,serviceStartDate,status';
  await writeFile(file, `${header}\n${rows.map((row) => row.line).join('\n')}\n`);
  const { rows: texts } = await app.pool.query<{ line: string }>(
    `select concat_ws(E'\\t', id, customer_id, name, type, email, phone, location, address, package_type, bandwidth, monthly_fee_cents,
       connection_fee_cents, other_expenses_cents, true, true, service_start_date, status, search_text, created_at, updated_at) as line
     from customers order by id`,
  );
  await writeFile(copy, `${texts.map((row) => row.line).join('\n')}\n`);
  await chmod(copy, 0o644);
  await app.close();
  await bench.drop('import_source');
}

async function parseAndCopy(bench: Bench, file: string, copy: string): Promise<number> {
  const pool = createPool({ ...bench.settings('import_target'), max: 1 });
  const took = await seconds(async () => {
    await parse(file);
    await pool.query(
      `copy customers (id, customer_id, name, type, email, phone, location, address, package_type, bandwidth, monthly_fee_cents,
         connection_fee_cents, other_expenses_cents, connection_fee_billed, connection_fee_billed_before, service_start_date, status, search_text, created_at, updated_at)
       from '${copy}'`,
    );
  });
  await pool.end();
  return took;
}

async function parse(file: string): Promise<void> {
  let rows = 0;
  for await (const batch of parseCsv(createReadStream(file), { separator: ',', batchSize: 2000 }))
    rows += batch.length;
  if (rows === 0) throw new Error('nothing parsed');
}
