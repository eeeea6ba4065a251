import { addCustomers } from '@nimule/fixtures/testing/customers';
import { asOwner, unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { updateInvoice } from '../../billing/invoices/service-corrections.ts';
import { countBillable } from '../../billing/runs/queries-billable.ts';
import { runBilling } from '../../billing/runs/service.ts';
import { locations } from '../../company/schema-places.ts';
import { FLEXIBLE_PLAN } from '../../customers/schema-packages.ts';
import { createCustomer, deleteCustomer, updateCustomer } from '../../customers/service.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { countChecks } from './queries-counts.ts';
import { checkBooks } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());

const names = countChecks.map(({ name }) => name);
const ctx = () => contextOf(app);
/** Terms of a customer with a fee of its own, which may be none. */
const own = { packageType: FLEXIBLE_PLAN, bandwidth: 10 } as const;

/** The details of the checks of the kept sums that fail. */
async function drifted(): Promise<Record<string, string>> {
  const { checks } = await checkBooks(ctx());
  const found = checks.filter(({ name, isSound }) => names.includes(name) && !isSound);
  return Object.fromEntries(found.map(({ name, detail }) => [name, detail]));
}

async function countsOf(table: string, ...sums: string[]) {
  const { rows } = await app.pool.query(
    `select location, status, ${sums.join(', ')} from ${table} group by location, status having sum(${
      table === 'customers' ? '1' : 'customers'
    }) <> 0 order by location, status`,
  );
  return rows;
}

test(
  'customers are counted exactly by many writers at once, while rows are summed up',
  async () => {
    const WRITERS = 12;
    const STEPS = 25;
    let refused = 0;
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let step = 0; step < STEPS; step += 1) {
          const location = locations[(writer + step) % locations.length]!;
          const { id } = await createCustomer(ctx(), {
            name: `Writer ${writer} ${step}`,
            ...{ location, packageType: 'Basic Fiber' },
          });
          if (step % 3 === 0) await updateCustomer(ctx(), id, { updates: { status: 'Suspended' } });
          if (step % 4 === 0)
            await updateCustomer(ctx(), id, { updates: { location: locations[step % 3]! } });
          if (step % 5 === 0) await deleteCustomer(ctx(), id);
          if (step % 6 === 1)
            await updateCustomer(ctx(), id, {
              updates: { type: 'business', ...own, monthlyFeeUsd: cents(0) },
            });
          if (step % 7 === 0)
            // A transaction that is rolled back leaves no trace.
            await app.db
              .transaction()
              .execute(async (trx) => {
                await sql`update customers set monthly_fee_cents = monthly_fee_cents + 1, status = 'Inactive'
                where id = ${id}`.execute(trx);
                throw new Error('not wanted');
              })
              .catch(() => {
                refused += 1;
              });
        }
      }),
    );
    expect(refused).toBe(WRITERS * Math.ceil(STEPS / 7));
    const kept = await countsOf(
      'customer_counts',
      ...[
        'sum(customers)::bigint as customers',
        'sum(bandwidth)::bigint as mbps',
        'sum(fee_cents)::bigint as fees',
        'sum(billable)::bigint as billable',
        `sum(customers) filter (where type = 'business')::bigint as businesses`,
      ],
    );
    const counted = await countsOf(
      'customers',
      ...[
        'count(*) as customers',
        'sum(bandwidth)::bigint as mbps',
        'sum(monthly_fee_cents)::bigint as fees',
        `count(*) filter (where monthly_fee_cents > 0 or other_expenses_cents > 0
          or (connection_fee_cents > 0 and not connection_fee_billed))::bigint as billable`,
        `nullif(count(*) filter (where type = 'business'), 0) as businesses`,
      ],
    );
    expect(kept).toEqual(counted);
    const [{ kept: rows, made }] = (
      await app.pool.query(
        `select count(*)::int as kept, max(id)::int as made from customer_counts`,
      )
    ).rows;
    // More rows were written than are kept: they were summed up on the way.
    expect(made).toBeGreaterThan(300);
    expect(rows).toBeLessThan(260);
    expect(await drifted()).toEqual({});
  },
  patiently(180_000),
);

describe('revenue by day', () => {
  test('follows a run, a bill and its cancellation on another day', async () => {
    await addCustomers(app, 20);
    await runBilling(ctx());
    const { rows } = await app.pool.query('select min(id) as id from customers');
    const bill = await createManualInvoice(ctx(), {
      ...{ customerId: rows[0].id, description: 'Mast', amountUsd: cents(77_70) },
    });
    const revenueOf = async (day: string) =>
      (
        await app.pool.query(
          'select coalesce(sum(revenue_cents), 0)::bigint as cents from revenue_days where day = $1',
          [day],
        )
      ).rows[0].cents;
    const before = await revenueOf('2026-11-21');
    expect(before).toBeGreaterThan(77_70);
    app.time.set('2026-11-24T08:00:00Z');
    await updateInvoice(ctx(), bill.id, { status: 'cancelled', notes: 'Wrong customer' });
    expect((await revenueOf('2026-11-21')) + (await revenueOf('2026-11-24'))).toBe(before - 77_70);
    expect(await drifted()).toEqual({});
  });
});

