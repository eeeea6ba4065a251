import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemoApp } from '@nimule/fixtures/testing/demo-app';
import { type ReadCell, spreadsheets } from '@nimule/fixtures/testing/documents/spreadsheets';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needing } from '@nimule/fixtures/testing/needs';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isoDate } from '../../kernel/dates.ts';
import type { Report } from '../comprehensive/schema.ts';
import { getReport } from '../comprehensive/service.ts';
import { exportReport } from './service.ts';

// What other programs read in the files of a report, against its figures.

let app: TestApp;
let folder: string;
let report: Required<Report>;
const range = { startDate: isoDate('2026-06-10'), endDate: isoDate('2026-11-21') };
const ctx = () => contextOf(app, staff('master_admin'));
const NAME = '=HYPERLINK("http://x");=1+1, "Ltd"';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-programs-'));
  app = await createDemoApp();
  await sql`update customers set name = ${NAME} where id = (select min(id) from customers)`.execute(
    app.db,
  );
  report = (await getReport(ctx(), 'comprehensive', range)) as Required<Report>;
}, patiently(300_000));
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function save(format: 'xlsx' | 'csv'): Promise<string> {
  const { body, filename } = await exportReport(ctx(), 'comprehensive', range, format);
  const path = join(folder, filename);
  await writeFile(path, body);
  return path;
}

/** A cell as cents; Gnumeric shows thousands apart. */
const centsOf = (cell: ReadCell | undefined) =>
  Math.round(Number(String(cell ?? '').replaceAll(',', '')) * 100);

/** What the rows of a file say, and must: sums of the rows, totals below them, numbers of rows. */
function expectEqual(sheets: ReadonlyMap<string, ReadCell[][]>) {
  const partOf = (name: string) => {
    const [head, ...rows] = sheets.get(name)!;
    const width = head!.filter((cell) => cell !== null && cell !== '').length;
    const last = rows.at(-1)!;
    const isTotal = last[0] === 'Total';
    return {
      count: isTotal ? rows.length - 1 : rows.length,
      sumOf(title: string) {
        const at = head!.slice(0, width).indexOf(title);
        expect(at, title).toBeGreaterThan(0);
        const sum = rows.slice(0, -1).reduce((all, row) => all + centsOf(row[at]), 0);
        expect(centsOf(last[at]), `total of ${title}`).toBe(sum);
        return sum;
      },
    };
  };
  const figure = (label: string) => {
    const [, , usd, ssp, value] = sheets.get('Figures')!.find((row) => row[1] === label)!;
    return {
      usd: centsOf(usd),
      ssp: centsOf(ssp),
      value: Number(String(value).replaceAll(',', '')),
    };
  };
  const f = report.financialSummary!;
  expect(figure('Total revenue')).toMatchObject({ usd: f.totalRevenue, ssp: f.totalRevenueSsp });
  expect(figure('Net profit').usd).toBe(f.netProfit);
  expect(figure('Profit margin (%)').value).toBe(f.profitMargin);
  const ledger = partOf('Ledger lines');
  expect(ledger.sumOf('Credit') - ledger.sumOf('Debit')).toBe(f.netProfit);
  const b = report.billingAnalysis!;
  const invoices = partOf('Invoices');
  expect(invoices.count).toBe(b.totalInvoices);
  expect(invoices.sumOf('Amount (USD)')).toBe(b.billedAmount);
  expect(invoices.sumOf('Paid (USD)')).toBe(b.paidAmount);
  const p = report.procurementAnalysis!;
  expect(partOf('Purchase orders').count).toBe(p.totalOrders);
  expect(partOf('Purchase orders').sumOf('Total (USD)')).toBe(p.totalSpend);
  const pay = partOf('Payroll in the ledger');
  expect(pay.sumOf('Debit') - pay.sumOf('Credit')).toBe(report.hrAnalysis!.totalPayroll);
  expect(partOf('Customers').count).toBe(report.customerMetrics!.totalCustomers);
  expect(partOf('Employees').count).toBe(report.hrAnalysis!.totalEmployees);
}

const { openpyxl, gnumeric } = spreadsheets;

it('openpyxl reads the workbook to the cent', needing('openpyxl'), async () => {
  const sheets = await openpyxl.read(await save('xlsx'));
  expectEqual(sheets);
  const [head, first] = sheets.get('Invoices')!;
  const cell = (title: string) => first![head!.indexOf(title)];
  expect(typeof cell('Amount (USD)')).toBe('number');
  expect(cell('Bill date')).toMatch(/^2026-\d\d-\d\d$/);
  expect(sheets.get('Customers')!.flat()).toContain(`'${NAME}`);
});

it('Gnumeric reads the workbook to the cent', needing('gnumeric'), async () => {
  expectEqual(await gnumeric.read(await save('xlsx')));
});

it('Gnumeric reads the .csv file to the cent', needing('gnumeric'), async () => {
  const sheets = await gnumeric.read(await save('csv'));
  // One table below another, each below its name.
  const tables = new Map<string, ReadCell[][]>();
  for (const row of [...sheets.values()].flat()) {
    const isName = row.slice(1).every((cell) => cell === '');
    if (isName && row[0] !== '') tables.set(String(row[0]), []);
    else if (!isName) [...tables.values()].at(-1)!.push(row);
  }
  expectEqual(tables);
  const all = [...tables.values()].flat(2).map(String);
  // It takes the quote before the text as the sign of a text, which it is for spreadsheets.
  expect(all).toContain(NAME.replace(';=', ";'="));
});
