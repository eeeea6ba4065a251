import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournalEntry } from '../../accounting/journal/service.ts';
import { credit, debit, inPounds, mirrored, type Posting } from '../../accounting/rules.ts';
import { ledgerChecks } from '../../accounting/service-check.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { takeNumbers } from '../../database/counters.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { stockChecks } from '../stock/queries-check.ts';
import { loanChecks } from '../stock/queries-check-loans.ts';
import { procurementChecks } from '../stock/queries-check-procurement.ts';
import { countChecks } from './queries-counts.ts';
import { guardChecks, logChecks } from './queries-guards.ts';
import { mobileMoneyChecks } from './queries-mobile-money.ts';
import { salesChecks } from './queries-sales.ts';
import { cashFindings, tillChecks } from './queries-till.ts';
import { voucherChecks } from './queries-vouchers.ts';
import { wifiChecks } from './queries-wifi.ts';
import {
  billingChecks,
  checkBooks,
  creditChecks,
  disputeChecks,
  expenseChecks,
  payrollChecks,
  refundChecks,
  supplierChecks,
} from './service.ts';

let app: TestApp;
let ctx: Ctx;

const at = `'2026-11-01T08:00:00Z', 'test'`;

function entry(
  source: string,
  sourceId: number,
  revision: number,
  lines: Posting['lines'],
  reversalOf?: number,
): Posting {
  return {
    date: isoDate('2026-11-02'),
    description: source,
    reference: '',
    source,
    sourceId,
    revision,
    lines,
    reversalOf,
    cash: 'safe',
  };
}

