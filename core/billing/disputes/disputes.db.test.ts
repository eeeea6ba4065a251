import { text } from 'node:stream/consumers';
import { actingAs } from '@nimule/fixtures/testing/accounts';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCustomer, getCustomer } from '../../customers/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { getHistory } from '../../reports/history/service.ts';
import { createTicket } from '../../support/service.ts';
import { disputeInvoice } from '../../support/service-dispute.ts';
import { getStatement } from '../accounts/service.ts';
import { previewDisconnect, runDisconnect } from '../disconnect/service.ts';
import { createManualInvoice, getInvoice, listInvoices } from '../invoices/service.ts';
import { updateInvoice } from '../invoices/service-corrections.ts';
import { recordPayment, reversePayment } from '../payments/service.ts';
import {
  countLongDisputes,
  decideDispute,
  exportDisputes,
  listDisputes,
  openDispute,
} from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-01T08:00:00Z');
});
beforeEach(() => app.time.set('2026-11-01T08:00:00Z'));
afterEach(async () => {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
afterAll(() => app.close());

/** A customer with an invoice of each amount, due on 15 November. */
async function addDebtor(...amounts: number[]): Promise<{ id: number; invoices: number[] }> {
  const { id } = await createCustomer(ctx(), { name: 'Debtor' });
  const invoices: number[] = [];
  for (const amount of amounts.length ? amounts : [30_00]) {
    const invoice = await createManualInvoice(ctx(), {
      customerId: id,
      description: 'Cable',
      amountUsd: cents(amount),
      billDate: isoDate('2026-11-01'),
      dueDate: isoDate('2026-11-15'),
    });
    invoices.push(invoice.id);
  }
  return { id, invoices };
}
const reason = 'The router was off all month';
const statusOf = async (id: number) => (await getCustomer(ctx(), id)).status;
const rowOf = async (id: number, day: 'today' | 'tomorrow' = 'today') =>
  (await previewDisconnect(ctx(), day)).rows.find(({ customerId }) => customerId === id);

describe('a dispute', () => {
  test('is shown on the invoice and in its history', async () => {
    const { id, invoices } = await addDebtor();
    const [invoice] = invoices as [number];
    app.time.set('2026-11-05T08:00:00Z');
    const opened = await openDispute(ctx(), invoice, { reason, since: isoDate('2026-11-03') });
    expect(opened).toMatchObject({
      invoiceId: invoice,
      customerId: id,
      since: '2026-11-03',
      reason,
      amountUsd: 30_00,
      openUsd: 30_00,
      outcome: null,
      days: 2,
    });
    expect(await getInvoice(ctx(), invoice)).toMatchObject({
      disputedSince: '2026-11-03',
      status: 'pending',
      openUsd: 30_00,
      disputes: [{ id: opened.id, outcome: null }],
    });
    const listed = await listInvoices(ctx(), { status: 'disputed', customerId: id });
    expect(listed.rows.map((row) => row.id)).toEqual([invoice]);
    await decideDispute(ctx(), invoice, { outcome: 'rejected', note: 'The router was on' });
    expect(await getInvoice(ctx(), invoice)).toMatchObject({
      disputedSince: null,
      countedDueDate: '2026-11-05',
      disputes: [{ outcome: 'rejected', decidedOn: '2026-11-05', note: 'The router was on' }],
    });
    const { rows } = await getHistory(ctx(), 'invoice', invoice, {});
    const told = rows.map(({ what }) => what);
    expect(told).toContain('Disputed by the customer');
    expect(told).toContain('Dispute rejected');
  });

  test('needs an open invoice without one', async () => {
    const { id, invoices } = await addDebtor(10_00, 20_00);
    const [paid, open] = invoices as [number, number];
    await recordPayment(ctx(), { customerId: id, amount: cents(10_00), invoiceIds: [paid] });
    await expect(openDispute(ctx(), paid, { reason })).rejects.toMatchObject({
      code: 'invoice.paid',
    });
    await openDispute(ctx(), open, { reason });
    await expect(openDispute(ctx(), open, { reason })).rejects.toMatchObject({
      code: 'invoice.disputed',
      message: expect.stringContaining('since 1 Nov 2026'),
    });
    await updateInvoice(ctx(), open, { status: 'cancelled' });
    await expect(openDispute(ctx(), open, { reason })).rejects.toMatchObject({
      code: 'invoice.cancelled',
    });
    await expect(decideDispute(ctx(), open, { outcome: 'rejected' })).rejects.toMatchObject({
      code: 'invoice.notDisputed',
    });
  });

  test('begins neither in the future nor before the invoice', async () => {
    const { invoices } = await addDebtor();
    app.time.set('2026-11-05T08:00:00Z');
    for (const since of ['2026-11-06', '2026-10-31']) {
      await expect(
        openDispute(ctx(), invoices[0]!, { reason, since: isoDate(since) }),
      ).rejects.toMatchObject({ kind: 'invalid', fields: { since: expect.any(String) } });
    }
  });

  test('of two opened at once one is kept, and of two decisions one', async () => {
    const { invoices } = await addDebtor();
    const [invoice] = invoices as [number];
    const opened = await Promise.allSettled(
      [1, 2].map(() => openDispute(ctx(), invoice, { reason })),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const decided = await Promise.allSettled(
      (['rejected', 'withdrawn'] as const).map((outcome) =>
        decideDispute(ctx(), invoice, { outcome }),
      ),
    );
    expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await getInvoice(ctx(), invoice)).disputes).toHaveLength(1);
  });

  test('is never changed once it is decided, and never removed', async () => {
    const { invoices } = await addDebtor();
    const { id } = await openDispute(ctx(), invoices[0]!, { reason });
    const attempt = (statement: string) => sql.raw(statement).execute(app.db);
    const refused = /changes in no other way|append-only/;
    await expect(
      attempt(`update invoice_disputes set reason = 'x' where id = ${id}`),
    ).rejects.toThrow(refused);
    await decideDispute(ctx(), invoices[0]!, { outcome: 'withdrawn' });
    await expect(
      attempt(`update invoice_disputes set note = 'x' where id = ${id}`),
    ).rejects.toThrow(refused);
    await expect(attempt(`delete from invoice_disputes where id = ${id}`)).rejects.toThrow(refused);
  });

  test('has a ticket of the same customer, or makes one', async () => {
    const { id, invoices } = await addDebtor(10_00, 20_00);
    const other = await addDebtor();
    const ticket = await createTicket(ctx(), {
      title: 'Wrong amount',
      description: 'Wrong amount',
      customerId: id,
    });
    await expect(
      openDispute(ctx(), other.invoices[0]!, { reason, ticketId: ticket.id }),
    ).rejects.toMatchObject({ fields: { ticketId: expect.any(String) } });
    const linked = await openDispute(ctx(), invoices[0]!, { reason, ticketId: ticket.id });
    expect(linked.ticketNumber).toBe(ticket.ticketId);
    await expect(
      disputeInvoice(ctx(), invoices[1]!, { reason, ticketId: ticket.id, makeTicket: true }),
    ).rejects.toMatchObject({ fields: { ticketId: expect.any(String) } });
    const made = await disputeInvoice(ctx(), invoices[1]!, { reason, makeTicket: true });
    expect(made.ticketNumber).not.toBeNull();
    expect(made.ticketId).not.toBe(ticket.id);
  });

  test('is listed by its state', async () => {
    const clerk = await actingAs(app, 'billing');
    const { invoices } = await addDebtor();
    await openDispute(clerk, invoices[0]!, { reason });
    expect(
      (await listDisputes(clerk, { state: 'open', invoiceId: invoices[0]! })).rows,
    ).toHaveLength(1);
    await decideDispute(ctx(), invoices[0]!, { outcome: 'withdrawn' });
    expect((await listDisputes(clerk, { state: 'open', invoiceId: invoices[0]! })).rows).toEqual(
      [],
    );
    const { rows } = await listDisputes(clerk, { invoiceId: invoices[0]!, state: 'withdrawn' });
    expect(rows).toHaveLength(1);
  });
});

test('disputes are exported as they are listed', async () => {
  const { id, invoices } = await addDebtor(10_00, 20_00, 30_00);
  for (const invoice of invoices) await openDispute(ctx(), invoice, { reason: `=${reason}` });
  await decideDispute(ctx(), invoices[2]!, { outcome: 'withdrawn', note: 'Paid elsewhere' });
  const { body, filename } = await exportDisputes(ctx(), {
    ...{ format: 'csv', customerId: id, sort: '-amountUsd' },
  });
  expect(filename).toBe('disputes-2026-11-01.csv');
  const lines = (await text(body as AsyncIterable<Uint8Array>))
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  expect(lines[0]).toMatch(
    /^invoiceId,customerId,customerName,since,days,amountUsd,openUsd,reason,/,
  );
  expect(lines.slice(1).map((line) => line.split(',').slice(3, 7))).toEqual([
    ['2026-11-01', '0', '30.00', '30.00'],
    ['2026-11-01', '0', '20.00', '20.00'],
    ['2026-11-01', '0', '10.00', '10.00'],
  ]);
  // A text that a sheet would compute is quoted.
  expect(lines[1]).toContain(`'=${reason}`);
  expect(lines[1]).toMatch(/,withdrawn,2026-11-01,.+,Paid elsewhere$/);
  const open = await exportDisputes(ctx(), { format: 'csv', customerId: id, state: 'open' });
  expect((await text(open.body as AsyncIterable<Uint8Array>)).trim().split('\r\n')).toHaveLength(3);
});

describe('the 15-day rule', () => {
  test('does not count a disputed invoice, and counts the others', async () => {
    const only = await addDebtor();
    const both = await addDebtor(30_00, 40_00);
    await openDispute(ctx(), only.invoices[0]!, { reason });
    await openDispute(ctx(), both.invoices[0]!, { reason });
    app.time.set('2026-11-30T08:00:00Z');
    expect(await rowOf(only.id)).toMatchObject({
      action: 'disputed',
      openUsd: 0,
      disputedUsd: 30_00,
      oldestDueDate: '2026-11-15',
      daysPastDue: 15,
    });
    expect(await rowOf(both.id)).toMatchObject({
      action: 'suspend',
      openUsd: 40_00,
      disputedUsd: 30_00,
    });
    await runDisconnect(ctx());
    expect(await statusOf(only.id)).toBe('Active');
    expect(await statusOf(both.id)).toBe('Suspended');
  });

  test('restores at once whom it suspended for what is disputed now', async () => {
    const { id, invoices } = await addDebtor();
    app.time.set('2026-11-30T08:00:00Z');
    await runDisconnect(ctx());
    expect(await statusOf(id)).toBe('Suspended');
    await openDispute(ctx(), invoices[0]!, { reason });
    expect(await statusOf(id)).toBe('Active');
  });

  test.each(['rejected', 'withdrawn'] as const)(
    'gives 14 days to pay after a dispute that is %s',
    async (outcome) => {
      const { id, invoices } = await addDebtor();
      app.time.set('2026-11-28T08:00:00Z');
      await openDispute(ctx(), invoices[0]!, { reason });
      app.time.set('2026-12-20T08:00:00Z');
      await decideDispute(ctx(), invoices[0]!, { outcome });
      app.time.set('2027-01-03T08:00:00Z');
      await runDisconnect(ctx());
      expect(await statusOf(id)).toBe('Active');
      expect(await rowOf(id, 'tomorrow')).toMatchObject({ action: 'suspend', openUsd: 30_00 });
      app.time.set('2027-01-04T08:00:00Z');
      await runDisconnect(ctx());
      expect(await statusOf(id)).toBe('Suspended');
    },
  );

  test('keeps the due date of an invoice whose dispute ended before it was due', async () => {
    const { id, invoices } = await addDebtor();
    await openDispute(ctx(), invoices[0]!, { reason });
    await decideDispute(ctx(), invoices[0]!, { outcome: 'rejected' });
    app.time.set('2026-11-29T08:00:00Z');
    expect(await rowOf(id)).toBeUndefined();
    expect(await rowOf(id, 'tomorrow')).toMatchObject({ action: 'suspend' });
  });
});

describe('an upheld dispute', () => {
  test('corrects the invoice in the same step', async () => {
    const { invoices } = await addDebtor();
    await openDispute(ctx(), invoices[0]!, { reason });
    await expect(
      decideDispute(ctx(), invoices[0]!, { outcome: 'upheld', amountUsd: cents(30_00) }),
    ).rejects.toMatchObject({ fields: { amountUsd: expect.any(String) } });
    await decideDispute(ctx(), invoices[0]!, { outcome: 'upheld', amountUsd: cents(12_00) });
    expect(await getInvoice(ctx(), invoices[0]!)).toMatchObject({
      amountUsd: 12_00,
      status: 'pending',
      disputedSince: null,
      disputes: [{ outcome: 'upheld', amountUsd: 30_00 }],
    });
  });

  test('cancels the invoice, or was corrected before, or says why the amount stays', async () => {
    const { invoices } = await addDebtor(10_00, 20_00, 30_00);
    const [cancelled, corrected, kept] = invoices as [number, number, number];
    for (const id of invoices) await openDispute(ctx(), id, { reason });
    await decideDispute(ctx(), cancelled, { outcome: 'upheld', cancel: true });
    expect((await getInvoice(ctx(), cancelled)).status).toBe('cancelled');
    await updateInvoice(ctx(), corrected, { amountUsd: cents(15_00) });
    expect((await getInvoice(ctx(), corrected)).disputedSince).not.toBeNull();
    await decideDispute(ctx(), corrected, { outcome: 'upheld' });
    await expect(decideDispute(ctx(), kept, { outcome: 'upheld' })).rejects.toMatchObject({
      fields: { note: expect.any(String) },
    });
    await decideDispute(ctx(), kept, { outcome: 'upheld', note: 'A free month was given' });
  });

  test('is the only one that corrects', async () => {
    const { invoices } = await addDebtor();
    await openDispute(ctx(), invoices[0]!, { reason });
    await expect(
      decideDispute(ctx(), invoices[0]!, { outcome: 'rejected', cancel: true }),
    ).rejects.toMatchObject({ fields: { cancel: expect.any(String) } });
    await expect(
      decideDispute(ctx(), invoices[0]!, { outcome: 'withdrawn', amountUsd: cents(1_00) }),
    ).rejects.toMatchObject({ fields: { amountUsd: expect.any(String) } });
  });
});

describe('a dispute closes itself', () => {
  const outcomeOf = async (id: number) => (await getInvoice(ctx(), id)).disputes[0]?.outcome;

  test('when the invoice is paid in full, and stays closed if the payment is reversed', async () => {
    const { id, invoices } = await addDebtor();
    await openDispute(ctx(), invoices[0]!, { reason });
    await recordPayment(ctx(), { customerId: id, amount: cents(10_00) });
    expect(await outcomeOf(invoices[0]!)).toBeNull();
    const rest = await recordPayment(ctx(), { customerId: id, amount: cents(20_00) });
    expect(await outcomeOf(invoices[0]!)).toBe('paid');
    await reversePayment(ctx(), rest.id, 'Cheque returned');
    expect(await getInvoice(ctx(), invoices[0]!)).toMatchObject({
      disputedSince: null,
      countedDueDate: '2026-11-01',
      openUsd: 20_00,
    });
  });

  test('when the invoice is cancelled, or nothing is open after a correction', async () => {
    const { id, invoices } = await addDebtor(10_00, 20_00);
    await recordPayment(ctx(), { customerId: id, amount: cents(5_00), invoiceIds: [invoices[0]!] });
    for (const invoice of invoices) await openDispute(ctx(), invoice, { reason });
    await updateInvoice(ctx(), invoices[0]!, { amountUsd: cents(5_00) });
    await updateInvoice(ctx(), invoices[1]!, { status: 'cancelled' });
    expect(await outcomeOf(invoices[0]!)).toBe('upheld');
    expect(await outcomeOf(invoices[1]!)).toBe('upheld');
  });
});

test('a statement names what was disputed on its last day', async () => {
  const { id, invoices } = await addDebtor();
  app.time.set('2026-11-03T08:00:00Z');
  await openDispute(ctx(), invoices[0]!, { reason });
  app.time.set('2026-11-12T08:00:00Z');
  const long = await countLongDisputes(ctx());
  expect(long).toBeGreaterThan(0);
  await decideDispute(ctx(), invoices[0]!, { outcome: 'withdrawn' });
  expect(await countLongDisputes(ctx())).toBe(long - 1);
  const disputedOn = async (to: string) =>
    (await getStatement(ctx(), id, { to: isoDate(to) })).disputed.map(({ since }) => since);
  expect(await disputedOn('2026-11-02')).toEqual([]);
  expect(await disputedOn('2026-11-11')).toEqual(['2026-11-03']);
  expect(await disputedOn('2026-11-12')).toEqual([]);
});
