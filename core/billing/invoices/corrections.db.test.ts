import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCustomers } from '../../billing/accounts/service-list.ts';
import { transact } from '../../context.ts';
import type { Customer } from '../../customers/schema.ts';
import { createCustomer, getCustomer, updateCustomer } from '../../customers/service.ts';
import { importCustomers } from '../../customers/service-import.ts';
import { addDays, DATE_NOT_ALLOWED, isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { getCustomerAccount } from '../accounts/service.ts';
import { recordPayment } from '../payments/service.ts';
import { listPayments } from '../payments/service-list.ts';
import { updatePaymentStatus } from '../payments/service-status.ts';
import { addBandwidthPurchase } from '../profit/service.ts';
import { runBilling } from '../runs/service.ts';
import { createManualInvoice, getInvoice, listInvoices } from './service.ts';
import { updateInvoice } from './service-corrections.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(() => app.close());

let names = 0;
function addCustomer(input: Partial<Parameters<typeof createCustomer>[1]> = {}): Promise<Customer> {
  names += 1;
  return createCustomer(ctx(), { name: `Customer ${names}`, ...input });
}

async function addInvoice(notes = 'first') {
  const { id: customerId } = await addCustomer();
  return createManualInvoice(ctx(), {
    customerId,
    description: 'Cable',
    amountUsd: cents(30_00),
    notes,
  });
}

const auditOf = async (action: string, id: number) =>
  (
    await sql<{ before: { notes: string }; after: { notes: string } }>`
      select before, after from audit_log where action = ${action} and entity_id = ${String(id)} order by id`.execute(
      app.db,
    )
  ).rows;

describe('the edit dialog', () => {
  test('a cancellation keeps the reason that was typed with it', async () => {
    const { id } = await addInvoice();
    const cancelled = await updateInvoice(ctx(), id, { status: 'cancelled', notes: 'Sent twice' });
    expect(cancelled).toMatchObject({ status: 'cancelled', notes: 'Sent twice' });
  });

  test('a change of the stored status of an old invoice has its audit line', async () => {
    const { id: customerId } = await addCustomer();
    const { id } = await createManualInvoice(ctx(), {
      customerId,
      description: 'Cable',
      amountUsd: cents(30_00),
      billDate: isoDate('2026-10-01'),
      dueDate: isoDate('2026-10-15'),
      status: 'overdue',
    });
    await updateInvoice(ctx(), id, { status: 'pending' });
    expect(await auditOf('invoice.update', id)).toMatchObject([
      { before: { status: 'overdue' }, after: { status: 'pending' } },
    ]);
  });

  test('of an invoice that is billed ahead is posted no earlier than the invoice', async () => {
    const { id: customerId } = await addCustomer();
    const billDate = addDays(ctx().today, 90);
    const { id } = await createManualInvoice(ctx(), {
      customerId,
      description: 'Cable',
      amountUsd: cents(30_00),
      billDate,
      dueDate: billDate,
    });
    await updateInvoice(ctx(), id, { amountUsd: cents(40_00) });
    await updateInvoice(ctx(), id, { status: 'cancelled' });
    const { rows } = await sql<{ date: string }>`
      select distinct e.entry_date as date from journal_entries e join journal_lines l on l.entry_id = e.id
      where l.customer_id = ${customerId}`.execute(app.db);
    expect(rows).toEqual([{ date: billDate }]);
  });

  test('saved unchanged writes nothing, no audit line either', async () => {
    const { id, version, notes, dueDate, amountUsd } = await addInvoice();
    const again = { version, notes, dueDate, amountUsd, status: 'pending' as const };
    expect(await updateInvoice(ctx(), id, again)).toMatchObject({ version });
    expect(await updatePaymentStatus(ctx(), id, { status: 'pending', notes })).toMatchObject({
      version,
    });
    expect(await auditOf('invoice.update', id)).toEqual([]);
    expect(await auditOf('invoice.paymentStatus', id)).toEqual([]);
    expect(await updateInvoice(ctx(), id, { ...again, notes: 'second' })).toMatchObject({
      version: version + 1,
    });
  });

  test('refuses a due date before the bill date, and leaves an imported one alone', async () => {
    const { id, billDate } = await addInvoice();
    const before = isoDate('2025-11-30');
    await expect(updateInvoice(ctx(), id, { dueDate: before })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { dueDate: 'The due date cannot be before the bill date.' },
    });
    expect((await updateInvoice(ctx(), id, { dueDate: billDate })).dueDate).toBe(billDate);
  });

  test('lowering a paid invoice keeps it paid and uses the rest for the next open invoice', async () => {
    const invoice = await addInvoice();
    const { id, customerId } = invoice;
    const older = await createManualInvoice(ctx(), {
      customerId,
      description: 'Router',
      amountUsd: cents(12_00),
    });
    await sql`update invoices set due_date = bill_date where id = ${older.id}`.execute(app.db);
    for (const amountUsd of [cents(20_00), cents(10_00)]) {
      await recordPayment(ctx(), {
        customerId,
        amount: amountUsd,
        invoiceIds: [id],
        paymentDate: isoDate('2026-11-02'),
        account: 'bank',
        reference: 'TX-7',
        sameReference: true,
      });
    }
    const paid = await getInvoice(ctx(), id);
    expect(paid).toMatchObject({ status: 'paid', paidDate: '2026-11-02' });
    const lowered = await updateInvoice(ctx(), id, { amountUsd: cents(25_00) });
    expect(lowered).toMatchObject({
      status: 'paid',
      paidUsd: 25_00,
      paidDate: '2026-11-02',
      paymentReference: 'TX-7',
    });
    expect(await getInvoice(ctx(), older.id)).toMatchObject({ status: 'pending', paidUsd: 5_00 });
    const raised = await updateInvoice(ctx(), id, { amountUsd: cents(26_00) });
    expect(raised).toMatchObject({ status: 'pending', paidUsd: 25_00, paidDate: null });
    expect(await updateInvoice(ctx(), id, { amountUsd: cents(15_00) })).toMatchObject({
      status: 'paid',
      paidUsd: 15_00,
      paidDate: ctx().today,
    });
    expect(await getInvoice(ctx(), older.id)).toMatchObject({ status: 'paid', paidUsd: 12_00 });
    expect(await getCustomerAccount(ctx(), customerId)).toMatchObject({
      balanceUsd: 0,
      creditUsd: 3_00,
    });
    const { checks } = await checkBooks(ctx());
    expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  });

  test('the connection fee goes with its invoice to another customer', async () => {
    const from = await addCustomer({
      packageType: 'Flexible Plan',
      monthlyFeeUsd: cents(10_00),
      connectionFeeUsd: cents(50_00),
      serviceStartDate: isoDate('2026-01-01'),
    });
    await runBilling(ctx(), { month: isoMonth('2026-11') });
    const to = await addCustomer();
    const [invoice] = (await listInvoices(ctx(), { customerId: from.id })).rows;
    const isBilled = async (id: number) => (await getCustomer(ctx(), id)).connectionFeeBilled;
    expect([await isBilled(from.id), await isBilled(to.id)]).toEqual([true, false]);
    await updateInvoice(ctx(), invoice!.id, { customerId: to.id });
    expect([await isBilled(from.id), await isBilled(to.id)]).toEqual([false, true]);
    await updateInvoice(ctx(), invoice!.id, { status: 'cancelled' });
    expect([await isBilled(from.id), await isBilled(to.id)]).toEqual([false, false]);
    const { checks } = await checkBooks(ctx());
    expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  });
});

