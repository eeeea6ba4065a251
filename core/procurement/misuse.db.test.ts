import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffActor } from '../identity/actor.ts';
import { invoke } from '../invoke.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { checkBooks } from '../reports/checks/service.ts';
import { getEquipment } from '../reports/stock/service.ts';
import { createBill } from './bills/service.ts';
import { cancelBill } from './bills/service-decide.ts';
import type { OrderInput, PurchaseOrder } from './orders/schema.ts';
import { createOrder, deleteOrder } from './orders/service.ts';
import { getOrder } from './orders/service-list.ts';
import { setOrderStatus } from './orders/service-status.ts';
import { updateOrder } from './orders/service-update.ts';
import { countOnTime, getDiscount } from './queries-stats.ts';
import { listReceipts, receiveGoods } from './receipts/service.ts';
import { createRequisition, updateRequisition } from './requisitions/service.ts';
import { decideRequisition } from './requisitions/service-decide.ts';
import { getRequisition } from './requisitions/service-list.ts';
import { requisitionOfLowStock } from './requisitions/service-low-stock.ts';
import { defaultSettings, updateProcurementSettings } from './service-settings.ts';
import { getProcurementStats } from './service-stats.ts';
import { createSupplier } from './suppliers/service.ts';

let app: TestApp;
let technician: StaffActor;
let admin: StaffActor;
let root: StaffActor;
let supplierId: number;
let router: number;
let made = 0;
const day = isoDate('2026-12-01');
const today = isoDate('2026-11-23');
const ctx = (actor: StaffActor = root) => contextOf(app, actor);

beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
  technician = await makeWorker(app, 'technician', 'John Deng');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
  root = await makeWorker(app, 'super_admin', 'Grace Lado');
});
beforeEach(async () => {
  made += 1;
  supplierId = (await createSupplier(ctx(), { name: `Juba Computers ${made}` })).id;
  router = (await addItem(ctx(), { name: `Router ${made}`, quantityInStock: 0 })).id;
});
afterEach(async () => {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter((check) => !check.isSound)).toEqual([]);
});
afterAll(() => app.close());

const line = (quantity = 10, unitPrice = 2500) => ({
  equipmentId: router,
  description: 'Router',
  quantity,
  unitPrice: cents(unitPrice),
});
const units = (quantity: number) => ({ lines: [{ lineNo: 1, quantity }] });

function order(input: Partial<OrderInput> = {}, actor: StaffActor = root): Promise<PurchaseOrder> {
  return createOrder(ctx(actor), { supplierId, expectedDelivery: day, items: [line()], ...input });
}

async function approved(input: Partial<OrderInput> = {}): Promise<PurchaseOrder> {
  const { id } = await order(input);
  return setOrderStatus(ctx(admin), id, 'approved');
}

async function approvedRequisition() {
  const { id } = await createRequisition(ctx(technician), {
    expectedDeliveryDate: day,
    items: [{ ...line(), unitCostUsd: cents(3000) }],
  });
  return decideRequisition(ctx(), id, 'approved');
}

test('an old order that is cancelled and deleted leaves the requisition with its new order', async () => {
  const { id: requisitionId } = await approvedRequisition();
  const old = await order({ requisitionId });
  await setOrderStatus(ctx(), old.id, 'cancelled');
  const now = await order({ requisitionId });
  await setOrderStatus(ctx(), old.id, 'rejected');
  expect((await getRequisition(ctx(), requisitionId)).status).toBe('ordered');
  await deleteOrder(ctx(), old.id);
  expect(await getRequisition(ctx(), requisitionId)).toMatchObject({
    status: 'ordered',
    purchaseOrder: { id: now.id },
  });
});

test('a requisition that was rejected stays so when an old order of it is deleted', async () => {
  const { id: requisitionId } = await approvedRequisition();
  const old = await order({ requisitionId });
  await setOrderStatus(ctx(), old.id, 'cancelled');
  const input = { status: 'rejected' as const, reason: 'Not needed' };
  await updateRequisition(ctx(), requisitionId, input);
  await deleteOrder(ctx(), old.id);
  expect((await getRequisition(ctx(), requisitionId)).status).toBe('rejected');
});

test('lines whose goods came and went back are not rewritten', async () => {
  const { id } = await approved();
  await receiveGoods(ctx(), id, units(4));
  await receiveGoods(ctx(), id, { kind: 'return', ...units(4) });
  await setOrderStatus(ctx(), id, 'pending');
  await expect(updateOrder(ctx(), id, { items: [line(10, 9900)] })).rejects.toMatchObject({
    kind: 'rule',
    message: expect.stringContaining('its lines cannot be changed'),
  });
  await updateOrder(ctx(), id, { items: [line()], notes: 'Only the notes' });
  expect((await listReceipts(ctx(), id)).length).toBe(2);
});