// Two customers. Invoice 1 (300.00) is paid 200.00 from a payment of 250.00, whose 50.00 are kept as credit
// (which no real service leaves open beside a debt: the checks only compare). Invoice 2 (80.00) is cancelled.
// Invoice 3 (40.00) is imported with a number of its own; invoice 4 follows it. A credit of 10.00 is reversed.
// Payment 3 came in pounds on a pound account, payment 4 on the dollar account, as before there were pound accounts.
beforeAll(async () => {
  app = await createMarkedApp();
  ctx = contextOf(app);
  await transact(ctx, async (tx) => {
    const run = (statement: string) => sql.raw(statement).execute(tx.db);
    await run(`insert into customers (id, customer_id, name, type, location, package_type, service_start_date, status, search_text, created_at, updated_at)
      select n, 'SC00' || n, 'Customer ' || n, 'individual', 'Juba Central', 'Flexible Plan', '2026-01-01', 'Active', 'customer ' || n,
        '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' from generate_series(1, 2) n`);
    await run(`insert into invoices (id, invoice_number, customer_id, kind, bill_date, due_date, status, amount_cents, paid_cents, rate_cents, ssp_cents,
        description, receivable_account, created_at, created_by) values
      (1, 'INV-2026-000001', 1, 'manual', '2026-11-01', '2026-11-15', 'pending', 30000, 20000, 40000, 12000000, 'x', '1210', ${at}),
      (2, 'INV-2026-000002', 1, 'manual', '2026-11-01', '2026-11-15', 'cancelled', 8000, 0, 40000, 3200000, 'x', '1210', ${at}),
      (3, 'INV-2026-000500', 2, 'imported', '2026-11-01', '2026-11-15', 'pending', 4000, 0, 40000, 1600000, 'x', '1220', ${at}),
      (4, 'INV-2026-000501', 2, 'manual', '2026-11-01', '2026-11-15', 'pending', 100, 0, 40000, 40000, 'x', '1220', ${at}),
      (5, 'OLD/77', 2, 'imported', '2026-11-01', '2026-11-15', 'pending', 200, 0, 40000, 80000, 'x', '1220', ${at})`);
    await run(`insert into invoice_lines (invoice_id, line_no, kind, description, amount_cents, account_code)
      select id, 1, 'other', 'x', amount_cents, case receivable_account when '1210' then '4110' else '4120' end from invoices`);
    await run(`insert into payments (id, receipt_number, customer_id, kind, payment_date, account, money_account, currency, amount_cents, ssp_cents, rate_cents,
        unallocated_cents, status, reversed_date, created_at, created_by) values
      (1, 'RCT-2026-000001', 1, 'payment', '2026-11-02', 'cash', '1110', 'USD', 25000, 10000000, 40000, 5000, 'recorded', null, ${at}),
      (2, 'CR-2026-000001', 1, 'credit', '2026-11-02', null, null, 'USD', 1000, 400000, 40000, 0, 'reversed', '2026-11-03', ${at}),
      (3, 'RCT-2026-000002', 1, 'payment', '2026-11-02', 'cash', '1160', 'SSP', 100, 40001, 40000, 100, 'recorded', null, ${at}),
      (4, 'RCT-2026-000003', 1, 'payment', '2026-11-02', 'cash', '1110', 'SSP', 200, 80001, 40000, 200, 'recorded', null, ${at})`);
    await run(
      'insert into payment_allocations (payment_id, invoice_id, amount_cents) values (1, 1, 20000)',
    );
    await takeNumbers(tx.db, 'credit:2026');
    await takeNumbers(tx.db, 'invoice:2026', 501);
    await takeNumbers(tx.db, 'receipt:2026', 3);
    const cancelled = [debit('1210', cents(8_000), 1), credit('4110', cents(8_000))];
    const granted = [debit('4910', cents(1_000)), credit('2210', cents(1_000), 1)];
    const [, second] = await post(tx, [
      entry('invoice', 1, 1, [debit('1210', cents(30_000), 1), credit('4110', cents(30_000))]),
      entry('invoice', 2, 1, cancelled),
      entry('invoice', 3, 1, [debit('1220', cents(4_000), 2), credit('4120', cents(4_000))]),
      entry('invoice', 4, 1, [debit('1220', cents(100), 2), credit('4120', cents(100))]),
      entry('invoice', 5, 1, [debit('1220', cents(200), 2), credit('4120', cents(200))]),
      entry('payment', 1, 1, [
        debit('1110', cents(25_000)),
        credit('1210', cents(20_000), 1),
        credit('2210', cents(5_000), 1),
      ]),
      entry('payment', 2, 1, granted),
      entry('payment.reversal', 2, 1, mirrored(granted)),
      entry('payment', 3, 1, [
        inPounds(debit('1160', cents(100)), cents(40_001)),
        credit('2210', cents(100), 1),
      ]),
      entry('payment', 4, 1, [debit('1110', cents(200)), credit('2210', cents(200), 1)]),
    ]);
    await post(tx, [entry('invoice.reversal', 2, 1, mirrored(cancelled), second!.id)]);
  });
});
afterAll(() => app.close());

/** The checks that are not sound after some damage, which is undone afterwards. */
const after = (...damage: string[]) =>
  unsoundAfter(app, damage, async (db) => (await checkBooks({ ...ctx, db })).checks, [
    'journal_entries',
    'journal_lines',
  ]);

const receivables = 'Open invoices equal receivables, customer by customer';
const credits = 'Unallocated payments equal customer credit, customer by customer';
const paid = 'Invoices are paid by what is allocated to them';
const allocated = 'Payments are allocated, refunded or kept as credit, reversed ones none of these';
const posted = 'Invoices stand in the ledger with their amount, cancelled ones with nothing';
const revenue = 'Revenue of invoices equals their lines, account by account';
const money =
  'Payments and credits stand in the ledger with their money and pounds, reversed ones with nothing';
const owned = 'Entries of invoices and payments belong to one';
const openings =
  'Documents from before the opening date stand against opening balances, document by document';
const importedLines = 'Imported lines are posted once';
const invoiceNumbers = 'Invoice numbers follow each other without gaps';
const receiptNumbers = 'Receipt numbers follow each other without gaps';
const creditNumbers = 'Numbers of granted credits follow each other without gaps';
const creditNoteNumbers = 'Credit note numbers follow each other without gaps';

