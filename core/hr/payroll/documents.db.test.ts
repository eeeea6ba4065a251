import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { createPayrollPayment, reversePayrollPayment } from '../payments/service.ts';
import { approvePayrollBatch } from './service-approve.ts';
import { createPayrollBatch } from './service-batches.ts';
import { ownPayslipPdf, payrollBatchPdf, payslipPdf } from './service-documents.ts';
import { emailPayslip } from './service-email.ts';
import { exportPayroll, listPayslipsOf, paymentList } from './service-list.ts';
import { exportPayrollTaxReport } from './service-tax.ts';

let app: TestApp;
let batchId: number;
const EMPLOYEES = 52;
const manager = (userId: number) =>
  contextOf(app, { ...staff('manager'), userId } as ReturnType<typeof staff>);
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await firstEmployees(contextOf(app), EMPLOYEES);
  await sql`update employees set bank_name = 'Equity Bank', bank_account = '=0012345', position = 'Field engineer' where id = 1`.execute(
    app.db,
  );
  await sql`update employees set pay_by = 'mobile_money', mobile_money = '+211977123456' where id = 2`.execute(
    app.db,
  );
  batchId = (await createPayrollBatch(manager(1), { month: isoMonth('2026-10') })).id;
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

async function textOf(body: unknown): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

test('a payslip is one page with its amounts; one that is not approved says so', async () => {
  const { body, filename } = await payslipPdf(manager(1), 1);
  expect(filename).toBe('payslip-PR-2026-0001.pdf');
  const { pages, info } = readPdf(body as Buffer);
  expect(pages).toHaveLength(1);
  expect(info.Title).toBe('Payslip PR-2026-0001');
  for (const text of [
    'EMP-001',
    'October 2026',
    '$1,000.00',
    '$150.00',
    '$80.00',
    '$770.00',
    'SSP 308,000',
    'Not approved yet',
    'Equity Bank',
  ])
    expect(pages[0]).toContain(text);
  expect(await refusal(payslipPdf(manager(1), 99_999))).toMatchObject({ code: 'payroll.notFound' });
});

test('the payslips of a batch are one file, of which every page is one employee', async () => {
  const { body, filename } = await payrollBatchPdf(manager(1), batchId);
  expect(filename).toBe('payslips-PB-2026-0001.pdf');
  const file = Buffer.from(body as Buffer).toString('latin1');
  expect(file.startsWith('%PDF-')).toBe(true);
  expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(EMPLOYEES);
  expect(await refusal(payrollBatchPdf(manager(1), 99))).toMatchObject({
    code: 'payrollBatch.notFound',
  });
});

test('an employee sees their own payslips once they are approved', async () => {
  expect(await refusal(ownPayslipPdf(manager(1), 1, 1))).toMatchObject({
    code: 'payslip.notFound',
  });
  expect((await listPayslipsOf(manager(1), 1, {})).rows).toEqual([]);
  await approvePayrollBatch(manager(2), batchId);
  expect(await listPayslipsOf(manager(1), 1, { total: true })).toMatchObject({
    total: 1,
    rows: [{ id: 1, netPay: 770_00 }],
  });
  expect((await ownPayslipPdf(manager(1), 1, 1)).filename).toBe('payslip-PR-2026-0001.pdf');
  expect(await refusal(ownPayslipPdf(manager(1), 2, 1))).toMatchObject({
    code: 'payslip.notFound',
  });
});

test('a payslip is e-mailed to its employee, once for a repeated request', async () => {
  const ctx = manager(1);
  const origin = { ip: '', idempotencyKey: 'once' };
  await emailPayslip({ ...ctx, origin }, 1);
  await emailPayslip({ ...ctx, origin }, 1);
  expect(app.sent).toHaveLength(1);
  expect(app.sent[0]).toMatchObject({
    to: 'akol.1@example.net',
    subject: expect.stringContaining('October 2026'),
  });
  expect(app.sent[0]!.attachments[0]).toMatchObject({ filename: 'payslip-PR-2026-0001.pdf' });
});

test('the payment list has the pounds that a payment of today books, and numbers that can be dialled', async () => {
  const ctx = manager(1);
  await updateRate(contextOf(app), { rate: cents(500_00), validFrom: isoDate('2026-11-20') });
  const list = await textOf((await paymentList(ctx, { batchId })).body);
  expect(list.split('\r\n')[2]).toMatch(/,mobile_money,[^,]*,[^,]*,0977123456,770.00,385000.00,/);
  const admin = contextOf(app, staff('admin'));
  const payment = await createPayrollPayment(admin, {
    ...{ payrollIds: [2], account: 'mobile_money', currency: 'SSP' },
  });
  expect(payment.amount).toBe(385_000_00);
  await reversePayrollPayment(admin, payment.id, { reason: 'Error' });
});

test('lists and reports are files in which no text is a formula', async () => {
  const list = await textOf((await paymentList(manager(1), { batchId })).body);
  expect(list.split('\r\n')[1]).toContain(
    "Equity Bank,'=0012345,,770.00,385000.00,PR-2026-0001 2026-10",
  );
  expect(list.trim().split('\r\n')).toHaveLength(EMPLOYEES + 1);
  const payroll = await textOf((await exportPayroll(manager(1), { format: 'csv', batchId })).body);
  expect(payroll).toContain('2026-10-31,1000.00');
  const tax = await textOf((await exportPayrollTaxReport(manager(1), { format: 'csv' })).body);
  expect(tax).toContain('2026-10,52,52000.00,7800.00,4160.00');
  const technician = contextOf(app, staff('technician'));
  const without = await textOf((await exportPayroll(technician, { format: 'csv' })).body);
  expect(without).not.toContain('770.00');
});
