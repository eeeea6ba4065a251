import { addDays, type IsoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { createOrder } from '@nimule/core/procurement/orders/service';
import { setOrderStatus } from '@nimule/core/procurement/orders/service-status';
import { createSupplier } from '@nimule/core/procurement/suppliers/service';
import { actingAs, makeAccount } from '@nimule/fixtures/testing/accounts';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { drawn, go, openPortal, type Portal, signIn, type Visit } from './harness.ts';

const roles = ['technician', 'operations_manager', 'admin', 'manager'] as const;
type Person = (typeof roles)[number];

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  for (const role of roles) await makeAccount(portal.app, role, { username: `stock.${role}` });
  const ctx = contextOf(portal.app);
  await createSupplier(ctx, { name: 'Nile Network Supplies' });
  await addItem(ctx, { name: 'Sector antenna', unitCostUsd: '100', quantityInStock: 3 });
});
afterAll(() => portal.close());

async function openAs(
  role: Person,
  address = '/dashboard',
  size?: { width: number; height: number },
): Promise<Visit> {
  const visit = await portal.open(size);
  await signIn(visit.page, `stock.${role}`, address);
  return visit;
}

async function check({ page, settled }: Visit, what: string): Promise<void> {
  await settled();
  expect(await seriousFindings(page), what).toEqual([]);
}

/** A day on which goods can be expected. */
const soon = (): IsoDate => addDays(contextOf(portal.app).today, 20);

/** Until a combobox has searched for what was typed, Enter chooses nothing. */
async function searched(page: Page, name: string): Promise<void> {
  const list = page.getByRole('listbox', { name, exact: true });
  await list.and(page.locator('[aria-busy=false]')).waitFor();
}

/** The drawer of a record. */
const drawer = (page: Page, number: RegExp) => page.getByRole('dialog', { name: number });
const NUMBER = /^[LR][A-Z]{2}-\d{4}-\d+/;

test('a technician asks for goods; they are reviewed, approved, ordered and received', async () => {
  const technician = await openAs('technician', '/procurement?view=new-requisition');
  const { page } = technician;
  await page.locator('input[name=expectedDeliveryDate]:focus').waitFor();
  await page.getByRole('button', { name: 'Create Requisition' }).click();
  await page.getByText('Please select expected delivery date').first().waitFor();
  await page.locator('input[name=expectedDeliveryDate]').fill(soon());
  await page.getByRole('textbox', { name: /^Justification/ }).fill('For the mast in Bor');
  const item = page.getByRole('combobox', { name: 'Equipment, item 1' });
  await item.fill('sector');
  await page.getByRole('option', { name: /^Sector antenna/ }).waitFor();
  await searched(page, 'Equipment, item 1');
  await item.press('Enter');
  await page.getByRole('textbox', { name: /^Quantity, item 1/ }).fill('4');
  await check(technician, 'the form of a requisition');
  await page.getByRole('button', { name: 'Create Requisition' }).click();
  await page.getByText('Requisition Created').waitFor();
  await page.getByRole('row', { name: /REQ-.*Sector antenna.*\$400\.00.*Pending/ }).waitFor();
  await check(technician, 'the list of requisitions');
  expect(technician.faults).toEqual([]);

  // At the same computer.
  const manager = technician;
  await signIn(page, 'stock.operations_manager');
  await page.getByRole('link', { name: 'Approvals, 1 to decide' }).click();
  await page.getByRole('link', { name: /^Open REQ-/ }).click();
  await drawer(page, NUMBER).getByRole('button', { name: 'Review' }).click();
  await page
    .getByRole('dialog', { name: /^Review/ })
    .locator('[type=submit]')
    .click();
  await page.getByText('Requisition Reviewed').waitFor();

  const admin = await openAs('admin');
  await admin.page.getByRole('link', { name: 'Approvals, 1 to decide' }).click();
  await admin.page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  await check(admin, 'approvals');
  await admin.page.getByRole('link', { name: /^Open REQ-/ }).click();
  await drawer(admin.page, NUMBER).getByRole('button', { name: 'Approve' }).click();
  await admin.page
    .getByRole('dialog', { name: /^Approve/ })
    .locator('[type=submit]')
    .click();
  await admin.page.getByText('Requisition Updated').waitFor();
  await admin.page.getByRole('link', { name: 'Approvals', exact: true }).waitFor();

  await go(page, '/procurement');
  await page.getByRole('button', { name: 'New Purchase Order' }).click();
  const requisition = page.getByRole('combobox', { name: /^Requisition/ });
  await requisition.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Create Purchase Order' }).click();
  await page.getByText('Please select a supplier').first().waitFor();
  const supplier = page.getByRole('combobox', { name: 'Supplier', exact: true });
  await supplier.fill('nile');
  await page.getByRole('option', { name: /^Nile Network Supplies/ }).waitFor();
  await searched(page, 'Supplier');
  await supplier.press('Enter');
  await page.getByRole('textbox', { name: /^Unit price, item 1/ }).fill('95');
  await check(manager, 'the form of an order');
  await page.getByRole('button', { name: 'Create Purchase Order' }).click();
  await page.getByText('Purchase Order Created').waitFor();

  await go(admin.page, '/dashboard?view=approvals');
  await admin.page.getByRole('link', { name: /^Open LPO-/ }).click();
  const order = drawer(admin.page, NUMBER);
  expect(await order.getByRole('button', { name: 'Approve & PDF' }).count()).toBe(0);
  await order.getByRole('button', { name: 'Approve' }).click();
  await admin.page.getByText('Purchase order status updated successfully').waitFor();
  await check(admin, 'an order');
  expect(admin.faults).toEqual([]);

  // The list is open and does not know yet what the admin has decided.
  await page.goto('/procurement?view=orders');
  await page.getByRole('row', { name: /LPO-.*Approved/ }).click();
  await drawer(page, NUMBER).getByRole('button', { name: 'Receive goods' }).click();
  const receipt = page.getByRole('dialog', { name: /^Receive goods of LPO-/ });
  await receipt.getByText('Sector antenna: $95.00 instead of $100.00').waitFor();
  await check(manager, 'a receipt');
  await receipt.getByRole('button', { name: 'Receive goods' }).click();
  await page.getByText('Goods received').first().waitFor();
  await drawer(page, NUMBER).getByText('4 × Sector antenna').waitFor();
  for (const view of ['', '?view=suppliers', '?view=bills', '?view=analytics']) {
    await go(page, `/procurement${view}`);
    await page.getByRole('heading', { level: 1, name: 'Procurement Management' }).waitFor();
    await check(manager, `procurement ${view}`);
  }
  expect(manager.faults).toEqual([]);
});

