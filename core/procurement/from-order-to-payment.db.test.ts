import { fillSafe } from '@nimule/fixtures/testing/cash';
import { expenseInput } from '@nimule/fixtures/testing/expenses';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payExpense } from '../expenses/payments/service.ts';
import { createExpense } from '../expenses/service.ts';
import type { StaffActor } from '../identity/actor.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import { decideApproval, listWaiting } from '../reports/approvals/service.ts';
import { checkBooks } from '../reports/checks/service.ts';
import { getHistory } from '../reports/history/service.ts';
import { getEquipment } from '../reports/stock/service.ts';
import { createBill, getBill } from './bills/service.ts';
import { cancelBill } from './bills/service-decide.ts';
import { createOrder } from './orders/service.ts';
import { getOrder } from './orders/service-list.ts';
import { setOrderStatus } from './orders/service-status.ts';
import {
  allocateSupplierPayment,
  createSupplierPayment,
  reverseSupplierPayment,
} from './payments/service.ts';
import { receiveGoods } from './receipts/service.ts';
import { createRequisition } from './requisitions/service.ts';
import { decideRequisition } from './requisitions/service-decide.ts';
import { createSupplier } from './suppliers/service.ts';

let app: TestApp;
let author: StaffActor;
let root: StaffActor;
let supplierId: number;
let item: number;
const ctx = (actor: StaffActor = root) => contextOf(app, actor);
const today = isoDate('2026-11-23');

beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
  await fillSafe(app, { usd: 100_000_00, ssp: 40_000_000_00 });
  author = await makeWorker(app, 'admin', 'Ann Wani');
  root = await makeWorker(app, 'super_admin', 'Grace Lado');
  supplierId = (await createSupplier(ctx(), { name: 'Juba Computers' })).id;
  item = (await addItem(ctx(), { name: 'Router', quantityInStock: 0 })).id;
});
afterAll(() => app.close());

/** Makes a step, and checks the books after it. */
async function step<T>(work: Promise<T>): Promise<T> {
  const result = await work;
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  return result;
}

async function balances(): Promise<Record<string, [cents: number, pounds: number]>> {
  const { rows } = await sql<{ code: string; cents: number; ssp: number }>`
    select account_code as code, sum(debit_cents - credit_cents)::int8 as cents, coalesce(sum(ssp_cents), 0)::int8 as ssp
    from journal_lines where account_code in ('1410', '1530', '2110', '2130', '2140') group by 1 order by 1`.execute(
    app.db,
  );
  return Object.fromEntries(
    rows.map(({ code, cents: amount, ssp }) => [code, [Number(amount), Number(ssp)]]),
  );
}

/** An approved order of 10 routers and of paper, of which 8 routers stay after a return, and all of the paper. */
async function receivedOrder(currency: 'USD' | 'SSP', unitPrice: number): Promise<number> {
  const lines = [
    { equipmentId: item, description: 'Router', quantity: 10, unitPrice: cents(unitPrice) },
    { description: 'Paper', quantity: 3, unitPrice: cents(unitPrice / 10) },
  ];
  const input = { supplierId, expectedDelivery: isoDate('2026-12-01'), currency, items: lines };
  const { id } = await step(createOrder(ctx(author), input));
  await step(setOrderStatus(ctx(), id, 'approved'));
  const units = (lineNo: number, quantity: number) => ({ lineNo, quantity });
  await step(receiveGoods(ctx(), id, { lines: [units(1, 6), units(2, 3)] }));
  await step(receiveGoods(ctx(), id, { lines: [units(1, 4)] }));
  await step(receiveGoods(ctx(), id, { kind: 'return', lines: [units(1, 2)] }));
  return id;
}

const bill = (number: string, orderId: number, ...lines: [number, number, number][]) => ({
  ...{ supplierId, supplierNumber: number, billDate: today },
  lines: lines.map(([orderLine, quantity, price]) => ({
    ...{ orderId, orderLine, quantity },
    unitPrice: cents(price),
  })),
});

