import { createDemoApp } from '@nimule/fixtures/testing/demo-app';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../accounting/statements/service.ts';
import { customersToSuspend, suspendedTomorrow } from '../../billing/disconnect/service.ts';
import { analyseProfit } from '../../billing/profit/service.ts';
import { countBillable } from '../../billing/runs/queries-billable.ts';
import type { Ctx } from '../../context.ts';
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
import { sumOf } from '../../kernel/money.ts';
import { checkBooks } from '../checks/service.ts';
import {
  becameInactive,
  countCustomers,
  statusBefore,
  sumLedger,
} from '../comprehensive/queries.ts';
import { percentOf } from '../comprehensive/rules.ts';
import { partsOf } from '../comprehensive/rules-range.ts';
import { getReport } from '../comprehensive/service.ts';
import { generateInsight } from '../insights/service.ts';
import { findRows } from '../built-in/queries.ts';
import { getOwnReport } from '../built-in/service.ts';
import { countTrend, sumRevenue } from '../queries.ts';
import { getDashboardStats } from '../service.ts';
import { analyticsPeriods } from './schema.ts';
import { getAnalytics } from './service.ts';

let app: TestApp;
const at = (date: IsoDate): Ctx => {
  app.time.set(`${date}T08:00:00Z`);
  return contextOf(app, staff('master_admin'));
};
const TODAY = isoDate('2026-11-21');

beforeAll(async () => {
  app = await createDemoApp();
}, patiently(300_000));
afterAll(() => app.close());

const day = fc.integer({ min: 0, max: 320 }).map((days) => addDays(TODAY, -days));

describe('the figures of a day', () => {
  it(
    'are equal on overview, tab, report and ledger, on random days and for each period',
    async () => {
      await fc.assert(
        fc.asyncProperty(day, fc.constantFrom(...analyticsPeriods), async (today, period) => {
          const ctx = at(today);
          const tab = await getAnalytics(ctx, period);
          const { financialSummary, customerMetrics, operationsAnalysis } = await getReport(
            ctx,
            'comprehensive',
            tab.dateRange,
          );
          expect(tab.dateRange.endDate).toBe(today);
          expect(tab).toMatchObject({
            revenueUsd: financialSummary!.totalRevenue,
            revenueSsp: financialSummary!.totalRevenueSsp,
            newCustomers: customerMetrics!.newCustomers,
            lostCustomers: customerMetrics!.lostCustomers,
            ticketsResolved: operationsAnalysis!.ticketsResolved,
            averageResolutionHours: operationsAnalysis!.averageResolutionHours,
          });
          if (!tab.churnIsSample) expect(tab.churnRate).toBe(customerMetrics!.churnRate);
          if (!tab.uptimeIsSample) expect(tab.uptime).toBe(operationsAnalysis!.nodeUptime);

          const { customerMetrics: arpu } = await getReport(ctx, 'customer', tab.arpuRange);
          expect(tab.arpuUsd).toBe(arpu!.averageRevenuePer);
          expect(tab.arpuSsp).toBe(arpu!.averageRevenuePerSsp);

          // Of a quarter's first month and a year's first quarter, the days alone do not say which is meant.
          if (period === 'weekly' || period === 'monthly') {
            const report = await getReport(ctx, 'financial', tab.dateRange);
            expect(report.previousRange).toEqual(tab.previousRange);
            expect(financialSummary!.revenueGrowth).toBe(tab.revenueGrowth);
          }
          const was = (await sumLedger(app.db, partsOf(tab.previousRange))).revenue;
          const is = (await sumLedger(app.db, partsOf(tab.dateRange))).revenue;
          expect(tab.revenueUsd).toBe(is);
          expect(tab.revenueGrowth).toBe(percentOf(is - was, was));
          const billedUsd = sumOf(tab.regions, (row) => row.billedUsd);
          expect(billedUsd + tab.revenueNotBilledUsd).toBe(is);

          const stats = await getDashboardStats(ctx);
          if (period === 'monthly') {
            expect(stats.trends.revenueSoFarUsd).toBe(tab.revenueUsd);
            expect(stats.trends.previousRange).toEqual(tab.previousRange);
          }
          const month = monthOf(today);
          expect(tab.months.at(-1)).toMatchObject({ month, revenueUsd: stats.monthlyRevenueUsd });
          expect(tab.months.slice(-6).map(({ revenueUsd }) => revenueUsd)).toEqual(
            stats.revenueByMonth.map(({ revenueUsd }) => revenueUsd),
          );
          expect(tab.totalCustomers).toBe(stats.totalCustomers);
          expect(tab.activeCustomers).toBe(stats.activeCustomers);
          expect((await analyseProfit(ctx, month)).totalRevenue).toBe(stats.monthlyRevenueUsd);
          const profitLoss = (await statementsOf(ctx, month)).profitLoss;
          expect(profitLoss.revenue).toBe(stats.monthlyRevenueUsd);

          const sameDays = await getReport(ctx, 'financial', stats.trends.previousRange);
          expect(stats.trends.revenueSameDaysUsd).toBe(sameDays.financialSummary!.totalRevenue);
          const before = lastDay(addMonths(month, -1));
          const { customerMetrics: then } = await getReport(ctx, 'customer', {
            startDate: firstDay(addMonths(month, -1)),
            endDate: before,
          });
          expect(stats.trends.activeBefore).toBe(then!.activeCustomers);

          const tomorrow = await customersToSuspend(ctx, addDays(today, 1));
          expect((await suspendedTomorrow(ctx)).customers).toBe(tomorrow.length);

          const byLocation = await getOwnReport(ctx, 'revenue-by-location', tab.dateRange);
          const billed = sumOf(tab.regions, ({ billedUsd }) => billedUsd);
          expect(billed).toBe(sumOf(tab.packages, ({ billedUsd }) => billedUsd));
          expect(billed).toBe(Math.round(Number(byLocation.totals.billedUsd ?? 0) * 100));
          const report = await getReport(ctx, 'financial', tab.dateRange);
          expect(billed).toBe(report.billingAnalysis!.billedAmount);
        }),
        { numRuns: 12 },
      );
    },
    patiently(120_000),
  );

  it('of a year so far are those of its months, and growth is against the same days', async () => {
    const tab = await getAnalytics(at(TODAY), 'annual');
    const months = tab.months.filter(({ month }) => month >= '2026-01');
    expect(tab.annualRevenueUsd).toBe(sumOf(months, ({ revenueUsd }) => revenueUsd));
    expect(tab.revenueUsd).toBe(tab.annualRevenueUsd);
    expect(tab.annualRevenueUsd).toBeGreaterThan(0);
    expect(tab).toMatchObject({ mixIsSample: false, churnIsSample: false });
    expect(tab.mix.map(({ type }) => type)).not.toContain('government');
    expect(Math.round(tab.mix.reduce((sum, { percent }) => sum + percent, 0))).toBe(100);
  });
});

