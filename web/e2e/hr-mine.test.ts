import { buffer } from 'node:stream/consumers';
import { updateEmployee } from '@nimule/core/hr/employees/service';
import { createPayroll } from '@nimule/core/hr/payroll/service';
import { approvePayroll } from '@nimule/core/hr/payroll/service-approve';
import { isoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { newEmployee } from '@nimule/fixtures/testing/employees';
import { contextOf, staff } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, openUserMenu, type Portal, signIn, type Visit } from './harness.ts';

let portal: Portal;
let employee: string;
let manager: string;
beforeAll(async () => {
  portal = await openPortal();
  const ctx = contextOf(portal.app);
  const account = await makeAccount(portal.app, 'technical_manager');
  const boss = await makeAccount(portal.app, 'manager');
  employee = account.username!;
  manager = boss.username!;
  const id = await newEmployee(ctx);
  await updateEmployee(ctx, id, { userId: account.id });
  const payroll = await createPayroll(ctx, {
    employeeId: id,
    startDate: isoDate('2026-01-01'),
    endDate: isoDate('2026-01-31'),
    baseSalary: cents(1000_00),
  });
  await approvePayroll(
    contextOf(portal.app, { ...staff('manager'), userId: boss.id } as never),
    payroll.id,
  );
});
afterAll(() => portal.close());

/** Nothing serious by axe, and nothing wider than the screen. */
async function expectSound({ page, settled }: Visit): Promise<void> {
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);
}

test('an employee asks for leave on a phone, a manager approves it, and the payslip is saved', async () => {
  const phone = await portal.open({ width: 390, height: 844 });
  await signIn(phone.page, employee);
  await phone.page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = phone.page.getByRole('dialog', { name: 'Menu' });
  expect(await menu.getByRole('link', { name: 'Human Resources' }).count()).toBe(0);
  await openUserMenu(menu);
  await menu.getByRole('link', { name: 'My leave and payslips' }).click();
  const balance = phone.page.getByRole('region', { name: /^Annual leave of/ });
  await balance.getByText('Left today').waitFor();
  const before = await balance.innerText();
  await expectSound(phone);
  await phone.page.getByRole('button', { name: /^More/ }).click();
  await phone.page.getByRole('button', { name: 'Ask for leave' }).click();
  const form = phone.page.getByRole('dialog', { name: 'Ask for Leave' });
  await form.getByLabel(/^Reason/).fill('Family');
  await form.getByText('1 day', { exact: true }).waitFor();
  await expectSound(phone);
  await form.getByRole('button', { name: 'Ask for leave' }).click();
  await phone.page.getByText('Leave Requested').waitFor();
  const cancel = phone.page.getByRole('button', { name: /^Cancel leave Annual Leave/ });
  await cancel.waitFor();
  expect((await cancel.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  const desk = await portal.open();
  await signIn(desk.page, manager, '/hr?view=leave');
  await desk.page.getByRole('button', { name: /^Approve Annual Leave of Nyandeng Garang/ }).click();
  await desk.page.getByRole('button', { name: 'Approve leave' }).click();
  await desk.page.getByText('Leave Approved').waitFor();
  // Attendance passes by who is on leave.
  await go(desk.page, '/hr?view=attendance');
  await desk.page.getByRole('cell', { name: /Nyandeng Garang.*Annual Leave/ }).waitFor();
  await expectSound(desk);
  await go(desk.page, '/hr?view=attendance&attendance-part=month');
  await desk.page.getByRole('grid').waitFor();
  await expectSound(desk);
  expect(desk.faults).toEqual([]);

  await phone.page.reload();
  await phone.page.getByRole('cell', { name: /Approved/ }).waitFor();
  expect(await balance.innerText()).not.toBe(before);
  await phone.page.getByRole('tab', { name: 'Payslips' }).click();
  const started = phone.page.waitForEvent('download');
  await phone.page.getByRole('button', { name: 'Download payslip January 2026' }).click();
  const { text } = readPdf(await buffer(await (await started).createReadStream()));
  expect(text).toContain('Nyandeng Garang');
  await phone.page.getByRole('tab', { name: 'Attendance' }).click();
  await phone.page.getByText('No days are marked in this month').waitFor();
  await expectSound(phone);
  expect(phone.faults).toEqual([]);
});
