import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastAudit } from '@nimule/fixtures/testing/audit';
import { samplePng } from '@nimule/fixtures/testing/documents/images';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { refusal, sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournalEntry } from '../../accounting/journal/service.ts';
import { lockMonth, unlockMonth } from '../../accounting/service.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { readSheet } from '../../documents/sheets/sheets.ts';
import { invoke } from '../../invoke.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { getFinancialStatements, getFinancialSummary, getMonthlyProfitLoss } from './service.ts';
import { papers } from './service-attachments.ts';
import { downloadVoucher, exportStatements } from './service-files.ts';

let app: TestApp;
let ctx: Ctx;
let folder: string;

/** [date, debit account, credit account, US cents]. */
const moves = [
  ['2025-12-05', '1120', '3110', 500_000],
  ['2025-12-20', '1120', '4110', 100_000],
  ['2026-09-03', '1210', '4110', 300_000],
  ['2026-09-04', '5110', '1120', 90_000],
  ['2026-10-02', '1310', '1120', 120_000],
  ['2026-10-03', '1120', '2410', 200_000],
  ['2026-10-04', '1120', '1210', 300_000],
  ['2026-10-05', '5910', '1120', 40_000],
  ['2026-10-06', '5610', '1120', 2_500],
  ['2026-11-02', '1220', '4120', 33_333],
  ['2026-11-03', '1220', '4210', 10_000],
  ['2026-11-04', '5110', '2110', 20_000],
  ['2026-11-05', '5910', '1120', 40_000],
  ['2026-11-06', '5620', '1120', 111],
  ['2026-11-07', '1110', '1120', 7_000],
] as const;

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  ctx = contextOf(app, staff('admin'));
  folder = await mkdtemp(join(tmpdir(), 'nimule-finance-'));
  const postings = moves.map(([date, to, from, amount]) =>
    sale(date, amount, {
      lines: [
        { account: to, debit: cents(amount), credit: cents(0) },
        { account: from, debit: cents(0), credit: cents(amount) },
      ],
    }),
  );
  await transact(contextOf(app), (tx) => post(tx, postings));
  for (const [rate, day] of [
    [50_000, '2026-10-31'],
    [60_000, '2026-11-15'],
    [70_000, '2026-11-25'],
  ] as const)
    await updateRate(ctx, { rate: cents(rate), validFrom: isoDate(day) });
});
afterAll(async () => {
  await closePdf();
  await rm(folder, { recursive: true });
  await app.close();
});

const of = (month: number, year = 2026, compare?: 'previousMonth' | 'previousYear') =>
  getFinancialStatements(ctx, { month, year, compare });

