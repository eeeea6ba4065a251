import { createCustomer } from '@nimule/core/customers/service';
import { cents } from '@nimule/core/kernel/money';
import { checkBooks } from '@nimule/core/reports/checks/service';
import { getEquipment } from '@nimule/core/reports/stock/service';
import { getSale } from '@nimule/core/sales/orders/service-list';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { newItem } from '@nimule/fixtures/testing/sales';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { openPortal, type Portal, signIn } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('billing sells at the counter for cash, takes a unit back and credits it', async () => {
  const billing = await makeAccount(portal.app, 'billing');
  const ctx = contextOf(portal.app);
  await createCustomer(ctx, {
    name: 'Garang Hotel',
    packageType: 'Basic Fiber',
    serviceStartDate: undefined,
    monthlyFeeUsd: cents(0),
  });
  const itemId = await newItem(ctx, { serials: ['SN-1', 'SN-2', 'SN-3'] });
  const { name } = await getEquipment(ctx, itemId);
  const { page, faults, settled } = await portal.open();
  const check = async (what: string) => {
    await settled();
    expect(await seriousFindings(page), what).toEqual([]);
  };
  await signIn(page, billing.username!, '/equipment?view=sales');
  await page.getByText('No sales orders yet').waitFor();
  await page.getByRole('button', { name: 'Counter Sale' }).click();
  const sale = page.getByRole('dialog', { name: 'Counter Sale' });
  await sale.locator('input[role=combobox]:focus').waitFor();
  const pick = async (label: RegExp, text: string) => {
    const box = sale.getByRole('combobox', { name: label });
    await box.fill(text);
    await sale
      .getByRole('option', { name: new RegExp(text) })
      .first()
      .waitFor();
    await sale
      .getByRole('listbox', { name: label })
      .and(page.locator('[aria-busy=false]'))
      .waitFor();
    await box.press('Enter');
  };
  await pick(/^Customer/, 'Garang');
  await pick(/^Equipment, item 1/, name);
  await sale.getByText('List price $12.50 · 3 available').waitFor();
  const quantity = sale.getByRole('textbox', { name: 'Quantity, item 1' });
  await quantity.fill('4');
  await sale.getByText('Insufficient stock! Available: 3').waitFor();
  await quantity.fill('2');
  await sale.getByRole('button', { name: 'Add SN-1' }).click();
  await sale.getByRole('button', { name: 'Add SN-3' }).click();
  await sale.getByRole('textbox', { name: 'Cash given' }).fill('30');
  await sale.getByText('Change due $5.00').waitFor();
  await check('Counter Sale');
  await sale.getByRole('button', { name: 'Complete sale' }).click();
  const sold = page.getByRole('dialog', { name: /^SO-\d{4}-0001 sold$/ });
  await sold.getByText('$5.00').waitFor();
  await check('sold');
  for (const document of ['Receipt', 'Delivery note']) {
    const saved = page.waitForEvent('download');
    await sold.getByRole('button', { name: document, exact: true }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  }
  await sold.getByRole('button', { name: 'Open order' }).click();

  const drawer = page.getByRole('dialog', { name: /^SO-\d{4}-0001 Garang Hotel$/ });
  await drawer.getByText('SN-1, SN-3').waitFor();
  await drawer.getByRole('button', { name: 'Return goods' }).click();
  const back = page.getByRole('dialog', { name: /^Return goods of SO-/ });
  await back.getByRole('textbox', { name: 'Comes back' }).fill('1');
  await back.getByRole('button', { name: 'Add SN-3' }).click();
  await back.getByRole('textbox', { name: /^Reason/ }).fill('Does not switch on');
  await back.getByText('Credited: $12.50').waitFor();
  await check('Return goods');
  await back.getByRole('button', { name: 'Return goods' }).click();
  await page.getByText(/CN-\d{4}-000001: \$12\.50 is credited\./).waitFor();
  const note = page.waitForEvent('download');
  await drawer.getByRole('button', { name: /^Download CN-/ }).click();
  expect((await note).suggestedFilename()).toMatch(/^CN-.*\.pdf$/);
  await drawer.getByRole('button', { name: 'Show history' }).click();
  await drawer.getByText('Sold at the counter').waitFor();
  await drawer.getByText(/Goods returned: \$12\.50 CN-.*Does not switch on/).waitFor();
  await check('drawer');

  // On a phone the form and the drawer are still complete.
  await page.setViewportSize({ width: 390, height: 844 });
  await check('drawer on a phone');
  const fits = await page.evaluate(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
  );
  expect(fits).toBe(true);

  const { status, paymentStatus, deliveredUnits, openUsd } = await getSale(ctx, 1);
  expect([status, paymentStatus, openUsd]).toEqual(['delivered', 'paid', 0]);
  expect(deliveredUnits.map(({ serial }) => serial)).toEqual(['SN-1']);
  expect((await getEquipment(ctx, itemId)).quantityInStock).toBe(2);
  expect((await checkBooks(ctx)).checks.filter(({ isSound }) => !isSound)).toEqual([]);
  expect(faults).toEqual([]);
});
