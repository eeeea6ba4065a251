import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { createDemoApp } from '@nimule/fixtures/testing/demo-app';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJournalEntry } from '../../accounting/journal/service.ts';
import { LEFT_OUT_NOTE } from '../../accounting/private/rules.ts';
import { trialBalance } from '../../accounting/service.ts';
import { inSnapshot } from '../../context.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { readSheet } from '../../documents/sheets/sheets.ts';
import type { Role } from '../../identity/roles.ts';
import { invoke } from '../../invoke.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents, formatUsd, toDecimal } from '../../kernel/money.ts';
import { exportOwnReport, getOwnReport } from '../built-in/service.ts';
import {
  type Report,
  type ReportFormat,
  type ReportType,
  reportTypes,
} from '../comprehensive/schema.ts';
import { getReport } from '../comprehensive/service.ts';
import type { Headline } from './documents.ts';
import { exportReport, printedTables, reportFile } from './service.ts';
import { headlineFor } from './service-headline.ts';

let app: TestApp;
let folder: string;
const range = { startDate: isoDate('2026-06-10'), endDate: isoDate('2026-11-21') };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-report-files-'));
  app = await createDemoApp();
  app.config = { ...app.config, dataDir: folder };
  await sql`update customers set name = '=1+1;=cmd|x', search_text = 'a' where id = (select min(id) from customers)`.execute(
    app.db,
  );
}, patiently(300_000));
afterAll(async () => {
  await closePdf();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const as = (role: Role) => contextOf(app, staff(role));

async function bytesOf({ body }: FileAnswer): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  if (body instanceof Uint8Array) return Buffer.from(body);
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function pagesOf(file: FileAnswer): Promise<number> {
  return (await PDFDocument.load(await bytesOf(file))).getPageCount();
}

const fileOf = (type: ReportType, format: ReportFormat, role: Role = 'master_admin') =>
  exportReport(as(role), type, range, format, true);

/** The tables of a .csv file by their names, each with its header. */
async function tablesOf(file: FileAnswer): Promise<Map<string, string[][]>> {
  const text = (await bytesOf(file)).toString('utf8').replace('\uFEFF', '');
  const parts = text.split('\r\n\r\n').map((part) => part.trimEnd().split('\r\n'));
  return new Map(parts.map(([name, ...lines]) => [name!, lines.map((line) => cellsOf(line))]));
}

/** The cells of a line; quotes around them are taken off. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

const column = (table: string[][], title: string) => {
  const at = table[0]!.indexOf(title);
  expect(at).toBeGreaterThanOrEqual(0);
  return table.slice(1).map((row) => row[at]!);
};
const lastOf = (table: string[][], title: string) => column(table, title).at(-1);

it('has the figures, and rows whose totals are the figures', async () => {
  const report = (await getReport(as('master_admin'), 'comprehensive', range)) as Required<Report>;
  const file = await fileOf('comprehensive', 'csv');
  expect(file.filename).toBe('comprehensive-report-2026-06-10-to-2026-11-21.csv');
  const tables = await tablesOf(file);
  expect([...tables.keys()]).toEqual([
    'Figures',
    'Ledger lines',
    'Customers',
    'Invoices',
    'Purchase orders',
    'Employees',
    'Payroll in the ledger',
    'Support tickets',
  ]);
  const figures = tables.get('Figures')!;
  expect(figures.find(([, label]) => label === 'Total revenue')).toEqual([
    'Financial summary',
    'Total revenue',
    toDecimal(report.financialSummary!.totalRevenue),
    toDecimal(report.financialSummary!.totalRevenueSsp!),
    '',
  ]);
  const ledger = tables.get('Ledger lines')!;
  const net = toDecimal(report.financialSummary!.netProfit);
  const [debit, credit] = ['Debit', 'Credit'].map((title) => Number(lastOf(ledger, title)));
  expect((credit! - debit!).toFixed(2)).toBe(net);
  const { billedAmount, paidAmount, totalInvoices } = report.billingAnalysis!;
  const invoices = tables.get('Invoices')!;
  expect(invoices.length - 2).toBe(totalInvoices);
  expect(lastOf(invoices, 'Amount (USD)')).toBe(toDecimal(billedAmount));
  expect(lastOf(invoices, 'Paid (USD)')).toBe(toDecimal(paidAmount));
  expect(tables.get('Customers')!.length - 1).toBe(report.customerMetrics!.totalCustomers);
  const active = column(tables.get('Customers')!, 'Status at the end');
  expect(active.filter((status) => status === 'Active').length).toBe(
    report.customerMetrics!.activeCustomers,
  );
  const orders = tables.get('Purchase orders')!;
  expect(orders.length - 2).toBe(report.procurementAnalysis!.totalOrders);
  expect(lastOf(orders, 'Total (USD)')).toBe(toDecimal(report.procurementAnalysis!.totalSpend));
  expect(tables.get('Employees')!.length - 1).toBe(report.hrAnalysis!.totalEmployees);
  const pay = tables.get('Payroll in the ledger')!;
  const paid = Number(lastOf(pay, 'Debit')) - Number(lastOf(pay, 'Credit'));
  expect(paid).toBeGreaterThan(0);
  expect(paid.toFixed(2)).toBe(toDecimal(report.hrAnalysis!.totalPayroll!));
  expect(tables.get('Support tickets')!.length - 1).toBe(report.operationsAnalysis!.ticketsOpened);
});

it('has figures and rows of one moment, however late it is read', async () => {
  const before = (await getReport(as('master_admin'), 'financial', range)) as Required<Report>;
  const file = await fileOf('financial', 'csv');
  await createJournalEntry(as('master_admin'), {
    date: isoDate('2026-11-21'),
    description: 'Between figures and rows',
    entries: [
      { accountCode: '1120', debitAmount: cents(123_45) },
      { accountCode: '4510', creditAmount: cents(123_45) },
    ],
  });
  const tables = await tablesOf(file);
  const ledger = tables.get('Ledger lines')!;
  const [debit, credit] = ['Debit', 'Credit'].map((title) => Number(lastOf(ledger, title)));
  expect((credit! - debit!).toFixed(2)).toBe(toDecimal(before.financialSummary!.netProfit));
  expect(column(ledger, 'Description')).not.toContain('Between figures and rows');
});

it('neutralises formulas at the beginning and behind a semicolon', async () => {
  const text = (await bytesOf(await fileOf('customer', 'csv'))).toString('utf8');
  expect(text).toContain(`"'=1+1;'=cmd|x"`);
});

it('has payroll as monthly sums and no salaries without the permission', async () => {
  const [all, sums] = [
    await tablesOf(await fileOf('hr', 'csv', 'manager')),
    await tablesOf(await fileOf('hr', 'csv', 'billing')),
  ];
  expect(all.get('Employees')![0]).toContain('Monthly salary (USD)');
  expect(sums.get('Employees')![0]).not.toContain('Monthly salary (USD)');
  const entries = (tables: typeof all) => column(tables.get('Payroll in the ledger')!, 'Entry');
  expect(entries(all).some((entry) => entry.startsWith('JE-'))).toBe(true);
  expect(entries(sums).filter((entry) => entry && !entry.startsWith('PAYROLL-'))).toEqual([]);
  const { rows } = await app.pool.query(`
    select sum(l.debit_cents)::bigint as debit
    from journal_entries e join journal_lines l on l.entry_id = e.id and l.account_code in ('5420', '5410')
      join shown_pay_entries using (source, source_id)`);
  expect(lastOf(sums.get('Payroll in the ledger')!, 'Debit')).toBe(toDecimal(rows[0].debit));
  expect(Number(lastOf(all.get('Payroll in the ledger')!, 'Debit'))).toBeGreaterThan(
    rows[0].debit / 100,
  );
  expect(sums.get('Figures')!.at(-1)).toContain(LEFT_OUT_NOTE);
  const figures = sums.get('Figures')!;
  expect(figures.find(([, label]) => label!.startsWith('Total payroll'))).toEqual([
    ...['Human resources', 'Total payroll (not for your role)', '', '', ''],
  ]);
});

it('leaves out the rows of hidden sections and says so', async () => {
  const tables = await tablesOf(await fileOf('comprehensive', 'csv', 'technical_manager'));
  expect([...tables.keys()]).not.toContain('Ledger lines');
  expect([...tables.keys()]).not.toContain('Employees');
  const notes = tables.get('Figures')!.filter(([, label]) => /does not see/.test(label!));
  expect(notes.map(([section]) => section)).toEqual(['Financial summary', 'Human resources']);
});

it('is a workbook with a sheet for each table and numbers as numbers', async () => {
  const file = await fileOf('financial', 'excel');
  expect(file.filename).toBe('financial-report-2026-06-10-to-2026-11-21.xlsx');
  const path = join(folder, file.filename);
  await writeFile(path, await bytesOf(file));
  const sheet = await readSheet(path, { sheet: 'Invoices' });
  expect(sheet.info.sheets?.map(({ name }) => name)).toEqual([
    'Figures',
    'Ledger lines',
    'Invoices',
  ]);
  const rows = [];
  for await (const batch of sheet.rows) rows.push(...batch);
  const report = await getReport(as('master_admin'), 'financial', range);
  expect(rows.length).toBe(report.billingAnalysis!.totalInvoices + 1);
  expect(rows.at(-1)!.cells[6]).toBe(String(report.billingAnalysis!.billedAmount / 100));
});

it(
  'is a PDF whose parts are one document',
  async () => {
    const file = await fileOf('comprehensive', 'pdf');
    expect(file.filename).toBe('comprehensive-report-2026-06-10-to-2026-11-21.pdf');
    const merged = await PDFDocument.load(await bytesOf(file));
    expect(merged.getTitle()).toBe('Comprehensive report 10 Jun 2026 – 21 Nov 2026');
    expect(merged.getPageCount()).toBeGreaterThan(40);
    expect(merged.getPageCount()).toBeLessThan(110);
    // Laying out 2,000 rows takes seconds, on a busy machine many.
  },
  patiently(60_000),
);

/** The table of the second page whose title begins so, with the amounts of its last row by the columns' names. */
function sumsOf({ tables }: Headline, title: string) {
  const { columns, totals } = tables.flat().find((table) => table.title.startsWith(title))!;
  return Object.fromEntries(columns.map(({ name }, at) => [name, totals![at]]));
}

it('says in its tables and charts what the services of the books say', async () => {
  const month = { startDate: isoDate('2026-10-01'), endDate: isoDate('2026-10-31') };
  const report = await getReport(as('ceo'), 'comprehensive', month);
  const headline = await headlineFor(as('ceo'), report);
  const { financialSummary: f, billingAnalysis: b, operationsAnalysis: o } = report;
  const { totals } = await getOwnReport(as('ceo'), 'ageing', {});
  expect(f!.totalExpenses).toBeGreaterThan(0);
  expect(sumsOf(headline, 'Expenses').now).toBe(f!.totalExpenses);
  const before = await getReport(as('ceo'), 'financial', report.previousRange);
  expect(sumsOf(headline, 'Expenses').before).toBe(before.financialSummary!.totalExpenses);
  expect(sumsOf(headline, 'Billed by region').billedUsd).toBe(b!.billedAmount);
  expect(sumsOf(headline, 'Billed by package').billedUsd).toBe(b!.billedAmount);
  expect(sumsOf(headline, 'Tickets').opened).toBe(o!.ticketsOpened);
  expect(Number(sumsOf(headline, 'Top debtors').total) / 100).toBe(totals.total);
  const text = (title: string) => headline.charts.find((one) => one.title.startsWith(title))!.bars;
  expect(text('Revenue by month').at(-1)).toMatchObject({
    ...{ label: 'Oct 2026', text: formatUsd(f!.totalRevenue) },
  });
  expect(text('Active customers').at(-1)!.text).toBe(
    report.customerMetrics!.activeCustomers.toLocaleString('en-US'),
  );
  expect(text('Debts by age').at(-1)!.text).toBe(
    formatUsd(cents(Math.round(Number(totals.older) * 100))),
  );
  const { accounts } = await trialBalance(as('ceo'), { year: 2026, month: 10 });
  const bank = accounts.find(({ code }) => code === '1120')!;
  expect(text('Cash').find(({ label }) => label === bank.name.slice(0, 28))!.text).toBe(
    formatUsd(bank.debit),
  );
  expect(headline.cards[0]).toMatchObject({
    value: formatUsd(f!.totalRevenue),
    note: expect.stringContaining(formatUsd(before.financialSummary!.totalRevenue)),
  });
});

it('leaves the expenses, cash and revenue out for who does not see the books', async () => {
  const ctx = as('technical_manager');
  const { charts, tables } = await headlineFor(ctx, await getReport(ctx, 'comprehensive', range));
  const titles = [...charts, ...tables.flat()].map(({ title }) => title);
  expect(titles).toContain('Tickets');
  expect(titles.filter((title) => /^(Expenses|Cash|Revenue)/.test(title))).toEqual([]);
  const asked = { isPdf: true, withLines: false };
  const { remarks } = await reportFile(ctx, 'comprehensive', range, asked);
  expect(remarks).toContain('Not shown to your role: Financial summary, Human resources.');
});

it(
  'has all rows behind its two pages on request',
  async () => {
    const days = { startDate: isoDate('2026-11-01'), endDate: isoDate('2026-11-21') };
    const asked = { isPdf: true, withLines: true };
    const tables = await inSnapshot(as('ceo'), async (tx) =>
      printedTables(await reportFile(tx, 'customer', days, asked)),
    );
    expect(tables.map(({ title, note }) => [title, note])).toEqual([
      ...[
        ['Figures', ''],
        ['Customers', ''],
        ['Invoices', ''],
      ],
    ]);
    const { rows } = await app.pool.query(`select invoice_number as number from invoices
      where bill_date between '2026-11-01' and '2026-11-21' and status <> 'cancelled'
      order by bill_date, id`);
    expect(rows.length).toBeGreaterThan(50);
    expect(tables[2]!.rows.map(([number]) => number)).toEqual(rows.map(({ number }) => number));
    const { rows: people } = await app.pool.query('select count(*) as count from customers');
    expect(tables[1]!.rows).toHaveLength(Number(people[0].count));
    const pdf = (withLines: boolean) =>
      exportReport(as('ceo'), 'customer', days, 'pdf', withLines).then(pagesOf);
    expect(await pdf(false)).toBe(2);
    expect(await pdf(true)).toBeGreaterThan(2 + (rows.length + tables[1]!.rows.length) / 60);
  },
  patiently(60_000),
);

it('writes own reports in all formats', async () => {
  const wanted = (format: 'pdf' | 'csv') => exportOwnReport(as('ceo'), 'ageing', {}, format);
  const csv = await wanted('csv');
  expect(csv.filename).toBe('ageing-report-2026-11-21.csv');
  expect((await bytesOf(csv)).toString('utf8')).toMatch(/^\uFEFFCustomer ID,Name,/);
  const pdf = await PDFDocument.load(await bytesOf(await wanted('pdf')));
  expect(pdf.getTitle()).toBe('Ageing of debts As of 21 Nov 2026');
});

it('refuses days for a report that is as of today', async () => {
  const days = [{ startDate: range.startDate }, { endDate: range.endDate }, range];
  for (const wanted of days)
    for (const asked of [
      () => exportOwnReport(as('ceo'), 'ageing', wanted, 'csv'),
      () => getOwnReport(as('ceo'), 'ageing', wanted),
    ])
      await expect(asked()).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('as of today'),
      });
  const { asOf, dateRange } = await getOwnReport(as('ceo'), 'ageing', {});
  expect([asOf, dateRange]).toEqual(['2026-11-21', { startDate: asOf, endDate: asOf }]);
});