describe('the connection fee', () => {
  const newcomer = (connectionFeeUsd: number, start: string) =>
    addCustomer({
      packageType: 'Flexible Plan',
      monthlyFeeUsd: cents(10_00),
      connectionFeeUsd: cents(connectionFeeUsd),
      serviceStartDate: isoDate(start),
    });
  const isBilled = async (id: number) => (await getCustomer(ctx(), id)).connectionFeeBilled;
  const onlyInvoice = async (customerId: number) =>
    (await listInvoices(ctx(), { customerId })).rows[0]!;

  test('cannot move to a customer who was already billed it', async () => {
    const own = await newcomer(70_00, '2026-09-01');
    await runBilling(ctx(), { month: isoMonth('2026-09') });
    await updateCustomer(ctx(), own.id, { updates: { status: 'Suspended' } });
    const other = await newcomer(50_00, '2026-10-01');
    await runBilling(ctx(), { month: isoMonth('2026-10') });
    const invoice = await onlyInvoice(other.id);
    await expect(
      updateInvoice(ctx(), invoice.id, { customerId: own.id, amountUsd: cents(55_00) }),
    ).rejects.toMatchObject({ kind: 'rule', code: 'invoice.connectionFeeTwice' });
    expect(await onlyInvoice(other.id)).toEqual(invoice);
    expect([await isBilled(own.id), await isBilled(other.id)]).toEqual([true, true]);
    // The next month's invoice holds none.
    await runBilling(ctx(), { month: isoMonth('2026-11') });
    const later = (await listInvoices(ctx(), { customerId: other.id, month: isoMonth('2026-11') }))
      .rows[0]!;
    expect(await updateInvoice(ctx(), later.id, { customerId: own.id })).toMatchObject({
      customerId: own.id,
    });
  });

  test('of an imported customer counts as billed and is not billed again', async () => {
    await transact(ctx(), (tx) =>
      importCustomers(tx, [
        {
          customerId: 'IMPORTED',
          status: 'Inactive',
          name: 'Has paid it',
          connectionFeeUsd: cents(80_00),
        },
      ]),
    );
    const [imported] = (await listCustomers(ctx(), { q: 'IMPORTED' })).rows;
    const other = await newcomer(50_00, '2026-12-01');
    app.time.set('2026-12-02T08:00:00Z');
    await runBilling(ctx());
    const { id } = await onlyInvoice(other.id);
    await expect(updateInvoice(ctx(), id, { customerId: imported!.id })).rejects.toMatchObject({
      code: 'invoice.connectionFeeTwice',
    });
    await updateInvoice(ctx(), id, { status: 'cancelled' });
    expect([await isBilled(imported!.id), await isBilled(other.id)]).toEqual([true, false]);
  });

  test('is kept when the total is lowered, so that a cancellation makes it billable again', async () => {
    const { id } = await newcomer(50_00, '2026-11-01');
    await runBilling(ctx(), { month: isoMonth('2026-11') });
    const invoice = await onlyInvoice(id);
    await updateInvoice(ctx(), invoice.id, { amountUsd: cents(50_00) });
    expect((await getInvoice(ctx(), invoice.id)).lines).toMatchObject([
      { kind: 'connection', amountUsd: 50_00 },
    ]);
    await updateInvoice(ctx(), invoice.id, { status: 'cancelled' });
    expect(await isBilled(id)).toBe(false);
    const { checks } = await checkBooks(ctx());
    expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  });
});

