import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listJournalEntries } from '@nimule/core/accounting/journal/service';
import { trialBalance } from '@nimule/core/accounting/service';
import { listCustomers } from '@nimule/core/billing/accounts/service-list';
import { previewDisconnect } from '@nimule/core/billing/disconnect/service';
import type { Invoice } from '@nimule/core/billing/invoices/schema';
import { listInvoices } from '@nimule/core/billing/invoices/service';
import { listPayments } from '@nimule/core/billing/payments/service-list';
import { getAutomationStatus, listBillingRuns } from '@nimule/core/billing/runs/service';
import type { Ctx } from '@nimule/core/context';
import { locations, packageNames } from '@nimule/core/customers/schema';
import { listExpenseTemplates } from '@nimule/core/expenses/recurring/service-templates';
import { listExpenses } from '@nimule/core/expenses/service-list';
import { listAttendance } from '@nimule/core/hr/attendance/service-list';
import { listLeaveRequests } from '@nimule/core/hr/leave/service-list';
import { listPayrollBatches } from '@nimule/core/hr/payroll/service-batches';
import { roles } from '@nimule/core/identity/roles';
import { listUsers } from '@nimule/core/identity/users/service';
import { isoDate, monthOf } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { listPaymentRequests } from '@nimule/core/mobile-money/service';
import { checkPayments } from '@nimule/core/mobile-money/service-job';
import { listNodes } from '@nimule/core/network/nodes/service-list';
import { getCurrentRates } from '@nimule/core/rates/service';
import { checkBooks } from '@nimule/core/reports/checks/service';
import { optimizeNetwork } from '@nimule/core/reports/network/service';
import { getRegionalCoverage } from '@nimule/core/reports/regional-coverage/service';
import { listLoans } from '@nimule/core/sales/loans/service-list';
import { listSales } from '@nimule/core/sales/orders/service-list';
import { loanStatuses, saleStatuses } from '@nimule/core/sales/schema';
import { listTills, listUnclosedTills } from '@nimule/core/till/service-list';
import { wifiPackageIds } from '@nimule/core/wifi/schema';
import { listWifiSessions } from '@nimule/core/wifi/service';
import {
  isUntouched,
  loadDemo,
  readSignIns,
  saveSignIns,
  signInsFile,
} from '@nimule/fixtures/demo/load-demo';
import { createDemoApp } from '@nimule/fixtures/testing/demo-app';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccess } from './demo-access.ts';
import { expectChats } from './demo-assistant.ts';
import { type Harness, harnessOf, startHarness } from './harness.ts';