test('a manager receives goods and counts stock on a phone; another person accepts the differences', async () => {
  const ctx = contextOf(portal.app);
  const { id: router } = await addItem(ctx, { name: 'Archer router', quantityInStock: 0 });
  const supplier = await createSupplier(ctx, { name: 'Kampala Wireless' });
  const order = await createOrder(ctx, {
    supplierId: supplier.id,
    expectedDelivery: soon(),
    items: [
      { equipmentId: router, description: 'Archer router', quantity: 5, unitPrice: cents(2000) },
    ],
  });
  await setOrderStatus(await actingAs(portal.app, 'super_admin'), order.id, 'approved');

  const visit = await openAs('manager', '/procurement', { width: 390, height: 844 });
  const { page } = visit;
  const fits = async (what: string) => {
    await check(visit, what);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, what).toBeLessThanOrEqual(0);
  };
  await page.getByRole('heading', { level: 1 }).waitFor();
  await fits('/procurement');
  for (const address of ['/procurement?view=suppliers', '/equipment']) {
    await go(page, address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await fits(address);
  }
  await go(page, `/procurement?view=orders&purchase-order=${order.id}`);
  await drawer(page, NUMBER).getByRole('button', { name: 'Receive goods' }).click();
  const receipt = page.getByRole('dialog', { name: /^Receive goods of LPO-/ });
  await receipt.locator('input[name="lines.0.quantity"]:focus').fill('3');
  await fits('a receipt');
  await page.keyboard.down('Enter');
  await receipt.waitFor({ state: 'detached' });
  await page.getByText('Goods received').first().waitFor();
  // The button that opened the form has the focus again.
  await page.keyboard.up('Enter');
  await drawn(page);
  expect(await receipt.count()).toBe(0);

  await go(page, '/equipment?view=counts');
  await page
    .getByRole('button', { name: /^Begin/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Begin Stock Count' })
    .getByRole('button', { name: 'Begin count' })
    .click();
  await page.getByLabel(/^Archer router/).fill('2');
  await page.keyboard.press('Enter');
  await page.getByText('All quantities are saved').waitFor();
  await page.getByText(/1 of \d+ items counted/).waitFor();
  await fits('a stock count');
  await page.getByRole('button', { name: 'Submit' }).click();
  const submit = page.getByRole('dialog', { name: /^Submit CNT-/ });
  await submit.getByRole('textbox', { name: /^Reason/ }).fill('Yearly count');
  await submit.getByRole('button', { name: 'Submit count' }).click();
  await page.getByText('Another person has to accept the differences').waitFor();
  expect(visit.faults).toEqual([]);

  const admin = await openAs('admin');
  await admin.page.getByRole('link', { name: /^Approvals, \d+ to decide/ }).click();
  await admin.page.getByRole('button', { name: /^Accept CNT-/ }).click();
  const decision = admin.page.getByRole('dialog', { name: /^Accept CNT-/ });
  await decision.getByRole('textbox', { name: /^Reason/ }).fill('Counted again');
  await check(admin, 'a decision');
  await decision.getByRole('button', { name: 'Accept' }).click();
  await admin.page.getByText('Accepted', { exact: true }).waitFor();
  await go(admin.page, '/equipment?view=moves');
  await admin.page.getByRole('row', { name: /Archer router.*−1/ }).waitFor();
  await check(admin, 'moves');
  expect(admin.faults).toEqual([]);
});

test('a technician may neither make orders nor change stock', async () => {
  const { page } = await openAs('technician', '/procurement?view=new-order');
  await page.getByText('Your role may not make purchase orders.').waitFor();
  for (const name of ['New Purchase Order', 'Add Supplier'])
    expect(await page.getByRole('button', { name }).isEnabled(), name).toBe(false);
  await go(page, '/equipment');
  await page.getByRole('row', { name: /Sector antenna/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Add Equipment' }).isEnabled()).toBe(false);
  for (const name of [/^Edit EQ-/, /^Adjust stock/])
    expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0);
});
