import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { countsOf, csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaf } from '../../accounting/chart.ts';
import { listJournalEntries, reverseJournalEntry } from '../../accounting/journal/service.ts';
import { lockMonth, trialBalance, unlockMonth } from '../../accounting/service.ts';
import { getCustomerAccount } from '../../billing/accounts/service.ts';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import type { Ctx } from '../../context.ts';
import type { Customer } from '../../customers/schema.ts';
import { createCustomer } from '../../customers/service.ts';
import type { Role } from '../../identity/roles.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import type { ImportResult } from '../schema.ts';
import { importTemplate } from '../service-template.ts';

let app: TestApp;
const ctx = (role: Role = 'super_admin'): Ctx => contextOf(app, staff(role));
const HEADER =
  'date,amountUsd,amountSsp,reference,description,account,customerId,customerName,counterAccount';

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(async () => {
  await app.close();
});

interface Options {
  header?: string;
  dryRun?: boolean;
  role?: Role;
  set?: Record<string, string>;
}

async function importLines(rows: string[], options: Options = {}): Promise<ImportResult> {
  const { header = HEADER, dryRun = false, role, set } = options;
  const input = { type: 'cash' as const, dryRun, set: set && JSON.stringify(set) };
  return importText(ctx(role), csvOf(header, rows), input);
}

let names = 0;
function addCustomer(name = `Payer ${++names}`): Promise<Customer> {
  return createCustomer(ctx(), { name, type: 'individual' });
}

async function balanceOf(account: string): Promise<number> {
  const { accounts } = await trialBalance(ctx(), { month: 12, year: 2026 });
  const row = accounts.find(({ code }) => code === account);
  return row ? row.debit - row.credit : 0;
}

