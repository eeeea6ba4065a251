import { buffer } from 'node:stream/consumers';
import { runBilling as runMonthlyBilling } from '@nimule/core/billing/runs/service';
import { createCustomer } from '@nimule/core/customers/service';
import type { Role } from '@nimule/core/identity/roles';
import { cents } from '@nimule/core/kernel/money';
import { makeAccount, PASSWORD } from '@nimule/fixtures/testing/accounts';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, type Visit } from './harness.ts';

const NEW_PASSWORD = 'Quiet river 27';

interface Person {
  role: Role;
  mayAddCustomers: boolean;
  mayRunBilling: boolean;
  mayTakePayments: boolean;
  mayManageUsers: boolean;
}

/** Four people of decision 16. */
export const people: readonly Person[] = [
  {
    role: 'super_admin',
    mayAddCustomers: true,
    mayRunBilling: true,
    mayTakePayments: true,
    mayManageUsers: true,
  },
  {
    role: 'billing',
    mayAddCustomers: true,
    mayRunBilling: true,
    mayTakePayments: true,
    mayManageUsers: false,
  },
  {
    role: 'manager',
    mayAddCustomers: true,
    mayRunBilling: false,
    mayTakePayments: false,
    mayManageUsers: false,
  },
  {
    role: 'technician',
    mayAddCustomers: false,
    mayRunBilling: false,
    mayTakePayments: false,
    mayManageUsers: false,
  },
];

/** A portal with an account for each person and two customers; `isBilled`: after a billing run. */
export async function openSeededPortal({ isBilled = false } = {}): Promise<Portal> {
  const portal = await openPortal();
  for (const { role } of people)
    await makeAccount(portal.app, role, { username: `e2e.${role}`, mustChangePassword: true });
  for (const name of ['Achol Deng', 'Garang Hotel']) {
    await createCustomer(contextOf(portal.app), {
      name,
      packageType: 'Basic Fiber',
      serviceStartDate: undefined,
      monthlyFeeUsd: cents(0),
    });
  }
  if (isBilled) await runMonthlyBilling(contextOf(portal.app), {});
  return portal;
}

async function signInAndChangePassword(page: Page, role: Role): Promise<void> {
  await page.goto('/auth');
  // A value that is set while the page takes over the form of the HTML would go to the old one.
  await page.locator('#root form').waitFor();
  await page.getByLabel('Username').fill(`e2e.${role}`);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Access System' }).click();
  await page.getByText('Invalid credentials. Please try again.').first().waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await dialog.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Please fill in all password fields.').first().waitFor();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByLabel('Confirm new password').fill('something else');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('New password and confirmation do not match.').first().waitFor();
  await dialog.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
}

/**
 * Visits the screens of this person. axe checks those of the first and the last, who may do most and least; between them
 * the screens differ in nothing that these two do not show.
 */
async function visitEverything({ page, settled }: Visit, person: Person): Promise<void> {
  const screens: [string, string][] = [
    ['/dashboard', 'Dashboard Overview'],
    ['/dashboard?tab=customers', 'Customer Management'],
    ['/dashboard?tab=billing', 'Billing & Accounts'],
    ['/dashboard?tab=billing&view=payments', 'Billing & Accounts'],
    ['/dashboard?tab=billing&view=automation', 'Billing & Accounts'],
    ['/dashboard?tab=billing&view=rates', 'Billing & Accounts'],
    ['/user-management', person.mayManageUsers ? 'User Management System' : 'Access Denied'],
  ];
  if (person === people[0]) {
    screens.push(
      ['/dashboard?tab=network', 'Network Management'],
      ['/no-such-page', 'Page Not Found'],
      ['/', 'Fast, dependable internet for South Sudan'],
    );
  }
  const isChecked = person === people[0] || person === people.at(-1);
  for (const [address, heading] of isChecked ? screens : screens.slice(-1)) {
    // The others are outside the staff area.
    if (/^\/(dashboard|user-management)/.test(address)) await go(page, address);
    else await page.goto(address);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    if (!isChecked) continue;
    await settled();
    expect(await seriousFindings(page), address).toEqual([]);
  }
}

