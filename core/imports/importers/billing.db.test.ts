import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { countsOf, csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaf } from '../../accounting/chart.ts';
import { lockMonth, trialBalance, unlockMonth } from '../../accounting/service.ts';
import { getCustomerAccount } from '../../billing/accounts/service.ts';
import { runDisconnect } from '../../billing/disconnect/service.ts';
import type { Invoice } from '../../billing/invoices/schema.ts';
import { createManualInvoice, getInvoice, listInvoices } from '../../billing/invoices/service.ts';
import { updateInvoice } from '../../billing/invoices/service-corrections.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import { updatePaymentStatus } from '../../billing/payments/service-status.ts';
import type { Ctx } from '../../context.ts';
import type { Customer } from '../../customers/schema.ts';
import { createCustomer, getCustomer } from '../../customers/service.ts';
import type { Role } from '../../identity/roles.ts';
import { isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import type { ImportResult } from '../schema.ts';

let app: TestApp;
const ctx = (role: Role = 'super_admin'): Ctx => contextOf(app, staff(role));
const HEADER =
  'invoiceId,customerId,description,amountUsd,billDate,dueDate,status,paidDate,paymentAccount,paymentReference,notes';

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(async () => {
  await app.close();
});

async function importRows(rows: string[], dryRun = false, role?: Role): Promise<ImportResult> {
  return importText(
    ctx(role),
    csvOf(HEADER, rows),
    { type: 'billing', dryRun },
    { forShell: true },
  );
}

let names = 0;
function addCustomer(type: 'individual' | 'business' = 'individual'): Promise<Customer> {
  names += 1;
  return createCustomer(ctx(), { name: `Customer ${names}`, type });
}

async function invoiceOf(number: string): Promise<Invoice> {
  const { rows } = await listInvoices(ctx(), { q: number });
  return rows.find(({ invoiceId }) => invoiceId === number)!;
}

async function balanceOf(account: string): Promise<number> {
  const { accounts } = await trialBalance(ctx(), { month: 12, year: 2026 });
  const row = accounts.find(({ code }) => code === account);
  return row ? row.debit - row.credit : 0;
}

describe('imported invoices', () => {
  it('are posted, and the paid ones are settled by a payment of their own', async () => {
    const home = await addCustomer();
    const firm = await addCustomer('business');
    const [residential, corporate, mobile] = await Promise.all(
      [leaf.residentialReceivable, leaf.corporateReceivable, leaf.mobileMoney].map(balanceOf),
    );
    const rows = [
      `A-1,${home.customerId},January,30,2026-01-01,2026-01-15,paid,2026-01-12,Mobile Money,MM-1,"old\nnotes"`,
      `A-2,${home.customerId},February,30.50,2026-02-01,,,,,,`,
      `A-3,${firm.customerId},,1200,2025-12-31,2026-01-10,overdue,,,,`,
    ];
    expect(countsOf(await importRows(rows, true))).toEqual([3, 0, 0, 0]);
    expect(await invoiceOf('A-1')).toBeUndefined();
    expect(countsOf(await importRows(rows))).toEqual([3, 0, 0, 0]);

    expect(await invoiceOf('A-1')).toMatchObject({
      kind: 'imported',
      customerNumber: home.customerId,
      description: 'January',
      amountUsd: 3_000,
      amountSsp: 1_200_000,
      paidUsd: 3_000,
      status: 'paid',
      paidDate: '2026-01-12',
      paymentAccount: 'mobile_money',
      paymentReference: 'MM-1',
      notes: 'old\nnotes',
    });
    expect(await invoiceOf('A-2')).toMatchObject({
      amountUsd: 3_050,
      openUsd: 3_050,
      dueDate: '2026-02-15',
      description: 'February',
    });
    expect(await invoiceOf('A-3')).toMatchObject({ description: 'Invoice A-3', status: 'overdue' });
    const [payment] = (await listPayments(ctx(), { customerId: home.id })).rows;
    expect(payment).toMatchObject({
      receiptId: 'RCT-2026-000001',
      paymentDate: '2026-01-12',
      amountUsd: 3_000,
      unallocatedUsd: 0,
      account: 'mobile_money',
    });
    expect(await balanceOf(leaf.residentialReceivable)).toBe(residential! + 3_050);
    expect(await balanceOf(leaf.corporateReceivable)).toBe(corporate! + 120_000);
    expect(await balanceOf(leaf.mobileMoney)).toBe(mobile! + 3_000);
    await expectSoundBooks(ctx());

    expect(countsOf(await importRows(rows))).toEqual([0, 0, 3, 0]);
    expect(await balanceOf(leaf.residentialReceivable)).toBe(residential! + 3_050);
  });

  it('say in row errors what cannot be imported', async () => {
    const { customerId } = await addCustomer();
    await lockMonth(ctx(), isoMonth('2025-03'));
    const result = await importRows([
      `B-1,NOBODY,x,30,2026-01-01,,,,,,`,
      `B-2,${customerId},x,,2026-01-01,,,,,,`,
      `B-3,,x,30,,,,,,,`,
      `B-4,${customerId},x,0,2026-01-01,,,,,,`,
      `B-5,${customerId},x,30,2026-01-10,2026-01-09,,,,,`,
      `B-6,${customerId},x,30,2026-01-01,,paid,,,,`,
      `B-7,${customerId},x,30,2026-01-01,,paid,2026-11-22,,,`,
      `B-8,${customerId},x,30,2025-03-05,,,,,,`,
      `B-9,${customerId},x,30,2026-01-01,,paid,2025-03-05,,,`,
      `B-10,${customerId},x,30,2026-01-01,,cancelled,,,,`,
      `B-11,${customerId},x,30,1999-12-31,,,,,,`,
      `B-12,${customerId},x,30,2026-01-01,,lost,,,,`,
      `B-13,${customerId},good,30,2026-01-01,,,2026-01-05,,,`,
      `B-13,${customerId},good,30,2026-01-01,,,2026-01-05,,,`,
      `B-18,${customerId},one,30,2026-01-01,,,2026-01-05,,,`,
      `B-18,${customerId},two,30,2026-01-01,,,,,,`,
      `B-14,${customerId},x,10.005,2026-01-01,,,,,,`,
      `B-16,${customerId},x,30,2026-01-01,9999-12-31,,,,,`,
      `B-15,${customerId},x,61.150000000000006,2026-01-01,,,,,,`,
      `B-17,${customerId},#VALUE!,30,2026-01-01,,,,,#N/A,`,
    ]);
    await unlockMonth(ctx(), isoMonth('2025-03'));
    expect(countsOf(result)).toEqual([3, 0, 0, 17]);
    expect(result.warnings.join('\n')).toContain(
      'Row 6: dueDate: The due date is before the bill date; it was left out',
    );
    expect(result.errors).toEqual([
      '2 rows (16, 17): invoiceId: Rows 16 and 17 have the number B-18, and row 17 leaves out paidDate, which others of them have.',
      'Row 2: customerId: There is no customer NOBODY.',
      'Row 3: amountUsd: This field is required.',
      'Row 4: customerId: This field is required. billDate: This field is required.',
      'Row 5: amountUsd: Enter an amount above zero; it says 0.00.',
      'Row 7: paidDate: A paid invoice needs the date of its payment.',
      'Row 8: paidDate: A payment cannot be dated in the future.',
      'Row 9: billDate: March 2025 is locked in the books.',
      'Row 10: paidDate: March 2025 is locked in the books.',
      'Row 11: status: A cancelled invoice has nothing to import. Leave it out.',
      'Row 12: billDate: The date must lie between 2000 and a year from today.',
      'Row 13: status: "lost" is unknown. Choose one of: pending, paid, overdue, cancelled, partial. Mend it with --value "status.lost=CHOICE".',
      'Row 15: invoiceId: B-13 is already in row 14.',
      'Row 18: amountUsd: Enter an amount with at most two decimals; it says 10.005.',
      'Row 19: dueDate: The date must lie between 2000 and a year from today.',
      'Row 21: description: The sheet has an error here: #VALUE!.',
      'Row 21: paymentReference: The sheet has an error here: #N/A.',
    ]);
    expect((await importRows([`B-13,${customerId},,,,9999-12-31,,,,,`])).errors).toEqual([
      'Row 2: dueDate: The date must lie between 2000 and a year from today.',
    ]);
    // How a spreadsheet stores 61.15.
    expect(await invoiceOf('B-15')).toMatchObject({ amountUsd: 61_15 });
    expect(await invoiceOf('B-13')).toMatchObject({ status: 'paid', paymentAccount: 'cash' });
    await expectSoundBooks(ctx());
  });

  it('of a known number are paid and corrected, and nothing posted is taken back', async () => {
    const { customerId } = await addCustomer();
    const other = await addCustomer();
    const row = (rest: string) => `C-1,${customerId},Line,30,2026-10-01,${rest}`;
    await importRows([row('2026-10-15,pending,,,,')]);
    expect(countsOf(await importRows([row('2026-10-20,pending,,,,by hand')]))).toEqual([
      0, 1, 0, 0,
    ]);
    expect(await invoiceOf('C-1')).toMatchObject({ dueDate: '2026-10-20', notes: 'by hand' });
    expect(countsOf(await importRows([row('2026-10-20,paid,2026-10-19,bank,T-9,')]))).toEqual([
      0, 1, 0, 0,
    ]);
    expect(await invoiceOf('C-1')).toMatchObject({
      status: 'paid',
      paidDate: '2026-10-19',
      paymentAccount: 'bank',
      paymentReference: 'T-9',
      notes: 'by hand',
    });
    // The old file again: the payment stays.
    expect(countsOf(await importRows([row('2026-10-20,pending,,,,')]))).toEqual([0, 0, 1, 0]);
    const refused = await importRows([
      `C-1,${customerId},Line,31,2026-10-01,,,,,,`,
      `C-2,${customerId},Line,31,2026-10-01,,,,,,`,
    ]);
    expect(refused.errors).toEqual([
      'Row 2: amountUsd: Invoice C-1 stands at $30.00. Correct it in the portal, so that its posting is corrected too.',
    ]);
    for (const [text, message] of [
      [`C-2,${other.customerId},Line,31,2026-10-01,,,,,,`, `belongs to ${customerId}`],
      [`C-2,${customerId},Line,31,2026-10-02,,,,,,`, 'is dated 1 Oct 2026'],
      [`C-2,${customerId},Line,31,2026-10-01,,cancelled,,,,`, 'Cancel invoice C-2 in the portal'],
    ] as const) {
      expect((await importRows([text])).errors[0]).toContain(message);
    }
    await expectSoundBooks(ctx());
  });

  it('whose status contradicts the payment in their row are refused, known or not', async () => {
    const { customerId } = await addCustomer();
    const row = (rest: string) => `I-1,${customerId},x,30,2026-09-01,2026-09-15,${rest}`;
    const denied = ['pending', 'overdue', 'cancelled'].map((status) =>
      row(`${status},2026-09-10,bank,T-1,`).replace('I-1', `I-${status}`),
    );
    const refusals = ['pending', 'overdue', 'cancelled'].map(
      (status, index) =>
        `Row ${index + 2}: status: The row says ${status} and tells of a payment on 2026-09-10. Correct one of them.`,
    );
    expect((await importRows(denied)).errors).toEqual(refusals);
    await importRows([row(',,,,')]);
    // Also for a known number, and for a cancelled one.
    expect((await importRows([row('pending,2026-09-10,,,')])).errors).toEqual([refusals[0]]);
    await updateInvoice(ctx(), (await invoiceOf('I-1')).id, { status: 'cancelled' });
    expect((await importRows([row('pending,2026-09-10,,,')])).errors).toEqual([refusals[0]]);
    expect(countsOf(await importRows([row('cancelled,,,,')]))).toEqual([0, 0, 1, 0]);
  });

  it('report an account and a reference that no payment of the row used', async () => {
    const { id, customerId } = await addCustomer();
    const rows = [
      `J-1,${customerId},x,30,2026-09-01,,pending,,bank,T-1,`,
      `J-2,${customerId},x,30,2026-09-01,,,,cash,,`,
      `J-3,${customerId},x,30,2026-09-01,,overdue,,,T-3,`,
      `J-4,${customerId},x,30,2026-09-01,,paid,2026-09-10,bank,T-4,`,
    ];
    const warnings = [
      'Row 2: status: The row is not paid; its paymentAccount and paymentReference were not used.',
      'Row 3: status: The row is not paid; its paymentAccount was not used.',
      'Row 4: status: The row is not paid; its paymentReference was not used.',
    ];
    const first = [expect.stringContaining('The books have no opening date'), ...warnings];
    expect(await importRows(rows)).toMatchObject({
      recordsCreated: 4,
      errors: [],
      warnings: first,
    });
    expect(await importRows(rows)).toMatchObject({ recordsUnchanged: 4, errors: [], warnings });
    expect((await listPayments(ctx(), { customerId: id })).rows).toHaveLength(1);
    // The account that paid it is not reported.
    const paid = rows[3]!.replace('paid,2026-09-10', 'pending,');
    expect(await importRows([paid])).toMatchObject({ recordsUnchanged: 1, warnings: [] });
  });

  it('find their customer by the id in any case', async () => {
    const { id, customerId } = await addCustomer();
    const rows = [
      `H-1,${customerId.toLowerCase()},x,30,2026-10-01,,paid,2026-10-02,,,`,
      `H-2,${customerId},x,30,2026-10-01,,,,,,`,
      `H-3,S${customerId.slice(1).toLowerCase()},x,30,2026-10-01,,,,,,`,
      'H-4,nobody,x,30,2026-10-01,,,,,,',
    ];
    const dry = await importRows(rows, true);
    expect(countsOf(dry)).toEqual([3, 0, 0, 1]);
    expect(await importRows(rows)).toEqual({ ...dry, dryRun: false });
    expect(dry.errors).toEqual(['Row 5: customerId: There is no customer nobody.']);
    const { rows: invoices } = await listInvoices(ctx(), { customerId: id });
    expect(invoices.map(({ customerNumber }) => customerNumber)).toEqual(Array(3).fill(customerId));
    expect(countsOf(await importRows(rows))).toEqual([0, 0, 3, 1]);
    await expectSoundBooks(ctx());
  });

  it('stay cancelled, and stay unpaid after a reversal, when the same file comes again', async () => {
    const [first, second] = [await addCustomer(), await addCustomer()];
    const rows = [first, second].map(
      ({ customerId }, index) =>
        `D-${index},${customerId},x,30,2026-10-01,2026-10-15,paid,2026-10-02,,,`,
    );
    await importRows(rows);
    await updateInvoice(ctx(), (await invoiceOf('D-0')).id, { status: 'cancelled' });
    await updatePaymentStatus(ctx(), (await invoiceOf('D-1')).id, { status: 'pending' });
    const again = await importRows(rows);
    expect(countsOf(again)).toEqual([0, 0, 1, 1]);
    expect(again.errors[0]).toMatch(
      /^Row 3: status: Receipt RCT-2026-\d+ of 2 Oct 2026 was reversed\. If the money did come in, record it in the portal\.$/,
    );
    expect(await invoiceOf('D-0')).toMatchObject({ status: 'cancelled', paidUsd: 0 });
    expect(await invoiceOf('D-1')).toMatchObject({ status: 'overdue', paidUsd: 0 });
    // Another payment date is another payment.
    expect(countsOf(await importRows([rows[1]!.replace('2026-10-02', '2026-10-20')]))).toEqual([
      0, 1, 0, 0,
    ]);
    expect(await invoiceOf('D-1')).toMatchObject({ status: 'paid', paidDate: '2026-10-20' });
    expect(await getCustomerAccount(ctx(), first.id)).toMatchObject({ creditUsd: 3_000 });
    await expectSoundBooks(ctx());
  });

  it('use the credit of their customer, and a payment pays its own invoice first', async () => {
    const { id, customerId } = await addCustomer();
    await recordPayment(ctx(), { customerId: id, amount: cents(5_000) });
    await importRows([
      `E-1,${customerId},x,30,2026-09-01,,,,,,`,
      `E-2,${customerId},x,40,2026-10-01,,paid,2026-10-05,,,`,
    ]);
    expect(await invoiceOf('E-1')).toMatchObject({ status: 'paid', paidUsd: 3_000 });
    expect(await invoiceOf('E-2')).toMatchObject({ status: 'paid', paidDate: '2026-10-05' });
    expect(await getCustomerAccount(ctx(), id)).toMatchObject({ balanceUsd: 0, creditUsd: 2_000 });
    await expectSoundBooks(ctx());
  });

  it('restore a customer whom the 15-day rule suspended once the file pays what was overdue', async () => {
    const { id, customerId } = await addCustomer();
    await importRows([`F-1,${customerId},x,30,2026-09-01,2026-09-15,,,,,`]);
    await asOwner(
      app,
      `update invoices set created_at = created_at - interval '30 days' where customer_id = ${id}`,
    );
    await runDisconnect(ctx());
    expect((await getCustomer(ctx(), id)).status).toBe('Suspended');
    await importRows([`F-1,${customerId},x,30,2026-09-01,2026-09-15,paid,2026-11-20,,,`]);
    expect(await getCustomer(ctx(), id)).toMatchObject({
      status: 'Active',
      suspendedByRule: false,
    });
  });

  it('keep their numbers, and the counter skips them', async () => {
    const { id, customerId } = await addCustomer();
    await importRows([`INV-2026-000500,${customerId},x,30,2026-10-01,,,,,,`]);
    const invoice = await createManualInvoice(ctx(), {
      customerId: id,
      description: 'Router',
      amountUsd: cents(100),
    });
    expect(invoice.invoiceId).toBe('INV-2026-000501');
    expect((await getInvoice(ctx(), invoice.id)).lines).toHaveLength(1);
  });

  it('are imported once, in batches of mixed years, by two concurrent imports', async () => {
    const customers = await Promise.all(Array.from({ length: 20 }, () => addCustomer()));
    const rows = Array.from({ length: 2500 }, (_, index) => {
      const { customerId } = customers[index % 20]!;
      const date = `202${4 + (index % 3)}-0${1 + (index % 9)}-10`;
      const paid = index % 2 ? `paid,${date},bank,,` : ',,,,';
      return `G-${index},${customerId},x,${1 + (index % 50)}.25,${date},,${paid}`;
    });
    const results = await Promise.all(
      [rows, [...rows].reverse()].map((order) => importRows(order)),
    );
    expect(results.flatMap(({ errors }) => errors)).toEqual([]);
    expect(results.reduce((sum, result) => sum + result.recordsCreated, 0)).toBe(2500);
    expect(results.reduce((sum, result) => sum + result.recordsUnchanged, 0)).toBe(2500);
    const { total } = await listInvoices(ctx(), { q: 'G-', total: true, pageSize: 1 });
    expect(total).toBeGreaterThanOrEqual(2500);
    // 1,250 are paid; receipts are numbered by year, from 1 or after existing ones.
    for (const year of ['2024', '2025', '2026']) {
      const { value } = await app.db
        .selectFrom('counters')
        .select('value')
        .where('name', '=', `receipt:${year}`)
        .executeTakeFirstOrThrow();
      const { count, last } = await app.db
        .selectFrom('payments')
        .select(({ fn }) => [
          fn.count<number>('receipt_number').distinct().as('count'),
          fn.max('receipt_number').as('last'),
        ])
        .where('receipt_number', 'like', `RCT-${year}-%`)
        .executeTakeFirstOrThrow();
      expect([count, last]).toEqual([value, `RCT-${year}-${String(value).padStart(6, '0')}`]);
      expect(value).toBeGreaterThan(400);
    }
    await expectSoundBooks(ctx());
  });
});

describe('an import checks the permissions of its sender', () => {
  it('payments need the permission to record payments, changes the one to edit invoices', async () => {
    const { customerId } = await addCustomer();
    const row = (number: string, rest: string) => `${number},${customerId},,30,2026-03-01,${rest}`;
    const rows = [row('P-1', ',,,,,'), row('P-2', ',paid,2026-03-05,,,')];
    const asDeveloper = await importRows(rows, false, 'developer');
    expect(countsOf(asDeveloper)).toEqual([1, 0, 0, 1]);
    expect(asDeveloper.errors).toEqual([
      'Row 3: status: Your role may not record payments, and this row is paid.',
    ]);
    expect(await invoiceOf('P-2')).toBeUndefined();
    expect(countsOf(await importRows(rows, false, 'billing'))).toEqual([1, 0, 1, 0]);

    const later = [row('P-1', '2026-06-01,,,,,')];
    for (const role of ['billing', 'admin', 'developer'] as const) {
      const refused = await importRows(later, true, role);
      expect(refused.errors).toEqual([
        'Row 2: invoiceId: P-1 is there already, and your role may not change an invoice.',
      ]);
      expect(countsOf(await importRows(later, false, role))).toEqual([0, 0, 0, 1]);
    }
    expect((await invoiceOf('P-1')).dueDate).toBe('2026-03-15');
    const payment = [row('P-1', ',paid,2026-03-09,,,')];
    expect(countsOf(await importRows(payment, false, 'developer'))).toEqual([0, 0, 0, 1]);
    expect(countsOf(await importRows(later))).toEqual([0, 1, 0, 0]);
    expect((await invoiceOf('P-1')).dueDate).toBe('2026-06-01');
  });
});
