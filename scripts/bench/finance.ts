import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAccountLedger } from '@nimule/core/accounting/ledger/service';
import type { StatementLine } from '@nimule/core/accounting/statements/schema';
import { type App, type Ctx, createContext } from '@nimule/core/context';
import { isoMonth } from '@nimule/core/kernel/dates';
import { getFinancialStatements } from '@nimule/core/reports/finance/service';
import { recordStatements, type Statement } from '@nimule/fixtures/testing/databases/statements';
import { isInstalled, writeBooks } from '@nimule/fixtures/testing/documents/programs';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type { Bench } from './database.ts';
import { fillBooks } from './fill-books.ts';
import { compareServers } from './http.ts';
import { fixed, line, median, seconds, verdict } from './measure.ts';

/** Lines of the ledger for each customer of `fillBooks`. */
const LINES_A_CUSTOMER = 26;
const ROUNDS = 51;
const MONTH = { month: 9, year: 2026 } as const;
const WANTED = { ...MONTH, compare: 'previousMonth' } as const;
const FROM = '2026-09-01';
const BEFORE = '2026-10-01';
const CASH = '^Assets:Cash-Bank';
/** Lines of the account whose ledger is measured, and rows of a page. */
const ACCOUNT = '1210';
const ACCOUNT_LINES = 500_000;
const PAGE = 50;

const contextOf = (app: App): Ctx => createContext(app, { kind: 'shell', osUser: 'bench' });

type Figures = Map<string, number>;

function figuresOf(...parts: readonly (readonly StatementLine[])[]): Figures {
  const lines = parts.flat().filter(({ amount }) => amount !== 0);
  return new Map(lines.map(({ code, amount }) => [code, amount]));
}

/** What a program prints as account and amount, in the direction of `signOf`. */
function figuresFrom(rows: readonly [string, string][], signOf: (path: string) => number): Figures {
  const figures: Figures = new Map();
  for (const [path, amount] of rows) {
    const code = /(\d+)-[^:]*$/.exec(path)?.[1];
    const cents = Math.round(Number(amount.replace(/[^\d.-]/g, '')) * 100);
    if (code && cents !== 0) figures.set(code, signOf(path) * cents);
  }
  return figures;
}

function areEqual(a: Figures, b: Figures): boolean {
  return a.size > 0 && a.size === b.size && [...a].every(([code, cents]) => b.get(code) === cents);
}

/** The accounts and amounts of `ledger balance`. */
function ledgerRows(file: string, args: readonly string[]): [string, string][] {
  const format = '%(account)|%(quantity(scrub(display_total)))\n';
  const output = execFileSync(
    'ledger',
    ['-f', file, 'balance', '--flat', '--no-total', '--balance-format', format, ...args],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  return output
    .split('\n')
    .filter((row) => row.includes('|'))
    .map((row) => row.split('|') as [string, string]);
}

/** The accounts and amounts of `hledger balance`. */
function hledgerRows(file: string, args: readonly string[]): [string, string][] {
  const output = execFileSync(
    'hledger',
    ['-f', file, 'bal', '--flat', '-N', '-O', 'csv', ...args],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    },
  );
  return output
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => JSON.parse(`[${row}]`) as [string, string]);
}

const isDebit = (path: string) => (/^(?:Assets|Expenses):/.test(path) ? 1 : -1);
const programs = {
  ledger: { format: 'ledger', rows: ledgerRows, hasRelated: true },
  hledger: { format: 'hledger', rows: hledgerRows, hasRelated: false },
} as const;
const AT_LEAST = 5000;