describe('a line with a customer', () => {
  it('is a payment: the oldest invoice first, the rest in advance, and the same file changes nothing', async () => {
    const customer = await addCustomer();
    const bill = (amount: number, dueDate: string) =>
      createManualInvoice(ctx(), {
        customerId: customer.id,
        description: 'Fibre',
        amountUsd: cents(amount),
        dueDate: isoDate(dueDate),
      });
    const newer = await bill(5_000, '2026-12-30');
    const older = await bill(3_000, '2026-12-10');
    const before = await balanceOf(leaf.mobileMoney);
    // The newest line first, as statements list them.
    const rows = [
      `2026-11-21,40.00,,MM-2,second,Mobile Money,,${customer.name.toUpperCase()},`,
      `2026-11-20,50.00,,MM-1,first,1130,${customer.customerId.toLowerCase()},,5910`,
    ];
    expect(countsOf(await importLines(rows, { dryRun: true }))).toEqual([2, 0, 0, 0]);
    expect((await listPayments(ctx(), { customerId: customer.id })).total ?? 0).toBe(0);
    expect(countsOf(await importLines(rows))).toEqual([2, 0, 0, 0]);
    const { rows: payments } = await listPayments(ctx(), { customerId: customer.id });
    expect(payments).toMatchObject([
      { paymentDate: '2026-11-21', amountUsd: 4_000, unallocatedUsd: 1_000, reference: 'MM-2' },
      { paymentDate: '2026-11-20', amountUsd: 5_000, account: 'mobile_money', notes: 'first' },
    ]);
    const account = await getCustomerAccount(ctx(), customer.id);
    expect(account).toMatchObject({ balanceUsd: 0, creditUsd: 1_000, openInvoices: 0 });
    expect((await balanceOf(leaf.mobileMoney)) - before).toBe(9_000);
    const settled = await sql<{ invoice: number; cents: number }>`
      select a.invoice_id as invoice, a.amount_cents as cents from payment_allocations a
      join payments p on p.id = a.payment_id where p.reference = 'MM-1' order by 1`.execute(app.db);
    expect(settled.rows).toEqual(
      [
        { invoice: newer.id, cents: 2_000 },
        { invoice: older.id, cents: 3_000 },
      ].sort((a, b) => a.invoice - b.invoice),
    );
    expect(countsOf(await importLines(rows))).toEqual([0, 0, 2, 0]);
    expect(countsOf(await importLines(rows, { dryRun: true }))).toEqual([0, 0, 2, 0]);
    await expectSoundBooks(ctx());
  });

  it('in pounds is taken at the rate of its day', async () => {
    const customer = await addCustomer();
    const rows = [`2026-11-19,,"40,000.00",SSP-1,,cash,${customer.customerId},,`];
    expect(countsOf(await importLines(rows))).toEqual([1, 0, 0, 0]);
    const { rows: payments } = await listPayments(ctx(), { customerId: customer.id });
    expect(payments).toMatchObject([
      { currency: 'SSP', amountSsp: 4_000_000, amountUsd: 10_000, exchangeRate: 40_000 },
    ]);
  });

  it('is not recorded again when somebody recorded it by hand, and doubtful references are told', async () => {
    const customer = await addCustomer();
    await recordPayment(ctx(), {
      customerId: customer.id,
      amount: cents(2_500),
      account: 'bank',
      paymentDate: isoDate('2026-11-18'),
      reference: 'BT-77',
    });
    const same = `2026-11-18,25,,bt-77,,bank,${customer.customerId},,`;
    const other = `2026-11-19,25,,BT-77,,bank,${customer.customerId},,`;
    const result = await importLines([same, other]);
    expect(countsOf(result)).toEqual([1, 0, 1, 0]);
    expect(result.warnings.join('\n')).toMatch(/recorded already, as RCT-2026-\d+/);
    expect(result.warnings.join('\n')).toMatch(/Is it the same money\?/);
  });

  it('is refused with a reason, and equal lines without a reference are different money', async () => {
    const [first, second] = [await addCustomer('Twin Deng'), await addCustomer('Twin Deng')];
    const result = await importLines([
      '2026-11-18,25,,,,bank,NOBODY,,',
      '2026-11-18,25,,,,bank,,Nobody At All,',
      '2026-11-18,25,,,,bank,,twin deng,',
      `2026-11-18,-25,,,,bank,${first.customerId},,`,
      `2026-11-18,25,,,,1140,${first.customerId},,`,
      `2026-11-22,25,,,,bank,${first.customerId},,`,
      `1999-11-22,25,,,,bank,${first.customerId},,`,
      `2026-11-18,,1,,,bank,${first.customerId},,`,
      `2026-11-18,,,,,bank,${first.customerId},,`,
      `2026-11-18,25,400,,,bank,${first.customerId},,`,
      `2026-11-18,25,,,,,${first.customerId},,`,
      `2026-11-18,25,,R-9,,bank,${first.customerId},,`,
      `2026-11-18,25,,R-9,other words,bank,${second.customerId},,`,
      `2026-11-17,25,,,same,bank,${second.customerId},,`,
      `2026-11-17,25,,,same,bank,${second.customerId},,`,
    ]);
    expect(countsOf(result)).toEqual([3, 0, 0, 12]);
    expect(result.errors).toEqual([
      '2 rows (2, 3): customerName: 2 customers are missing: NOBODY, Nobody At All. Import them first; a file of documents that is imported as customers makes them of its names.',
      `Row 4: customerName: Several customers are named twin deng, for example ${first.customerId} and ${second.customerId}. Say which one in a column with the customer id.`,
      expect.stringContaining('Row 5: customerId: Money paid out to a customer'),
      'Row 6: account: Payments of customers are received on 1110, 1120, 1130, 1160, 1170, 1180, not on 1140 Bank - Savings.',
      'Row 7: date: A line cannot be dated in the future.',
      'Row 8: date: The date must lie between 2000 and a year from today.',
      "Row 9: amountSsp: The amount is less than one US cent at that day's rate.",
      expect.stringContaining('Row 10: amountUsd: The row has no amount.'),
      'Row 11: amountUsd: The row has several amounts: amountUsd and amountSsp. Give one of them.',
      expect.stringContaining('Row 12: account: Say to which account'),
      'Row 14: reference: R-9 is in an earlier row with the same date, account and amount.',
    ]);
    const moved = await importLines([`2026-11-18,25,,R-9,,bank,${second.customerId},,`]);
    expect(moved.errors[0]).toMatch(/already posted, for another customer or account/);
    // Two of these lines are posted for the second customer: the first one's could be one of them with another mapping.
    const again = await importLines([
      `2026-11-17,25,,,same,bank,${first.customerId},,`,
      `2026-11-17,25,,,same,bank,${second.customerId},,`,
    ]);
    expect(countsOf(again)).toEqual([0, 0, 1, 1]);
    expect(again.errors[0]).toMatch(/already posted, for another customer or account/);
    const whole = await importLines([
      `2026-11-17,25,,,same,bank,${first.customerId},,`,
      `2026-11-17,25,,,same,bank,${second.customerId},,`,
      `2026-11-17,25,,,same,bank,${second.customerId},,`,
    ]);
    expect(countsOf(whole)).toEqual([1, 0, 2, 0]);
    await expectSoundBooks(ctx());
  });

  it('without a reference is not posted again when the file is read with another mapping', async () => {
    const { customerId } = await addCustomer();
    const first = ['2026-11-16,50,,,Deposit,cash,,,4910', '2026-11-16,-20,,,Tea,cash,,,5110'];
    expect(countsOf(await importLines(first))).toEqual([2, 0, 0, 0]);
    const second = await importLines([
      `2026-11-16,50,,,Deposit,cash,${customerId},,`,
      '2026-11-16,-20,,,Tea,cash,,,5910',
    ]);
    expect(countsOf(second)).toEqual([0, 0, 0, 2]);
    expect(second.errors.join()).toMatch(/already posted, for another customer or account/);
    await expectSoundBooks(ctx());
  });
});

