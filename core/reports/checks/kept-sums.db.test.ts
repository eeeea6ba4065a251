import { addCustomers } from '@nimule/fixtures/testing/customers';
import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { updateInvoice } from '../../billing/invoices/service-corrections.ts';
import { runBilling } from '../../billing/runs/service.ts';
import { locations } from '../../company/schema-places.ts';
import { createCustomer, deleteCustomer, updateCustomer } from '../../customers/service.ts';
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
      ],
    );
    const counted = await countsOf(
      'customers',
      ...[
        'count(*) as customers',
        'sum(bandwidth)::bigint as mbps',
        'sum(monthly_fee_cents)::bigint as fees',
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

test('the checks of the books tell what drifted', async () => {
  expect(await drifted()).toEqual({});
  const found = await unsoundAfter(
    app,
    [
      `update customer_counts set customers = customers + 1 where id = (select max(id) from customer_counts)`,
      `update revenue_days set revenue_cents = revenue_cents + 5
       where (day, account_code) = (select day, account_code from revenue_days order by 1 desc, 2 limit 1)`,
    ],
    async (db) => (await checkBooks({ ...ctx(), db })).checks,
    ['customer_counts', 'revenue_days'],
  );
  expect(Object.keys(found).sort()).toEqual([...names].sort());
  expect(found[names[0]!]).toMatch(/: \d+ customers, kept \d+/);
  expect(found[names[1]!]).toMatch(/^2026-11-\d\d on \d{4}: -?[\d.]+, kept -?[\d.]+/);
});

test('nobody changes a kept sum by hand', async () => {
  await expect(app.pool.query('update customer_counts set customers = 0')).rejects.toThrow();
  await expect(app.pool.query('delete from revenue_days')).rejects.toThrow();
});
