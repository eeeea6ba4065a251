import { createCustomer } from '@nimule/core/customers/service';
import { listLoans } from '@nimule/core/sales/loans/service-list';
import { getTill } from '@nimule/core/till/service';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { fillSafe } from '@nimule/fixtures/testing/cash';
import { newItem } from '@nimule/fixtures/testing/sales';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, openUserMenu, type Portal, signIn } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  const ctx = contextOf(portal.app);
  await createCustomer(ctx, { name: 'Garang Hotel', location: 'Juba Central' });
  await newItem(ctx, { serials: ['SN-1', 'SN-2'] });
});
afterAll(() => portal.close());

/** Picks the only match of a search in a combobox. */
async function pick(page: Page, label: RegExp, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await box.fill(text);
  await page.getByRole('option', { name: new RegExp(text) }).click();
}

test('a technician issues a device and takes it back on a phone', async () => {
  const { username } = await makeAccount(portal.app, 'technician');
  const { page, faults, settled } = await portal.open({ width: 390, height: 844 });
  await signIn(page, username!, '/equipment?view=loans');
  await page.getByRole('button', { name: 'Issue Equipment' }).first().click();
  await pick(page, /^Customer/, 'Garang Hotel');
  await pick(page, /^Equipment/, 'Item');
  await pick(page, /^Serial number/, 'SN-1');
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Issue equipment', exact: true }).click();
  await page.getByText('Equipment Issued').waitFor();

  const takeBack = page.getByRole('button', { name: /^Take back LN-/ });
  await takeBack.waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  expect((await takeBack.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);
  await takeBack.click();
  const form = page.getByRole('dialog', { name: /^Take Back LN-/ });
  await form.getByText('Damaged').click();
  await form.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Record as damaged' }).click();
  await page.getByText('Recorded as Damaged').waitFor();
  expect(faults).toEqual([]);
  const { rows } = await listLoans(contextOf(portal.app), {});
  expect(rows.map(({ serial, status }) => [serial, status])).toEqual([['SN-1', 'damaged']]);
});

test('billing opens and counts a till, and an admin accepts it', async () => {
  await fillSafe(portal.app, { usd: 2000 });
  const clerk = await makeAccount(portal.app, 'billing', { fullName: 'Abuk Thon' });
  const admin = await makeAccount(portal.app, 'admin');
  const { page, faults, settled } = await portal.open();
  await signIn(page, clerk.username!);
  await openUserMenu(page);
  await page.getByRole('link', { name: 'My till' }).click();
  await page.getByRole('button', { name: 'Open till' }).click();
  const opening = page.getByRole('dialog', { name: 'Open Till' });
  await opening.getByLabel('Float in US dollars').fill('20');
  await page.keyboard.press('Enter');
  await page.getByText('Till Opened').waitFor();

  await go(page, '/dashboard?tab=billing&record=payment');
  await pick(page, /^Customer/, 'Garang Hotel');
  const payment = page.getByRole('dialog', { name: 'Record Payment' });
  await payment.getByText('Goes into your till (TILL-').waitFor();
  await payment.getByLabel(/^Amount/).fill('50');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await page.getByText('Payment recorded').waitFor();

  await go(page, '/dashboard?view=till');
  await page.getByRole('button', { name: 'Count and close' }).click();
  const count = page.getByRole('dialog', { name: /^Count TILL-/ });
  await count.getByLabel('$50', { exact: true }).fill('1');
  await count.getByLabel('$20', { exact: true }).fill('1');
  await count.getByText('The count agrees with the till.').waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await count.getByRole('button', { name: 'Close the till' }).click();
  await page.getByText('Counted: waits for its hand-over').waitFor();
  expect(faults).toEqual([]);

  const other = await portal.open();
  await signIn(other.page, admin.username!, '/dashboard?view=till&part=all');
  const unclosed = other.page.getByRole('table', { name: 'Tills that are not closed' });
  await unclosed.getByRole('link', { name: /^TILL-/ }).click();
  const drawer = other.page.getByRole('dialog', { name: /of Abuk Thon$/ });
  await other.settled();
  expect(await seriousFindings(other.page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Accept hand-over' }).click();
  const question = other.page.getByRole('alertdialog');
  await question.getByText('$70.00').waitFor();
  await question.getByRole('button', { name: 'Accept hand-over' }).click();
  await other.page.getByText('Till Accepted').waitFor();
  expect(other.faults).toEqual([]);
  const till = await getTill(contextOf(portal.app), 1);
  expect([till.status, till.cashUsd, till.countedUsd]).toEqual(['accepted', 0, 7000]);
});