describe('a line without a customer', () => {
  it('is an entry between its account and the counter account, which can be reversed', async () => {
    const before = [await balanceOf('1140'), await balanceOf('5940'), await balanceOf('1120')];
    const header = 'Date,Money In,Money Out,Narration,counterAccount';
    const rows = [
      '03/10/2026,,5.50,Charges,Bank Fees',
      '03/10/2026,,-5.50,Charges,5940',
      '14/10/2026,100,0.00,From main bank,1120 - Bank - Main',
    ];
    const options = { header, set: { account: 'Bank - Savings' } };
    expect(countsOf(await importLines(rows, options))).toEqual([3, 0, 0, 0]);
    expect(countsOf(await importLines(rows, options))).toEqual([0, 0, 3, 0]);
    expect([
      (await balanceOf('1140')) - before[0]!,
      (await balanceOf('5940')) - before[1]!,
      (await balanceOf('1120')) - before[2]!,
    ]).toEqual([8_900, 1_100, -10_000]);
    const filter = { month: 10, year: 2026, source: 'import.cash' };
    const { rows: entries } = await listJournalEntries(ctx(), filter);
    expect(entries.map(({ description }) => description).sort()).toEqual([
      'Charges',
      'Charges',
      'From main bank',
    ]);
    await reverseJournalEntry(ctx(), entries[0]!.id, { reason: 'Wrong account' });
    expect(countsOf(await importLines(rows, options))).toEqual([0, 0, 3, 0]);
    await expectSoundBooks(ctx());
  });

  it('is refused for accounts that cannot take it and in locked months, where posted lines are unchanged', async () => {
    const posted = '2026-09-05,-7,,L-1,,cash,,,5910';
    expect(countsOf(await importLines([posted]))).toEqual([1, 0, 0, 0]);
    await lockMonth(ctx(), isoMonth('2026-09'));
    const result = await importLines([
      posted,
      '2026-09-05,-7,,L-2,,cash,,,5910',
      '2026-10-05,7,,,,5910,,,1110',
      '2026-10-05,7,,,,cash,,,',
      '2026-10-05,7,,,,cash,,,cash on hand',
      '2026-10-05,7,,,,cash,,,9999',
      '2026-10-05,7,,,,cash,,,5900',
      '2026-10-05,7,,,,cash,,,1210',
      '2026-10-05,7,,,,cash,,,2210',
    ]);
    await unlockMonth(ctx(), isoMonth('2026-09'));
    expect(countsOf(result)).toEqual([0, 0, 1, 8]);
    expect(result.errors).toEqual([
      'Row 3: date: September 2026 is locked in the books.',
      'Row 4: account: 5910 Rent is not a cash, bank or mobile-money account.',
      'Row 5: counterAccount: A line without a customer needs the account it is for.',
      'Row 6: counterAccount: This is the account of the line itself.',
      'Row 7: counterAccount: There is no account 9999.',
      expect.stringContaining('5900 General & Admin is not one.'),
      expect.stringContaining('1210 Residential AR is kept by invoices and payments'),
      expect.stringContaining('2210 Customer Credit and Advances is kept by payments of customers'),
    ]);
  });
});

it('needs the permissions for what it holds, and writes one audit line for a run', async () => {
  const line = ['2026-11-03,-7,,P-1,,cash,,,5910'];
  await expect(importLines(line, { role: 'developer' })).rejects.toMatchObject({
    kind: 'forbidden',
  });
  expect(countsOf(await importLines(line, { role: 'billing' }))).toEqual([1, 0, 0, 0]);
  const audited = await sql<{ action: string }>`
    select action from audit_log where entity = 'import' order by id desc limit 1`.execute(app.db);
  expect(audited.rows).toEqual([{ action: 'cash.import' }]);
});

it('two imports of one file at once post it once', async () => {
  const customer = await addCustomer();
  const rows = Array.from(
    { length: 40 },
    (_, n) =>
      `2026-11-0${1 + (n % 9)},${n + 1},,,at once,cash,${n % 2 ? customer.customerId : ''},,5910`,
  );
  const { importCash } = await import('../../billing/cash-book/service.ts');
  const { transact } = await import('../../context.ts');
  const lines = rows.map((row) => {
    const [date, amount, , , description, account, customerId, , counterAccount] = row.split(',');
    return {
      date: isoDate(date!),
      amountUsd: cents(Number(amount) * 100),
      description,
      account,
      customerId: customerId || undefined,
      counterAccount,
    };
  });
  const results = await Promise.all(
    ['once', 'again'].map(() =>
      transact(ctx(), (tx) =>
        importCash(tx, lines, {
          dryRun: false,
          madeWithInvoices: async () => new Set<number>(),
          ordinalOf: () => 1,
        }),
      ),
    ),
  );
  expect(results.map(({ created }) => created).sort()).toEqual([0, 40]);
  await expectSoundBooks(ctx());
});

it('the example of the template is never imported', async () => {
  const { body } = await importTemplate('cash', 'csv');
  const parts: Uint8Array[] = [];
  if (body instanceof Uint8Array) parts.push(body);
  else for await (const part of body) parts.push(part);
  const result = await importText(ctx(), Buffer.concat(parts).toString(), { type: 'cash' });
  expect(result.recordsProcessed).toBe(0);
  expect(result.warnings).toContain('Row 2 is the example of the template and was left out.');
});
