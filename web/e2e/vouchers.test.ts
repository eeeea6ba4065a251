import { buffer } from 'node:stream/consumers';
import { listPayments } from '@nimule/core/billing/payments/service-list';
import { createCustomer } from '@nimule/core/customers/service';
import { listVouchers } from '@nimule/core/vouchers/sales/service-list';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, signIn, type Visit } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const CODE = /^[2-9A-HJKMNP-Z]{4}(?:-[2-9A-HJKMNP-Z]{4}){2}$/;

async function expectAccessible({ page, settled }: Visit, what: string): Promise<void> {
  await settled();
  expect(await seriousFindings(page), what).toEqual([]);
}

/** The codes of the open sale, in order. */
async function codesIn(page: Page): Promise<string[]> {
  const table = page.getByRole('table', { name: /^Vouchers of VB-/ });
  await table.waitFor();
  return table.locator('code').allTextContents();
}

async function createBundle(page: Page, name: string): Promise<void> {
  await go(page, '/voucher-management?view=bundles');
  const form = page.getByRole('form', { name: 'Create bundle' });
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel(/^Price/).fill('5');
  await form.getByText('= SSP 6,500').waitFor();
  await form.getByLabel(/^Data allowance/).fill('2048');
  await form.getByLabel(/^Validity/).fill('7');
  await page.keyboard.press('Enter');
  await page.getByText('Voucher bundle created successfully').waitFor();
  await page.getByRole('table', { name: 'Voucher bundles' }).getByText(name).waitFor();
}

async function sell(page: Page, bundle: string, quantity: string): Promise<void> {
  await go(page, '/voucher-management?view=sell');
  const form = page.getByRole('form', { name: 'Sell vouchers' });
  const submit = form.getByRole('button', { name: 'Sell vouchers' });
  await submit.waitFor();
  expect(await submit.isDisabled()).toBe(true);
  const field = form.getByLabel(/^Bundle/);
  const option = field.locator('option', { hasText: bundle });
  await field.selectOption((await option.getAttribute('value')) ?? '');
  await form.getByLabel(/^Quantity/).fill(quantity);
}