/** The statements of the exported file by another program: three runs, without the comparison that ours has. */
async function compareWith(name: keyof typeof programs, ctx: Ctx, ours: number): Promise<void> {
  if (!isInstalled(name)) return line(`    ${name} is not installed: no second opinion`);
  const folder = await mkdtemp(join(tmpdir(), 'nimule-finance-'));
  const { format, rows, hasRelated } = programs[name];
  const file = await writeBooks(ctx, format, folder);
  const { profitLoss, balanceSheet, cashFlow } = await getFinancialStatements(ctx, WANTED);
  const { revenue, costOfSales, operating, nonOperating } = profitLoss.lines;
  const { assets, liabilities, equity } = balanceSheet.lines;
  const flows = cashFlow.lines;
  const inMonth = ['-b', FROM, '-e', BEFORE];
  const found: Figures[] = [];
  const took = await seconds(async () => {
    found.push(figuresFrom(rows(file, [...inMonth, '^Revenue', '^Expenses']), isDebit));
    found.push(
      figuresFrom(rows(file, ['-e', BEFORE, '^Assets', '^Liabilities', '^Equity']), isDebit),
    );
    found.push(
      hasRelated
        ? figuresFrom(rows(file, [...inMonth, '--related', CASH]), () => -1)
        : figuresFrom(rows(file, [...inMonth, CASH]), () => 1),
    );
  });
  const cash = (figures: Figures) => [...figures.values()].reduce((sum, cents) => sum + cents, 0);
  const equal = [
    areEqual(found[0]!, figuresOf(revenue, costOfSales, operating, nonOperating)),
    areEqual(found[1]!, figuresOf(assets, liabilities, equity)),
    hasRelated
      ? areEqual(found[2]!, figuresOf(flows.operating, flows.investing, flows.financing))
      : cash(found[2]!) === cashFlow.netCashChange,
  ];
  const ratio = took / ours;
  const limit = name === 'ledger' ? ` (at least 5000: ${verdict(ratio, AT_LEAST, false)})` : '';
  line(
    `    ${name.padEnd(8)} ${fixed(took)} s for the three statements, ${fixed(ratio, 0)} times as long${limit}; figures ${equal.every(Boolean) ? 'equal to the cent' : `DIFFER: ${equal.join(', ')}`}`,
  );
  await rm(folder, { recursive: true, force: true });
}

/** The shared buffers that statements read. */
async function buffersOf(app: App, statements: readonly Statement[]): Promise<number> {
  let buffers = 0;
  for (const { text, values } of statements) {
    const { rows } = await app.pool.query(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    const plan = rows[0]['QUERY PLAN'][0].Plan as Record<string, number>;
    buffers += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
  }
  return buffers;
}

async function fill(bench: Bench, database: string, lines: number): Promise<void> {
  await bench.create(database);
  const app = openApp(bench.settings(database));
  await fillBooks(app, Math.ceil(lines / LINES_A_CUSTOMER));
  await app.close();
}

/** Seconds for the statements with a comparison, and the buffers that they read. */
async function measure(bench: Bench, database: string): Promise<[number, number]> {
  const app = openApp(bench.settings(database));
  const recorded = recordStatements(app.pool);
  const times: number[] = [];
  await getFinancialStatements(contextOf(app), WANTED);
  const buffers = await buffersOf(app, recorded.take());
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await seconds(() => getFinancialStatements(contextOf(app), WANTED)));
  const { rows } = await app.pool.query('select count(*)::int as lines from journal_lines');
  line(
    `    statements over ${rows[0].lines} lines: median ${fixed(median(times) * 1000, 1)} ms, ${buffers} buffers`,
  );
  await app.close();
  return [median(times), buffers];
}

/** Adds entries, through the triggers, until the account has that many lines. */
async function topUp(app: App): Promise<void> {
  const { rows } = await app.pool.query(
    `select (select count(*)::int from journal_lines where account_code = $1) as lines,
       (select max(id) from journal_entries) as last`,
    [ACCOUNT],
  );
  const missing = Math.max(0, ACCOUNT_LINES - rows[0].lines);
  const day = `date '2026-01-01' + (n % 300)::int`;
  await app.pool.query('begin');
  await app.pool.query(
    `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, cash_place)
     select $2::bigint + n, side, date_trunc('month', ${day})::date, case side when 1 then $3 else '4510' end,
       case side when 1 then 100 else 0 end, case side when 2 then 100 else 0 end,
       case when side = 1 and $3 in ('1110', '1160') then 'safe' end
     from generate_series(1, $1::int) n, generate_series(1, 2) side`,
    [missing, rows[0].last, ACCOUNT],
  );
  await app.pool.query(
    `insert into journal_entries (id, entry_number, entry_date, month, description, source, source_id, total_cents, created_at, created_by)
     select $2::bigint + n, 'JE-2026-' || $2::bigint + n, ${day}, date_trunc('month', ${day})::date, 'Sale ' || n, 'manual', $2::bigint + n,
       100, now(), 'bench' from generate_series(1, $1::int) n`,
    [missing, rows[0].last],
  );
  await app.pool.query('commit');
  await app.pool.query('vacuum analyze journal_lines, journal_entries, account_months');
}

