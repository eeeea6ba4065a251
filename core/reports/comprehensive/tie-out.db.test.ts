import { createDemoApp } from '@nimule/fixtures/testing/demo-app';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../accounting/statements/service.ts';
import { listCustomers } from '../../billing/accounts/service-list.ts';
import { getOverview, listInvoices } from '../../billing/invoices/service.ts';
import type { Ctx } from '../../context.ts';
import { listEmployees } from '../../hr/employees/service-list.ts';
import { hrOverview } from '../../hr/service-overview.ts';
import type { Role } from '../../identity/roles.ts';
import {
  addDays,
  addMonths,
  firstDay,
  type IsoDate,
  isoDate,
  isoMonth,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import { type Cents, sumOf } from '../../kernel/money.ts';
import { listOrders } from '../../procurement/orders/service-list.ts';
import { getProcurementStats } from '../../procurement/service-stats.ts';
import { listTickets } from '../../support/service-list.ts';
import { getNetworkStats } from '../network/service.ts';
import { type OwnReport, ownReportNames } from '../built-in/schema.ts';
import { getOwnReport, listOwnReports } from '../built-in/service.ts';
import { getDashboardStats } from '../service.ts';
import type { Report } from './schema.ts';
import { getReport } from './service.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createDemoApp();
  ctx = contextOf(app, staff('master_admin'));
}, patiently(300_000));
afterAll(() => app.close());

const of = (startDate: IsoDate, endDate: IsoDate) =>
  getReport(ctx, 'comprehensive', { startDate, endDate });
const whole = (report: Report) => ({
  finance: report.financialSummary!,
  customers: report.customerMetrics!,
  billing: report.billingAnalysis!,
  hr: report.hrAnalysis!,
  procurement: report.procurementAnalysis!,
  operations: report.operationsAnalysis!,
});

/** The demo company's months. */
const FIRST = isoMonth('2026-05');
const month = fc.integer({ min: 0, max: 6 }).map((n) => addMonths(FIRST, n));
const day = fc.integer({ min: 0, max: 200 }).map((n) => addDays(firstDay(FIRST), n));

