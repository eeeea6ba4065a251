import { newEmployee } from '@nimule/fixtures/testing/employees';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDisconnect } from '../../billing/disconnect/service.ts';
import { createManualInvoice, listInvoices } from '../../billing/invoices/service.ts';
import { updateInvoice } from '../../billing/invoices/service-corrections.ts';
import { emailInvoice } from '../../billing/invoices/service-emails.ts';
import { recordPayment, reversePayment } from '../../billing/payments/service.ts';
import { updatePaymentStatus } from '../../billing/payments/service-status.ts';
import { runBilling } from '../../billing/runs/service.ts';
import { transact } from '../../context.ts';
import {
  createCustomer,
  lookupCustomer,
  setPromise,
  updateCustomer,
} from '../../customers/service.ts';
import { importCustomers } from '../../customers/service-import.ts';
import { createEmployee, updateEmployee } from '../../hr/employees/service.ts';
import { setCarryOver } from '../../hr/leave/service-year.ts';
import { createPayrollPayment } from '../../hr/payments/service.ts';
import { createPayroll, updatePayroll } from '../../hr/payroll/service.ts';
import { approvePayroll } from '../../hr/payroll/service-approve.ts';
import { type IsoDate, isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { createSupplier, updateSupplier } from '../../procurement/suppliers/service.ts';
import { adjust, updateEquipment } from '../stock/service.ts';
import type { HistoryLine } from './schema.ts';
import { getHistory } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app, staff('billing'));
const job = () => contextOf(app, { kind: 'system', job: 'billing.disconnect' });
beforeAll(async () => {
  app = await createMarkedApp('2026-11-01T08:00:00Z');
});
afterAll(() => app.close());

const lines = ({ rows }: { rows: readonly HistoryLine[] }) =>
  rows.map(({ what, who }) => `${what} (${who})`);

function addInvoice(customerId: number, dueDate?: IsoDate) {
  return createManualInvoice(ctx(), {
    customerId,
    description: 'Cable',
    amountUsd: cents(30_00),
    dueDate,
  });
}

test('of a customer: edits, promises, the rule, imports and payments, each told once, newest first', async () => {
  const { id, customerId } = await createCustomer(ctx(), { name: 'Akol', email: 'a@example.net' });
  app.time.set('2026-11-02T08:00:00Z');
  await updateCustomer(ctx(), id, { updates: { packageType: 'Standard Fiber' } });
  await addInvoice(id, isoDate('2026-11-15'));
  app.time.set('2026-11-30T08:00:00Z');
  await runDisconnect(job());
  await setPromise(ctx(), id, { until: isoDate('2026-12-02'), reason: 'Pays on Wednesday' });
  app.time.set('2026-12-03T08:00:00Z');
  await runDisconnect(job());
  await recordPayment(ctx(), { customerId: id, amount: cents(30_00) });
  app.time.set('2026-12-04T08:00:00Z');
  await transact(ctx(), (tx) => importCustomers(tx, [{ customerId, status: 'Inactive' }]));
  const history = await getHistory(ctx(), 'customer', id, { total: true });
  expect(lines(history)).toEqual([
    'Status changed by an import (Test billing)',
    'Restored by the 15-day rule: nothing overdue is open any more (Test billing)',
    'Suspended by the 15-day rule (Auto-disconnect, daily)',
    'Promise to pay recorded, service restored (Test billing)',
    'Suspended by the 15-day rule (Auto-disconnect, daily)',
    'Details changed (Test billing)',
    'Added (Test billing)',
  ]);
  expect(history.total).toBe(7);
  expect(history.rows[3]).toMatchObject({
    at: new Date('2026-11-30T08:00:00Z'),
    changes: [
      { field: 'Status', before: 'Suspended', after: 'Active' },
      { field: 'Do not disconnect until', before: null, after: '2 Dec 2026' },
      { field: 'Reason', before: null, after: 'Pays on Wednesday' },
    ],
  });
  expect(history.rows[5]?.changes).toContainEqual({
    field: 'Monthly fee',
    before: '$125.00',
    after: '$450.00',
  });
  expect(new Set(history.rows.map((line) => line.id)).size).toBe(7);
  const page = await getHistory(ctx(), 'customer', id, { page: 2, pageSize: 3 });
  expect(page.rows).toEqual(history.rows.slice(3, 6));
});

