import {
  billedCustomers,
  billingCommand,
  performBilling,
} from '@nimule/fixtures/testing/billing-commands';
import { unsoundWithoutSales } from '@nimule/fixtures/testing/books';
import { expectStatementsTie } from '@nimule/fixtures/testing/financial';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaf } from '../../accounting/chart.ts';
import { addDays, isoDate, isoMonth, startOfDay } from '../../kernel/dates.ts';
import { isAppError } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import { getCustomerAccount, getStatement } from '../accounts/service.ts';
import { runDisconnect } from '../disconnect/service.ts';
import { getOverview } from '../invoices/service.ts';

/** Runs of random commands, in parts of which each is a test; the long ones are in the fault tests. */
const PARTS = [1, 2, 3];
const RUNS_A_PART = Math.ceil(Number(process.env.NIMULE_PROPERTY_RUNS ?? 12) / PARTS.length);
/** Names the customers of a run. */
let run = 0;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Money in is used by standing invoices, refunded or refundable; a grant is used or left, and never paid out. */
async function expectMoneyKept(
  id: number,
  { creditUsd, refundableUsd }: { creditUsd: number; refundableUsd: number },
): Promise<void> {
  const { rows } = await sql<Record<'money' | 'grants' | 'returned' | 'refunded' | 'paid', Cents>>`
    select coalesce(sum(amount_cents) filter (where kind in ('payment', 'opening', 'before_opening')), 0)::bigint as money,
      coalesce(sum(amount_cents) filter (where kind = 'credit'), 0)::bigint as grants,
      coalesce(sum(amount_cents) filter (where kind = 'credit_note'), 0)::bigint as returned,
      (select coalesce(sum(amount_cents), 0)::bigint from refunds where customer_id = ${id}) as refunded,
      (select coalesce(sum(paid_cents), 0)::bigint from invoices where customer_id = ${id} and status <> 'cancelled') as paid
    from payments where customer_id = ${id} and status = 'recorded'`.execute(app.db);
  const { money, grants, returned, refunded, paid } = rows[0]!;
  expect(money + grants).toBe(paid - returned + refunded + creditUsd);
  // Of the standing invoices grants paid what is not left of them, money the rest.
  const grantsUsed = grants - (creditUsd - refundableUsd);
  expect(grantsUsed).toBeGreaterThanOrEqual(0);
  const moneyUsed = money - refunded - refundableUsd;
  expect(moneyUsed).toBeGreaterThanOrEqual(0);
  expect(moneyUsed + grantsUsed).toBe(paid - returned);
}

/** No customer has credit and debt at the same time, and statement, account and invoices agree with the ledger. */
async function expectAccountsSound(customers: number[]): Promise<void> {
  expect(await unsoundWithoutSales(contextOf(app))).toEqual([]);
  await expectStatementsTie(contextOf(app), ['2026-08', '2026-11', '2026-12'].map(isoMonth));
  for (const id of customers) {
    const account = await getCustomerAccount(contextOf(app), id);
    const invoices = await sql<{ open: Cents }>`
      select coalesce(sum(amount_cents - paid_cents), 0)::bigint as open from invoices
      where customer_id = ${id} and status <> 'cancelled'`.execute(app.db);
    expect(account.balanceUsd).toBe(invoices.rows[0]!.open);
    expect(Math.min(account.balanceUsd, account.creditUsd)).toBe(0);
    await expectMoneyKept(id, account);
    const period = { from: isoDate('2020-01-01'), to: isoDate('2029-12-31') };
    const statement = await getStatement(contextOf(app), id, period);
    expect(statement.closingUsd).toBe(account.balanceUsd - account.creditUsd);
  }
  const receivables = [leaf.residentialReceivable, leaf.corporateReceivable];
  const { rows } = await sql<{ owed: Cents }>`
    select coalesce(sum(debit_cents - credit_cents), 0)::bigint as owed
    from journal_lines where account_code = any(${receivables}::text[])`.execute(app.db);
  expect((await getOverview(contextOf(app))).outstandingUsd).toBe(rows[0]!.owed);
}

