import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportBooks } from '@nimule/core/accounting/export/service';
import { trialBalance } from '@nimule/core/accounting/service';
import { createContext } from '@nimule/core/context';
import { createPool } from '@nimule/core/database/connect';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type { Bench } from './database.ts';
import { fixed, line, median, seconds } from './measure.ts';

const ROUNDS = 5;

function hasHledger(): boolean {
  try {
    execFileSync('hledger', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Posts two-line entries over a year, through the ledger's triggers. */
async function fillLedger(bench: Bench, database: string, lines: number): Promise<void> {
  const pool = createPool({ ...bench.settings(database), max: 1 });
  await pool.query('begin');
  await pool.query(
    `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, cash_place)
     select n, side, date_trunc('month', date '2026-01-01' + n % 330)::date,
       case side when 1 then (array['1110','1120','1130','1210','1220'])[1 + n % 5] else (array['4110','4120','4310','4510'])[1 + n % 4] end,
       case side when 1 then 100 + n % 90000 else 0 end, case side when 2 then 100 + n % 90000 else 0 end,
       case when side = 1 and n % 5 = 0 then 'safe' end
     from generate_series(1, $1::int) n, generate_series(1, 2) side`,
    [lines / 2],
  );
  await pool.query(
    `insert into journal_entries (id, entry_number, entry_date, month, description, source, source_id, total_cents, created_at, created_by)
     select n, 'JE-2026-' || lpad(n::text, 6, '0'), date '2026-01-01' + n % 330, date_trunc('month', date '2026-01-01' + n % 330)::date,
       'Sale ' || n, 'manual', n, 100 + n % 90000, now(), 'bench' from generate_series(1, $1::int) n`,
    [lines / 2],
  );
  await pool.query('commit');
  await pool.query('vacuum journal_lines, journal_entries, account_months');
  await pool.end();
}

/** (d) The trial balance over a million ledger lines, and the same figures from hledger. */
export async function benchTrialBalance(bench: Bench, lines: number): Promise<void> {
  line(`(d) trial balance over ${lines} ledger lines`);
  await bench.create('books');
  await fillLedger(bench, 'books', lines);
  const app = openApp(bench.settings('books'));
  const context = createContext(app, { kind: 'shell', osUser: 'bench' });
  const period = { month: 12, year: 2026 };
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    ours.push(await seconds(() => trialBalance(context, period)));
  const balance = await trialBalance(context, period);
  line(
    `    nimule   median ${fixed(median(ours) * 1000, 1)} ms, total ${fixed(balance.totalDebit / 100)} USD, ${balance.isBalanced ? 'balanced' : 'NOT BALANCED'}`,
  );
  if (hasHledger()) await compareWithHledger(context, balance.accounts);
  else line('    hledger is not installed: no second opinion');
  await app.close();
  await bench.drop('books');
}

async function compareWithHledger(
  context: Parameters<typeof exportBooks>[0],
  accounts: readonly { code: string; debit: number; credit: number }[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nimule-books-'));
  const file = join(folder, 'books.journal');
  const exported = await seconds(async () => {
    const answer = await exportBooks(context, 'hledger');
    await pipeline(
      answer.body instanceof Uint8Array ? Readable.from([answer.body]) : Readable.from(answer.body),
      createWriteStream(file),
    );
  });
  let output = '';
  const took = await seconds(async () => {
    output = execFileSync('hledger', ['-f', file, 'bal', '--flat', '--no-total', '-O', 'csv'], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
  });
  const theirs = new Map<string, number>();
  for (const row of output.split('\n').slice(1)) {
    const [account = '', ...rest] = row.split(',');
    const code = /\d{4}/.exec(account)?.[0];
    const amount = /-?[\d,]+\.\d{2}/.exec(rest.join(','))?.[0];
    if (code && amount) theirs.set(code, Math.round(Number(amount.replaceAll(',', '')) * 100));
  }
  const ours = accounts.filter(({ debit, credit }) => debit !== credit);
  const differ = ours.filter(({ code, debit, credit }) => theirs.get(code) !== debit - credit);
  const equal = differ.length === 0 && theirs.size === ours.length;
  line(`    hledger  ${fixed(took)} s for bal over the export (written in ${fixed(exported)} s)`);
  line(
    `    figures of ${theirs.size} accounts ${equal ? 'equal to the cent' : `DIFFER: ${differ.map(({ code }) => code).join(', ') || 'not the same accounts'}`}`,
  );
  await rm(folder, { recursive: true, force: true });
}
