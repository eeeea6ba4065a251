import { runBilling as runMonthlyBilling } from '@nimule/core/billing/runs/service';
import { createCustomer } from '@nimule/core/customers/service';
import { cents } from '@nimule/core/kernel/money';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ActName, actNames, acts } from '../app/acts/acts.ts';
import { recordPath } from '../app/paths.ts';
import { findingsInBothThemes } from './findings.ts';
import { go, openUserMenu, type Portal, signIn } from './harness.ts';
import { openSeededPortal } from './story.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openSeededPortal({ isBilled: true });
  const ctx = contextOf(portal.app);
  await createCustomer(ctx, {
    name: 'Nyakim Bookshop',
    packageType: 'Basic Fiber',
    serviceStartDate: undefined,
    monthlyFeeUsd: cents(12_500),
  });
  await runMonthlyBilling(ctx, {});
  await makeAccount(portal.app, 'master_admin', { username: 'palette.master' });
});
afterAll(() => portal.close());

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent ?? document.activeElement?.tagName);

test('what is typed before the results are loaded is kept, and done when they are', async () => {
  const { page, faults } = await portal.open();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/search-results-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, 'palette.master');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('my tilk');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('l');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('combobox', { name: 'Search everything' }).inputValue()).toBe(
    'my till',
  );
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  release();
  await heading(page, 'My Till');
  expect(new URL(page.url()).search).toBe('?view=till');
  expect(faults).toEqual([]);
});

test('the search keeps the keyboard while a form that was saved returns it', async () => {
  const { page, faults } = await portal.open();
  await signIn(page, 'palette.master', '/dashboard?tab=billing&record=payment&payer=SC001');
  const form = page.getByRole('dialog', { name: 'Record Payment' });
  await form.getByLabel('Payment reference').fill('PALETTE-1');
  await form.getByRole('button', { name: 'Record payment' }).click();
  await page.getByText('Payment recorded').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('who owes');
  await page.keyboard.press('Enter');
  await heading(page, 'Customer Management');
  expect(new URL(page.url()).searchParams.get('owes')).toBe('owes');
  // The receipt of exactly this reference, not the invoice that it paid.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('palette-1');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^RCT-/ }).waitFor();
  expect(faults).toEqual([]);
});

test('Escape returns the focus; ? opens the help of the screen, and so does the user menu', async () => {
  const visit = await portal.open();
  const { page, faults } = visit;
  await signIn(page, 'palette.master', '/dashboard?tab=customers');
  const add = page.getByRole('button', { name: 'Add Customer' });
  await add.focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  expect(await findingsInBothThemes(visit), 'search').toEqual([]);
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('Add Customer');
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Add a customer', exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe('Add a customer');
  expect(await findingsInBothThemes(visit), 'help').toEqual([]);
  await go(page, '/dashboard?view=till');
  await openUserMenu(page);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('heading', { name: 'Keep a till', exact: true }).waitFor();
  await openUserMenu(page);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('region', { name: 'In forms' }).waitFor();
  expect(await findingsInBothThemes(visit), 'keys').toEqual([]);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark mode');
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('log out');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  expect(faults).toEqual([]);
});

/** Presses keys, and counts them. */
function keysOf(page: Page) {
  let count = 0;
  return {
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key);
      count += keys.length;
    },
    taken() {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}

