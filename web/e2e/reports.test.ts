import { runBilling } from '@nimule/core/billing/runs/service';
import { createCustomer } from '@nimule/core/customers/service';
import { cents } from '@nimule/core/kernel/money';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, signIn } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await createCustomer(contextOf(portal.app), {
    name: 'Garang Hotel',
    packageType: 'Basic Fiber',
    serviceStartDate: undefined,
    monthlyFeeUsd: cents(4500),
  });
  await runBilling(contextOf(portal.app), {});
});
afterAll(() => portal.close());

async function signInAsCeo(page: Page, address: string): Promise<void> {
  const { username } = await makeAccount(portal.app, 'ceo');
  await signIn(page, username!, address);
}

const types = ['Comprehensive', 'Financial', 'Operational', 'Customer', 'Procurement', 'HR'];

test('the ceo opens each report, follows a figure, exports and prints', async () => {
  const { page, faults, settled } = await portal.open();
  await signInAsCeo(page, '/dashboard?tab=reports');
  await page.getByRole('link', { name: 'Comprehensive Reports' }).click();
  await page.getByRole('heading', { level: 1, name: 'Comprehensive Reports' }).waitFor();
  for (const type of types) {
    await page.getByLabel('Report type').selectOption({ label: `${type} report` });
    await page.getByRole('heading', { level: 2, name: `${type} report` }).waitFor();
    await settled();
    expect(await seriousFindings(page), type).toEqual([]);
  }
  await page.getByLabel('Report type').selectOption({ label: 'Comprehensive report' });
  await page.getByRole('heading', { level: 2, name: 'Comprehensive report' }).waitFor();
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
    document.documentElement.classList.add('bp6-dark');
  });
  await settled();
  expect(await seriousFindings(page)).toEqual([]);

  for (const [button, extension] of [
    ['Excel', 'xlsx'],
    ['CSV', 'csv'],
    ['PDF', 'pdf'],
  ]) {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export as ${button}` }).click();
    expect((await file).suggestedFilename()).toMatch(
      new RegExp(`^comprehensive-report-\\d{4}-01-01-to-\\d{4}-\\d\\d-\\d\\d\\.${extension}$`),
    );
  }

  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Generate Report' }).isVisible()).toBe(false);
  expect(await page.getByRole('link', { name: 'Dashboard Overview' }).isVisible()).toBe(false);
  expect(await page.getByText('Financial Summary').isVisible()).toBe(true);
  await page.emulateMedia({ media: null });

  await page.getByRole('link', { name: /Total invoices/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Billing & Accounts' }).waitFor();
  await page
    .getByRole('cell', { name: /Garang Hotel/ })
    .first()
    .waitFor();
  expect(await page.getByLabel('Billed from', { exact: true }).inputValue()).toMatch(/^1 Jan /);
  expect(faults).toEqual([]);
});

test('an own report is read as a chart and a table, exported and sent by its address', async () => {
  const { page, faults, settled } = await portal.open();
  await signInAsCeo(page, '/reports?view=own');
  await page.getByLabel('Report', { exact: true }).selectOption({ label: 'Revenue by location' });
  await page
    .getByRole('row', { name: /^Total of 1\b/ })
    .first()
    .waitFor();
  await page.waitForURL(/report=revenue-by-location/);
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Report', { exact: true }).selectOption({ label: 'Customers by month' });
  await page.getByRole('img', { name: /Customers by month over time|Bar chart/ }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as Excel' }).click();
  expect((await file).suggestedFilename()).toMatch(/^customers-by-month-report-.*\.xlsx$/);
  expect(faults).toEqual([]);
});

test('a report is scheduled by e-mail, sent now, stopped, resumed and deleted', async () => {
  const { page, faults, settled } = await portal.open();
  await signInAsCeo(page, '/reports');
  await page.getByRole('tab', { name: 'By e-mail' }).click();
  await page.getByText('No reports by e-mail yet').waitFor();
  await page.getByRole('button', { name: 'Schedule Report' }).click();
  const form = page.getByRole('dialog', { name: 'Schedule a Report' });
  await form.getByLabel(/^Report/).selectOption({ label: 'Financial report' });
  await form.getByText('Each week').click();
  await form.getByLabel(/^Send to/).fill('grace@example.com');
  await form.getByLabel(/^Send to/).press('Enter');
  await form.getByLabel('Add a colleague').selectOption({ index: 1 });
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /Financial report/ });
  await row.getByText('grace@example.com').waitFor();
  await row.getByText('and 1 more').waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);

  const act = async (label: string) => {
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  await act('Send now');
  await page.getByRole('button', { name: 'Send now', exact: true }).click();
  await row.getByText('2 e-mails waiting').waitFor();
  await act('Stop');
  await row.getByText('Stopped').waitFor();
  await act('Resume');
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await row.getByText('Active').waitFor();
  await act('Delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No reports by e-mail yet').waitFor();
  expect(faults).toEqual([]);
});

test('the page fits a phone', async () => {
  const { page, settled } = await portal.open({ width: 390, height: 844 });
  const addresses = [
    '/reports',
    '/reports?view=own',
    '/reports?view=own&report=ageing',
    '/reports?view=schedules',
  ];
  await signInAsCeo(page, addresses[0]!);
  for (const [index, address] of addresses.entries()) {
    if (index > 0) await go(page, address);
    await page.getByRole('heading', { level: 1, name: 'Comprehensive Reports' }).waitFor();
    await settled();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, address).toBeLessThanOrEqual(0);
  }
});