test('orders in both currencies are received, billed and paid, beside expenses on account, and the books stay sound', async () => {
  const onAccount = { account: 'accounts_payable' } as const;
  const rent = await step(createExpense(ctx(), expenseInput(onAccount)));
  const pounds = { ...onAccount, currency: 'SSP' as const, amount: cents(40_000_00) };
  const fuel = await step(createExpense(ctx(), expenseInput(pounds)));

  const dollars = await receivedOrder('USD', 25_00);
  const inPounds = await receivedOrder('SSP', 10_000_00);
  expect((await getEquipment(ctx(), item)).quantityInStock).toBe(16);

  // A bill at the order's prices, one in pounds at another rate than the order's, and one at another price.
  const first = await step(createBill(ctx(author), bill('A-1', dollars, [1, 8, 25_00])));
  expect(first).toMatchObject({ status: 'posted', totalUsd: 200_00 });
  await step(updateRate(ctx(), { rate: cents(500_00), validFrom: today }));
  const second = await step(
    createBill(ctx(author), bill('A-2', inPounds, [1, 8, 10_000_00], [2, 3, 1_000_00])),
  );
  expect(second).toMatchObject({ status: 'posted', totalAmount: 83_000_00, totalUsd: 166_00 });
  const third = await step(createBill(ctx(author), bill('A-3', dollars, [2, 3, 4_00])));
  expect(third.status).toBe('held');
  const waiting = (await listWaiting(ctx(), {})).find(({ kind }) => kind === 'supplier_bill')!;
  await step(decideApproval(ctx(), waiting.approvalId!, { accept: true, reason: 'Agreed' }));
  expect((await getBill(ctx(), third.id)).status).toBe('posted');
  expect(await balances()).toMatchObject({ 2130: [0, 0], 2140: [-266_00, -123_000_00] });

  // Dollars for a bill in pounds, in part; an advance that is taken up; a payment that is reversed and made again.
  const paying = { supplierId, account: 'checking' } as const;
  await step(
    createSupplierPayment(ctx(), { ...paying, amount: cents(100_00), billIds: [second.id] }),
  );
  const advance = await step(createSupplierPayment(ctx(), { ...paying, amount: cents(212_00) }));
  await step(allocateSupplierPayment(ctx(), advance.id, { billIds: [first.id, third.id] }));
  const rest = {
    ...{ ...paying, account: 'cash' as const, currency: 'SSP' as const },
    ...{ amount: cents(33_000_00), billIds: [second.id] },
  };
  const bounced = await step(createSupplierPayment(ctx(), rest));
  await step(reverseSupplierPayment(ctx(), bounced.id, 'Bounced'));
  await step(payExpense(ctx(), rent.id, { account: 'checking' }));
  await step(payExpense(ctx(), fuel.id, { account: 'cash' }));
  await expect(cancelBill(ctx(), first.id, { reason: 'Wrong' })).rejects.toMatchObject({
    kind: 'rule',
  });
  await step(createSupplierPayment(ctx(), rest));

  const closed: Record<string, [number, number]> = await balances();
  for (const account of ['1530', '2110', '2130', '2140'])
    expect([account, closed[account]]).toEqual([account, [0, 0]]);
  for (const { id } of [first, second, third])
    expect(await getBill(ctx(), id)).toMatchObject({ state: 'paid', openUsd: 0 });
  const { items } = await getOrder(ctx(), dollars);
  expect(items.map(({ billedQuantity }) => billedQuantity)).toEqual([8, 3]);
});

test('the histories of a requisition and of its order say what was done and by whom', async () => {
  const asked = await createRequisition(ctx(author), {
    expectedDeliveryDate: isoDate('2026-12-01'),
    items: [{ description: 'Paper', quantity: 2, unitCostUsd: cents(5_00) }],
    notes: 'For the office',
  });
  await decideRequisition(ctx(), asked.id, 'approved', 'Fine');
  const input = { supplierId, requisitionId: asked.id, expectedDelivery: isoDate('2026-12-01') };
  const { id } = await createOrder(ctx(author), input);
  await setOrderStatus(ctx(), id, 'approved');
  await receiveGoods(ctx(), id, { lines: [{ lineNo: 1, quantity: 2 }], deliveryNote: 'DN-7' });
  const told = ({ who, what }: { who: string; what: string }) => `${what} (${who})`;
  const orderLines = (await getHistory(ctx(), 'purchaseOrder', id, {})).rows;
  expect(orderLines.map(told)).toEqual([
    expect.stringMatching(/^Goods received: GRN-2026-\d{4}, delivery note DN-7 \(Grace Lado\)$/),
    'Approved (Grace Lado)',
    'Made (Ann Wani)',
  ]);
  expect(orderLines[0]!.changes).toContainEqual({
    ...{ field: 'Status', before: 'Approved', after: 'Received' },
  });
  const { rows } = await getHistory(ctx(), 'requisition', asked.id, {});
  const { poNumber } = await getOrder(ctx(), id);
  expect(rows.map(told)).toEqual([
    `Followed its order: ${poNumber} is received (Grace Lado)`,
    `Followed its order: ${poNumber} is pending (Ann Wani)`,
    'Approved (Grace Lado)',
    'Requested (Ann Wani)',
  ]);
  await expect(getHistory(ctx(), 'purchaseOrder', 9_999, {})).rejects.toMatchObject({
    kind: 'notFound',
  });
  await expect(getHistory(ctx(), 'requisition', 9_999, {})).rejects.toMatchObject({
    kind: 'notFound',
  });
});
