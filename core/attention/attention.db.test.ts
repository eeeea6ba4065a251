import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideDispute, openDispute } from '../billing/disputes/service.ts';
import { createManualInvoice } from '../billing/invoices/service.ts';
import { runBilling } from '../billing/runs/service.ts';
import { transact } from '../context.ts';
import type { Role } from '../identity/roles.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { clearPause, setPause } from '../records/pause.ts';
import { createTicket } from '../support/service.ts';
import { whatNeedsAPerson } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  await addCustomers(app, 3);
});
afterAll(() => app.close());

const kindsOf = async (role: Role) =>
  (await whatNeedsAPerson(contextOf(app, staff(role)))).map(({ kind }) => kind);

test('the monthly run is due for those who may run it, until it is done', async () => {
  const [item] = (await whatNeedsAPerson(contextOf(app, staff('billing')))).filter(
    ({ kind }) => kind === 'billing',
  );
  expect(item).toEqual({
    kind: 'billing',
    title: 'The billing of November 2026 is due: 3 customers have no invoice.',
    count: 3,
    amountUsd: null,
    severity: 'warning',
    link: { to: 'billing', query: { view: 'automation' } },
  });
  expect(await kindsOf('technician')).toEqual([]);
  await runBilling(contextOf(app));
  expect(await kindsOf('billing')).not.toContain('billing');
});

test('tomorrow is told of those whose invoice is 15 days past due then, with what they owe', async () => {
  await createManualInvoice(contextOf(app), {
    customerId: 1,
    description: 'Fibre ring',
    amountUsd: cents(50_00),
    billDate: isoDate('2026-10-25'),
    dueDate: isoDate('2026-11-07'),
  });
  const told = async (role: Role) =>
    (await whatNeedsAPerson(contextOf(app, staff(role)))).find(
      ({ kind }) => kind === 'disconnections',
    );
  expect(await told('technical_manager')).toMatchObject({
    title:
      '1 customer will be disconnected tomorrow, who owes $50.00 on invoices 15 or more days past due.',
    count: 1,
    amountUsd: 50_00,
  });
  expect(await told('support')).toBeUndefined();
  const ctx = contextOf(app);
  const pause = { since: ctx.now, by: 'root', filename: 'nightly.sql' };
  await transact(ctx, (tx) => setPause(tx, pause));
  expect(await told('technical_manager')).toBeUndefined();
  await transact(ctx, clearPause);
  expect(await told('technical_manager')).toBeDefined();
});

test('disputes of more than a week are named to those who decide', async () => {
  const { id } = await createManualInvoice(contextOf(app), {
    customerId: 2,
    description: 'Antenna',
    amountUsd: cents(20_00),
  });
  await openDispute(contextOf(app), id, { reason: 'Not ordered' });
  app.time.set('2026-11-28T08:00:00Z');
  expect(await kindsOf('super_admin')).not.toContain('disputes');
  app.time.set('2026-11-29T08:00:00Z');
  const told = await whatNeedsAPerson(contextOf(app, staff('super_admin')));
  expect(told.find(({ kind }) => kind === 'disputes')).toMatchObject({
    title: '1 invoice has been disputed for more than 7 days: decide.',
    link: { to: 'billing', query: { view: 'invoices', status: 'disputed' } },
  });
  expect(await kindsOf('billing')).not.toContain('disputes');
  await decideDispute(contextOf(app), id, { outcome: 'withdrawn' });
  expect(await kindsOf('super_admin')).not.toContain('disputes');
  app.time.set('2026-11-21T08:00:00Z');
});

test('urgent tickets without a person are for those who assign, overdue ones for everybody', async () => {
  await createTicket(contextOf(app), {
    title: 'No light',
    description: 'No light on the router',
    issueType: 'connection',
    priority: 'critical',
    customerId: 1,
  });
  expect(await kindsOf('support')).toContain('ticketsUnassigned');
  expect(await kindsOf('technician')).toEqual(['ticketsDue']);
  app.time.set('2026-11-21T20:00:00Z');
  expect(await kindsOf('technician')).toEqual(['ticketsOverdue']);
});
