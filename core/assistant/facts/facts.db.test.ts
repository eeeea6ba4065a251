import { recordStatements } from '@nimule/fixtures/testing/databases/statements';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { addTicket, makeNode, raiseAlarm } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDisconnect } from '../../billing/disconnect/service.ts';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { recordPayment, reversePayment } from '../../billing/payments/service.ts';
import { createCustomer, setPromise, updateCustomer } from '../../customers/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { gatherFacts } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app);
const START = '2026-11-02T08:00:00Z';

beforeAll(async () => {
  app = await createMarkedApp(START);
});
beforeEach(() => app.time.set(START));
afterAll(() => app.close());

function invoice(customerId: number, amount: number, dueDate: string) {
  return createManualInvoice(ctx(), {
    customerId,
    description: `Service until ${dueDate}`,
    amountUsd: cents(amount),
    billDate: isoDate('2026-11-02'),
    dueDate: isoDate(dueDate),
  });
}

describe('the facts of a customer', () => {
  test('hold balance, open invoices by age, payments and the day of the suspension', async () => {
    const { id } = await createCustomer(ctx(), { name: 'Mary Keji' });
    const late = await invoice(id, 20_000, '2026-11-20');
    const early = await invoice(id, 12_500, '2026-11-10');
    await recordPayment(ctx(), { customerId: id, amount: cents(2500), account: 'bank' });
    const wrong = await recordPayment(ctx(), { customerId: id, amount: cents(700) });
    await reversePayment(ctx(), wrong.id, 'Typed twice');
    app.time.set('2026-11-21T08:00:00Z');
    const facts = await gatherFacts(ctx(), id);
    expect(facts).toMatchObject({
      today: '2026-11-21',
      rate: 40_000,
      customer: { name: 'Mary Keji', status: 'Active', promiseUntil: null, statusSince: null },
      account: {
        balanceUsd: 30_000,
        creditUsd: 0,
        overdueUsd: 0,
        openInvoiceCount: 2,
        toRestoreUsd: 0,
        suspendsOn: '2026-11-25',
      },
      node: null,
      tickets: [],
    });
    expect(facts.account.openInvoices).toMatchObject([
      { invoiceId: early.invoiceId, openUsd: 10_000, daysPastDue: 11, isOverdue: false },
      { invoiceId: late.invoiceId, openUsd: 20_000, daysPastDue: 1 },
    ]);
    expect(facts.account.payments).toMatchObject([
      { amountUsd: 700, isReversed: true },
      { amountUsd: 2500, isReversed: false, account: 'Bank', paidOn: '2026-11-02' },
    ]);
    expect(facts.waysToPay).toEqual(ctx().config.company.paymentInstructions);
  });

  test('say what lifts a suspension by the rule', async () => {
    const { id } = await createCustomer(ctx(), { name: 'James Taban' });
    await invoice(id, 3000, '2026-11-05');
    await invoice(id, 4000, '2026-11-28');
    app.time.set('2026-11-21T08:00:00Z');
    await runDisconnect(ctx());
    const { customer, account } = await gatherFacts(ctx(), id);
    expect(customer).toMatchObject({
      status: 'Suspended',
      suspendedByRule: true,
      statusSince: '2026-11-21',
    });
    expect(account).toMatchObject({ balanceUsd: 7000, overdueUsd: 3000, toRestoreUsd: 3000 });
    await recordPayment(ctx(), { customerId: id, amount: account.toRestoreUsd });
    expect((await gatherFacts(ctx(), id)).customer.status).toBe('Active');
  });

  test('hold a promise until its day, and a credit as a negative balance', async () => {
    const { id } = await createCustomer(ctx(), { name: 'Akim' });
    await setPromise(ctx(), id, { until: isoDate('2026-11-05'), reason: 'Salary' });
    expect((await gatherFacts(ctx(), id)).customer.promiseUntil).toBe('2026-11-05');
    app.time.set('2026-11-06T08:00:00Z');
    expect((await gatherFacts(ctx(), id)).customer.promiseUntil).toBe(null);
    await recordPayment(ctx(), { customerId: id, amount: cents(900) });
    expect((await gatherFacts(ctx(), id)).account).toMatchObject({
      balanceUsd: -900,
      creditUsd: 900,
    });
  });

  test('hold the alarm of a node above, and unresolved tickets with their visit', async () => {
    const core = await makeNode(app, 'Core');
    const tower = await makeNode(app, 'Wau Tower', core);
    const { id } = await createCustomer(ctx(), { name: 'Rose Poni', nodeId: tower });
    expect((await gatherFacts(ctx(), id)).node).toMatchObject({
      name: 'Wau Tower',
      status: 'operational',
      isReachable: null,
      outage: null,
    });
    await raiseAlarm(app, core);
    await addTicket(ctx(), {
      customerId: id,
      title: 'No signal',
      visitDate: isoDate('2026-11-23'),
    });
    const facts = await gatherFacts(ctx(), id);
    expect(facts.node?.outage).toMatchObject({ kind: 'not reachable' });
    expect(facts.tickets).toMatchObject([
      { title: 'No signal', status: 'open', openedOn: '2026-11-02', visitDate: '2026-11-23' },
    ]);
  });

  test('are those of this customer alone, and an unknown one is refused', async () => {
    const { id } = await createCustomer(ctx(), { name: 'Own Person' });
    const other = await createCustomer(ctx(), { name: 'Zebedayo Foreign' });
    const foreign = await invoice(other.id, 98_765, '2026-11-05');
    const paid = await recordPayment(ctx(), { customerId: other.id, amount: cents(4321) });
    await addTicket(ctx(), { customerId: other.id, title: 'Foreign ticket' });
    await updateCustomer(ctx(), other.id, { updates: { status: 'Suspended' } });
    const text = JSON.stringify(await gatherFacts(ctx(), id));
    for (const secret of [
      'Zebedayo',
      other.customerId,
      foreign.invoiceId,
      paid.receiptId,
      'Foreign ticket',
      '98765',
      '4321',
    ])
      expect(text).not.toContain(secret);
    await expect(gatherFacts(ctx(), 999_999)).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('take few queries', async () => {
    const node = await makeNode(app, 'Bor Relay');
    const { id } = await createCustomer(ctx(), { name: 'Counted', nodeId: node });
    await invoice(id, 3000, '2026-11-05');
    await addTicket(ctx(), { customerId: id });
    const statements = recordStatements(app.pool);
    await gatherFacts(ctx(), id);
    expect(statements.take().length).toBeLessThanOrEqual(10);
    await sql`select 1`.execute(app.db);
  });
});
