import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type Ctx, createContext } from '@nimule/core/context';
import { createPool } from '@nimule/core/database/connect';
import { isoDate } from '@nimule/core/kernel/dates';
import { ownReportNames } from '@nimule/core/reports/built-in/schema';
import { getOwnReport, takenRange } from '@nimule/core/reports/built-in/service';
import { reportTypes } from '@nimule/core/reports/comprehensive/schema';
import { getReport } from '@nimule/core/reports/comprehensive/service';
import { recordStatements, type Statement } from '@nimule/fixtures/testing/databases/statements';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type { Bench } from './database.ts';
import { fillCustomers } from './database.ts';
import { fillBooks } from './fill-books.ts';
import { type ChildResult, fixed, inChild, line, median, seconds, verdict } from './measure.ts';

const LINES_A_CUSTOMER = 26;
const ROUNDS = 9;
const FILE_ROUNDS = 5;
const MEMORY_MB = 300;
/** In seconds: of tables without rows, whose reading is a fraction of a millisecond. */
const SHORT = 0.003;
const NOW = '2026-11-21T10:00:00+02:00';
/** Days at both edges that are no whole months. */
const range = { startDate: isoDate('2026-01-10'), endDate: isoDate('2026-11-21') };

/** The rows of the customers' sheet as somebody would ask for them; amounts end in Usd, dates in Date. */
const CUSTOMERS = `select customer_id as "customerId", name, type, location, package_type as package, status,
  service_start_date as "startDate", case when service_start_date >= '${range.startDate}' then 'yes' else 'no' end as "isNew",
  monthly_fee_cents as "feeUsd"
  from customers where service_start_date <= '${range.endDate}' order by search_text, id`;

const contextOf = (app: App): Ctx => createContext(app, { kind: 'shell', osUser: 'bench' });

/** A file of many rows against plain SQL whose rows hucre writes, or are joined to lines. */
async function benchFiles(bench: Bench, rows: number): Promise<void> {
  await bench.create('files');
  const app = openApp(bench.settings('files'), NOW);
  await fillCustomers(app, rows);
  await app.close();
  const folder = await mkdtemp(join(tmpdir(), 'nimule-bench-files-'));
  const run = (side: 'nimule' | 'hucre' | 'joined', format: 'xlsx' | 'csv'): Promise<ChildResult> =>
    inChild('./child-export.mjs', {
      ...{ settings: bench.settings('files'), side, format, type: 'customer', range },
      ...{ file: join(folder, `${side}.${format}`), rows: CUSTOMERS },
    });
  for (const [format, side, by] of [
    ['xlsx', 'hucre', 'plain SQL and hucre'],
    ['csv', 'joined', 'the same statements and joined text'],
  ] as const) {
    const ours: ChildResult[] = [];
    const plain: ChildResult[] = [];
    for (let round = 0; round < FILE_ROUNDS; round += 1) {
      ours.push(await run('nimule', format));
      plain.push(await run(side, format));
    }
    const [a, b] = [ours, plain].map((all) => median(all.map((one) => one.seconds))) as [
      number,
      number,
    ];
    const memory = Math.max(...ours.map(({ peakMegabytes }) => peakMegabytes));
    const { size } = await stat(join(folder, `nimule.${format}`));
    line(
      `    ${rows} rows to ${format}: ${fixed(a)} s (${fixed(size / 2 ** 20, 1)} MB), ${by} ${fixed(b)} s, ratio ${fixed(a / b)} (at most 1.30: ${verdict(a / b, 1.3, true)}); peak memory ${fixed(memory, 0)} MB (at most ${MEMORY_MB}: ${verdict(memory, MEMORY_MB, true)})`,
    );
  }
  await rm(folder, { recursive: true, force: true });
  await bench.drop('files');
}

/** Seconds for a report, and for its statements alone on a connection of the driver. */
async function compare(
  name: string,
  bare: ReturnType<typeof createPool>,
  recorded: ReturnType<typeof recordStatements>,
  read: () => Promise<unknown>,
): Promise<void> {
  await read();
  recorded.take();
  await read();
  const statements: Statement[] = recorded.take();
  const replay = async () => {
    for (const { text, values } of statements) await bare.query(text, values);
  };
  const [ours, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [times, work] of round % 2
      ? ([
          [plain, replay],
          [ours, read],
        ] as const)
      : ([
          [ours, read],
          [plain, replay],
        ] as const))
      times.push(await seconds(work));
  recorded.take();
  const ratio = median(ours) / median(plain);
  const judged =
    median(plain) < SHORT ? 'too short to compare' : `at most 1.20: ${verdict(ratio, 1.2, true)}`;
  line(
    `    ${name.padEnd(22)} ${fixed(median(ours) * 1000, 0).padStart(5)} ms, bare SQL ${fixed(median(plain) * 1000, 0).padStart(5)} ms, ratio ${fixed(ratio)} (${judged})`,
  );
}

/** Every report over a year of the books against its own statements. */
async function benchFigures(bench: Bench, lines: number): Promise<void> {
  await bench.create('reports');
  const filler = openApp(bench.settings('reports'), NOW);
  await fillBooks(filler, Math.ceil(lines / LINES_A_CUSTOMER));
  const { rows } = await filler.pool.query('select count(*)::int as lines from journal_lines');
  await filler.close();
  line(`    reports over ${rows[0].lines} lines, ${range.startDate} to ${range.endDate}`);
  const app = openApp({ ...bench.settings('reports'), max: 1 }, NOW);
  const bare = createPool({ ...bench.settings('reports'), max: 1 });
  const recorded = recordStatements(app.pool);
  const ctx = contextOf(app);
  for (const type of reportTypes)
    await compare(type, bare, recorded, () => getReport(ctx, type, range));
  for (const name of ownReportNames)
    await compare(name, bare, recorded, () => getOwnReport(ctx, name, takenRange(name, range)));
  await bare.end();
  await app.close();
  const folder = await mkdtemp(join(tmpdir(), 'nimule-bench-files-'));
  for (const format of ['xlsx', 'csv', 'pdf'] as const) {
    const { seconds: took, peakMegabytes } = await inChild('./child-export.mjs', {
      ...{
        settings: bench.settings('reports'),
        side: 'nimule',
        format,
        type: 'comprehensive',
        range,
      },
      file: join(folder, `all.${format}`),
    });
    const { size } = await stat(join(folder, `all.${format}`));
    line(
      `    comprehensive report as ${format}: ${fixed(took, 1)} s, ${fixed(size / 2 ** 20, 1)} MB; peak memory ${fixed(peakMegabytes, 0)} MB`,
    );
  }
  await rm(folder, { recursive: true, force: true });
  await bench.drop('reports');
}

/** (o) Files of reports against plain SQL with another writer, and reports against their statements alone. */
export async function benchReports(
  bench: Bench,
  { rows, lines }: { rows: number; lines: number },
): Promise<void> {
  line('(o) reports and their files');
  await benchFiles(bench, rows);
  await benchFigures(bench, lines);
}