describe('figures', () => {
  it('of a range are those of the lists that they lead to', async () => {
    await fc.assert(
      fc.asyncProperty(day, day, async (...days) => {
        const [from, to] = days.sort() as [IsoDate, IsoDate];
        const { billing, customers, procurement, operations, hr } = whole(await of(from, to));
        const query = { from, to, pageSize: 1, total: true };
        const invoices = async (status: 'notCancelled' | 'paid' | 'pending' | 'overdue') =>
          (await listInvoices(ctx, { ...query, status })).total!;
        expect(billing).toMatchObject({
          totalInvoices: await invoices('notCancelled'),
          paidInvoices: await invoices('paid'),
          pendingInvoices: await invoices('pending'),
          overdueInvoices: await invoices('overdue'),
        });
        expect((await listCustomers(ctx, query)).total).toBe(customers.newCustomers);
        const until = { to, pageSize: 1, total: true };
        expect((await listCustomers(ctx, until)).total).toBe(customers.totalCustomers);
        const orders = await listOrders(ctx, { ...query, status: 'standing' });
        expect(orders.total).toBe(procurement.totalOrders);
        const tickets = await listTickets(ctx, { ...query, merged: 'no' });
        expect(tickets.total).toBe(operations.ticketsOpened);
        const staff = await listEmployees(ctx, { employedOn: to, pageSize: 1, total: true });
        expect(staff.total).toBe(hr.totalEmployees);
      }),
      { numRuns: 10 },
    );
  });

  it('of whole months are those of the profit and loss', async () => {
    await fc.assert(
      fc.asyncProperty(month, fc.integer({ min: 0, max: 3 }), async (first, more) => {
        const last = [addMonths(first, more), isoMonth('2026-11')].sort()[0]!;
        const { finance } = whole(await of(firstDay(first), lastDay(last)));
        const statements = [];
        for (let one = first; one <= last; one = addMonths(one, 1))
          statements.push((await statementsOf(ctx, one)).profitLoss);
        expect(finance).toMatchObject({
          totalRevenue: sumOf(statements, ({ revenue }) => revenue),
          totalExpenses: sumOf(statements, ({ expenses }) => expenses),
          netProfit: sumOf(statements, ({ netProfit }) => netProfit),
        });
      }),
      { numRuns: 12 },
    );
  });

  it('of two ranges that meet add up', async () => {
    await fc.assert(
      fc.asyncProperty(day, day, day, async (...days) => {
        const [start, middle, end] = days.sort() as [IsoDate, IsoDate, IsoDate];
        if (middle === end) return;
        const [one, two, both] = [
          whole(await of(start, middle)),
          whole(await of(addDays(middle, 1), end)),
          whole(await of(start, end)),
        ];
        const added = (pick: (report: ReturnType<typeof whole>) => number) =>
          expect(pick(both)).toBe(pick(one) + pick(two));
        added(({ finance }) => finance.totalRevenue);
        added(({ finance }) => finance.totalExpenses);
        added(({ customers }) => customers.newCustomers);
        added(({ billing }) => billing.totalInvoices);
        added(({ billing }) => billing.billedAmount);
        added(({ billing }) => billing.overdueInvoices);
        added(({ hr }) => hr.totalPayroll!);
        added(({ procurement }) => procurement.totalSpend);
        added(({ operations }) => operations.ticketsOpened);
        added(({ operations }) => operations.disconnections);
        expect(both.customers).toMatchObject({
          totalCustomers: two.customers.totalCustomers,
          activeCustomers: two.customers.activeCustomers,
        });
        expect(two.customers.totalCustomers).toBe(
          one.customers.totalCustomers + two.customers.newCustomers,
        );
      }),
      { numRuns: 15 },
    );
  });

  it('of today are those of the screens', async () => {
    const { today } = ctx;
    const { finance, customers, hr, procurement } = whole(
      await of(firstDay(monthOf(today)), today),
    );
    const dashboard = await getDashboardStats(ctx);
    expect(dashboard.monthlyRevenueUsd).toBeGreaterThan(0);
    expect(finance.totalRevenue).toBe(dashboard.monthlyRevenueUsd);
    expect(customers.newCustomers).toBe(dashboard.newCustomersThisMonth);
    const { rows } = await listCustomers(ctx, {});
    const begun = rows.filter(({ serviceStartDate }) => serviceStartDate <= today);
    expect(customers.totalCustomers).toBe(begun.length);
    expect(customers.activeCustomers).toBe(
      begun.filter(({ status }) => status === 'Active').length,
    );
    expect(hr.totalEmployees).toBe((await hrOverview(ctx)).totalEmployees);
    expect(procurement.totalSpend).toBe((await getProcurementStats(ctx)).monthlySpendUsd);
  });

  it('of 30 days have the uptime of the network cards', async () => {
    const { operations } = whole(await of(addDays(ctx.today, -29), ctx.today));
    const { averageUptime } = await getNetworkStats(ctx);
    expect(averageUptime).toBeGreaterThan(90);
    expect(operations.nodeUptime).toBe(averageUptime);
  });

  it('of invoices are those of the list', async () => {
    const { rows } = await listInvoices(ctx, { pageSize: 1000 });
    expect(rows.length).toBeLessThan(1000);
    expect(rows.length).toBeGreaterThan(300);
    await fc.assert(
      fc.asyncProperty(day, day, async (...days) => {
        const [start, end] = days.sort() as [IsoDate, IsoDate];
        const { billing } = whole(await of(start, end));
        const billed = rows.filter(
          ({ billDate, status }) => billDate >= start && billDate <= end && status !== 'cancelled',
        );
        const inStatus = (wanted: string) =>
          billed.filter(({ status }) => status === wanted).length;
        expect(billing).toMatchObject({
          totalInvoices: billed.length,
          paidInvoices: inStatus('paid'),
          pendingInvoices: inStatus('pending'),
          overdueInvoices: inStatus('overdue'),
          billedAmount: sumOf(billed, ({ amountUsd }) => amountUsd),
          paidAmount: sumOf(billed, ({ paidUsd }) => paidUsd),
        });
      }),
      { numRuns: 15 },
    );
  });
});