describe('kept sums', () => {
  it('of revenue by day are those of the lines of the ledger, over random ranges', async () => {
    await fc.assert(
      fc.asyncProperty(day, day, async (...days) => {
        const [startDate, endDate] = days.sort() as [IsoDate, IsoDate];
        const { revenue, plans } = await sumLedger(app.db, partsOf({ startDate, endDate }));
        const none = { startDate: addDays(TODAY, 400), endDate: addDays(TODAY, 401) };
        expect(await sumRevenue(app.db, [none, { startDate, endDate }])).toEqual([
          { revenue: 0, plans: 0 },
          { revenue, plans },
        ]);
      }),
      { numRuns: 20 },
    );
  });

  it('of customers give the Active ones at the end of any month', async () => {
    for (const month of ['2026-02', '2026-06', '2026-10'] as const) {
      const endDate = lastDay(isoMonth(month));
      const { active } = await countCustomers(app.db, {
        startDate: firstDay(isoMonth(month)),
        endDate,
      });
      expect((await countTrend(app.db, endDate, TODAY)).activeBefore).toBe(active);
    }
  });

  it('and changes of status give the customers of any range', async () => {
    await fc.assert(
      fc.asyncProperty(day, day, async (...days) => {
        const [startDate, endDate] = days.sort() as [IsoDate, IsoDate];
        const before = addDays(startDate, -1);
        const { rows } = await sql`
          select count(*) filter (where c.service_start_date <= ${endDate}) as total,
            count(*) filter (where c.service_start_date <= ${endDate} and coalesce(e.status, c.status) = 'Active') as active,
            count(*) filter (where c.service_start_date <= ${before} and coalesce(s.status, c.status) = 'Active') as "activeBefore",
            count(*) filter (where c.service_start_date between ${startDate} and ${endDate}) as added,
            count(*) filter (where l.customer_id is not null and coalesce(e.status, c.status) = 'Inactive') as lost
          from customers c
          left join ${statusBefore(endDate)} e on e.customer_id = c.id
          left join ${statusBefore(before)} s on s.customer_id = c.id
          left join ${becameInactive({ startDate, endDate })} l on l.customer_id = c.id`.execute(
          app.db,
        );
        expect(await countCustomers(app.db, { startDate, endDate })).toEqual(rows[0]);
      }),
      { numRuns: 30 },
    );
  });

  it('are what was billed by location, type and package', async () => {
    const keys = {
      'revenue-by-location': ['location', sql`c.location`],
      'revenue-by-type': ['type', sql`c.type`],
      'revenue-by-package': ['packageType', sql`coalesce(i.package_name, 'Without a package')`],
    } as const;
    await fc.assert(
      fc.asyncProperty(day, day, async (...days) => {
        const [startDate, endDate] = days.sort() as [IsoDate, IsoDate];
        for (const name of Object.keys(keys) as (keyof typeof keys)[]) {
          const [column, key] = keys[name];
          const { rows } = await sql`
            select ${key} as ${sql.ref(column)}, count(distinct i.customer_id) as customers, count(*) as invoices,
              sum(i.amount_cents)::bigint as "billedUsd", sum(i.paid_cents)::bigint as "paidUsd",
              sum(i.amount_cents - i.paid_cents)::bigint as "openUsd",
              round(100.0 * sum(i.amount_cents) / sum(sum(i.amount_cents)) over (), 1)::float8 as share
            from invoices i join customers c on c.id = i.customer_id
            where i.bill_date between ${startDate} and ${endDate} and i.status <> 'cancelled'
            group by 1 order by "billedUsd" desc, 1`.execute(app.db);
          const asked = { today: TODAY, privateMonths: undefined };
          expect(await findRows(app.db, name, { startDate, endDate }, asked)).toEqual(rows);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('of the invoices of a month give the customers without one', async () => {
    for (const month of ['2026-01', '2026-05', '2026-11', '2026-12'] as const) {
      const [first, startedBy] = [firstDay(isoMonth(month)), lastDay(isoMonth(month))];
      const { rows } = await sql`
        select count(*) as billable, count(*) filter (where not has_invoice) as unbilled
        from (select *, exists (select 1 from invoices i
            where i.customer_id = customers.id and i.kind = 'recurring' and i.billing_month = ${first}) as has_invoice
          from customers where status = 'Active' and service_start_date <= ${startedBy}) c
        where has_invoice or monthly_fee_cents > 0 or other_expenses_cents > 0
          or (connection_fee_cents > 0 and not connection_fee_billed)`.execute(app.db);
      expect(await countBillable(app.db, first, startedBy, null)).toEqual(rows[0]);
    }
  });

  it('are checked with the books', async () => {
    const { checks } = await checkBooks(at(TODAY));
    const kept = checks.filter(({ name }) => name.startsWith('The kept'));
    expect(kept).toHaveLength(3);
    expect(kept.every(({ isSound }) => isSound)).toBe(true);
  });
});

it('insights name the figures of the reports', async () => {
  const ctx = at(TODAY);
  const { sections, insight, driver } = await generateInsight(ctx);
  expect(driver).toBe('local');
  expect(sections.map(({ topic }) => topic)).toEqual([
    'collection',
    'ageing',
    'debtors',
    'risk',
    'suspension',
    'packages',
    'anomalies',
    'network',
  ]);
  const of = (topic: string) => sections.find((section) => section.topic === topic)!.lines;
  const { billingAnalysis } = await getReport(ctx, 'financial', {
    startDate: isoDate('2026-11-01'),
    endDate: TODAY,
  });
  expect(of('collection')[0]).toMatchObject({
    text: expect.stringContaining(`${billingAnalysis!.collectionRate}%`),
    amountUsd: billingAnalysis!.paidAmount,
    link: { to: 'invoices', query: { from: '2026-11-01', to: TODAY, status: 'notCancelled' } },
  });
  const ageing = await getOwnReport(ctx, 'ageing', {});
  expect(of('ageing')[0]!.amountUsd).toBe(Math.round(Number(ageing.totals.total) * 100));
  expect(of('debtors').map(({ amountUsd }) => amountUsd)).toEqual(
    ageing.rows.slice(0, 5).map(({ total }) => Math.round(Number(total) * 100)),
  );
  for (const { title, lines } of sections) {
    expect(insight).toContain(`\n${title}\n`);
    for (const { text } of lines) expect(insight).toContain(`- ${text}`);
  }
});
