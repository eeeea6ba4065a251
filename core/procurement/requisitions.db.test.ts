import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffActor } from '../identity/actor.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { createOrder } from './orders/service.ts';
import { setOrderStatus } from './orders/service-status.ts';
import type { RequisitionInput } from './requisitions/schema.ts';
import { createRequisition, deleteRequisition, updateRequisition } from './requisitions/service.ts';
import { decideRequisition, reviewRequisition } from './requisitions/service-decide.ts';
import { getRequisition, listRequisitions } from './requisitions/service-list.ts';
import { requisitionOfLowStock } from './requisitions/service-low-stock.ts';
import { getProcurementSettings, updateProcurementSettings } from './service-settings.ts';
import { getProcurementStats } from './service-stats.ts';
import { createSupplier, getSupplier, updateSupplier } from './suppliers/service.ts';
import { listSuppliers } from './suppliers/service-list.ts';

let app: TestApp;
let technician: StaffActor;
let operations: StaffActor;
let admin: StaffActor;
let root: StaffActor;
let developer: StaffActor;
const NOW = '2026-11-23T08:00:00Z';
const day = isoDate('2026-12-01');
const ctx = (actor: Parameters<typeof contextOf>[1] = root) => contextOf(app, actor);

beforeAll(async () => {
  app = await createTestApp(NOW);
  technician = await makeWorker(app, 'technician', 'John Deng');
  operations = await makeWorker(app, 'operations_manager', 'Peter Lado');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
  root = await makeWorker(app, 'super_admin', 'Grace Lado');
  developer = await makeWorker(app, 'developer', 'Samuel Ladu');
});
beforeEach(async () => {
  app.time.set(NOW);
  await sql`update users set is_active = true`.execute(app.db);
  await emptyTables(
    app,
    'requisitions',
    'requisition_lines',
    'purchase_orders',
    'purchase_order_lines',
    'goods_receipts',
  );
});
afterAll(() => app.close());

const cables = { description: ' Cable ', quantity: 3, unitCostUsd: cents(1250) };
const ask = (input: Partial<RequisitionInput> = {}, actor: StaffActor = technician) =>
  createRequisition(ctx(actor), { expectedDeliveryDate: day, items: [cables], ...input });