describe('the checks between documents and ledger', () => {
  it('find nothing in sound books', async () => {
    expect(await after()).toEqual({});
    expect(billingChecks.map(({ name }) => name)).toEqual([
      receivables,
      credits,
      paid,
      allocated,
      posted,
      revenue,
      money,
      owned,
      openings,
      importedLines,
      invoiceNumbers,
      receiptNumbers,
      creditNumbers,
      creditNoteNumbers,
    ]);
  });

  it('name a customer whose invoices are not the receivables', async () => {
    expect(await after('update invoices set amount_cents = 4001 where id = 3')).toEqual({
      [receivables]: 'SC002: documents 43.01, ledger 43.00',
      [posted]: 'INV-2026-000500: amount 40.01, posted 40.00',
    });
    expect(await after('update invoices set customer_id = 1 where id = 4')).toMatchObject({
      [receivables]: 'SC001: documents 101.00, ledger 100.00; SC002: documents 42.00, ledger 43.00',
    });
  });

  it('name an invoice that was cancelled and not reversed, or the other way', async () => {
    expect(await after("update invoices set status = 'cancelled' where id = 3")).toEqual({
      [receivables]: 'SC002: documents 3.00, ledger 43.00',
      [posted]: 'INV-2026-000500: amount 0.00, posted 40.00',
      [revenue]: 'INV-2026-000500 on 4120: lines 0.00, posted 40.00',
    });
    expect(await after("update invoices set status = 'pending' where id = 2")).toMatchObject({
      [posted]: 'INV-2026-000002: amount 80.00, posted 0.00',
    });
  });

  it('name an invoice that was never posted', async () => {
    const insert = (
      status: string,
    ) => `insert into invoices (id, invoice_number, customer_id, kind, bill_date, due_date, status, amount_cents, rate_cents,
      ssp_cents, description, receivable_account, created_at, created_by)
      values (9, 'INV-X', 2, 'imported', '2026-11-01', '2026-11-15', '${status}', 700, 40000, 280000, 'x', '1220', ${at})`;
    expect(await after(insert('pending'))).toMatchObject({
      [posted]: 'INV-X: amount 7.00, posted 0.00',
    });
    expect(await after(insert('cancelled'))).toEqual({ [posted]: 'INV-X was never posted' });
  });

  it('name revenue that is not what the lines of an invoice say', async () => {
    expect(
      await after("update invoice_lines set account_code = '4510' where invoice_id = 1"),
    ).toEqual({
      [revenue]:
        'INV-2026-000001 on 4110: lines 0.00, posted 300.00; INV-2026-000001 on 4510: lines 300.00, posted 0.00',
    });
    expect(await after('delete from invoice_lines where invoice_id = 3')).toEqual({
      [revenue]: 'INV-2026-000500 on 4120: lines 0.00, posted 40.00',
    });
  });

  it('name payments whose money or pounds are not posted as they are recorded', async () => {
    expect(await after("update payments set money_account = '1120' where id = 1")).toEqual({
      [money]:
        'RCT-2026-000001 on 1110: amount 0.00, posted 250.00; RCT-2026-000001 on 1120: amount 250.00, posted 0.00',
    });
    expect(await after('update payments set ssp_cents = 40000 where id = 3')).toEqual({
      [money]: 'RCT-2026-000002 on 1160: amount 1.00 and SSP 400.00, posted 1.00 and SSP 400.01',
    });
    expect(await after("update payments set status = 'recorded' where id = 2")).toMatchObject({
      [money]: 'CR-2026-000001 on 4910: amount 10.00, posted 0.00',
    });
  });

  it('name a payment that was never posted, and entries of documents that do not exist', async () => {
    const found = await after('update journal_entries set source_id = 77 where source_id = 2');
    expect(found[money]).toBe('CR-2026-000001 was never posted');
    expect(found[posted]).toBe('INV-2026-000002 was never posted');
    expect(found[owned]).toMatch(
      /^JE-2026-\d+ \(invoice 77\) belongs to no document; JE-2026-\d+ \(payment 77\) .*payment.reversal 77.*invoice.reversal 77/,
    );
  });

  it('name credit that the ledger does not hold', async () => {
    expect(
      await after(
        'update payments set unallocated_cents = 4000, amount_cents = 24000 where id = 1',
      ),
    ).toEqual({
      [credits]: 'SC001: documents 43.00, ledger 53.00',
      [money]: 'RCT-2026-000001 on 1110: amount 240.00, posted 250.00',
    });
  });

  it('name what is paid and not allocated', async () => {
    expect(await after('update invoices set paid_cents = 19999 where id = 1')).toMatchObject({
      [paid]: 'INV-2026-000001: paid 199.99, allocated 200.00',
    });
    expect(await after('delete from payment_allocations')).toMatchObject({
      [paid]: 'INV-2026-000001: paid 200.00, allocated 0.00',
      [allocated]: 'RCT-2026-000001 (recorded): 250.00, allocated 0.00, refunded 0.00, kept 50.00',
    });
    expect(
      await after(
        'insert into payment_allocations (payment_id, invoice_id, amount_cents) values (2, 4, 100)',
      ),
    ).toMatchObject({
      [allocated]: 'CR-2026-000001 (reversed): 10.00, allocated 1.00, refunded 0.00, kept 0.00',
    });
  });

  it('name gaps in the numbers, but none that an import skipped over', async () => {
    expect(
      await after("update invoices set invoice_number = 'INV-2026-000503' where id = 4"),
    ).toEqual({
      [invoiceNumbers]:
        'INV-2026: nothing between 500 and 503; INV-2026: the counter stands at 501, the last number is 503',
    });
    expect(await after("update counters set value = 502 where name = 'invoice:2026'")).toEqual({
      [invoiceNumbers]: 'INV-2026: the counter stands at 502, the last number is 501',
    });
    expect(
      await after("update payments set receipt_number = 'RCT-2026-000004' where id = 1"),
    ).toMatchObject({
      [receiptNumbers]: expect.stringContaining('RCT-2026: nothing between 0 and 2'),
    });
    expect(await after("delete from counters where name = 'credit:2026'")).toEqual({
      [creditNumbers]: 'CR-2026: the counter stands at 0, the last number is 1',
    });
  });
});

