import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { countsOf, csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../accounting/chart.ts';
import { createJournalEntry } from '../../accounting/journal/service.ts';
import { getOpeningSettings, setOpeningDate } from '../../accounting/opening/service.ts';
import { lockMonth, trialBalance } from '../../accounting/service.ts';
import { getCustomerAccount, getStatement } from '../../billing/accounts/service.ts';
import { previewDisconnect } from '../../billing/disconnect/service.ts';
import type { Invoice } from '../../billing/invoices/schema.ts';
import { createManualInvoice, listInvoices } from '../../billing/invoices/service.ts';
import { updateInvoice } from '../../billing/invoices/service-corrections.ts';
import { grantCredit, recordPayment, reversePayment } from '../../billing/payments/service.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import { runBilling } from '../../billing/runs/service.ts';
import { previewBilling } from '../../billing/runs/service-preview.ts';
import type { Ctx } from '../../context.ts';
import { getCustomer, lookupCustomer } from '../../customers/service.ts';
import type { Role } from '../../identity/roles.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import type { ImportResult } from '../schema.ts';
import type { BuiltImportType } from '../schema-types.ts';

let app: MarkedApp;
const ctx = (role: Role = 'super_admin'): Ctx => contextOf(app, staff(role));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await app.mark();
});
afterEach(() => app.restore());
afterAll(async () => {
  await app.close();
});

async function importRows(
  type: BuiltImportType,
  header: string,
  rows: string[],
  { dryRun = false, role }: { dryRun?: boolean; role?: Role } = {},
): Promise<ImportResult> {
  return importText(ctx(role), csvOf(header, rows), { type, dryRun });
}

const importOpenings = (rows: string[], options?: { dryRun?: boolean; role?: Role }) =>
  importRows('customers', 'customerId,name,type,monthlyFeeUsd,openingBalanceUsd', rows, options);
const INVOICES = 'invoiceId,customerId,amountUsd,billDate,status,paidAmountUsd,paidDate';
const importInvoices = (rows: string[], options?: { dryRun?: boolean; role?: Role }) =>
  importRows('billing', INVOICES, rows, options);

const begin = (date: string | null) =>
  setOpeningDate(ctx(), { openingDate: date === null ? null : isoDate(date) });

async function balances(month = 12): Promise<Record<string, number>> {
  const { accounts, isBalanced } = await trialBalance(ctx(), { month, year: 2026 });
  expect(isBalanced).toBe(true);
  return Object.fromEntries(accounts.map(({ code, debit, credit }) => [code, debit - credit]));
}

async function idOf(customerId: string): Promise<number> {
  return (await lookupCustomer(ctx(), customerId)).id;
}

async function invoicesOf(customerId: string): Promise<Invoice[]> {
  return (await listInvoices(ctx(), { customerId: await idOf(customerId) })).rows;
}

async function accountOf(customerId: string) {
  return getCustomerAccount(ctx(), await idOf(customerId));
}

