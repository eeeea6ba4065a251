import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockMonth, unlockMonth } from '../../accounting/service.ts';
import { isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { getCustomerAccount } from '../accounts/service.ts';
import { runDisconnect } from '../disconnect/service.ts';
import { getInvoice, listInvoices } from '../invoices/service.ts';
import { updateInvoice } from '../invoices/service-corrections.ts';
import { recordPayment, reversePayment } from '../payments/service.ts';
import { listPayments } from '../payments/service-list.ts';
import { updatePaymentStatus } from '../payments/service-status.ts';
import { getAutomationStatus, listBillingRuns, runBilling } from './service.ts';
import { BATCH } from './service-batches.ts';
import { previewBilling } from './service-preview.ts';

let app: TestApp;

const ctx = () => contextOf(app);
const idOf = async (number: string) =>
  (
    await sql<{ id: number }>`select id from customers where customer_id = ${number}`.execute(
      app.db,
    )
  ).rows[0]!.id;
const invoicesOf = async (customerId: number) =>
  (await listInvoices(ctx(), { customerId, sort: 'dueDate' })).rows;
const count = async (table: string) =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.db))
      .rows[0]!.n,
  );

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('the monthly run', () => {
  test('a run that was killed is no longer shown as running once it has been silent', async () => {
    const start = (minutesAgo: number) =>
      sql`insert into billing_runs (month, status, started_at, heartbeat_at, actor_name, total_customers, rate_cents)
        values ('2026-11-01', 'running', ${app.clock()}, ${new Date(app.clock().getTime() - minutesAgo * 60_000)}, 'someone', 5, 40000)`.execute(
        app.db,
      );
    await start(30);
    expect(await getAutomationStatus(ctx())).toMatchObject({
      activeRun: null,
      lastRun: { status: 'abandoned' },
    });
    await start(1);
    expect(await getAutomationStatus(ctx())).toMatchObject({ activeRun: { status: 'running' } });
  });

  test('a run that was killed gets its audit line from the next one, once', async () => {
    const lines = () =>
      sql<{ summary: string; after: unknown }>`
        select summary, after from audit_log where summary like '%cut off%'`.execute(app.db);
    await sql`insert into billing_runs (month, status, started_at, heartbeat_at, actor_name, total_customers, generated, rate_cents)
      values ('2026-08-01', 'running', ${app.clock()}, ${new Date(app.clock().getTime() - 3_600_000)}, 'abuk', 9, 7, 40000)`.execute(
      app.db,
    );
    await Promise.all([1, 2, 3].map(() => runBilling(ctx())));
    await runBilling(ctx());
    const killed = (await lines()).rows.filter(({ summary }) => summary.includes('August'));
    expect(killed).toEqual([
      {
        summary: 'Billed August 2026: 7 invoices, then was cut off',
        after: expect.objectContaining({ month: '2026-08', generated: 7, actorName: 'abuk' }),
      },
    ]);
  });

  test('a month too far ahead is refused', async () => {
    await expect(runBilling(ctx(), { month: isoMonth('2027-11') })).rejects.toMatchObject({
      code: 'billing.monthTooFar',
    });
  });

  test('a run that is stopped says so in its audit line', async () => {
    const other = await createTestApp();
    try {
      await addCustomers(other, 2 * BATCH + 1);
      const signal = AbortSignal.abort();
      await expect(runBilling(contextOf(other), { signal })).rejects.toMatchObject({
        code: 'run.stopped',
      });
      const { rows } = await sql<{ summary: string }>`
        select summary from audit_log where action = 'billing.run'`.execute(other.db);
      expect(rows).toEqual([
        { summary: expect.stringMatching(/^Billed November 2026: \d+ invoices, then stopped$/) },
      ]);
    } finally {
      await other.close();
    }
  });

  test('a run that fails half-way keeps what it made, and its audit line says so', async () => {
    const other = await createTestApp();
    try {
      await addCustomers(other, BATCH + 1);
      await sql`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'the disk is full' using errcode = 'disk_full'; end $$`.execute(
        other.db,
      );
      await sql`create trigger refuse before insert on invoices for each row
        when (new.invoice_number = ${sql.lit(`INV-2026-00${BATCH + 1}`)}) execute function refuse()`.execute(
        other.db,
      );
      await expect(runBilling(contextOf(other))).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining(`${BATCH} invoices were made before this and stand`),
      });
      const lines = await sql<{ summary: string; after: unknown }>`
        select summary, after from audit_log where action = 'billing.run'`.execute(other.db);
      expect(lines.rows).toEqual([
        {
          summary: `Billed November 2026: ${BATCH} invoices, then failed`,
          after: expect.objectContaining({ generated: BATCH, actorName: 'test (shell)' }),
        },
      ]);
      // An error of the database that says nothing to a user: its text is for the log.
      await sql`create or replace function refuse() returns trigger language plpgsql as
        $$ begin perform 1/0; return new; end $$`.execute(other.db);
      const logged: unknown[] = [];
      const log = { ...other.log, error: (entry: unknown) => logged.push(entry) };
      await expect(runBilling({ ...contextOf(other), log })).rejects.toThrow('division by zero');
      const { rows: runs } = await listBillingRuns(contextOf(other));
      expect(runs.map(({ error }) => error)).toEqual([
        'An unexpected error ended the run. The log of the server has the details.',
        expect.stringContaining('were made before this and stand'),
      ]);
      expect(logged).toEqual([{ err: expect.any(Error), run: runs[0]!.id }]);
      await sql`drop trigger refuse on invoices`.execute(other.db);
      expect(await runBilling(contextOf(other))).toMatchObject({
        invoicesGenerated: 1,
        alreadyBilled: BATCH,
      });
    } finally {
      await other.close();
    }
  });

  test('bills each customer once, also in repeated and concurrent runs', async () => {
    // More than one batch.
    await addCustomers(app, 4200);
    const preview = await previewBilling(ctx());
    const results = await Promise.all(Array.from({ length: 6 }, () => runBilling(ctx())));
    expect(results.reduce((sum, result) => sum + result.invoicesGenerated, 0)).toBe(4200);
    expect(results.reduce((sum, result) => sum + result.totalRevenue, 0)).toBe(
      4200 * 12_500 + 420 * 5000,
    );
    expect(preview).toMatchObject({
      invoicesGenerated: 4200,
      totalRevenue: 4200 * 12_500 + 420 * 5000,
    });
    expect(await count('invoices')).toBe(4200);
    expect((await runBilling(ctx())).invoicesGenerated).toBe(0);
    const numbers = await sql<{ low: string; high: string; n: number }>`
      select min(invoice_number) as low, max(invoice_number) as high, count(distinct invoice_number) as n from invoices`.execute(
      app.db,
    );
    expect(numbers.rows[0]).toEqual({ low: 'INV-2026-000001', high: 'INV-2026-004200', n: 4200 });
  });

  test('the connection fee is billed once', async () => {
    const next = await runBilling(ctx(), { month: isoMonth('2026-12') });
    expect(next).toMatchObject({ invoicesGenerated: 4200, totalRevenue: 4200 * 12_500 });
  });

  test('a payment in advance takes up the next invoice, and reversing it opens it again', async () => {
    const customerId = await idOf('T7');
    const payment = await recordPayment(ctx(), {
      customerId,
      amount: cents(30_000),
      account: 'bank',
    });
    expect(payment.allocations).toHaveLength(2);
    expect(payment.unallocatedUsd).toBe(5000);
    await runBilling(ctx(), { month: isoMonth('2027-01') });
    expect(await getCustomerAccount(ctx(), customerId)).toMatchObject({
      balanceUsd: 7500,
      creditUsd: 0,
    });
    await reversePayment(ctx(), payment.id, 'bounced');
    expect(await getCustomerAccount(ctx(), customerId)).toMatchObject({
      balanceUsd: 37_500,
      creditUsd: 0,
    });
  });

  test('cancelling a paid invoice turns what was paid into credit', async () => {
    const [first] = await invoicesOf(await idOf('T8'));
    if (!first) throw new Error('T8 has no invoice');
    await recordPayment(ctx(), {
      customerId: first.customerId,
      amount: cents(12_500),
      invoiceIds: [first.id],
    });
    await updateInvoice(ctx(), first.id, { status: 'cancelled' });
    const account = await getCustomerAccount(ctx(), first.customerId);
    // Two more months are open: the freed credit takes one of them up.
    expect(account).toMatchObject({ balanceUsd: 12_500, creditUsd: 0 });
    expect((await getInvoice(ctx(), first.id)).status).toBe('cancelled');
  });

  test('the 15-day rule suspends in batches, and a failed batch does not undo the others', async () => {
    app.time.set('2027-03-01T08:00:00Z');
    const told = async () =>
      (
        await sql<{ suspended: number }>`
          select (after->>'suspended')::int as suspended from audit_log where action = 'billing.disconnect' order by id`.execute(
          app.db,
        )
      ).rows.map(({ suspended }) => suspended);
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      app.db,
    );
    const third = (
      await sql<{ id: number }>`
        select id from customers where status = 'Active' order by id offset 2500 limit 1`.execute(
        app.db,
      )
    ).rows[0]!.id;
    await sql`
      create trigger refuse before update on customers for each row when (new.id = ${sql.lit(third)})
      execute function refuse()`.execute(app.db);
    await expect(runDisconnect(ctx())).rejects.toThrow();
    expect(await told()).toEqual([1000, 1000]);
    await sql`drop trigger refuse on customers`.execute(app.db);
    expect((await runDisconnect(ctx())).suspended).toBe(2200);
    // Each batch has its own audit line, so a killed run misses none.
    expect(await told()).toEqual([1000, 1000, 1000, 1000, 200]);
  });

  test('a payment restores at once', async () => {
    const customerId = await idOf('T9');
    const account = await getCustomerAccount(ctx(), customerId);
    await recordPayment(ctx(), { customerId, amount: account.balanceUsd });
    const status = await sql<{
      status: string;
    }>`select status from customers where id = ${customerId}`.execute(app.db);
    expect(status.rows[0]!.status).toBe('Active');
    expect((await runDisconnect(ctx())).suspended).toBe(0);
  });
});

