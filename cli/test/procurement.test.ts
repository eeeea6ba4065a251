import { isoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { createOrder } from '@nimule/core/procurement/orders/service';
import { setOrderStatus } from '@nimule/core/procurement/orders/service-status';
import { createRequisition } from '@nimule/core/procurement/requisitions/service';
import { getSupplier } from '@nimule/core/procurement/suppliers/service';
import { newSupplier } from '@nimule/fixtures/testing/procurement';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

it('receives units with their serial numbers', async () => {
  const app = shell.app as TestApp;
  const ctx = contextOf(app);
  const supplierId = await newSupplier(ctx, 'Juba Computers');
  const { id: equipmentId } = await addItem(ctx, { name: 'Router', isSerialised: true });
  const { id, poNumber } = await createOrder(ctx, {
    supplierId,
    expectedDelivery: isoDate('2026-12-24'),
    items: [{ equipmentId, description: 'Router', quantity: 2, unitPrice: cents(25_00) }],
  });
  await setOrderStatus(contextOf(app, staff('super_admin')), id, 'approved');
  const receive = `orders receive ${poNumber}`;
  expect((await shell.isp(receive)).code).not.toBe(0);
  expect((await shell.isp(`${receive} --serial SN-001`)).code).toBe(2);
  expect((await shell.isp(`${receive} --serial 7:SN-001`)).code).toBe(2);
  expect((await shell.isp(`${receive} --serial 1:SN-001`)).code).not.toBe(0);
  expect(await shell.json(`${receive} --serial 1:SN-001 --serial 1:SN-002`)).toMatchObject({
    status: 'received',
  });
});

it('shows and changes limits of approval, the tolerance of bills, and orders without a requisition', async () => {
  const first = {
    adminLimitUsd: 10_000,
    tolerance: 0,
    freeOrderRoles: 'master_admin, super_admin, developer, admin',
    freeOrderLimitUsd: 500,
  };
  expect(await shell.json('orders settings')).toEqual(first);
  const free = 'orders settings --free-order-roles admin,ceo --free-order-limit-usd none';
  const changed = {
    ...first,
    tolerance: 2.5,
    freeOrderRoles: 'admin, ceo',
    freeOrderLimitUsd: null,
  };
  expect(await shell.json(free)).toEqual({ ...changed, tolerance: 0 });
  expect(await shell.json('orders settings --tolerance 2.5')).toEqual(changed);
  expect(await shell.json('orders settings --admin-limit-usd none')).toMatchObject({
    adminLimitUsd: null,
    tolerance: 2.5,
  });
  for (const wrong of [
    '--tolerance 101',
    '--tolerance NaN',
    '--admin-limit-usd=-1',
    '--free-order-roles owner',
  ])
    expect((await shell.isp(`orders settings ${wrong}`)).code).toBe(2);
});

it('exports suppliers, requisitions, orders, stock and its moves by the filters of their lists', async () => {
  const ctx = contextOf(shell.app as TestApp);
  const supplierId = await newSupplier(ctx, '=Formula');
  const { name, supplierCode } = await getSupplier(ctx, supplierId);
  const item = await addItem(ctx, { name: 'Mast', quantityInStock: '2' });
  const lines = [{ equipmentId: item.id, description: 'Mast', quantity: 1 }];
  const day = isoDate('2026-12-24');
  const { poNumber } = await createOrder(ctx, {
    supplierId,
    expectedDelivery: day,
    items: [{ ...lines[0]!, unitPrice: cents(1) }],
  });
  const { requisitionId } = await createRequisition(ctx, {
    expectedDeliveryDate: day,
    items: lines,
  });
  const rows = async (command: string) =>
    (await shell.isp(command)).stdout.trim().split('\n').slice(1);
  expect(await rows(`suppliers export --q formula`)).toEqual([
    expect.stringMatching(new RegExp(`^${supplierCode},"?'=Formula`)),
  ]);
  for (const supplier of [supplierCode.toLowerCase(), name])
    expect(await rows(`orders export --supplier "${supplier}"`)).toEqual([
      expect.stringContaining(poNumber),
    ]);
  expect(await rows('requisitions export --status pending')).toEqual([
    expect.stringContaining(requisitionId),
  ]);
  expect(await rows('stock export --q mast')).toEqual([expect.stringContaining(item.equipmentId)]);
  expect(await rows(`stock export-moves --item ${item.equipmentId}`)).toHaveLength(1);
  expect((await shell.isp('stock export-moves --item EQ-999')).code).toBe(5);
  expect((await shell.isp('orders export --supplier Nobody')).code).toBe(5);
});