describe('own reports', () => {
  const range = { startDate: isoDate('2026-05-01'), endDate: isoDate('2026-11-21') };
  const own = (name: (typeof ownReportNames)[number], wanted = range) =>
    getOwnReport(ctx, name, name === 'ageing' ? {} : wanted);

  it('have rows in the demo company, where its modules have records', async () => {
    const empty = [];
    for (const name of ownReportNames) if ((await own(name)).total === 0) empty.push(name);
    expect(empty.filter((name) => !/voucher|wifi/.test(name))).toEqual([]);
  });

  it('of customers add up to the figures of the report', async () => {
    await fc.assert(
      fc.asyncProperty(day, day, async (...days) => {
        const [startDate, endDate] = days.sort() as [IsoDate, IsoDate];
        const { customers, operations, finance, hr } = whole(await of(startDate, endDate));
        const wanted = { startDate, endDate };
        const months = await own('customers-by-month', wanted);
        expect(months.totals.added).toBe(customers.newCustomers);
        expect(months.rows.at(-1)).toMatchObject({
          active: customers.activeCustomers,
          total: customers.totalCustomers,
        });
        const packages = await own('customers-by-package', wanted);
        const last = packages.rows.filter((row) => row.month === monthOf(endDate));
        const sum = (name: string) => last.reduce((all, row) => all + Number(row[name]), 0);
        expect([sum('active'), sum('total')]).toEqual([
          customers.activeCustomers,
          customers.totalCustomers,
        ]);
        expect((await own('customers-left', wanted)).total).toBe(customers.lostCustomers);
        const inCents = (name: string, totals: OwnReport['totals']) =>
          Math.round(Number(totals[name] ?? 0) * 100);
        const { totals: result } = await own('result-by-account', wanted);
        expect(inCents('revenueUsd', result)).toBe(finance.totalRevenue);
        expect(inCents('expensesUsd', result)).toBe(finance.totalExpenses);
        expect(inCents('resultUsd', result)).toBe(finance.netProfit);
        const { totals: payroll } = await own('payroll-by-month', wanted);
        expect(inCents('totalUsd', payroll)).toBe(hr.totalPayroll);
        expect((await own('cohorts', wanted)).totals.customers ?? 0).toBe(customers.newCustomers);
        expect((await own('disconnections', wanted)).totals).toMatchObject({
          suspendedByRule: operations.disconnections,
          restoredByRule: operations.recoveries,
        });
      }),
      { numRuns: 12 },
    );
  });

  it('of cash account for every movement of the tills', async () => {
    const { rows } = await app.pool.query(
      `select coalesce(sum(amount_cents) filter (where currency = 'USD'), 0)::bigint as usd,
         coalesce(sum(amount_cents) filter (where currency = 'SSP'), 0)::bigint as ssp
       from cash_movements where created_at >= $1 and created_at < $2`,
      [`${range.startDate}T00:00+02:00`, `${addDays(range.endDate, 1)}T00:00+02:00`],
    );
    const { totals } = await own('cash-by-cashier');
    for (const [currency, left] of [
      ['Usd', rows[0].usd],
      ['Ssp', rows[0].ssp],
    ] as const) {
      const of = (name: string) => Math.round(Number(totals[`${name}${currency}`]) * 100);
      expect(of('float') + of('taken') - of('returned') - of('handed') + of('difference')).toBe(
        left,
      );
    }
    expect(totals.floatUsd).toBeGreaterThan(0);
  });

  it('of payroll have the accounts of the books in their columns', async () => {
    const sums = async (account: string) => {
      const { rows } = await app.pool.query(
        `select coalesce(sum(l.debit_cents - l.credit_cents), 0)::bigint as sum from journal_lines l
         join journal_entries e on e.id = l.entry_id join accounts a on a.code = l.account_code
         where a.name = $1 and e.entry_date between $2 and $3`,
        [account, range.startDate, range.endDate],
      );
      return rows[0].sum / 100;
    };
    const { totals } = await own('payroll-by-month');
    expect(totals.salariesUsd).toBeGreaterThan(0);
    expect(totals).toMatchObject({
      salariesUsd: await sums('Salaries'),
      benefitsUsd: await sums('Benefits & NSSF'),
    });
  });

  it('of revenue and tickets add up to the figures of the report', async () => {
    const { billing, operations } = whole(await of(range.startDate, range.endDate));
    for (const name of ['revenue-by-package', 'revenue-by-location', 'revenue-by-type'] as const) {
      const { totals } = await own(name);
      expect([totals.billedUsd, totals.paidUsd]).toEqual([
        billing.billedAmount / 100,
        billing.paidAmount / 100,
      ]);
    }
    expect((await own('tickets')).totals).toMatchObject({
      opened: operations.ticketsOpened,
      resolved: operations.ticketsResolved,
    });
  });

  it('of ageing add up to what is outstanding', async () => {
    const { totals, rows } = await own('ageing');
    expect(totals.total).toBe((await getOverview(ctx)).outstandingUsd / 100);
    for (const row of rows) {
      const parts = ['notDue', 'days30', 'days60', 'days90', 'older'].map((name) => row[name]);
      const cents = parts.reduce<number>((sum, part) => sum + Math.round(Number(part) * 100), 0);
      expect(cents).toBe(Math.round(Number(row.total) * 100));
    }
  });

  it('need the permission that their list names', async () => {
    for (const role of ['support', 'technical_manager', 'billing'] as Role[]) {
      const asked = contextOf(app, staff(role));
      for (const { name, isAllowed } of listOwnReports(asked)) {
        const answer = getOwnReport(asked, name, name === 'ageing' ? {} : range);
        if (isAllowed) await expect(answer).resolves.toMatchObject({ name });
        else await expect(answer).rejects.toMatchObject({ kind: 'forbidden' });
      }
    }
    const refused = listOwnReports(contextOf(app, staff('support')));
    expect(refused.filter(({ isAllowed }) => !isAllowed).map(({ name }) => name)).toEqual([
      'cash-by-cashier',
      'payroll-by-month',
    ]);
  });
});