let harness: Harness;
let ctx: Ctx;
let dataDir: string;
let invoices: Invoice[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nimule-demo-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const inDataDir = (started: Harness): Harness => {
  started.app.config = { ...started.app.config, dataDir };
  return started;
};

/** Aborts the loading when it reaches its second month. */
function interrupt() {
  let months = 0;
  return () => {
    months += 1;
    if (months === 2) throw new Error('interrupted');
  };
}

describe('an interrupted loading', () => {
  beforeAll(async () => {
    harness = inDataDir(await startHarness());
  });
  afterAll(() => harness.close());

  it('leaves nothing behind', async () => {
    const loading = loadDemo(harness.app, { onProgress: interrupt() });
    await expect(loading).rejects.toThrow('interrupted');
    expect(await isUntouched(harness.app)).toBe(true);
    expect(await readSignIns(dataDir)).toEqual([]);
    const { body } = await harness.server.inject('/api/company');
    expect(JSON.parse(body)).toMatchObject({ demo: false });
  });
});

describe('the demo company', () => {
  beforeAll(async () => {
    const app = await createDemoApp();
    await saveSignIns(dataDir, app.signIns);
    harness = inDataDir(await harnessOf(app));
    ctx = contextOf(harness.app);
    invoices = (await listInvoices(ctx, { pageSize: 1000 })).rows;
    // Half a minute where nothing else runs.
  }, patiently(300_000));
  afterAll(() => harness.close());

  it('lets staff of every role sign in with passwords that only the operator can read', async () => {
    const signIns = await readSignIns(dataDir);
    expect(new Set(signIns.map(({ role }) => role))).toEqual(new Set(roles));
    expect((await stat(signInsFile(dataDir))).mode & 0o777).toBe(0o600);
    expect(new Set(signIns.map(({ password }) => password)).size).toBe(signIns.length);
    const answers = [];
    for (const { username, password } of signIns) {
      const answer = await harness.server.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username, password },
      });
      answers.push(answer.json<{ user: { mustChangePassword: boolean } }>().user);
    }
    expect(answers.filter(({ mustChangePassword }) => mustChangePassword)).toHaveLength(1);
  });

  it('has a former employee whose account is suspended, and one account with a grant', async () => {
    const { rows } = await listUsers(ctx, {});
    expect(rows.filter(({ isActive }) => !isActive)).toHaveLength(1);
    expect(rows.filter(({ grants }) => grants?.includes('invoice.edit'))).toHaveLength(1);
  });

  it('says that it is a demo', async () => {
    const { body } = await harness.server.inject('/api/company');
    expect(JSON.parse(body)).toMatchObject({ demo: true });
  });

  it('has about 150 customers of every location, package, type and status', async () => {
    const { rows } = await listCustomers(ctx, { pageSize: 1000 });
    expect(rows).toHaveLength(150);
    expect(new Set(rows.map(({ location }) => location))).toEqual(new Set(locations));
    expect(new Set(rows.map(({ packageType }) => packageType))).toEqual(new Set(packageNames));
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(new Set(rows.map(({ phone }) => phone)).size).toBe(rows.length);
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    expect(count('Active')).toBeGreaterThan(120);
    expect(count('Suspended')).toBeGreaterThan(3);
    expect(count('Inactive')).toBeGreaterThan(3);
    expect(rows.some(({ monthlyFeeUsd }) => monthlyFeeUsd % 100 !== 0)).toBe(true);
  });

  it('has nodes in a tree with measurements, and customers connected to those of their town', async () => {
    const { rows: nodes } = await listNodes(ctx, {});
    expect(nodes).toHaveLength(12);
    expect(nodes.filter(({ parentId }) => parentId === null)).toHaveLength(1);
    expect(nodes.filter(({ status }) => status === 'maintenance')).toHaveLength(1);
    const { technologies } = await getRegionalCoverage(ctx);
    expect(technologies.map(({ percent, isSample }) => [percent, isSample])).toEqual([
      [100, false],
      [33, false],
      [67, false],
    ]);
    expect(nodes.every(({ uptime }) => uptime !== null && uptime > 90)).toBe(true);
    const { rows } = await listCustomers(ctx, { pageSize: 1000 });
    const locationOf = new Map(nodes.map(({ id, location }) => [id, location]));
    expect(rows.every(({ nodeId, location }) => locationOf.get(nodeId!) === location)).toBe(true);
    expect(new Set(rows.map(({ ipAddress }) => ipAddress)).size).toBe(rows.length);
    const kinds = new Set((await optimizeNetwork(ctx)).advice.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['capacity', 'growth', 'uptime', 'single_point', 'monitoring']));
  });

  it('has billed six months', async () => {
    const months = invoices.filter(({ kind }) => kind === 'recurring').map((i) => i.billingMonth);
    const counts = ['06', '07', '08', '09', '10', '11'].map(
      (month) => months.filter((billed) => billed === `2026-${month}`).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(100);
    expect(counts.reduce((sum, count) => sum + count)).toBe(months.length);
    const { rows: runs } = await listBillingRuns(ctx);
    expect(runs.every(({ status }) => status === 'done')).toBe(true);
    expect((await getAutomationStatus(ctx)).lastRun).toMatchObject({ month: '2026-11' });
  });

  it('has an invoice in every status', () => {
    expect(new Set(invoices.map(({ status }) => status))).toEqual(
      new Set(['pending', 'paid', 'overdue', 'cancelled']),
    );
    expect(invoices.some(({ nearingOverdue }) => nearingOverdue)).toBe(true);
    expect(invoices.some(({ paidUsd, openUsd }) => paidUsd > 0 && openUsd > 0)).toBe(true);
    expect(new Set(invoices.map(({ kind }) => kind))).toEqual(
      new Set(['recurring', 'manual', 'equipment']),
    );
  });

  it('has been paid in every way', async () => {
    const { rows } = await listPayments(ctx, { pageSize: 1000 });
    expect(rows.length).toBeGreaterThan(600);
    const ways = new Set(rows.map(({ account, currency }) => `${account} ${currency}`));
    expect(ways).toEqual(
      new Set([
        'cash USD',
        'cash SSP',
        'bank USD',
        'mobile_money USD',
        'mobile_money SSP',
        'null USD',
      ]),
    );
    expect(rows.filter(({ kind }) => kind === 'credit')).toHaveLength(3);
    expect(rows.filter(({ status }) => status === 'reversed')).toHaveLength(1);
    expect(rows.some(({ unallocatedUsd }) => unallocatedUsd > 0)).toBe(true);
  });

  it('has someone to disconnect tomorrow and someone who promised to pay', async () => {
    const { rows } = await previewDisconnect(ctx, 'tomorrow', { pageSize: 1000 });
    const names = (action: string) =>
      rows.filter((row) => row.action === action).map(({ customerName }) => customerName);
    expect(names('suspend')).toContain('Crown Crane Travel');
    expect(names('promised')).toEqual(['Imatong View Lodge']);
  });

  it('keeps the rates of the specification', async () => {
    expect(await getCurrentRates(ctx)).toEqual({
      standard: cents(40_000),
      voucher: cents(130_000),
    });
  });

  it('has sound books in which no cash account was ever negative', async () => {
    const { checks } = await checkBooks(ctx);
    expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
    for (const month of [6, 7, 8, 9, 10, 11]) {
      const { accounts, isBalanced } = await trialBalance(ctx, { year: 2026, month });
      expect(isBalanced).toBe(true);
      const money = accounts.filter(({ code }) => code.startsWith('11'));
      expect(money.filter(({ credit }) => credit > 0)).toEqual([]);
      expect(money.length).toBeGreaterThan(3);
    }
  });

  it('has expenses of every kind, recurring, in pounds, on account and with a receipt', async () => {
    const { rows } = await listExpenses(ctx, { pageSize: 1000 });
    expect(rows.length).toBeGreaterThan(50);
    expect(new Set(rows.map(({ paid }) => paid))).toEqual(new Set(['paid', 'part', 'unpaid']));
    expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(['USD', 'SSP']));
    expect(new Set(rows.map(({ account }) => account)).size).toBe(5);
    expect(new Set(rows.map(({ category }) => category)).size).toBe(9);
    expect(rows.filter(({ templateMonth }) => templateMonth !== null)).toHaveLength(12);
    expect(rows.filter(({ attachments }) => attachments > 0)).toHaveLength(1);
    expect((await listExpenseTemplates(ctx)).map(({ nextMonth }) => nextMonth)).toEqual([
      '2026-12',
      '2026-12',
    ]);
  });

  it('has sold equipment in every status, and lent devices that came back or wait to be collected', async () => {
    const { rows: sales } = await listSales(ctx, { pageSize: 1000 });
    expect(new Set(sales.map(({ status }) => status))).toEqual(new Set(saleStatuses));
    expect(new Set(sales.map(({ priceCheck }) => priceCheck))).toEqual(
      new Set(['none', 'waiting', 'accepted']),
    );
    expect(sales.filter(({ isCounterSale }) => isCounterSale).length).toBeGreaterThan(5);
    const { rows: loans } = await listLoans(ctx, {});
    expect(new Set(loans.map(({ status }) => status))).toEqual(new Set(loanStatuses));
    const { rows: waiting } = await listLoans(ctx, { collect: 'true' });
    expect(waiting.map(({ customerName }) => customerName).sort()).toEqual([
      'Gabat Tailors',
      'Morning Star Nursery',
    ]);
  });

  it('has tills that were accepted, one that waits and one that was not closed', async () => {
    const { open, waiting } = await listUnclosedTills(ctx);
    expect([open.length, waiting.length]).toEqual([1, 1]);
    const { rows } = await listTills(ctx, { status: 'accepted' });
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ countNote }) => countNote.includes('missing'))).toHaveLength(1);
    expect(rows.some(({ expectedUsd, floatUsd }) => expectedUsd! > floatUsd)).toBe(true);
  });

  it('has sold WiFi of every package through every provider, and collected invoices on the telephone', async () => {
    const { rows } = await listWifiSessions(ctx, { pageSize: 1000 });
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.length).toBeLessThan(70);
    expect(new Set(rows.map(({ packageId }) => packageId))).toEqual(new Set(wifiPackageIds));
    expect(new Set(rows.map(({ provider }) => provider)).size).toBe(3);
    expect(new Set(rows.map(({ status }) => status))).toEqual(
      new Set(['active', 'expired', 'ended']),
    );
    expect(new Set(rows.map(({ soldDate }) => monthOf(soldDate))).size).toBe(6);
    expect(rows.filter(({ isRefunded }) => isRefunded)).toHaveLength(1);
    expect(rows.every(({ isSimulated }) => isSimulated)).toBe(true);
    const { rows: requests } = await listPaymentRequests(ctx, { pageSize: 1000 });
    const count = (status: string) => requests.filter((one) => one.status === status).length;
    expect([count('failed'), count('review'), count('refunded')]).toEqual([1, 1, 1]);
    expect(count('paid') + 3).toBe(requests.length);
    const ofCustomers = requests.filter(({ purpose }) => purpose === 'customer');
    expect(ofCustomers.map(({ documentNumber }) => documentNumber)).toEqual(
      ofCustomers.map(() => expect.stringMatching(/^RCT-/)),
    );
    const payments = (await listPayments(ctx, { pageSize: 1000 })).rows.filter(({ id }) =>
      ofCustomers.some(({ paymentId }) => paymentId === id),
    );
    expect(payments.map(({ unallocatedUsd }) => unallocatedUsd)).toEqual([0, 0, 0]);
  });

  it('leaves no payment that a job would still ask for', async () => {
    expect(await checkPayments(ctx)).toBe('');
  });

  it('has the depreciation of each of its six months, the current one included', async () => {
    for (const month of [6, 7, 8, 9, 10, 11]) {
      const asked = { month, year: 2026, accountCode: '5951' };
      const { rows } = await listJournalEntries(ctx, asked);
      expect([month, rows.length]).toEqual([month, 1]);
    }
  });

  it('has paid five payrolls, and the current one waits for approval', async () => {
    const { rows: batches } = await listPayrollBatches(ctx, { sort: 'month' });
    expect(batches.map(({ paid, processed }) => [paid > 0, processed > 0])).toEqual([
      ...Array.from({ length: 5 }, () => [true, false]),
      [false, true],
    ]);
    const { present, absent } = await listAttendance(ctx, { date: isoDate('2026-11-20') });
    expect(present).toBeGreaterThan(absent);
    const { rows: pending } = await listLeaveRequests(ctx, { status: 'pending' });
    expect(pending.length).toBeGreaterThan(0);
    const { rows: july } = await listJournalEntries(ctx, {
      month: 7,
      year: 2026,
      accountCode: '5420',
    });
    expect(july.length).toBeGreaterThan(10);
    expect(july.every(({ source }) => source.startsWith('payroll.'))).toBe(true);
  });

  it('has chats with figures of their own, and settled escalations', () => expectChats(ctx));

  it('has access accounts, half a year of usage, and who is online', () => expectAccess(ctx));

  it('ends today, with nothing in the future', async () => {
    const newest = await harness.app.pool.query<{ at: Date }>(
      'select max(at) as at from audit_log',
    );
    expect(newest.rows[0]!.at.getTime()).toBeLessThanOrEqual(harness.app.clock().getTime());
    expect(invoices.every(({ billDate }) => billDate <= ctx.today)).toBe(true);
    expect(invoices.some(({ billDate }) => monthOf(billDate) === '2026-06')).toBe(true);
  });

  it('is not loaded into a database that is in use', async () => {
    const before = await readSignIns(dataDir);
    expect(await isUntouched(harness.app)).toBe(false);
    await expect(loadDemo(harness.app)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'demo.notEmpty',
    });
    expect(await readSignIns(dataDir)).toEqual(before);
  });
});