describe('the statements of a month', () => {
  it('hold the fields of the month, and beside them the comparison and the year', async () => {
    const { profitLoss, balanceSheet, cashFlow, ...rest } = await of(11, 2026, 'previousMonth');
    expect(rest).toEqual({ month: '2026-11', comparedMonth: '2026-10', exchangeRate: 60_000 });
    expect(profitLoss).toMatchObject({ revenue: 43_333, expenses: 60_111, netProfit: -16_778 });
    expect(profitLoss.totals).toMatchObject({
      revenue: { amount: 43_333, compared: 0, yearToDate: 343_333 },
      costOfSales: { amount: 20_000, compared: 0, yearToDate: 110_000 },
      grossProfit: { amount: 23_333, compared: 0, yearToDate: 233_333 },
      operating: { amount: 40_000, compared: 40_000, yearToDate: 80_000 },
      nonOperating: { amount: 111, compared: 2_500, yearToDate: 2_611 },
      netProfit: { amount: -16_778, compared: -42_500, yearToDate: 150_722 },
    });
    expect(
      profitLoss.lines.nonOperating.map(({ code, amount, compared }) => [code, amount, compared]),
    ).toEqual([
      ['5610', 0, 2_500],
      ['5620', 111, 0],
    ]);
    expect(balanceSheet).toMatchObject({
      assets: 970_722,
      liabilities: 220_000,
      equity: 750_722,
      isBalanced: true,
    });
    expect(balanceSheet.totals).toMatchObject({
      earlierResult: { amount: 100_000, compared: 100_000, yearToDate: null },
      currentResult: { amount: 150_722, compared: 167_500 },
      assets: { compared: 967_500 },
    });
    expect(cashFlow).toMatchObject({
      operatingActivities: -40_111,
      investingActivities: 0,
      financingActivities: 0,
      netCashChange: -40_111,
    });
    expect(cashFlow.totals).toMatchObject({
      investing: { compared: -120_000, yearToDate: -120_000 },
      financing: { compared: 200_000, yearToDate: 200_000 },
      exchangeDifferences: { amount: -111, compared: 0, yearToDate: -111 },
      netCashChange: { compared: 337_500, yearToDate: 207_389 },
      openingCash: { amount: 847_500, compared: 510_000, yearToDate: 600_000 },
      closingCash: { amount: 807_389, compared: 847_500, yearToDate: 807_389 },
    });
  });

  it('read right without activity, before the first entry and before the comparison', async () => {
    const quiet = await of(3);
    expect(quiet.profitLoss).toMatchObject({ revenue: 0, expenses: 0, netProfit: 0 });
    expect(quiet.balanceSheet).toMatchObject({
      assets: 600_000,
      equity: 600_000,
      isBalanced: true,
    });
    expect(quiet.cashFlow.totals.closingCash.amount).toBe(600_000);
    expect(quiet).toMatchObject({ comparedMonth: null });
    const before = await of(11, 2024, 'previousYear');
    expect(before.profitLoss.lines.revenue).toEqual([]);
    expect(before.balanceSheet).toMatchObject({
      assets: 0,
      liabilities: 0,
      equity: 0,
      isBalanced: true,
    });
    expect(before.cashFlow.totals.openingCash).toEqual({ amount: 0, compared: 0, yearToDate: 0 });
    const first = await of(12, 2025, 'previousMonth');
    expect(first.profitLoss.totals.revenue).toEqual({
      amount: 100_000,
      compared: 0,
      yearToDate: 100_000,
    });
    expect(first.cashFlow.totals).toMatchObject({
      openingCash: { amount: 0, compared: 0 },
      closingCash: { amount: 600_000, compared: 0 },
    });
    const oldest = await of(1, 2000, 'previousMonth');
    expect(oldest).toMatchObject({ comparedMonth: '1999-12', exchangeRate: 40_000 });
    expect((await of(12, 2200)).profitLoss.revenue).toBe(0);
  });

  it("take the rate of the month's last day, of today in the current month and later", async () => {
    const rates = await Promise.all([of(9), of(10), of(11), of(12)]);
    expect(rates.map(({ exchangeRate }) => exchangeRate)).toEqual([40_000, 50_000, 60_000, 60_000]);
  });
});

describe('the monthly report', () => {
  it('has margins in percent and the accounts of the month', async () => {
    const report = await getMonthlyProfitLoss(ctx, isoMonth('2026-11'), undefined);
    expect(report).toMatchObject({
      company: app.config.company.name,
      currency: 'USD',
      revenue: { totalRevenue: 43_333, internetSubscriptions: 33_333 },
      costOfGoodsSold: {
        totalCOGS: 20_000,
        bandwidthCosts: 20_000,
        grossProfit: 23_333,
        grossProfitMargin: 53.8,
      },
      operatingExpenses: {
        totalOperatingExpenses: 40_000,
        operatingIncome: -16_667,
        operatingMargin: -38.5,
      },
      nonOperatingExpenses: { totalNonOperatingExpenses: 111 },
      netIncome: -16_778,
      netProfitMargin: -38.7,
    });
    expect(report.expenseBreakdown.nonOperatingExpenses).toEqual([
      { category: expect.stringContaining('Exchange'), amount: 111 },
    ]);
  });

  it('has no margins without revenue, and refuses months outside the books', async () => {
    const report = await getMonthlyProfitLoss(ctx, isoMonth('2026-10'), 'previousMonth');
    expect(report.costOfGoodsSold.grossProfitMargin).toBeNull();
    expect(report.netProfitMargin).toBeNull();
    expect(report.totals.revenue.compared).toBe(300_000);
    expect(await refusal(getMonthlyProfitLoss(ctx, isoMonth('1999-12'), undefined))).toMatchObject({
      kind: 'invalid',
    });
  });
});