describe('a typing error', () => {
  test('in a date out of range is refused', async () => {
    const { id: customerId } = await addCustomer();
    const input = { customerId, description: 'Cable', amountUsd: cents(100) };
    for (const billDate of [isoDate('6202-11-22'), isoDate('1999-12-31')]) {
      await expect(
        createManualInvoice(ctx(), { ...input, billDate, dueDate: isoDate('9999-12-31') }),
      ).rejects.toMatchObject({ kind: 'invalid', fields: { billDate: expect.any(String) } });
    }
    const dueDate = isoDate('9999-12-31');
    const invoice = await createManualInvoice(ctx(), { ...input, billDate: isoDate('2026-11-20') });
    for (const late of [
      createManualInvoice(ctx(), { ...input, dueDate }),
      updateInvoice(ctx(), invoice.id, { dueDate }),
    ]) {
      await expect(late).rejects.toMatchObject({ fields: { dueDate: DATE_NOT_ALLOWED } });
    }
    for (const validFrom of [isoDate('1900-01-01'), dueDate]) {
      await expect(addBandwidthPurchase(ctx(), { mbps: 10, validFrom })).rejects.toMatchObject({
        fields: { validFrom: DATE_NOT_ALLOWED },
      });
    }
    await expect(
      recordPayment(ctx(), { customerId, amount: cents(1), paymentDate: isoDate('1999-12-31') }),
    ).rejects.toMatchObject({ fields: { paymentDate: expect.any(String) } });
  });

  test('in an amount too large to convert to pounds is refused', async () => {
    const { id: customerId } = await addCustomer();
    for (const currency of ['USD', 'SSP'] as const) {
      await expect(
        recordPayment(ctx(), { customerId, currency, amount: cents(1_000_000_000_000) }),
      ).rejects.toMatchObject({ fields: { amount: expect.stringMatching(/cannot be above/) } });
    }
  });
});