test('of a customer who came with an import begins with that', async () => {
  await transact(ctx(), (tx) => importCustomers(tx, [{ customerId: 'OLD-1', name: 'Bol' }]));
  const { id } = await lookupCustomer(ctx(), 'OLD-1');
  expect(lines(await getHistory(ctx(), 'customer', id, {}))).toEqual([
    'Added by an import (Not known)',
  ]);
});

test('of an invoice: what was made of it, and the payments on it, reversed ones too', async () => {
  app.time.set('2026-12-05T08:00:00Z');
  const { id: customerId } = await createCustomer(ctx(), { name: 'Deng', email: 'd@example.net' });
  const invoice = await addInvoice(customerId);
  await updateInvoice(ctx(), invoice.id, { amountUsd: cents(25_00) });
  await emailInvoice(ctx(), invoice.id);
  const payment = await recordPayment(ctx(), { customerId, amount: cents(10_00) });
  await reversePayment(ctx(), payment.id, 'Cheque returned');
  await updatePaymentStatus(ctx(), invoice.id, { status: 'paid' });
  await updatePaymentStatus(ctx(), invoice.id, { status: 'pending' });
  const history = await getHistory(ctx(), 'invoice', invoice.id, {});
  expect(lines(history).reverse()).toEqual([
    'Made by hand (Test billing)',
    'Corrected (Test billing)',
    'E-mailed to d@example.net (Test billing)',
    'Payment RCT-2026-000002 of $10.00 recorded (Test billing)',
    'Receipt RCT-2026-000002 reversed: Cheque returned (Test billing)',
    'Payment RCT-2026-000003 of $25.00 recorded (Test billing)',
    `Receipt RCT-2026-000003 reversed: ${invoice.invoiceId} set back to pending (Test billing)`,
    'Payment status set to pending (Test billing)',
  ]);
  expect(history.rows.find(({ what }) => what === 'Corrected')?.changes).toEqual([
    { field: 'Amount', before: '$30.00', after: '$25.00' },
  ]);
  expect(lines(await getHistory(ctx(), 'payment', payment.id, {}))).toEqual([
    'Reversed: Cheque returned (Test billing)',
    'Recorded (Test billing)',
  ]);
});

test('of an invoice of the monthly run says so', async () => {
  const { id: customerId } = await createCustomer(ctx(), { name: 'Monthly' });
  await runBilling(contextOf(app, { kind: 'system', job: 'billing.monthly' }));
  const { rows } = await listInvoices(ctx(), { customerId });
  expect(lines(await getHistory(ctx(), 'invoice', rows[0]!.id, {}))).toEqual([
    'Made by the monthly run (Monthly billing)',
  ]);
});

test('of a record that is not there is refused', async () => {
  for (const about of ['customer', 'invoice', 'payment'] as const)
    await expect(getHistory(ctx(), about, 999_999, {})).rejects.toMatchObject({ kind: 'notFound' });
});

test('of a supplier and of an item of equipment names what was changed, and adjustments', async () => {
  const { id: supplierId } = await createSupplier(ctx(), { name: 'Juba Computers' });
  await updateSupplier(ctx(), supplierId, { paymentTerms: 'NET 60', status: 'inactive' });
  const ofSupplier = await getHistory(ctx(), 'supplier', supplierId, {});
  expect(ofSupplier.rows.map(({ what }) => what)).toEqual(['Changed', 'Added']);
  expect(ofSupplier.rows[0]!.changes).toEqual([
    { field: 'Payment terms', before: 'NET 30', after: 'NET 60' },
    { field: 'Status', before: 'Active', after: 'Inactive' },
  ]);
  const item = await addItem(ctx(), { name: 'Router', unitCostUsd: 80, quantityInStock: 12 });
  await updateEquipment(ctx(), item.id, { unitCostUsd: cents(90_00), minimumStock: 3 });
  await adjust(ctx(), item.id, { quantityInStock: 10, reason: 'Two were broken' });
  const ofItem = await getHistory(ctx(), 'equipment', item.id, {});
  expect(ofItem.rows.map(({ what }) => what)).toEqual([
    'Stock adjusted',
    'Changed',
    'Opening stock recorded',
    'Added',
  ]);
  const [adjusted, changed] = ofItem.rows;
  expect(adjusted!.changes).toEqual(
    expect.arrayContaining([
      { field: 'Units', before: null, after: '-2' },
      { field: 'Reason', before: null, after: 'Two were broken' },
    ]),
  );
  expect(changed!.changes).toEqual(
    expect.arrayContaining([
      { field: 'Unit cost', before: '$80.00', after: '$90.00' },
      { field: 'Minimum stock', before: '5', after: '3' },
    ]),
  );
  for (const about of ['supplier', 'equipment'] as const)
    await expect(getHistory(ctx(), about, 999_999, {})).rejects.toMatchObject({ kind: 'notFound' });
});

