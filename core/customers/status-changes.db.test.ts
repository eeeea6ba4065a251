import {
  contextOf,
  createTestApp,
  seededRandom,
  staff,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDisconnect } from '../billing/disconnect/service.ts';
import { createManualInvoice } from '../billing/invoices/service.ts';
import { recordPayment } from '../billing/payments/service.ts';
import { type Ctx, transact } from '../context.ts';
import { addDays, dateInJuba, type IsoDate, isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { customerStatuses } from './schema.ts';
import { createCustomer, deleteCustomer, setPromise, updateCustomer } from './service.ts';
import { importCustomers } from './service-import.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('support'));
beforeAll(async () => {
  app = await createTestApp('2026-11-01T08:00:00Z');
});
afterAll(() => app.close());

/** The changes of a customer, oldest first: 'Active > Suspended by rule, Test support'. */
async function changesOf(id: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat(from_status, ' > ', to_status, case when by_rule then ' by rule' end, ', ', actor_name) as text
    from customer_status_changes where customer_id = ${id} order by id`.execute(app.db);
  return rows.map(({ text }) => text);
}

async function addDebtor(context = ctx()): Promise<{ id: number; customerId: string }> {
  const customer = await createCustomer(context, { name: 'Debtor' });
  await createManualInvoice(context, {
    customerId: customer.id,
    description: 'Cable',
    amountUsd: cents(30_00),
    billDate: context.today,
    dueDate: addDays(context.today, 14),
  });
  return customer;
}

describe('each change of status is recorded once', () => {
  test('by an edit and by a deletion; a new customer, or the same status again, is no change', async () => {
    const { id } = await createCustomer(ctx(), { name: 'Akol', status: 'Suspended' });
    expect(await changesOf(id)).toEqual([]);
    await updateCustomer(ctx(), id, { updates: { status: 'Active' } });
    await updateCustomer(ctx(), id, { updates: { status: 'Active', address: 'Hai Malakal' } });
    await deleteCustomer(ctx(), id);
    expect(await changesOf(id)).toEqual([
      'Suspended > Active, Test support',
      'Active > Inactive, Test support',
    ]);
    const { rows } = await sql`
      select actor_kind, actor_id, business_date, at, reconstructed from customer_status_changes
      where customer_id = ${id} limit 1`.execute(app.db);
    expect(rows).toEqual([
      {
        actor_kind: 'staff',
        actor_id: 1,
        business_date: '2026-11-01',
        at: new Date('2026-11-01T08:00:00Z'),
        reconstructed: false,
      },
    ]);
    // No record refers to the customer: it is deleted with its changes.
    await deleteCustomer(ctx(), id);
    expect(await changesOf(id)).toEqual([]);
  });

  test('by an import, only for customers whose status the file changes', async () => {
    const first = await createCustomer(ctx(), { name: 'First' });
    const second = await createCustomer(ctx(), { name: 'Second' });
    const rows = [
      { customerId: first.customerId, status: 'Inactive' },
      { customerId: second.customerId, address: 'Konyokonyo' },
      { customerId: 'NEW-1', name: 'New', status: 'Suspended' },
    ] as const;
    await transact(ctx(), (tx) => importCustomers(tx, rows, { dryRun: true }));
    expect(await changesOf(first.id)).toEqual([]);
    await transact(ctx(), (tx) => importCustomers(tx, rows));
    await transact(ctx(), (tx) => importCustomers(tx, rows));
    expect(await changesOf(first.id)).toEqual(['Active > Inactive, Test support']);
    const { rows: all } = await sql`
      select from customer_status_changes h join customers c on c.id = h.customer_id
      where c.customer_id in ('NEW-1', ${second.customerId})`.execute(app.db);
    expect(all).toEqual([]);
  });

  test('by the rule: its daily run, a payment and a promise that restore', async () => {
    const payer = await addDebtor();
    const promiser = await addDebtor();
    app.time.set('2026-11-30T22:30:00Z');
    const job = contextOf(app, { kind: 'system', job: 'billing.disconnect' });
    await runDisconnect(job);
    await runDisconnect(job);
    await recordPayment(ctx(), { customerId: payer.id, amount: cents(30_00) });
    await setPromise(ctx(), promiser.id, { until: isoDate('2026-12-04'), reason: 'Friday' });
    for (const { id } of [payer, promiser])
      expect(await changesOf(id)).toEqual([
        'Active > Suspended by rule, billing.disconnect',
        'Suspended > Active by rule, Test support',
      ]);
    // Half past midnight in Juba.
    const { rows } = await sql`
      select distinct business_date from customer_status_changes where by_rule`.execute(app.db);
    expect(rows).toEqual([{ business_date: '2026-12-01' }]);
  });
});

describe('the database', () => {
  test('refuses a change of status without its record', async () => {
    const { id } = await createCustomer(ctx(), { name: 'Guarded' });
    const unrecorded = sql`update customers set status = 'Inactive' where id = ${id}`;
    await expect(unrecorded.execute(app.db)).rejects.toMatchObject({
      constraint: 'customers_status_recorded',
    });
    await sql`update customers set status = status, address = 'Bor' where id = ${id}`.execute(
      app.db,
    );
    expect(await changesOf(id)).toEqual([]);
  });

  test('refuses to alter or remove a record', async () => {
    const { id } = await createCustomer(ctx(), { name: 'Kept' });
    await updateCustomer(ctx(), id, { updates: { status: 'Inactive' } });
    for (const statement of [
      sql`update customer_status_changes set by_rule = true where customer_id = ${id}`,
      sql`delete from customer_status_changes where customer_id = ${id}`,
    ])
      await expect(statement.execute(app.db)).rejects.toMatchObject({
        constraint: 'customer_status_changes_append_only',
      });
  });
});

test('after any operations the last change of each customer has its status, and each starts from the previous one', async () => {
  const chance = seededRandom('status');
  const pick = <T>(items: readonly T[]): T => items[chance.integer(items.length)]!;
  app.time.set('2027-01-10T08:00:00Z');
  const customers: { id: number; customerId: string }[] = [];
  for (let index = 0; index < 12; index += 1) customers.push(await addDebtor());
  const today = (): IsoDate => dateInJuba(app.clock());
  const operations: (() => Promise<unknown>)[] = [
    () =>
      updateCustomer(ctx(), pick(customers).id, { updates: { status: pick(customerStatuses) } }),
    () => updateCustomer(ctx(), pick(customers).id, { updates: { status: 'Active' } }),
    () => deleteCustomer(ctx(), pick(customers).id),
    () =>
      transact(ctx(), (tx) =>
        importCustomers(
          tx,
          [...new Set([pick(customers), pick(customers), pick(customers)])].map(
            ({ customerId }) => ({ customerId, status: pick(customerStatuses) }),
          ),
        ),
      ),
    () => runDisconnect(ctx()),
    () => runDisconnect(ctx()),
    () => recordPayment(ctx(), { customerId: pick(customers).id, amount: cents(15_00) }),
    () => setPromise(ctx(), pick(customers).id, { until: today(), reason: 'Soon' }),
    // Two in one transaction, and one that is rolled back.
    () =>
      transact(ctx(), async (tx) => {
        const { id } = pick(customers);
        await updateCustomer(tx, id, { updates: { status: 'Suspended' } });
        await updateCustomer(tx, id, { updates: { status: 'Active' } });
      }),
    () =>
      transact(ctx(), async (tx) => {
        await updateCustomer(tx, pick(customers).id, { updates: { status: 'Inactive' } });
        throw new Error('rolled back');
      }),
  ];
  for (let step = 0; step < 120; step += 1) {
    app.time.set(new Date(app.clock().getTime() + 12 * 3_600_000).toISOString());
    // Some are refused: a customer with invoices cannot be deleted.
    await pick(operations)().catch(() => undefined);
  }
  const { rows: wrong } = await sql`
    select c.customer_id, c.status, h.to_status from customers c
    cross join lateral (
      select to_status, by_rule from customer_status_changes where customer_id = c.id order by id desc limit 1) h
    where h.to_status <> c.status or (c.suspended_by_rule and not h.by_rule)`.execute(app.db);
  expect(wrong).toEqual([]);
  const { rows: gaps } = await sql`
    select * from (
      select customer_id, from_status, lag(to_status) over (partition by customer_id order by id) as previous
      from customer_status_changes) h
    where previous is not null and previous <> from_status`.execute(app.db);
  expect(gaps).toEqual([]);
  const { rows: kinds } = await sql<{ count: number }>`
    select count(*) as count from customer_status_changes
    where customer_id = any(${customers.map(({ id }) => id)}) group by by_rule, to_status`.execute(
    app.db,
  );
  // All kinds occurred: suspended and restored, by rule and by user.
  expect(kinds.length).toBe(5);
});
