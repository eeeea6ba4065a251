import { moveTo, newBuyer, newItem, saleLine, sell } from '@nimule/fixtures/testing/sales';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { latestApprovals } from '../../approvals/service.ts';
import { grantCredit, recordPayment } from '../../billing/payments/service.ts';
import { recordRefund } from '../../billing/refunds/service.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { cents } from '../../kernel/money.ts';
import { decideApproval, expireWaiting, listWaiting } from '../../reports/approvals/service.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import type { CounterSaleInput } from '../schema.ts';
import { updateSale } from './service.ts';
import { sellAtCounter } from './service-counter.ts';
import { getSale, listSales } from './service-list.ts';
import { returnSale } from './service-returns.ts';

const NOW = '2026-11-23T08:00:00Z';
let app: TestApp;
let clerk: StaffActor;
let admin: StaffActor;
let customerId: number;
let item: number;
const ctx = (actor = clerk) => contextOf(app, actor);

beforeAll(async () => {
  app = await createTestApp(NOW);
  clerk = await makeWorker(app, 'billing', 'Mary Keji');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
});
beforeEach(async () => {
  app.time.set(NOW);
  customerId = await newBuyer(ctx());
  item = await newItem(contextOf(app));
});
afterEach(async () => {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter((check) => !check.isSound)).toEqual([]);
});
afterAll(() => app.close());

const stock = async (id = item) => {
  const { rows } = await sql<{ level: number[] }>`
    select array[on_hand, reserved] as level from stock_levels where equipment_id = ${id}`.execute(
    app.db,
  );
  return rows[0]!.level;
};

