import { fillSafe } from '@nimule/fixtures/testing/cash';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { entryInput } from '@nimule/fixtures/testing/ledger';
import { insertIntent } from '@nimule/fixtures/testing/wifi';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJournalTemplate, postRecurring } from '../../accounting/recurring/service.ts';
import { lockMonth } from '../../accounting/service.ts';
import { createJournalEntry } from '../../accounting/journal/service.ts';
import { requestApproval } from '../../approvals/service.ts';
import { runBilling } from '../../billing/runs/service.ts';
import { transact } from '../../context.ts';
import { makeRecurringExpenses } from '../../expenses/recurring/service.ts';
import { createExpenseTemplate } from '../../expenses/recurring/service-templates.ts';
import { createPayroll } from '../../hr/payroll/service.ts';
import { approvePayroll } from '../../hr/payroll/service-approve.ts';
import type { Role } from '../../identity/roles.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { acceptTill, countTill } from '../../till/service-close.ts';
import { openTill } from '../../till/service-open.ts';
import type { OpenKind } from './schema.ts';
import { openInMonth } from './service.ts';

let app: TestApp;
const OCTOBER = isoMonth('2026-10');
beforeAll(async () => {
  app = await createTestApp('2026-10-30T08:00:00Z');
});
afterAll(() => app.close());

const ctx = (actor?: Parameters<typeof contextOf>[1]) => contextOf(app, actor);
const open = (role: Role = 'admin', month = OCTOBER) => openInMonth(ctx(staff(role)), month);
const of = async (kind: OpenKind, role?: Role) =>
  (await open(role)).find((matter) => matter.kind === kind);

it('says nothing of a month in which nothing happened', async () => {
  expect(await open()).toEqual([]);
});

it('tells open tills, and counted ones with a difference', async () => {
  await fillSafe(app, { usd: 1000_00 });
  const clerk = await makeWorker(app, 'billing', 'Abuk Thon');
  const till = await openTill(ctx(clerk), { floatUsd: cents(50_00) });
  expect(await of('tillsOpen')).toMatchObject({ count: 1, amountUsd: null, link: { to: 'till' } });
  expect(await openInMonth(ctx(), isoMonth('2026-09'))).toEqual([]);
  await countTill(ctx(clerk), till.id, {
    pieces: [
      { currency: 'USD', denomination: cents(20_00), pieces: 2 },
      { currency: 'USD', denomination: cents(1_00), pieces: 9 },
    ],
    note: 'A note was torn',
  });
  expect(await of('tillsOpen')).toBeUndefined();
  expect(await of('tillDifferences')).toMatchObject({ count: 1, amountUsd: -1_00 });
  await acceptTill(ctx(await makeWorker(app, 'manager', 'Mary Keji')), till.id);
  expect(await open()).toEqual([]);
});

it('tells customers without an invoice, then invoices that were not sent', async () => {
  await addCustomers(app, 2);
  expect(await of('unbilled')).toMatchObject({
    count: 2,
    title: '2 customers have no invoice for October 2026.',
    link: { to: 'billing', query: { view: 'automation' } },
  });
  await runBilling(ctx(), { month: OCTOBER });
  expect(await of('unbilled')).toBeUndefined();
  expect(await of('invoicesNotSent')).toMatchObject({ count: 2, amountUsd: 250_00 });
  const send = (status: string) =>
    sql`
    insert into invoice_emails (invoice_id, recipient, status, requested_at, settled_at, sender, sent_by)
    select id, 'a@example.com', ${status}, ${app.clock()}, ${app.clock()}, 'x', 'x' from invoices`.execute(
      app.db,
    );
  await send('failed');
  expect(await of('invoicesNotSent')).toMatchObject({ count: 2 });
  await send('sent');
  expect(await open()).toEqual([]);
});

