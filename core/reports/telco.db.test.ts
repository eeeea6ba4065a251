import { stat } from 'node:fs/promises';
import { telcoFile, telcoMapping } from '@nimule/fixtures/testing/telco';
import { createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEFT_OUT_NOTE } from '../accounting/private/rules.ts';
import type { BillingRun, RunResult } from '../billing/runs/schema.ts';
import type { Role } from '../identity/roles.ts';
import type { ImportResult } from '../imports/schema.ts';
import { invoke } from '../invoke.ts';
import type { RawInput } from '../kernel/contract.ts';
import type { Operation } from '../routes.ts';

/** The file's 5,174 customers who stayed and what they pay a month together, in US dollars. */
const STAYED = 5174;
const LEFT = 1869;
const REVENUE = 316_985.75;
const MONTH = '2026-11';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());

/** Calls through `invoke`, so that amounts are as in the API. */
async function call<T>(
  operation: Operation,
  raw: RawInput = {},
  role: Role = 'billing',
): Promise<T> {
  return (await invoke(app, staff(role), operation, raw)).body as T;
}

async function importTelco(): Promise<ImportResult> {
  const texts = Object.entries(telcoMapping).map(([name, value]) => [name, JSON.stringify(value)]);
  const body = { type: 'customers', ...Object.fromEntries(texts) };
  const upload = {
    filename: 'telco-customer-churn.csv',
    path: telcoFile,
    size: (await stat(telcoFile)).size,
  };
  return call('importFile', { body, upload }, 'support');
}

const bill = () => call<RunResult>('triggerBilling', { body: { month: MONTH } });

interface WireBalance {
  month: string;
  accounts: { code: string; debit: number; credit: number }[];
  totalDebit: number;
  totalCredit: number;
  isBalanced: boolean;
}

/** The books after November, with the accounts that nothing was posted to left out. */
async function books() {
  const balance = await call<WireBalance>('trialBalance', { query: { month: '11', year: '2026' } });
  const used = balance.accounts.filter(({ debit, credit }) => debit !== 0 || credit !== 0);
  return { ...balance, accounts: used.map(({ code, debit, credit }) => [code, debit, credit]) };
}

/** Everything that November made. Residential receivables against residential plans, nothing else. */
const november = {
  month: MONTH,
  accounts: [
    ['1210', REVENUE, 0],
    ['4110', 0, REVENUE],
  ],
  totalDebit: REVENUE,
  totalCredit: REVENUE,
  isBalanced: true,
  note: LEFT_OUT_NOTE,
};

async function unsound(): Promise<unknown[]> {
  const { isSound, checks } = await call<{
    isSound: boolean;
    checks: { name: string; isSound: boolean; detail: string }[];
  }>('checkBooks');
  const found = checks.filter((check) => !check.isSound);
  expect(checks.length).toBeGreaterThan(10);
  expect(isSound).toBe(found.length === 0);
  return found;
}

describe('the Telco file from import to books', () => {
  it('bills a month to the cent, and nothing twice', async () => {
    expect(await importTelco()).toMatchObject({
      recordsCreated: STAYED + LEFT,
      recordsUpdated: 0,
      recordsUnchanged: 0,
      recordsFailed: 0,
      errors: [],
    });

    expect(await bill()).toMatchObject({
      month: MONTH,
      dryRun: false,
      invoicesGenerated: STAYED,
      totalRevenue: REVENUE,
      skipped: 0,
      alreadyBilled: 0,
    });
    expect(await books()).toEqual(november);
    expect(await unsound()).toEqual([]);

    expect(await bill()).toMatchObject({
      invoicesGenerated: 0,
      totalRevenue: 0,
      skipped: 0,
      alreadyBilled: STAYED,
    });
    expect(await books()).toEqual(november);

    expect(await importTelco()).toMatchObject({
      recordsCreated: 0,
      recordsUpdated: 0,
      recordsUnchanged: STAYED + LEFT,
      recordsFailed: 0,
      errors: [],
    });
    expect(await bill()).toMatchObject({ invoicesGenerated: 0, totalRevenue: 0 });
    expect(await books()).toEqual(november);
    expect(await unsound()).toEqual([]);
  });

  it('has statements of the month to the cent', async () => {
    expect(
      await call('financialStatements', { query: { month: '11', year: '2026' } }),
    ).toMatchObject({
      profitLoss: { revenue: REVENUE, expenses: 0, netProfit: REVENUE },
      balanceSheet: { assets: REVENUE, liabilities: 0, equity: REVENUE, isBalanced: true },
      cashFlow: { operatingActivities: 0, netCashChange: 0 },
    });
    expect(await call('monthlyProfitLoss', { params: { month: MONTH }, query: {} })).toMatchObject({
      revenue: { totalRevenue: REVENUE, internetSubscriptions: REVENUE },
      netIncome: REVENUE,
      netProfitMargin: 100,
    });
  });

  it('shows the same figures wherever they are shown', async () => {
    expect(await call('customerStats')).toMatchObject({ total: STAYED + LEFT, active: STAYED });
    expect(await call('billingOverview')).toMatchObject({
      outstandingUsd: REVENUE,
      pendingUsd: REVENUE,
      overdueUsd: 0,
      paidThisMonthUsd: 0,
      paidThisMonthSsp: 0,
      openInvoices: STAYED,
    });
    const page = await invoke(app, staff('billing'), 'listInvoices', {
      query: { month: MONTH, pageSize: '1', total: '1' },
    });
    expect(page.total).toBe(STAYED);
    const runs = await call<BillingRun[]>('listBillingRuns');
    expect(runs.map(({ status, generated }) => [status, generated])).toEqual([
      ['done', 0],
      ['done', 0],
      ['done', STAYED],
    ]);
    expect(runs.at(-1)).toMatchObject({ month: MONTH, processed: STAYED, revenueUsd: REVENUE });
  });
});
