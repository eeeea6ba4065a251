import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, signIn } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('admin posts an entry by keyboard, finds it in the statements, and exports them', async () => {
  const { username } = await makeAccount(portal.app, 'admin');
  const { page, faults, settled } = await portal.open();
  await signIn(page, username!);
  await page.getByRole('link', { name: 'Financial Management' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Professional Accounting System' }).waitFor();
  await page.getByText('No operating expenses recorded').waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'New Journal Entry' }).click();
  const form = page.getByRole('dialog', { name: 'New Journal Entry' });
  await form.locator('input[name=date]:focus').waitFor();
  await form.locator('input[name=description]').fill('Office rent');
  await form.getByRole('combobox', { name: 'Account, line 1' }).fill('rent');
  await form.getByRole('option', { name: '5910 Rent' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await form.locator('input[name="entries.0.debitAmount"]:focus').waitFor();
  await page.keyboard.type('400');
  expect(await form.getByRole('button', { name: 'Post Entry' }).isDisabled()).toBe(true);
  await form.getByText('Difference $400.00').waitFor();
  await page.keyboard.press('Enter');
  await form.locator('input[name="entries.1.accountCode-search"]:focus').waitFor();
  await page.keyboard.type('1120');
  await form.getByRole('option', { name: '1120 Bank - Main' }).waitFor();
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Credit, line 2' }).fill('400');
  await form.getByText('Balanced').waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  // The first goes to the button, the second presses it.
  await page.keyboard.press('Enter');
  await form.locator('[type=submit]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Journal Entry Created').waitFor();

  await page.getByRole('tab', { name: 'Journal Entries' }).click();
  await page.getByRole('row', { name: /Office rent.*\$400\.00/ }).waitFor();
  await page.getByRole('tab', { name: 'Trial Balance' }).click();
  await page.getByRole('row', { name: /1120 Bank - Main/ }).waitFor();
  await page.getByRole('tab', { name: 'P&L Statement' }).click();
  await page.getByRole('row', { name: /^Net loss/ }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await page
    .getByRole('link', { name: /\$400\.00.*ledger of 5910/ })
    .first()
    .click();
  const ledger = page.getByRole('dialog', { name: '5910 Rent' });
  await ledger.getByRole('link', { name: /^JE-/ }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await ledger.getByRole('link', { name: /^JE-/ }).click();
  const entry = page.getByRole('dialog', { name: /^JE-/ });
  await entry.getByText('Office rent').waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  const voucher = page.waitForEvent('download');
  await entry.getByRole('button', { name: 'Voucher' }).click();
  expect((await voucher).suggestedFilename()).toMatch(/\.pdf$/);
  await entry.getByRole('button', { name: 'Close' }).click();
  await ledger.getByRole('button', { name: 'Close' }).click();
  await ledger.waitFor({ state: 'hidden' });

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Reports' }).click();
  await page.getByRole('menuitem', { name: 'All statements as Excel (.xlsx)' }).click();
  await page.getByText('Export Started').waitFor();
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/);
  for (const tab of ['Balance Sheet', 'Cash Flow']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('table', { name: new RegExp(`^${tab}`) }).waitFor();
  }
  expect(faults).toEqual([]);
});

test('a technical manager is refused, and the page fits a phone', async () => {
  const { username } = await makeAccount(portal.app, 'technical_manager');
  const billing = await makeAccount(portal.app, 'billing');
  const refused = await portal.open();
  await signIn(refused.page, username!, '/accounting');
  await refused.page.getByRole('heading', { level: 1, name: 'Access Denied' }).waitFor();

  const { page, settled } = await portal.open({ width: 390, height: 844 });
  const views = ['chart', 'trial-balance', 'profit-loss'];
  await signIn(page, billing.username!, `/accounting?view=${views[0]}`);
  for (const [index, view] of views.entries()) {
    if (index > 0) await go(page, `/accounting?view=${view}`);
    await page.getByRole('heading', { level: 1, name: 'Professional Accounting System' }).waitFor();
    await settled();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, view).toBeLessThanOrEqual(0);
  }
});

test('a ceo reads the statements, may post, and may not lock a month or change the chart', async () => {
  const { username } = await makeAccount(portal.app, 'ceo');
  const { page } = await portal.open();
  await signIn(page, username!, '/accounting?view=profit-loss');
  await page.getByRole('table', { name: /^P&L Statement/ }).waitFor();
  expect(await page.getByRole('button', { name: 'New Journal Entry' }).isEnabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Lock month' }).isEnabled()).toBe(false);
  await go(page, '/accounting');
  await page.getByRole('heading', { name: 'Chart of Accounts' }).waitFor();
  expect(await page.getByRole('button', { name: 'Add account' }).isEnabled()).toBe(false);
});
