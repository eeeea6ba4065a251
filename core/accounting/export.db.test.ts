import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import { addDays, addMonths, firstDay, isoDate, isoMonth } from '../kernel/dates.ts';
import { cents, toDecimal } from '../kernel/money.ts';
import { credit, debit, type Posting } from './rules.ts';
import { accountPaths } from './rules-export.ts';
import type { BooksFormat } from './schema.ts';
import { listAccounts, trialBalance } from './service.ts';
import { exportBooks } from './service-export.ts';
import { post } from './service-post.ts';

const run = promisify(execFile);

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Texts that mean something to one of the programs, or look as if they did. */
const nasty = [
  'plain',
  'a; comment',
  'payee | note',
  'tag: value, date:2020-01-01, date2:2020-02-02',
  '[2020-01-01] [=2020-01-02]',
  'two\nlines\n\n2020-01-01 * "x"\n  Assets:Fake  5 USD',
  'quote " and \\ backslash \\" \\n',
  '(code) * ! = 2020-01-01',
  'comment',
  'include /etc/passwd',
  'tab\there  two spaces  5 USD',
  'Ünïcödé, شبكة جوبا, 数字, 🛰️',
  '',
];

const COUNT = 1_500;

let app: TestApp;
let ctx: Ctx;
let folder: string;

beforeAll(async () => {
  app = await createTestApp();
  ctx = contextOf(app);
  folder = await mkdtemp(join(tmpdir(), 'nimule-export-'));
  const postings = Array.from({ length: COUNT }, (_, index): Posting => {
    const text = nasty[index % nasty.length]!;
    const total = 2 ** 31 + index * 37;
    const part = 1 + ((index * 7919) % 1_000_000);
    return sale(addDays(isoDate('2026-08-01'), index % 112), total, {
      description: text,
      reference: text,
      lines: [
        debit('1210', cents(total), 7, text),
        credit('4110', cents(total - part), undefined, text),
        credit('2210', cents(part), 7),
      ],
    });
  });
  await transact(ctx, (tx) => post(tx, postings));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function exported(format: BooksFormat): Promise<string> {
  const { body } = await exportBooks(ctx, format);
  if (body instanceof Uint8Array) throw new Error('the export is a stream');
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  expect(chunks.length).toBeGreaterThan(2);
  return Buffer.concat(chunks).toString('utf8');
}

async function write(format: BooksFormat): Promise<string> {
  const path = join(folder, `books.${format}`);
  await writeFile(path, await exported(format));
  return path;
}

/** The trial balance as 'path' → '1234.50', debits above zero. */
async function balances(month: string): Promise<Map<string, string>> {
  const paths = accountPaths(await listAccounts(ctx));
  const [year, number] = month.split('-').map(Number);
  const { accounts } = await trialBalance(ctx, { year, month: number });
  return new Map(
    accounts.map((account) => [
      paths.get(account.code)!,
      toDecimal(cents(account.debit - account.credit)),
    ]),
  );
}

const months = ['2026-08', '2026-09', '2026-10', '2026-11'];

describe('the exported journal', () => {
  it('is a file of text, named by its day', async () => {
    expect(await exportBooks(ctx, 'hledger')).toMatchObject({
      filename: 'books-2026-11-21.journal',
      contentType: 'text/plain; charset=utf-8',
    });
    expect(await exportBooks(ctx, 'beancount')).toMatchObject({
      filename: 'books-2026-11-21.beancount',
    });
  });

  it.each([
    ['hledger', /^ {4}(\S+) {2}(-?\d+)\.(\d\d) USD(?: {2};.*)?$/],
    ['beancount', /^ {2}([A-Z]\S+) {2}(-?\d+)\.(\d\d) USD$/],
  ] as const)(
    'for %s has every entry once, in order, and adds up to the trial balance',
    async (format, posting) => {
      const sums = new Map<string, bigint>();
      const heads: string[] = [];
      for (const line of (await exported(format)).split('\n')) {
        const match = posting.exec(line);
        if (match) {
          const [, path, whole, fraction] = match;
          sums.set(path!, (sums.get(path!) ?? 0n) + BigInt(`${whole}${fraction}`));
        } else if (/^2\S* \*/.test(line)) heads.push(line.slice(0, 10));
      }
      expect(heads).toHaveLength(COUNT);
      expect(await exported(format)).toMatch(/\n; end of export: 1500 entries\n$/);
      expect(heads).toEqual(heads.toSorted());
      const expected = [...(await balances('2026-11'))].map(([path, text]) => [
        path,
        BigInt(text.replace('.', '')),
      ]);
      expect([...sums].sort()).toEqual(expected.sort());
    },
  );

  it('leaves out what is posted while it is read', async () => {
    const { body } = await exportBooks(ctx, 'hledger');
    const [late] = await transact(ctx, (tx) => post(tx, [sale('2026-11-21', 5)]));
    let text = '';
    for await (const chunk of body as AsyncIterable<Uint8Array>)
      text += Buffer.from(chunk).toString('utf8');
    expect(text).toContain('(JE-2026-001500)');
    expect(text).not.toContain(late!.entryNumber);
    expect(await exported('hledger')).toContain(late!.entryNumber);
  });
});

describe.skipIf(!isInstalled('hledger'))('hledger', () => {
  const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };

  it('accepts every line and reaches the same balances to the cent, month by month', async () => {
    const path = await write('hledger');
    await run(
      'hledger',
      ['-f', path, 'check', '--strict', 'accounts', 'commodities', 'ordereddates'],
      { env },
    );
    for (const month of months) {
      const end = firstDay(addMonths(isoMonth(month), 1));
      const { stdout } = await run(
        'hledger',
        ['-f', path, 'bal', '--flat', '-N', '-e', end, '-O', 'csv'],
        { env },
      );
      const rows = stdout
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => JSON.parse(`[${row}]`) as [string, string]);
      expect(
        new Map(rows.map(([account, balance]) => [account, balance.replace(/ USD$/, '')])),
      ).toEqual(await balances(month));
    }
  });
});

describe.skipIf(!isInstalled('bean-check'))('beancount', () => {
  it('accepts every line', async () => {
    await run('bean-check', [await write('beancount')]);
  });
});
