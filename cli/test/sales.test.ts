import { getCustomer } from '@nimule/core/customers/service';
import { newBuyer, newItem } from '@nimule/fixtures/testing/sales';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

it('sells equipment from the order to the delivery', async () => {
  const ctx = contextOf(shell.app as TestApp);
  const router = await newItem(ctx, { serials: ['SN-001', 'SN-002'] });
  await newItem(ctx);
  const { customerId } = await getCustomer(ctx, await newBuyer(ctx));
  const create = `sales create --customer ${customerId}`;
  const made = (await shell.json(`${create} --items "1 EQ-001 15" --items "3 EQ-002"`)) as {
    orderNumber: string;
  };
  expect(made).toMatchObject({ status: 'pending', totalAmountUsd: 52.5, units: 4 });
  expect((await shell.isp(`${create} --items "1"`)).code).toBe(2);
  expect((await shell.isp(`${create} --items "9 EQ-001"`)).stderr).toContain('Available: 1');
  const status = `sales status ${made.orderNumber.toLowerCase()}`;
  expect(await shell.json(`${status} confirmed`)).toMatchObject({ status: 'confirmed' });
  expect((await shell.isp(`${status} delivered`)).code).toBe(2);
  expect((await shell.isp(`${status} delivered --serial SN-001`)).code).toBe(2);
  expect(
    await shell.json(`${status} delivered --serial 1:SN-001 --received-by John`),
  ).toMatchObject({
    ...{ status: 'delivered', receivedBy: 'John', deliveredUnits: [{ equipmentId: router }] },
  });
  expect(await shell.json('sales list --status delivered --payment-status pending')).toMatchObject([
    { orderNumber: made.orderNumber },
  ]);
  const { stdout } = await shell.isp(`sales show ${made.orderNumber} --format table`);
  expect(stdout).toContain('3 x EQ-002');
  expect((await shell.isp('sales export --status delivered')).stdout).toContain('EQ-001');
  expect((await shell.isp('sales show SO-2026-9999')).code).toBe(5);
});
