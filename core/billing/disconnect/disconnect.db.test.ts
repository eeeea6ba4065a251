import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../../context.ts';
import {
  createCustomer,
  getCustomer,
  setPromise,
  updateCustomer,
} from '../../customers/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { importInvoices } from '../import/service.ts';
import { createManualInvoice, getInvoice } from '../invoices/service.ts';
import { recordPayment, reversePayment } from '../payments/service.ts';
import { updatePaymentStatus } from '../payments/service-status.ts';
import { previewDisconnect, runDisconnect } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp('2026-11-01T08:00:00Z');
});
afterAll(() => app.close());

/** A customer with 30 USD due on 15 November. */
async function addDebtor(): Promise<{ id: number; invoiceId: number }> {
  const { id } = await createCustomer(ctx(), { name: 'Debtor' });
  const invoice = await createManualInvoice(ctx(), {
    customerId: id,
    description: 'Cable',
    amountUsd: cents(30_00),
    billDate: isoDate('2026-11-01'),
    dueDate: isoDate('2026-11-15'),
  });
  return { id, invoiceId: invoice.id };
}

const statusOf = async (id: number) => {
  const { status, suspendedByRule } = await getCustomer(ctx(), id);
  return suspendedByRule ? `${status} by rule` : status;
};
const auditOf = async (id: number) =>
  (
    await sql<{ action: string; summary: string; after: Record<string, unknown> }>`
      select action, summary, after from audit_log where entity = 'customer' and entity_id = ${String(id)} order by id`.execute(
      app.db,
    )
  ).rows;
const factsOf = async (id: number) =>
  (
    await sql<{ fact: string }>`
      select fact from outbox where entity_id = ${id} and fact in ('customer.suspended', 'customer.restored') order by id`.execute(
      app.db,
    )
  ).rows.map(({ fact }) => fact);

describe('the 15-day rule', () => {
  test('suspends on the fifteenth day past due and restores once that is paid', async () => {
    const { id } = await addDebtor();
    app.time.set('2026-11-29T08:00:00Z');
    expect(await runDisconnect(ctx())).toMatchObject({ suspended: 0, restored: 0 });
    expect((await previewDisconnect(ctx(), 'tomorrow')).rows).toMatchObject([
      { customerId: id, action: 'suspend', openUsd: 30_00, daysPastDue: 15 },
    ]);
    app.time.set('2026-11-30T08:00:00Z');
    expect(await runDisconnect(ctx(), { dryRun: true })).toMatchObject({ suspended: 1 });
    expect(await statusOf(id)).toBe('Active');
    expect(await runDisconnect(ctx())).toMatchObject({ suspended: 1, restored: 0 });
    expect(await statusOf(id)).toBe('Suspended by rule');
    await recordPayment(ctx(), { customerId: id, amount: cents(29_00) });
    // One dollar is still enough.
    expect(await statusOf(id)).toBe('Suspended by rule');
    await recordPayment(ctx(), { customerId: id, amount: cents(1) });
    expect(await statusOf(id)).toBe('Active');
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'customer.restore',
      summary: 'Restored: nothing overdue is open any more',
    });
    expect(await factsOf(id)).toEqual(['customer.suspended', 'customer.restored']);
  });

  test('does not restore customers suspended by hand', async () => {
    const { id } = await addDebtor();
    await updateCustomer(ctx(), id, { updates: { status: 'Suspended' } });
    expect(await runDisconnect(ctx())).toMatchObject({ suspended: 0, restored: 0 });
    await setPromise(ctx(), id, { until: isoDate('2026-12-04'), reason: 'Pays on Friday' });
    await recordPayment(ctx(), { customerId: id, amount: cents(30_00) });
    expect(await statusOf(id)).toBe('Suspended');
    expect(await factsOf(id)).toEqual(['customer.suspended']);
  });
});

describe('a promise to pay', () => {
  test('prevents the suspension until the end of its day', async () => {
    const { id } = await addDebtor();
    await setPromise(ctx(), id, { until: isoDate('2026-12-04'), reason: 'Pays on Friday' });
    app.time.set('2026-12-04T20:00:00Z');
    expect(await runDisconnect(ctx())).toMatchObject({ suspended: 0, promised: 1 });
    app.time.set('2026-12-05T06:00:00Z');
    expect(await runDisconnect(ctx())).toMatchObject({ suspended: 1 });
    expect(await statusOf(id)).toBe('Suspended by rule');
  });

  test('restores a customer suspended by the rule at once, until the promise is broken', async () => {
    const { id } = await addDebtor();
    expect(await runDisconnect(ctx())).toMatchObject({ suspended: 1 });
    const promised = await setPromise(ctx(), id, {
      until: isoDate('2026-12-08'),
      reason: 'Sends it on Tuesday',
    });
    expect(promised).toMatchObject({ status: 'Active', suspendedByRule: false });
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'customer.promise',
      summary: expect.stringMatching(/, connected again$/),
      after: { doNotDisconnectUntil: '2026-12-08', status: 'Active' },
    });
    expect(await runDisconnect(ctx())).toMatchObject({ suspended: 0, restored: 0 });
    app.time.set('2026-12-09T06:00:00Z');
    expect(await runDisconnect(ctx())).toMatchObject({ suspended: 1 });
    expect(await factsOf(id)).toEqual([
      'customer.suspended',
      'customer.restored',
      'customer.suspended',
    ]);
  });
});

test('an invoice called overdue by hand stays so when the payment of a part is reversed', async () => {
  app.time.set('2026-11-01T08:00:00Z');
  const { id, invoiceId } = await addDebtor();
  await updatePaymentStatus(ctx(), invoiceId, { status: 'overdue' });
  const part = await recordPayment(ctx(), { customerId: id, amount: cents(10_00) });
  await reversePayment(ctx(), part.id, 'Cheque returned');
  expect(await getInvoice(ctx(), invoiceId)).toMatchObject({ status: 'overdue', paidUsd: 0 });
});

test('imported invoices are due 14 days after their import at the earliest', async () => {
  // The last minutes of 1 February in Juba.
  app.time.set('2027-02-01T21:55:00Z');
  const { id, customerId } = await createCustomer(ctx(), { name: 'Moved in' });
  await transact(ctx(), (tx) =>
    importInvoices(
      tx,
      [
        {
          ...{ invoiceId: 'OLD-1', customerId, amountUsd: cents(30_00) },
          ...{ billDate: isoDate('2026-11-05'), dueDate: isoDate('2026-11-20') },
        },
      ],
      { dryRun: false },
    ),
  );
  const rowOn = async (now: string, day: 'today' | 'tomorrow') => {
    app.time.set(now);
    return (await previewDisconnect(ctx(), day)).rows.find(({ customerId }) => customerId === id);
  };
  expect(await rowOn('2027-02-02T08:00:00Z', 'tomorrow')).toBeUndefined();
  expect(await rowOn('2027-02-28T08:00:00Z', 'tomorrow')).toBeUndefined();
  const due = { action: 'suspend', isImported: true, oldestDueDate: '2026-11-20' };
  expect(await rowOn('2027-03-01T08:00:00Z', 'tomorrow')).toMatchObject(due);
  await runDisconnect(ctx());
  expect(await statusOf(id)).toBe('Active');
  expect(await rowOn('2027-03-02T08:00:00Z', 'today')).toMatchObject(due);
  await runDisconnect(ctx());
  expect(await statusOf(id)).toBe('Suspended by rule');
});
