import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '../accounting/ledger/service-accounts.ts';
import type { StaffActor } from '../identity/actor.ts';
import { invoke } from '../invoke.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import { listWaiting } from '../reports/approvals/service.ts';
import { checkBooks } from '../reports/checks/service.ts';
import type { OrderInput, PurchaseOrder } from './orders/schema.ts';
import { createOrder, deleteOrder } from './orders/service.ts';
import { getOrder, listOrders } from './orders/service-list.ts';
import { setOrderStatus } from './orders/service-status.ts';
import { updateOrder } from './orders/service-update.ts';
import { listReceipts, receiveGoods } from './receipts/service.ts';
import { createRequisition } from './requisitions/service.ts';
import { decideRequisition, reviewRequisition } from './requisitions/service-decide.ts';
import { getRequisition, listApprovedRequisitions } from './requisitions/service-list.ts';
import { defaultSettings, updateProcurementSettings } from './service-settings.ts';
import { createSupplier } from './suppliers/service.ts';

let app: TestApp;
let technician: StaffActor;
let operations: StaffActor;
let manager: StaffActor;
let admin: StaffActor;
let root: StaffActor;
let supplierId: number;
let router: number;
let made = 0;
const NOW = '2026-11-23T08:00:00Z';
const day = isoDate('2026-12-01');
const ctx = (actor: Parameters<typeof contextOf>[1] = root) => contextOf(app, actor);