describe('a counter sale', () => {
  const counter = (input: Partial<CounterSaleInput> = {}, actor = clerk) =>
    sellAtCounter(ctx(actor), { customerId, items: [saleLine(item, 2)], ...input });

  test('orders, invoices, delivers and takes the money at once', async () => {
    const { order, payment } = await counter({ payment: { account: 'mobile_money' } });
    expect(order).toMatchObject({
      ...{ status: 'delivered', paymentStatus: 'paid', openUsd: 0, isCounterSale: true },
      ...{ totalAmountUsd: 25_00, deliveredBy: 'Mary Keji', salesPersonId: clerk.userId },
    });
    expect(payment).toMatchObject({
      ...{ amountUsd: 25_00, account: 'mobile_money' },
      allocations: [{ invoiceId: order.invoiceId, amountUsd: 25_00 }],
    });
    expect(await stock()).toEqual([8, 0]);
  });

  test('takes pounds at the rate of the order, and a part of the amount', async () => {
    const whole = await counter({ payment: { currency: 'SSP' } });
    expect(whole.payment).toMatchObject({ amountSsp: 10_000_00, amountUsd: 25_00 });
    const part = await counter({ payment: { amount: cents(4_000_00), currency: 'SSP' } });
    expect(part.order).toMatchObject({ paymentStatus: 'partial', openUsd: 15_00 });
    const none = await counter();
    expect(none).toMatchObject({ payment: null, order: { paymentStatus: 'pending' } });
  });

  test('refuses more money than is to be paid, and leaves nothing behind', async () => {
    const payment = { amount: cents(25_01) };
    await expect(counter({ payment })).rejects.toMatchObject({
      fields: {
        'payment.amount': 'To be paid are $25.00. Give back what is above as change.',
      },
    });
    await expect(
      counter({ payment: { amount: cents(10_000_01), currency: 'SSP' } }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/SSP 10,000/) });
    await expect(counter({ items: [saleLine(item, 11)] })).rejects.toMatchObject({
      message: 'Insufficient stock! Available: 10',
    });
    expect((await listSales(ctx(), { customerId })).rows).toEqual([]);
    expect(await stock()).toEqual([10, 0]);
  });

  test('uses the credit of the customer first, and takes no money if that is enough', async () => {
    await recordPayment(ctx(), { customerId, amount: cents(40_00) });
    const first = await counter({ payment: {} });
    expect(first).toMatchObject({ payment: null, order: { paymentStatus: 'paid' } });
    const second = await counter({ payment: {} });
    expect(second).toMatchObject({
      payment: { amountUsd: 10_00 },
      order: { paymentStatus: 'paid' },
    });
  });

  test('from granted credit is not turned into cash by a return', async () => {
    await grantCredit(ctx(), { customerId, amountUsd: cents(25_00), reason: 'Outage' });
    const { order } = await counter();
    expect(order.paymentStatus).toBe('paid');
    await returnSale(ctx(), order.id, { lines: [{ lineNo: 1, quantity: 2 }], reason: 'Unused' });
    const refund = () =>
      recordRefund(ctx(), { customerId, amount: cents(25_00), reason: 'Moves away' });
    await expect(refund()).rejects.toMatchObject({
      fields: { amount: expect.stringMatching(/nothing can be paid out/) },
    });
    await recordPayment(ctx(), { customerId, amount: cents(25_00) });
    expect((await refund()).amountUsd).toBe(25_00);
    await expect(refund()).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('takes no units that are reserved for another order', async () => {
    await sell(ctx(), customerId, [saleLine(item, 9)]);
    await expect(counter()).rejects.toMatchObject({ message: 'Insufficient stock! Available: 1' });
  });

  test('hands over units by serial number, which cannot be sold twice', async () => {
    const router = await newItem(contextOf(app), { serials: ['A1', 'A2'] });
    const items = [{ ...saleLine(router, 1), serials: ['A1'] }];
    await expect(counter({ items: [saleLine(router, 1)] })).rejects.toMatchObject({
      fields: { 'items.0.serials': expect.stringMatching(/Enter the serial number/) },
    });
    const results = await Promise.allSettled([counter({ items }), counter({ items })]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await stock(router)).toEqual([1, 0]);
  });

  test('records a payment only for those who may', async () => {
    const seller = await makeWorker(app, 'operations_manager', 'Peter Lado');
    await expect(counter({ payment: {} }, seller)).rejects.toMatchObject({ kind: 'forbidden' });
    expect((await counter({}, seller)).order.status).toBe('delivered');
  });

  test('is refused below the list price, which an order asks for', async () => {
    await expect(counter({ items: [saleLine(item, 1, 12_49)] })).rejects.toMatchObject({
      code: 'salesOrder.priceBelowList',
      message: expect.stringMatching(/^\$12.49 for Item .*Make a sales order instead/),
    });
  });
});

describe('a price below the list', () => {
  const cheap = (actor = clerk, priceReason: string | undefined = 'Old model') =>
    sellBelow(actor, priceReason ? { priceReason } : {});
  const sellBelow = (actor: StaffActor, more: object) =>
    sell(ctx(actor), customerId, [saleLine(item, 2, 10_00), saleLine(item, 1)], more);
  const requestOf = async (id: number) =>
    (await latestApprovals(ctx(), 'price_below_list', [id])).get(id)!;

  test('needs a reason and waits for another person, meanwhile it is neither confirmed nor approved', async () => {
    await expect(sellBelow(clerk, {})).rejects.toMatchObject({
      fields: { priceReason: expect.stringMatching(/below the list/) },
    });
    const made = await cheap();
    expect(made).toMatchObject({ priceCheck: 'waiting', actions: ['edit', 'reject', 'cancel'] });
    await expect(moveTo(ctx(), made.id, 'confirmed')).rejects.toMatchObject({
      message: `A price of ${made.orderNumber} is below the list: another person must accept it first.`,
    });
    const [waiting] = await listWaiting(ctx(admin), { mine: true });
    expect(waiting).toMatchObject({
      ...{ kind: 'price_below_list', record: made.orderNumber, entityId: made.id },
      ...{ amountUsd: 5_00, reason: 'Old model', requestedBy: 'Mary Keji' },
      summary: expect.stringMatching(
        /^Sale to Buyer .*: 2 x Item .* at \$10.00 instead of \$12.50$/,
      ),
    });
    const decision = { accept: true, reason: 'Fine' };
    await expect(decideApproval(ctx(), waiting!.approvalId!, decision)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await decideApproval(ctx(admin), waiting!.approvalId!, decision);
    expect(await getSale(ctx(), made.id)).toMatchObject({ priceCheck: 'accepted' });
    await moveTo(ctx(), made.id, 'confirmed');
    expect(await moveTo(ctx(), made.id, 'delivered')).toMatchObject({ totalAmountUsd: 32_50 });
  });

  test('of one who may accept it is accepted by another, or by them alone if nobody else may', async () => {
    const made = await cheap(admin);
    const { id } = await requestOf(made.id);
    const decision = { accept: true, reason: 'Fine' };
    const other = await makeWorker(app, 'super_admin', 'Grace Lado');
    await expect(decideApproval(ctx(admin), id, decision)).rejects.toMatchObject({
      code: 'approval.ownRequest',
    });
    await sql`update users set is_active = false where id = ${other.userId}`.execute(app.db);
    expect(await decideApproval(ctx(admin), id, decision)).toMatchObject({ isSole: true });
    expect((await getSale(ctx(), made.id)).priceCheck).toBe('accepted');
  });

  test('that is refused is changed, asked for again, or given up with its units', async () => {
    const made = await cheap();
    const refuse = async () =>
      decideApproval(ctx(admin), (await requestOf(made.id)).id, { accept: false, reason: 'No' });
    await refuse();
    expect(await getSale(ctx(), made.id)).toMatchObject({
      status: 'pending',
      priceCheck: 'refused',
    });
    await expect(moveTo(ctx(), made.id, 'approved')).rejects.toMatchObject({
      message: expect.stringMatching(/was refused: change the prices, or cancel the order/),
    });
    const again = await updateSale(ctx(), made.id, { priceReason: 'The last two' });
    expect(again.priceCheck).toBe('waiting');
    expect(await requestOf(made.id)).toMatchObject({ status: 'waiting', reason: 'The last two' });
    await refuse();
    const listed = await updateSale(ctx(), made.id, { items: [saleLine(item, 2)] });
    expect(listed.priceCheck).toBe('none');
    expect((await moveTo(ctx(), made.id, 'confirmed')).status).toBe('confirmed');
  });

  test('that is changed after it was accepted waits again, and is withdrawn with the order', async () => {
    const made = await cheap();
    const first = await requestOf(made.id);
    await decideApproval(ctx(admin), first.id, { accept: true, reason: 'Fine' });
    const lower = { items: [saleLine(item, 2, 9_00)] };
    await expect(updateSale(ctx(), made.id, lower)).rejects.toMatchObject({ kind: 'invalid' });
    await updateSale(ctx(), made.id, { ...lower, priceReason: 'Scratched' });
    expect((await requestOf(made.id)).id).toBeGreaterThan(first.id);
    await updateSale(ctx(), made.id, { items: [saleLine(item, 2, 8_00)], priceReason: 'More' });
    await moveTo(ctx(), made.id, 'cancelled');
    expect(await requestOf(made.id)).toMatchObject({ status: 'withdrawn' });
    expect(await stock()).toEqual([10, 0]);
  });

  test('that was accepted for one customer waits again for another', async () => {
    const made = await cheap();
    const first = await requestOf(made.id);
    await decideApproval(ctx(admin), first.id, { accept: true, reason: 'Fine' });
    const other = await newBuyer(ctx());
    await expect(updateSale(ctx(), made.id, { customerId: other })).rejects.toMatchObject({
      fields: { priceReason: expect.stringMatching(/below the list/) },
    });
    const moved = await updateSale(ctx(), made.id, { customerId: other, priceReason: 'Old model' });
    expect(moved).toMatchObject({ customerId: other, priceCheck: 'waiting' });
    expect(await requestOf(made.id)).toMatchObject({
      status: 'waiting',
      summary: expect.stringContaining(moved.customerName),
    });
    await moveTo(ctx(), made.id, 'cancelled');
  });

  test('that nobody decides on is refused when the request expires', async () => {
    const made = await cheap();
    app.time.set('2026-12-24T08:00:00Z');
    expect(await expireWaiting(ctx())).toBe('1 requests expired');
    expect((await getSale(ctx(), made.id)).priceCheck).toBe('refused');
  });

  test('at nothing needs no invoice, and returns of it no credit note', async () => {
    const made = await sell(ctx(), customerId, [saleLine(item, 1, 0)], { priceReason: 'Gift' });
    const { id } = await requestOf(made.id);
    await decideApproval(ctx(admin), id, { accept: true, reason: 'Fine' });
    expect(await moveTo(ctx(), made.id, 'confirmed')).toMatchObject({
      ...{ invoiceId: null, paymentStatus: 'paid' },
    });
    await moveTo(ctx(), made.id, 'delivered');
    expect(await stock()).toEqual([9, 0]);
  });
});