describe('the opening date', () => {
  it('is needed for opening balances', async () => {
    const rows = ['C1,One,individual,30,50', 'C2,Two,individual,30,', 'C3,Three,individual,30,0'];
    const result = await importOpenings(rows);
    expect(countsOf(result)).toEqual([2, 0, 0, 1]);
    expect(result.errors).toEqual([
      'Row 2: openingBalanceUsd: Set the opening date of the books first: the first day whose revenue is earned in them.',
    ]);
    await begin('2026-11-01');
    expect(countsOf(await importOpenings(rows))).toEqual([1, 0, 2, 0]);
    expect((await getOpeningSettings(ctx())).openingDate).toBe('2026-11-01');
  });

  it('moves only over days without entries that depend on it', async () => {
    const line = (accountCode: string, debit: number, credit: number) => ({
      accountCode,
      debitAmount: cents(debit),
      creditAmount: cents(credit),
    });
    const entries = [line(leaf.bankMain, 900, 0), line(leaf.openingBalances, 0, 900)];
    const opening = { date: isoDate('2026-10-31'), description: 'Opening', entries };
    await createJournalEntry(ctx(), opening);
    await begin('2026-11-01');
    await importOpenings(['C1,One,individual,30,50']);
    await expect(begin('2026-10-15')).rejects.toThrow(
      'Entry JE-2026-000002 of 31 Oct 2026 is posted from 15 Oct 2026 to the day before 1 Nov 2026.',
    );
    await expect(begin(null)).rejects.toThrow('cannot be moved across it');
    await begin('2026-11-10');
    const customerId = await idOf('C1');
    await createManualInvoice(ctx(), {
      customerId,
      description: 'Now',
      amountUsd: cents(100),
      billDate: isoDate('2026-11-10'),
    });
    await expect(begin('2026-11-11')).rejects.toMatchObject({ code: 'openingDate.posted' });
    await begin('2026-11-10');
    await expectSoundBooks(ctx());
  });

  it('keeps revenue out of the days before it', async () => {
    await begin('2026-11-01');
    await importOpenings(['C1,One,individual,30,']);
    const customerId = await idOf('C1');
    const old = { customerId, description: 'Old', amountUsd: cents(700) };
    await createManualInvoice(ctx(), { ...old, billDate: isoDate('2026-10-31') });
    await expect(
      grantCredit(ctx(), {
        customerId,
        amountUsd: cents(1),
        reason: 'x',
        date: isoDate('2026-10-31'),
      }),
    ).rejects.toMatchObject({ fields: { date: expect.stringContaining('begin on 1 Nov 2026') } });
    const revenue = {
      date: isoDate('2026-10-31'),
      description: 'x',
      entries: [
        { accountCode: leaf.cashOnHand, debitAmount: cents(5) },
        { accountCode: leaf.otherServices, creditAmount: cents(5) },
      ],
    };
    await expect(createJournalEntry(ctx(), revenue)).rejects.toMatchObject({
      code: 'entry.beforeOpening',
    });
    await expect(
      createJournalEntry(ctx(), {
        ...revenue,
        entries: [
          { accountCode: leaf.residentialReceivable, debitAmount: cents(5) },
          { accountCode: leaf.openingBalances, creditAmount: cents(5) },
        ],
      }),
    ).rejects.toMatchObject({ code: 'entry.openedByModule' });
    await recordPayment(ctx(), {
      customerId,
      amount: cents(200),
      paymentDate: isoDate('2026-10-31'),
    });
    await recordPayment(ctx(), { customerId, amount: cents(300) });
    expect(await balances()).toEqual({ 1110: 300, 1210: 200, 3120: -500 });
    await expectSoundBooks(ctx());
  });

  it('ends the billing of earlier months, and of its own for whom the former system billed', async () => {
    await begin('2026-11-10');
    await importOpenings(['C1,One,individual,30,', 'C2,Two,individual,40,']);
    await sql`update customers set service_start_date = '2026-01-01'`.execute(app.db);
    await importInvoices(['A-1,C1,30,2026-11-01,,,', 'A-2,C2,40,2026-10-31,,,']);
    await expect(runBilling(ctx(), { month: isoMonth('2026-10') })).rejects.toThrow(
      'The books begin on 10 Nov 2026. October 2026 was billed in the former system.',
    );
    const preview = await previewBilling(ctx());
    expect(preview).toMatchObject({ invoicesGenerated: 1, alreadyBilled: 1 });
    expect(await runBilling(ctx())).toMatchObject({ invoicesGenerated: 1, alreadyBilled: 1 });
    expect((await invoicesOf('C1')).map(({ invoiceId }) => invoiceId)).toEqual(['A-1']);
    expect(await runBilling(ctx(), { month: isoMonth('2026-12') })).toMatchObject({
      invoicesGenerated: 2,
    });
    await expectSoundBooks(ctx());
  });
});