test('an administrator makes a bundle, a billing user sells it and takes one back', async () => {
  const admin = await makeAccount(portal.app, 'admin');
  const clerk = await makeAccount(portal.app, 'billing');
  const setUp = await portal.open();
  await signIn(setUp.page, admin.username!, '/voucher-management');
  await createBundle(setUp.page, 'Weekly 2 GB');
  await expectAccessible(setUp, 'bundles');
  expect(setUp.faults).toEqual([]);

  const visit = await portal.open();
  const { page, context, faults } = visit;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, clerk.username!, '/voucher-management');
  await sell(page, 'Weekly 2 GB', '3');
  const summary = page.getByRole('status', { name: 'Selected bundle' });
  expect(await summary.textContent()).toContain('3 × $5.00 = $15.00 = SSP 19,500');
  await page.getByLabel(/^Customer name/).fill('Garang Hotel');
  await expectAccessible(visit, 'sale');
  await page.keyboard.press('Enter');
  await page.getByText('3 voucher(s) created successfully').waitFor();
  const codes = await codesIn(page);
  expect(codes).toHaveLength(3);
  for (const code of codes) expect(code).toMatch(CODE);
  await expectAccessible(visit, 'codes');

  await page.getByRole('button', { name: `Copy ${codes[0]}` }).click();
  await page.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes[0]);
  await page.getByRole('button', { name: 'Copy codes' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(codes.join('\n'));

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Print sheet' }).click();
  const sheet = await started;
  expect(sheet.suggestedFilename()).toMatch(/\.pdf$/);
  const { text } = readPdf(await buffer(await sheet.createReadStream()));
  for (const code of codes) expect(text).toContain(code);

  await page.getByRole('button', { name: `Activate ${codes[0]}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate voucher' }).click();
  await page.getByText('Voucher activated').waitFor();

  await page.getByRole('button', { name: 'Void' }).click();
  const form = page.getByRole('dialog', { name: /^Void Vouchers of VB-/ });
  expect(await form.getByRole('button', { name: 'Void vouchers' }).isDisabled()).toBe(true);
  await form.getByText(codes[1]!).click();
  await form.getByText('1 voucher of 2 unused').waitFor();
  await form.getByLabel(/^Reason/).fill('Bought one too many');
  await expectAccessible(visit, 'void');
  await form.getByRole('button', { name: 'Void 1 voucher, refund $5.00' }).click();
  await page.getByText(/1 voucher of VB-.*: give back \$5\.00\./).waitFor();
  await page.getByText('Bought one too many').waitFor();
  expect(faults).toEqual([]);
  const { rows } = await listVouchers(contextOf(portal.app), {});
  const statusOf = (code: string) => rows.find((voucher) => voucher.voucherCode === code)?.status;
  expect(codes.map(statusOf)).toEqual(['activated', 'void', 'unused']);

  await go(page, '/voucher-management');
  const revenue = page.getByRole('region', { name: 'Total Revenue (USD)' });
  await revenue.getByText('$10.00', { exact: true }).waitFor();
  await expectAccessible(visit, 'overview');
  await go(page, '/voucher-management?view=all');
  await page.getByRole('searchbox').fill(codes[2]!.toLowerCase());
  await page.getByText('1–1 of 1').waitFor();
  await page.getByRole('table', { name: 'Vouchers' }).getByText(codes[2]!).waitFor();
  await expectAccessible(visit, 'all vouchers');
  for (const show of ['sales', 'sellers']) {
    await go(page, `/voucher-management?view=all&show=${show}`);
    await page.getByRole('table').getByText('$10.00').first().waitFor();
    await expectAccessible(visit, show);
  }
  expect(faults).toEqual([]);
});

test('a technician sells on a phone, and neither changes bundles nor takes vouchers back', async () => {
  const admin = await makeAccount(portal.app, 'admin');
  const technician = await makeAccount(portal.app, 'technician');
  const setUp = await portal.open();
  await signIn(setUp.page, admin.username!, '/voucher-management');
  await createBundle(setUp.page, 'Daily 2 GB');

  const visit = await portal.open({ width: 390, height: 844 });
  const { page, faults } = visit;
  await signIn(page, technician.username!, '/voucher-management?view=bundles');
  await page.getByRole('button', { name: 'Create bundle' }).click();
  await page.getByText('Your role may not change voucher bundles.').waitFor();
  expect(await page.getByRole('form', { name: 'Create bundle' }).count()).toBe(0);
  await sell(page, 'Daily 2 GB', '1');
  await page.getByLabel(/^Currency/).selectOption('SSP');
  await page
    .getByRole('form', { name: 'Sell vouchers' })
    .getByRole('button', { name: 'Sell vouchers' })
    .click();
  await page.getByText('1 voucher(s) created successfully').waitFor();
  const [code] = await codesIn(page);
  await expectAccessible(visit, 'codes on a phone');
  const takeBack = page.getByRole('button', { name: 'Void' });
  expect(await takeBack.getAttribute('aria-disabled')).toBe('true');
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: `Activate ${code}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate voucher' }).click();
  await page.getByText('Voucher activated').waitFor();

  await go(page, '/voucher-management?view=wifi');
  await page.getByText('No WiFi sold yet').waitFor();
  await expectAccessible(visit, 'WiFi');
  await page.getByRole('tab', { name: 'Payments' }).click();
  await page.getByText('No payment failed').waitFor();
  expect(faults).toEqual([]);
});

test('a billing user asks a customer for mobile money and waits until it has come', async () => {
  const { username } = await makeAccount(portal.app, 'billing');
  const ctx = contextOf(portal.app);
  const { customerId } = await createCustomer(ctx, { name: 'Yei Lodge', phone: '+211921000077' });
  const visit = await portal.open();
  const { page, faults } = visit;
  await signIn(page, username!, `/dashboard?tab=billing&record=payment&payer=${customerId}`);
  await page.getByRole('button', { name: 'Request mobile money' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request Mobile Money' });
  await dialog.getByLabel(/^Amount/).fill('20');
  await expectAccessible(visit, 'request');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await dialog.getByText('Waits for the payer').waitFor();
  await dialog.getByText('Simulated').waitFor();
  await dialog.getByText(/is recorded as RCT-/).waitFor();
  await expectAccessible(visit, 'paid');
  const { rows } = await listPayments(ctx, {});
  expect(rows.map(({ amountUsd, account }) => [amountUsd, account])).toEqual([
    [2000, 'mobile_money'],
  ]);
  expect(faults).toEqual([]);
});
