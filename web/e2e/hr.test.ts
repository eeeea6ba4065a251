import { buffer } from 'node:stream/consumers';
import { listPayroll } from '@nimule/core/hr/payroll/service-list';
import type { Role } from '@nimule/core/identity/roles';
import { addMonths, dateInJuba, formatMonth, monthOf } from '@nimule/core/kernel/dates';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, signIn, type Visit } from './harness.ts';

/** Last month, so that nothing is dated in days to come. */
const month = addMonths(monthOf(dateInJuba(new Date())), -1);

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await firstEmployees(contextOf(portal.app), 3);
});
afterAll(() => portal.close());

/** Opens a screen as somebody of this role. */
async function openAs(role: Role, address: string): Promise<Visit> {
  const { username } = await makeAccount(portal.app, role);
  const visit = await portal.open();
  const { page } = visit;
  await signIn(page, username!, address);
  return visit;
}

/** What the payroll tab shows to those who see pay and record payments. */
const parts = ['payrolls', 'batches', 'payments', 'advances', 'remittances', 'tax', 'rates'];
const tabs = ['overview', 'employees', 'leave', 'attendance'].map((view) => `/hr?view=${view}`);
const payroll = parts.map((part) => `/hr?view=payroll&pay-part=${part}`);

/** The text of the open tab once it has come to rest. */
async function textOf({ page, settled }: Visit): Promise<string> {
  await page.getByRole('heading', { level: 1, name: 'Human Resources Management' }).waitFor();
  await settled();
  return page.locator('main').innerText();
}

test('a manager processes a month, an admin approves and pays it, and a payslip is saved', async () => {
  const manager = await openAs('manager', '/hr?view=payroll&pay-part=batches');
  await manager.page.getByRole('button', { name: 'Process a month' }).first().click();
  const form = manager.page.getByRole('dialog', { name: 'Process a month' });
  await form.getByLabel(/^Month/).selectOption(month);
  await form.getByText('$2,310.00 net').waitFor();
  await manager.settled();
  expect(await seriousFindings(manager.page)).toEqual([]);
  await form.getByRole('button', { name: 'Process payroll' }).click();
  await manager.page.getByText('Payroll Processed').waitFor();
  expect(manager.faults).toEqual([]);

  const admin = await openAs('admin', '/dashboard?view=approvals');
  const { page } = admin;
  await page.getByRole('button', { name: /^Approve PB-/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve payrolls' }).click();
  await page.getByText('Payroll Approved').waitFor();

  await go(page, '/hr?view=payroll&pay-part=payments');
  await page.getByRole('button', { name: `Pay ${formatMonth(month)}, Bank` }).click();
  const pay = page.getByRole('dialog', { name: /^Pay / });
  await pay.getByText('$2,310.00').waitFor();
  await pay.getByRole('button', { name: 'Record payment' }).click();
  await page.getByText('Payment Recorded').waitFor();

  await go(page, '/hr?view=payroll');
  const started = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Payslip PDF PR-/ })
    .first()
    .click();
  const { text } = readPdf(await buffer(await (await started).createReadStream()));
  expect(text).toContain('Deng Akol');
  expect(text).toContain('770.00');

  for (const address of [...tabs, ...payroll]) {
    await go(page, address);
    await textOf(admin);
    expect(await seriousFindings(page), address).toEqual([]);
  }
  expect(admin.faults).toEqual([]);
  const { rows } = await listPayroll(contextOf(portal.app), {});
  expect(rows.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
});

test('a ceo reads pay and cannot change it', async () => {
  const ceo = await openAs('ceo', '/hr?view=payroll');
  await ceo.page.getByText('$770.00').first().waitFor();
  const refused = (name: string) =>
    ceo.page.getByRole('button', { name }).first().getAttribute('aria-disabled');
  expect(await refused('Process Payroll')).toBe('true');
  expect(await refused('Add Employee')).toBe('true');
  await go(ceo.page, '/hr?view=payroll&pay-part=advances');
  await ceo.page.getByRole('button', { name: 'New advance' }).first().waitFor();
  expect(await refused('New advance')).toBe('true');
  expect(ceo.faults).toEqual([]);
});

test('billing sees no salary on any tab', async () => {
  const billing = await openAs('billing', '/hr');
  const shown = ['payments', 'remittances', 'rates'].map(
    (part) => `/hr?view=payroll&pay-part=${part}`,
  );
  const expectNoSalary = async (what: string) =>
    expect(await textOf(billing), what).not.toMatch(/\$(1,000|770)\.00/);
  await expectNoSalary('/hr');
  for (const address of [...tabs.slice(1), ...shown]) {
    await go(billing.page, address);
    await expectNoSalary(address);
  }
  // Other parts lead to the first one.
  await go(billing.page, '/hr?view=payroll&pay-part=payrolls');
  await billing.page.getByRole('tab', { name: 'Payments', selected: true }).waitFor();
  expect(await billing.page.getByRole('tab', { name: 'Advances' }).count()).toBe(0);
  expect(billing.faults).toEqual([]);
});