describe('opening balances', () => {
  beforeEach(() => begin('2026-11-01'));

  it('are an open invoice or a credit, posted once against opening balances', async () => {
    const rows = ['C1,One,individual,30,50.25', 'C2,Two,business,30,(20.00)', 'C3,Three,,30,-7'];
    expect(countsOf(await importOpenings(rows, { dryRun: true }))).toEqual([3, 0, 0, 0]);
    expect(countsOf(await importOpenings(rows))).toEqual([3, 0, 0, 0]);
    expect(await invoicesOf('C1')).toMatchObject([
      {
        invoiceId: 'OB-C1',
        kind: 'opening',
        description: 'Opening balance',
        billDate: '2026-10-31',
        dueDate: '2026-12-05',
        status: 'pending',
        openUsd: 5_025,
      },
    ]);
    expect(await accountOf('C2')).toMatchObject({ balanceUsd: 0, creditUsd: 2_000 });
    const credits = await listPayments(ctx(), { customerId: await idOf('C2') });
    expect(credits.rows).toMatchObject([
      { receiptId: 'OB-C2', kind: 'opening', account: null, paymentDate: '2026-10-31' },
    ]);
    const statement = await getStatement(ctx(), await idOf('C2'), {
      from: isoDate('2026-10-01'),
      to: isoDate('2026-11-30'),
    });
    expect(statement.lines).toMatchObject([{ description: 'Opening balance', creditUsd: 2_000 }]);
    expect(await balances(10)).toEqual({ 1210: 5_025, 2210: -2_700, 3120: -2_325 });
    expect(countsOf(await importOpenings(rows))).toEqual([0, 0, 3, 0]);
    await createManualInvoice(ctx(), {
      customerId: await idOf('C2'),
      description: 'Next',
      amountUsd: cents(3_000),
    });
    expect((await invoicesOf('C2'))[0]).toMatchObject({ paidUsd: 2_000, openUsd: 1_000 });
    await recordPayment(ctx(), { customerId: await idOf('C1'), amount: cents(5_025) });
    expect((await invoicesOf('C1'))[0]).toMatchObject({ status: 'paid' });
    expect(countsOf(await importOpenings(rows))).toEqual([0, 0, 3, 0]);
    await expectSoundBooks(ctx());
  });

  it('are corrected while nothing is allocated, dated the opening day', async () => {
    const one = (amount: string) => importOpenings([`C1,One,individual,30,${amount}`]);
    await one('50');
    expect(countsOf(await one('60'))).toEqual([0, 1, 0, 0]);
    expect(await balances(10)).toEqual({ 1210: 6_000, 3120: -6_000 });
    expect(countsOf(await one('-15'))).toEqual([0, 1, 0, 0]);
    expect(await balances(10)).toEqual({ 1210: 0, 2210: -1_500, 3120: 1_500 });
    expect(countsOf(await one('-16'))).toEqual([0, 1, 0, 0]);
    expect(countsOf(await one('50'))).toEqual([0, 1, 0, 0]);
    expect(countsOf(await one('50'))).toEqual([0, 0, 1, 0]);
    expect((await invoicesOf('C1')).map(({ invoiceId, status }) => [invoiceId, status])).toEqual(
      expect.arrayContaining([
        ['OB-C1', 'cancelled'],
        ['OB-C1/2', 'cancelled'],
        ['OB-C1/5', 'pending'],
      ]),
    );
    const refused = await importOpenings(['C1,One,individual,30,70'], { role: 'admin' });
    expect(refused.errors).toEqual([
      'Row 2: openingBalanceUsd: The opening balance of C1 stands at $50.00 (OB-C1/5), and your role may not change it.',
    ]);
    await recordPayment(ctx(), { customerId: await idOf('C1'), amount: cents(2_000) });
    expect((await one('70')).errors).toEqual([
      'Row 2: openingBalanceUsd: The opening balance of C1 stands at $50.00 (OB-C1/5), and $20.00 of it is paid. Correct it in the portal.',
    ]);
    await expectSoundBooks(ctx());
  });

  it('that were cancelled here stay cancelled, and those that were paid once stay as they are', async () => {
    const rows = ['C1,One,individual,30,50', 'C2,Two,individual,30,50', 'C3,Three,,30,-5'];
    await importOpenings(rows);
    const [invoice] = await invoicesOf('C1');
    await expect(
      updateInvoice(ctx(), invoice!.id, { customerId: await idOf('C2') }),
    ).rejects.toThrow('An opening balance stays with its customer.');
    await updateInvoice(ctx(), invoice!.id, { status: 'cancelled' });
    const [credit] = (await listPayments(ctx(), { customerId: await idOf('C3') })).rows;
    await reversePayment(ctx(), credit!.id, 'wrong');
    const paid = await recordPayment(ctx(), { customerId: await idOf('C2'), amount: cents(100) });
    await reversePayment(ctx(), paid.id, 'wrong');
    const again = await importOpenings(rows);
    expect(countsOf(again)).toEqual([0, 0, 3, 0]);
    expect(again.warnings.join(' ')).toContain('was cancelled here');
    const changed = await importOpenings(rows.map((row) => row.replace('5', '6')));
    expect(countsOf(changed)).toEqual([0, 0, 0, 3]);
    expect(changed.errors.join(' ')).toContain('was changed in the portal');
    await expectSoundBooks(ctx());
  });

  it('change nothing where the role may not or the month is locked', async () => {
    const rows = ['C1,One,individual,30,50', 'C2,Two,individual,30,-5', 'C3,Three,,30,'];
    const refused = await importOpenings(rows, { role: 'operations_manager' });
    expect(countsOf(refused)).toEqual([1, 0, 0, 2]);
    await lockMonth(ctx(), isoMonth('2026-10'));
    const locked = await importOpenings(rows);
    expect(countsOf(locked)).toEqual([0, 0, 1, 2]);
    expect(locked.errors).toEqual([
      '2 rows (2, 3): openingBalanceUsd: October 2026 is locked in the books.',
    ]);
    await expect(getCustomer(ctx(), 2)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('count for the 15-day rule from their due date', async () => {
    await importOpenings(['C1,One,individual,30,50']);
    const days = (today: string) => ({ ...ctx(), today: isoDate(today) });
    expect((await previewDisconnect(days('2026-12-19'), 'today')).rows).toEqual([]);
    expect((await previewDisconnect(days('2026-12-20'), 'today')).rows).toMatchObject([
      { customerNumber: 'C1', action: 'suspend' },
    ]);
  });
});

describe('invoices from before the opening date', () => {
  it('post against opening balances, with their payments of those days', async () => {
    await begin('2026-11-01');
    await importOpenings(['C1,One,individual,30,', 'C2,Two,business,30,10']);
    const rows = [
      'A-1,C1,30,2026-09-01,paid,,',
      'A-2,C1,40,2026-10-01,partial,15,',
      'A-3,C1,50,2026-10-15,partial,20,2026-11-05',
      'A-4,C1,60,2026-11-02,partial,25,2026-10-30',
      'A-5,C1,70,2026-11-03,paid,,',
      'A-6,C2,80,2026-10-20,,,',
    ];
    const result = await importInvoices(rows);
    expect(countsOf(result)).toEqual([5, 0, 0, 1]);
    expect(result.errors).toEqual([
      'Row 6: paidDate: A paid invoice needs the date of its payment.',
    ]);
    expect(result.warnings).toEqual([
      expect.stringContaining(
        '4 rows (2, 3, 4, 7): billDate: Invoices from before the opening date, 1 Nov 2026',
      ),
      expect.stringContaining('Row 7: amountUsd: This customer has an opening balance as well.'),
    ]);
    expect(await balances()).toEqual({
      1110: 2_000,
      1210: 2_500 + 3_000 + 3_500,
      1220: 9_000,
      // Debts of 30, 40, 50, 80 and 10; payments of 30, 15 and 25.
      3120: -14_000,
      4110: -6_000,
    });
    expect((await balances(10))[leaf.residentialPlans]).toBeUndefined();
    expect(countsOf(await importInvoices(rows))).toEqual([0, 0, 5, 1]);
    const warned = await importOpenings(['C1,One,individual,30,5']);
    expect(warned.warnings).toEqual([
      expect.stringContaining('This customer has open invoices from before the opening date'),
    ]);
    const a2 = (await invoicesOf('C1')).find(({ invoiceId }) => invoiceId === 'A-2')!;
    await updateInvoice(ctx(), a2.id, { amountUsd: cents(4_500) });
    await updateInvoice(ctx(), a2.id, { status: 'cancelled' });
    await expectSoundBooks(ctx());
  });

  it('and openings in any mix leave receivables, credit and revenue true', async () => {
    await begin('2026-11-10');
    let round = 0;
    const amount = fc.integer({ min: -9_000, max: 9_000 });
    const date = fc.constantFrom('2026-10-05', '2026-11-09', '2026-11-10', '2026-11-20');
    const invoice = fc.record({
      owner: fc.integer({ min: 0, max: 2 }),
      amount: fc.integer({ min: 1, max: 9_000 }),
      part: fc.integer({ min: 0, max: 100 }),
      billDate: date,
      paidDate: date,
    });
    const property = fc.asyncProperty(
      fc.array(amount, { minLength: 3, maxLength: 3 }),
      fc.array(invoice, { maxLength: 5 }),
      fc.boolean(),
      async (openings, drawn, invoicesLast) => {
        round += 1;
        const customers = openings.map(
          (owed, index) =>
            `R${round}-${index},N,${index ? 'business' : ''},30,${toDecimal(cents(owed))}`,
        );
        const invoices = drawn.map(({ owner, part, billDate, paidDate, ...one }, index) => {
          const paid = Math.floor((one.amount * part) / 100);
          const said = paid === 0 ? 'pending,,' : `,${toDecimal(cents(paid))},${paidDate}`;
          return `I${round}-${index},R${round}-${owner},${toDecimal(cents(one.amount))},${billDate},${said}`;
        });
        await importRows(
          'customers',
          'customerId,name',
          customers.map((row) => row.split(',').slice(0, 2).join(',')),
        );
        for (const last of [false, true]) {
          if (last === invoicesLast) await importInvoices(invoices);
          else await importOpenings(customers);
        }
        for (const again of [await importOpenings(customers), await importInvoices(invoices)])
          expect(again).toMatchObject({ recordsCreated: 0, recordsUpdated: 0, recordsFailed: 0 });
        let open = 0;
        for (const [index, owed] of openings.entries()) {
          const own = drawn.filter(({ owner }) => owner === index);
          const owedNow = own.reduce(
            (sum, one) => sum + one.amount - Math.floor((one.amount * one.part) / 100),
            owed,
          );
          const account = await accountOf(`R${round}-${index}`);
          expect(account.balanceUsd - account.creditUsd).toBe(owedNow);
          open += owedNow;
        }
        const all = await sql<{ earned: number; early: number; owed: number }>`
          select
            coalesce(sum(l.credit_cents - l.debit_cents) filter (where a.type = 'REVENUE'), 0)::bigint as earned,
            count(*) filter (where a.type in ('REVENUE', 'EXPENSE') and e.entry_date < '2026-11-10')::bigint as early,
            coalesce(sum(l.debit_cents - l.credit_cents) filter (where l.account_code in ('1210', '1220', '2210')
              and c.customer_id like ${`R${round}-%`}), 0)::bigint as owed
          from journal_lines l join journal_entries e on e.id = l.entry_id join accounts a on a.code = l.account_code
          left join customers c on c.id = l.customer_id`.execute(app.db);
        expect(all.rows[0]).toMatchObject({ early: 0, owed: open });
        await balances();
      },
    );
    await fc.assert(property, { numRuns: 4 });
    await expectSoundBooks(ctx());
  });
});

describe('a cash book', () => {
  const HEADER = 'date,amountUsd,reference,account,customerId,counterAccount';
  const importCash = (rows: string[], options?: { dryRun?: boolean }) =>
    importRows('cash', HEADER, rows, options);
  const BEGIN =
    'date: The books begin on 1 Nov 2026. What came before that day belongs into the opening balances.';

  beforeEach(() => begin('2026-11-01'));

  it('has payments from before the opening date against opening balances, and no other lines of then', async () => {
    await importOpenings(['C1,One,individual,30,', 'C2,Two,individual,30,50']);
    await importInvoices(['A-1,C1,30,2026-10-01,,,', 'A-2,C1,40,2026-11-02,,,']);
    const rows = [
      '2026-10-31,30,R-1,bank,C1,',
      '2026-11-01,15,R-2,bank,C1,',
      '2026-10-31,20,R-3,cash,,1140',
      '2026-11-01,20,R-4,cash,,1140',
      '2026-10-30,10,R-5,bank,C2,',
    ];
    const preview = await importCash(rows, { dryRun: true });
    const result = await importCash(rows);
    expect(result).toEqual({ ...preview, dryRun: false });
    expect(countsOf(result)).toEqual([4, 0, 0, 1]);
    expect(result.errors).toEqual([`Row 4: ${BEGIN}`]);
    expect(result.warnings).toEqual([
      'Row 6: date: This customer has an opening balance as well, and this payment is from before the opening date. If the balance has counted it, it counts twice.',
    ]);
    const { rows: payments } = await listPayments(ctx(), { customerId: await idOf('C1') });
    expect(payments.map(({ reference, kind }) => [reference, kind]).sort()).toEqual([
      ['R-1', 'before_opening'],
      ['R-2', 'payment'],
    ]);
    // Revenue of A-2; the invoice and the opening balance of October less the payments of then.
    expect(await balances()).toEqual({
      1110: 2_000,
      1120: 1_500,
      1140: -2_000,
      1210: 6_500,
      3120: -4_000,
      4110: -4_000,
    });
    expect(countsOf(await importCash(rows))).toEqual([0, 0, 4, 1]);
    await expectSoundBooks(ctx());
  });

  it('knows a payment from before the opening date that was recorded by hand', async () => {
    await importOpenings(['C1,One,individual,30,']);
    const payment = { customerId: await idOf('C1'), amount: cents(900), reference: 'r-9' };
    const paid = await recordPayment(ctx(), { ...payment, paymentDate: isoDate('2026-10-20') });
    const result = await importCash(['2026-10-20,9,R-9,cash,C1,']);
    expect(countsOf(result)).toEqual([0, 0, 1, 0]);
    expect(result.warnings).toEqual([
      `Row 2: reference: The payment is recorded already, as ${paid.receiptId}.`,
    ]);
  });

  it('keeps the opening date where its lines are posted', async () => {
    await importCash(['2026-11-05,-20,R-1,cash,,1140']);
    await expect(begin('2026-11-06')).rejects.toMatchObject({ code: 'openingDate.posted' });
  });
});

describe('a file of entries', () => {
  const importEntries = (rows: string[], options?: { dryRun?: boolean }) =>
    importRows('accounting', 'reference,date,account,debit,credit', rows, options);
  const pair = (reference: string, date: string, account: string, other: string) => [
    `${reference},${date},${account},10,`,
    `${reference},${date},${other},,10`,
  ];

  it('has openings only from before the opening date', async () => {
    await begin('2026-11-01');
    const rows = [
      ...pair('O-1', '2026-10-31', '1120', '3120'),
      ...pair('O-2', '2026-10-31', '1120', '1140'),
      ...pair('O-3', '2026-10-31', '5910', '3120'),
      ...pair('O-4', '2026-10-31', '1210', '3120'),
      ...pair('O-5', '2026-11-01', '5910', '1120'),
    ];
    const preview = await importEntries(rows, { dryRun: true });
    const result = await importEntries(rows);
    expect(result).toEqual({ ...preview, dryRun: false });
    expect(countsOf(result)).toEqual([2, 0, 0, 6]);
    expect(result.errors).toEqual([
      '2 rows (4, 5): date: The books begin on 1 Nov 2026. What came before that day belongs into the opening balances. Only an entry with a line on 3120 can be dated before it.',
      '2 rows (6, 7): account: Row 6: Revenue and expenses begin on 1 Nov 2026, and 5910 Rent is one of their accounts.',
      '2 rows (8, 9): account: Row 8: Account 1210 is opened by importing opening balances of customers, or their open invoices. Leave it out of the opening entry.',
    ]);
    expect(countsOf(await importEntries(rows))).toEqual([0, 0, 2, 6]);
    await expectSoundBooks(ctx());
  });

  it('lets the opening date move over its openings, and not over its revenue', async () => {
    const rows = [
      ...pair('O-1', '2026-10-31', '1120', '3120'),
      ...pair('O-2', '2026-10-30', '1120', '1140'),
      ...pair('O-3', '2026-11-10', '5910', '1120'),
    ];
    expect(countsOf(await importEntries(rows))).toEqual([3, 0, 0, 0]);
    await expect(begin('2026-11-11')).rejects.toMatchObject({ code: 'openingDate.posted' });
    await begin('2026-11-01');
    expect(countsOf(await importEntries(rows))).toEqual([0, 0, 3, 0]);
    await expectSoundBooks(ctx());
  });
});
