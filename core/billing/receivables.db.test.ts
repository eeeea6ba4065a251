import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaf } from '../accounting/chart.ts';
import { addDays, addMonths, dateInJuba, isoDate, monthOf } from '../kernel/dates.ts';
import { isAppError } from '../kernel/errors.ts';
import { type Cents, cents } from '../kernel/money.ts';
import { checkBooks } from '../reports/service-check.ts';
import { getCustomerAccount } from './service-account.ts';
import { runBilling } from './service-automation.ts';
import { updateInvoice } from './service-corrections.ts';
import { runDisconnect } from './service-disconnect.ts';
import { createManualInvoice } from './service-invoices.ts';
import { updatePaymentStatus } from './service-payment-status.ts';
import { grantCredit, recordPayment, reversePayment } from './service-payments.ts';

/** Runs of random commands; the long one is in the fault tests. */
const RUNS = Number(process.env.NIMULE_PROPERTY_RUNS ?? 12);
const CUSTOMERS = 4;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const amount = fc.integer({ min: 1, max: 200_000 }).map((value) => value as Cents);
const who = fc.integer({ min: 0, max: CUSTOMERS - 1 });
/** Picks among what is there by now; the modulus is taken when the command runs. */
const which = fc.nat({ max: 1000 });

const command = fc.oneof(
  fc.record({ kind: fc.constant('bill' as const), ahead: fc.constantFrom(0, 0, 1) }),
  fc.record({
    kind: fc.constant('invoice' as const),
    who,
    amount,
    extra: fc.option(amount, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('pay' as const),
    who,
    amount,
    daysAgo: fc.constantFrom(0, 0, 5, 40),
    pounds: fc.boolean(),
    chosen: fc.option(which, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('credit' as const), who, amount }),
  fc.record({ kind: fc.constant('reverse' as const), which }),
  fc.record({
    kind: fc.constant('correct' as const),
    which,
    amount,
    who: fc.option(who, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('cancel' as const), which }),
  fc.record({
    kind: fc.constant('status' as const),
    which,
    status: fc.constantFrom('paid' as const, 'pending' as const, 'overdue' as const),
    daysAgo: fc.constantFrom(0, 5, 40),
  }),
  fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('disconnect' as const) }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** The last of them counts as billed its connection fee, as who was imported does. */
async function someone(prefix: string): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    insert into customers (customer_id, name, type, location, package_type, monthly_fee_cents, connection_fee_cents, service_start_date,
      status, search_text, other_expenses_cents, created_at, updated_at, connection_fee_billed, connection_fee_billed_before)
    select ${prefix}::text || n, 'Customer ' || n, case when n % 2 = 0 then 'business' else 'individual' end, 'Wau', 'Flexible Plan',
      n * 1000 + 33, n * 100, '2026-01-01', 'Active', 'customer', n, ${app.clock()}, ${app.clock()},
      n = ${CUSTOMERS}::int, n = ${CUSTOMERS}::int
    from generate_series(1, ${CUSTOMERS}::int) n returning id`.execute(app.db);
  return rows.rows.map((row) => row.id);
}

const idsOf = async (table: string, customers: number[]) =>
  (
    await sql<{
      id: number;
    }>`select id from ${sql.table(table)} where customer_id = any(${customers}::bigint[]) order by id`.execute(
      app.db,
    )
  ).rows.map((row) => row.id);

async function perform(step: Command, customers: number[]): Promise<void> {
  const ctx = contextOf(app);
  const pick = async (table: string, index: number) => {
    const ids = await idsOf(table, customers);
    return ids.length === 0 ? undefined : ids[index % ids.length];
  };
  switch (step.kind) {
    case 'bill':
      return void (await runBilling(ctx, { month: addMonths(monthOf(ctx.today), step.ahead) }));
    case 'invoice':
      return void (await createManualInvoice(ctx, {
        customerId: customers[step.who]!,
        description: 'Work on site',
        amountUsd: step.amount,
        additionalCosts: step.extra,
        dueDate: addDays(ctx.today, 10),
      }));
    case 'pay': {
      const chosen = step.chosen === undefined ? undefined : await pick('invoices', step.chosen);
      return void (await recordPayment(ctx, {
        customerId: customers[step.who]!,
        amount: step.pounds ? cents(step.amount * 400 + 7) : step.amount,
        currency: step.pounds ? 'SSP' : 'USD',
        account: 'mobile_money',
        paymentDate: addDays(ctx.today, -step.daysAgo),
        invoiceIds: chosen === undefined ? undefined : [chosen],
      }));
    }
    case 'credit':
      return void (await grantCredit(ctx, {
        customerId: customers[step.who]!,
        amountUsd: step.amount,
        reason: 'Outage',
      }));
    case 'reverse': {
      const id = await pick('payments', step.which);
      return void (id && (await reversePayment(ctx, id, 'Bounced')));
    }
    case 'correct': {
      const id = await pick('invoices', step.which);
      return void (
        id &&
        (await updateInvoice(ctx, id, {
          amountUsd: step.amount,
          customerId: step.who === undefined ? undefined : customers[step.who],
        }))
      );
    }
    case 'cancel': {
      const id = await pick('invoices', step.which);
      return void (id && (await updateInvoice(ctx, id, { status: 'cancelled' })));
    }
    case 'status': {
      const id = await pick('invoices', step.which);
      const paymentDate = addDays(ctx.today, -step.daysAgo);
      const change = step.status === 'paid' ? { paymentDate } : {};
      return void (id && (await updatePaymentStatus(ctx, id, { status: step.status, ...change })));
    }
    case 'days':
      app.time.set(`${addDays(isoDate(dateInJuba(app.time.now)), step.days)}T08:00:00Z`);
      return;
    case 'disconnect':
      return void (await runDisconnect(ctx));
  }
}

/** Nobody has credit and debt at once, the ledger agrees with the invoices, connection fees are billed once. */
async function expectSound(customers: number[]): Promise<void> {
  const check = await checkBooks(contextOf(app));
  expect(check.checks.filter((item) => !item.isSound)).toEqual([]);
  for (const id of customers) {
    const account = await getCustomerAccount(contextOf(app), id);
    const invoices = await sql<{ open: Cents }>`
      select coalesce(sum(amount_cents - paid_cents), 0)::bigint as open from invoices
      where customer_id = ${id} and status <> 'cancelled'`.execute(app.db);
    expect(account.balanceUsd).toBe(invoices.rows[0]!.open);
    expect(Math.min(account.balanceUsd, account.creditUsd)).toBe(0);
  }
  // Nothing is settled before it is billed, no credit taken up before it is there: so at the end of any day.
  const { rows: belowZero } = await sql<{ customer: number; date: string }>`
    select * from (
      select l.customer_id as customer, e.entry_date as date,
        sum(sum(l.debit_cents - l.credit_cents) filter (where l.account_code <> ${leaf.customerCredit})) over days as owed,
        sum(sum(l.credit_cents - l.debit_cents) filter (where l.account_code = ${leaf.customerCredit})) over days as kept
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.customer_id = any(${customers}::bigint[])
      group by l.customer_id, e.entry_date window days as (partition by l.customer_id order by e.entry_date)) by_day
    where owed < 0 or kept < 0`.execute(app.db);
  expect(belowZero).toEqual([]);
  // Billed: before the customer came, or by an invoice that stands (decision 4).
  const { rows: astray } = await sql<{ id: number }>`
    select c.id from customers c where c.id = any(${customers}::bigint[]) and c.connection_fee_billed <> (
      c.connection_fee_billed_before or exists (
        select 1 from invoices i join invoice_lines l on l.invoice_id = i.id
        where i.customer_id = c.id and i.status <> 'cancelled' and l.kind = 'connection'))`.execute(
    app.db,
  );
  expect(astray).toEqual([]);
  const { rows: twice } = await sql<{ id: number }>`
    select i.customer_id as id from invoices i join invoice_lines l on l.invoice_id = i.id join customers c on c.id = i.customer_id
    where c.id = any(${customers}::bigint[]) and i.status <> 'cancelled' and l.kind = 'connection'
    group by i.customer_id having count(*) + max(c.connection_fee_billed_before::int) > 1`.execute(
    app.db,
  );
  expect(twice).toEqual([]);
}

test('after any sequence of commands the books hold and a balance is the part of receivables', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 30 }), async (commands) => {
      run += 1;
      app.time.set('2026-11-03T08:00:00Z');
      const customers = await someone(`R${run}-${app.random.integer(1_000_000)}-`);
      for (const step of commands) {
        try {
          await perform(step, customers);
        } catch (error) {
          // A rule may refuse a command; anything else is a defect.
          if (!isAppError(error)) throw error;
        }
      }
      await expectSound(customers);
    }),
    { numRuns: RUNS, endOnFailure: false },
  );
}, 300_000);