test('a dry run refuses a month that the run would refuse', async () => {
  const month = isoMonth('2027-02');
  expect(await runBilling(ctx(), { month, dryRun: true })).toMatchObject({ dryRun: true });
  await lockMonth(ctx(), month);
  await expect(runBilling(ctx(), { month, dryRun: true })).rejects.toMatchObject({
    code: 'month.locked',
  });
  await unlockMonth(ctx(), month);
});

describe('the payment dialog', () => {
  test("'paid' records a payment once; 'pending' reverses it", async () => {
    const customerId = await idOf('T11');
    const [invoice] = await invoicesOf(customerId);
    if (!invoice) throw new Error('T11 has no invoice');
    const paid = await updatePaymentStatus(ctx(), invoice.id, {
      status: 'paid',
      paymentAccount: 'bank',
      paymentReference: 'TT1',
    });
    expect(paid).toMatchObject({
      status: 'paid',
      paymentAccount: 'bank',
      paymentReference: 'TT1',
      openUsd: 0,
    });
    const count = (await listPayments(ctx(), { customerId })).rows.length;
    await updatePaymentStatus(ctx(), invoice.id, { status: 'paid' });
    expect((await listPayments(ctx(), { customerId })).rows).toHaveLength(count);
    const pending = await updatePaymentStatus(ctx(), invoice.id, { status: 'pending' });
    expect(pending.openUsd).toBe(invoice.amountUsd);
    expect((await listPayments(ctx(), { customerId })).rows[0]?.status).toBe('reversed');
  });

  test('a label on an invoice paid in part keeps the payment', async () => {
    const customerId = await idOf('T12');
    const [invoice] = await invoicesOf(customerId);
    if (!invoice) throw new Error('T12 has no invoice');
    await recordPayment(ctx(), { customerId, amount: cents(100), invoiceIds: [invoice.id] });
    for (const status of ['overdue', 'pending'] as const) {
      const labelled = await updatePaymentStatus(ctx(), invoice.id, { status });
      expect(labelled.paidUsd).toBe(100);
    }
  });

  test('a receipt that paid several invoices is not reversed in part', async () => {
    const customerId = await idOf('T13');
    const [first, second] = await invoicesOf(customerId);
    if (!first || !second) throw new Error('T13 has too few invoices');
    await recordPayment(ctx(), { customerId, amount: cents(first.amountUsd + second.amountUsd) });
    await expect(updatePaymentStatus(ctx(), first.id, { status: 'pending' })).rejects.toMatchObject(
      { code: 'payment.shared' },
    );
  });
});
