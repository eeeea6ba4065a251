import { newOrder, passSeconds, unsound, visitorOf } from '@nimule/fixtures/testing/payments';
import { newBuyer } from '@nimule/fixtures/testing/sales';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccount } from '../access/accounts/service.ts';
import { createRouter } from '../access/routers/service.ts';
import { lockMonth, unlockMonth } from '../accounting/service.ts';
import { createManualInvoice } from '../billing/invoices/service.ts';
import { transact } from '../context.ts';
import { updateCustomer } from '../customers/service.ts';
import { suspendByRule } from '../customers/service-billing.ts';
import { isoMonth, timeInJuba } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { SIMULATED_DELAY_MS } from '../ports/payments/simulated.ts';
import { clearPause, setPause } from '../records/pause.ts';
import type { BillPaymentInput } from './schema.ts';
import { findOwnBill, payOwnBill } from './service-bills.ts';
import { requestPayment } from './service-customers.ts';
import { checkPurchase } from './service-visitors.ts';

let app: TestApp;
let customerId: number;
let owner: { customerNumber: string; customerPhone: string };
let phones = 0;

const ctx = () => contextOf(app, staff('admin'));
/** Each test asks from an address of its own. */
const visitor = (ip = `10.7.0.${phones}`) => visitorOf(app, ip);
const invoice = (amount: number) =>
  createManualInvoice(ctx(), { customerId, description: 'Cable', amountUsd: cents(amount) });
const { provider } = newOrder();
const order = (fields: Pick<BillPaymentInput, 'priceSSP'>): BillPaymentInput => {
  const { key } = newOrder();
  return { ...{ key, provider, phone: '+211912000222', ...owner }, ...fields };
};
const priceOf = async () => (await findOwnBill(visitor(), owner)).bill!.priceSSP;

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
});
beforeEach(async () => {
  phones += 1;
  customerId = await newBuyer(ctx());
  const customerPhone = `+2119210001${String(phones).padStart(2, '0')}`;
  const { customerId: customerNumber } = await updateCustomer(ctx(), customerId, {
    updates: { phone: customerPhone },
  });
  owner = { customerNumber, customerPhone };
});
afterAll(() => app.close());

test('a bill is the open invoices of the number and telephone, in dollars and in pounds of today', async () => {
  const { invoiceId } = await invoice(1_250);
  await invoice(999);
  const { bill } = await findOwnBill(visitor(), {
    ...owner,
    customerNumber: owner.customerNumber.toLowerCase(),
  });
  expect(bill).toMatchObject({ priceUSD: 2_249, status: 'Active', endsByPaying: false });
  expect(bill).toMatchObject({ invoiceCount: 2, customerNumber: owner.customerNumber });
  expect(bill!.invoices[0]).toMatchObject({ invoiceNumber: invoiceId, openUsd: 1_250 });
  expect(JSON.stringify(bill)).not.toContain('Buyer');
});

test('paying settles every invoice and restores who was suspended by rule; the key reads the receipt', async () => {
  await invoice(1_250);
  await invoice(999);
  await transact(ctx(), (tx) => suspendByRule(tx, [customerId]));
  expect((await findOwnBill(visitor(), owner)).bill).toMatchObject({ endsByPaying: true });
  const input = order({ priceSSP: await priceOf() });
  expect(await payOwnBill(visitor(), input)).toMatchObject({ status: 'waiting', packageId: '' });
  passSeconds(app, SIMULATED_DELAY_MS / 1000);
  const paid = await checkPurchase(visitor(), input);
  expect(paid).toMatchObject({ status: 'paid', session: null });
  expect(paid.receiptNumber).toMatch(/^R/);
  expect(await payOwnBill(visitor(), input)).toEqual(paid);
  const { rows } = await app.pool.query(
    `select c.status, (select count(*)::int from payments p where p.customer_id = c.id) as payments,
       (select count(*)::int from invoices i where i.customer_id = c.id and i.status <> 'paid') as open
     from customers c where id = $1`,
    [customerId],
  );
  expect(rows[0]).toEqual({ status: 'Active', payments: 1, open: 0 });
  expect((await findOwnBill(visitor(), owner)).bill).toMatchObject({ priceUSD: 0, invoices: [] });
  expect(await unsound(app)).toEqual([]);
});

test('the connection of an open session names its customer, unless two have the address', async () => {
  await invoice(500);
  expect(await findOwnBill(visitor('10.8.0.9'), {})).toEqual({ bill: null });
  const router = await createRouter(ctx(), { name: 'Bor', address: '10.99.0.1' });
  const session = async (of: number, username: string) => {
    await createAccount(ctx(), { customerId: of, kind: 'pppoe', username, password: 'secret' });
    await app.pool.query(
      `select radius_accounting($1, 'Start', $2, $2, '', '02:00:00:00:00:0' || $3, '10.8.0.9', '', '', '0', '0', '0', '0', '0', '0', '')`,
      [`router_${router.id}`, username, username.length],
    );
  };
  await session(customerId, 'home');
  expect((await findOwnBill(visitor('10.8.0.9'), {})).bill).toMatchObject({
    customerNumber: owner.customerNumber,
    priceUSD: 500,
  });
  expect(await findOwnBill(visitor('127.0.0.1'), {})).toEqual({ bill: null });
  await session(await newBuyer(ctx()), 'other');
  expect(await findOwnBill(visitor('10.8.0.9'), {})).toEqual({ bill: null });
});

