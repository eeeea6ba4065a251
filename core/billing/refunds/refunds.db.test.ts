import { actingAs, userIdOf } from '@nimule/fixtures/testing/accounts';
import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runChecks } from '../../accounting/service-check.ts';
import { Waiting } from '../../approvals/rules-waiting.ts';
import type { Ctx } from '../../context.ts';
import { createCustomer } from '../../customers/service.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { checkBooks, creditChecks, refundChecks } from '../../reports/checks/service.ts';
import { openTill } from '../../till/service-open.ts';
import { getCustomerAccount, getStatement } from '../accounts/service.ts';
import { downloadReceipt } from '../documents/service.ts';
import { downloadRefund } from '../documents/service-refund.ts';
import { createManualInvoice } from '../invoices/service.ts';
import { getPayment, grantCredit, recordPayment, reversePayment } from '../payments/service.ts';
import { updatePaymentStatus } from '../payments/service-status.ts';
import { listRefunds, recordRefund } from './service.ts';

let app: TestApp;
let clerk: Ctx;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  clerk = await actingAs(app, 'billing');
});
afterEach(async () => {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

let names = 0;
async function newCustomer(): Promise<number> {
  names += 1;
  return (await createCustomer(ctx(), { name: `Refunded ${names}` })).id;
}
const pay = (customerId: number, amount: number, by = ctx()) =>
  recordPayment(by, { customerId, amount: cents(amount) });
const refund = (customerId: number, amount: number, by = ctx()) =>
  recordRefund(by, { customerId, amount: cents(amount), reason: 'Moves away' });

async function linesOf(id: number) {
  const { rows } = await sql<{ account: string; net: number; ssp: number | null }>`
    select l.account_code as account, l.debit_cents - l.credit_cents as net, l.ssp_cents as ssp
    from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source = 'refund' and e.source_id = ${id} order by l.account_code`.execute(app.db);
  return rows.map(({ account, net, ssp }) => [account, Number(net), ssp]);
}

describe('a refund', () => {
  test('is taken from the oldest credit, posted, listed, and told of on receipt and statement', async () => {
    const customerId = await newCustomer();
    const first = await pay(customerId, 30_00);
    const second = await pay(customerId, 50_00);
    const paid = await refund(customerId, 45_00);
    expect(paid).toMatchObject({
      refundNumber: 'RF-2026-000001',
      account: 'cash',
      currency: 'USD',
      amountUsd: 45_00,
      amountSsp: 18_000_00,
      parts: [
        { paymentId: first.id, receiptId: first.receiptId, amountUsd: 30_00 },
        { paymentId: second.id, receiptId: second.receiptId, amountUsd: 15_00 },
      ],
    });
    expect(await linesOf(paid.id)).toEqual([
      ['1110', -45_00, null],
      ['2210', 45_00, null],
    ]);
    expect(await getPayment(ctx(), second.id)).toMatchObject({
      unallocatedUsd: 35_00,
      keptUsd: 35_00,
      refunds: [{ refundNumber: paid.refundNumber, amountUsd: 15_00, amountSsp: 6_000_00 }],
    });
    const all = await listRefunds(ctx(), { page: 1, pageSize: 10, q: 'rf-2026' });
    expect(all).toMatchObject({ rows: [{ id: paid.id, customerId }] });
    expect((await listRefunds(ctx(), { page: 1, pageSize: 10, q: 'nobody' })).rows).toEqual([]);
    const { lines, closingUsd } = await getStatement(ctx(), customerId, {});
    expect(lines.at(-1)).toMatchObject({
      reference: paid.refundNumber,
      description: 'Credit paid out',
      debitUsd: 45_00,
      balanceUsd: -35_00,
    });
    expect(closingUsd).toBe(-35_00);
    const receipt = await readPdf((await downloadReceipt(ctx(), first.id)).body as Buffer);
    expect(receipt.text).toContain('Paid out with RF-2026-000001, 23 Nov 2026$30.00');
    const { filename, body } = await downloadRefund(ctx(), paid.id);
    expect(filename).toBe('refund-RF-2026-000001.pdf');
    const { text } = await readPdf(body as Buffer);
    for (const shown of [
      'Refund receipt',
      `Credit of ${first.receiptId}$30.00`,
      'Total paid out$45.00',
      'Moves away',
      'Received by the customer',
    ])
      expect(text).toContain(shown);
  });

  test('of pounds gives the pounds back that were paid, whatever the rate is now', async () => {
    const customerId = await newCustomer();
    const input = { customerId, currency: 'SSP', account: 'bank' } as const;
    const pounds = (amount: number) =>
      recordRefund(ctx(), { ...input, amount: cents(amount), reason: 'Moves away' });
    await recordPayment(ctx(), { ...input, amount: cents(40_000_00) });
    await updateRate(ctx(), { purpose: 'standard', rate: cents(1_300_00), validFrom: ctx().today });
    try {
      expect(await getCustomerAccount(ctx(), customerId)).toMatchObject({
        ...{ creditUsd: 100_00, refundableUsd: 100_00 },
        refundable: { usd: 0, ssp: 40_000_00 },
      });
      const part = await pounds(10_000_00);
      expect(part).toMatchObject({ amountUsd: 25_00, amountSsp: 10_000_00 });
      expect(await linesOf(part.id)).toEqual([
        ['1170', -7_69, -10_000_00],
        ['2210', 25_00, null],
        ['4520', -17_31, null],
      ]);
      await expect(pounds(1)).rejects.toMatchObject({
        kind: 'invalid',
        message: "The amount is less than one US cent at today's rate.",
      });
      await expect(pounds(30_000_01)).rejects.toMatchObject({
        fields: { amount: `Refunded ${names} has only SSP 30,000 in credit.` },
      });
      expect((await pounds(30_000_00)).amountUsd).toBe(75_00);
      expect(await getCustomerAccount(ctx(), customerId)).toMatchObject({
        ...{ creditUsd: 0, refundableUsd: 0, refundable: { usd: 0, ssp: 0 } },
      });
    } finally {
      await updateRate(ctx(), { purpose: 'standard', rate: cents(400_00), validFrom: ctx().today });
    }
  });

  test('in the other currency waits, and pays what the money is worth on the day', async () => {
    const customerId = await newCustomer();
    const input = { customerId, account: 'bank', reason: 'Has no account in pounds' } as const;
    const dollars = (amount: number, by = ctx()) =>
      recordRefund(by, { ...input, amount: cents(amount) });
    await recordPayment(ctx(), { ...input, currency: 'SSP', amount: cents(40_000_00) });
    await updateRate(ctx(), { purpose: 'standard', rate: cents(1_300_00), validFrom: ctx().today });
    try {
      const { request } = (await refusal(dollars(1, clerk))) as unknown as Waiting;
      expect(request).toMatchObject({
        ...{ kind: 'customer_refund', amountUsd: 4 },
        summary: `Refund to Refunded ${names} in another currency than was paid`,
        facts: expect.arrayContaining([
          { label: 'Paid in the other currency', text: 'SSP 40,000' },
          { label: 'Goes back, at the rate of the day of the approval', text: '$0.01' },
        ]),
      });
      const accepted = { ...clerk, isAccepted: true };
      // The pounds are worth $30.77 now, though they were credited with $100.
      await expect(dollars(30_78, accepted)).rejects.toMatchObject({
        kind: 'invalid',
        fields: { amount: expect.stringContaining(`up to $30.77 in dollars at today's rate.`) },
      });
      const part = await dollars(10_00, accepted);
      expect(part).toMatchObject({ amountUsd: 32_50, moneyUsd: 10_00, amountSsp: 13_000_00 });
      expect(await linesOf(part.id)).toEqual([
        ['1120', -10_00, null],
        ['2210', 32_50, null],
        ['4520', -22_50, null],
      ]);
      expect(readPdf((await downloadRefund(ctx(), part.id)).body as Buffer).text).toContain(
        'Pounds that were paid go back in dollars',
      );
      expect((await getCustomerAccount(ctx(), customerId)).refundable).toEqual({
        usd: 0,
        ssp: 27_000_00,
      });
      // With what was paid in dollars, which goes first; the rest of the pounds takes the rest of the credit.
      await pay(customerId, 5_00);
      expect(await dollars(25_77, accepted)).toMatchObject({ amountUsd: 72_50, moneyUsd: 25_77 });
      await pay(customerId, 20_00);
      const pounds = { ...input, currency: 'SSP', amount: cents(26_000_00) } as const;
      expect((await refusal(recordRefund(clerk, pounds))) as unknown).toBeInstanceOf(Waiting);
      const inPounds = await recordRefund(ctx(), pounds);
      expect(await linesOf(inPounds.id)).toEqual([
        ['1170', -20_00, -26_000_00],
        ['2210', 20_00, null],
      ]);
      expect((await getCustomerAccount(ctx(), customerId)).creditUsd).toBe(0);
    } finally {
      await updateRate(ctx(), { purpose: 'standard', rate: cents(400_00), validFrom: ctx().today });
    }
  });

  test('is at most the credit, also when many are paid at once', async () => {
    const customerId = await newCustomer();
    await expect(refund(customerId, 1)).rejects.toMatchObject({
      kind: 'invalid',
      fields: { amount: `Refunded ${names} has nothing in credit.` },
    });
    await pay(customerId, 50_00);
    await expect(refund(customerId, 50_01)).rejects.toMatchObject({
      fields: { amount: `Refunded ${names} has only $50.00 in credit.` },
    });
    const tried = await Promise.allSettled(
      Array.from({ length: 10 }, () => refund(customerId, 10_00)),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(refund(9_999_999, 1_00)).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('takes nothing of credit that was granted', async () => {
    const customerId = await newCustomer();
    const name = `Refunded ${names}`;
    await grantCredit(ctx(), { customerId, amountUsd: cents(50_00), reason: 'Outage' });
    const refusal = (most: string) => ({
      kind: 'invalid',
      fields: {
        amount: `Of the credit of ${name} ${most} can be paid out: credit that was granted is used for invoices.`,
      },
    });
    await expect(refund(customerId, 1)).rejects.toMatchObject(refusal('nothing'));
    await pay(customerId, 30_00);
    await expect(refund(customerId, 30_01)).rejects.toMatchObject(refusal('only $30.00'));
    const account = () => getCustomerAccount(ctx(), customerId);
    expect(await account()).toMatchObject({ creditUsd: 80_00, refundableUsd: 30_00 });
    expect((await refund(customerId, 30_00)).parts).toHaveLength(1);
    expect(await account()).toMatchObject({ creditUsd: 50_00, refundableUsd: 0 });
  });

  test('keeps its payment from being reversed', async () => {
    const customerId = await newCustomer();
    const invoice = await createManualInvoice(ctx(), {
      customerId,
      description: 'Cable',
      amountUsd: cents(20_00),
    });
    const { id, receiptId } = await pay(customerId, 30_00);
    const { refundNumber } = await refund(customerId, 10_00);
    const refused = {
      kind: 'rule',
      message: `${receiptId} was refunded with ${refundNumber} and cannot be reversed.`,
    };
    await expect(reversePayment(ctx(), id, 'Mistake')).rejects.toMatchObject(refused);
    await expect(
      updatePaymentStatus(ctx(), invoice.id, { status: 'pending' }),
    ).rejects.toMatchObject(refused);
  });
});

describe('cash', () => {
  const held = async () =>
    (
      await sql<{ usd: number }>`
        select usd_cents as usd from tills where user_id = ${userIdOf(clerk)} and status = 'open'`.execute(
        app.db,
      )
    ).rows.map(({ usd }) => Number(usd));
  const moved = async () =>
    (
      await sql<{ line: string }>`
        select kind || ' ' || source || ' ' || amount_cents as line from cash_movements
        where kind <> 'float' order by id`.execute(app.db)
    ).rows.map(({ line }) => line);

  test('of payments, their reversals and refunds goes through the till of the user', async () => {
    const customerId = await newCustomer();
    await pay(customerId, 1_00, clerk);
    await openTill(clerk, { floatUsd: cents(5_00), floatSsp: cents(0) });
    const wrong = await pay(customerId, 40_00, clerk);
    await pay(customerId, 30_00, clerk);
    await reversePayment(clerk, wrong.id, 'Entered twice');
    await recordPayment(clerk, { customerId, amount: cents(70_00), account: 'bank' });
    await refund(customerId, 20_00, clerk);
    expect(await held()).toEqual([15_00]);
    await expect(refund(customerId, 15_01, clerk)).rejects.toMatchObject({
      kind: 'rule',
      message: expect.stringMatching(/^The till holds only \$15\.00/),
    });
    expect(await moved()).toEqual([
      'payment payment 4000',
      'payment payment 3000',
      'reversal payment.reversal -4000',
      'refund refund -2000',
    ]);
  });
});

describe('the checks of refunds', () => {
  const [taken, posted, numbers] = refundChecks.map(({ name }) => name) as [string, string, string];
  const [kept, , currency] = creditChecks.map(({ name }) => name) as [string, string, string];
  const unsound = (damage: string, unguarded: string[] = []) =>
    unsoundAfter(
      app,
      [damage],
      async (db) => (await runChecks({ ...ctx(), db }, [...refundChecks, ...creditChecks])).checks,
      unguarded,
    );

  test.each<[string, string, string[], string[]?]>([
    ['parts that are gone', 'delete from refund_parts', [taken, kept]],
    [
      'more dollars than the pounds are worth',
      `update refunds set money_cents = amount_cents where currency = 'USD' and money_cents < amount_cents`,
      [currency, posted],
    ],
    [
      'more pounds than the dollars are worth',
      `update refund_parts set ssp_cents = ssp_cents + 1 where payment_id in (select id from payments where currency = 'USD')
        and refund_id in (select id from refunds where currency = 'SSP')`,
      [currency],
    ],
    [
      'more pounds than were paid',
      'update refund_parts set ssp_cents = ssp_cents + 1 where ssp_cents > 0',
      [currency],
    ],
    [
      'more pounds than belong to the credit that they took',
      'update refund_parts set amount_cents = amount_cents / 2 where ssp_cents > 0',
      [taken, kept, currency],
    ],
    [
      'a grant that was paid out',
      `update payments set kind = 'credit', account = null, money_account = null where id in (select payment_id from refund_parts)`,
      [kept, currency],
    ],
    ['another amount', 'update refunds set amount_cents = amount_cents + 1', [taken, posted]],
    ['other pounds', `update refunds set ssp_cents = 1 where currency = 'SSP'`, [posted, currency]],
    [
      'a gap',
      `update refunds set refund_number = 'RF-2026-000900' where id = (select max(id) from refunds)`,
      [numbers],
    ],
    [
      'another amount in the ledger',
      `update journal_lines l set credit_cents = credit_cents + 1 from journal_entries e
        where e.id = l.entry_id and e.source = 'refund' and l.credit_cents > 0`,
      [posted],
      ['journal_lines'],
    ],
  ])('find %s', async (_damage, statement, found, unguarded) => {
    expect(Object.keys(await unsound(statement, unguarded)).sort()).toEqual([...found].sort());
  });
});