it('ignores what the client says of the data, and refuses dates in the wrong order', async () => {
  const send = (dateRange: object) =>
    invoke(app, staff('ceo'), 'exportReport', {
      params: { format: 'csv' },
      body: { reportType: 'procurement', dateRange, data: { totalSpend: 1e9 } },
    });
  const { body } = await send(range);
  const text = (await bytesOf(body as FileAnswer)).toString('utf8');
  expect(text).not.toContain('1000000000');
  await expect(send({ startDate: '2026-11-02', endDate: '2026-11-01' })).rejects.toMatchObject({
    kind: 'invalid',
    fields: { endDate: 'The last day cannot be before the first.' },
  });
});

it(
  'is a PDF of two pages for a company of many regions, packages and long names',
  async () => {
    await sql`update customers set name = repeat('Juba Long Trading ', 10), location = 'Region ' || id || repeat(' far', 10)`.execute(
      app.db,
    );
    await sql`update suppliers set name = repeat('Nile Cables ', 15) || id`.execute(app.db);
    await asOwner(app, `update invoices set package_name = 'Package of many words ' || id % 40`);
    const pages = new Map<ReportType, number>();
    for (const type of reportTypes)
      pages.set(type, await pagesOf(await exportReport(as('ceo'), type, range, 'pdf')));
    expect(Object.fromEntries(pages)).toEqual(
      Object.fromEntries(reportTypes.map((type) => [type, 2])),
    );
  },
  patiently(120_000),
);