beforeAll(async () => {
  app = await createTestApp(NOW);
  technician = await makeWorker(app, 'technician', 'John Deng');
  operations = await makeWorker(app, 'operations_manager', 'Peter Lado');
  manager = await makeWorker(app, 'manager', 'Mary Keji');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
  root = await makeWorker(app, 'super_admin', 'Grace Lado');
});
beforeEach(async () => {
  app.time.set(NOW);
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

function order(input: Partial<OrderInput> = {}, actor: StaffActor = root): Promise<PurchaseOrder> {
  const items = [line()];
  return createOrder(ctx(actor), { supplierId, expectedDelivery: day, items, ...input });
}

/** An order that another person has approved. */
async function approved(input: Partial<OrderInput> = {}): Promise<PurchaseOrder> {
  const { id } = await order(input);
  return setOrderStatus(ctx(admin), id, 'approved');
}

async function approvedRequisition(unitCostUsd = 3000) {
  const { id } = await createRequisition(ctx(technician), {
    expectedDeliveryDate: day,
    items: [
      { equipmentId: router, description: 'Router', quantity: 10, unitCostUsd: cents(unitCostUsd) },
    ],
    notes: 'For new customers in Wau',
  });
  await reviewRequisition(ctx(operations), id);
  return decideRequisition(ctx(admin), id, 'approved');
}

async function balanceOf(account: string): Promise<number> {
  const { rows } = await sql<{
    sum: number;
  }>`select coalesce(sum(debit_cents - credit_cents), 0)::bigint as sum
    from journal_lines where account_code = ${account}`.execute(app.db);
  return rows[0]!.sum;
}

const levelOf = async (equipmentId: number) => {
  const row = await app.db
    .selectFrom('stock_levels')
    .select(['on_hand', 'value_cents'])
    .where('equipment_id', '=', equipmentId)
    .executeTakeFirst();
  return row ? [row.on_hand, row.value_cents] : [0, 0];
};

describe('a new order', () => {
  test('has a random number of the year, todays date and its own totals, and orders its requisition', async () => {
    const requisition = await approvedRequisition();
    expect((await listApprovedRequisitions(ctx())).map(({ id }) => id)).toContain(requisition.id);
    const sent = {
      requisitionId: requisition.id,
      orderDate: '2020-01-01',
      totalAmount: 1,
      items: undefined,
    };
    const made = await order(sent as Partial<OrderInput>, manager);
    expect(made.poNumber).toMatch(/^LPO-2026-\d{3}$/);
    expect(made).toMatchObject({
      status: 'pending',
      orderDate: '2026-11-23',
      totalAmount: 30_000,
      totalUsd: 30_000,
      currency: 'USD',
      notes: 'For new customers in Wau',
      requisitionNumber: requisition.requisitionId,
      createdBy: 'Mary Keji',
    });
    expect(made.items[0]).toMatchObject({
      equipmentId: router,
      quantity: 10,
      unitPrice: 3000,
      accountCode: null,
    });
    const after = await getRequisition(ctx(), requisition.id);
    expect(after).toMatchObject({
      status: 'ordered',
      purchaseOrder: { id: made.id, poNumber: made.poNumber },
    });
    expect((await listApprovedRequisitions(ctx())).map(({ id }) => id)).not.toContain(
      requisition.id,
    );
    await expect(order({ requisitionId: requisition.id })).rejects.toMatchObject({
      code: 'requisition.ordered',
    });
    await setOrderStatus(ctx(admin), made.id, 'rejected', 'Too dear');
    expect(await getRequisition(ctx(), requisition.id)).toMatchObject({
      status: 'approved',
      purchaseOrder: null,
    });
    const second = await order({ requisitionId: requisition.id });
    await deleteOrder(ctx(), second.id);
    expect(await getRequisition(ctx(), requisition.id)).toMatchObject({ status: 'approved' });
  });

  test('needs a requisition, a supplier, a day and lines, in the words of the form', async () => {
    await expect(order({}, manager)).rejects.toThrow('Please select an approved requisition');
    await expect(order({ supplierId: null })).rejects.toThrow('Please select a supplier');
    await expect(order({ supplierMode: 'new', newSupplier: {} })).rejects.toThrow(
      'Please enter supplier name',
    );
    await expect(order({ expectedDelivery: undefined })).rejects.toThrow(
      'Please select expected delivery date',
    );
    await expect(order({ items: [] })).rejects.toThrow('Please add at least one valid item');
    await expect(order({ items: [{ ...line(), accountCode: '5930' }] })).rejects.toThrow(
      'not both',
    );
    await expect(
      order({ items: [{ ...line(), equipmentId: null, accountCode: '1110' }] }),
    ).rejects.toThrow('1110 is no account of expenses or of equipment');
    await expect(order({ items: [line(1_000_000, 100_000_000)] })).rejects.toThrow(
      'The total cannot be above $3,000,000.00.',
    );
  });

  test('adds a new supplier in the same transaction; bandwidth is an LSO', async () => {
    const item = { description: 'Transit of December', quantity: 1, unitPrice: cents(45_000) };
    const items = [{ ...item, accountCode: '5110' }];
    const name = `Liquid Telecom ${made}`;
    const bad = { supplierMode: 'new' as const, newSupplier: { name }, items: [] };
    await expect(order(bad)).rejects.toThrow('valid item');
    const created = await order({ supplierMode: 'new', newSupplier: { name }, items });
    expect(created.poNumber).toMatch(/^LSO-2026-\d{3}$/);
    expect(created).toMatchObject({ supplierName: name });
    expect(created.items[0]).toMatchObject({ accountCode: '5110', equipmentId: null });
    await expect(
      order({ supplierMode: 'new', newSupplier: { name: name.toUpperCase() }, items }),
    ).rejects.toMatchObject({
      code: 'supplier.nameTaken',
    });
  });

  test('books a line without a stock item where the buyer says, whatever the supplier is called', async () => {
    await createAccount(ctx(), { code: '1340', name: 'Generators', parentCode: '1300' });
    const item = { description: 'Generator', quantity: 1, unitPrice: cents(40_000) };
    const on = (accountCode?: string) =>
      order({
        supplierMode: 'new',
        newSupplier: { name: `Zain Telecom ${accountCode} ${made}` },
        items: [{ ...item, accountCode }],
      });
    for (const code of ['1310', '1340', '5320'])
      expect((await on(code)).items[0]).toMatchObject({ accountCode: code });
    for (const code of ['1110', '1320', '1390', '1410', '1510', '1530', '2130', '1300', '9999'])
      await expect(on(code)).rejects.toMatchObject({
        fields: { 'items.0.accountCode': expect.anything() },
      });
    // A call as the specification has it names none.
    expect((await on()).items[0]).toMatchObject({ accountCode: '5930' });
  });

  test('is made without a requisition by the roles and up to the amount of the settings', async () => {
    const none = { adminLimitUsd: null, priceTolerancePoints: 0 };
    const free = (actor: StaffActor, price: number) => order({ items: [line(1, price)] }, actor);
    const NEEDED = 'Please select an approved requisition';
    expect(await free(admin, 50_000)).toMatchObject({ requisitionUsd: null, excessUsd: 0 });
    await expect(free(admin, 50_001)).rejects.toThrow(
      `${NEEDED}: an order without one is at most $500.00.`,
    );
    await expect(free(manager, 1)).rejects.toThrow(NEEDED);
    await updateProcurementSettings(ctx(), { ...none, freeOrderRoles: [] });
    await expect(free(root, 1)).rejects.toThrow(NEEDED);
    await updateProcurementSettings(ctx(), {
      ...none,
      freeOrderRoles: ['manager'],
      freeOrderLimitUsd: null,
    });
    expect(await free(manager, 900_000)).toMatchObject({ totalUsd: 900_000 });
    await expect(free(root, 1)).rejects.toThrow(NEEDED);
    await updateProcurementSettings(ctx(), defaultSettings);
  });

  test('is not raised above that afterwards', async () => {
    const NEEDED = 'Please select an approved requisition';
    const { id } = await order({ items: [line(1, 100)] }, admin);
    const to = (price: number, actor: StaffActor) =>
      updateOrder(ctx(actor), id, { items: [line(1, price)] });
    await expect(to(50_001, admin)).rejects.toMatchObject({
      fields: { items: `${NEEDED}: an order without one is at most $500.00.` },
    });
    await expect(to(101, manager)).rejects.toMatchObject({ fields: { items: NEEDED } });
    expect(await to(50_000, admin)).toMatchObject({ totalUsd: 50_000 });
    const shell = { kind: 'shell', osUser: 'test' } as const;
    await updateOrder(ctx(shell), id, { items: [line(1, 80_000)] });
    expect(await to(70_000, admin)).toMatchObject({ totalUsd: 70_000 });
    await expect(to(70_001, admin)).rejects.toThrow(NEEDED);
  });

  test('says by how much it exceeds its requisition', async () => {
    const { id } = await approvedRequisition(100);
    const made = await order({ requisitionId: id, items: [line(10, 50_000)] });
    expect(made).toMatchObject({ requisitionUsd: 1000, excessUsd: 499_000 });
    expect(await getOrder(ctx(admin), made.id)).toMatchObject({ excessUsd: 499_000 });
    const waiting = (await listWaiting(ctx(admin), {})).find(
      ({ entityId, kind }) => kind === 'purchase_order' && entityId === made.id,
    );
    expect(waiting?.summary).toContain('$4,990.00 more than its requisition');
    await updateOrder(ctx(), made.id, { items: [line(10, 100)] });
    expect(await getOrder(ctx(admin), made.id)).toMatchObject({ excessUsd: 0 });
  });

  test('from one requisition is made once, however many make it', async () => {
    const { id } = await approvedRequisition();
    const results = await Promise.allSettled([1, 2, 3].map(() => order({ requisitionId: id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('the decision', () => {
  test('is not the authors, has the limit of the role, and needs the role', async () => {
    const small = await order({}, admin);
    await expect(setOrderStatus(ctx(admin), small.id, 'approved')).rejects.toThrow(
      'Access Denied: nobody approves what they made',
    );
    const call = { params: { id: String(small.id) }, body: { status: 'approved' } };
    await expect(invoke(app, technician, 'setOrderStatus', call)).rejects.toThrow(
      'Access Denied: Only administrators can approve purchase orders.',
    );
    await expect(invoke(app, { kind: 'visitor' }, 'setOrderStatus', call)).rejects.toThrow(
      'You must be logged in to approve orders.',
    );
    await expect(setOrderStatus(ctx(manager), small.id, 'approved')).rejects.toThrow(
      'Access Denied: Only administrators can approve purchase orders.',
    );
    expect((await getOrder(ctx(admin), small.id)).actions).not.toContain('approve');
    expect((await getOrder(ctx(root), small.id)).actions).toEqual(
      expect.arrayContaining(['approve', 'approvePdf', 'reject']),
    );
    expect(await setOrderStatus(ctx(root), small.id, 'approved')).toMatchObject({
      status: 'approved',
      approvedBy: 'Grace Lado',
    });
    const { id: requisitionId } = await approvedRequisition();
    const large = await order({ requisitionId, items: [line(10, 100_001)] });
    await expect(setOrderStatus(ctx(admin), large.id, 'approved')).rejects.toThrow(
      'Access Denied: Only administrators can approve purchase orders. The role Admin approves up to $10,000.00; this amounts to $10,000.10.',
    );
    await updateOrder(ctx(root), large.id, { items: [line(10, 100_000)] });
    expect(await setOrderStatus(ctx(admin), large.id, 'approved')).toMatchObject({
      totalUsd: 1_000_000,
    });
  });

  test('is made once, and an outdated form is refused', async () => {
    const { id, version } = await order();
    const results = await Promise.allSettled([
      setOrderStatus(ctx(admin), id, 'approved'),
      setOrderStatus(ctx(admin), id, 'rejected'),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(updateOrder(ctx(), id, { notes: 'x', version })).rejects.toMatchObject({
      code: 'purchaseOrder.stale',
    });
  });

  test('is refused of an order that changed since it was shown, and repeated without effect', async () => {
    const shown = await order();
    const dearer = await updateOrder(ctx(root), shown.id, { items: [line(10, 4_900)] });
    const stale = { code: 'purchaseOrder.stale' };
    const decide = (status: 'approved' | 'rejected', version: number) =>
      setOrderStatus(ctx(admin), shown.id, status, '', version);
    await expect(decide('approved', shown.version)).rejects.toMatchObject(stale);
    await expect(decide('rejected', shown.version)).rejects.toMatchObject(stale);
    await expect(deleteOrder(ctx(root), shown.id, '', shown.version)).rejects.toMatchObject(stale);
    expect(await decide('approved', dearer.version)).toMatchObject({ status: 'approved' });
    // As a client does whose answer was lost.
    expect(await decide('approved', dearer.version)).toMatchObject({ status: 'approved' });
  });
});

describe('goods', () => {
  test('come in parts, are valued at the order, and go back while they are not billed', async () => {
    const { id, version, items } = await approved({
      items: [line(10, 2500), { description: 'Paper', quantity: 2, unitPrice: cents(700) }],
    });
    expect(items[1]).toMatchObject({ accountCode: '5930' });
    const [stock, owed, paper] = [
      await balanceOf('1410'),
      await balanceOf('2130'),
      await balanceOf('5930'),
    ];
    const part = await receiveGoods(ctx(manager), id, {
      lines: [{ lineNo: 1, quantity: 4 }],
      deliveryNote: 'DN 7',
      version,
    });
    expect(part).toEqual(await getOrder(ctx(manager), id));
    expect(part).toMatchObject({
      status: 'approved',
      receivedOn: null,
      items: [{ receivedQuantity: 4 }, { receivedQuantity: 0 }],
    });
    expect(part.version).toBeGreaterThan(version);
    expect(await levelOf(router)).toEqual([4, 10_000]);
    await expect(
      receiveGoods(ctx(manager), id, { lines: [{ lineNo: 1, quantity: 7 }] }),
    ).rejects.toThrow('Of Router 6 units are still to come.');
    await expect(
      receiveGoods(ctx(technician), id, { lines: [{ lineNo: 1, quantity: 1 }] }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(
      receiveGoods(ctx(manager), id, { lines: [{ lineNo: 1, quantity: 1 }], version }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    await expect(
      receiveGoods(ctx(manager), id, {
        lines: [{ lineNo: 1, quantity: 1 }],
        date: isoDate('2026-11-24'),
      }),
    ).rejects.toThrow('in the future');
    const all = await setOrderStatus(ctx(manager), id, 'received');
    expect(all).toMatchObject({ status: 'received', receivedOn: '2026-11-23' });
    expect([await balanceOf('1410'), await balanceOf('2130'), await balanceOf('5930')]).toEqual([
      stock + 25_000,
      owed - 26_400,
      paper + 1400,
    ]);
    const back = await receiveGoods(ctx(manager), id, {
      kind: 'return',
      lines: [{ lineNo: 1, quantity: 3 }],
    });
    expect(back).toEqual(await getOrder(ctx(manager), id));
    expect(back).toMatchObject({
      status: 'approved',
      receivedOn: null,
      items: [{ receivedQuantity: 7 }, { receivedQuantity: 2 }],
    });
    expect(await levelOf(router)).toEqual([7, 17_500]);
    expect((await listReceipts(ctx(), id)).map(({ kind }) => kind)).toEqual([
      'return',
      'receipt',
      'receipt',
    ]);
    await expect(deleteOrder(ctx(), id)).rejects.toThrow('Goods of');
    const closed = await setOrderStatus(ctx(), id, 'cancelled', 'Sold out');
    expect(closed).toMatchObject({
      status: 'received',
      totalAmount: 18_900,
      closedReason: 'The rest was cancelled: Sold out',
    });
    expect(closed.items).toMatchObject([
      { quantity: 7, orderedQuantity: 10, cancelledQuantity: 3 },
      { quantity: 2, orderedQuantity: 2, cancelledQuantity: 0 },
    ]);
  });

  test('that go back at another average cost leave a price difference', async () => {
    const first = await approved({ items: [line(10, 2500)] });
    const second = await approved({ items: [line(10, 3500)] });
    await setOrderStatus(ctx(), first.id, 'received');
    await setOrderStatus(ctx(), second.id, 'received');
    const before = await balanceOf('5240');
    await receiveGoods(ctx(), first.id, { kind: 'return', lines: [{ lineNo: 1, quantity: 1 }] });
    expect(await levelOf(router)).toEqual([19, 57_000]);
    expect((await balanceOf('5240')) - before).toBe(500);
  });

  test('in pounds are valued at the rate of the order, to the cent', async () => {
    const { id } = await approved({ currency: 'SSP', items: [line(3, 100_000)] });
    await updateRate(ctx(), {
      purpose: 'standard',
      rate: cents(50_000),
      validFrom: isoDate('2026-11-23'),
    });
    for (const quantity of [1, 1, 1])
      await receiveGoods(ctx(), id, { lines: [{ lineNo: 1, quantity }] });
    const { totalUsd, exchangeRate } = await getOrder(ctx(), id);
    expect(exchangeRate).toBe(40_000);
    expect((await levelOf(router))[1]).toBe(totalUsd);
  });

  test('with serial numbers need them, and a form with received quantities says so', async () => {
    const onu = (
      await addItem(ctx(), { name: `ONU ${made}`, quantityInStock: 0, isSerialised: true })
    ).id;
    const { id } = await approved({
      items: [{ ...line(2), equipmentId: onu, description: 'ONU' }],
    });
    const units = [{ serial: 'A1' }, { serial: 'A2' }];
    await expect(
      receiveGoods(ctx(), id, { lines: [{ lineNo: 1, quantity: 2, units: units.slice(1) }] }),
    ).rejects.toThrow('Enter the 2 serial numbers of ONU.');
    await expect(setOrderStatus(ctx(), id, 'received')).rejects.toMatchObject({
      code: 'purchaseOrder.serials',
    });
    expect(
      await receiveGoods(ctx(), id, { lines: [{ lineNo: 1, quantity: 2, units }] }),
    ).toMatchObject({ status: 'received' });
    const back = {
      kind: 'return' as const,
      lines: [{ lineNo: 1, quantity: 1, units: [{ serial: 'a2' }] }],
    };
    expect(await receiveGoods(ctx(), id, back)).toMatchObject({ status: 'approved' });
    await expect(receiveGoods(ctx(), id, back)).rejects.toMatchObject({ code: 'unit.notThere' });
  });

  test('received at once by two are received once', async () => {
    const { id } = await approved();
    const lines = [{ lineNo: 1, quantity: 10 }];
    const results = await Promise.allSettled([1, 2].map(() => receiveGoods(ctx(), id, { lines })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await levelOf(router)).toEqual([10, 25_000]);
  });

  test('at another cost are taken over by the list on request', async () => {
    const { id, items } = await approved({ items: [line(1, 7700)] });
    expect(items[0]!.listCostUsd).not.toBe(7700);
    await receiveGoods(ctx(), id, { lines: [{ lineNo: 1, quantity: 1 }], updateCosts: [router] });
    const item = await app.db
      .selectFrom('equipment')
      .select('unit_cost_cents')
      .where('id', '=', router)
      .executeTakeFirstOrThrow();
    expect(item.unit_cost_cents).toBe(7700);
    expect((await getOrder(ctx(), id)).items[0]!.listCostUsd).toBe(7700);
  });
});

describe('an edit', () => {
  const sent = (one: PurchaseOrder, receivedQuantity: number) =>
    one.items.map(({ description, quantity, unitPrice }) => ({
      description,
      quantity,
      unitPrice,
      receivedQuantity,
    }));

  test('of an approved order raises and lowers received quantities, and nothing else of its lines', async () => {
    const { id, ...one } = await approved();
    const raised = await updateOrder(ctx(manager), id, {
      items: sent({ id, ...one }, 6),
      notes: 'First part',
    });
    expect(raised).toMatchObject({
      notes: 'First part',
      status: 'approved',
      items: [{ receivedQuantity: 6 }],
    });
    const lowered = await updateOrder(ctx(manager), id, {
      items: sent(raised, 2),
      status: 'approved',
    });
    expect(lowered).toMatchObject({ items: [{ receivedQuantity: 2 }] });
    expect(await levelOf(router)).toEqual([2, 5000]);
    await expect(updateOrder(ctx(), id, { items: sent(raised, 11) })).rejects.toThrow(
      'between 0 and 10',
    );
    await expect(updateOrder(ctx(), id, { items: [line(12)] })).rejects.toMatchObject({
      code: 'purchaseOrder.approved',
    });
    const all = await updateOrder(ctx(manager), id, {
      items: sent(lowered, 10),
      status: 'approved',
    });
    expect(all).toMatchObject({ status: 'received' });
    expect((await listReceipts(ctx(), id)).map(({ kind }) => kind)).toEqual([
      'receipt',
      'return',
      'receipt',
    ]);
  });

  test('of the status leads only where the table says', async () => {
    const { id } = await approved();
    await expect(updateOrder(ctx(admin), id, { status: 'pending' })).rejects.toThrow(
      'only privileged roles',
    );
    expect(await updateOrder(ctx(root), id, { status: 'pending' })).toMatchObject({
      status: 'pending',
      approvedBy: '',
    });
    expect(await updateOrder(ctx(root), id, { status: 'cancelled' })).toMatchObject({
      status: 'cancelled',
    });
    await expect(updateOrder(ctx(root), id, { status: 'received' })).rejects.toMatchObject({
      code: 'purchaseOrder.notPossible',
    });
    const { poNumber } = await deleteOrder(ctx(root), id);
    const logged = await app.db
      .selectFrom('audit_log')
      .select(['summary', 'before'])
      .where('action', '=', 'order.delete')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(logged.summary).toContain(`${poNumber} Juba Computers`);
    expect(logged.summary).toContain('Purchase order deleted by super_admin');
    expect(logged.before).toMatchObject({ poNumber, items: [{ description: 'Router' }] });
  });
});

test('the list filters, searches and says what the caller may do', async () => {
  const { id, poNumber } = await order();
  const found = async (q: string) =>
    (await listOrders(ctx(manager), { q })).rows.map((row) => row.id);
  expect(await found(poNumber)).toEqual([id]);
  // The words of the name, not the number: another supplier's code may contain it.
  expect(await found(`Computers ${made}`)).toContain(id);
  const [row] = (await listOrders(ctx(manager), { q: poNumber, status: 'pending' })).rows;
  expect(row!.actions).toEqual(['edit', 'cancel']);
});