describe('a requisition', () => {
  test('has a number of the year, the defaults, and totals of its own at the rate of the day', async () => {
    const made = await ask();
    expect(made.requisitionId).toMatch(/^REQ-2026-\d{4}$/);
    expect(made).toMatchObject({
      requestedBy: 'John Deng',
      department: 'General',
      priority: 'medium',
      status: 'pending',
      totalAmountUsd: 3750,
      totalAmountSsp: 1_500_000,
      exchangeRate: 40_000,
      actions: ['edit'],
    });
    await expect(ask({ expectedDeliveryDate: undefined })).rejects.toThrow(
      'Please select expected delivery date',
    );
    await expect(ask({ items: [] })).rejects.toThrow('Please add at least one valid item');
    await expect(ask({ items: [{ ...cables, equipmentId: 999_999 }] })).rejects.toThrow(
      'does not exist',
    );
  });

  test('is reviewed, then approved, by others than who made it', async () => {
    const { id } = await ask();
    await expect(decideRequisition(ctx(admin), id, 'approved')).rejects.toThrow(
      'is pending: it cannot be approved',
    );
    expect((await getRequisition(ctx(operations), id)).actions).toEqual(['review']);
    const reviewed = await reviewRequisition(ctx(operations), id, 'Needed');
    expect(reviewed).toMatchObject({
      status: 'reviewed',
      reviewedBy: 'Peter Lado',
      reviewNotes: 'Needed',
    });
    await expect(reviewRequisition(ctx(operations), id)).rejects.toMatchObject({ kind: 'rule' });
    await expect(updateRequisition(ctx(technician), id, { notes: 'x' })).rejects.toThrow(
      'only administrators',
    );
    expect(await decideRequisition(ctx(admin), id, 'approved', 'Go')).toMatchObject({
      status: 'approved',
      decidedBy: 'Ann Wani',
      actions: ['order'],
    });
    const own = await ask({}, operations);
    await expect(reviewRequisition(ctx(operations), own.id)).rejects.toThrow(
      'nobody reviews what they made',
    );
    const direct = await ask({}, root);
    await expect(updateRequisition(ctx(root), direct.id, { status: 'approved' })).rejects.toThrow(
      'nobody approves',
    );
    expect(
      await updateRequisition(ctx(developer), direct.id, { status: 'approved' }),
    ).toMatchObject({ status: 'approved' });
  });

  test('is neither reviewed nor decided after a change that the screen did not show', async () => {
    const shown = await ask();
    const stale = { code: 'requisition.stale' };
    const more = { items: [{ ...cables, quantity: 90 }] };
    const { version } = await updateRequisition(ctx(technician), shown.id, more);
    await expect(
      reviewRequisition(ctx(operations), shown.id, '', shown.version),
    ).rejects.toMatchObject(stale);
    const reviewed = await reviewRequisition(ctx(operations), shown.id, '', version);
    await expect(
      decideRequisition(ctx(admin), shown.id, 'approved', '', version),
    ).rejects.toMatchObject(stale);
    expect(
      await decideRequisition(ctx(admin), shown.id, 'approved', '', reviewed.version),
    ).toMatchObject({ status: 'approved' });
  });

  test('is approved by its maker where no other active user could, and the log says so', async () => {
    await sql`update users set is_active = (id = ${admin.userId})`.execute(app.db);
    const { id } = await ask({}, admin);
    await sql`update requisitions set status = 'reviewed' where id = ${id}`.execute(app.db);
    expect(await decideRequisition(ctx(admin), id, 'approved')).toMatchObject({
      status: 'approved',
    });
    const { rows } = await sql<{
      summary: string;
    }>`select summary from audit_log order by id desc limit 1`.execute(app.db);
    expect(rows[0]!.summary).toContain('no other active user may');
  });

  test('is not approved by whoever changed its lines, nor above the limit of a role', async () => {
    const { id } = await ask();
    await reviewRequisition(ctx(operations), id);
    await updateRequisition(ctx(admin), id, { items: [{ ...cables, quantity: 4 }] });
    await expect(decideRequisition(ctx(admin), id, 'approved')).rejects.toThrow(
      'nobody approves what they made or changed',
    );
    const large = await ask({
      items: [{ description: 'Mast', quantity: 1, unitCostUsd: cents(1_000_001) }],
    });
    await reviewRequisition(ctx(operations), large.id);
    await expect(decideRequisition(ctx(admin), large.id, 'approved')).rejects.toThrow(
      'Access Denied: Only administrators can approve purchase orders. The role Admin approves up to $10,000.00',
    );
    const settings = await getProcurementSettings(ctx());
    await updateProcurementSettings(ctx(), { ...settings, adminLimitUsd: null });
    expect(await decideRequisition(ctx(admin), large.id, 'approved')).toMatchObject({
      status: 'approved',
    });
    await updateProcurementSettings(ctx(), settings);
  });

  test('gets any status afterwards from privileged users, with a reason and not against its order', async () => {
    const { id } = await ask();
    await expect(
      updateRequisition(ctx(root), id, { status: 'ordered', reason: 'x' }),
    ).rejects.toMatchObject({ kind: 'rule' });
    await updateRequisition(ctx(root), id, { status: 'rejected' });
    await expect(updateRequisition(ctx(root), id, { status: 'approved' })).rejects.toThrow(
      'Give the reason',
    );
    await expect(
      updateRequisition(ctx(admin), id, { status: 'approved', reason: 'x' }),
    ).rejects.toThrow('only privileged');
    await updateRequisition(ctx(root), id, { status: 'approved', reason: 'Asked again' });
    const supplierId = (await createSupplier(ctx(), { name: 'Wau Hardware' })).id;
    const order = await createOrder(ctx(), {
      requisitionId: id,
      supplierId,
      expectedDelivery: day,
    });
    await expect(
      updateRequisition(ctx(root), id, { status: 'pending', reason: 'x' }),
    ).rejects.toThrow('its status is ordered');
    await expect(deleteRequisition(ctx(developer), id)).rejects.toThrow('has a purchase order');
    // What nobody has approved is not spent.
    expect(await getSupplier(ctx(), supplierId)).toMatchObject({ orders: 0, spentUsd: 0 });
    expect((await getProcurementStats(ctx())).monthlySpendUsd).toBe(0);
    await setOrderStatus(ctx(admin), order.id, 'approved');
    expect(await getSupplier(ctx(), supplierId)).toMatchObject({ orders: 1, spentUsd: 3750 });
    await setOrderStatus(ctx(root), order.id, 'received');
    expect(await getRequisition(ctx(), id)).toMatchObject({ status: 'received' });
    expect(await getSupplier(ctx(), supplierId)).toMatchObject({
      orders: 1,
      spentUsd: 3750,
      openUsd: 0,
      advanceUsd: 0,
    });
    const stats = await getProcurementStats(ctx());
    expect(stats).toMatchObject({
      totalOrders: 1,
      monthlySpendUsd: 3750,
      spendChange: null,
      onTimePercent: 100,
      discountPercent: 0,
      bulkPercent: null,
      savingsPercent: 0,
    });
    expect((await listRequisitions(ctx(), { status: 'received', q: 'deng' })).rows).toHaveLength(1);
  });

  test('is changed by its requester while it is pending, and deleted by developers', async () => {
    const { id, version } = await ask();
    const changed = await updateRequisition(ctx(technician), id, {
      items: [{ ...cables, quantity: 5 }],
      version,
    });
    expect(changed).toMatchObject({ totalAmountUsd: 6250, version: version + 1 });
    await expect(
      updateRequisition(ctx(technician), id, { notes: 'x', version }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    await expect(updateRequisition(ctx(operations), id, { notes: 'x' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(await updateRequisition(ctx(operations), id, { notes: '' })).toMatchObject({
      version: version + 1,
    });
    await deleteRequisition(ctx(developer), id);
    await expect(getRequisition(ctx(), id)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

test('low stock makes one requisition up to twice the minimum less what is under way, also at once', async () => {
  await sql`update equipment set status = 'discontinued'`.execute(app.db);
  await expect(requisitionOfLowStock(ctx(technician))).rejects.toThrow(
    'nothing needs to be ordered',
  );
  const low = await addItem(ctx(), { name: 'Splitter', minimumStock: 5, quantityInStock: 2 });
  await addItem(ctx(), { name: 'Full', minimumStock: 5, quantityInStock: 6 });
  await ask({ items: [{ ...cables, equipmentId: low.id, quantity: 3 }] });
  const results = await Promise.allSettled(
    [1, 2].map(() => requisitionOfLowStock(ctx(technician))),
  );
  const done = results.filter((one) => one.status === 'fulfilled');
  expect(done).toHaveLength(1);
  expect(done[0]!.value).toMatchObject({
    isLowStock: true,
    priority: 'high',
    items: [{ equipmentId: low.id, quantity: 5 }],
  });
  await expect(requisitionOfLowStock(ctx(technician))).rejects.toThrow(
    'asked for or ordered already',
  );
});

test('suppliers have codes, defaults and names that are unique in any case', async () => {
  const made = await createSupplier(ctx(), { name: 'Nile Cables', country: '' });
  expect(made).toMatchObject({ country: 'South Sudan', paymentTerms: 'NET 30', status: 'active' });
  expect(made.supplierCode).toMatch(/^SUP-\d{3}$/);
  await expect(createSupplier(ctx(), { name: 'NILE cables' })).rejects.toMatchObject({
    code: 'supplier.nameTaken',
  });
  const off = await updateSupplier(ctx(), made.id, { status: 'inactive', version: made.version });
  expect(off.status).toBe('inactive');
  await expect(
    updateSupplier(ctx(), made.id, { city: 'Juba', version: made.version }),
  ).rejects.toMatchObject({ kind: 'conflict' });
  await expect(
    createOrder(ctx(), { supplierId: made.id, expectedDelivery: day, items: [] }),
  ).rejects.toThrow('is inactive');
  const listed = await listSuppliers(ctx(), {
    q: 'nile',
    status: 'inactive',
    sort: '-openUsd',
    total: true,
  });
  expect(listed).toMatchObject({ rows: [{ id: made.id }], total: 1 });
});