it('tells what waits for a second person, expenses apart', async () => {
  const ask = (kind: 'expense' | 'credit_grant', entityId: number) =>
    transact(ctx(staff('billing')), (tx) =>
      requestApproval(tx, {
        ...{ kind, entity: 'customer', entityId, record: 'Juba Tea House', facts: [] },
        ...{ summary: 'x', amountUsd: cents(70_00), reason: 'y' },
        payload: { operation: 'grantCredit', params: {}, body: { entityId } },
      } as never),
    );
  await ask('expense', 1);
  expect(await of('expensesWaiting')).toMatchObject({ count: 1, amountUsd: 70_00 });
  expect(await of('approvalsWaiting')).toBeUndefined();
  await ask('credit_grant', 2);
  expect(await of('approvalsWaiting')).toMatchObject({ count: 1, amountUsd: null });
  await sql`update approvals set status = 'withdrawn', decided_at = ${app.clock()}`.execute(app.db);
  expect(await open()).toEqual([]);
});

it('tells recurring entries and expenses until they are posted, those of the rest of the month too', async () => {
  const line = (accountCode: string, debit: number, credit: number) => ({
    ...{ accountCode, debitAmount: cents(debit), creditAmount: cents(credit), description: '' },
  });
  await createJournalTemplate(ctx(), {
    ...{ description: 'Bank fees', day: 31, firstMonth: OCTOBER },
    entries: [line('5930', 10_00, 0), line('1120', 0, 10_00)],
  });
  await createExpenseTemplate(ctx(), {
    ...({ category: 'rent', currency: 'USD', expenseType: 'operating_expense' } as const),
    ...{ location: 'Landlord', description: 'Rent', day: 31, firstMonth: OCTOBER },
    ...({ amount: cents(100_00), account: 'checking' } as const),
  });
  expect(await of('recurringEntries')).toMatchObject({ count: 1, amountUsd: 10_00 });
  expect(await of('recurringExpenses')).toMatchObject({ count: 1, link: { to: 'expenses' } });
  app.time.set('2026-10-31T08:00:00Z');
  await postRecurring(ctx());
  await makeRecurringExpenses(ctx());
  expect(await open()).toEqual([]);
});

it('tells that no depreciation is posted while there is equipment', async () => {
  const post = (debit: string, credit: string, amount: number) =>
    createJournalEntry(
      ctx(staff('super_admin')),
      entryInput('2026-10-31', [
        [debit, amount, 0],
        [credit, 0, amount],
      ]),
    );
  await post('1310', '1120', 500_00);
  expect(await of('depreciation')).toMatchObject({ count: 1, amountUsd: null });
  await post('5951', '1390', 20_00);
  expect(await of('depreciation')).toBeUndefined();
});

it('tells payrolls that are not approved, their sum only to those who see pay', async () => {
  await firstEmployees(ctx(), 1);
  const manager = await makeWorker(app, 'manager', 'Santino Batakumbo');
  const { id } = await createPayroll(ctx(manager), {
    ...{ employeeId: 1, startDate: isoDate('2026-10-01'), endDate: isoDate('2026-10-31') },
    baseSalary: cents(1000_00),
  });
  expect(await of('payrollWaiting')).toMatchObject({ count: 1, amountUsd: 770_00 });
  expect(await of('payrollWaiting', 'technical_manager')).toMatchObject({
    count: 1,
    amountUsd: null,
  });
  await approvePayroll(ctx(), id);
  expect(await of('payrollWaiting')).toBeUndefined();
});

it('tells mobile money that needs a decision', async () => {
  await insertIntent(app, { status: 'paid' });
  expect(await of('mobileMoney')).toBeUndefined();
  await insertIntent(app, { status: 'review' });
  expect(await of('mobileMoney')).toMatchObject({ count: 1, amountUsd: 50 });
});

it('locks all the same', async () => {
  const clerk = await makeWorker(app, 'billing', 'Ramadan Osman');
  await openTill(ctx(clerk), { floatUsd: cents(1_00) });
  expect(await of('tillsOpen')).toMatchObject({ count: 1 });
  expect(await lockMonth(ctx(), OCTOBER)).toMatchObject({ isLocked: true });
});
