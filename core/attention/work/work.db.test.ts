import { fillSafe } from '@nimule/fixtures/testing/cash';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJournalTemplate } from '../../accounting/recurring/service.ts';
import { lockMonth } from '../../accounting/service.ts';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { createExpenseTemplate } from '../../expenses/recurring/service-templates.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { type Role, roles } from '../../identity/roles.ts';
import { invoke } from '../../invoke.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { createTicket } from '../../support/service.ts';
import { complete } from '../../support/service-visits.ts';
import { openTill } from '../../till/service-open.ts';
import { workOfRole } from './rules.ts';
import { ownWork } from './service.ts';

let app: TestApp;
let technician: StaffActor;
let clerk: StaffActor;
beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  await addCustomers(app, 3);
  technician = await makeWorker(app, 'technician', 'Peter Loro');
  clerk = await makeWorker(app, 'billing', 'Abuk Thon');
});
afterAll(() => app.close());

const ctx = (actor?: Parameters<typeof contextOf>[1]) => contextOf(app, actor);
const work = (role: Role) => ownWork(ctx(staff(role)));

it.each(roles)('answers %s its blocks and no others', async (role) => {
  const { body } = await invoke(app, staff(role), 'ownWork', {});
  const { order, ...blocks } = JSON.parse(JSON.stringify(body));
  expect(order).toEqual(workOfRole[role]);
  expect(Object.keys(blocks).sort()).toEqual([...workOfRole[role]].sort());
});

it('lists the visits of a technician until today that are not done, with where they are', async () => {
  const visit = (title: string, visitDate: string, assignedTo: number) =>
    createTicket(ctx(), {
      ...{ title, description: 'No light', customerId: 1, visitPlace: 'Airport Road' },
      ...{ visitDate: isoDate(visitDate), assignedTo },
    });
  const late = await visit('Late', '2026-11-20', technician.userId);
  await visit('Today', '2026-11-23', technician.userId);
  await visit('Tomorrow', '2026-11-24', technician.userId);
  const other = await makeWorker(app, 'technician', 'Other');
  await visit('Of another', '2026-11-23', other.userId);
  const seen = await ownWork(ctx(technician));
  expect(seen.visits).toMatchObject({
    total: 2,
    rows: [
      { title: 'Late', visitPlace: 'Airport Road' },
      { title: 'Today', customerName: 'Customer 1', customerLocation: 'Wau' },
    ],
  });
  expect(seen.tickets).toMatchObject({ total: 3 });
  await complete(ctx(technician), late.id, { workDone: 'Spliced', resolve: true });
  expect((await ownWork(ctx(technician))).visits).toMatchObject({ total: 1 });
});

it('counts more tickets than it lists, and answered ones no longer', async () => {
  for (let made = 0; made < 8; made += 1)
    await createTicket(ctx(), { title: `Slow ${made}`, description: 'Slow' });
  const { unanswered } = await work('support');
  const open = await sql<{ count: number }>`select count(*)::int as count from tickets
    where status in ('open', 'assigned', 'in_progress') and first_response_at is null`.execute(
    app.db,
  );
  expect(unanswered!.rows).toHaveLength(6);
  expect(unanswered!.total).toBe(open.rows[0]!.count);
});

it("tells a clerk of the own till and of what was taken today, and not of another's", async () => {
  expect((await ownWork(ctx(clerk))).till).toBeNull();
  await fillSafe(app, { usd: 1000_00 });
  await openTill(ctx(clerk), { floatUsd: cents(50_00) });
  const pay = (actor: StaffActor | undefined, amount: number) =>
    recordPayment(ctx(actor), { customerId: 1, amount: cents(amount), account: 'cash' });
  await pay(clerk, 20_00);
  await pay(undefined, 7_00);
  expect(await ownWork(ctx(clerk))).toMatchObject({
    till: { status: 'open', cashUsd: 70_00, openedOn: '2026-11-23' },
    payments: { recorded: 1, receivedUsd: 20_00, clerk: 'Abuk Thon' },
  });
  const colleague = await makeWorker(app, 'billing', 'Ramadan Osman');
  expect(await ownWork(ctx(colleague))).toMatchObject({ till: null, payments: { recorded: 0 } });
});

it('shows the owner the biggest debtors and what has been due for long', async () => {
  const bill = (customerId: number, amount: number, dueDate: string) =>
    createManualInvoice(ctx(), {
      ...{ customerId, description: 'Ring', amountUsd: cents(amount) },
      ...{ billDate: isoDate('2026-08-01'), dueDate: isoDate(dueDate) },
    });
  await bill(2, 300_00, '2026-09-01');
  await bill(3, 500_00, '2026-11-30');
  const { figures } = await work('ceo');
  expect(figures).toMatchObject({
    over60Usd: 300_00,
    debtors: [
      { name: 'Customer 3', totalUsd: 500_00, lateUsd: 0 },
      { name: 'Customer 2', totalUsd: 300_00, lateUsd: 300_00 },
    ],
    billing: { outstandingUsd: 800_00, overdueUsd: 300_00 },
  });
});

it('shows the books what is open, until it is locked and posted', async () => {
  await createJournalTemplate(ctx(), {
    ...{ description: 'Depreciation', day: 20, firstMonth: isoMonth('2026-10') },
    entries: [
      { accountCode: '5930', debitAmount: cents(10_00), creditAmount: cents(0), description: '' },
      { accountCode: '1120', debitAmount: cents(0), creditAmount: cents(10_00), description: '' },
    ],
  });
  await createExpenseTemplate(ctx(), {
    ...({ category: 'rent', currency: 'USD', expenseType: 'operating_expense' } as const),
    ...{ location: 'Landlord', description: 'Rent', day: 28, firstMonth: isoMonth('2026-10') },
    ...({ amount: cents(100_00), account: 'checking' } as const),
  });
  const { books } = await work('admin');
  expect(books).toMatchObject({ entriesDue: 2, entriesDueUsd: 20_00, expensesDue: 1 });
  expect(books!.openMonths.at(-1)).toBe('2026-10');
  await lockMonth(ctx(), isoMonth('2026-10'));
  const later = (await work('admin')).books!;
  expect(later.openMonths).not.toContain('2026-10');
  expect(later.openCount).toBe(books!.openCount - 1);
});

it('tells administrators of jobs, backups and what is not set up', async () => {
  const { system } = await work('super_admin');
  expect(system).toMatchObject({ failedJobs: [], lastBackup: null });
  expect(system!.warnings).toContain('Backups are kept on this machine alone.');
});