/** What must not be found in the database after any commands: a name and the rows that are off. */
function offences(customers: number[]): Record<string, RawBuilder<unknown>> {
  const mine = sql`any(${customers}::bigint[])`;
  const hasFee = sql`i.status <> 'cancelled' and l.kind = 'connection'`;
  const { today } = contextOf(app);
  // Imported invoices count as due 14 days after their import at the earliest (decision 109).
  const isDue = sql`i.status in ('pending', 'overdue') and i.amount_cents - i.paid_cents >= 100
    and i.due_date <= ${addDays(today, -15)} and (i.kind <> 'imported' or i.created_at < ${startOfDay(addDays(today, -28))})`;
  return {
    'settled before it is billed, or credit taken up before it is there, at the end of a day': sql`
      select * from (
        select l.customer_id as customer, e.entry_date as date,
          sum(sum(l.debit_cents - l.credit_cents) filter (where l.account_code <> ${leaf.customerCredit})) over days as owed,
          sum(sum(l.credit_cents - l.debit_cents) filter (where l.account_code = ${leaf.customerCredit})) over days as kept
        from journal_lines l join journal_entries e on e.id = l.entry_id
        where l.customer_id = ${mine}
        group by l.customer_id, e.entry_date window days as (partition by l.customer_id order by e.entry_date)) by_day
      where owed < 0 or kept < 0`,
    'receivables of a kind of customer that are not those of the invoices': sql`
      select * from (
        select customer_id, account_code, sum(debit_cents - credit_cents) as owed from journal_lines
        where customer_id = ${mine} and account_code <> ${leaf.customerCredit} group by 1, 2) l
      full join (
        select customer_id, receivable_account as account_code, sum(amount_cents - paid_cents) as open from invoices
        where customer_id = ${mine} and status <> 'cancelled' group by 1, 2) i using (customer_id, account_code)
      where coalesce(owed, 0) <> coalesce(open, 0)`,
    'revenue that is not that of the lines of the invoices': sql`
      select * from (
        select e.source_id as id, l.account_code, sum(l.credit_cents - l.debit_cents) as posted
        from journal_lines l join journal_entries e on e.id = l.entry_id
        where e.source in ('invoice', 'invoice.reversal') and l.customer_id is null group by 1, 2) p
      full join (
        select i.id, l.account_code, sum(l.amount_cents) as billed from invoice_lines l join invoices i on i.id = l.invoice_id
        where i.status <> 'cancelled' group by 1, 2) b using (id, account_code)
      where coalesce(posted, 0) <> coalesce(billed, 0)`,
    'an amount that is not that of its lines': sql`
      select i.id from invoices i left join (
        select invoice_id, sum(amount_cents) as cents from invoice_lines group by 1) l on l.invoice_id = i.id
      where i.amount_cents <> coalesce(l.cents, 0)`,
    // Billed: before the customer came, or by an invoice that stands (decision 4).
    'a connection fee that is billed and on no invoice, or the other way around': sql`
      select c.id from customers c where c.id = ${mine} and c.connection_fee_billed <> (
        c.connection_fee_billed_before or exists (
          select 1 from invoices i join invoice_lines l on l.invoice_id = i.id where i.customer_id = c.id and ${hasFee}))`,
    'a connection fee billed twice': sql`
      select i.customer_id from invoices i join invoice_lines l on l.invoice_id = i.id join customers c on c.id = i.customer_id
      where c.id = ${mine} and ${hasFee}
      group by i.customer_id having count(*) + max(c.connection_fee_billed_before::int) > 1`,
    'somebody cut off by the rule who owes nothing that is due, or not cut off who does': sql`
      select c.id from customers c where c.id = ${mine} and c.suspended_by_rule <> exists (
        select 1 from invoices i where i.customer_id = c.id and ${isDue})`,
  };
}

/** Commands of which `width` at a time are at work. */
async function expectHolds(width: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(billingCommand, { minLength: 8, maxLength: 36 }),
      async (commands) => {
        run += 1;
        app.time.set('2026-11-03T08:00:00Z');
        await sql`update accounting_months set locked_at = null, locked_by = null`.execute(app.db);
        const prefix = `R${run}-${app.random.integer(1_000_000)}-`;
        const customers = await billedCustomers(app, prefix);
        const perform = (step: (typeof commands)[number]) =>
          performBilling(app, step, customers, { prefix, alone: width === 1 }).catch((error) => {
            // A rule may refuse a command; anything else is a defect.
            if (!isAppError(error)) throw error;
          });
        for (let index = 0; index < commands.length; index += width)
          await Promise.all(commands.slice(index, index + width).map(perform));
        await runDisconnect(contextOf(app));
        await expectAccountsSound(customers);
        for (const [name, query] of Object.entries(offences(customers)))
          expect((await query.execute(app.db)).rows, name).toEqual([]);
      },
    ),
    { numRuns: RUNS_A_PART, endOnFailure: false },
  );
}

describe.each(PARTS)('after any sequence of commands, part %i', () => {
  test('the books hold and a balance is the part of receivables', () => expectHolds(1));

  test('also where they come three at a time', () => expectHolds(3));
});