describe('the financial summary', () => {
  it('shows the books to those who may see them, and recorded expenses to all', async () => {
    await app.pool.query(
      `insert into expenses (transaction_id, expense_date, location, description, search_text, expense_type, category, currency,
         amount_cents, rate_cents, account, debit_account, credit_account, created_at, created_by, updated_at, deleted_at)
       select 'TXN-2026-' || n, day, 'V', 'D', 'd', 'operating_expense', 'rent', 'USD', cents, 40000, 'cash', '5910', '1110',
         now(), 'test', now(), deleted
       from (values (1, date '2026-11-03', 700, null), (2, date '2026-02-01', 30, null), (3, date '2025-12-31', 5, null),
         (4, date '2026-11-04', 9, now()), (5, date '2026-12-01', 11, null)) as v (n, day, cents, deleted)`,
    );
    const summary = await getFinancialSummary(ctx);
    expect(summary).toEqual({
      month: '2026-11',
      expenses: { month: 700, year: 730 },
      books: {
        revenue: { month: 43_333, year: 343_333 },
        expenses: { month: 60_111, year: 192_611 },
        netProfit: { month: -16_778, year: 150_722 },
        cash: 807_389,
      },
    });
    const manager = contextOf(app, staff('technical_manager'));
    expect(await getFinancialSummary(manager)).toEqual({ ...summary, books: null });
  });
});

async function bytesOf({ body }: FileAnswer): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('the files', () => {
  const wanted = { month: 11, year: 2026, compare: 'previousMonth' } as const;

  it('are a workbook with a sheet for each statement', async () => {
    const file = await exportStatements(ctx, { ...wanted, format: 'xlsx' });
    expect(file.filename).toBe('financial-statements-2026-11.xlsx');
    const path = join(folder, file.filename);
    await writeFile(path, await bytesOf(file));
    const sheet = await readSheet(path);
    await sheet.close();
    expect(sheet.info.sheets?.map(({ name }) => name)).toEqual([
      'Profit and loss',
      'Balance sheet',
      'Cash flow',
      'Trial balance',
    ]);
  });

  it('are a table of one statement, or of all one after another', async () => {
    const one = await exportStatements(ctx, { ...wanted, format: 'csv', kind: 'profitLoss' });
    const lines = (await bytesOf(one)).toString('utf8').split('\r\n');
    expect(lines[0]).toBe('\uFEFFCode,Account,November 2026,October 2026,Year to date');
    expect(lines).toContain('4120,SME/Corporate Plans,333.33,0.00,333.33');
    expect(lines.at(-2)).toBe(',Net profit,-167.78,-425.00,1507.22');
    const all = await exportStatements(ctx, { ...wanted, format: 'csv' });
    const text = (await bytesOf(all)).toString('utf8');
    expect(text.match(/\uFEFF/g)).toHaveLength(1);
    for (const part of [
      '\uFEFFProfit and loss\r\nCode,',
      '\r\n\r\nBalance sheet\r\nCode,Account,30 Nov 2026,31 Oct 2026\r\n',
      ',Total assets,9707.22,9675.00\r\n',
      ',Total liabilities and equity,9707.22,9675.00\r\n',
      ',Cash at the end,8073.89,8475.00,8073.89\r\n',
      '\r\n\r\nTrial balance\r\nCode,Account,Debit,Credit\r\n',
    ])
      expect(text).toContain(part);
  });

  it('are a document with pounds at the rate and a page for each statement', async () => {
    const file = await exportStatements(ctx, { ...wanted, format: 'pdf' });
    expect(file.filename).toBe('financial-statements-2026-11.pdf');
    const { pages, text } = readPdf(await bytesOf(file));
    expect(pages).toHaveLength(4);
    for (const part of [
      'November 2026',
      'October 2026',
      '-$167.78',
      '-SSP 100,668',
      '1 USD = 600 SSP',
      'Page 4 of 4',
      'Total liabilities and equity',
    ])
      expect(text).toContain(part);
    const one = await exportStatements(ctx, { ...wanted, format: 'pdf', kind: 'cashFlow' });
    expect(readPdf(await bytesOf(one)).pages).toHaveLength(1);
  });

  it('are a voucher of an entry', async () => {
    const entry = await createJournalEntry(contextOf(app), {
      date: isoDate('2026-11-20'),
      description: 'Generator fuel',
      reference: 'Slip 12',
      entries: [
        { accountCode: '5310', debitAmount: cents(12_345), description: 'Munuki tower' },
        { accountCode: '1160', creditAmount: cents(12_345), sspAmount: cents(7_407_000) },
      ],
    });
    const file = await downloadVoucher(ctx, entry.id);
    expect(file.filename).toBe(`voucher-${entry.entryId}.pdf`);
    const { text } = readPdf(await bytesOf(file));
    for (const part of [
      entry.entryId,
      'Generator fuel',
      'Slip 12',
      'Munuki tower',
      '$123.45',
      'SSP 74,070',
      'Approved by',
      entry.createdBy,
    ])
      expect(text).toContain(part);
    expect(await refusal(downloadVoucher(ctx, 999))).toMatchObject({ kind: 'notFound' });
  });
});

