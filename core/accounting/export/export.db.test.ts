import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { sale } from '@nimule/fixtures/testing/ledger';
import { needing } from '@nimule/fixtures/testing/needs';
import { firstSuppliers } from '@nimule/fixtures/testing/procurement';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import { addDays, addMonths, firstDay, isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import { credit, debit, inPounds, type Posting, type PostingLine } from '../rules.ts';
import type { BooksFormat } from '../schema.ts';
import { listAccounts, trialBalance } from '../service.ts';
import { post } from '../service-post.ts';
import { accountPaths } from './rules.ts';
import { exportBooks } from './service.ts';

const run = promisify(execFile);

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

/** Every third entry is paid in pounds, to a supplier or an employee. */
function linesOf(index: number, text: string): PostingLine[] {
  const total = cents(2 ** 31 + index * 37);
  const part = cents(1 + ((index * 7919) % 1_000_000));
  if (index % 3 === 0)
    return [
      { ...debit('5320', total, undefined, text), ...(index % 2 ? { supplierId: 3 } : {}) },
      inPounds(credit('1160', cents(total - part), undefined, text), cents(poundsOf(index))),
      { ...credit('1520', part), employeeId: 4 },
    ];
  return [
    debit('1210', total, 7, text),
    credit('4110', cents(total - part), undefined, text),
    credit('2210', part, 7),
  ];
}

const poundsOf = (index: number) => 900_000_000_000 + index * 41;

/** What the programs shall find in the tags: the sum of the pounds, and the lines of each party. */
const TAGS = {
  pounds: -Array.from({ length: COUNT / 3 }, (_, n) => poundsOf(n * 3)).reduce((a, b) => a + b),
  supplier: COUNT / 6,
  employee: COUNT / 3,
  customer: (COUNT / 3) * 4,
};

/** The same from what a program tells of each line: pounds, supplier, employee and customer. */
function tagsFrom(rows: readonly string[][]): typeof TAGS {
  const found = { pounds: 0, supplier: 0, employee: 0, customer: 0 };
  for (const [ssp = '', supplier = '', employee = '', customer = ''] of rows) {
    found.pounds += Number(ssp.trim().replace('.', ''));
    if (supplier.trim() === '3') found.supplier += 1;
    if (employee.trim() === '4') found.employee += 1;
    if (customer.trim() === '7') found.customer += 1;
  }
  return found;
}

let app: TestApp;
let ctx: Ctx;
let folder: string;

beforeAll(async () => {
  app = await createMarkedApp();
  ctx = contextOf(app);
  await firstSuppliers(ctx, 3);
  await firstEmployees(ctx, 4);
  folder = await mkdtemp(join(tmpdir(), 'nimule-export-'));
  const postings = Array.from({ length: COUNT }, (_, index): Posting => {
    const text = nasty[index % nasty.length]!;
    return sale(addDays(isoDate('2026-08-01'), index % 112), 0, {
      description: text,
      reference: text,
      lines: linesOf(index, text),
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
    expect(await exportBooks(ctx, 'ledger')).toMatchObject({
      filename: 'books-2026-11-21.ledger',
    });
  });

  it.each([
    ['hledger', /^ {4}(\S+) {2}(-?\d+)\.(\d\d) USD(?: {2};.*)?$/],
    ['beancount', /^ {2}([A-Z]\S+) {2}(-?\d+)\.(\d\d) USD$/],
    ['ledger', /^ {4}([A-Z]\S+) {2}(-?\d+)\.(\d\d) USD$/],
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

describe('hledger', needing('hledger'), () => {
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
    const count = async (...tag: string[]) =>
      (await run('hledger', ['-f', path, 'reg', '-O', 'csv', ...tag], { env })).stdout
        .trim()
        .split('\n').length - 1;
    expect(await count('tag:supplier=^3$')).toBe(TAGS.supplier);
    expect(await count('tag:employee=^4$')).toBe(TAGS.employee);
    expect(await count('tag:customer=^7$')).toBe(TAGS.customer);
    expect(await count(`tag:ssp=^-${toDecimal(cents(poundsOf(3)))}$`)).toBe(1);
  });
});

describe('beancount', needing('beancount'), () => {
  it('accepts every line, and reaches the same balances and pounds', async () => {
    const path = await write('beancount');
    await run('bean-check', [path]);
    const query = async (text: string) => {
      const { stdout } = await run('bean-query', ['--format', 'csv', path, text]);
      return stdout.split(/\r?\n/).slice(1).filter(Boolean);
    };
    for (const month of months) {
      const end = firstDay(addMonths(isoMonth(month), 1));
      const rows = await query(
        `select account, number(only('USD', sum(position))) where date < ${end} group by account`,
      );
      const found = rows.map((row) => row.split(',').map((cell) => cell.trim()));
      expect(new Map(found as [string, string][])).toEqual(await balances(month));
    }
    const rows = await query(
      "select meta('ssp'), meta('supplier'), meta('employee'), meta('customer')",
    );
    expect(tagsFrom(rows.map((row) => row.split(',')))).toEqual(TAGS);
  });
});

describe('ledger', needing('ledger'), () => {
  it('accepts every line and reaches the same balances to the cent, month by month', async () => {
    const path = await write('ledger');
    const ledger = async (...given: string[]) =>
      (await run('ledger', ['--args-only', '--pedantic', '-f', path, ...given])).stdout
        .trim()
        .split('\n');
    for (const month of months) {
      const end = firstDay(addMonths(isoMonth(month), 1));
      const format = '%(account) %(display_total)\n';
      const rows = await ledger('bal', '--flat', '--no-total', '-e', end, '--format', format);
      expect(new Map(rows.map((row) => row.split(' ') as unknown as [string, string]))).toEqual(
        await balances(month),
      );
    }
    const tag = (name: string) => `%(tag("${name}"))`;
    const tags = ['ssp', 'supplier', 'employee', 'customer'].map(tag).join('|');
    const rows = await ledger('reg', '--format', `${tags}\n`);
    expect(tagsFrom(rows.map((row) => row.split('|')))).toEqual(TAGS);
  });
});