test('above the limit of all others, the only privileged user approves what they made', async () => {
  await updateProcurementSettings(ctx(), { ...defaultSettings, freeOrderLimitUsd: null });
  const small = await order();
  await expect(setOrderStatus(ctx(), small.id, 'approved')).rejects.toMatchObject({
    code: 'procurement.secondPerson',
  });
  const large = await order({ items: [line(10, 200_000)] });
  await expect(setOrderStatus(ctx(admin), large.id, 'approved')).rejects.toMatchObject({
    code: 'procurement.limit',
  });
  await setOrderStatus(ctx(), large.id, 'approved');
  expect((await getOrder(ctx(), large.id)).status).toBe('approved');
  const { id } = await createRequisition(ctx(), {
    expectedDeliveryDate: day,
    items: [{ ...line(10), unitCostUsd: cents(200_000) }],
  });
  expect((await decideRequisition(ctx(), id, 'approved')).status).toBe('approved');
  const other = await makeWorker(app, 'developer', 'Mary Keji');
  const second = await order({ items: [line(10, 200_000)] });
  await expect(setOrderStatus(ctx(), second.id, 'approved')).rejects.toMatchObject({
    code: 'procurement.secondPerson',
  });
  await sql`update users set is_active = false where id = ${other.userId}`.execute(app.db);
});

test('administrators raise neither their limit nor the tolerance', async () => {
  const body = { adminLimitUsd: 50_000, priceTolerancePoints: 5000 };
  await expect(invoke(app, admin, 'updateProcurementSettings', { body })).rejects.toMatchObject({
    kind: 'forbidden',
  });
});

test('what a return leaves billed in full leaves no cent on what is not invoiced', async () => {
  // 3 units of 1.00 SSP at 400 SSP are 0.75 US cents: the first two round to one cent, the third adds none.
  const { id } = await approved({ currency: 'SSP', items: [line(7, 500)] });
  await receiveGoods(ctx(), id, units(7));
  const bill = (supplierNumber: string, quantity: number) =>
    createBill(ctx(), {
      ...{ supplierId, supplierNumber, billDate: today },
      lines: [{ orderId: id, orderLine: 1, quantity, unitPrice: cents(500) }],
    });
  const first = await bill('A-1', 3);
  await bill('A-2', 4);
  await cancelBill(ctx(), first.id, { reason: 'Twice' });
  await receiveGoods(ctx(), id, { kind: 'return', ...units(3) });
  const { rows } = await sql<{ left: number }>`
    select coalesce(sum(credit_cents - debit_cents), 0)::int as left from journal_lines
    where account_code = '2130' and supplier_id = ${supplierId}`.execute(app.db);
  expect(rows).toEqual([{ left: 0 }]);
});

test('an order whose rest is cancelled counts as spent, but neither as punctual nor as a discount', async () => {
  const { id: otherRequisition } = await approvedRequisition();
  const other = await order({ requisitionId: otherRequisition, items: [line()] }, admin);
  await setOrderStatus(ctx(), other.id, 'approved');
  const { id: requisitionId } = await approvedRequisition();
  const { id } = await order({ requisitionId, items: [line(), { ...line(), quantity: 5 }] }, admin);
  await setOrderStatus(ctx(), id, 'approved');
  const before = await getProcurementStats(ctx());
  const month = [isoDate('2026-11-01'), isoDate('2026-11-30')] as const;
  const figures = async () => [
    await getDiscount(app.db, ...month),
    await countOnTime(app.db, month[0]),
  ];
  const figuresBefore = await figures();
  await receiveGoods(ctx(), id, units(2));
  await setOrderStatus(ctx(), id, 'cancelled', 'Out of stock there');
  const closed = await getOrder(ctx(), id);
  expect(closed).toMatchObject({
    status: 'received',
    totalUsd: 50_00,
    closedReason: 'The rest was cancelled: Out of stock there',
    items: [{ quantity: 2 }, { quantity: 0 }],
  });
  expect((await getRequisition(ctx(), requisitionId)).status).toBe('received');
  const stats = await getProcurementStats(ctx());
  expect(before.monthlySpendUsd - stats.monthlySpendUsd).toBe(375_00 - 50_00);
  expect(await figures()).toEqual(figuresBefore);
  // What came can still go back, also by the form, which sends the line without goods too.
  const items = closed.items.map(({ equipmentId, description, quantity, unitPrice }) => ({
    ...{ equipmentId, description, quantity, unitPrice },
    receivedQuantity: 0,
  }));
  const body = {
    items: items.map((one) => ({ ...one, unitPrice: one.unitPrice / 100 })),
    version: closed.version,
  };
  await invoke(app, root, 'updateOrder', { params: { id: String(id) }, body });
  expect(await getOrder(ctx(), id)).toMatchObject({ status: 'approved', receivedOn: null });
  expect((await getEquipment(ctx(), router)).quantityInStock).toBe(0);
  expect((await getRequisition(ctx(), requisitionId)).status).toBe('ordered');
});

test('what was ordered outside the portal is not asked for again', async () => {
  const { rows } = await sql`update equipment set minimum_stock = 0 where id <> ${router}`
    .execute(app.db)
    .then(() =>
      sql<{ n: number }>`select minimum_stock as n from equipment where id = ${router}`.execute(
        app.db,
      ),
    );
  expect(rows).toEqual([{ n: 5 }]);
  const { id } = await requisitionOfLowStock(ctx(technician));
  await decideRequisition(ctx(), id, 'approved');
  await updateRequisition(ctx(), id, { status: 'ordered', reason: 'Bought in Kampala' });
  expect((await getEquipment(ctx(), router)).underWay).toBe(10);
  await expect(requisitionOfLowStock(ctx())).rejects.toMatchObject({
    code: 'requisition.nothingLow',
  });
});