const deng = {
  ...{ firstName: 'Deng', lastName: 'Akol', email: 'deng@example.net', phone: '0977123456' },
  ...{ department: 'Administration', position: 'Engineer', hireDate: isoDate('2026-01-05') },
  ...{ baseSalary: cents(900_00), bankAccount: '0009876' },
};

test('of an employee names what was changed, and pay only to those who may see it', async () => {
  const manager = contextOf(app, staff('manager'));
  const { id } = await createEmployee(manager, deng);
  await updateEmployee(manager, id, {
    ...{ position: 'Head of network', department: 'Network Operations' },
    ...{ baseSalary: cents(950_00), bankAccount: '0001234', isTaxExempt: true },
  });
  await updateEmployee(manager, id, { baseSalary: cents(1_000_00) });
  await setCarryOver(manager, id, { year: 2026, days: 4.5, note: 'From the old list' });
  const whole = await getHistory(manager, 'employee', id, {});
  expect(whole.rows.map(({ what }) => what)).toEqual([
    'Carry-over of leave set: 4.5 days into 2026',
    'Changed',
    'Changed',
    'Added',
  ]);
  const work = [
    { field: 'Department', before: 'Administration', after: 'Network Operations' },
    { field: 'Position', before: 'Engineer', after: 'Head of network' },
  ];
  expect(whole.rows[2]!.changes).toEqual([
    ...work,
    { field: 'Monthly salary', before: '$900.00', after: '$950.00' },
    { field: 'Bank account', before: '0009876', after: '0001234' },
    { field: 'Exempt from income tax', before: 'No', after: 'Yes' },
  ]);
  const shown = await getHistory(ctx(), 'employee', id, {});
  expect(shown.rows.map(({ what }) => what)).toEqual(whole.rows.map(({ what }) => what));
  expect(shown.rows[1]!.changes).toEqual([]);
  expect(shown.rows[2]!.changes).toEqual(work);
  expect(shown.rows[3]!.changes.map(({ field }) => field)).toEqual([
    ...['First name', 'Last name', 'E-mail', 'Telephone', 'Department', 'Position'],
    ...['Employment', 'Hired', 'Status'],
  ]);
  expect(JSON.stringify(shown.rows)).not.toMatch(/900|950|1,000|0009876|0001234/);
});

test('of a payroll tells its changes, approval and payment', async () => {
  const manager = contextOf(app, staff('manager'));
  const { id: employeeId } = await createEmployee(manager, {
    ...{ ...deng, firstName: 'Achol', email: 'achol@example.net', bankAccount: '0005555' },
  });
  const period = { startDate: isoDate('2026-10-01'), endDate: isoDate('2026-10-31') };
  const { id } = await createPayroll(manager, { employeeId, ...period, baseSalary: cents(900_00) });
  await updatePayroll(manager, id, { bonus: cents(50_00) });
  await approvePayroll(manager, id);
  const { paymentNumber } = await createPayrollPayment(manager, {
    payrollIds: [id],
    account: 'bank',
  });
  const { rows } = await getHistory(manager, 'payroll', id, {});
  // Lines without an entry of the log come before those of the same time.
  expect(rows.map(({ what }) => what).sort()).toEqual([
    'Approved',
    'Changed',
    `Paid with ${paymentNumber}`,
    'Processed',
  ]);
  expect(rows.find(({ what }) => what === 'Changed')!.changes).toContainEqual({
    field: 'Bonus',
    before: '$0.00',
    after: '$50.00',
  });
});

test('of an imported employee tells the import, and nothing of one that is not there', async () => {
  const id = await newEmployee(contextOf(app));
  const { rows } = await getHistory(ctx(), 'employee', id, {});
  expect(rows.map(({ what, who }) => [what, who])).toEqual([['Added by an import', 'test']]);
  for (const about of ['employee', 'payroll'] as const)
    await expect(getHistory(ctx(), about, 999_999, {})).rejects.toMatchObject({ kind: 'notFound' });
});