describe('checkBooks', () => {
  it('puts the checks of the ledger and of the modules together', async () => {
    const { isSound, checks } = await checkBooks(ctx);
    expect(isSound).toBe(true);
    expect(checks.map(({ name }) => name)).toEqual(
      [
        ...ledgerChecks,
        ...billingChecks,
        ...refundChecks,
        ...disputeChecks,
        ...creditChecks,
        ...expenseChecks,
        ...supplierChecks,
        ...payrollChecks,
        ...stockChecks,
        ...procurementChecks,
        ...loanChecks,
        ...salesChecks,
        ...tillChecks,
        ...mobileMoneyChecks,
        ...voucherChecks,
        ...wifiChecks,
        ...countChecks,
        ...guardChecks,
        ...cashFindings,
        ...logChecks,
        { name: 'The sealed lines of the audit log are as they were sealed' },
      ].map(({ name }) => name),
    );
    expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  });

  it('ignores manual entries on the accounts of customers', async () => {
    await createJournalEntry(ctx, {
      date: isoDate('2026-11-21'),
      description: 'Receivables not told apart by customer',
      entries: [
        { accountCode: '1210', debitAmount: cents(50_000) },
        { accountCode: '3110', creditAmount: cents(50_000) },
      ],
    });
    expect((await checkBooks(ctx)).isSound).toBe(true);
  });
});