async function addCustomer(page: Page, person: Person): Promise<void> {
  await go(page, '/dashboard?tab=customers');
  await page.getByRole('cell', { name: 'Achol Deng' }).first().waitFor();
  const add = page.getByRole('button', { name: 'Add Customer' });
  if (!person.mayAddCustomers) {
    const refused =
      (await add.count()) === 0 ||
      (await add.getAttribute('aria-disabled')) === 'true' ||
      (await add.isDisabled());
    expect(refused).toBe(true);
    return;
  }
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Add Customer' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(`Customer of ${person.role}`);
  await dialog.getByRole('button', { name: 'Add customer' }).click();
  await page.getByText('Customer Added').waitFor();
  await page.getByRole('searchbox').first().fill(`customer of ${person.role}`);
  await page
    .getByRole('cell', { name: `Customer of ${person.role}` })
    .first()
    .waitFor();
  await page.waitForURL(/q=customer/);
}

async function runBilling(page: Page, person: Person): Promise<void> {
  await go(page, '/dashboard?tab=billing&view=automation');
  const run = page.getByRole('button', { name: 'Run Manual Billing' });
  await run.waitFor();
  if (!person.mayRunBilling) {
    expect((await run.getAttribute('aria-disabled')) === 'true' || (await run.isDisabled())).toBe(
      true,
    );
    return;
  }
  await run.click();
  const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
  await confirm.getByRole('button', { name: /^(Bill|Run|Generate|Make)/ }).click();
  await page.getByText(/Generated \d+ invoices\. Total revenue: \$/).waitFor();
  await page.getByText('Up to Date').first().waitFor();
}

async function downloadInvoice(page: Page): Promise<void> {
  await go(page, '/dashboard?tab=billing');
  const started = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download PDF INV-/ })
    .first()
    .click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^invoice-\d+\.pdf$/);
  const { text } = readPdf(await buffer(await download.createReadStream()));
  expect(text).toMatch(/INV-\d{4}-\d{6}/);
  await page.getByText('PDF downloaded').waitFor();
}

async function takePayment(page: Page, person: Person): Promise<void> {
  await go(page, '/dashboard?tab=billing&status=pending');
  await page
    .getByRole('button', { name: /^Download PDF INV-/ })
    .first()
    .waitFor();
  const record = page.getByRole('button', { name: /^Record payment INV-/ });
  if (!person.mayTakePayments) {
    expect(await record.count()).toBe(0);
    expect(await page.getByText('Payment Controls Enabled').count()).toBe(0);
    return;
  }
  await page.getByText('Payment Controls Enabled').waitFor();
  await page
    .getByRole('button', { name: /^More actions for INV-/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Update Payment Status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Payment Status' });
  await dialog.locator('select[name=status]').selectOption('paid');
  await dialog.getByLabel('Payment account').selectOption('mobile_money');
  await dialog.getByLabel('Payment reference').fill(`MM-${person.role}`);
  await dialog.locator('button[type=submit]').click();
  await page.getByText('Payment status updated').waitFor();
}

/** Ten minutes without input, by the browser's clock. */
async function idleLogout({ page, spend }: Visit): Promise<void> {
  spend();
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
  await page.clock.runFor('09:31');
  await page.getByText('Session Expiring').waitFor();
  await page.clock.runFor('00:31');
  await page.getByText('You have been logged out due to inactivity.').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/dashboard');
  await page.waitForURL('**/auth');
}

/** First sign-in, a day's work, and an idle logout. */
export async function runStory(portal: Portal, role: Role): Promise<void> {
  const person = people.find((one) => one.role === role)!;
  const visit = await portal.open();
  const { page, faults } = visit;
  await signInAndChangePassword(page, role);
  await addCustomer(page, person);
  await runBilling(page, person);
  await downloadInvoice(page);
  await takePayment(page, person);
  await visitEverything(visit, person);
  await idleLogout(visit);
  expect(faults).toEqual([]);
}