test('a payment takes four keys, its receipt one more, one in pounds by bank eight, old debts two', async () => {
  const { page, faults } = await portal.open();
  await signIn(page, 'palette.master');
  const { press, taken } = keysOf(page);
  const saved = page.getByText('Payment recorded').first();
  await press('Control+k');
  await page.keyboard.type('record pay');
  await press('Enter');
  await page
    .getByRole('combobox', { name: /^Customer/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.type('Garang Hotel');
  await press('Enter');
  await page.getByText('gets $125.00 of $125.00').waitFor();
  await press('Enter');
  await saved.waitFor();
  expect(taken()).toBe(4);
  await page.locator('button:focus', { hasText: 'Print' }).waitFor();
  const printed = page.waitForEvent('popup');
  await press('Enter');
  await (await printed).close();
  expect(taken()).toBe(1);

  await go(page, '/dashboard');
  await press('Control+k');
  await page.keyboard.type('record pay');
  await press('Enter');
  await page
    .getByRole('combobox', { name: /^Customer/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.type('Nyakim Bookshop');
  await press('Enter');
  await page
    .getByText(/^gets \$/)
    .first()
    .waitFor();
  await press('Tab', 'Tab');
  await page.keyboard.type('S');
  await press('Tab');
  await page.keyboard.type('b');
  await press('Tab');
  await page.keyboard.type('KCB-778123');
  await press('Enter');
  await saved.waitFor();
  expect(taken()).toBe(8);

  await go(page, '/dashboard');
  await press('Control+k');
  await page.keyboard.type('aged');
  await press('Enter');
  await heading(page, 'Comprehensive Reports');
  expect(taken()).toBe(2);
  expect(faults).toEqual([]);
});

/** Records of the portal for acts that ask for one. */
const records: Partial<Record<string, string>> = {
  customer: recordPath('customer', 'SC001'),
  payment: recordPath('payment', 1),
};

/** The address of an act; undefined for those of the shell, of an employee, and of records that the portal does not have. */
function addressOfAct(name: ActName): string | undefined {
  const { to, pick, ofEmployee } = acts[name];
  if (ofEmployee) return undefined;
  if (!pick) return to;
  const record = records[pick.kind];
  return record && `${record}&${new URLSearchParams(pick.with)}`;
}

/** A screen without a dialog. */
const AWAY = '/dashboard?view=approvals';

/** Views that are a page of their own instead of a tab. */
const pages: Readonly<Record<string, string>> = {
  'new-order': 'Create Purchase Order',
  'new-requisition': 'Create Purchase Requisition',
  bills: 'Open Bills',
  wifi: 'WiFi Sales',
};

/** Waits for what an address says: a form, a tab or a screen. */
async function opened(page: Page, address: string): Promise<void> {
  const params = new URL(address, portal.origin).searchParams;
  const isForm = params.has('add') || params.has('record') || params.get('view') === 'new';
  if (isForm) {
    const isRecord = params.has('customer') || params.has('payment');
    // Over the drawer of its record.
    await page
      .locator('[role=dialog], [role=alertdialog]')
      .nth(isRecord && params.has('add') ? 1 : 0)
      .waitFor();
    return;
  }
  for (const name of ['its-part', 'pay-part', 'part', 'view']) {
    const tab = params.get(name);
    if (tab === null || (name === 'view' && !params.has('tab') && address.startsWith('/dashboard')))
      continue;
    const own = pages[tab];
    if (own) await page.getByText(own).first().waitFor();
    else await page.locator(`[role=tab][aria-selected=true][data-tab-id="${tab}"]`).waitFor();
    return;
  }
  await page.locator('main h1').waitFor();
}

test('each act of the search opens what it says', async () => {
  const { page, faults, settled } = await portal.open();
  await signIn(page, 'palette.master');
  // A till is counted once it is open.
  await go(page, acts.openTill.to!);
  const form = page.getByRole('dialog', { name: 'Open Till' });
  await form.getByRole('button', { name: 'Open till' }).click();
  await page.getByText('Count and close').first().waitFor();
  const visited: string[] = [];
  for (const name of actNames) {
    const address = addressOfAct(name);
    if (address === undefined || name === 'openTill') continue;
    // Each begins without the dialogs of the one before, also where the same form follows.
    if ((await page.locator('[aria-modal=true]').count()) > 0) await go(page, AWAY);
    await go(page, address);
    await opened(page, address).catch((error: unknown) => {
      throw new Error(`${name} at ${address} opens nothing`, { cause: error });
    });
    expect(await page.locator('main').innerText(), name).not.toContain('Access Denied');
    visited.push(name);
  }
  await settled();
  expect(visited.length).toBeGreaterThan(70);
  expect(faults).toEqual([]);
});