describe('roles', () => {
  const seen = async (role: Role) => getReport(contextOf(app, staff(role)), 'comprehensive', {});

  it('see null where they may not see a section', async () => {
    const report = await seen('technical_manager');
    expect(report.hidden).toEqual(['financialSummary', 'hrAnalysis']);
    expect(report).toMatchObject({ financialSummary: null, hrAnalysis: null });
    expect(report.customerMetrics).not.toBeNull();
    expect((await seen('ceo')).hidden).toEqual([]);
  });

  it('see the payroll that is not left out on the last day of its month alone, without the permission', async () => {
    const expenses = async (role: Role, startDate: IsoDate, endDate: IsoDate) => {
      const asked = contextOf(app, staff(role));
      const { financialSummary } = await getReport(asked, 'financial', { startDate, endDate });
      return financialSummary!.totalExpenses;
    };
    const { rows } = await app.pool.query(`
      select e.month::text, coalesce(sum(l.debit_cents - l.credit_cents) filter (where s.source is not null), 0)::bigint as pay,
        coalesce(sum(l.debit_cents - l.credit_cents) filter (where s.source is null), 0)::bigint as "leftOut"
      from journal_entries e join journal_lines l on l.entry_id = e.id join accounts a on a.code = l.account_code
        left join shown_pay_entries s on s.source = e.source and s.source_id = e.source_id
      where e.source like 'payroll.%' and a.type = 'EXPENSE' group by 1 order by 1`);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.some(({ pay }) => pay > 0) && rows.some(({ leftOut }) => leftOut > 0)).toBe(true);
    for (const { month: first, pay, leftOut } of rows as {
      month: IsoDate;
      pay: Cents;
      leftOut: Cents;
    }[]) {
      const last = [lastDay(monthOf(first)), ctx.today].sort()[0]!;
      const seen = await expenses('billing', first, last);
      expect(seen).toBe((await expenses('ceo', first, last)) - leftOut);
      // The same days but the last: nothing of payroll, and all of it on the last.
      const before = await expenses('billing', first, addDays(last, -1));
      const { rows: others } = await app.pool.query(
        `select coalesce(sum(l.debit_cents - l.credit_cents), 0)::bigint as sum
        from journal_entries e join journal_lines l on l.entry_id = e.id join accounts a on a.code = l.account_code
        where e.source not like 'payroll.%' and a.type = 'EXPENSE' and e.entry_date = $1`,
        [last],
      );
      expect(seen - before).toBe(pay + others[0].sum);
    }
  });

  it('see no pay without the permission', async () => {
    const { hrAnalysis } = await seen('billing');
    expect(hrAnalysis).toMatchObject({
      totalPayroll: null,
      totalPayrollSsp: null,
      averageSalary: null,
      averageSalarySsp: null,
    });
    expect(hrAnalysis!.totalEmployees).toBeGreaterThan(0);
    expect((await seen('manager')).hrAnalysis!.averageSalary as Cents).toBeGreaterThan(0);
  });
});
