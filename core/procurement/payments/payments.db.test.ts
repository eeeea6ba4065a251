import { fillSafe } from '@nimule/fixtures/testing/cash';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { billOf, newSupplier, orderWithGoods } from '@nimule/fixtures/testing/procurement';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, type IsoDate, isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { createBill, getBill } from '../bills/service.ts';
import type { SupplierPaymentInput } from './schema.ts';
import {
  allocateSupplierPayment,
  createSupplierPayment,
  reverseSupplierPayment,
} from './service.ts';
import { listSupplierPayments } from './service-list.ts';

let app: TestApp;
// Payments without a bill above the limit wait elsewhere (core/reports/approvals).
const ctx = () => ({ ...contextOf(app, staff('billing')), isAccepted: true });
const today = isoDate('2026-11-21');
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  await fillSafe(app, { usd: 100_000_00, ssp: 40_000_000_00, petty: true });
  // 400 pounds for a dollar until 9 November, then 500.
  await updateRate(contextOf(app), { rate: cents(500_00), validFrom: isoDate('2026-11-10') });
});
afterAll(() => app.close());

async function newBill(
  supplierId: number,
  amount: number,
  { currency = 'USD' as 'USD' | 'SSP', date = isoDate('2026-11-02') as IsoDate } = {},
): Promise<number> {
  const lines = [{ quantity: 1, unitPrice: amount }];
  const orderId = await orderWithGoods(ctx(), { supplierId, currency, lines, date });
  return (await createBill(ctx(), billOf(supplierId, orderId, date, [1, 1, amount]))).id;
}

const pay = (
  supplierId: number,
  amount: number,
  billIds: number[] = [],
  change: Partial<SupplierPaymentInput> = {},
) =>
  createSupplierPayment(ctx(), {
    supplierId,
    amount: cents(amount),
    account: 'checking',
    billIds,
    ...change,
  });

/** The lines of a payment's entries, credits below zero, with pounds. */
async function entriesOf(id: number) {
  const { rows } = await sql<{ text: string }>`
    select e.source || ' ' || e.entry_date || ': ' || string_agg(l.account_code || ' ' || (l.debit_cents - l.credit_cents)
      || coalesce(' SSP ' || l.ssp_cents, ''), ', ' order by l.line_no) as text
    from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source like 'supplier.payment%' and e.source_id = ${id} group by e.id order by e.id`.execute(
    app.db,
  );
  return rows.map(({ text }) => text);
}

/** What stands on the accounts of a supplier: dollars, and pounds. */
async function balancesOf(supplierId: number) {
  const { rows } = await sql<{ account: string; usd: number; ssp: number }>`
    select account_code as account, sum(debit_cents - credit_cents)::bigint as usd, coalesce(sum(ssp_cents), 0)::bigint as ssp
    from journal_lines where supplier_id = ${supplierId} group by 1
    having sum(debit_cents - credit_cents) <> 0 or sum(ssp_cents) <> 0 order by 1`.execute(app.db);
  return rows;
}