describe('customers with something to bill', () => {
  const month = isoDate('2026-12-01');
  const endOfMonth = isoDate('2026-12-31');
  /** Reads every customer and invoice. */
  async function counted() {
    const { rows } = await app.pool.query(
      `select count(*) as billable, count(*) filter (where not has_invoice) as unbilled
       from (select *, exists (select 1 from invoices i where i.customer_id = customers.id and i.kind = 'recurring'
             and i.billing_month = $1) as has_invoice
         from customers where status = 'Active' and service_start_date <= $2) c
       where has_invoice or monthly_fee_cents > 0 or other_expenses_cents > 0
         or (connection_fee_cents > 0 and not connection_fee_billed)`,
      [month, endOfMonth],
    );
    return rows[0];
  }
  const kept = () => countBillable(app.db, month, endOfMonth, null);

  test('are counted, whatever becomes of those who have the invoice and of those who have none', async () => {
    const found = await app.pool.query<{ id: number }>(
      `select id from customers where customer_id like 'T%' order by id`,
    );
    const ids = found.rows.map(({ id }) => id);
    const nothing = { ...own, monthlyFeeUsd: cents(0), connectionFeeUsd: cents(0) };
    const change = (id: number, updates: Parameters<typeof updateCustomer>[2]['updates']) =>
      updateCustomer(ctx(), id, { updates });
    const without = ids.slice(10);
    await change(without[0]!, nothing);
    await change(without[1]!, { status: 'Suspended' });
    await change(without[2]!, { status: 'Inactive' });
    await change(without[3]!, { serviceStartDate: isoDate('2027-01-01') });
    expect(await kept()).toEqual(await counted());
    const before = await kept();
    await runBilling(ctx(), { month: isoMonth('2026-12') });
    expect(await kept()).toEqual({ billable: before.billable, unbilled: 0 });
    const invoiced = ids.slice(0, 6);
    await change(invoiced[0]!, nothing);
    await change(invoiced[1]!, { status: 'Suspended' });
    await change(invoiced[2]!, { status: 'Inactive' });
    await change(invoiced[3]!, { serviceStartDate: isoDate('2027-01-01') });
    await change(without[0]!, { ...own, monthlyFeeUsd: cents(45_00) });
    await change(without[1]!, { status: 'Active' });
    const after = await kept();
    expect(after).toEqual(await counted());
    // Three have left who were billed; two came who were not.
    expect(after).toEqual({ billable: before.billable - 3 + 2, unbilled: 2 });
    expect(await drifted()).toEqual({});
  });

  test('are counted when a recurring invoice moves to another month', async () => {
    await asOwner(
      app,
      `update invoices set billing_month = '2027-02-01'
      where id = (select max(id) from invoices where billing_month = '2026-12-01')`,
    );
    expect(await kept()).toEqual(await counted());
    expect(await drifted()).toEqual({});
    const { rows } = await app.pool.query(
      `select billing_month::text as month, sum(invoices)::int as invoices from invoice_counts group by 1 order by 1`,
    );
    expect(rows.at(-1)).toEqual({ month: '2027-02-01', invoices: 1 });
  });
});

test('the checks of the books tell what drifted', async () => {
  expect(await drifted()).toEqual({});
  const found = await unsoundAfter(
    app,
    [
      `update customer_counts set customers = customers + 1 where id = (select max(id) from customer_counts)`,
      `update revenue_days set revenue_cents = revenue_cents + 5
       where (day, account_code) = (select day, account_code from revenue_days order by 1 desc, 2 limit 1)`,
      `update invoice_counts set invoices = invoices - 1 where id = (select max(id) from invoice_counts where billing_month = '2026-12-01')`,
    ],
    async (db) => (await checkBooks({ ...ctx(), db })).checks,
    ['customer_counts', 'revenue_days', 'invoice_counts'],
  );
  expect(Object.keys(found).sort()).toEqual([...names].sort());
  expect(found[names[0]!]).toMatch(/: \d+ customers, \d+ to bill, kept \d+ and \d+/);
  expect(found[names[1]!]).toMatch(/^2026-12: \d+ invoices, kept \d+$/);
  expect(found[names[2]!]).toMatch(/^2026-1[12]-\d\d on \d{4}: -?[\d.]+, kept -?[\d.]+/);
});

test('nobody changes a kept sum by hand', async () => {
  await expect(app.pool.query('update customer_counts set customers = 0')).rejects.toThrow();
  await expect(app.pool.query('delete from revenue_days')).rejects.toThrow();
  await expect(app.pool.query('update invoice_counts set invoices = 0')).rejects.toThrow();
});