describe('the list of invoices', () => {
  test('finds imported numbers as they are written, and sorts by the status that is shown', async () => {
    const { id } = await addInvoice();
    await asOwner(app, `update invoices set invoice_number = 'inv-77a' where id = ${id}`);
    const found = async (q: string) =>
      (await listInvoices(ctx(), { q })).rows.map(({ invoiceId }) => invoiceId);
    expect(await found('inv-77')).toEqual(['inv-77a']);
    const late = await addInvoice();
    await asOwner(
      app,
      `update invoices set due_date = bill_date - 40, bill_date = bill_date - 60 where id = ${late.id}`,
    );
    const shown = (await listInvoices(ctx(), { sort: 'status', pageSize: 500 })).rows.map(
      ({ status }) => status,
    );
    expect(shown).toContain('overdue');
    expect(shown).toEqual([...shown].sort());
  });
});

describe("'paid' sent again", () => {
  test('accepts new notes, with an audit line, but no contradicting payment details', async () => {
    const { id } = await addInvoice();
    const paid = { status: 'paid', paymentAccount: 'bank', paymentReference: 'TX-1' } as const;
    await updatePaymentStatus(ctx(), id, { ...paid, notes: 'first' });
    expect(await updatePaymentStatus(ctx(), id, paid)).toMatchObject({ status: 'paid' });
    expect(await auditOf('invoice.paymentStatus', id)).toEqual([]);
    for (const other of [
      { paymentAccount: 'cash' as const },
      { paymentReference: 'TX-2' },
      { paymentDate: isoDate('2026-11-02') },
    ]) {
      await expect(updatePaymentStatus(ctx(), id, { ...paid, ...other })).rejects.toMatchObject({
        kind: 'rule',
        code: 'invoice.paid',
      });
    }
    await updatePaymentStatus(ctx(), id, { ...paid, notes: 'second' });
    expect(await getInvoice(ctx(), id)).toMatchObject({
      notes: 'second',
      paymentReference: 'TX-1',
    });
    const lines = await auditOf('invoice.paymentStatus', id);
    expect(lines.map(({ before, after }) => [before.notes, after.notes])).toEqual([
      ['first', 'second'],
    ]);
  });

  test("a payment takes the dialog's notes only where they are new", async () => {
    const invoices = [await addInvoice(), await addInvoice()];
    await updatePaymentStatus(ctx(), invoices[0]!.id, { status: 'paid', notes: 'first' });
    await updatePaymentStatus(ctx(), invoices[1]!.id, { status: 'paid', notes: 'By her brother' });
    const notesOf = async (customerId: number) =>
      (await listPayments(ctx(), { customerId })).rows.map(({ notes }) => notes);
    expect(await notesOf(invoices[0]!.customerId)).toEqual(['']);
    expect(await notesOf(invoices[1]!.customerId)).toEqual(['By her brother']);
    expect((await getInvoice(ctx(), invoices[1]!.id)).notes).toBe('By her brother');
  });
});