describe('a payment in dollars', () => {
  test('settles the chosen bills in their order, the last in part', async () => {
    const supplierId = await newSupplier(ctx());
    const [first, second, third] = [
      await newBill(supplierId, 100_00),
      await newBill(supplierId, 50_00),
      await newBill(supplierId, 70_00),
    ];
    const payment = await pay(supplierId, 120_00, [second, first], { reference: 'TT 77' });
    expect(payment).toMatchObject({
      paymentId: expect.stringMatching(/^SPY-2026-00000\d$/),
      amountUsd: 120_00,
      advanceUsd: 0,
      createdBy: 'Test billing',
    });
    expect(await getBill(ctx(), second)).toMatchObject({ state: 'paid', openUsd: 0 });
    expect(await getBill(ctx(), first)).toMatchObject({
      state: 'part',
      openUsd: 30_00,
      payments: [{ paymentId: payment.paymentId, paidUsd: 70_00, settledUsd: 70_00 }],
    });
    expect(await getBill(ctx(), third)).toMatchObject({ openUsd: 70_00 });
    expect(await entriesOf(payment.id)).toEqual([
      `supplier.payment ${today}: 2110 12000, 1120 -12000`,
    ]);
    expect(await refusal(pay(supplierId, 1_00, [second]))).toMatchObject({
      fields: { billIds: expect.stringContaining('is already paid') },
    });
  });

  test('is an advance without bills, which others take up, and is reversed with them', async () => {
    const supplierId = await newSupplier(ctx());
    const advance = await pay(supplierId, 100_00, [], { account: 'petty_cash' });
    expect(advance.advanceUsd).toBe(100_00);
    const [one, two] = [await newBill(supplierId, 30_00), await newBill(supplierId, 90_00)];
    const allocated = await allocateSupplierPayment(ctx(), advance.id, { billIds: [one, two] });
    expect(allocated).toMatchObject({ advanceUsd: 0, version: advance.version + 1 });
    expect(await getBill(ctx(), two)).toMatchObject({ openUsd: 20_00 });
    const nothing = allocateSupplierPayment(ctx(), advance.id, { billIds: [two] });
    expect(await refusal(nothing)).toMatchObject({ code: 'supplierPayment.noAdvance' });
    const reversed = await reverseSupplierPayment(ctx(), advance.id, 'Came back');
    expect(reversed).toMatchObject({
      advanceUsd: 0,
      reversedOn: today,
      reversalReason: 'Came back',
    });
    expect(await entriesOf(advance.id)).toEqual([
      `supplier.payment ${today}: 1530 10000, 1150 -10000`,
      `supplier.payment.takenUp ${today}: 2110 10000, 1530 -10000`,
      `supplier.payment.reversal ${today}: 2110 -10000, 1150 10000`,
    ]);
    expect(await getBill(ctx(), one)).toMatchObject({
      state: 'open',
      openUsd: 30_00,
      payments: [],
    });
    const again = reverseSupplierPayment(ctx(), advance.id, 'Again');
    expect(await refusal(again)).toMatchObject({ code: 'supplierPayment.reversed' });
    const late = allocateSupplierPayment(ctx(), advance.id, { billIds: [two] });
    expect(await refusal(late)).toMatchObject({ code: 'supplierPayment.reversed' });
  });

  test('from before a bill is an advance until the day of the bill', async () => {
    const supplierId = await newSupplier(ctx());
    const bill = await newBill(supplierId, 40_00, { date: isoDate('2026-11-15') });
    const payment = await pay(supplierId, 40_00, [bill], { paymentDate: isoDate('2026-11-05') });
    expect(await entriesOf(payment.id)).toEqual([
      'supplier.payment 2026-11-05: 1530 4000, 1120 -4000',
      'supplier.payment.takenUp 2026-11-15: 2110 4000, 1530 -4000',
    ]);
    expect(await balancesOf(supplierId)).toEqual([]);
  });

  test('of two at once settles a bill once', async () => {
    const supplierId = await newSupplier(ctx());
    const bill = await newBill(supplierId, 40_00);
    const results = await Promise.allSettled([1, 2, 3].map(() => pay(supplierId, 40_00, [bill])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getBill(ctx(), bill)).toMatchObject({ openUsd: 0 });
  });
});

describe('exchange differences', () => {
  test('pounds paid for pounds at another rate', async () => {
    const supplierId = await newSupplier(ctx());
    const bill = await newBill(supplierId, 40_000_00, { currency: 'SSP' });
    const part = await pay(supplierId, 10_000_00, [bill], { currency: 'SSP', account: 'cash' });
    expect(await getBill(ctx(), bill)).toMatchObject({ openAmount: 30_000_00, openUsd: 75_00 });
    expect(await entriesOf(part.id)).toEqual([
      `supplier.payment ${today}: 2140 2500 SSP 1000000, 4520 -500, 1160 -2000 SSP -1000000`,
    ]);
    // Dollars settle the rest: 60 at 500 pounds each.
    const rest = await pay(supplierId, 100_00, [bill]);
    expect(await entriesOf(rest.id)).toEqual([
      `supplier.payment ${today}: 2140 7500 SSP 3000000, 4520 -1500, 1530 4000, 1120 -10000`,
    ]);
    expect(await balancesOf(supplierId)).toMatchObject([{ account: '1530', usd: 40_00 }]);
  });

  test('an advance in pounds taken up by bills in pounds and dollars, and reversed', async () => {
    const supplierId = await newSupplier(ctx());
    const paidOn = isoDate('2026-11-03');
    const advance = await pay(supplierId, 40_000_00, [], {
      currency: 'SSP',
      account: 'savings',
      paymentDate: paidOn,
    });
    expect(advance).toMatchObject({ advanceUsd: 100_00, advanceAmount: 40_000_00 });
    const pounds = await newBill(supplierId, 30_000_00, { currency: 'SSP', date: today });
    const dollars = await newBill(supplierId, 25_00);
    const after = await allocateSupplierPayment(ctx(), advance.id, { billIds: [pounds, dollars] });
    expect(after).toMatchObject({ advanceUsd: 0, advanceAmount: 0 });
    expect(await entriesOf(advance.id)).toEqual([
      `supplier.payment ${paidOn}: 1530 10000, 1140 -10000`,
      `supplier.payment.takenUp ${today}: 2110 2500, 2140 6000 SSP 3000000, 5620 1500, 1530 -10000`,
    ]);
    expect(await balancesOf(supplierId)).toEqual([]);
    await reverseSupplierPayment(ctx(), advance.id, 'Wrong account');
    expect((await entriesOf(advance.id))[2]).toBe(
      `supplier.payment.reversal ${today}: 2110 -2500, 2140 -6000 SSP -3000000, 5620 -1500, 1140 10000`,
    );
    expect(await balancesOf(supplierId)).toMatchObject([
      { account: '2110', usd: -25_00 },
      { account: '2140', usd: -60_00, ssp: -30_000_00 },
    ]);
  });

  test('each account of money by currency', async () => {
    const supplierId = await newSupplier(ctx());
    const credited = async (account: SupplierPaymentInput['account'], currency: 'USD' | 'SSP') => {
      const { id } = await pay(supplierId, 500_00, [], { account, currency });
      return (await entriesOf(id))[0]!.split(', ')[1];
    };
    expect(await credited('checking', 'USD')).toBe('1120 -50000');
    expect(await credited('credit_card', 'USD')).toBe('2120 -50000');
    expect(await credited('checking', 'SSP')).toBe('1170 -100 SSP -50000');
    expect(await credited('cash', 'SSP')).toBe('1160 -100 SSP -50000');
    expect(await credited('petty_cash', 'SSP')).toBe('1190 -100 SSP -50000');
    expect(await credited('credit_card', 'SSP')).toBe('2120 -100');
  });
});

test('refuses what cannot be', async () => {
  const [supplierId, other] = [await newSupplier(ctx()), await newSupplier(ctx())];
  const foreign = await newBill(other, 5_00);
  const kind = async (work: Promise<unknown>) => (await refusal(work)).kind;
  expect(await kind(pay(supplierId, 1_00, [foreign]))).toBe('invalid');
  expect(await kind(pay(supplierId, 1_00, [999_999]))).toBe('invalid');
  expect(await kind(pay(999_999, 1_00))).toBe('notFound');
  expect(await kind(pay(supplierId, 1, [], { currency: 'SSP' }))).toBe('invalid');
  expect(await kind(pay(supplierId, 300_000_001))).toBe('invalid');
  const on = (paymentDate: IsoDate) => kind(pay(supplierId, 1_00, [], { paymentDate }));
  expect(await on(addDays(today, 1))).toBe('invalid');
  expect(await on(isoDate('1999-01-01'))).toBe('invalid');
  expect(await kind(allocateSupplierPayment(ctx(), 999_999, { billIds: [1] }))).toBe('notFound');
  expect(await kind(reverseSupplierPayment(ctx(), 999_999, 'x'))).toBe('notFound');
  const advance = await pay(supplierId, 5_00);
  const foreignBill = allocateSupplierPayment(ctx(), advance.id, { billIds: [foreign] });
  expect(await kind(foreignBill)).toBe('invalid');
  // The database itself allows no payment above a bill, and none of a bill that is not posted.
  const constraintOf = async (statement: string) =>
    (await refusal(sql.raw(statement).execute(app.db))).constraint;
  const set = (what: string) =>
    constraintOf(`update supplier_bills set ${what} where id = ${foreign}`);
  expect(await set('settled_cents = 501, settled_amount_cents = 501')).toBe(
    'supplier_bills_settled',
  );
  expect(await set('settled_cents = 500, settled_amount_cents = 499')).toBe(
    'supplier_bills_settled_both',
  );
  expect(await set("status = 'held', settled_cents = 1, settled_amount_cents = 1")).toBe(
    'supplier_bills_unpayable',
  );
  expect(
    await constraintOf(`update supplier_payments set advance_cents = -1 where id = ${advance.id}`),
  ).toBe('supplier_payments_advance');
});

test('the list is filtered by supplier, month and text, newest first', async () => {
  const supplierId = await newSupplier(ctx(), 'Malakal Cables');
  await pay(supplierId, 1_00, [], { paymentDate: isoDate('2026-10-31'), reference: 'Cheque 5' });
  await pay(supplierId, 3_00, [], { paymentDate: isoDate('2026-11-01') });
  await pay(supplierId, 2_00, [], { paymentDate: isoDate('2026-11-20') });
  const amounts = async (filter: Parameters<typeof listSupplierPayments>[1]) =>
    (await listSupplierPayments(ctx(), filter)).rows.map(({ amountUsd }) => amountUsd / 100);
  expect(await amounts({ supplierId })).toEqual([2, 3, 1]);
  expect(await amounts({ supplierId, sort: 'amountUsd' })).toEqual([1, 2, 3]);
  expect(await amounts({ supplierId, month: isoMonth('2026-11') })).toEqual([2, 3]);
  expect(await amounts({ q: 'cheque 5' })).toEqual([1]);
  expect(await amounts({ q: 'malakal', sort: '-paymentId', pageSize: 1 })).toEqual([2]);
});

test('the reference of another payment from the account is asked about', async () => {
  const supplierId = await newSupplier(contextOf(app));
  const first = await pay(supplierId, 100_00, [], { reference: 'TT 5521' });
  await expect(pay(supplierId, 100_00, [], { reference: 'tt5521' })).rejects.toMatchObject({
    ...{ kind: 'conflict', code: 'payment.referenceUsed' },
    message: expect.stringContaining(`${first.paymentId} to `),
  });
  await pay(supplierId, 100_00, [], { reference: 'TT 5521', account: 'savings' });
  await pay(supplierId, 100_00, [], { reference: 'TT 5521', sameReference: true });
  await pay(supplierId, 100_00, [], { reference: '' });
  await pay(supplierId, 100_00, [], { reference: '' });
});