const PLAIN = `
  select e.entry_number, e.entry_date, e.description, e.reference, e.source, e.source_id, l.debit_cents, l.credit_cents, l.balance
  from (
    select l.entry_id, l.line_no, l.debit_cents, l.credit_cents, e.entry_date,
      sum(l.debit_cents - l.credit_cents) over (order by e.entry_date, l.entry_id, l.line_no) as balance
    from journal_lines l join journal_entries e on e.id = l.entry_id
    where l.account_code = $1 and l.month between '2026-01-01' and '2026-10-01') l
  join journal_entries e on e.id = l.entry_id
  order by l.entry_date, l.entry_id, l.line_no limit $2 offset $3`;

/** Pages of the ledger of an account with 500,000 lines against plain SQL with a window function. */
async function benchLedger(bench: Bench, database: string): Promise<void> {
  const app = openApp({ ...bench.settings(database), max: 1 });
  await topUp(app);
  const ctx = contextOf(app);
  const period = { accountCode: ACCOUNT, from: isoMonth('2026-01'), to: isoMonth('2026-10') };
  for (const [name, page] of [
    ['first', 1],
    ['middle', ACCOUNT_LINES / 2 / PAGE],
    ['last', ACCOUNT_LINES / PAGE],
  ] as const) {
    const [ours, plain]: [number[], number[]] = [[], []];
    const wanted = { ...period, page, pageSize: PAGE };
    const offset = (page - 1) * PAGE;
    for (let round = 0; round < 5; round += 1) {
      ours.push(await seconds(() => getAccountLedger(ctx, wanted)));
      plain.push(await seconds(() => app.pool.query(PLAIN, [ACCOUNT, PAGE, offset])));
    }
    const ledger = await getAccountLedger(ctx, wanted);
    const { rows } = await app.pool.query(PLAIN, [ACCOUNT, PAGE, offset]);
    const equal =
      ledger.lines.length === rows.length &&
      ledger.lines.every(({ balance }, index) => balance === Number(rows[index].balance));
    const ratio = median(ours) / median(plain);
    line(
      `    ledger of ${ledger.total} lines, ${name} page: ${fixed(median(ours) * 1000, 0)} ms, plain SQL ${fixed(median(plain) * 1000, 0)} ms, ratio ${fixed(ratio)} (at most 1.50: ${verdict(ratio, 1.5, true)}), ${equal ? 'equal' : 'DIFFERENT'}`,
    );
  }
  await app.close();
}

/** (i) Statements of a month beside the one before it, and the ledger of a large account. */
export async function benchFinance(
  bench: Bench,
  [small, large]: readonly [number, number],
): Promise<void> {
  line('(i) statements with comparison, and the ledger of an account');
  await fill(bench, 'small', small);
  const [, fewBuffers] = await measure(bench, 'small');
  await bench.drop('small');
  await fill(bench, 'large', large);
  const [ours, buffers] = await measure(bench, 'large');
  line(`    buffers at both sizes: ${buffers === fewBuffers ? 'equal' : 'NOT EQUAL'}`);
  const app = openApp(bench.settings('large'));
  await compareWith('ledger', contextOf(app), ours);
  await compareWith('hledger', contextOf(app), ours);
  await app.close();
  const path = `/api/accounting/financial-statements?month=${MONTH.month}&year=${MONTH.year}&compare=previousMonth`;
  await compareServers(bench.settings('large'), [['statements', path]]);
  await benchLedger(bench, 'large');
  await bench.drop('large');
}