test('nothing is asked for while it could not be recorded', async () => {
  await invoice(300);
  const input = order({ priceSSP: await priceOf() });
  await transact(ctx(), (tx) =>
    setPause(tx, { since: tx.now, by: 'Test', filename: 'backup.tar' }),
  );
  await expect(payOwnBill(visitor(), input)).rejects.toMatchObject({ code: 'bill.closed' });
  await transact(ctx(), (tx) => clearPause(tx));
  await lockMonth(ctx(), isoMonth('2026-11'));
  await expect(payOwnBill(visitor(), input)).rejects.toMatchObject({ code: 'bill.closed' });
  await unlockMonth(ctx(), isoMonth('2026-11'));
  expect(await payOwnBill(visitor(), input)).toMatchObject({ status: 'waiting' });
});

test('a wrong number or telephone is refused alike, and an address that tries many waits', async () => {
  const wrong = [
    { ...owner, customerPhone: '+211921999999' },
    { ...owner, customerNumber: 'SC-NOBODY' },
  ];
  for (const input of wrong)
    await expect(findOwnBill(visitor(), input)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('No customer has this number and telephone'),
    });
  for (let n = 0; n < 29; n += 1)
    await expect(findOwnBill(visitor(), wrong[0]!)).rejects.toMatchObject({ kind: 'invalid' });
  // The right one waits too: its answer would tell which one it is.
  await expect(findOwnBill(visitor(), owner)).rejects.toMatchObject({
    code: 'voucher.throttled',
    retryAfter: expect.any(Number),
  });
  await expect(findOwnBill(visitor('10.9.9.9'), owner)).resolves.toMatchObject({ bill: {} });
});

test('another amount, nothing owed, a bill that waits for another payer and a foreign key are refused', async () => {
  await expect(payOwnBill(visitor(), order({ priceSSP: cents(0) }))).rejects.toMatchObject({
    code: 'bill.nothing',
  });
  await invoice(700);
  const priceSSP = await priceOf();
  await expect(
    payOwnBill(visitor(), order({ priceSSP: cents(priceSSP - 1) })),
  ).rejects.toMatchObject({ code: 'bill.changed' });
  const first = order({ priceSSP });
  const twice = await Promise.all([payOwnBill(visitor(), first), payOwnBill(visitor(), first)]);
  expect(twice.map(({ status }) => status)).toEqual(['waiting', 'waiting']);
  await expect(payOwnBill(visitor(), order({ priceSSP }))).rejects.toMatchObject({
    code: 'bill.asked',
  });
  await expect(payOwnBill(visitor(), { ...first, phone: '+211912000333' })).rejects.toMatchObject({
    kind: 'invalid',
  });
  const { rows } = await app.pool.query(
    'select count(*)::int from payment_intents where customer_id = $1',
    [customerId],
  );
  expect(rows).toEqual([{ count: 1 }]);
  // A repeat from another connection is the same payment.
  const { customerNumber: _, customerPhone: __, ...elsewhere } = first;
  expect(await payOwnBill(visitor('10.77.0.1'), elsewhere)).toMatchObject({ status: 'waiting' });
  await expect(
    payOwnBill(visitor(), { ...order({ priceSSP }), customerNumber: '' }),
  ).rejects.toMatchObject({
    kind: 'invalid',
  });
});

test('a bill is asked for once, by staff or on the page, until that request has ended', async () => {
  await invoice(700);
  const priceSSP = await priceOf();
  const pay = () => payOwnBill(visitor(), order({ priceSSP }));
  const ask = () => requestPayment(ctx(), { customerId, amount: priceSSP, phone: '+211912000333' });
  const asked = (phone: string, at: string) => ({
    ...{ kind: 'conflict', code: 'bill.asked' },
    message: expect.stringContaining(`ends in ${phone} was asked for this bill at ${at}`),
  });
  const isRefused = ({ status }: PromiseSettledResult<unknown>) => status === 'rejected';
  expect((await Promise.allSettled([pay(), ask(), pay(), ask()])).filter(isRefused)).toHaveLength(
    3,
  );
  await app.pool.query(`update payment_intents set status = 'failed' where customer_id = $1`, [
    customerId,
  ]);

  // The provider of the simulation is not asked here, so that nothing is confirmed.
  const at = timeInJuba(visitor().now);
  expect(await pay()).toMatchObject({ status: 'waiting' });
  await expect(ask()).rejects.toMatchObject(asked('222', at));
  passSeconds(app, 540);
  await expect(pay()).rejects.toMatchObject(asked('222', at));
  // Whoever asks another telephone does not keep the customer from paying.
  const own = { ...order({ priceSSP }), phone: owner.customerPhone };
  expect(await payOwnBill(visitor(), own)).toMatchObject({ status: 'waiting' });
  passSeconds(app, 600);
  expect(await ask()).toMatchObject({ phone: '+211912000333' });
  await expect(pay()).rejects.toMatchObject({ code: 'bill.asked' });
});