describe('papers of an entry', () => {
  it('are kept with it, and stay while its month is locked', async () => {
    const path = join(folder, 'paper.png');
    await writeFile(path, samplePng());
    const upload = { filename: 'slip.png', path, size: samplePng().length };
    const { id } = await papers.add(ctx, 1, upload);
    expect(await lastAudit(app)).toMatchObject({
      action: 'journal.attach',
      entity: 'entry',
      entity_id: '1',
      after: { fileName: 'slip.png' },
    });
    expect((await papers.add(ctx, 1, upload)).id).toBe(id);
    expect(await papers.list(ctx, 1)).toHaveLength(1);
    expect((await papers.read(ctx, 1, id)).body).toEqual(samplePng());
    expect(await refusal(papers.read(ctx, 2, id))).toMatchObject({
      kind: 'notFound',
    });
    expect(await refusal(papers.list(ctx, 999))).toMatchObject({
      kind: 'notFound',
    });
    await lockMonth(ctx, isoMonth('2025-12'));
    const refused = await refusal(papers.remove(ctx, 1, id));
    expect(refused).toMatchObject({ kind: 'rule', code: 'month.locked' });
    expect(refused.message).toBe(
      'December 2025 is locked, so the papers of JE-2025-000001 cannot be deleted.',
    );
    await unlockMonth(ctx, isoMonth('2025-12'));
    expect(await papers.remove(ctx, 1, id)).toMatchObject({ fileName: 'slip.png' });
    expect(await lastAudit(app)).toMatchObject({ action: 'journal.detach' });
    expect(await papers.list(ctx, 1)).toEqual([]);
  });
});

it('is answered in units of dollars', async () => {
  const call = (operation: 'financialStatements' | 'monthlyProfitLoss', raw: object) =>
    invoke(app, staff('ceo'), operation, raw).then(({ body }) => body);
  const period = { month: '11', year: '2026', compare: 'previousYear' };
  expect(await call('financialStatements', { query: period })).toMatchObject({
    comparedMonth: '2025-11',
    exchangeRate: 600,
    profitLoss: { revenue: 433.33, netProfit: -291.23 },
    balanceSheet: { assets: 9583.77, isBalanced: true },
  });
  expect(
    await call('monthlyProfitLoss', { params: { month: '2026-11' }, query: {} }),
  ).toMatchObject({
    comparedMonth: null,
    netIncome: -291.23,
  });
});
